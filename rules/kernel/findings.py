"""What is wrong with a character, what is left to do, and advice: values, shaped like Django's check messages."""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Budget
from rules.kernel.basics.wording import amount, join_words, minus, nearest
from rules.kernel.documents.table import Exemption


class Level(StrEnum):
    """How much a finding matters: not legal; missing or left over; advice."""

    ERROR = "error"
    TODO = "warning"
    """Its value is what documents and `assess` have called it from the start."""
    NOTE = "note"


MOST = 20
"""Beyond so many of one kind, findings are summed up in one."""
KEPT = "It's kept but not used."
"""The hint where a document has what this game doesn't know."""
_WORDS = {Level.ERROR: "Error", Level.TODO: "To do", Level.NOTE: "Note"}
_WORST_FIRST = {Level.ERROR: 0, Level.TODO: 1, Level.NOTE: 2}


@dataclass(frozen=True, slots=True)
class Fix:
    """What mends a finding at one click: the label of its button, a path of the build and its new value.

    `clears` is the path of another choice that goes at the same time, "" where none does. It is `promised` by the
    declaration of what it takes back to fix and to break nothing; any other has to be tried.
    """

    label: str
    path: str
    value: Any
    clears: str = ""
    promised: bool = field(default=False, compare=False)

    @property
    def changes(self) -> dict[str, Any]:
        """Every path it changes, with the new value; None takes a choice back."""
        return {self.path: self.value} | ({self.clears: None} if self.clears else {})


@dataclass(frozen=True, slots=True)
class GmWord:
    """The change that the game master may allow: what it is of, a path or a name, from what to what."""

    subject: str
    was: Any
    now: Any

    @property
    def to(self) -> str:
        """What it was changed to, as JSON: a form says with it what it shows."""
        return json.dumps(self.now, sort_keys=True)


class Finding(NamedTuple):
    """One thing to fix or to know.

    `code` is stable, `at` is the path of the choice it sits on ("" where it sits on none), `values`
    are the numbers the sentence speaks of, `waived` is who waived it and why. Where the game master may simply allow
    it, `gm_word` is the change of which the ledger then speaks. One that is `apart` sits on no choice:
    `at` is where to begin.
    """

    code: str
    level: Level
    message: str
    cite: Cite
    hint: str = ""
    at: str = ""
    fixes: tuple[Fix, ...] = ()
    values: Mapping[str, Any] = MappingProxyType({})
    waived: str = ""
    gm_word: GmWord | None = None
    apart: bool = False

    @property
    def breaks(self) -> bool:
        """Whether it makes the character illegal."""
        return self.level is Level.ERROR and not self.waived

    @property
    def word(self) -> str:
        """What it is to whoever reads it: "Exception", "Error", "To do" or "Note"."""
        return "Exception" if self.waived else _WORDS[self.level]


def by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (_WORST_FIRST[f.level], bool(f.waived), f.code, f.at, f.message)))


def apply_exemptions(findings: Iterable[Finding], waivers: Iterable[Exemption]) -> tuple[Finding, ...]:
    """The findings, with those that a waiver names marked as waived."""
    given = tuple(waivers)
    if not given:
        return tuple(findings)
    return tuple(_waived(finding, given) for finding in findings)


def _waived(finding: Finding, given: Iterable[Exemption]) -> Finding:
    word = next((waiver for waiver in given if _covers(waiver, finding)), None)
    return finding._replace(waived=f"{word.reason} ({word.by})") if word else finding


def _covers(waiver: Exemption, finding: Finding) -> bool:
    """Whether a waiver speaks of this finding with the values it has now."""
    same = (waiver.code, waiver.at) == (finding.code, finding.at)
    return same and (waiver.values is None or dict(waiver.values) == plain(finding.values))


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """A finding's values as they come back from JSON, so that they can be kept and compared."""
    kept: dict[str, Any] = json.loads(json.dumps(dict(values), default=str, sort_keys=True))
    return kept


class Payment(NamedTuple):
    """The single changes that each pay for so much of what is over."""

    much: int = 0
    fixes: tuple[Fix, ...] = ()


NOTHING = Payment()


def over_budget(
    budget: Budget,
    payment: Payment = NOTHING,
    names: Mapping[str, str] = MappingProxyType({}),
    entered: Mapping[str, int] = MappingProxyType({}),
) -> Iterable[Finding]:
    """The error of a budget that is spent beyond what it allows, with what pays for it.

    `names` says what was bought, by path, where the line there says something else. `entered` is what was bought with
    nothing, by the name of each line.
    """
    over = budget.over
    if not over:
        return
    lines = {term.path: term for term in budget.spent.terms if term.path and term.amount > 0}
    called = {path: term.label for path, term in lines.items()} | dict(names)
    largest = max(lines.values(), key=lambda term: term.amount, default=None)
    take = take_back(over, budget.unit, payment, called)
    yield Finding(
        code=f"{budget.key}-overspent",
        level=Level.ERROR,
        message=f"{budget.words(over, 'over')} ({spent_on(budget, entered)}).",
        hint=f"{take}, or {budget.mend}." if budget.mend else f"{take}.",
        at=budget.at or (largest.path if largest else ""),
        cite=budget.cite,
        fixes=payment.fixes,
        values=MappingProxyType({"allowed": budget.allowed.value, "spent": budget.spent.value}),
        apart=not budget.at and len(lines) > 1,
    )


def spent_on(budget: Budget, entered: Mapping[str, int]) -> str:
    """How much of how much was spent, and on what, where it was not all on choices: "9 of 8", "9 of 8; Sold: 2"."""
    of = f"{minus(budget.spent.value)} of {minus(budget.allowed.value)}"
    return "; ".join((of, *(f"{line}: {total:,}" for line, total in entered.items())))


def take_back(over: int, unit: str, payment: Payment, names: Mapping[str, str]) -> str:
    """What to take back, without a full stop: it names what the fixes take from, by path."""
    named = list(dict.fromkeys(names[fix.path] for fix in payment.fixes if fix.path in names))
    part = "" if payment.much >= over else ", some of it"
    return f"Remove {amount(over, unit)}" + (f"{part} from {_either(named)}" if named else "")


def paying(over: int, savings: Callable[[int], Iterable[Fix]]) -> Payment:
    """The fixes that pay for what is over; where none does, those that pay for half of it, or half of that."""
    while over > 0:
        fixes = tuple(savings(over))
        if fixes:
            return Payment(over, fixes)
        over //= 2
    return NOTHING


def staying(stands: int, floor: int, cost: Callable[[int], int], over: int) -> int | None:
    """The most of what stands that can stay when `over` points have to come back, None where all of it is too little.

    `cost` never falls as there is more; nothing below `floor` is touched.
    """
    limit = cost(stands) - over
    if over <= 0 or floor >= stands or cost(floor) > limit:
        return None
    return bisect_right(range(floor, stands), limit, key=cost) + floor - 1


def points_left(budget: Budget, *, kept: bool = False) -> Iterable[Finding]:
    """What a budget has left: still to be spent at creation, and no more than a note where it may be `kept`."""
    if budget.remaining <= 0:
        return
    yield Finding(
        code=f"{budget.key}-unspent",
        level=Level.NOTE if kept else Level.TODO,
        message=f"{budget.words(budget.remaining, 'left')}.",
        at=budget.at,
        cite=budget.cite,
        values=MappingProxyType({"allowed": budget.allowed.value, "spent": budget.spent.value}),
    )


def instead(label: str, likely: str, at: str) -> tuple[Fix, ...]:
    """What mends a choice that no book has: the one that is `likely` meant, "" if none is, or no choice of `label`."""
    leave = Fix(f"Clear {label}", at, None)
    return (Fix(f"Change to “{likely}”", at, likely), leave) if likely else (leave,)


def unknown(label: str, value: str, known: Iterable[str], at: str, cite: Cite) -> Finding:
    """The error of a choice that no book in play has, with the one that was likely meant."""
    likely = nearest(value, list(known))
    return Finding(
        code="unknown-choice",
        level=Level.ERROR,
        message=f"{label}: {join_words([value])} isn't in the book.",
        hint=f"Did you mean “{likely}”?" if likely else "Choose from the list.",
        at=at,
        cite=cite,
        fixes=instead(label, likely, at),
    )


def _either(names: list[str], most: int = 4) -> str:
    shown = names[:most]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
