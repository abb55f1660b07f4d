"""What a death ends: nothing is bought after it, and nothing is entered that happens to the living."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import dropwhile
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.kernel.basics.figures import Budget, Term
from rules.kernel.basics.pairing import origins, paired
from rules.kernel.basics.wording import amount, shorten
from rules.kernel.documents.builds import Build, written
from rules.kernel.documents.changes import segment
from rules.kernel.documents.ledger import Ledger, LedgerEntry, same_name
from rules.kernel.findings import Finding, Fix, Level
from rules.kernel.purchases import Purchase, by_path, purchases_of, spent
from rules.kernel.reading import Reading

HELD, PAID = "held", "paid"
"""What a death remembers: the choices there were, and what each that is in no list had cost, by path."""
REMOVE = "Remove it."


def remembered(c: Reading, budgets: Mapping[str, Budget]) -> dict[str, Any]:
    """What the entry of a death says of the choices there were by then."""
    paid = {path: cost for path, cost in _costs(_paid(c, budgets)).items() if not path.startswith("entries.")}
    return {HELD: written(_choices(c.build)), PAID: paid}


def remembered_builds(ledger: Iterable[LedgerEntry]) -> Iterator[Mapping[str, Any]]:
    """The choices that deaths of a ledger say there were: each is read with the character."""
    yield from (held for entry in ledger if isinstance(held := entry.more.get(HELD), Mapping))


def death_findings(c: Reading, budgets: Mapping[str, Budget]) -> Iterator[Finding]:
    """What was bought or entered after a death, as far as the death remembers what there was."""
    for death in c.table.ledger.deaths(c.game.ledger_kinds)[:1]:
        if isinstance(held := death.more.get(HELD), Mapping):
            yield from _bought(c, budgets, death, Build.parse(held))
            yield from _entered(c, death)
        else:
            yield from _spent_since(c, budgets, death)
        yield from _learned_since(c, budgets)


def _spent_since(c: Reading, budgets: Mapping[str, Budget], death: LedgerEntry) -> Iterator[Finding]:
    """For a death that remembers no more than how much was spent by then."""
    award, then = c.game.ledger_kinds.get("award"), death.more.get("spent")
    budget = budgets.get(award.budget) if award else None
    since = budget.spent.value - then if budget and isinstance(then, int) else 0
    if budget and since > 0:
        yield Finding(
            "bought-after-death", Level.ERROR, f"{amount(since, budget.unit)} spent after the death.",
            c.game.ledger_kinds["died"].cite, hint="Remove what was bought since.", at=budget.at,
            values=MappingProxyType({"spent": since}),
        )  # fmt: skip


def _entered(c: Reading, death: LedgerEntry) -> Iterator[Finding]:
    """Each kind of entry that is for the living and came after the death."""
    after = dropwhile(lambda entry: entry is not death, c.table.ledger.standing)
    settled: dict[str, bool] = {}
    for entry in after:
        if (kind := c.game.ledger_kinds.get(entry.kind)) and kind.of_the_living:
            settled[entry.kind] = settled.get(entry.kind, False) or entry.settled
    for key, for_good in settled.items():
        yield Finding(
            "entered-after-death", Level.ERROR, f"Entered after the death: {c.game.ledger_kinds[key].label}.",
            c.game.ledger_kinds["died"].cite,
            hint="Ask your GM to cancel the entry." if for_good else "Cancel the entry in the ledger.",
        )  # fmt: skip


def _bought(c: Reading, budgets: Mapping[str, Budget], death: LedgerEntry, then: Build) -> Iterator[Finding]:
    """Each choice above what it was at the death that points have paid for since."""
    paid, known = _paid(c, budgets), by_path(c)
    costs, before = _costs(paid), death.more.get(PAID)
    for gain in _gains(_Compared(c.table.ledger, known), then, _choices(c.build)):
        had = before.get(gain.path, 0) if isinstance(before, Mapping) else 0
        here = gain.priced(costs, had if isinstance(had, int) else 0)
        if here:
            name = known[gain.path].name if gain.path in known else paid[here][0].label
            yield Finding(
                "bought-after-death", Level.ERROR, f"Bought after the death: {name}.",
                c.game.ledger_kinds["died"].cite, hint=REMOVE, at=gain.path,
                fixes=(Fix(f"{'Restore' if gain.was else 'Remove'} {name}", gain.path, gain.was),),
            )  # fmt: skip


def _choices(build: Build) -> Build:
    """What may be bought: no rolls, no rankings, no notes."""
    lists = {key: tuple(map(_choices, lines)) for key, lines in build.entries.items()}
    return replace(build, ranks={}, rolls={}, notes={}, entries=lists)


def _paid(c: Reading, budgets: Mapping[str, Budget]) -> dict[str, list[Term]]:
    """The lines of what every choice has cost, by its path; what is bought in steps, whichever budget pays for it."""
    families = {one.rule.budget for one in purchases_of(c)}
    steps = _by_path(term for key in families for term in spent(c, key))
    return _by_path(term for budget in budgets.values() for term in budget.spent.terms) | steps


def _by_path(terms: Iterator[Term]) -> dict[str, list[Term]]:
    found: dict[str, list[Term]] = {}
    for term in terms:
        if term.path and term.counted:
            found.setdefault(term.path, []).append(term)
    return found


def _costs(paid: Mapping[str, list[Term]]) -> Counter[str]:
    return Counter({path: cost for path, terms in paid.items() if (cost := sum(term.amount for term in terms)) > 0})


def _learned_since(c: Reading, budgets: Mapping[str, Budget]) -> Iterator[Finding]:
    """What was learned after the death; what points have paid for is told by those."""
    costs = _costs(_paid(c, budgets)) if c.memo(learned_since) else {}
    for path, name in c.memo(learned_since).items():
        if not costs.get(path):
            yield Finding(
                "bought-after-death", Level.ERROR, f"{name} came after the death.", c.game.ledger_kinds["died"].cite,
                hint="Remove what came since.", at=path,
                fixes=(Fix(f"Remove {name}", path, False if path.startswith("picks.") else None),),
            )  # fmt: skip


def learned_since(c: Reading) -> Mapping[str, str]:
    """What a game says is learned, whether it costs anything or not, and came after a death: names by path."""
    found: dict[str, str] = {}
    for death in c.table.ledger.deaths(c.game.ledger_kinds)[:1]:
        for path, kind in c.game.learned.items():
            mapping, _, key = path.partition(".")
            had = _known_then(death, mapping, key)
            if had is not None and mapping == "picks":
                fresh = sorted(set(c.picked(key)) - set(had))
                found |= {
                    f"{path}.{one}": entry.name for one in fresh if kind and (entry := c.rulebook.find(kind, one))
                }
            elif had is not None:
                lines = c.build.entries.get(key, ())
                found |= {f"{path}.{place}": shorten(lines[place].name.strip()) for place in unnamed_in(c, key, had)}
    return found


def _known_then(death: LedgerEntry, mapping: str, key: str) -> list[str] | None:
    """What of a kind there was at a death; one of before the choices were remembered has it by itself, or not."""
    if isinstance(held := death.more.get(HELD), Mapping):
        then = Build.parse(held)
        return list(then.picked(key)) if mapping == "picks" else names_in(then, key)
    had = death.more.get(key)
    return [one for one in had if isinstance(one, str)] if isinstance(had, list) else None


def names_in(build: Build, key: str) -> list[str]:
    """The names without case in a list, each as often as it stands there."""
    return [name for entry in build.entries.get(key, ()) if (name := same_name(entry.name))]


def unnamed_in(c: Reading, key: str, had: Collection[str]) -> list[int]:
    """Where a list has names that were not among these."""
    known = {"", *had}
    return [place for place, entry in enumerate(c.build.entries.get(key, ())) if same_name(entry.name) not in known]


class _Gain(NamedTuple):
    """Something above what it was: its path, its value at the death, the line of a list that it is of, else ""."""

    path: str
    was: Any
    line: str
    whole: bool = False

    def priced(self, costs: Counter[str], had: int) -> str:
        """The path at which points have paid for it, "" for none; `had` is what a choice outside of lists had cost."""
        if not self.line:
            return self.path if costs[self.path] > had else ""
        if costs[self.path]:
            return self.path
        near = self.whole or ".scores." in self.path[len(self.line) :]
        return next((path for path in costs if f"{path}.".startswith(f"{self.line}.")), "") if near else ""


class _Line(NamedTuple):
    """A line of a list and its place."""

    place: int
    of: Build

    @property
    def known_by(self) -> Mapping[str, str]:
        """What it is besides its name."""
        return {key: pick for key, pick in self.of.picks.items() if isinstance(pick, str)}


@dataclass(frozen=True)
class _Compared:
    """Which line at the death is which now: by its name, as the GM has let it change, else by what it is made of."""

    ledger: Ledger
    known: Mapping[str, Purchase]

    def start(self, path: str) -> int:
        """What stands where nothing is written."""
        return self.known[path].rule.start if path in self.known else 0

    def lines(self, then: tuple[Build, ...], now: tuple[Build, ...]) -> Mapping[int, int]:
        old, new = (tuple(_Line(*one) for one in enumerate(lines)) for lines in (then, now))
        tests = (self._same, self._named, self._alike, self._unnamed)
        return origins(paired(old, new, lambda line: sum(line.of.scores.values()), *tests))

    def _same(self, then: _Line, now: _Line) -> bool:
        return same_name(then.of.name) == same_name(now.of.name) and then.known_by == now.known_by

    def _named(self, then: _Line, now: _Line) -> bool:
        name = same_name(then.of.name)
        return bool(name) and same_name(now.of.name) in self.ledger.names_of(name)

    def _alike(self, then: _Line, now: _Line) -> bool:
        return bool(then.of.entries) and then.of.entries == now.of.entries and then.known_by == now.known_by

    def _unnamed(self, then: _Line, now: _Line) -> bool:
        return not then.of.name and then.known_by == now.known_by


def _gains(compared: _Compared, then: Build, now: Build, at: str = "") -> Iterator[_Gain]:
    """What is above what it was, or another, or new."""
    line = at.removesuffix(".")
    for key, has in now.scores.items():
        path = f"{at}scores.{segment(key)}"
        if has > then.scores.get(key, compared.start(path)):
            yield _Gain(path, then.scores.get(key), line)
    for key, pick in now.picks.items():
        path, had = f"{at}picks.{segment(key)}", then.picks.get(key)
        if isinstance(pick, tuple):
            yield from (_Gain(f"{path}.{segment(one)}", False, line) for one in pick if one not in then.picked(key))
        elif pick and pick != had:
            yield _Gain(path, had if isinstance(had, str | bool) else None, line)
    for key, lines in now.entries.items():
        old = then.entries.get(key, ())
        places = compared.lines(old, lines)
        for place, one in enumerate(lines):
            path = f"{at}entries.{segment(key)}.{place}"
            if place in places:
                yield from _gains(compared, old[places[place]], one, f"{path}.")
            else:
                yield _Gain(path, None, path, whole=True)
