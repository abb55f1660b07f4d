"""What page two of the printed sheet has at hand: spare successes, resisting a spell, contests (5, 8.2)."""

from rules.kernel.pages.print_blocks import Crib

CRIBS = (
    Crib(
        title="Spare successes",
        lines=(
            ("Overpower", "each adds 1 to damage, healing or size."),
            ("Defy", "each adds 1 to the DV to resist."),
            ("Extend", "each adds the first duration once more."),
        ),
    ),
    Crib(
        title="Resisting a spell",
        lines=(
            ("DV", "8 + the spell’s level + Defy − your dots."),
            ("Each success", "takes 1 of the spell’s power; at 0 nothing happens."),
        ),
    ),
    Crib(
        title="Contests",
        lines=(
            ("Both roll", "at the DV of the one who starts it, and count successes."),
            ("The difference", "is how well the starter does."),
            ("A tie", "leaves things as they are."),
        ),
    ),
)
