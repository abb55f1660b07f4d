"""What approval keeps of what was bought, and how little there may be of it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.kernel.purchases import Purchase, bought, by_path, purchases_of, taken
from rules.kernel.reading import Reading


class Match(NamedTuple):
    """A purchase as it was approved, and how much of it; what it is now, None where it is gone, and how much."""

    then: Purchase
    had: int
    now: Purchase | None
    has: int


def approved(c: Reading) -> tuple[Match, ...]:
    """Everything that approval keeps, as far as any of it was or is bought; nothing before there is an approval.

    A thing of a list is looked for by its identity, wherever it stands.
    """
    return _matched(c, c.approved) if any(one.rule.keeps for one in purchases_of(c)) else ()


def from_creation(c: Reading) -> tuple[Match, ...]:
    """The same by the first approval, from where what growth costs is counted."""
    return c.memo(approved) if c.created is c.approved else _matched(c, c.created)


def _matched(c: Reading, old: Reading | None) -> tuple[Match, ...]:
    if old is None:
        return ()
    now = {one.path: (one, max(have, one.rule.least)) for one, have in c.memo(taken)}
    found, listed = [], []
    for one, had in ((one, had) for one, had in old.memo(taken) if one.rule.keeps):
        if one.identity is not None:
            listed.append((one, max(had, one.rule.least)))
            continue
        here, has = now.pop(one.path) if one.path in now else _bare(c, one.path)
        found.append(Match(one, max(had, one.rule.least), here, has))
    fresh = [pair for pair in now.values() if pair[0].rule.keeps and pair[0].identity is None]
    return (*found, *_of_lists(c, listed), *(Match(one, one.rule.start, one, has) for one, has in fresh))


def _bare(c: Reading, path: str) -> tuple[Purchase | None, int]:
    """What can be bought here and is not."""
    here = c.memo(by_path).get(path)
    return here, bought(c, here) if here else 0


def _of_lists(c: Reading, then: Sequence[tuple[Purchase, int]]) -> Iterator[Match]:
    """Each thing of a list by its identity, which the game gives to no two."""
    known = purchases_of(c) if then else ()
    now = {(one.rule, one.identity): one for one in known if one.identity is not None}
    for one, had in then:
        here = now.pop((one.rule, one.identity), None)
        yield Match(one, had, here, bought(c, here) if here else 0)


def floors(c: Reading) -> dict[str, int]:
    """What was approved of everything that stands here now, by path."""
    return {match.now.path: match.had for match in c.memo(approved) if match.now}


def floor(c: Reading, purchase: Purchase) -> int:
    """How little of it there may be: what was approved, what something else leans on, else the least there is."""
    rule = purchase.rule
    low = max(rule.least, rule.needed(c, purchase)) if rule.needed else rule.least
    if rule.footing and c.table.ledger:
        low = max(low, min(bought(c, purchase), rule.footing.least(c, purchase)))
    if rule.keeps is None or c.approved is None:
        return low
    unwritten = rule.start if purchase.identity is None else rule.least
    return max(low, c.memo(floors).get(purchase.path, unwritten))


def fixed(c: Reading, purchase: Purchase) -> bool:
    """Whether it can't move any more, up or down."""
    return c.approved is not None and purchase.rule.keeps is not None and purchase.rule.keeps.exactly


def minded(c: Reading, purchase: Purchase) -> bool:
    """Whether its declaration says all that less of it could break.

    Not where it wants to be tried, nor where a book in use makes something else hang on a number.
    """
    return not (purchase.rule.tried or c.effects.may_circle or any(giver.requires for giver in c.effects.givers))
