"""Ratings as rows of dots, and the line of words below each."""

from dataclasses import dataclass

from rules.kernel import Figure, Origin
from rules.kernel.basics import minus
from rules.kernel.pages import RatingField
from rules.kernel.pages.panels import MOST_DOTS

SCALE = 7


@dataclass(frozen=True, slots=True)
class Dot:
    """One dot of a row. `value` is what is bought when it is chosen, None for one that is given."""

    state: str
    title: str
    value: int | None = None
    total: int = 0
    checked: bool = False
    beyond: bool = False


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
        beyond = number > rate.limit
        row.append(
            Dot(
                "bought" if number <= bought else "empty",
                rate.reason if beyond else "",
                number,
                fixed + number,
                number == bought,
                beyond,
            )
        )
    return tuple(row)


def most_drawn(rate: RatingField) -> int:
    """The last dot that can be bought."""
    return min(max(rate.high, rate.value), MOST_DOTS)


def makeup(figure: Figure) -> str:
    """Where a rating comes from, in a line: "1 everyone, 1 Leader, 3 bought"."""
    counted = [term for term in figure.terms if term.counted and term.amount]
    return ", ".join(f"{minus(term.amount)} {term.label.removesuffix(' has one')}" for term in counted)


def brief(rate: RatingField) -> str:
    """The one line under a rating: where it comes from if anything was given, else the next price or obstacle."""
    given = any(term.counted and term.amount and term.origin not in _PLAIN for term in rate.figure.terms)
    if given:
        return makeup(rate.figure)
    return _within(rate, rate.price) or obstacle(rate)


_PLAIN = (Origin.BASE, Origin.BOUGHT)


def obstacle(rate: RatingField) -> str:
    """What one more would break, as a sentence without its stop; empty where nothing does."""
    reason = _within(rate, rate.reason) if rate.value >= rate.limit else ""
    return reason[:1].upper() + reason[1:]


def _within(rate: RatingField, words: str) -> str:
    """Words without what the title above the row says already: "in Knowledge abilities" under Knowledge."""
    head, title, _ = words.partition(f" in {rate.group}") if rate.group else (words, "", "")
    return f"{head}{title}"


def filled(figure: Figure, most: int = SCALE) -> tuple[str, ...]:
    """Read-only dots: the origin of each filled one, then "" for each empty one. What is taken off ends first."""
    states = [t.origin.value for t in figure.terms if t.counted for _ in range(min(max(0, t.amount), most))]
    del states[max(0, figure.value) :]
    return tuple((states + [""] * most)[: max(most, min(len(states), MOST_DOTS))])
