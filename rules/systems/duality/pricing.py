"""What everything costs in experience points (3.4 to 3.6, 5): pure arithmetic, one purchase at a time."""

from collections.abc import Iterator
from itertools import pairwise

from rules.kernel import Cite, Origin, Term, remember
from rules.kernel.basics import WRITTEN
from rules.systems.duality.entries import Ability
from rules.systems.duality.game import START_LIFE, START_RECOVERY
from rules.systems.duality.held import BONUSES, TARGETS

MOST = 12
"""Steps told one by one; whatever lies beyond is one line."""
LIFE_TIER, RECOVERY_TIER = 10, 5
"""After so many points each one costs more (3.6)."""
BACK = "Refunded"
"""The title in the ledger of whatever gives experience points back."""


def price(group: str, label: str, cost: int, path: str, where: Cite) -> Term:
    """One purchase: its title in the ledger, what it is, what it costs, where it is chosen, where it is written."""
    return Term(cost, label, where, Origin.BOUGHT, path=path, group=group if cost >= 0 else BACK)


def signed(number: int) -> str:
    """+1, +0, −1."""
    return f"−{-number}" if number < 0 else f"+{number}"


def plain(number: int) -> str:
    """1, 0, −1."""
    return signed(number).removeprefix("+")


@remember(WRITTEN)
def climb(
    group: str, label: str, start: int, to: int, factor: int, path: str, where: Cite, bare: bool = False
) -> tuple[Term, ...]:
    """Steps from one score to another, each at `factor` times the new one: a pure value, so made once.

    `bare` scores are written without their sign.
    """
    told, write = min(to, start + MOST), plain if bare else signed
    steps = [
        price(group, f"{label} {write(low)} → {write(high)}", factor * high, path, where)
        for low, high in pairwise(range(start, told + 1))
    ]
    if to > told:
        rest = factor * (to * (to + 1) - told * (told + 1)) // 2
        steps.append(price(group, f"{label} {write(told)} → {write(to)}", rest, path, where))
    return tuple(steps)


def life_price(points: int) -> int:
    """What so many points of Life above or below 20 cost, or give back as less than nothing (3.6)."""
    if points >= START_LIFE:
        full, rest = divmod(points - START_LIFE, LIFE_TIER)
        return 5 * full * (full + 1) + rest * (full + 1)
    down = START_LIFE - max(1, points)
    return -(min(down, LIFE_TIER) + 2 * max(0, down - LIFE_TIER))


def recovery_price(points: int) -> int:
    """What so many points of Recovery above or below 10 cost, or give back (3.6)."""
    if points >= START_RECOVERY:
        full, rest = divmod(points - START_RECOVERY, RECOVERY_TIER)
        return 5 * full * (full + 1) + 2 * rest * (full + 1)
    down = START_RECOVERY - max(1, points)
    return -(2 * min(down, RECOVERY_TIER) + 4 * max(0, down - RECOVERY_TIER))


def health(group: str, label: str, start: int, to: int, path: str, where: Cite) -> Iterator[Term]:
    """Life and Recovery, a line for each stretch of one price, which the line names."""
    of, stretch = (life_price, 10) if start == START_LIFE else (recovery_price, 5)
    stops = [start]
    if to > start:
        stops += list(range(start + stretch, min(to, start + MOST * stretch), stretch))
    elif to < start - stretch:
        stops.append(start - stretch)
    stops.append(max(1, to))
    for low, high in pairwise(dict.fromkeys(stops)):
        cost = of(high) - of(low)
        each, rest = divmod(abs(cost), abs(high - low))
        words = f", {each} per point" if not rest and abs(high - low) > 1 else ""
        back = " refunded" if high < low else ""
        yield price(group, f"{label} {low} → {high}{words}{back}", cost, path, where)


def ability_price(ability: Ability, level: int) -> int:
    """Every level of an ability up to this one, each bought in turn (3.4); none costs less than nothing."""
    paid = max(0, level + min(0, ability.extra))
    return paid * (paid + 1) // 2 + max(0, ability.extra) * paid


def levels(group: str, label: str, ability: Ability, start: int, to: int, path: str) -> Iterator[Term]:
    """Levels of an ability after `start`, each bought in turn (3.4)."""
    told = min(to, start + MOST)
    for level in range(start + 1, told + 1):
        cost = ability_price(ability, level) - ability_price(ability, level - 1)
        yield price(group, f"{label}, level {level}", cost, path, ability.cite)
    if to > told:
        rest = ability_price(ability, to) - ability_price(ability, told)
        yield price(group, f"{label}, levels {told + 1} to {to}", rest, path, ability.cite)


def feature_price(kind: str, ability: Ability | None, before: int, amount: int, total: int) -> int:
    """What `amount` more of a feature cost an item with `before` of it and a total bonus of `total` (5.1.3)."""
    if kind in TARGETS:
        cost = amount * total + amount * (amount + 1) // 2
        if kind not in BONUSES:
            cost += 2 * (amount * before + amount * (amount + 1) // 2)
        return cost
    if kind == "die":
        return 5 * (amount * before + amount * (amount + 1) // 2)
    if kind == "ability":
        return ability_price(ability, before + amount) - ability_price(ability, before) if ability else 0
    return {"life": 2 * amount, "recovery": 4 * amount, "style": 3}.get(kind, 0)


def called(kind: str) -> str:
    """How a feature is called."""
    return {"style": "a further style", "die": "damage dice"}.get(kind, kind.replace("-", " ").capitalize())
