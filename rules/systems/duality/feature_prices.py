"""What the features of an item cost, step by step, each by what the item gives in all by then (5.1.3, D-02)."""

from collections.abc import Iterator

from rules.kernel import Reading, Term
from rules.systems.duality.entries import Ability, Tag
from rules.systems.duality.game import cite
from rules.systems.duality.held import TARGETS, Feature, HeldItem, styles
from rules.systems.duality.pricing import MOST, feature_price, levels, plain, price, signed

UNSIGNED = ("die", "block", "life", "recovery")
"""Written as plain numbers, not as bonuses."""
WORDS = {"die": "damage dice", "life": "Life", "recovery": "Recovery", "block": "Block", "experience": "its experience"}
AT_ONE_PRICE = ("life", "recovery")
"""Every point costs the same, so the points of a feature are one line (5.1.3)."""


def counted(c: Reading) -> tuple[str, ...]:
    """The kinds of feature that count towards an item's total bonus (5.1.3, D-02)."""
    return (*TARGETS, "life", "recovery") if c.setting("life_in_total") else TARGETS


def total_bonus(c: Reading, item: HeldItem) -> int:
    """Everything an item adds to anything (5.1.3, D-02)."""
    kinds = counted(c)
    return sum(amount for target, amount in item.totals.items() if target.partition(":")[0] in kinds)


def features(c: Reading, item: HeldItem) -> Iterator[Term]:
    """Each step of each feature, in the order they are listed (5.1.3)."""
    for _, lines in told(c, item):
        yield from lines


def told(c: Reading, item: HeldItem) -> Iterator[tuple[Feature, tuple[Term, ...]]]:
    """Each feature with the lines of its price, in the order they are listed (5.1.3)."""
    for feature, had, total in before(c, item):
        yield feature, tuple(steps(c, item, feature, had, total))


def before(c: Reading, item: HeldItem) -> Iterator[tuple[Feature, int, int]]:
    """Each feature with what the item has of it before, and its total bonus until then (5.1.3)."""
    kinds, have = counted(c), dict(item.basic)
    total = sum(amount for target, amount in have.items() if target in kinds)
    for feature in item.features:
        had = have.get(feature.target, 0)
        yield feature, had, total
        have[feature.target] = had + feature.amount
        total += feature.amount if feature.kind in kinds else 0


def steps(c: Reading, item: HeldItem, feature: Feature, start: int, total: int) -> Iterator[Term]:
    """The lines of one feature of an item that has `start` of it and a total bonus of `total` before (5.1.3)."""
    path, where = f"{item.path}.entries.features.{feature.place}", cite("5.1.3", 12)
    at, name, to = f"{path}.scores.amount", named(c, feature.target), start + feature.amount
    if feature.kind == "ability":
        ability = c.rulebook.find(Ability, feature.entry.pick("ability"))
        yield from levels("", ability.name, ability, start, to, at) if ability else ()
        return
    if feature.kind == "style":
        yield price("", name, feature_price("style", None, 0, 1, 0), path, where)
        return
    write = plain if feature.kind in UNSIGNED else signed
    for low, high in _stretches(start, to, feature.kind in AT_ONE_PRICE):
        cost = feature_price(feature.kind, None, low, high - low, total + low - start)
        each = f", {cost // (high - low)} per point" if feature.kind in AT_ONE_PRICE and high - low > 1 else ""
        if cost:
            yield price("", f"{name} {write(low)} → {write(high)}{each}", cost, at, where)
    tag = c.rulebook.find(Tag, feature.entry.pick("tag")) if feature.kind == "specialization" else None
    if tag and tag.price and feature.amount and same_tags(item, feature)[0] == feature:
        yield price("", f"{name}: {tag.name}", tag.cost, f"{path}.picks.tag", tag.cite)


def same_tags(item: HeldItem, feature: Feature) -> list[Feature]:
    """The lines of an item that bring the same tag to the same specialization; the first is charged for it (D-31)."""
    tag = feature.entry.pick("tag")
    return [f for f in item.features if f.amount and (f.target, f.entry.pick("tag")) == (feature.target, tag)]


def _stretches(start: int, to: int, whole: bool) -> Iterator[tuple[int, int]]:
    """Single steps, the first few; whatever lies beyond is one more."""
    told = start if whole else min(to, start + MOST)
    for low in range(start, told):
        yield low, low + 1
    if to > told:
        yield told, to


def named(c: Reading, target: str) -> str:
    """What a feature adds to, in the reader's words."""
    kind, _, detail = target.partition(":")
    if kind == "style":
        held = c.memo(styles)
        known = detail.isdecimal() and int(detail) < len(held)
        return f"also for {held[int(detail)].label if known else 'another style'}"
    if kind == "ability":
        ability = c.rulebook.find(Ability, detail)
        return ability.name if ability else detail or kind
    if kind == "specialization":
        return c.figure(detail).label if detail in c else detail or kind
    if kind == "experience" and detail:
        return f"“{detail}”"
    return WORDS.get(kind) or (c.figure(kind).label if kind in c else kind)
