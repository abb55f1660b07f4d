"""What everything costs in experience points (3.4 to 3.6, 5): pure arithmetic, one step at a time."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from rules.kernel import Budget, Cite, Origin, Reading, Term
from rules.systems.duality.entries import Ability, Movement, Noun, Statistic, Tag, Verb, Wealth
from rules.systems.duality.game import IN_USE, SPEEDS, START_LIFE, START_RECOVERY, cite, duality
from rules.systems.duality.things import (
    BONUSES,
    TARGETS,
    HeldItem,
    HeldStyle,
    abilities,
    experiences,
    in_use,
    items,
    styles,
)

MOST = 12
"""Steps told one by one; whatever lies beyond is one line."""


def price(label: str, cost: int, path: str, where: Cite) -> Term:
    """One purchase: what it is, in the reader's words, what it costs, where it is chosen and where it is written."""
    return Term(cost, label, where, Origin.BOUGHT, path=path)


def signed(number: int) -> str:
    """+1, +0, −1."""
    return f"−{-number}" if number < 0 else f"+{number}"


@lru_cache(maxsize=20_000)
def climb(label: str, start: int, to: int, factor: int, path: str, where: Cite) -> tuple[Term, ...]:
    """Steps from one bonus to another, each at `factor` times the new one: a pure value, so made once."""
    told = min(to, start + MOST)
    steps = [
        price(f"{label} {signed(low)} → {signed(high)}", factor * high, path, where)
        for low, high in pairwise(range(start, told + 1))
    ]
    if to > told:
        rest = factor * (to * (to + 1) - told * (told + 1)) // 2
        steps.append(price(f"{label} {signed(told)} → {signed(to)}", rest, path, where))
    return tuple(steps)


def life_price(points: int) -> int:
    """What so many points of Life above or below 20 cost, or give back as less than nothing (3.6)."""
    if points >= START_LIFE:
        full, rest = divmod(points - START_LIFE, 10)
        return 5 * full * (full + 1) + rest * (full + 1)
    down = START_LIFE - max(1, points)
    return -(min(down, 10) + 2 * max(0, down - 10))


def recovery_price(points: int) -> int:
    """What so many points of Recovery above or below 10 cost, or give back (3.6)."""
    if points >= START_RECOVERY:
        full, rest = divmod(points - START_RECOVERY, 5)
        return 5 * full * (full + 1) + 2 * rest * (full + 1)
    down = START_RECOVERY - max(1, points)
    return -(2 * min(down, 5) + 4 * max(0, down - 5))


def _health(label: str, start: int, to: int, key: str) -> Iterator[Term]:
    """Life and Recovery, a line for each stretch of one price."""
    of, stretch = (life_price, 10) if key == "life" else (recovery_price, 5)
    stops = [start]
    if to > start:
        stops += list(range(start + stretch, min(to, start + MOST * stretch), stretch))
    elif to < start - stretch:
        stops.append(start - stretch)
    stops.append(max(1, to))
    for low, high in pairwise(dict.fromkeys(stops)):
        words = " given back" if high < low else ""
        yield price(f"{label} {low} → {high}{words}", of(high) - of(low), f"scores.{key}", cite("3.6", 8))


def ability_price(ability: Ability, level: int) -> int:
    """Every level of an ability up to this one, each bought in turn (3.4)."""
    level = max(0, level)
    return level * (level + 1) // 2 + ability.extra * level


def statistics(c: Reading) -> Iterator[Term]:
    """The six statistics, Life, Recovery and Block (3.6)."""
    where = cite("3.6", 8)
    for key, statistic in c.rulebook.all(Statistic).items():
        score = c.build.scores.get(key, 0)
        if score < 0:
            yield price(f"{statistic.name} +0 → −1 given back", -3, f"scores.{key}", where)
        yield from climb(statistic.name, 0, score, 3, f"scores.{key}", where)
    yield from _health("Life", START_LIFE, c.build.scores.get("life", START_LIFE), "life")
    yield from _health("Recovery", START_RECOVERY, c.build.scores.get("recovery", START_RECOVERY), "recovery")
    yield from climb("Block", 0, c.build.scores.get("block", 0), 3, "scores.block", where)


def means(c: Reading) -> Iterator[Term]:
    """Speed, ways to move, wealth (3.6)."""
    where = cite("3.6", 8)
    speed = c.pick("speed")
    if speed in ("slow", "fast"):
        cost, words = (1, "") if speed == "fast" else (-1, " given back")
        yield price(f"Speed Normal → {speed.capitalize()}{words}", cost, "picks.speed", where)
    for key, movement in c.rulebook.all(Movement).items():
        if c.pick(key) in SPEEDS:
            pace = SPEEDS.index(c.pick(key))
            yield price(f"{movement.name}, {c.pick(key)}", movement.price + pace, f"picks.{key}", movement.cite)
    wealth = c.rulebook.find(Wealth, c.pick("wealth"))
    if wealth and wealth.price:
        words = " given back" if wealth.price < 0 else ""
        yield price(f"Wealth Limited → {wealth.name}{words}", wealth.price, "picks.wealth", wealth.cite)


def specializations(c: Reading) -> Iterator[Term]:
    """Bonuses and tags of specializations (3.2, 3.6)."""
    where = cite("3.6", 9)
    tags = c.rulebook.all(Tag)
    for verb in c.rulebook.all(Verb).values():
        for noun in c.rulebook.all(Noun).values():
            key = f"{verb.key}-{noun.key}"
            score, tag = c.build.scores.get(key, 0), tags.get(c.pick(f"tag-{key}"))
            if score > 0:
                yield from climb(f"{verb.name} {noun.name}", 0, score, 1, f"scores.{key}", where)
            if tag and tag.price:
                yield price(f"{verb.name} {noun.name}: {tag.name}", tag.price, f"picks.tag-{key}", tag.cite)


def past(c: Reading) -> Iterator[Term]:
    """Experiences and abilities (3.3, 3.4)."""
    for held in c.once(experiences):
        yield from climb(held.label, 0, held.bonus, 1, f"{held.path}.scores.bonus", cite("3.6", 9))
    for skill in c.once(abilities):
        if skill.ability:
            for level in range(1, min(skill.level, MOST) + 1):
                cost = ability_price(skill.ability, level) - ability_price(skill.ability, level - 1)
                words = f"{skill.ability.name}, level {level}"
                yield price(words, cost, f"{skill.path}.scores.level", skill.ability.cite)
            if skill.level > MOST:
                rest = ability_price(skill.ability, skill.level) - ability_price(skill.ability, MOST)
                words = f"{skill.ability.name}, levels {MOST + 1} to {skill.level}"
                yield price(words, rest, f"{skill.path}.scores.level", skill.ability.cite)


def fighting(c: Reading) -> Iterator[Term]:
    """Combat styles, their bonuses, dice and upgrades (3.5)."""
    held = [style for style in c.once(styles) if style.style]
    given: set[bool] = set()
    on: dict[str, int] = {}
    gift = bool(c.setting("third_style_free")) and c.table.stage == "creation"
    for style in held:
        assert style.style is not None
        free = style.style.offensive not in given
        given.add(style.style.offensive)
        if not free and gift:
            gift = False
        elif not free:
            yield price(f"{style.label}: a further style", 3, style.path, cite("3.5", 7))
        shared = on.get(style.statistic, 0)
        if style.statistic:
            on[style.statistic] = shared + 1
        if shared:
            words = f"{style.label}: {shared} held on {style.statistic.capitalize()} already"
            yield price(words, 3 * shared, f"{style.path}.picks.statistic", cite("3.5", 7))
        yield from improved(style)


def improved(style: HeldStyle) -> Iterator[Term]:
    """What a style has been made better by (3.5, 3.5.1, 3.5.2)."""
    if style.style is None:
        return
    where, path = style.style.cite, style.path
    factor = 3 if style.style.block else 1
    yield from climb(style.label, style.start, style.bonus, factor, f"{path}.scores.bonus", where)
    if style.style.die:
        for step in climb(f"{style.label}: dice", style.start_dice, style.dice, 5, f"{path}.scores.dice", where):
            yield step._replace(label=step.label.replace("+", ""))
    for upgrade in style.upgrades:
        yield price(f"{style.label}: {upgrade.name}", upgrade.price, f"{path}.picks.upgrades.{upgrade.key}", where)


def equipment(c: Reading) -> Iterator[Term]:
    """Items beyond the first, the features of each, and what more than two in use hold (5.1, 5.2)."""
    for item in c.once(items):
        if item.place:
            yield price(f"{item.label}: a further item", 1, item.path, cite("5.1", 12))
        yield from features(c, item)
    for item in c.once(in_use)[IN_USE:]:
        yield price(f"{item.label}: held while in use", 1, f"{item.path}.picks.in-use", cite("5.2", 12))


def features(c: Reading, item: HeldItem) -> Iterator[Term]:
    """Each feature at the item's running total (5.1.3, D-02)."""
    counted = (*TARGETS, "life", "recovery") if c.setting("life_in_total") else TARGETS
    have = dict(item.basic)
    total = sum(amount for key, amount in have.items() if key in counted)
    for feature in item.features:
        amount, path = max(0, feature.amount), f"{item.path}.entries.features.{feature.place}"
        before = have.get(feature.target, 0)
        have[feature.target] = before + amount
        cost = feature_price(c, feature.kind, feature.entry.pick("ability"), before, amount, total)
        if feature.kind == "specialization":
            tag = c.rulebook.find(Tag, feature.entry.pick("tag"))
            cost += tag.price if tag and amount else 0
        if feature.kind in counted:
            total += amount
        if cost:
            words = f"{item.label}: {called(feature.kind)}"
            yield price(
                f"{words} {signed(amount)}" if feature.kind in TARGETS else words, cost, path, cite("5.1.3", 12)
            )


def feature_price(c: Reading, kind: str, ability: str, before: int, amount: int, total: int) -> int:
    """What `amount` more of a feature cost an item with `before` of it and a total bonus of `total` (5.1.3)."""
    if kind in TARGETS:
        cost = amount * total + amount * (amount + 1) // 2
        if kind not in BONUSES:
            cost += 2 * (amount * before + amount * (amount + 1) // 2)
        return cost
    if kind == "die":
        return 5 * (amount * before + amount * (amount + 1) // 2)
    if kind == "ability":
        found = c.rulebook.find(Ability, ability)
        return ability_price(found, amount) if found else 0
    return {"life": 2 * amount, "recovery": 4 * amount, "style": 3}.get(kind, 0)


def called(kind: str) -> str:
    """How a feature is called."""
    return {"style": "a further style", "die": "damage dice"}.get(kind, kind.replace("-", " ").capitalize())


GROUPS: Mapping[str, object] = {
    "Statistics": statistics,
    "Means": means,
    "Specializations": specializations,
    "Experiences and abilities": past,
    "Combat styles": fighting,
    "Items": equipment,
}


def prices(c: Reading) -> tuple[Term, ...]:
    """Every purchase, in the order of the book."""
    return (
        *statistics(c),
        *means(c),
        *specializations(c),
        *past(c),
        *fighting(c),
        *equipment(c),
    )


def spent(c: Reading) -> Budget:
    """The ledger of experience points (3.6, D-01)."""
    allowed = [Term(c.number("starting_xp"), "to start with, says the game master", cite("3.6", 8, "D-01"))]
    if c.table.awards:
        allowed.append(Term(c.table.awards, "earned since", cite("3.6", 9)))
    return Budget.of("xp", "Experience Points", cite("3.6", 8), allowed=allowed, spent=c.once(prices), unit="XP")


@duality.budget
def experience_points(c: Reading) -> Iterable[Budget]:
    """One line for each purchase (3.6)."""
    yield c.once(spent)


@duality.figure("xp", "XP left", cite("3.6", 8))
def left(c: Reading) -> Iterable[Term]:
    """What can still be spent; keeping some is no fault (D-09)."""
    ledger = c.once(spent)
    yield Term(ledger.allowed.value, "received", cite("3.6", 8))
    yield Term(-ledger.spent.value, "spent", cite("3.6", 8))
