"""What the printed sheet of this game shows: what is counted, the tables of a casting; then what is owned."""

from collections.abc import Iterable, Iterator

from rules.kernel import Reading, Sheet
from rules.kernel.basics import capitalise, minus, signed
from rules.kernel.pages import Chance
from rules.kernel.pages.print_blocks import Beside, Block, Cards, Clocks, Crib, Layout, Row, Table, Values, if_room
from rules.kernel.pages.print_parts import Card, Clock, Deck, NumberLine, PrintedItem
from rules.kernel.sheet import DEAD
from rules.systems.rough_magic.backlash import RESTED, suffered
from rules.systems.rough_magic.budgets import lines
from rules.systems.rough_magic.casting import bench_of, casting
from rules.systems.rough_magic.casting_dice import barred, expertise, protection, rerolled
from rules.systems.rough_magic.creation import THAUMATURGY, empowered, held, skills, specialty
from rules.systems.rough_magic.entries import Avenue, Spell
from rules.systems.rough_magic.game import POWER, rough_magic
from rules.systems.rough_magic.opposed_sums import LEVELS, OpposedSums
from rules.systems.rough_magic.panels import about
from rules.systems.rough_magic.reference import APART
from rules.systems.rough_magic.reminders import CRIBS
from rules.systems.rough_magic.scales import rungs
from rules.systems.rough_magic.steps import STORY

ACCENT = "#9a4a16"
LADDER = ("range", "familiarity", "rounds", "time", "size", "mass", "value", "ritual")
MOST_DICE = 5
MOST_SHORT, A_LINE = 9, 45
"""Lines of skills, gifts and traits that stand beside the clocks, and letters on one of them."""
CLOCKS = {
    "endurance-lost": ("Endurance", "what attacks take"),
    "maximum-lost": ("Maximum lost", "by failed castings"),
    RESTED: ("Rest", "½ hour, then a day each"),
    "plot-points": ("Plot points", "ask your GM"),
}
"""What each tracker is on paper, where a circle has room for a word or two."""
FAILED = (
    "Failed",
    "by 1 to 3, 4 to 6, 7 to 9, 10 or more: lose 1, 2, 3, 4 of your maximum Endurance, or roll for the consequence.",
)
COUNTED = ("Count", "the easier of range and familiarity, the hardest of size, mass and value.")
BLANK = NumberLine("", "")


def layout(sheet: Sheet) -> Layout:
    """Everything the printed sheet shows. Total: whatever is missing is simply not there."""
    c, avenue = sheet.reading, sheet.choice("avenue")
    budget = sheet.budgets["character-points"]
    objects, notes = tuple(_objects(c)), STORY.passages(sheet.build)
    return Layout(
        band=ACCENT,
        line=f"Specialised in {avenue.name}" if isinstance(avenue, Avenue) else "No specialty",
        facts=(("Points left", str(budget.remaining)),),
        front=tuple(_front(sheet)),
        movable=(Beside((tuple(_healing(sheet)), (_made(sheet),))),),
        back=tuple(_back(sheet, objects)),
        pocket=(("spells", tuple(_spells(sheet))), ("gear", objects)),
        notes=notes,
        cribs=if_room(CRIBS, len(objects), notes),
    )


def _front(sheet: Sheet) -> Iterator[Block | Beside]:
    counted = Clocks(title="Endurance", aside="fill as you lose it", clocks=tuple(_clocks(sheet)))
    known = _known(sheet)
    yield counted if known.splits else Beside(((counted,), (known,)), wide=True)
    yield Table(
        title="Casting",
        aside=_why(sheet) or "dice at short range, at one target, for the scene · equal succeeds",
        corner="Spell, its avenue",
        heads=("AV", "dice", "against"),
        rows=tuple(_bench(sheet)),
        sort="list",
    )
    yield Table(
        title="The ladder",
        aside="dice it takes; a ritual gives them back · choosing who −1 · subtle −1 · sympathy +1",
        corner="dice",
        heads=tuple(word.capitalize() for word in LADDER),
        rows=tuple(_ladder(sheet)),
        notes=(COUNTED, FAILED),
        sort="words",
    )


def _known(sheet: Sheet) -> Values:
    """Skills, gifts and traits, a line each; where they are many, what has no number is on one line."""
    able, gifts = tuple(_skills(sheet)), tuple(_gifts(sheet.reading))
    together = ", ".join(gift.label for gift in gifts)
    many = len(able) + len(gifts) > MOST_SHORT
    splits = many and len(able) + -(-len(together) // A_LINE) > MOST_SHORT + 1
    if many and gifts and not splits:
        gifts = (NumberLine(together, "", "gifts"),)
    return Values(
        title="Skills and gifts",
        aside="2d6 + this vs 2d6 + DV; chance at DV 6",
        heads=("",),
        lines=(*able, *gifts) or (BLANK,),
        splits=splits,
    )


def _back(sheet: Sheet, objects: tuple[Card, ...]) -> Iterator[Block | Beside]:
    c, found = sheet.reading, suffered(sheet.reading)
    if (known := _known(sheet)).splits:
        yield known
    if not sheet.dead:
        yield Table(
            title="Chances",
            aside="by dice rolled, and by AV minus DV; with 0 dice you can’t try",
            corner="Dice",
            heads=tuple(map(signed, APART)),
            rows=tuple(_chances(sheet)),
        )
    yield Cards(title="Empowered objects", aside="temporary ones last about a week", deck=Deck(objects))
    own = "your own: 1 die more · every other: 1 die less" if specialty(c) else ""
    yield Crib(title="Avenues", aside=own, lines=tuple(_avenues(sheet)))
    budget = sheet.budgets["character-points"]
    bought = {title: sum(term.amount for term in terms) for title, terms in c.memo(lines).items()}
    yield Table(
        title="Points",
        aside=f"{budget.spent.value} of {budget.allowed.value} · suggested, not required",
        corner="",
        heads=tuple(bought),
        rows=(Row("Spent", tuple(minus(spent) for spent in bought.values())),),
        notes=((found.name, found.summary),) if found else (),
    )


def _clocks(sheet: Sheet) -> Iterator[Clock]:
    """The trackers, the rest with a part for each point that comes back."""
    endurance = sheet["endurance"]
    for tracker in sheet.trackers:
        label, words = CLOCKS[tracker.key]
        yield Clock.of(label, endurance if tracker.key == RESTED else tracker.top, words)


def _skills(sheet: Sheet) -> Iterable[NumberLine]:
    """Each skill, and of what is rolled by itself the attribute it is mostly rolled with, its value and chance."""
    rolls = {check.key: check for check in sheet.checks}
    for skill in sheet.reading.memo(skills):
        made = rolls.get(f"skill-{skill.place + 1}")
        words = [made.pool.terms[0].label] if made else []
        words += ["expertise"] if skill.expert else []
        value, chance = (minus(made.pool.value), Chance.of(made)) if made and not sheet.dead else ("", None)
        yield NumberLine(skill.label, value, ", ".join(words), chance, bought=True)


def _gifts(c: Reading) -> Iterable[NumberLine]:
    for kind in ("gifts", "traits"):
        yield from (NumberLine(one.label, "", kind[:-1]) for one in held(c, kind))


def _spells(sheet: Sheet) -> Iterable[Card]:
    for key, spell in sheet.rulebook.all(Spell).items():
        avenue, alone = sheet.rulebook.find(Avenue, spell.avenue), _alone(sheet, spell)
        told = f"Against: {_against(sheet.reading, spell)}" + (f" · {alone}" if alone else "")
        yield Card(
            spell.name, avenue.name if avenue else "Any avenue", str(sheet[f"av-{key}"]), "AV", spell.summary, told
        )


def _objects(c: Reading) -> Iterable[Card]:
    for thing in c.memo(empowered):
        yield Card(thing.label, "Empowered object", str(thing.rating), "rating", capitalise(about(c, thing)))


def _why(sheet: Sheet) -> str:
    """Why nobody casts here; "" where they may."""
    return DEAD if sheet.dead else barred(sheet.reading)


def _bench(sheet: Sheet) -> Iterable[Row]:
    """Each kind of spell with its value, its dice as this caster throws them, what resists it, and the chance."""
    for key, spell in sheet.rulebook.all(Spell).items():
        avenue, alone = sheet.rulebook.find(Avenue, spell.avenue), _alone(sheet, spell)
        thrown = bench_of(sheet, spell, {}).dice
        dice = str(thrown.dice) if isinstance(thrown, OpposedSums) and not sheet.dead else "–"
        resists = _against(sheet.reading, spell)
        against = f"{resists} · {alone}" if alone else resists
        yield Row(spell.name, (minus(sheet[f"av-{key}"]), dice, against), avenue.name if avenue else "")


def _alone(sheet: Sheet, spell: Spell) -> Chance | None:
    """How likely a spell is that nobody resists."""
    made = None if spell.opposed else sheet.alive(casting(sheet, spell, {}))
    return Chance.of(made) if made and made.dice else None


def _against(c: Reading, spell: Spell) -> str:
    """What resists, with the equipment that adds to it; of what is aimed at a person too, also that (R-11)."""
    worn = f" + {' or '.join(found)}" if (found := protection(c, spell)) else ""
    if not spell.opposed:
        table = c.setting("transmute_unwilling") == "table"
        person = "Agility + armour or charm" if table else "Presence + PL"
        return f"DV {spell.own}; a person {person}" if "person" in spell.asks else f"DV {spell.own}"
    return _resists(spell) + worn


def _resists(spell: Spell) -> str:
    return {
        "base": "the attribute",
        "lost": "what was lost",
        "none": "no roll",
        "presence+power": "Presence + Power Level",
    }.get(spell.opposed, spell.opposed.capitalize())


def _ladder(sheet: Sheet) -> Iterable[Row]:
    """The tables of a casting side by side, a row for each number of dice."""
    columns = [tuple(rungs(sheet.rulebook, table).values()) for table in LADDER]
    for n in range(max(map(len, columns))):
        cells = tuple(column[n].name.replace(" range", "") if n < len(column) else "–" for column in columns)
        yield Row(minus(-n), cells)


def _healing(sheet: Sheet) -> Iterable[Table]:
    """What the roll is against that heals what failed magic took, level by level (R-20)."""
    for spell in sheet.rulebook.all(Spell).values():
        if "consequence" in spell.asks:
            made = (bench_of(sheet, spell, {"consequence": level}) for level in LEVELS)
            yield Table(
                title="Healing failed magic",
                corner="Level",
                heads=tuple(LEVELS),
                rows=(Row("DV", tuple(minus(one.dv.value) for one in made)),),
            )


def _made(sheet: Sheet) -> Table:
    """How strong a ward or a creature may be, by the dice it takes."""
    wards, creatures = (tuple(rungs(sheet.rulebook, table).values()) for table in ("ward", "creature"))
    return Table(
        title="Wards and creatures",
        aside=f"with Power Level {minus(sheet[POWER])}",
        corner="dice",
        heads=tuple(minus(-rung.dice) for rung in wards),
        rows=(
            Row("Ward", tuple(minus(sheet[POWER] + rung.limit) for rung in wards)),
            Row("Creature", tuple(str(rung.limit) for rung in creatures)),
        ),
    )


def _avenues(sheet: Sheet) -> Iterable[tuple[str, str]]:
    own = specialty(sheet.reading)
    for key, avenue in sheet.rulebook.all(Avenue).items():
        words = (avenue.summary, "Your own." if own and own.key == key else "")
        yield f"{avenue.name} ({avenue.standing})", " ".join(word for word in words if word)


def _chances(sheet: Sheet) -> Iterable[Row]:
    """Success by the dice that are rolled, a die of expertise among them, and by AV less DV (R-04)."""
    again, keep = rerolled(expertise(sheet.reading, THAUMATURGY)), sheet.reading.setting("bonus_dice") == "keep2"
    for dice in range(1, MOST_DICE + 1):
        thrown = ((n, OpposedSums(dice, n, 0, again, keep).odds().success) for n in APART)
        yield Row(str(dice), tuple(Chance(f"{dice} dice, {n:+d}", n, chance) for n, chance in thrown))


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """The objects with what they are worth; the other lists are facts of their own."""
    things = tuple(
        PrintedItem(thing.label, 1, f"rating {thing.rating} · {about(sheet.reading, thing)}")
        for thing in sheet.reading.memo(empowered)
    )
    return (("Empowered objects", things),) if things else ()


rough_magic.layout = layout
rough_magic.lists = lists
