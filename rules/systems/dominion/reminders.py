"""What page two of the printed record has at hand: the round, called shots, injury and healing (6, 7.3.5, 8)."""

from rules.kernel import Reading
from rules.kernel.pages.print_blocks import Crib
from rules.systems.dominion.called_shots import PLACES
from rules.systems.dominion.performing import SURROUNDINGS

SHOTS = ", ".join(f"{name.lower()} −{-modifier}" for name, modifier in PLACES.values())
AROUND = ", ".join(f"{label.lower()} −{most}" for label, most in SURROUNDINGS.values())
NEAR = {
    "modified": "A called shot missed by no more than its modifier",
    "unmodified": "A called shot missed with no more than the unmodified stat",
}
"""What hits the torso, by the reading of the table (A-24)."""


def hits(c: Reading) -> tuple[tuple[str, str], ...]:
    """What stands under the weapons (7.3.5, 8.5, 9.7)."""
    return (
        (
            "A hit",
            "wounds by the number rolled, if the target fails Withstand Injury. WIP changes that roll, and Armour the "
            "bonus of what it wears there.",
        ),
        (NEAR[str(c.setting("near_miss"))], "hits the torso."),
        ("Head, neck and eyes", "are wounded by the called shot’s modifier as well."),
    )


def cribs(c: Reading) -> tuple[Crib, ...]:
    """The reminders as this table plays (A-23)."""
    counted = (("Counts", "as one action more."),) if c.setting("called_shot_action") else ()
    return (
        Crib(
            title="The round",
            lines=(
                ("Timing", "d12 + Timing. Equal scores roll again."),
                ("Strategy", "the slowest says first. Each action after the first is −1 on all."),
                (
                    "Modifier",
                    "what you roll on Parry, Block or Dodge comes off attacks on you. Missiles: Block only. A Parry "
                    "stops neither Disarm nor Feint.",
                ),
                ("Resolution", "the fastest acts first."),
            ),
        ),
        Crib(
            title="Called shots and conditions",
            lines=(
                ("Off the Strike", f"{SHOTS}."),
                *counted,
                ("At most", f"{AROUND}: your GM says how much."),
            ),
        ),
        Crib(
            title="When it goes wrong",
            lines=(
                ("Defeated", "when no combat skill is left; called shots then cost nothing."),
                ("A day in bed", "gives back 1, up to Withstand Injury."),
                (
                    "Medical Lore",
                    "once a day, from someone else. Your penalty makes their roll harder; a success gives back all "
                    "they rolled.",
                ),
            ),
        ),
    )
