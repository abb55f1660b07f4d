"""What points buy. A game says it once for a family of things, and everything else follows from that.

The field with its limit and the price of the next, the lines of the budget, what breaks where too much or too little is
bought or something approved is given back, the fixes of a budget that is overspent, the moves of a random character.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from rules.kernel.cites import Cite
from rules.kernel.figures import Budget, Origin, Term
from rules.kernel.findings import Finding, Fix, overspent, paying, staying
from rules.kernel.reading import Reading
from rules.kernel.words import amount

Price = Callable[[Reading, "Purchase"], Callable[[int], int]]
"""Gives what so much of a thing costs in all, which never falls as there is more."""
Saying = Callable[["Purchase", int, int], Finding]
"""A finding without its fix, given what stands there and the nearest that would do."""


class Cap(NamedTuple):
    """The most that may be bought, half a sentence on why, and the finding for more, where that is no other rule's."""

    most: int
    reason: str
    saying: Saying | None = None


@dataclass(frozen=True, slots=True)
class Keeps:
    """What approval settles: never less than was approved, or exactly that.

    `saying` is given what stands there and what was approved; `reason` is half a sentence.
    """

    saying: Saying
    reason: str = ""
    exactly: bool = False


def no_caps(c: Reading, purchase: "Purchase") -> Iterable[Cap]:
    return ()


def by_name(c: Reading, purchase: "Purchase", bought: int) -> str:
    return purchase.name


@dataclass(frozen=True, eq=False)
class PurchaseRule:
    """What the things of one family have in common, in the words of the book.

    `start` is what stands where nothing is written, `least` the least there may be. Where the score is a rating and
    not what was bought on top of one, it is `absolute`. `tried` says that one more may break what no cap knows of,
    such as the price of something else: the field's limit is then tried by reading, so a page has at most twelve.
    """

    budget: str
    unit: str
    price: Price
    cite: Cite
    line: Callable[[Reading, "Purchase", int], str] = by_name
    caps: Callable[[Reading, "Purchase"], Iterable[Cap]] = no_caps
    too_few: Saying | None = None
    keeps: Keeps | None = None
    start: int = 0
    least: int = 0
    absolute: bool = False
    tried: bool = False


class Purchase(NamedTuple):
    """One thing that points buy: its path, its name, its rule, the key of the figure it raises.

    `held` is what stands in the build, None where that is the score of its key. A thing of a list has an `identity`,
    by which it is found again wherever it stands, and the path of its `list`. `cite` is the thing's own.
    """

    path: str
    name: str
    rule: PurchaseRule
    key: str
    held: int | None = None
    identity: Hashable = None
    list: str = ""
    cite: Cite | None = None


def flat(each: int) -> Price:
    """Every one costs the same."""
    return lambda c, purchase: each.__mul__


# What stands


def stands(c: Reading, purchase: Purchase) -> int:
    """What is written, whatever it is."""
    return c.build.scores.get(purchase.key, purchase.rule.start) if purchase.held is None else purchase.held


def taken(c: Reading) -> tuple[tuple[Purchase, int], ...]:
    """Every purchase of which something is written, with how much. Most are not, and cost no more than a look."""
    scores = c.build.scores
    return tuple(
        (one, have)
        for one in c.purchases
        if (have := scores.get(one.key, one.rule.start) if one.held is None else one.held) or one.rule.least
    )


def bought(c: Reading, purchase: Purchase) -> int:
    """How much of it counts: less than the least is a finding, and counts as the least."""
    return max(stands(c, purchase), purchase.rule.least)


def next_price(c: Reading, purchase: Purchase) -> int:
    """What one more costs."""
    have = bought(c, purchase)
    price = purchase.rule.price(c, purchase)
    return price(have + 1) - price(have)


def spent(c: Reading, budget: str) -> Iterator[Term]:
    """The lines of a budget: everything that it has paid for, in the order of the declarations."""
    for purchase, have in c.once(taken):
        rule = purchase.rule
        if rule.budget == budget and (counts := max(have, rule.least)) and (cost := rule.price(c, purchase)(counts)):
            where, words = purchase.cite or rule.cite, rule.line(c, purchase, counts)
            yield Term(cost, words, where, Origin.BOUGHT, path=purchase.path)


def most_for(points: int, price: Callable[[int], int], least: int, most: int) -> int:
    """How many there may be, of `least` to `most`, for so many points in all; one less than the least for none."""
    return bisect_right(range(least, most + 1), points, key=price) + least - 1


# What was approved


class Match(NamedTuple):
    """A purchase as it was approved, how much of it, and what it is now: None where it is gone."""

    then: Purchase
    had: int
    now: Purchase | None


def approved(c: Reading) -> tuple[Match, ...]:
    """Everything that approval keeps, as far as any of it was or is bought; nothing before there is an approval.

    A thing of a list is looked for as the same in the same line, else as the same, else as what stands in its line.
    """
    old = c.approved
    if old is None:
        return ()
    then = {one.path: one for one, _ in old.once(taken) if one.rule.keeps}
    now = {one.path: one for one, _ in c.once(taken) if one.rule.keeps}
    listed = [one for one in then.values() if one.identity is not None]
    here = {one.path: one for one in c.purchases} if listed or then.keys() - now.keys() else now
    found = {path: here.get(path) for path, one in then.items() if one.identity is None} | _of_lists(listed, here)
    fresh = (Match(one, one.rule.least, one) for path, one in now.items() if one.identity is None and path not in then)
    return (*(Match(one, bought(old, one), found[path]) for path, one in then.items()), *fresh)


def _of_lists(then: Iterable[Purchase], now: dict[str, Purchase]) -> dict[str, Purchase | None]:
    left = [purchase for purchase in now.values() if purchase.identity is not None]
    found: dict[str, Purchase | None] = {}

    def alike(one: Purchase, other: Purchase) -> bool:
        return one.rule is other.rule and one.identity == other.identity

    for fits in (lambda a, b: alike(a, b) and a.path == b.path, alike, lambda a, b: a.path == b.path):
        for one in then:
            other = next((other for other in left if fits(one, other)), None)
            if other and one.path not in found:
                found[one.path] = other
                left.remove(other)
    return {one.path: found.get(one.path) for one in then}


def floors(c: Reading) -> dict[str, int]:
    """What was approved of everything that stands here now, by path."""
    return {match.now.path: match.had for match in c.once(approved) if match.now}


def floor(c: Reading, purchase: Purchase) -> int:
    """How little of it there may be: what was approved, else the least there is."""
    return max(purchase.rule.least, c.once(floors).get(purchase.path, purchase.rule.least))


def fixed(c: Reading, purchase: Purchase) -> bool:
    """Whether it can't move any more, up or down."""
    return c.approved is not None and purchase.rule.keeps is not None and purchase.rule.keeps.exactly


# What is wrong


def purchase_findings(c: Reading) -> Iterator[Finding]:
    """Less than the least, more than a cap, other than approved; each with the one value that mends it."""
    for purchase, have in c.once(taken):
        rule = purchase.rule
        if have < rule.least and rule.too_few:
            yield _told(rule.too_few, purchase, have, rule.least)
        for cap in rule.caps(c, purchase) if have > rule.least else ():
            if have > cap.most and cap.saying:
                yield _told(cap.saying, purchase, have, max(cap.most, rule.least))
    for then, had, now in c.once(approved):
        has, keeps = bought(c, now) if now else 0, then.rule.keeps
        if keeps and (has < had or (keeps.exactly and has != had)):
            if now:
                yield _told(keeps.saying, now._replace(name=then.name), has, had, f"Put {then.name} back")
            else:
                yield replace(keeps.saying(then, 0, had), at=then.list)


def _told(saying: Saying, purchase: Purchase, have: int, near: int, label: str = "") -> Finding:
    fix = Fix(label or less(purchase, have, near), purchase.path, near or None)
    return replace(saying(purchase, have, near), at=purchase.path, fixes=(fix,))


def less(purchase: Purchase, have: int, left: int) -> str:
    """The label of a fix that leaves so much of what stands there."""
    if purchase.rule.absolute:
        return f"Set {purchase.name} to {left}"
    if have < left:
        return f"Buy none in {purchase.name}"
    return f"Take {amount(have - left, purchase.rule.unit)} from {purchase.name}"


def overspending(
    c: Reading, budget: Budget, others: Callable[[int], Iterable[Fix]] = lambda over: ()
) -> Iterator[Finding]:
    """The error of an overspent budget with each single change that pays for it; `others` has what is no purchase."""
    if not budget.over:
        return
    sources = [
        (one, max(have, one.rule.least), floor(c, one), one.rule.price(c, one))
        for one, have in c.once(taken)
        if one.rule.budget == budget.key and not fixed(c, one)
    ]

    def savings(over: int) -> Iterator[Fix]:
        for purchase, have, low, price in sources:
            kept = staying(have, low, price, over)
            if kept is not None:
                yield Fix(less(purchase, have, kept), purchase.path, kept or None)
        yield from others(over)

    for finding in overspent(budget):
        yield replace(finding, fixes=paying(budget.over, savings))


# What can be done


def spend_at_random(c: Reading, left: int, liked: Sequence[Purchase], rng: Random, most: int = 2_000) -> dict[str, int]:
    """So many points spent one by one on whatever can be had, by path what stands there then.

    What is liked more often is bought more often.
    """
    have = {purchase.path: bought(c, purchase) for purchase in liked}
    caps = {one.path: min((cap.most for cap in one.rule.caps(c, one)), default=None) for one in liked}

    prices = {one.path: one.rule.price(c, one) for one in liked}

    def each(purchase: Purchase) -> int:
        price, at = prices[purchase.path], have[purchase.path]
        return price(at + 1) - price(at)

    for _ in range(most):
        dear = [one for one in liked if (cap := caps[one.path]) is None or have[one.path] < cap]
        dear = [one for one in dear if each(one) <= left]
        if not dear:
            break
        one = rng.choice(dear)
        left -= each(one)
        have[one.path] += 1
    return have
