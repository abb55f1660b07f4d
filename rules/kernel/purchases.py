"""What points buy. A game says it once for a family of things, and everything else follows from that.

The field with its limit and the price of the next, the lines of the budget, what breaks where too much or too little is
bought or something approved is refunded, the fixes of a budget that is overspent, the moves of a random character.
"""

from bisect import bisect_right
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from random import Random
from typing import NamedTuple

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Budget, Origin, Term
from rules.kernel.basics.wording import minus
from rules.kernel.books.rulebook import Entry, Rulebook, derived
from rules.kernel.findings import Finding, Fix, Payment, over_budget, paying, staying
from rules.kernel.reading import Reading

Price = Callable[[Reading, "Purchase"], Callable[[int], int]]
"""Gives what so much of a thing costs in all, which never falls as there is more."""
Saying = Callable[[Reading, "Purchase", int, int], Finding]
"""A finding without that fix, given what stands there and the nearest that would do."""
Pays = Callable[[Reading, Budget], Payment]
"""What pays for an overspent budget."""


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


def purchase_findings(c: Reading) -> Iterator[Finding]:
    """Less than the least or than losses stand on, more than a cap, other than approved; each with what mends it.

    What is gone as a whole is a line that is gone, or the rule judges it that took it away.
    """
    for purchase, have in c.memo(taken):
        rule = purchase.rule
        if have < rule.least and rule.too_few:
            yield _told(c, rule.too_few, purchase, have, rule.least)
        for cap in rule.caps(c, purchase) if have > rule.least and rule.caps is not no_caps else ():
            if have > cap.most and cap.saying:
                yield _told(c, cap.saying, purchase, have, max(cap.most, rule.least))
    sunk = {one.path: (one, rests, least) for one, rests, least in _sunk(c)} if c.table.ledger else {}
    for one, rests, least in sunk.values():
        yield _told(c, rests.saying, one, bought(c, one), least, f"Restore {one.name} to {minus(least)}")
    for then, had, now, has in c.memo(approved):
        keeps = then.rule.keeps
        if now and now.path not in sunk and keeps and (has < had or (keeps.exactly and has != had)):
            label = f"Restore {then.name} to {minus(had)}"
            yield _told(c, keeps.saying, now._replace(name=then.name), has, had, label)


def _sunk(c: Reading) -> Iterator[tuple[Purchase, Footing, int]]:
    """What losses stand on and there is less of, where that is more than was approved."""
    floor = c.memo(floors)
    for one in purchases_of(c):
        rests = one.rule.footing
        if rests and (least := rests.least(c, one)) > floor.get(one.path, 0) and bought(c, one) < least:
            yield one, rests, least


def _told(c: Reading, saying: Saying, purchase: Purchase, have: int, near: int, label: str = "") -> Finding:
    words = label or (f"Set {purchase.name} to {minus(near)}" if purchase.rule.absolute else less(purchase, have, near))
    finding, sure = saying(c, purchase, have, near), floor(c, purchase) <= near < have and minded(c, purchase)
    if finding.at:
        return finding
    fix = Fix(words, purchase.path, near or None, promised=sure)
    return finding._replace(at=purchase.path, fixes=(fix, *finding.fixes))


def less(purchase: Purchase, have: int, left: int) -> str:
    """The label of a fix that leaves so much of what stands there."""
    if purchase.rule.absolute:
        return f"Set {purchase.name} to {minus(left)}"
    if have < left:
        return f"Clear {purchase.name}"
    if not left and line_of(purchase) == purchase.path:
        return f"Remove {purchase.name}"
    return f"Remove {have - left:,} from {purchase.name}"


def line_of(purchase: Purchase) -> str:
    """The line of a list that it stands in, "" for none."""
    return purchase.path.partition(".scores.")[0] if purchase.path.startswith("entries.") else ""


def no_others(over: int) -> Iterable[Fix]:
    return ()


def overspending(c: Reading, budget: Budget, pays: Pays | None = None) -> Iterator[Finding]:
    """The error of an overspent budget with each single change that pays for it: `pays`, else what `savings` finds.

    What the ledger took is told apart from what was bought. The hint names what can return, or says that nothing can.
    """
    if not budget.over:
        return
    payment, names = (pays or savings)(c, budget), {path: one.name for path, one in c.memo(by_path).items()}
    stuck = c.approved is not None and not payment.fixes
    for finding in over_budget(budget, payment, names, entered(c, budget)):
        yield finding._replace(hint=_way_out(c, budget)) if stuck else finding


def _way_out(c: Reading, budget: Budget) -> str:
    """What to do about an overspent budget that no choice pays for, after an approval."""
    lines = ", ".join(entered(c, budget))
    if lines:
        return f"Cancel a ledger entry ({lines}), or ask your GM."
    return "Everything was bought before approval. Ask your GM."


def entered(c: Reading, budget: Budget) -> Mapping[str, int]:
    """What the ledger took out of a budget, by the line of its kind."""
    kinds = (kind for kind in c.game.ledger_kinds.values() if kind.budget == budget.key and kind.sign < 0)
    found = {kind.line or kind.label: c.table.ledger.total(kind.key) for kind in kinds} if c.table.ledger else {}
    return {line: total for line, total in found.items() if total}


def savings(
    c: Reading, budget: Budget, others: Callable[[int], Iterable[Fix]] = no_others, also: Container[str] = ()
) -> Payment:
    """Each single change that pays for what is over, never below what was approved; else for half of it, and so on.

    Those of `others` take turns with the purchases: a page has room for few. `also` are the keys of further budgets
    for whose purchases this one pays.
    """
    sources = [
        (one, max(have, one.rule.least), floor(c, one), one.rule.price(c, one))
        for one, have in c.memo(taken)
        if (one.rule.budget == budget.key or one.rule.budget in also) and not fixed(c, one)
    ]

    def purchases(over: int) -> Iterator[Fix]:
        for purchase, have, low, price in sources:
            kept = staying(have, low, price, over)
            if kept is not None:
                yield Fix(less(purchase, have, kept), purchase.path, kept or None, promised=minded(c, purchase))

    def enough(over: int) -> Iterator[Fix]:
        pairs = zip_longest(purchases(over), others(over))
        return (fix for pair in pairs for fix in pair if fix)

    return paying(budget.over, enough)


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
