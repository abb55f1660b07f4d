"""What page two of the printed sheet has at hand: counterspells, healing what magic took, empowering."""

from rules.kernel.pages.print_blocks import Crib

CRIBS = (
    Crib(
        title="Counterspells",
        lines=(
            ("When", "on your turn or as a forced action, once the spell is sure to hit you."),
            ("Takes", "a task action, and no roll."),
            ("Dodging", "ask your GM."),
        ),
    ),
    Crib(
        title="Healing failed magic",
        lines=(
            ("By itself", "1 maximum Endurance after half an hour, then 1 a day without magic."),
            ("A disfigurement", "goes after 24 hours without magic."),
        ),
    ),
    Crib(
        title="Empowering",
        lines=(
            ("Rating", "up to your Power Level; so many temporary ones at a time."),
            ("Lasts", "about a week."),
            ("For good", "costs points equal to the rating."),
        ),
    ),
)
