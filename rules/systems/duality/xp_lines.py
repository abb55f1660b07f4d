"""The ledger of experience points: one line for each purchase, in the order of the book (3.4 to 3.6, 5)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from rules.kernel import Budget, Reading, Term, paid_out, received
from rules.systems.duality.allowed import exchanged, impoverished
from rules.systems.duality.entries import Movement, Statistic, Style, Tag, Wealth
from rules.systems.duality.feature_prices import features
from rules.systems.duality.game import IN_USE, SPEEDS, START_LIFE, START_RECOVERY, cite, duality
from rules.systems.duality.held import HeldStyle, abilities, experiences, grid, in_use, items, styles
from rules.systems.duality.kept import free_item, lost_and_here
from rules.systems.duality.pricing import BACK, climb, health, levels, price
from rules.systems.duality.purchases import lowest

STATISTICS, VITALS, MEANS = "Statistics", "Life, Recovery, Block", "Movement and wealth"
SPECIALIZATIONS, EXPERIENCES, ABILITIES = "Specializations", "Experiences", "Abilities"
STYLES, ITEMS, IN_PLAY = "Combat styles", "Items", "In play"
PARTS = (STATISTICS, VITALS, MEANS, SPECIALIZATIONS, EXPERIENCES, ABILITIES, STYLES, ITEMS, IN_PLAY, BACK)
"""The titles of the ledger, in its order."""


def statistics(c: Reading) -> Iterator[Term]:
    """The six statistics (3.6)."""
    where = cite("3.6", 8)
    for key, statistic in c.rulebook.all(Statistic).items():
        score = c.build.scores.get(key, 0)
        if min(score, lowest(c, key, 0)) < 0:
            yield price(STATISTICS, f"{statistic.name} +0 → −1 refunded", -3, f"scores.{key}", where)
        yield from climb(STATISTICS, statistic.name, 0, score, 3, f"scores.{key}", where)


def vitals(c: Reading) -> Iterator[Term]:
    """Life, Recovery and Block (3.6)."""
    scores = c.build.scores
    where = cite("3.6", 8)
    for key, label, start, each in (("life", "Life", START_LIFE, 1), ("recovery", "Recovery", START_RECOVERY, 2)):
        now, path, low = scores.get(key, start), f"scores.{key}", lowest(c, key, start)
        if now > low < start:
            back, top = cite("3.6", 8, "D-17"), min(now, start)
            yield from health(VITALS, label, start, low, path, where)
            yield price(VITALS, f"{label} {low} → {top}, {each} per point", each * (top - low), path, back)
            now = max(now, start)
        yield from health(VITALS, label, start, now, path, where)
    yield from climb(VITALS, "Block", 0, scores.get("block", 0), 3, "scores.block", cite("3.6", 9), bare=True)


def means(c: Reading) -> Iterator[Term]:
    """Speed, ways to move, wealth (3.6)."""
    where = cite("3.6", 9)
    speed = c.pick("speed")
    if speed == "slow" or gave_back(c, "speed", "slow"):
        yield price(MEANS, "Speed Normal → Slow refunded", -1, "picks.speed", where)
    if speed == "fast":
        yield price(MEANS, "Speed Normal → Fast", 1, "picks.speed", where)
    for key, movement in c.rulebook.all(Movement).items():
        if c.pick(key) in SPEEDS:
            yield from paced(movement, c.pick(key))
    wealth = c.rulebook.find(Wealth, c.pick("wealth"))
    none = next((one for one in c.rulebook.all(Wealth).values() if one.price < 0), None)
    if none and wealth is not none and gave_back(c, "wealth", none.key):
        yield from enriched(c, none)
    if wealth:
        yield from enriched(c, wealth)


def gave_back(c: Reading, key: str, low: str) -> bool:
    """Whether by the letter what was given up at creation stays refunded, as climbing back costs nothing (D-17)."""
    return c.created is not None and c.setting("climbing_back") == "letter" and c.created.pick(key) == low


def paced(movement: Movement, pace: str) -> Iterator[Term]:
    """A way to move at Slow, and each step of speed after that (3.6)."""
    path, where = f"picks.{movement.key}", cite("3.6", 9)
    yield price(MEANS, f"{movement.name}, Slow", movement.price, path, where)
    for low, high in pairwise(SPEEDS[: SPEEDS.index(pace) + 1]):
        yield price(MEANS, f"{movement.name} {low.capitalize()} → {high.capitalize()}", 1, path, where)


def enriched(c: Reading, wealth: Wealth) -> Iterator[Term]:
    """Each step of wealth from Limited up to this one, or the step down (3.6)."""
    where = cite("3.6", 9)
    if wealth.price < 0:
        yield price(MEANS, f"Wealth Limited → {wealth.name} refunded", wealth.price, "picks.wealth", where)
        return
    ladder = sorted((w for w in c.rulebook.all(Wealth).values() if 0 <= w.price <= wealth.price), key=_price)
    for low, high in pairwise(ladder):
        yield price(MEANS, f"Wealth {low.name} → {high.name}", high.price - low.price, "picks.wealth", where)


def _price(wealth: Wealth) -> int:
    return wealth.price


def specializations(c: Reading) -> Iterator[Term]:
    """Bonuses and tags of specializations (3.2, 3.6)."""
    where = cite("3.6", 9)
    tags, scores, picks = c.rulebook.all(Tag), c.build.scores, c.build.picks
    for key, name, tagged in grid(c.rulebook):
        score, tag = scores.get(key, 0), tags.get(c.pick(tagged)) if tagged in picks else None
        if score > 0:
            yield from climb(SPECIALIZATIONS, name, 0, score, 1, f"scores.{key}", where)
        if tag and tag.price:
            yield price(SPECIALIZATIONS, f"{name}: {tag.name}", tag.cost, f"picks.{tagged}", tag.cite)


def past(c: Reading) -> Iterator[Term]:
    """Experiences and abilities (3.3, 3.4)."""
    for held in c.memo(experiences):
        yield from climb(EXPERIENCES, held.label, 0, held.bonus, 1, f"{held.path}.scores.bonus", cite("3.6", 9))
    for skill in c.memo(abilities):
        if skill.ability:
            path = f"{skill.path}.scores.level"
            yield from levels(ABILITIES, skill.ability.name, skill.ability, 0, skill.level, path)


def fighting(c: Reading) -> Iterator[Term]:
    """Combat styles, their bonuses, dice and upgrades (3.5)."""
    given: set[bool] = set()
    on: dict[str, int] = {}
    gifts = third_style(c)
    for style in c.memo(styles):
        if style.style is None:
            continue
        free = style.style.offensive not in given
        given.add(style.style.offensive)
        if not free and gifts:
            gifts -= 1
        elif not free:
            yield price(STYLES, f"{style.label}: further style", 3, style.path, cite("3.5", 7))
        shared = on.get(style.statistic, 0)
        if style.statistic:
            on[style.statistic] = shared + 1
        if shared:
            words = f"{style.label}: {shared} already on {style.statistic.capitalize()}"
            yield price(STYLES, words, 3 * shared, f"{style.path}.picks.statistic", cite("3.5", 7))
        yield from improved(style, style.style)


def third_style(c: Reading) -> int:
    """1 where a third style is free: one of creation (3.5, D-03)."""
    if not c.setting("third_style_free"):
        return 0
    sides = [style.style.offensive for style in c.created.memo(styles) if style.style] if c.created else []
    return int(c.created is None or len(sides) > len(set(sides)))


def improved(style: HeldStyle, own: Style) -> Iterator[Term]:
    """What a style has been made better by (3.5, 3.5.1, 3.5.2)."""
    where, path = own.cite, style.path
    words = f"{style.label}: {'Block' if own.block else 'bonus'}"
    yield from climb(STYLES, words, style.start, style.bonus, 3 if own.block else 1, f"{path}.scores.bonus", where)
    if own.die:
        words, at = f"{style.label}: damage dice", f"{path}.scores.dice"
        yield from climb(STYLES, words, style.start_dice, style.dice, 5, at, where, bare=True)
    for upgrade in style.upgrades:
        label, at = f"{style.label}: {upgrade.name}", f"{path}.picks.upgrades.{upgrade.key}"
        yield price(STYLES, label, upgrade.cost, at, where)


def equipment(c: Reading) -> Iterator[Term]:
    """Items beyond the first, the features of each, and what more than two in use hold (5.1, 5.2)."""
    for item in c.memo(items):
        if item.place != c.memo(free_item):
            yield price(ITEMS, f"{item.label}, a further item", 1, item.path, cite("5.1", 12))
        for line in features(c, item):
            yield line._replace(label=f"{item.label}: {line.label}", group=ITEMS)
    for item in c.memo(in_use)[IN_USE:]:
        yield price(ITEMS, f"{item.label}: reserved while in use", 1, f"{item.path}.picks.in-use", cite("5.2", 12))


def outside(c: Reading) -> Iterator[Term]:
    """What is spent in nothing that the build holds: what was lost or exchanged, what the ledger takes out (D-25)."""
    stays = c.setting("lost_item_xp") == "stays_spent"
    lost = [one for one in c.table.ledger.of("item-lost") if one.amount and stays]
    # As long as something is on the list, its points are spent there.
    for entry in (one for one in lost if id(one) not in c.memo(lost_and_here)):
        yield price(ITEMS, f"{entry.subject}: lost", abs(entry.amount), "", cite("5.2", 12, "D-25"))
    for key, tag in exchanged(c):
        label = f"{c.figure(key).label if key in c else key}: {tag.name}, exchanged"
        yield price(SPECIALIZATIONS, label, tag.cost, "", cite("3.2", 5, "D-18"))
    for was, now in impoverished(c):
        yield price(MEANS, f"Wealth {was.name} → {now.name}, lost", was.price - now.price, "", cite("3.1.4", 5, "D-22"))
    for line in paid_out(c, "xp"):
        yield line._replace(group=IN_PLAY)


def prices(c: Reading) -> tuple[Term, ...]:
    """Every purchase, in the order of the book; what gives points back comes last."""
    bought = (statistics, vitals, means, specializations, past, fighting, equipment, outside)
    lines = [line for part in bought for line in part(c)]
    return (*(line for line in lines if line.amount >= 0), *(line for line in lines if line.amount < 0))


def spent(c: Reading) -> Budget:
    """The ledger of experience points (3.6, D-01)."""
    start = c.source("starting_xp", cite("3.6", 8, "D-01"))
    allowed = [Term(c.number("starting_xp"), "Starting XP", start)]
    allowed.extend(received(c, "xp"))
    where = c.source("starting_xp", cite("3.6", 8, "D-09"))
    return Budget.of("xp", "Experience Points", where, allowed=allowed, spent=c.memo(prices), unit="XP|XP")


@duality.budget
def experience_points(c: Reading) -> Iterable[Budget]:
    """One line for each purchase (3.6)."""
    yield c.memo(spent)


@duality.figure("xp", "XP left", cite("3.6", 8))
def left(c: Reading) -> Iterable[Term]:
    """What can still be spent; keeping some is no fault (D-09)."""
    ledger = c.memo(spent)
    yield Term(c.effects.added(ledger.allowed, c).value, "received", cite("3.6", 8))
    yield Term(-ledger.spent.value, "spent", cite("3.6", 8))


duality.spends = ("xp",)
