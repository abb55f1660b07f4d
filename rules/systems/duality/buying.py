"""What every page of the builder shares: a stepper with the price of its next step, and the names of the grid."""

from collections.abc import Container, Iterable
from dataclasses import replace

from rules.kernel import Cite, Figure, Origin, Purchase, Sheet, Term
from rules.kernel.pages import Option, RatingField
from rules.kernel.pages import rate as kernel_rate
from rules.kernel.purchases import next_price
from rules.systems.duality.entries import Noun, Verb


def cells(sheet: Sheet) -> Iterable[tuple[str, str, str]]:
    """Key, verb and noun of each specialization, verb by verb (3.2)."""
    for verb in sheet.rulebook.all(Verb).values():
        for noun in sheet.rulebook.all(Noun).values():
            yield f"{verb.key}-{noun.key}", verb.name, noun.name


def standing(key: str, label: str, where: Cite, value: int, start: int = 0) -> Figure:
    """A number inside a list: what it came with and what was bought on top."""
    lines = []
    if start:
        lines.append(Term(start, "base", where, Origin.BASE))
    if value != start:
        lines.append(Term(value - start, "bought", where, Origin.BOUGHT))
    return Figure.of(key, label, where, lines)


def stays(options: Iterable[Option], kept: Container[str], reason: str) -> tuple[Option, ...]:
    """Options of which all but those that are kept say why another can't be chosen; all of them without a reason."""
    return tuple(one if one.key in kept else replace(one, reason=one.reason or reason) for one in options)


def xp(cost: int) -> str:
    """The price of the next step."""
    return f"+1: {cost} XP"


def rate(
    sheet: Sheet,
    purchase: Purchase,
    price: str = "",
    *,
    figure: Figure | None = None,
    label: str = "",
    summary: str = "",
    group: str = "",
    place: tuple[str, str] | None = None,
    low: int | None = None,
) -> RatingField:
    """A stepper with the price of its next step."""
    next_one = xp(next_price(sheet.reading, purchase))
    return kernel_rate(
        sheet,
        purchase,
        figure=figure,
        label=label,
        price=price or next_one,
        short=f"{next_one}, not enough left",
        low=low,
        summary=summary,
        group=group,
        place=place,
    )
