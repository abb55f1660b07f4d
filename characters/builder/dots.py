"""Ratings as rows of dots, and the line of words below each."""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rules.kernel import Figure, Origin
from rules.kernel.basics import capitalise, minus
from rules.kernel.pages import RatingField
from rules.kernel.pages.panels import MOST_DOTS

SCALE = 7
ENDLESS = 0
"""Instead of the most that a stepper offers: it goes on, as nothing is blocked."""


@dataclass(frozen=True, slots=True)
class Dot:
    """One dot of a row. `value` is what is bought when it is chosen, None for one that is given."""

    state: str
    title: str
    value: int | None = None
    total: int = 0
    checked: bool = False


def dots(rate: RatingField) -> tuple[Dot, ...]:
    """The row of dots: what everyone has, what is granted, what is bought, what could be.

    Nothing is checked where more is bought than is drawn, so that the number stays until somebody chooses a dot.
    """
    given = [
        (term.origin.value, term.label)
        for term in rate.figure.terms
        if term.counted and term.origin is not Origin.BOUGHT
        for _ in range(min(max(0, term.amount), SCALE))
    ][:SCALE]
    fixed = len(given)
    bought = max(0, rate.value)
    row = [Dot(state, label) for state, label in given[:-1]]
    if given:
        state, label = given[-1]
        row.append(Dot(state, label, 0, fixed, bought == 0))
    else:
        row.append(Dot("none", "", 0, 0, bought == 0))
    for number in range(1, most_drawn(rate) + 1):
        row.append(Dot("bought" if number <= bought else "empty", "", number, fixed + number, number == bought))
    return tuple(row)


def most_drawn(rate: RatingField) -> int:
    """The last dot that can be bought."""
    return min(max(rate.high, rate.value), MOST_DOTS)


class Pips(NamedTuple):
    """Dots beside a stepper: so many it starts from, so many bought, in a row of so many."""

    base: int
    bought: int
    most: int


def pips(rate: RatingField) -> Pips | None:
    """What is bought beside what it starts from. None where it starts from nothing, or is too large for a row."""
    base, bought = rate.figure.value - rate.value, rate.value
    if rate.style == "dots" or rate.bare or base < 1 or bought < 0 or base + bought > MOST_DOTS:
        return None
    return Pips(base, bought, max(SCALE, base + bought))


def makeup(figure: Figure) -> str:
    """Where a rating comes from, in a line: "1 everyone, 1 Leader, 3 bought"."""
    counted = [term for term in figure.terms if term.counted and term.amount]
    return ", ".join(f"{minus(term.amount)} {term.label.removesuffix(' has one')}" for term in counted)


class Note(NamedTuple):
    """What is said below a rating: the price of one more, or why there should be no more; and where it comes from.

    So much as `room` may be bought; the `reason` applies from the dot `first` on, and to one more of what is `full`.
    `kinds` are the keys of the chips that it is found by.
    """

    shape: Literal["dots", "stepper"]
    price: str
    makeup: str
    room: int
    reason: str
    first: int
    full: bool
    kinds: str


def note(rate: RatingField) -> Note:
    """The words below a rating. What changes with whatever else is bought is said here, nowhere else in its field."""
    room, reason = max(0, rate.limit), _within(rate, rate.reason)
    return Note(
        rate.style,
        _within(rate, rate.price),
        makeup(rate.figure),
        min(room, MOST_DOTS),
        capitalise(reason),
        rate.figure.value - max(0, rate.value) + room + 1,
        rate.value >= rate.limit,
        " ".join(rate.kinds),
    )


def unlimited(rate: RatingField) -> RatingField:
    """A rating without what its note says, so that it is the same however much is left to spend."""
    high = rate.high if rate.style == "dots" or rate.high == rate.limit else ENDLESS
    return replace(rate, high=high, limit=0, reason="", price="", kinds=())


def _within(rate: RatingField, words: str) -> str:
    """Words without what the title above the row says already: "in Knowledge abilities" under Knowledge."""
    head, title, _ = words.partition(f" in {rate.group}") if rate.group else (words, "", "")
    return f"{head}{title}"


def filled(figure: Figure, most: int = SCALE) -> tuple[str, ...]:
    """Read-only dots: the origin of each filled one, then "" for each empty one. What is taken off ends first."""
    states = [t.origin.value for t in figure.terms if t.counted for _ in range(min(max(0, t.amount), most))]
    del states[max(0, figure.value) :]
    return tuple((states + [""] * most)[: max(most, min(len(states), MOST_DOTS))])
