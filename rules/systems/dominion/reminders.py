"""What page two of the printed record has at hand: the round, called shots, injury and healing (6, 7.3.5, 8)."""

from rules.kernel.pages.print_blocks import Crib
from rules.systems.dominion.called_shots import PLACES
from rules.systems.dominion.performing import SURROUNDINGS

SHOTS = ", ".join(f"{name.lower()} −{-modifier}" for name, modifier in PLACES.values())
AROUND = ", ".join(f"{label.lower()} −{most}" for label, most in SURROUNDINGS.values())
CRIBS = (
    Crib(
        title="The round",
        lines=(
            ("Timing", "d12 + Timing. Equal scores roll again."),
            ("Strategy", "the slowest says first. Each action after the first is −1 on all."),
            ("Modifier", "Parry, Block, Dodge: the number rolled comes off every attack on you."),
            ("Resolution", "the fastest acts first."),
        ),
    ),
    Crib(
        title="Called shots and conditions",
        lines=(
            ("Off the Strike", f"{SHOTS}."),
            ("Counts", "as one action more."),
            ("At most", f"{AROUND}: your GM says how much."),
        ),
    ),
    Crib(
        title="When it goes wrong",
        lines=(
            ("Defeated", "when no combat skill is left; called shots then cost nothing."),
            ("A day in bed", "gives back 1, up to Withstand Injury."),
            ("Medical Lore", "once a day, what someone else rolls, less your penalty."),
        ),
    ),
)
