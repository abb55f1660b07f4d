"""What page two of the printed sheet has at hand: the round, healing, defeat (4, 4.1, 4.2, 4.3)."""

from rules.kernel.pages.print_blocks import Crib
from rules.systems.duality.healing import RESTS
from rules.systems.duality.outcomes import DIFFICULTIES


def _rests() -> str:
    return ", ".join(f"{minutes} min {DIFFICULTIES[key]}" for minutes, key in RESTS)


CRIBS = (
    Crib(
        title="The round",
        lines=(
            ("Turns", "the GM and the players take them in turn, one creature at a time."),
            ("An Advantage", "lets two of a side go together, once a turn."),
            ("An attack at Mixed or worse", "lets the target strike back or take an Advantage."),
        ),
    ),
    Crib(
        title="Healing",
        lines=(
            ("Rest", f"{_rests()}. Good or better gives all of Recovery, Mixed half."),
            ("Triage", "costs an Advantage: a healing specialization against Medium. Its bonus is the Life that comes "
             "back, 1 more for each further Advantage."),
        ),
    ),
    Crib(
        title="At 0 Life",
        lines=(
            ("Unconscious", "out for hours, then awake with 1 Life; a hit makes you unstable."),
            ("Unstable", "you act on, and roll Willpower at the end of each turn and when hurt: Very Easy first, a "
             "step harder each time. Below Mixed you die."),
            ("Made stable", "by anyone’s success against Medium."),
        ),
    ),
)  # fmt: skip
