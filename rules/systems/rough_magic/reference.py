"""What a game master looks up: tables of dice, kinds of spell, consequences and their cure, objects, creation."""

from collections.abc import Iterable

from rules.kernel import Entry, Rulebook
from rules.kernel.basics import signed
from rules.kernel.pages import Card, ReferenceSection, percent
from rules.systems.rough_magic.backlash import HIGHEST_TOTAL, STEP
from rules.systems.rough_magic.casting_dice import WORDS
from rules.systems.rough_magic.creation import PRICES, price
from rules.systems.rough_magic.entries import Avenue, Consequence, Gift, Kindred, Making, Rung, Skill, Spell
from rules.systems.rough_magic.game import cite, rough_magic
from rules.systems.rough_magic.grimoire import against
from rules.systems.rough_magic.opposed_sums import OpposedSums
from rules.systems.rough_magic.scales import rungs

Rows = tuple[tuple[str, ...], ...]
APART = (-6, -3, -1, 0, 1, 3, 6)
COLUMNS = (("range", "familiarity"), ("rounds", "time"), ("size", "mass", "value"))
TITLES = {"range": "Distance", "rounds": "Duration", "size": "Scope"}


def references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """Dice first, then what goes wrong, then what characters are made of."""
    dice = (
        *(_penalties(rulebook, columns) for columns in COLUMNS),
        Card("ritual", "Ritual time", "A long ceremony adds dice.", cite("Ritual Magic"), ("Time", "Bonus dice"),
             _rungs(rulebook, "ritual")),
        Card("wards", "Wards", "Penalty dice by rating.", cite("Protection"), ("Rating", "Penalty dice"),
             _rungs(rulebook, "ward"), rulings=("R-15",)),
        Card("creatures", "Summoned creatures", "The higher of its best attribute and its powers and gifts. Its other "
             "attributes are half as high.", cite("Summoning"), ("The higher, up to", "Penalty dice"),
             _rungs(rulebook, "creature"), rulings=("R-15",)),
        Card("chances", "Chances", "Success by dice and by AV (action value) minus DV (difficulty value), without "
             "expertise.", cite("Casting Spells"),
             ("Dice", *map(signed, APART)), _chances(), rulings=("R-01",)),
        Card("spells", "Kinds of spell", "What you roll for each: your action value (AV) vs what resists, "
             "unless your GM says otherwise.",
             cite("Basics"), ("Spell", "AV", "Rolled vs"), _spells(rulebook), rulings=("R-10", "R-11", "R-12")),
    )  # fmt: skip
    return (
        ReferenceSection("Casting", "Every table you need to cast.", dice),
        ReferenceSection("Failed magic", "What it does to the caster, and how that ends.", tuple(_wrong(rulebook))),
        ReferenceSection(
            "Making things and people", "Objects, attributes and suggested names.", tuple(_made(rulebook))
        ),
    )


def _rungs(rulebook: Rulebook, table: str) -> Rows:
    return tuple((rung.name, str(rung.dice)) for rung in rungs(rulebook, table).values())


def _penalties(rulebook: Rulebook, tables: tuple[str, ...]) -> Card:
    """Tables that stand side by side in the source."""
    title = TITLES[tables[0]]
    columns = [tuple(rungs(rulebook, table).values()) for table in tables]
    rows = tuple((str(n), *(column[n].name for column in columns)) for n in range(len(columns[0])))
    summary = {"Distance": "The easier of the two counts.", "Duration": "Rounds for damage, time for everything else.",
               "Scope": "The hardest of the three counts; choosing who is affected costs 1 more."}[title]  # fmt: skip
    heads = ("Penalty dice", *(table.capitalize() for table in tables))
    rulings = ("R-15",) if title == "Scope" else ()
    return Card(title.lower(), title, summary, cite(title), heads, rows, rulings=rulings, also=WORDS)


def _chances() -> Rows:
    return tuple((str(dice), *(percent(OpposedSums(dice, n, 0).odds().success) for n in APART)) for dice in range(5))


def _spells(rulebook: Rulebook) -> Rows:
    return tuple(
        (
            spell.name,
            f"{spell.beside.capitalize()} + Power Level" if spell.beside else "Power Level",
            against(spell) + _added(spell),
        )
        for spell in rulebook.all(Spell).values()
    )  # fmt: skip


def _added(spell: Spell) -> str:
    """What of the target's is added, or rolled against instead where it is a person (R-11)."""
    if "person" in spell.asks:
        return "; for an unwilling person, Presence and Power Level"
    worn = "armour, ward or charm" if spell.armour else "ward or charm" if spell.charm else ""
    return f" + {worn}" if worn else ""


def _wrong(rulebook: Rulebook) -> Iterable[Card]:
    where = cite("Unintended Consequences")
    yield Card(
        "failures", "Failed castings", "Lose maximum Endurance, or roll on the table below.",
        where, ("Failed by", "Lost", "Level", "It looks like"),
        (("1–3", "1", "Minor", "a trickle from the nose"), ("4–6", "2", "Moderate", "nose and ears bleed"),
         ("7–9", "3", "Severe", "the eyes bleed too"), ("10 or more", "4", "Critical", "blood from everywhere")),
        rulings=("R-13",),
    )  # fmt: skip
    rows = tuple(_row(entry) for entry in rulebook.all(Consequence).values())
    yield Card("consequences", "Optional consequences", "Roll 2d6 and read down the column of the level.", where,
               ("Consequence", "Minor", "Moderate", "Severe", "Critical", "What it does"), rows,
               rulings=("R-14",), also=tuple(row[0] for row in rows))  # fmt: skip
    yield Card(
        "recovery", "Recovery", "What returns without magic.", cite("Recovering From Magical Consequences"),
        ("Without magic for", "Comes back"),
        (("half an hour", "1 maximum Endurance, once"), ("a full day", "1 maximum Endurance"),
         ("24 hours", "a disfigurement goes")),
        (("Casting again", "Each morning after the first day roll 2d6: on a 2 the disfigurement stays (1 in 36)."),),
    )  # fmt: skip
    yield Card(
        "mending-magic", "Healing what failed magic took", "By the level of the failure.", cite("Healing"),
        ("Level", "DV"), (("Minor", "2"), ("Moderate", "4"), ("Severe", "6"), ("Critical", "8")), rulings=("R-20",),
    )  # fmt: skip
    yield Card(
        "counterspells", "Counterspells", "A caster may stop a spell aimed at them, on their own turn or as a forced "
        "action.", cite("Counterspells"),
        facts=(("Takes", "a task action, and no roll"), ("When", "once the spell is sure to hit"),
               ("Dodging", "Ask your GM.")),
        rulings=("R-18",),
    )  # fmt: skip


def _row(entry: Consequence) -> tuple[str, ...]:
    cells = (entry.row - STEP * level for level in range(4))
    return (entry.name, *(str(cell) if 1 <= cell <= HIGHEST_TOTAL else "–" for cell in cells), entry.summary)


def _made(rulebook: Rulebook) -> Iterable[Card]:
    yield Card(
        "empowering", "Empowering objects", "Up to Power Level in rating, and in number while they are temporary.",
        cite("Empowering Objects"), ("Rating", "Days"),
        tuple((str(row.rating), str(row.days)) for row in rulebook.all(Making).values()),
        (("Lasts", "about a week; permanently, for points equal to the rating"),), rulings=("R-16", "R-17"),
    )  # fmt: skip
    yield Card(
        "attributes", "Attributes", "Cost of ranks.", cite("Attributes 7320"), ("Rank", "This rank", "Total"),
        tuple((str(n), str(cost), str(price(n))) for n, cost in enumerate(PRICES, 1)), rulings=("R-03",),
    )  # fmt: skip
    yield Card("avenues", "Avenues", "Five approved, two prohibited, one unrecognised.", cite("Avenues Of Magic"),
               ("Avenue", "Standing", "Is"),
               tuple((a.name, a.standing, a.summary) for a in rulebook.all(Avenue).values()))  # fmt: skip
    yield Card(
        "armour", "Armour and tools", "The best of armour, charms and wards counts.", cite("Equipment 13685"),
        ("Thing", "Rating"),
        (("Thick leather", "1"), ("Zeglen vest", "1"), ("Quilted silk", "1, and it can be hidden"), ("Flak vest", "2"),
         ("A tool of many uses", "1"), ("An ordinary full set", "2"), ("Made for one purpose", "3")),
    )  # fmt: skip
    for key, title, shape, section in (
        ("skills", "Skills", Skill, "Skill names"), ("gifts", "Gifts", Gift, "Gifts 14897"),
        ("kinds", "Kinds of supernatural", Kindred, "Supernaturals 8152"),
    ):  # fmt: skip
        yield _names(rulebook, key, title, shape, section)


def _names(rulebook: Rulebook, key: str, title: str, shape: type[Entry], section: str) -> Card:
    rows = tuple((entry.name, entry.summary) for entry in rulebook.all(shape).values())
    return Card(key, title, "Suggestions; you can write your own.", cite(section), ("Name", "About it"), rows,
                rulings=("R-09",))  # fmt: skip


rough_magic.references = references


def _rung_lines(rung: Rung) -> tuple[tuple[str, str], ...]:
    kind, change = ("bonus", "more") if rung.table == "ritual" else ("penalty", "less")
    dice = "die" if rung.dice == 1 else "dice"
    told = f"{rung.dice} {dice} {change} ({kind} {dice})" if rung.dice else "No change"
    return ("Scale", rung.table.capitalize()), ("Dice to cast", told)


rough_magic.worded = {Rung: _rung_lines}
