"""What approval settles: choices that stay as they are, and lines of a list, each known by what it is.

How much points have bought is in `purchases`. What a game does not name here is free to change.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.pairing import unmatched
from rules.kernel.basics.wording import capitalise
from rules.kernel.documents.builds import Build, written
from rules.kernel.documents.ledger import Ledger, LedgerEntry, same_name
from rules.kernel.findings import Finding, Fix, GmWord, Level
from rules.kernel.purchases import bought, line_of, purchases_of
from rules.kernel.reading import Reading

NEVER = "it can't change after approval"
WORD = "after approval only your GM can allow a change"
"""Why a choice stays, as half a sentence: for good, or as long as the GM says nothing else."""


class Settled(NamedTuple):
    """A choice that stays: its path, what it is called, the code of its finding, where that stands.

    It is a pick, a ranking or dice, and asked for as it was approved. What was open then may be chosen later. It goes
    with the choice at the path `of`, which is told alone where it was changed, too. A `bag` is of dice whose order says
    nothing. `becomes` is what the ledger has made of it.
    """

    path: str
    label: str
    code: str
    cite: Cite
    reason: str = NEVER
    of: str = ""
    bag: bool = False
    becomes: tuple[str, ...] = ()

    @property
    def by_word(self) -> bool:
        """Whether the game master may allow another."""
        return self.reason == WORD


class KeptLine(NamedTuple):
    """A line of a list that stays, wherever it stands: its path, its name, what it is known by.

    `unnamed` is what it is known by besides its name; one that had no name yet has it as its identity, and may be named
    later. With `word` the game master may allow another name. With `lost` an entry of one of these kinds explains that
    it is gone, if it was made since the approval and leaves as much spent as it was `worth`; each explains one line.
    """

    path: str
    label: str
    identity: Hashable
    code: str
    cite: Cite
    hint: str = "It was approved."
    word: bool = False
    lost: tuple[str, ...] = ()
    unnamed: Hashable = None
    worth: int = 0


def settled(c: Reading) -> Mapping[str, Settled]:
    """The choices that approval has settled, by path; none before."""
    old = c.approved
    if old is None:
        return {}
    every = {one.path: one for rule in c.game.settled_rules for one in rule(old) if _held(old.build, one)}
    changed = {path for path, one in every.items() if not _same(c, old, one)}
    return {path: one for path, one in every.items() if one.of not in changed}


def settled_findings(c: Reading) -> Iterator[Finding]:
    """Each choice that is another than was approved, each line that is gone; with what puts it back."""
    old = c.approved
    if old is None:
        return
    for path, one in c.memo(settled).items() if _chosen(c.build) != _chosen(old.build) else ():
        if not _same(c, old, one) and not _allowed(c, old, one):
            yield Finding(
                one.code,
                Level.ERROR,
                f"{capitalise(one.label)} has changed since approval.",
                one.cite,
                hint=f"{capitalise(one.reason)}.",
                at=path,
                fixes=(Fix(f"Restore {one.label}", path, choice_at(old.build, path)),),
                gm_word=GmWord(path, choice_at(old.build, path), choice_at(c.build, path)) if one.by_word else None,
            )
    yield from _gone(c, old)


def _chosen(build: Build) -> tuple[Mapping[str, Any], ...]:
    """All that can be settled: where none of it has changed, no choice has to be looked at."""
    return build.picks, build.rolls, build.ranks


def _allowed(c: Reading, old: Reading, one: Settled) -> bool:
    """Whether the game master has said that it may be what it is now."""
    ledger = c.table.ledger
    if one.becomes and choice_at(c.build, one.path) in one.becomes:
        return True
    return one.by_word and ledger.fresh.allows(one.path, choice_at(old.build, one.path), choice_at(c.build, one.path))


def _same(c: Reading, old: Reading, one: Settled) -> bool:
    """Whether it stands as it was approved, or goes on from there: an order that was not whole may be finished."""
    had, has = _held(old.build, one), _held(c.build, one)
    return bool(has == had or (isinstance(had, tuple) and has and has[: len(had)] == had))


def _held(build: Build, one: Settled) -> Any:
    mapping, _, key = one.path.partition(".")
    found = getattr(build, mapping).get(key)
    return sorted(found) if one.bag and found else found


def choice_at(build: Build, path: str) -> Any:
    """What stands there, as a document has it; None where nothing does."""
    mapping, _, key = path.partition(".")
    found = getattr(build, mapping).get(key)
    return list(found) if isinstance(found, Sequence) and not isinstance(found, str) else found


def _gone(c: Reading, old: Reading) -> Iterator[Finding]:
    """What is in no list any more; a line is written down, or follows from a roll."""
    if c.build.entries == old.build.entries and c.build.rolls == old.build.rolls:
        return
    declared = [(tuple(rule(old)), tuple(rule(c))) for rule in c.game.line_rules]
    paid = tuple(line for line in _bought_lines(old) if line.worth)
    for then, now in (*declared, (paid, tuple(_bought_lines(c)))):
        gone, fresh = _compared(c, then, now)
        new = iter(fresh)
        for line in gone:
            other = next(new, None)
            yield Finding(
                line.code,
                Level.ERROR,
                f"{line.label} was approved and can't be removed.",
                line.cite,
                hint=line.hint,
                at=line.path.rpartition(".")[0],
                fixes=_line_back(c, old, line, other),
                gm_word=GmWord(line.label, line.label, other.label if other else None) if line.word else None,
            )


def _bought_lines(c: Reading) -> Collection[KeptLine]:
    """The lines of lists with a purchase that is kept, and what they cost; one without an identity is its place."""
    found: dict[str, KeptLine] = {}
    for one in purchases_of(c):
        if one.rule.keeps and one.rule.keeps.lines and (path := line_of(one)):
            known = (path.split(".")[-2], path if one.identity is None else one.identity)
            where = one.cite or one.rule.cite
            line = KeptLine(path, one.name, known, "bought-line-gone", where, "Points aren't refunded after approval.")
            line = found.get(path, line)
            found[path] = line._replace(worth=line.worth + one.rule.price(c, one)(bought(c, one)))
    return found.values()


def _compared(c: Reading, then: Sequence[KeptLine], now: Sequence[KeptLine]) -> tuple[list[KeptLine], list[KeptLine]]:
    """The lines that are gone and unexplained, and those that are new."""
    had, has = ([line.identity for line in lines] for lines in (then, now))
    if has[: len(had)] == had:
        return [], []
    ledger, here = c.table.ledger.fresh, Counter(has)
    gone = [then[n] for n in unmatched([_names(ledger, line) for line in then], here)]
    fresh = [line for line in now if _taken(here, line.identity)] if gone else []
    named = Counter(line.unnamed for line in fresh)
    gone = [line for line in gone if line.identity != line.unnamed or not _taken(named, line.unnamed)]
    left = list(ledger) if gone else []
    told = [line for line in sorted(gone, key=_dearest) if explains_loss(left, line.lost, line.label, line.worth)]
    rest = (line for line in gone if line not in told)
    gone = [line for line in rest if not (line.word and ledger.allows(line.label, line.label, None))]
    return gone, fresh


def _names(ledger: Ledger, line: KeptLine) -> Sequence[Hashable]:
    """All that a line may be known by: as it was, and as the GM let its name, the last of it, become."""
    if not line.word or not isinstance(line.identity, tuple):
        return (line.identity,)
    *what, name = line.identity
    return [(*what, called) for called in ledger.names_of(name)]


def _dearest(line: KeptLine) -> int:
    return -line.worth


def _taken(left: Counter[Hashable], identity: Hashable) -> bool:
    """Whether one of this identity is left, which is taken then."""
    there = left[identity] > 0
    left[identity] -= there
    return there


def explains_loss(left: list[LedgerEntry], kinds: Collection[str], name: str, worth: int = 0) -> bool:
    """Whether an entry of these says where a thing of this name went, and leaves its worth spent.

    The one that leaves the least is taken out of `left`: it explains one thing.
    """
    found = [one for one in left if one.kind in kinds and same_name(one.subject) == same_name(name)]
    enough = [one for one in found if abs(one.amount) >= worth]
    if enough:
        left.remove(min(enough, key=_amount))
    return bool(enough)


def _amount(entry: LedgerEntry) -> int:
    return abs(entry.amount)


def _line_back(c: Reading, old: Reading, line: KeptLine, other: KeptLine | None) -> tuple[Fix, ...]:
    """The line as it was approved, for the other one that is new or after all others.

    None where it was not written down but followed from a roll.
    """
    at, _, place = line.path.rpartition(".")
    key = at.rpartition(".")[2]
    lines = old.build.entries.get(key, ())
    if int(place) >= len(lines):
        return ()
    where, _, there = other.path.rpartition(".") if other else ("", "", "")
    to = there if where == at else len(c.build.entries.get(key, ()))
    return (Fix(f"Restore {line.label}", f"{at}.{to}", written(lines[int(place)])),)
