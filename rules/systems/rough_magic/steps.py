"""The builder's pages for this game: each purchase with its price, and blanks for what the source leaves out."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import (
    Cap,
    Entry,
    Figure,
    Item,
    KnownKeys,
    Purchase,
    PurchaseRule,
    Reading,
    Rulebook,
    Sheet,
    amount,
    derived,
    kind_of,
)
from rules.kernel.basics.cites import HOMEBREW
from rules.kernel.pages import (
    ChoiceField,
    DiceRow,
    Field,
    ListField,
    Note,
    Offers,
    Option,
    RatingField,
    RollField,
    Step,
    Story,
    TextField,
    homebrew_pick,
    pick,
    rate,
)
from rules.kernel.purchases import flat, next_price, stands
from rules.systems.rough_magic.backlash import HIGHEST_TOTAL, consequence, stays, suffered
from rules.systems.rough_magic.budgets import SUGGESTED
from rules.systems.rough_magic.creation import OWN, Empowered, as_approved, empowered, held, meaning
from rules.systems.rough_magic.entries import POWER, Attribute, Avenue, Spell
from rules.systems.rough_magic.game import HIGHEST, MOST_RATING, cite, rough_magic
from rules.systems.rough_magic.legality import power_over
from rules.systems.rough_magic.opposed_sums import LEVELS
from rules.systems.rough_magic.panels import about
from rules.systems.rough_magic.performing import USUAL
from rules.systems.rough_magic.purchases import listed

STORY = Story(
    "Your story, and blanks for anything your GM decides.",
    cite("Dramatis rulings", "R-18"),
    {
        "backstory": Note("Backstory", 8, "Who taught you, and what did it cost?"),
        "appearance": Note("Appearance", 3, "What do people notice first?"),
        "goals": Note("Goals", 3, "What is worth a nosebleed?"),
        "equipment": Note("Equipment", 4, "Ordinary gear is free. Ratings: 1 for most, 2 for a full set, 3 for "
                          "something made for one purpose."),
        "movement": Note("Movement and initiative", 2, "Ask your GM."),
        "damage": Note("Damage, dodging, margin of success", 2, "Ask your GM."),
        "notes": Note("Notes", 5, "Anything else you want on the sheet."),
    },
)  # fmt: skip
UNTOLD = "Ask your GM "
"""How the text of a skill or a gift begins of which the book has only the name."""
LOOKS: Mapping[str, tuple[str, ...]] = {"skills": (), "gifts": (), "traits": ("Camouflage", "Shapeshifter")}
"""Names that a list offers besides the entries of its books."""
AHEAD = 2
"""How far beyond its limit a stepper goes: nothing is blocked, it is only flagged."""
ENDLESS = 1_000_000
WITHOUT = {
    "no_attribute": "Without the skill, you don't add the attribute to a roll.",
    "one_die": "Without the skill, you roll 1 die less.",
}
EXPERT = {
    "reroll_1s_2s": "Expertise rerolls 1s and 2s.",
    "reroll_1s": "Expertise rerolls 1s.",
    "bonus_die": "Expertise adds 1 die.",
    "none": "Expertise has no effect.",
}


@derived
def names(rulebook: Rulebook) -> KnownKeys:
    """The keys a build of this game may have."""
    return KnownKeys(
        scores=frozenset({*rulebook.all(Attribute), "endurance"}),
        picks=frozenset({"avenue", "consequence"}),
        rolls=frozenset({"consequence", "morning"}),
        entries=frozenset({"skills", "gifts", "traits", "empowered"}),
    )


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (_attributes(sheet), _skills(sheet), _gifts(sheet), _magic(sheet), _objects(sheet), _ordeals(sheet),
            STORY.step(sheet.build))  # fmt: skip


def _attributes(sheet: Sheet) -> Step:
    keys = (*sheet.rulebook.all(Attribute), "endurance")
    return Step(
        "attributes",
        "Attributes",
        "Four attributes from 1 up, plus Power Level: 1 or more to cast spells, 0 for most people.",
        cite("Attributes 7320"),
        lambda: tuple(_ranks(sheet)),
        budgets=("character-points",),
        figures=("endurance",),
        paths=tuple(f"scores.{key}" for key in keys),
        hint=f"Cost per rank: 1–3, 1 point; 4–6, 2; 7–9, 3; 10, 4. {_suggested(sheet)}",
    )


def _suggested(sheet: Sheet) -> str:
    """How much of all points goes into attributes; of a total that is no larger, only how much (R-02)."""
    _, most = SUGGESTED["attributes"]
    total = sheet.reading.number("character_points")
    return f"Spend about {most} of your {total} points here." if total > most else f"Suggested total: about {most}."


def _ranks(sheet: Sheet) -> Iterable[Field]:
    left = points_to_spend(sheet)
    for purchase in listed(sheet.rulebook):
        rank, price = (
            stands(sheet.reading, purchase),
            f"+1: {amount(next_price(sheet.reading, purchase), 'point')}",
        )
        yield rate(
            sheet,
            purchase,
            price=price if rank < HIGHEST else "",
            short=f"{price}, not enough left",
            top=HIGHEST + AHEAD,
            left=left,
            summary=sheet.rulebook.all(Attribute)[purchase.key].summary,
            group="Attributes",
        )
    if sheet.reading.setting("endurance") == "by_hand":
        yield RatingField(
            "scores.endurance", "Endurance", sheet.figures["endurance"], sheet.build.scores.get("endurance", 0), 0, 99,
            99, "", "", "Ask your GM for this number.", "Endurance", "point", "stepper",
        )  # fmt: skip


def points_to_spend(sheet: Sheet) -> int:
    """Character points that may still be spent; any number where the table sets no total (R-02)."""
    return sheet.budgets["character-points"].remaining if sheet.reading.number("character_points") else ENDLESS


def _skills(sheet: Sheet) -> Step:
    return Step(
        "skills",
        "Skills",
        "Broad skills in your own words: 1 point each, 1 more for expertise.",
        cite("Skills"),
        lambda: (_named(sheet, "skills", "Skills", "a skill", "", "None yet."),),
        budgets=("character-points",),
        paths=("entries.skills",),
        hint=f"{_trained(sheet)} You need Thaumaturgy to cast. Suggested: about {SUGGESTED['skills'][1]} points.",
    )


def _trained(sheet: Sheet) -> str:
    """What a skill and expertise with it do, by the house rules (R-04, R-05)."""
    setting = sheet.reading.setting
    return f"{WITHOUT[str(setting('untrained'))]} {EXPERT[str(setting('expertise'))]}"


def _gifts(sheet: Sheet) -> Step:
    kinds = "Kinds: abomination, corrupt beast, elemental, fairy, golem and undead. If you look inhuman, "
    return Step(
        "gifts",
        "Gifts and traits",
        "What sets you apart, 1 point each. Before you buy one, ask your GM what it does.",
        cite("Supernaturals 8152"),
        lambda: (
            _named(sheet, "gifts", "Gifts", "a gift", "", "None yet."),
            _named(sheet, "traits", "Supernatural traits", "a trait",
                   f"{kinds}take Camouflage or Shapeshifter.", "None yet."),
        ),
        budgets=("character-points",),
        paths=("entries.gifts", "entries.traits"),
        hint=f"Gifts are human; supernatural traits aren't. Suggested: {SUGGESTED['gifts'][1]} of both together.",
    )  # fmt: skip


def _offered(sheet: Sheet, kind: str, thing: str) -> Offers:
    """The names that the books have and this character has not, and one to write oneself."""
    taken, shape = {one.word for one in held(sheet.reading, kind)}, OWN.get(kind)
    known = sheet.rulebook.offered(shape) if shape else ()
    options = [
        Option(_begun(entry), entry.name, "" if entry.summary.startswith(UNTOLD) else entry.summary, price="1 point",
               group=_rolled_with(sheet, kind, entry))
        for entry in known
        if entry.name.casefold() not in taken
    ]  # fmt: skip
    options += [
        Option(json.dumps({"name": name}), name, price="1 point")
        for name in LOOKS[kind]
        if name.casefold() not in taken
    ]
    return Offers(f"Add {thing}", "", (*options, Option("", "Another…", "In your own words.")), shown=True)


def _rolled_with(sheet: Sheet, kind: str, entry: Entry) -> str:
    """The attribute that a skill is mostly rolled with; "" for a gift."""
    found = sheet.rulebook.find(Attribute, USUAL.get(entry.name.casefold(), "") if kind == "skills" else "")
    return found.name if found else ""


def _begun(entry: Entry) -> str:
    """A line as it begins: what a player wrote is named by its key, what the book has by its name."""
    if entry.origin == HOMEBREW:
        return json.dumps({"name": "", "picks": {kind_of(type(entry)): entry.key}})
    return json.dumps({"name": entry.name})


def _named(sheet: Sheet, kind: str, label: str, thing: str, summary: str, empty: str) -> ListField:
    found = []
    for one in held(sheet.reading, kind):
        entry = sheet.build.entries[kind][one.place]
        fields: list[Field] = [
            TextField(f"{one.path}.name", "Name", entry.name, 1, meaning(sheet.reading, one), limit=200)
        ]
        if kind in OWN:
            shape = OWN[kind]
            fields += homebrew_pick(sheet.rulebook, shape, one.path, entry.picked(kind_of(shape)))
        if kind == "skills":
            on = ("true",) if one.expert else ()
            option = (Option("true", "Expertise (1 point)"),)
            fields.append(ChoiceField(f"{one.path}.picks.expertise", "Expertise (1 point)", option, on, style="flag"))
        found.append(tuple(fields))
    return ListField(f"entries.{kind}", label, tuple(found), thing, summary, empty=empty,
                     offers=_offered(sheet, kind, thing))  # fmt: skip


def _magic(sheet: Sheet) -> Step:
    return Step(
        "magic",
        "Specialty",
        "Specialise in an avenue: +1 die there, −1 die in the others, no change to general magic.",
        cite("Specialization"),
        lambda: (_avenues(sheet),),
        figures=tuple(f"av-{key}" for key in sheet.rulebook.all(Spell)),
        paths=("picks.avenue",),
        hint="Free and optional. AV (action value) is what you add to your dice to cast.",
        passed_by=sheet[POWER] < 1,
    )


def _avenues(sheet: Sheet) -> ChoiceField:
    options = tuple(
        Option(a.key, a.name, a.summary, a.cite, reason="" if a.standing == "approved" else a.standing,
               kinds=(a.standing.capitalize(),))
        for a in sheet.rulebook.all(Avenue).values()
    )  # fmt: skip
    summary = "Default: general magician."
    return pick(sheet, "picks.avenue", "Avenue", Avenue, options, summary=summary)


def _objects(sheet: Sheet) -> Step:
    return Step(
        "objects",
        "Empowered objects",
        "Charms, potions and bracelets you've enchanted.",
        cite("Empowering Objects"),
        lambda: (_object_list(sheet),),
        budgets=("character-points",),
        paths=("entries.empowered",),
        hint="Power Level limits their rating and how many can be temporary. A permanent one costs points.",
        passed_by=sheet[POWER] < 1,
    )


def _object_list(sheet: Sheet) -> ListField:
    found = []
    effects = (Option("expertise", "Expertise with a skill"), Option("attribute", "Points of an attribute"),
               Option("armour", "Armour"))  # fmt: skip
    named = tuple(Option(key, entry.name) for key, entry in sheet.rulebook.all(Attribute).items())
    for thing in sheet.reading.memo(empowered):
        entry = thing.entry
        fields: list[Field] = [
            TextField(f"{thing.path}.name", "Name", entry.name, 1, about(sheet.reading, thing), limit=200),
            *homebrew_pick(sheet.rulebook, Item, thing.path, entry.picked("item")),
            _rating(sheet, thing),
            _kept(sheet, thing, ChoiceField(f"{thing.path}.picks.effect", "Effect", effects,
                                            entry.picked("effect"), style="select")),
        ]  # fmt: skip
        if entry.pick("effect") == "attribute":
            fields.append(_kept(sheet, thing, ChoiceField(f"{thing.path}.picks.attribute", "Attribute", named,
                                                          entry.picked("attribute"), style="select")))  # fmt: skip
        on = ("true",) if thing.permanent else ()
        option = (Option("true", f"Permanent ({amount(max(0, thing.rating), 'point')})"),)
        fields.append(ChoiceField(f"{thing.path}.picks.permanent", "Permanent", option, on, style="flag"))
        found.append(tuple(fields))
    return ListField("entries.empowered", "Empowered objects", tuple(found), "an object",
                     "A temporary one lasts about a week.", empty="None yet.")  # fmt: skip


def _kept(sheet: Sheet, thing: Empowered, pick: ChoiceField) -> ChoiceField:
    """What an object for good gives is settled by the approval (R-24)."""
    if not (thing.permanent and as_approved(sheet.reading, thing)):
        return pick
    reason = "a permanent object's effect can't change"
    options = (one if one.key in pick.value else replace(one, reason=reason) for one in pick.options)
    return replace(pick, options=tuple(options))


def _rating(sheet: Sheet, thing: Empowered) -> RatingField:
    """Up to Power Level; of a permanent object every point is paid for."""
    power = power_over(sheet.reading, thing)
    kept = thing.permanent and as_approved(sheet.reading, thing)
    most = (Cap(max(1, min(power, MOST_RATING)), f"Power Level {power} allows no more"),)
    if kept:
        most = (Cap(thing.rating, "a permanent object's rating can't change"),)
    rule = PurchaseRule(
        "character-points", "point", flat(int(thing.permanent)), cite("Empowering Objects"),
        caps=lambda c, purchase: most, least=1,
    )  # fmt: skip
    purchase = Purchase(f"{thing.path}.scores.rating", "Rating", rule, "rating", thing.rating)
    figure = Figure.of("rating", "Rating", cite("Empowering Objects"), ())
    field = rate(sheet, purchase, figure=figure, short="not enough points", top=MOST_RATING + AHEAD,
                 low=thing.rating if kept else 0, left=points_to_spend(sheet))  # fmt: skip
    return replace(field, bare=True, budget="")


def _ordeals(sheet: Sheet) -> Step:
    return Step(
        "consequences",
        "Consequences",
        "Skip this at creation. In play, roll here instead of losing maximum Endurance when a spell fails.",
        cite("Unintended Consequences"),
        lambda: tuple(_rolls(sheet)),
        paths=("picks.consequence", "rolls.consequence", "rolls.morning"),
        hint="The worse the failure, the further down the table.",
        passed_by=sheet.table.stage == "creation",
    )


def _rolls(sheet: Sheet) -> Iterable[Field]:
    c = sheet.reading
    spans = ("1 to 3", "4 to 6", "7 to 9", "10 or more")
    levels = tuple(
        Option(name, f"{name.capitalize()}: failed by {span}") for name, span in zip(LEVELS, spans, strict=True)
    )
    yield ChoiceField("picks.consequence", "How badly it failed", levels, c.picked("consequence"), style="select")
    found = suffered(c)
    told = f"{found.name}. {found.summary}" if found else "Roll 2 dice on the table of consequences."
    yield RollField(
        "rolls.consequence", "Consequence", 2, 6, c.build.rolls.get("consequence", ()), told, table=_results(c)
    )
    if found:
        words = (
            "It is permanent."
            if stays(c)
            else "If you keep casting, roll each morning after the first day: on a 2 it stays for good."
        )
        yield RollField("rolls.morning", "Morning roll", 2, 6, c.build.rolls.get("morning", ()), words)


def _results(c: Reading) -> tuple[DiceRow, ...]:
    """What two dice can come to for a spell that failed so badly."""
    level = c.pick("consequence")
    if level not in LEVELS:
        return ()
    found = ((total, consequence(c.rulebook, LEVELS.index(level) + 1, total)) for total in range(2, HIGHEST_TOTAL + 1))
    return tuple(DiceRow(str(total), f"{row.name}. {row.summary}", row is suffered(c)) for total, row in found if row)


rough_magic.steps = steps
rough_magic.story = STORY
rough_magic.names = names
