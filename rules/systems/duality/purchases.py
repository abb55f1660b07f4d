"""What experience points buy in steps, and how far: scores, experiences, abilities, styles, features (3.2 to 3.6, 5.1).

What one has or has not, such as a tag or a way to move, is no step: the ledger prices it, and `refunds` takes it back.
Lines of a list are known by where they stood when they were approved: `kept` finds that out.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from rules.kernel import Cap, Finding, Fix, Keeps, Level, Purchase, PurchaseRule, Reading, Rulebook, derived
from rules.kernel.purchases import Price, line_of
from rules.systems.duality.entries import Ability, Noun, Statistic, Verb
from rules.systems.duality.game import START_LIFE, START_RECOVERY, cite, duality
from rules.systems.duality.held import ENDLESS, HeldStyle, abilities, experiences, styles
from rules.systems.duality.kept import identity, old_abilities, old_experiences, old_styles
from rules.systems.duality.pricing import ability_price, life_price, plain, recovery_price
from rules.systems.duality.returning import MOST_GIFTED, gifts


class Limits:
    """How far things may go, at creation and after (3.6, 5.1.3)."""

    def __init__(self, c: Reading) -> None:
        later = c.table.stage == "advancement"
        self.when = "in advancement" if later else "at creation"
        self.cite = cite("3.6", 9 if later else 8)
        self.statistic = 3 if later else 2
        self.life = ENDLESS if later else 40
        self.recovery = ENDLESS if later else 20
        self.block = 5 if later else 2
        self.bonus = 4 if later else 2
        self.style_bonus = 4 if later else 2
        self.armor = 5 if later else 2
        self.experience = 3 if later else 2
        self.riposte = 3 if later else 2
        self.item = 3 if later else 2
        self.dice = self.level = ENDLESS


# Prices: what a score costs in all


def rising(factor: int, start: int, to: int) -> int:
    """What steps after `start` cost, each at `factor` times the new number."""
    return factor * (to * (to + 1) - start * (start + 1)) // 2


def statistic_price(to: int) -> int:
    """Three times each new number; one below nothing gives three back (3.6)."""
    return -3 if to < 0 else rising(3, 0, to)


def lowest(c: Reading, key: str, start: int) -> int:
    """From what below its start something climbs by the letter of 3.6; else the start (D-17)."""
    if c.created is None or c.setting("climbing_back") != "letter":
        return start
    return min(start, c.created.build.scores.get(key, start))


def climbing(price: Callable[[int], int], start: int, each: int) -> Price:
    """A price that gives points back below the start; by the letter a step up to it costs `each` instead (D-17)."""

    def prices(c: Reading, purchase: Purchase) -> Callable[[int], int]:
        low = lowest(c, purchase.key, start)
        if low == start:
            return price
        return lambda to: price(min(to, low)) + each * max(0, min(to, start) - low) + max(0, price(max(to, start)))

    return prices


def always(price: Callable[[int], int]) -> Price:
    return lambda c, purchase: price


# What is said


def beyond(c: Reading, purchase: Purchase, value: int, near: int) -> Finding:
    """A value outside its limits; a line that is too low may go."""
    told = c.memo(Limits)
    limit = "maximum" if value > near else "minimum"
    line = line_of(purchase) if purchase.rule in (EXPERIENCE, LEVEL) and value < near else ""
    return Finding(
        "beyond-limit", Level.ERROR, f"{purchase.name} is {plain(value)}; the {limit} {told.when} is {plain(near)}.",
        purchase.cite or told.cite, hint=f"Set it to {plain(near)}.",
        fixes=(Fix("Remove the line", line, None),) if line else (),
    )  # fmt: skip


def less(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    """Less of a score than there was when the character was approved (D-15)."""
    return Finding(
        "below-baseline", Level.ERROR, f"{purchase.name} was {plain(had)} when approved and can't go down.",
        cite("3.6", 9, "D-15"), hint=f"It is {plain(has)} now. Only items can be sold.",
    )  # fmt: skip


def _up_to(limit: str) -> Callable[[Reading, Purchase], Iterable[Cap]]:
    def caps(c: Reading, purchase: Purchase) -> Iterable[Cap]:
        most = getattr(c.memo(Limits), limit)
        return (Cap(most, f"{most} is the maximum", beyond),) if most < ENDLESS else ()

    return caps


def _rule(price: Callable[[int], int], limit: str, start: int, least: int) -> PurchaseRule:
    """What XP buy up to a limit; the lines of lists are kept by `approved`."""
    return PurchaseRule(
        "xp", "XP", always(price), cite("3.6", 8), caps=_up_to(limit), too_few=beyond,
        keeps=Keeps(less, lines=False), start=start, least=least, absolute=True,
    )  # fmt: skip


STATISTIC = replace(_rule(statistic_price, "statistic", 0, -1), price=climbing(statistic_price, 0, 0))
LIFE = replace(_rule(life_price, "life", START_LIFE, 1), price=climbing(life_price, START_LIFE, 1))
RECOVERY = replace(
    _rule(recovery_price, "recovery", START_RECOVERY, 1), price=climbing(recovery_price, START_RECOVERY, 2)
)
BLOCK = _rule(partial(rising, 3, 0), "block", 0, 0)
SPECIALIZATION = _rule(partial(rising, 1, 0), "bonus", 0, 0)
EXPERIENCE = _rule(partial(rising, 1, 0), "experience", 0, 1)
STYLE_BONUS = _rule(partial(rising, 1, 1), "style_bonus", 1, 1)
STYLE_BLOCK = _rule(partial(rising, 3, 1), "armor", 1, 1)
DICE = replace(_rule(partial(rising, 5, 0), "dice", 0, 0), cite=cite("3.5", 7))
RIPOSTE = _rule(partial(rising, 5, 1), "riposte", 1, 1)


def _with_gifts(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """What XP buy of an experience, and what they and the gifts of resurrection come to (3.6, D-27)."""
    yield from _up_to("experience")(c, purchase)
    if not c.setting("gift_above_cap") and (given := gifts(c, purchase.key)):
        yield Cap(max(1, MOST_GIFTED - given), f"{MOST_GIFTED} is the maximum, gifts included", beyond)


EXPERIENCE = replace(EXPERIENCE, caps=_with_gifts)


def _levels(c: Reading, purchase: Purchase) -> Callable[[int], int]:
    return partial(ability_price, c.rulebook.all(Ability)[purchase.key])


LEVEL = replace(_rule(life_price, "level", 0, 1), price=_levels)


# What there is


@derived
def listed(rulebook: Rulebook) -> tuple[Purchase, ...]:
    """Statistics, Life, Recovery, Block and the grid of specializations, made once for each rulebook."""
    later = cite("3.6", 9)
    grid = ((verb, noun) for verb in rulebook.all(Verb).values() for noun in rulebook.all(Noun).values())
    return (
        *(Purchase(f"scores.{key}", entry.name, STATISTIC, key) for key, entry in rulebook.all(Statistic).items()),
        Purchase("scores.life", "Life", LIFE, "life"),
        Purchase("scores.recovery", "Recovery", RECOVERY, "recovery"),
        Purchase("scores.block", "Block", BLOCK, "block", cite=later),
        *(
            Purchase(f"scores.{v.key}-{n.key}", f"{v.name} {n.name}", SPECIALIZATION, f"{v.key}-{n.key}", cite=later)
            for v, n in grid
        ),
    )


@duality.purchases
def steps(c: Reading) -> Iterable[Purchase]:
    """Scores, experiences, levels of abilities, what styles were made better by."""
    return (*listed(c.rulebook), *_of_lists(c))


def _of_lists(c: Reading) -> Iterator[Purchase]:
    for past in c.memo(experiences):
        path = f"{past.path}.scores.bonus"
        known = identity(c, old_experiences, past.place)
        yield Purchase(path, past.label, EXPERIENCE, past.key, past.bonus, known, cite("3.3", 6))
    for skill in c.memo(abilities):
        if skill.ability:
            name, path = f"{skill.ability.name}: level", f"{skill.path}.scores.level"
            known = identity(c, old_abilities, skill.place)
            yield Purchase(path, name, LEVEL, skill.ability.key, skill.level, known, skill.ability.cite)
    for style in c.memo(styles):
        yield from of_style(c, style)


def of_style(c: Reading, held: HeldStyle) -> Iterator[Purchase]:
    """The bonus and the dice that a style has by what it is (3.5.1, 3.5.2)."""
    own, path, known = held.style, held.path, identity(c, old_styles, held.place)
    if own and held.start:
        words, rule = (f"{held.label}: Block", STYLE_BLOCK) if own.block else (f"{held.label}: bonus", STYLE_BONUS)
        yield Purchase(f"{path}.scores.bonus", words, rule, held.key, held.bonus, known, own.cite)
    if own and own.die:
        rule = DICE if own.offensive else RIPOSTE
        yield Purchase(f"{path}.scores.dice", f"{held.label}: damage dice", rule, held.key, held.dice, known, own.cite)
