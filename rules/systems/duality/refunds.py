"""What can be refunded: each single change that pays for what is over (3.6, D-09, D-15)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rules.kernel import Budget, Fix, Reading
from rules.kernel.findings import Payment, paying, staying
from rules.kernel.kept_purchases import floors, minded
from rules.kernel.purchases import by_path, stands
from rules.systems.duality.entries import Ability, Movement, Noun, Statistic, Tag, Verb, Wealth
from rules.systems.duality.feature_prices import before, named, same_tags
from rules.systems.duality.game import SPEEDS, STATISTICS
from rules.systems.duality.held import Feature, HeldItem, abilities, experiences, items, styles
from rules.systems.duality.kept import (
    approved_features,
    feature_floor,
    free_item,
    given,
    kept_items,
    kept_styles,
    tag_target,
    target_of,
)
from rules.systems.duality.pricing import feature_price, plain, signed
from rules.systems.duality.xp_lines import prices


class Bought(NamedTuple):
    """A choice that was paid for in steps, of which `floor` to `stands` can be refunded.

    `cost` says what so many steps cost in all, `value` what the choice is with them. `gone` is the fix that leaves
    nothing of it, None where it can only be made less. Less of it is `promised` to fix where its purchase says so.
    """

    name: str
    path: str
    floor: int
    stands: int
    cost: Callable[[int], int]
    value: Callable[[int], object]
    write: Callable[[int], str] = plain
    gone: Fix | None = None
    promised: bool = False

    def back(self, over: int) -> "Back | None":
        """It with as much of it left as pays for what is over, None where all of it is too little."""
        kept = staying(self.stands, self.floor, self.cost, over)
        return None if kept is None else Back(self, kept)

    def less(self, steps: int) -> Fix:
        """The fix that leaves so many steps."""
        if self.gone and steps == self.floor:
            return self.gone
        label = f"Set {self.name} to {self.write(steps)}"
        return Fix(label, self.path, self.value(steps), promised=self.promised)


class Back(NamedTuple):
    """Something bought with so many steps of it left."""

    one: Bought
    kept: int

    @property
    def stays(self) -> int:
        """The points that stay spent on it."""
        return self.one.cost(self.kept)

    @property
    def fix(self) -> Fix:
        return self.one.less(self.kept)

    def points(self) -> int:
        """The points that come back."""
        return self.one.cost(self.one.stands) - self.stays


def savings(c: Reading, budget: Budget) -> Payment:
    """Every single change that pays for what is over and that no approval holds, the nearest first (D-15).

    The nearest takes back the fewest points; what takes back as many as something else is in the ledger's order.
    """
    held = approved_picks(c)
    free = [one for one in bought(c) if one.path not in held or one.cost(one.stands) > held[one.path]]

    def nearest(much: int) -> Iterator[Fix]:
        enough = [back for one in free if (back := one.back(much)) and back.stays >= held.get(one.path, back.stays)]
        return (back.fix for back in sorted(enough, key=Back.points))

    return paying(budget.over, nearest)


def approved_picks(c: Reading) -> Counter[str]:
    """Points by path that were spent on choices when the character was approved; lists have their own rules (D-15)."""
    was = points(c.approved) if c.approved else Counter[str]()
    return Counter({path: cost for path, cost in was.items() if path.startswith("picks.")})


def points(c: Reading) -> Counter[str]:
    """Points spent, by the path they were spent at."""
    found: Counter[str] = Counter()
    for line in c.memo(prices):
        found[line.path] += line.amount
    return found


def by_line(c: Reading) -> Counter[str]:
    """Points spent on each line of a list, with everything in it."""
    found: Counter[str] = Counter()
    for line in c.memo(prices):
        found[".".join(line.path.split(".")[:3])] += line.amount
    return found


def bought(c: Reading) -> Iterator[Bought]:
    """Everything that can be refunded, in the ledger's order."""
    for part in (_scores, _means, _grid, _past, _fighting, _equipment):
        yield from part(c)


def _rated(c: Reading, path: str, gone: Fix | None = None, *, bare: bool = False) -> Iterator[Bought]:
    """A purchase in steps, as far as it starts, or was approved."""
    one = c.memo(by_path).get(path)
    if one is None:
        return
    have, start = stands(c, one), one.rule.start
    least = c.memo(floors).get(path, start)
    if have > least:
        write, gone = plain if bare else signed, gone if least == start else None
        cost = one.rule.price(c, one)
        weighed = path.startswith("entries.styles.") and c.setting("style_change") != "never"
        sure = minded(c, one) and not weighed  # what took the place of an approved style has to cost as much (D-20)
        yield Bought(one.name, path, least, have, cost, _number(start), write, gone, sure)


def _number(start: int) -> Callable[[int], object]:
    """What stands in a build for a number: nothing where it is what it starts from."""
    return lambda steps: None if steps == start else steps


def _once(name: str, path: str, cost: int, fix: Fix) -> Iterator[Bought]:
    """Something that one has or has not."""
    if cost > 0:
        yield Bought(name, path, 0, 1, lambda steps: steps * cost, _number(0), gone=fix)


def _removed(name: str, path: str) -> Fix:
    return Fix(f"Remove {name}", path, None)


def _scores(c: Reading) -> Iterator[Bought]:
    for key in c.rulebook.all(Statistic):
        yield from _rated(c, f"scores.{key}")
    for key in ("life", "recovery", "block"):
        yield from _rated(c, f"scores.{key}", bare=True)


def _means(c: Reading) -> Iterator[Bought]:
    if c.pick("speed") == "fast":
        yield from _once("Speed", "picks.speed", 1, Fix("Set Speed to Normal", "picks.speed", None))
    for key, movement in c.rulebook.all(Movement).items():
        if c.pick(key) in SPEEDS:
            costs = (0, *(movement.price + steps for steps in range(len(SPEEDS))))
            rungs: tuple[str, ...] = ("", *SPEEDS)
            gone = _removed(movement.name, f"picks.{key}")
            yield _ladder(movement.name, f"picks.{key}", rungs, costs, rungs.index(c.pick(key)), gone)
    wealth = c.rulebook.find(Wealth, c.pick("wealth"))
    if wealth and wealth.price > 0:
        ladder = sorted((w for w in c.rulebook.all(Wealth).values() if 0 <= w.price <= wealth.price), key=_price)
        rungs = tuple(rung.key for rung in ladder)
        yield _ladder("Wealth", "picks.wealth", rungs, tuple(w.price for w in ladder), len(ladder) - 1)


def _price(wealth: Wealth) -> int:
    return wealth.price


def _ladder(
    name: str, path: str, rungs: Sequence[str], costs: Sequence[int], stands: int, gone: Fix | None = None
) -> Bought:
    """A choice among words that lead from one to the next."""
    return Bought(
        name, path, 0, stands, lambda steps: costs[steps], lambda steps: rungs[steps] if steps else None,
        lambda steps: rungs[steps].capitalize(), gone,
    )  # fmt: skip


def _grid(c: Reading) -> Iterator[Bought]:
    tags = c.rulebook.all(Tag)
    for verb in c.rulebook.all(Verb).values():
        for noun in c.rulebook.all(Noun).values():
            key, name = f"{verb.key}-{noun.key}", f"{verb.name} {noun.name}"
            yield from _rated(c, f"scores.{key}")
            tag, path = tags.get(c.pick(f"tag-{key}")), f"picks.tag-{key}"
            if tag:
                yield from _once(name, path, tag.cost, _removed(f"{name}: {tag.name}", path))


def _past(c: Reading) -> Iterator[Bought]:
    for held in c.memo(experiences):
        yield from _rated(c, f"{held.path}.scores.bonus", _removed(held.label, held.path))
    for skill in c.memo(abilities):
        if skill.ability:
            gone = _removed(skill.ability.name, skill.path)
            yield from _rated(c, f"{skill.path}.scores.level", gone, bare=True)


def _fighting(c: Reading) -> Iterator[Bought]:
    spent, lines, free = points(c), by_line(c), _free_statistic(c)
    # A style that an item names, or one before it, stays: what came after it would be another.
    leaned_on = max((place for item in c.memo(items) for place in item.styles), default=-1)
    kept = {one.now.place: one.then for one in c.memo(kept_styles) if one.now}
    for style in c.memo(styles):
        own, path, label, then = style.style, style.path, style.label, kept.get(style.place)
        if own is None:
            continue
        if spent[path] and style.place > leaned_on and not then:
            yield from _once(label, path, lines[path], _removed(label, path))
        at = f"{path}.picks.statistic"
        if free and not (then and then.statistic):
            yield from _once(label, at, spent[at], Fix(f"Put {label} on {c.figure(free).label}", at, free))
        yield from _rated(c, f"{path}.scores.bonus")
        yield from _rated(c, f"{path}.scores.dice", bare=True)
        for upgrade in style.upgrades if not then else (one for one in style.upgrades if one not in then.upgrades):
            at, name = f"{path}.picks.upgrades.{upgrade.key}", f"{label}: {upgrade.name}"
            yield from _once(name, at, upgrade.cost, _removed(name, at))


def _free_statistic(c: Reading) -> str:
    """The best statistic that no style stands on, "" where there is none (3.5)."""
    taken = {held.statistic for held in c.memo(styles)}
    return max((key for key in STATISTICS if key not in taken), key=lambda key: c[key], default="")


def _equipment(c: Reading) -> Iterator[Bought]:
    spent, lines = points(c), by_line(c)
    kept = {one.now.place: one.then for one in c.memo(kept_items) if one.now}
    for item in c.memo(items):
        if item.place != c.memo(free_item) and item.place not in kept:
            yield from _once(item.label, item.path, lines[item.path], _removed(item.label, item.path))
        yield from _featured(c, item, approved_features(c, item))
        at = f"{item.path}.picks.in-use"
        yield from _once(item.label, at, spent[at], Fix(f"Put {item.label} away", at, None))


def _featured(c: Reading, item: HeldItem, kept: Mapping[str, int]) -> Iterator[Bought]:
    """The features of an item, each as far as it goes back; a tag goes by itself (5.1.3)."""
    has = given(c, item)
    for feature, had, total in before(c, item):
        path = f"{item.path}.entries.features.{feature.place}"
        name = f"{item.label}: {named(c, feature.target)}"
        target, gone = target_of(c, feature), _removed(name, path)
        if feature.kind == "style":
            if not kept.get(target):
                yield from _once(name, path, feature_price("style", None, had, 1, total), gone)
            continue
        least = feature_floor(feature, kept.get(target, 0), has[target])
        cost = partial(_feature, c, feature, had, total)
        at = f"{path}.scores.amount"
        yield Bought(name, at, least, feature.amount, cost, _number(0), gone=None if least else gone)
        tag, at = c.rulebook.find(Tag, feature.entry.pick("tag")), f"{path}.picks.tag"
        bare = feature.kind != "specialization" or not feature.amount or kept.get(tag_target(c, feature))
        if tag and not bare and len(same_tags(item, feature)) == 1:
            yield from _once(name, at, tag.cost, _removed(f"{name}: {tag.name}", at))


def _feature(c: Reading, feature: Feature, had: int, total: int, steps: int) -> int:
    """What so much of a feature costs an item with `had` of it and a total bonus of `total` before (5.1.3)."""
    ability = c.rulebook.find(Ability, feature.entry.pick("ability"))
    return feature_price(feature.kind, ability, had, steps, total)
