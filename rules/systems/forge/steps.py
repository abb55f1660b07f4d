"""The builder's pages for this game: backgrounds first, then abilities, values and bonds, people, possessions."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from rules.kernel import Build, Item, KnownKeys, Purchase, Rulebook, Sheet, derived
from rules.kernel.basics import minus, signed
from rules.kernel.documents.ledger import same_name
from rules.kernel.pages import (
    ChoiceField,
    Deciding,
    DiceRow,
    Field,
    ListField,
    Note,
    Option,
    RatingField,
    RollField,
    Step,
    Story,
    TextField,
    homebrew_pick,
    lines,
    pick,
    rate,
)
from rules.kernel.purchases import bought, purchases_of
from rules.kernel.settled import NEVER, WORD
from rules.systems.forge.creation import HALVES, POOLS, SHIFTED, Past, ancestries, backgrounds, rows, values
from rules.systems.forge.entries import Ability, Ancestry, Archetype, Background, Grade, SkillType
from rules.systems.forge.game import ABILITIES, FACES, MOST, POISE, SLOTS, THREAT, VALUES, cite, forge
from rules.systems.forge.gear import possessions
from rules.systems.forge.kept_values import free
from rules.systems.forge.purchases import GROWING, settled_at

STORY = Story(
    "Your story.",
    cite("legends.html"),
    {
        "backstory": Note("Backstory", 8, "How did three backgrounds come to be one life?"),
        "appearance": Note("Appearance", 3, "What do people notice first?"),
        "goals": Note("Goals", 3, "Which deed should they sing of?"),
        "legend": Note(
            "Legend",
            4,
            "A legend needs all five: major effect, minor effect, symbol, name and inscription. For example: "
            "no bridge she holds is taken; dogs like her; a broken oar; Halla of the Ford; “None crossed.”",
        ),
        "notes": Note("Notes", 6, "Anything else for your sheet."),
    },
)
LONGEST = 200
AHEAD = 5
"""How far a stepper goes where there is no most."""


@derived
def names(rulebook: Rulebook) -> KnownKeys:
    """The keys a build of this game may have."""
    return KnownKeys(
        scores=frozenset({*rulebook.all(Ability), *POOLS}),
        picks=frozenset({"ancestry", "archetype", *HALVES}),
        rolls=frozenset({"backgrounds"}),
        entries=frozenset({"backgrounds", "values", "bonds", "classes", "skills", "possessions"}),
    )


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (
        _backgrounds(sheet),
        _abilities(sheet),
        _values(sheet),
        _people(sheet),
        _possessions(sheet),
        STORY.step(sheet.build),
    )


def _words(path: str, label: str, value: str, summary: str = "") -> TextField:
    return TextField(path, label, value, 1, summary, limit=LONGEST)


def _blank(path: str, label: str, value: int | None, summary: str = "", group: str = "") -> TextField:
    """A number that may stay a blank."""
    return TextField(path, label, "" if value is None else str(value), 1, summary, group, limit=12)


# Backgrounds


def _backgrounds(sheet: Sheet) -> Step:
    return Step(
        "backgrounds",
        "Backgrounds",
        "Three lives you've led. Each one that helps a roll adds 2 to your target number (TN).",
        cite("personality.html"),
        lambda: (
            RollField("rolls.backgrounds", "Three background dice", SLOTS, FACES,
                      sheet.build.rolls.get("backgrounds", ()),
                      _alike(sheet.rulebook),
                      different=True, table=_lives(sheet)),
            _background_list(sheet),
        ),
        paths=("rolls.backgrounds", "entries.backgrounds"),
        hint="Roll, choose, or write your own. To roll in play: two dice, and each that shows your TN or less is a "
             "success.",
    )  # fmt: skip


def _lives(sheet: Sheet) -> tuple[DiceRow, ...]:
    """The table of backgrounds, with what was rolled on it."""
    fell = sheet.build.rolls.get("backgrounds", ())
    return tuple(DiceRow(str(roll), row.name, roll in fell) for roll, row in sorted(rows(sheet.rulebook).items()))


def _alike(rulebook: Rulebook) -> str:
    lost = set(range(1, FACES + 1)) - rows(rulebook).keys()
    return f"Reroll duplicates. On {spans(lost)}, ask your GM." if lost else "Reroll duplicates."


def spans(numbers: Iterable[int]) -> str:
    """Numbers in their order, runs as one: "1–12, 14"."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in found)


def _background_list(sheet: Sheet) -> ListField:
    held = sheet.reading.memo(backgrounds)
    spare = (Past(place, "", 0, None) for place in range(len(held), SLOTS))
    every = (*held, *spare)
    return ListField(
        "entries.backgrounds", "Backgrounds", tuple(tuple(_background(sheet, past)) for past in every),
        "a background", removes=tuple("Clear" if past.die else "" for past in every),
    )  # fmt: skip


def _background(sheet: Sheet, past: Past) -> Iterable[Field]:
    written = sheet.build.entries.get("backgrounds", ())
    entry = written[past.place] if past.place < len(written) else None
    found = rows(sheet.rulebook)
    label = f"Background {past.place + 1}"
    if past.die:
        row = found.get(past.die)
        told = row.name if row else "" if past.name else "ask your GM"
        label += f", die {past.die}: {told}" if told else f", die {past.die}"
    picked = entry.picked("row") if entry else ()
    offered = tuple(
        Option(
            row.key,
            f"{row.roll} {row.name}",
            row.summary,
            row.cite,
            tags=("suggested",) if row.roll == past.die else (),
        )
        for row in sorted(sheet.rulebook.all(Background).values(), key=lambda row: row.roll)
        if not row.retired or row.key in picked
    )
    offered = tuple(replace(option, reason=_settled(sheet, past, option.key)) for option in offered)
    yield ChoiceField(f"{past.path}.picks.row", label, offered, picked, style="select", folded=not picked)
    yield _words(f"{past.path}.name", "Or write your own", entry.name if entry else "")


def _settled(sheet: Sheet, past: Past, key: str) -> str:
    """Why another background takes the GM's word (F-16)."""
    c, row = sheet.reading, sheet.rulebook.find(Background, key)
    then = c.approved.memo(backgrounds) if c.approved and not free(c) else ()
    had = then[past.place].name if past.place < len(then) else ""
    now = row.name if row else ""
    known = same_name(now) in c.table.ledger.names_of(same_name(had))
    return "" if not had or known else WORD


# Abilities


def _abilities(sheet: Sheet) -> Step:
    return Step(
        "abilities",
        "Abilities",
        "Three abilities. Most people have about 2 in each.",
        cite("abilities.html"),
        lambda: (*(_ability(sheet, one) for one in purchases_of(sheet.reading)), *_pools(sheet)),
        budgets=("ability-points",),
        figures=("poise", "speed", "threat", "carrying-capacity", "running-jump"),
        paths=(*(f"scores.{key}" for key in ABILITIES), *(f"scores.{key}" for key in POOLS)),
        hint=f"{POISE} {THREAT} Abilities usually never change after creation.",
    )


def _ability(sheet: Sheet, purchase: Purchase) -> RatingField:
    budget = sheet.budgets.get("ability-points")
    left = budget.remaining if budget else 0
    growing = sheet.reading.approved is not None and purchase.rule is GROWING
    return rate(
        sheet,
        purchase,
        low=settled_at(sheet.reading, purchase) if growing else 0,
        price=budget.words(left, "left") if budget and left > 0 else "",
        top=MOST if budget else bought(sheet.reading, purchase) + AHEAD,
        summary=sheet.rulebook.all(Ability)[purchase.key].summary,
        group="Abilities",
    )


def _pools(sheet: Sheet) -> Iterable[TextField]:
    guessed = sheet.reading.setting("momentum_focus") == "same_as_poise"
    told = "Leave blank to use the house rule." if guessed else "A pool that defends you. Ask your GM how large it is."
    for key in POOLS:
        yield _blank(f"scores.{key}", key.capitalize(), sheet.build.scores.get(key), told, "Momentum and focus")


# Values and bonds


def _values(sheet: Sheet) -> Step:
    return Step(
        "values",
        "Values and bonds",
        "What drives you and who you'd never leave behind. A bond that matters to a roll gives one more die (a boon).",
        cite("fate.html", "F-02"),
        lambda: (_value_list(sheet), _bond_list(sheet)),
        paths=("entries.values", "entries.bonds"),
    )


def _value_list(sheet: Sheet) -> ListField:
    held = {value.place: value for value in sheet.reading.memo(values)}
    places = []
    for place in range(max(VALUES, len(held))):
        value, path = held.get(place), f"entries.values.{place}"
        places.append((
            _words(f"{path}.name", f"Value {place + 1}", value.name if value else ""),
            _blank(f"{path}.scores.rating", "Number", value.rating if value else None),
        ))  # fmt: skip
    return ListField(
        "entries.values", "Values", tuple(places), "a value",
        f"Six values. Your GM says what they are and how high they go: “Keeps promises” and 4, say.{_once(sheet)}",
    )  # fmt: skip


def _once(sheet: Sheet) -> str:
    """What it takes to change one after the approval (F-16)."""
    settled = sheet.reading.approved is not None and not free(sheet.reading)
    return " After approval, only your GM can allow a change." if settled else ""


def _bond_list(sheet: Sheet) -> ListField:
    most = sheet.reading.number("bond_limit")
    told = f"{most} is the maximum." if most else "Add as many as you like."
    return lines(
        sheet, "bonds", "Bonds", "a bond",
        lambda path, entry: (_words(f"{path}.name", "To whom, or to what", entry.name),),
        summary=told, empty="None yet. “The ferryman who taught you to lie” is one.",
    )  # fmt: skip


# Ancestry, archetype, class, skills


def _people(sheet: Sheet) -> Step:
    return Step(
        "people",
        "Ancestry and class",
        "Optional, and settled once your GM approves you. These rules are unfinished.",
        cite("ancestry.html", "F-06"),
        lambda: tuple(_peoples(sheet)),
        figures=("speed", "melee-threat", "stress-tolerance"),
        paths=(*(f"picks.{key}" for key in ("ancestry", "archetype", *HALVES)), "entries.classes", "entries.skills"),
    )


def _peoples(sheet: Sheet) -> Iterable[Field]:
    ancestry = pick(sheet, "picks.ancestry", "Ancestry", Ancestry, summary="The people you come from.")
    yield replace(ancestry, options=tuple(_with_figures(sheet, option) for option in ancestry.options))
    chosen = sheet.choice("ancestry")
    if isinstance(chosen, Ancestry) and chosen.mixed:
        for key, label in zip(HALVES, ("First half", "Second half"), strict=True):
            half = pick(sheet, f"picks.{key}", label, Ancestry, style="select")
            yield replace(_half(sheet, half), within="picks.ancestry")
    yield pick(
        sheet, "picks.archetype", "Archetype", Archetype, summary="A label for your class. It changes no number."
    )
    yield lines(
        sheet, "classes", "Class", "a class", lambda path, entry: (_words(f"{path}.name", "Class", entry.name),),
        summary="Write your class. One at creation.", empty="No class yet.",
    )  # fmt: skip
    yield lines(sheet, "skills", "Skills", "a skill", partial(_skill, sheet), empty="No skills yet.")


def _with_figures(sheet: Sheet, option: Option) -> Option:
    """An ancestry with the numbers that it would make of this character's, where the table wants that (F-06)."""
    c, ancestry = sheet.reading, sheet.rulebook.all(Ancestry)[option.key]
    if not c.setting("ancestry_effects"):
        return option
    found = []
    for key, what in SHIFTED.items():
        if adds := getattr(ancestry, what):
            without = c[key] - sum(getattr(own, what) for own in c.memo(ancestries))
            found.append(Deciding(sheet.figures[key].label, minus(without + adds), signed(adds)))
    return replace(option, figures=tuple(found), kinds=tuple(one.label for one in found) or ("Changes no number",))


def _half(sheet: Sheet, field: ChoiceField) -> ChoiceField:
    """A half is of one people alone, and both are settled, in either order (F-15)."""
    mixed_ones = {key for key, entry in sheet.rulebook.all(Ancestry).items() if entry.mixed}
    field = replace(field, options=tuple(one for one in field.options if one.key not in mixed_ones))
    old = sheet.reading.approved
    mixed = old is not None and old.pick("ancestry") == sheet.build.pick("ancestry")
    had = [half for key in HALVES if old and mixed and (half := old.pick(key))]
    others = [sheet.build.pick(key) for key in HALVES if field.path != f"picks.{key}"]
    if not had or (len(had) < len(HALVES) and had == others):
        return field
    return replace(field, options=tuple(one if one.key in had else replace(one, reason=NEVER) for one in field.options))


def _skill(sheet: Sheet, path: str, entry: Build) -> tuple[Field, ...]:
    return (
        _words(f"{path}.name", "Skill", entry.name),
        pick(sheet, f"{path}.picks.type", "Type", SkillType, style="select"),
        _words(f"{path}.notes.detail", "Effect", entry.notes.get("detail", "")),
    )


# Possessions, story


def _possessions(sheet: Sheet) -> Step:
    return Step(
        "possessions",
        "Possessions",
        "List what you own and what it weighs. Prices are grades, from copper to gemstones.",
        cite("equipment.html", "F-08"),
        lambda: (_possession_list(sheet),),
        figures=("bulk", "carrying-capacity", "encumbered-limit"),
        paths=("entries.possessions",),
        hint="One bulk is about 5 lb or 2.5 kg. Count things of less than 1 bulk only if you carry many.",
    )


def _possession_list(sheet: Sheet) -> ListField:
    held: list[tuple[Field, ...]] = []
    for thing in sheet.reading.memo(possessions):
        path, entry = thing.path, sheet.build.entries["possessions"][thing.place]
        left = ("true",) if thing.left else ()
        held.append((
            _words(f"{path}.name", "Name", entry.name),
            *homebrew_pick(sheet.rulebook, Item, path, entry.picked("item")),
            _blank(f"{path}.scores.bulk", "Bulk", entry.scores.get("bulk")),
            _blank(f"{path}.scores.quantity", "Quantity", entry.scores.get("quantity")),
            pick(sheet, f"{path}.picks.price", "Price", Grade, style="select"),
            ChoiceField(f"{path}.picks.left", "Left behind", (Option("true", "Left behind"),), left, style="flag"),
        ))  # fmt: skip
    return ListField("entries.possessions", "Possessions", tuple(held), "a possession", empty="No possessions yet.")


forge.steps = steps
forge.story = STORY
forge.names = names
