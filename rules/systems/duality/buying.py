"""What every page of the builder shares: a stepper with the price of its next step, and the names of the grid."""

from collections.abc import Iterable

from rules.kernel import Cite, Figure, Origin, Rate, Sheet, Term
from rules.systems.duality.entries import Noun, Verb
from rules.systems.duality.legality import Limits

AHEAD = 6
"""How far beyond its limit a stepper goes: nothing is blocked, it is only flagged."""


def limits(sheet: Sheet) -> Limits:
    """How far things may go."""
    return sheet.reading.once(Limits)


def cells(sheet: Sheet) -> Iterable[tuple[str, str, str]]:
    """Key, verb and noun of each specialization, verb by verb (3.2)."""
    for verb in sheet.rulebook.all(Verb).values():
        for noun in sheet.rulebook.all(Noun).values():
            yield f"{verb.key}-{noun.key}", verb.name, noun.name


def standing(key: str, label: str, where: Cite, value: int, start: int = 0) -> Figure:
    """A number inside a list: what it came with and what was bought on top."""
    lines = []
    if start:
        lines.append(Term(start, "comes with it", where, Origin.BASE))
    if value != start:
        lines.append(Term(value - start, "bought", where, Origin.BOUGHT))
    return Figure.of(key, label, where, lines)


def xp(cost: int) -> str:
    """The price of the next step."""
    return f"next step {cost} XP"


def rate(
    sheet: Sheet,
    path: str,
    label: str,
    figure: Figure,
    value: int,
    span: tuple[int, int],
    price: str,
    cost: int = 0,
    summary: str = "",
    group: str = "",
    place: tuple[str, str] | None = None,
) -> Rate:
    """A stepper with the price of its next step, and the reason where that would break something."""
    low, high = span
    left = sheet["xp"]
    short = cost > left
    reason = f"{price}, {max(0, left)} XP left" if short else f"{high} is the most"
    limit = value if short and value <= high else min(high, value + AHEAD)
    top = max(value, min(high, value + AHEAD)) + 1
    return Rate(
        path,
        label,
        figure,
        value,
        low,
        top,
        max(limit, low),
        reason,
        price,
        summary,
        group,
        "XP",
        "stepper",
        budget="xp",
        place=place,
    )
