"""What points buy. A game says it once for a family of things, and everything else follows from that.

The field with its limit and the price of the next, the lines of the budget, what breaks where too much or too little is
bought or something approved is refunded, the fixes of a budget that is overspent, the moves of a random character.
"""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import NamedTuple

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Origin, Term
from rules.kernel.books.rulebook import Entry, Rulebook, derived
from rules.kernel.findings import Finding
from rules.kernel.reading import Reading

Price = Callable[[Reading, "Purchase"], Callable[[int], int]]
"""Gives what so much of a thing costs in all, which never falls as there is more."""
Saying = Callable[[Reading, "Purchase", int, int], Finding]
"""A finding without that fix, given what stands there and the nearest that would do."""


class Cap(NamedTuple):
    """The most that may be bought, half a sentence on why, and the finding for more, None where another rule has it."""

    most: int
    reason: str
    saying: Saying | None = None


@dataclass(frozen=True, slots=True)
class Keeps:
    """What approval settles: never less than was approved, or exactly that.

    `saying` is given what stands there and what was approved; a finding of it that says where it is has its own fixes.
    `reason` is half a sentence. A line of a list that is gone or is another now is a finding of the kernel
    (`settled.settled_findings`), unless `lines` is False: then a rule of the game judges it.
    """

    saying: Saying
    reason: str = ""
    exactly: bool = False
    lines: bool = True


class Footing(NamedTuple):
    """What losses of the ledger stand on: how much there was by then, approved or not, and the finding for less."""

    least: Callable[[Reading, "Purchase"], int]
    saying: Saying


def no_caps(c: Reading, purchase: "Purchase") -> Iterable[Cap]:
    return ()


@dataclass(frozen=True, eq=False)
class PurchaseRule:
    """What the things of one family have in common, in the words of the book.

    `line` words the line of the budget where that is not the name alone. `caps` have findings of their own, `walls` are
    what else a field has to mind; its limit is the least of both. `needed` is what something else leans on, `footing`
    what the ledger does.
    `start` is what stands where nothing is written, `least` the least there may be. Where the score is a rating and
    not what was bought on top of one, it is `absolute`. `tried` says that one more may break what no cap knows of,
    such as the price of something else: the field's limit is then tried by reading, so a page has at most twelve.
    """

    budget: str
    unit: str
    price: Price
    cite: Cite
    line: Callable[[Reading, "Purchase", int], str] | None = None
    caps: Callable[[Reading, "Purchase"], Iterable[Cap]] = no_caps
    walls: Callable[[Reading, "Purchase"], Iterable[Cap]] = no_caps
    needed: Callable[[Reading, "Purchase"], int] | None = None
    too_few: Saying | None = None
    keeps: Keeps | None = None
    footing: Footing | None = None
    start: int = 0
    least: int = 0
    absolute: bool = False
    tried: bool = False


class Purchase(NamedTuple):
    """One thing that points buy: its path, its name, its rule, the key of the figure it raises.

    `held` is what stands in the build, None where that is the score of its key. A thing of a list has an `identity`,
    by which it is found again wherever it stands. `cite` is the thing's own.
    """

    path: str
    name: str
    rule: PurchaseRule
    key: str
    held: int | None = None
    identity: Hashable = None
    cite: Cite | None = None


@derived
def scored(rulebook: Rulebook, shape: type[Entry], rule: PurchaseRule, cited: bool = True) -> tuple[Purchase, ...]:
    """Every entry of a kind, bought at `scores.<key>`; its lines are cited like it, else like the rule."""
    found = rulebook.all(shape).values()
    return tuple(
        Purchase(f"scores.{one.key}", one.name, rule, one.key, cite=one.cite if cited else None) for one in found
    )


def flat(each: int) -> Price:
    """Every one costs the same."""
    price = each.__mul__
    return lambda c, purchase: price


def stands(c: Reading, purchase: Purchase) -> int:
    """What is written, whatever it is."""
    return c.build.scores.get(purchase.key, purchase.rule.start) if purchase.held is None else purchase.held


def purchases_of(c: Reading) -> tuple[Purchase, ...]:
    """Everything that points buy or could buy, in the order of the declarations."""
    return c.memo(_declared)


def _declared(c: Reading) -> tuple[Purchase, ...]:
    return tuple(chain.from_iterable(family(c) for family in c.game.purchase_families))


def by_path(c: Reading) -> Mapping[str, Purchase]:
    """Everything that points buy or could buy, by where it stands."""
    return {one.path: one for one in purchases_of(c)}


def taken(c: Reading) -> tuple[tuple[Purchase, int], ...]:
    """Every purchase of which something is written or is there from the start, with how much.

    Most have neither, and cost no more than a look.
    """
    scores, found = c.build.scores, []
    for one in purchases_of(c):
        # Unpacked at once, for there may be hundreds.
        _, _, rule, key, held, _, _ = one
        have = scores.get(key) if held is None else held
        if have is None:
            if rule.start:
                found.append((one, rule.start))
        elif have or rule.least:
            found.append((one, have))
    return tuple(found)


def bought(c: Reading, purchase: Purchase) -> int:
    """How much of it counts: less than the least is a finding, and counts as the least."""
    have = c.build.scores.get(purchase.key) if purchase.held is None else purchase.held
    return purchase.rule.start if have is None else max(have, purchase.rule.least)


def next_price(c: Reading, purchase: Purchase) -> int:
    """What one more costs."""
    have = bought(c, purchase)
    price = purchase.rule.price(c, purchase)
    return price(have + 1) - price(have)


def spent(c: Reading, budget: str) -> Iterable[Term]:
    """The lines of a budget: everything that it has paid for, in the order of the declarations."""
    return c.memo(_lines).get(budget, ())


def _lines(c: Reading) -> Mapping[str, list[Term]]:
    found: dict[str, list[Term]] = {}
    for purchase, have in c.memo(taken):
        rule = purchase.rule
        counts = max(have, rule.least)
        if counts and (cost := rule.price(c, purchase)(counts)):
            words = rule.line(c, purchase, counts) if rule.line else purchase.name
            term = Term(cost, words, purchase.cite or rule.cite, Origin.BOUGHT, True, purchase.path)
            found.setdefault(rule.budget, []).append(term)
    return found


def most_for(points: int, price: Callable[[int], int], least: int, most: int) -> int:
    """How many there may be, of `least` to `most`, for so many points in all; one less than the least for none."""
    return bisect_right(range(least, most + 1), points, key=price) + least - 1


def line_of(purchase: Purchase) -> str:
    """The line of a list that it stands in, "" for none."""
    return purchase.path.partition(".scores.")[0] if purchase.path.startswith("entries.") else ""


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

    def open_(one: Purchase) -> bool:
        cap = caps[one.path]
        return (cap is None or have[one.path] < cap) and each(one) <= left

    while most and (dear := [one for one in liked if open_(one)]):
        one = rng.choice(dear)
        left, most = left - each(one), most - 1
        have[one.path] += 1
    return have
