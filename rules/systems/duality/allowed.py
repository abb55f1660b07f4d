"""What the game master has let change after the approval, and what stays spent in what it was (3.2, 3.1.4, 3.5)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.kernel import Reading
from rules.systems.duality.entries import Tag, Wealth

HUMAN, LIMITED = "human", "limited"
"""What stands where nothing is picked."""


class Change(NamedTuple):
    """A change of a pick that the ledger names."""

    was: str
    now: str
    settled: bool = False


def changes(c: Reading, path: str, usual: str) -> tuple[Change, ...]:
    """Every change of one pick that was allowed, in their order; nothing said is the usual."""
    last = (c.approved.pick(path.removeprefix("picks.")) if c.approved else "") or usual
    found = []
    for entry in c.table.ledger.of("change"):
        if entry.subject.casefold() == path:
            was, now = (str(entry.more.get(key) or usual) for key in ("from", "to"))
            found.append(Change(was if "from" in entry.more else last, now, entry.settled))
            last = now
    return tuple(found)


def reached(c: Reading, path: str, usual: str, ladder: Sequence[str] = ()) -> set[str]:
    """What a pick may be by the game master's word since the approval, in one step or in several, and what it was.

    What is bought takes no word: a word may start from any higher step of the `ladder`, least first.
    """
    assert c.approved is not None
    found = {c.approved.pick(path.removeprefix("picks.")) or usual}
    for change in changes(c, path, usual):
        low = min((ladder.index(one) for one in found if one in ladder), default=len(ladder))
        if (change.was in found or change.was in ladder[low:]) and not change.settled:
            found.add(change.now)
    return found


def exchanged(c: Reading) -> Iterator[tuple[str, Tag]]:
    """The tags that were paid for and exchanged for others, with their specialization (D-18)."""
    paths = (entry.subject.casefold() for entry in c.table.ledger.of("change") if c.approved)
    for path in dict.fromkeys(one for one in paths if one.startswith("picks.tag-")):
        key, found = path.removeprefix("picks.tag-"), changes(c, path, HUMAN)
        for change in (*_done(c.approved, key, found, True), *_done(c, key, found, False)):
            tag = c.rulebook.find(Tag, change.was)
            if tag and tag.price:
                yield key, tag


def _done(c: Reading | None, key: str, found: Iterable[Change], settled: bool) -> Sequence[Change]:
    """The changes of a tag, before the approval or since, up to the last that led to what it is in this reading."""
    some = [change for change in found if change.settled is settled]
    now = (c.pick(f"tag-{key}") if c else "") or HUMAN
    return some[: max((n for n, change in enumerate(some, 1) if change.now == now), default=0)]


def impoverished(c: Reading) -> Iterator[tuple[Wealth, Wealth]]:
    """Each loss of wealth in the story: from what to what (D-22)."""
    for change in changes(c, "picks.wealth", LIMITED) if c.approved else ():
        was, now = (c.rulebook.find(Wealth, key) for key in change[:2])
        if was and now and now.price < was.price:
            yield was, now
