"""NPCs: what their fight cards show, and what their makers are asked: a race and a style."""

from collections.abc import Iterator

from rules.kernel import Live
from rules.kernel.basics import minus
from rules.kernel.pages import FightCard, Vital, among_entries, fight_roll, fight_rolls, in_hand, rated
from rules.systems.dominion.entries import Race, Style
from rules.systems.dominion.game import dominion
from rules.systems.dominion.in_use import switches
from rules.systems.dominion.performing import RATE, casting_checks
from rules.systems.dominion.vitals import STRIKES, best_with
from rules.systems.dominion.wishes import CONCEPTS

dominion.npc_choices = (
    among_entries("kind", "Race", Race, "picks.race"),
    among_entries("trade", "Style", Style, "picks.style", CONCEPTS),
)


def fight(live: Live) -> FightCard:
    """Timing as armed, what keeps blows off, how far one gets; then the weapon in hand, and spells (7.2, 7.3, 9.7)."""
    strike, parry = best_with(live, STRIKES), best_with(live, ("parry-with-",))
    spells = (
        one for check in casting_checks(live.sheet.reading) for one in fight_roll(live, check, dominion.usual_dice)
    )
    keys = (strike, parry, "brawling") if strike else ("brawling", "dodge")
    return FightCard.of(
        _figures(live, strike),
        (*fight_rolls(live, filter(None, keys), dominion.usual_dice), *spells),
        in_hand(switches(live.sheet.reading)),
    )


def _figures(live: Live, strike: str) -> Iterator[Vital]:
    armed = f"timing-with-{strike.partition('-with-')[2]}"
    yield from rated(live, armed if armed in live.sheet.figures else "timing", "Timing")
    yield from rated(live, "dodge-as-worn" if "dodge-as-worn" in live.sheet.figures else "dodge", "Dodge")
    for place in ("torso", "head"):
        key = f"within-{place}"
        yield from rated(live, key if key in live.sheet.figures else "withstand-injury", f"Withstand {place}")
    yield from rated(live, RATE, "Movement", "m", lambda metres: minus(max(0, metres)))


dominion.fight = fight
