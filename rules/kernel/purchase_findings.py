"""What breaks where too much or too little is bought, or too much in all, and the fixes that mend it."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import zip_longest

from rules.kernel.basics.figures import Budget
from rules.kernel.basics.wording import minus
from rules.kernel.findings import Finding, Fix, Payment, over_budget, paying, staying
from rules.kernel.kept_purchases import approved, fixed, floor, floors, minded
from rules.kernel.purchases import Footing, Purchase, Saying, bought, by_path, line_of, no_caps, purchases_of, taken
from rules.kernel.reading import Reading

Pays = Callable[[Reading, Budget], Payment]
"""What pays for an overspent budget."""


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
