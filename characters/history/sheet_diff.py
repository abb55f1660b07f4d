"""Two sheets of one character side by side: which numbers moved, through which lines, and what was found."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rules.kernel import Budget, Figure, Finding, Sheet, Term

T = TypeVar("T")
PLACE = re.compile(r"\d+")
"""Where a line stands in its list, as keys and paths say it."""


@dataclass(frozen=True, slots=True)
class TermChange:
    """A line of a number that came, went or changed; "" where there is none."""

    label: str
    cite: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A number that moved, or that comes to the same by other lines; None where there is no such number."""

    key: str
    label: str
    before: int | None
    after: int | None
    terms: tuple[TermChange, ...]

    @property
    def moved(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class BudgetChange:
    label: str
    before: Budget | None
    after: Budget | None

    @property
    def sides(self) -> tuple[Budget | None, Budget | None]:
        return self.before, self.after


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs from one sheet to another."""

    figures: tuple[FigureChange, ...]
    budgets: tuple[BudgetChange, ...]
    appeared: tuple[Finding, ...]
    gone: tuple[Finding, ...]


def compare_sheets(old: Sheet, new: Sheet) -> Comparison:
    """Numbers in the order of the rules, those that moved first."""
    figures = [compare_figures(before, after) for before, after in figure_pairs(old.figures, new.figures)]
    budgets = dict.fromkeys((*new.budgets, *old.budgets))
    had, has = (_by_identity(sheet.findings, _told) for sheet in (old, new))
    return Comparison(
        figures=tuple(sorted((f for f in figures if f), key=lambda f: not f.moved)),
        budgets=tuple(b for key in budgets if (b := _budget(old.budgets.get(key), new.budgets.get(key)))),
        appeared=tuple(finding for told, finding in has.items() if told not in had),
        gone=tuple(finding for told, finding in had.items() if told not in has),
    )


def figure_pairs(old: Mapping[str, Figure], new: Mapping[str, Figure]) -> Iterator[tuple[Figure | None, Figure | None]]:
    """The same number on either side."""
    labels = ({key: figure.label for key, figure in side.items()} for side in (old, new))
    for was, now in pairs(*labels):
        yield old[was] if was else None, new[now] if now else None


def pairs(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The keys of the same number on either side, "" for none; both give labels by keys.

    It is that of a line in a list by what it is called, wherever the line stands now. What is called otherwise than
    before is the number of its key, where that is nothing else's.
    """
    had, has = (_by_identity(side.items(), lambda line: (PLACE.sub("", line[0]), line[1])) for side in (old, new))
    gone = {key: key for identity, (key, _) in had.items() if identity not in has}
    for identity, (key, _) in has.items():
        yield had[identity][0] if identity in had else gone.pop(key, ""), key
    yield from ((key, "") for key in gone)


def _by_identity(things: Iterable[T], identity: Callable[[T], Hashable]) -> dict[Hashable, T]:
    """Things by what they are; of several alike each by which of them it is."""
    met: Counter[Hashable] = Counter()
    found: dict[Hashable, T] = {}
    for thing in things:
        same = identity(thing)
        met[same] += 1
        found[same, met[same]] = thing
    return found


def compare_figures(old: Figure | None, new: Figure | None) -> FigureChange | None:
    """How a number moved from one sheet to the other, None where value and lines are the same."""
    named = new or old
    if named is None or (old and new and (old.value, old.terms) == (new.value, new.terms)):
        return None
    terms = _terms(old.terms if old else (), new.terms if new else ())
    before, after = old.value if old else None, new.value if new else None
    if before == after and not terms:
        return None  # the lines only changed places
    return FigureChange(named.key, named.label, before, after, tuple(terms))


def _terms(old: Iterable[Term], new: Iterable[Term]) -> Iterable[TermChange]:
    """Lines of one label and place in the book are the same line; of several such, in their order."""
    sides: dict[tuple[str, str], tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for side, terms in enumerate((old, new)):
        for term in terms:
            sides[term.label, str(term.cite)][side].append(_amount(term))
    changes = []
    for (label, cite), (had, has) in sides.items():
        longest = max(len(had), len(has))
        pairs = zip(had + [""] * (longest - len(had)), has + [""] * (longest - len(has)), strict=True)
        changes += [TermChange(label, cite, before, after) for before, after in pairs if before != after]
    return changes


def _amount(term: Term) -> str:
    return f"{term.amount:+}" if term.counted else f"{term.amount:+} (not counted)"


def _budget(old: Budget | None, new: Budget | None) -> BudgetChange | None:
    sums = [(b.allowed.value, b.spent.value) if b else None for b in (old, new)]
    named = new or old
    return None if named is None or sums[0] == sums[1] else BudgetChange(named.label, old, new)


def _told(finding: Finding) -> tuple[str, str, str]:
    return finding.code, PLACE.sub("", finding.at), finding.message
