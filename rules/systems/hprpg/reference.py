"""What a game master looks up: the handbook's scales (chapters 6 and 8)."""

from collections.abc import Iterable

from rules.kernel import Cite, Entry, Rulebook
from rules.kernel.pages import Card, ReferenceSection
from rules.systems.hprpg.entries import Degree, Difficulty, PowerLevel, Rating, School, Spend, Targeting, Trait
from rules.systems.hprpg.game import cite, hprpg

Row = tuple[Entry, int]


def references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """One shelf: what to ask for, what a roll came to, what a spell can reach."""
    difficulties = [(entry, entry.dv) for entry in rulebook.all(Difficulty).values()]
    degrees = [(entry, entry.successes) for entry in rulebook.all(Degree).values()]
    ratings = [(entry, entry.rating) for entry in rulebook.all(Rating).values()]
    levels = [(entry, entry.rating) for entry in rulebook.all(PowerLevel).values()]
    cards = (
        _numbered("Difficulty", "How hard a task is: its Difficulty Value (DV).", "DV", difficulties, cite("6.3", 25)),
        _numbered("Degrees of success", "How well it went.", "Successes", degrees, cite("6.4", 25)),
        _numbered("Ratings", "What each number of dots means.", "Dots", ratings, cite("6.1", 24), "H-21"),
        _schools(rulebook),
        _numbered("Power levels", "How strong a spell is.", "Level", levels, cite("8.1", 36)),
        _plain(
            "Reaching targets", "Successes needed to reach a target.", rulebook.all(Targeting).values(), cite("8.2", 37)
        ),
        _plain("Spare successes", "What spare successes buy.", rulebook.all(Spend).values(), cite("8.2", 38)),
    )
    return (ReferenceSection("Scales", "Difficulties, results and spells.", cards),)


def _schools(rulebook: Rulebook) -> Card:
    """The schools of magic: what each is about, its disciplines, and what those who practise it are called (7.2)."""
    traits = rulebook.all(Trait)
    table = tuple(
        (
            one.name,
            " and ".join(traits[key].name for key in one.disciplines if key in traits),
            one.practitioner,
            one.summary,
        )
        for one in rulebook.all(School).values()
    )
    heads = ("School", "Disciplines", "Practitioner", "About")
    return _card("Schools of magic", "What each school is about.", heads, table, cite("7.2", 34))


def _numbered(name: str, summary: str, unit: str, rows: Iterable[Row], cite: Cite, *rulings: str) -> Card:
    table = tuple((entry.name, str(number), entry.summary) for entry, number in rows)
    return _card(name, summary, ("Name", unit, "Meaning"), table, cite, rulings)


def _plain(name: str, summary: str, entries: Iterable[Entry], cite: Cite) -> Card:
    return _card(name, summary, ("Name", "Meaning"), tuple((entry.name, entry.summary) for entry in entries), cite)


def _card(
    name: str,
    summary: str,
    heads: tuple[str, ...],
    table: tuple[tuple[str, ...], ...],
    cite: Cite,
    rulings: tuple[str, ...] = (),
) -> Card:
    """A scale, which is also found by the words in it."""
    also = tuple(row[0] for row in table)
    return Card(name.lower().replace(" ", "-"), name, summary, cite, heads, table, rulings=rulings, also=also)


hprpg.references = references
