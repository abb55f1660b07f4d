"""NPCs: what their fight cards show, and the trades their makers choose among, as the game has no peoples."""

from rules.kernel import Live
from rules.kernel.basics import signed
from rules.kernel.pages import FightCard, TurnOrder, among_wishes, facts_told, fight_rolls, in_hand, rated, tracked
from rules.systems.duality.game import STATISTICS, cite, duality
from rules.systems.duality.held import styles
from rules.systems.duality.in_use import switches
from rules.systems.duality.vitals import blocks
from rules.systems.duality.wishes import CONCEPTS

duality.npc_choices = (among_wishes("trade", "Trade", CONCEPTS, fighting=("blade", "archer", "knight", "shield")),)


def fight(live: Live) -> FightCard:
    """Life and what keeps it, where armour of a style comes before Recovery; then each style as it is rolled, or the
    best statistic of who has none (3.5, 4.1)."""
    blocked = tuple(blocks(live))
    figures = (
        *tracked(live, "life", "Life", left=True), *blocked, *(rated(live, "recovery") if len(blocked) == 1 else ()),
        *rated(live, "willpower", write=signed), *rated(live, "instinct", write=signed),
    )  # fmt: skip
    known = {check.key for check in live.sheet.checks}
    held = [key for style in live.sheet.reading.memo(styles) for key in (f"{style.key}-armed", style.key)]
    best = max(STATISTICS, key=lambda key: live.sheet[key])
    return FightCard.of(
        figures,
        fight_rolls(live, [key for key in held if key in known] or [best]),
        in_hand(switches(live.sheet.reading)),
        state=facts_told(live, "Defeated"),
    )


duality.fight = fight
duality.turns = TurnOrder(
    "Alternating turns",
    "The GM picks one creature to act, then the players pick one, until everyone has acted. Whichever side has more "
    "left finishes the round. Number them as they act, from the highest down.",
    cite("4", 9),
)
