"""NPCs: what their fight cards show, and what their makers are asked: a race and a style."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.kernel import Check, Live
from rules.kernel.basics import minus
from rules.kernel.pages import (
    FightCard,
    FightRoll,
    TurnOrder,
    TurnScore,
    Vital,
    added_up,
    among_entries,
    facts_told,
    fight_roll,
    fight_rolls,
    in_hand,
    rated,
)
from rules.kernel.rolls import RollResult
from rules.systems.dominion.armoury import armed
from rules.systems.dominion.effects import as_armed
from rules.systems.dominion.entries import Race, Style
from rules.systems.dominion.game import FACES, cite, dominion
from rules.systems.dominion.in_use import switches
from rules.systems.dominion.performing import RATE, TIMING, casting_checks
from rules.systems.dominion.surroundings import CONDITIONS
from rules.systems.dominion.vitals import STRIKES, best_with
from rules.systems.dominion.wishes import CONCEPTS

dominion.npc_choices = (
    among_entries("kind", "Race", Race, "picks.race"),
    among_entries(
        "trade", "Style", Style, "picks.style", CONCEPTS, fighting=("soldier", "crusader", "merchant-adventurer")
    ),
)

STATE = ("Injury Penalty", "Totally incapacitated", "Defeated", CONDITIONS)
"""Facts that say what wounds came to, and what surrounds a fight (7.5, 8.4.1, 8.5.2, 8.8)."""


def fight(live: Live) -> FightCard:
    """Timing as armed, what keeps blows off, how far one gets; then the weapon in hand, and spells (7.2, 7.3, 9.7)."""
    strike, parry = best_with(live, STRIKES), best_with(live, ("parry-with-",))
    spells = (
        one for check in casting_checks(live.sheet.reading) for one in fight_roll(live, check, dominion.usual_dice)
    )
    keys = (strike, parry, "brawling") if strike else ("brawling", "dodge")
    return FightCard.of(
        _figures(live, strike),
        (*_armed(live, fight_rolls(live, filter(None, keys), dominion.usual_dice)), *spells),
        in_hand(switches(live.sheet.reading)),
        state=facts_told(live, *STATE),
    )


def _figures(live: Live, strike: str) -> Iterator[Vital]:
    """With the roll of each that is one; Timing is that of the weapon in hand, with which it is rolled."""
    held = next(
        (thing.item for thing in live.sheet.reading.memo(armed) if thing.wielded), strike.partition("-with-")[2]
    )
    timing = f"timing-with-{held}"
    yield from _rolling(live, timing if timing in live.sheet.figures else "timing", "Timing", TIMING)
    yield from _rolling(live, "dodge", "Dodge")
    for place in ("torso", "head"):
        key = f"within-{place}"
        yield from _rolling(live, key if key in live.sheet.figures else "withstand-injury", f"Withstand {place}")
    yield from rated(live, RATE, "Movement", "m", lambda metres: minus(max(0, metres)))


def _rolling(live: Live, key: str, label: str, roll: str = "") -> Iterator[Vital]:
    """A figure with the answers that roll it, where that comes to the same and can be tried."""
    check = live.alive(dominion.rolled_now(live.sheet, {**live.answers, "skill": roll or key}))
    for vital in rated(live, key, label):
        rolls = check.dice is not None and check.pool.value == live.figure(key).value
        yield replace(vital, asks=check.answers) if rolls else vital


def _armed(live: Live, rolls: Iterable[FightRoll]) -> Iterator[FightRoll]:
    """Rolls with what the weapon does to whoever is hit (9.3.5, 9.3.6)."""
    for one in rolls:
        words = " ".join(as_armed(live.sheet.reading, dict(one.asks).get("skill", "")))
        yield replace(one, note=words or one.note)


def place_in_order(check: Check, rolled: RollResult | None) -> TurnScore:
    """The die and the stat (6.4), or the stat alone with a weapon that forfeits the roll (9.2.2). A rolled 12 fails
    whatever is added: it counts for nothing, and whoever rolled it is last."""
    made = added_up(check, rolled)
    failed = rolled is not None and any(die.face == FACES for _, dice in rolled.hands for die in dice)
    return replace(made, value=check.pool.value, last=True) if failed else made


dominion.fight = fight
dominion.turns = TurnOrder(
    "Timing Order",
    "The highest acts first and declares last. A rolled 12 comes after everyone; ties roll again among themselves.",
    cite("6.4", 40),
    (TIMING, "timing"),
    place_in_order,
    ties_roll=True,
)
