"""What page two of the printed record has at hand: the round, called shots, injury and healing (6, 7.3.5, 8)."""

import re
from collections.abc import Iterator

from rules.kernel import Reading
from rules.kernel.pages.print_blocks import Crib
from rules.systems.dominion.called_shots import PLACES
from rules.systems.dominion.entries import Skill
from rules.systems.dominion.surroundings import SURROUNDINGS

CITED = re.compile(r" \([^()]*p\. \d+\)")
"""Where a hazard is written: paper has no room for that."""
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
    hazards = tuple(_hazards(c))
    half = len(hazards) // 2  # so that no column is much longer than the others
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
                *hazards[:half],
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
                *hazards[half:],
            ),
        ),
    )


def harms(c: Reading) -> Crib:
    """What belongs to the wounds, where page two has no room for it."""
    return Crib(title="", lines=tuple(_hazards(c)))


def _hazards(c: Reading) -> Iterator[tuple[str, str]]:
    """What does harm without a blow, in the words of the skill that withstands it: "A fall" and what it does (8.7).

    What a day in bed asks of somebody with a Lingering Illness is told at the roll: paper has no line left for it.
    """
    skill = c.rulebook.find(Skill, "withstand-injury")
    for hazard in skill.hazards if skill else ():
        what, does, harm = CITED.sub("", hazard).partition(" does ")
        if skill and does:
            yield what, harm.replace("this roll", skill.name)
