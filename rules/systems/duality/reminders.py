"""What the printed sheet has at hand: what an Advantage buys, Defeat; the round and triage (2, 4, 4.1, 4.2.1, 4.3)."""

from rules.kernel import Reading
from rules.kernel.pages.print_blocks import Crib

ADVANTAGE = Crib(
    title="An Advantage",
    lines=(
        ("Rolls", "a third die, keep the highest two; or the lowest two for someone else."),
        ("Adds", "an experience of yours, a damage die or one less, a second defence, one more of your side."),
        ("The GM", "adds no more damage dice than the round’s number."),
    ),
)


def defeat(c: Reading) -> Crib:
    """What may be chosen at no Life, as this table plays (4.3, 4.3.1, D-10)."""
    blaze = ("Blaze of Glory", "one last action, Very Good, that doesn’t heal you; then you die.")
    return Crib(
        title="At 0 Life",
        lines=(
            ("Unconscious", "hours out, then 1 Life; when hit, unstable."),
            (
                "Unstable",
                "you act on. After each turn and when hurt roll Willpower, a step harder each time: below Mixed you "
                "die.",
            ),
            ("Made stable", "by anyone’s success against Medium."),
            *((blaze,) if c.setting("blaze_of_glory") else ()),
        ),
    )


TRIAGE = (
    "Triage",
    "costs an Advantage: a healing specialization against Medium. Its bonus is the Life that comes back, 1 more for "
    "each further Advantage.",
)
CRIBS = (
    Crib(
        title="The round",
        lines=(
            ("Turns", "the GM and the players take them in turn, one creature at a time."),
            ("An Advantage", "lets two of a side go together, once a turn."),
            ("An attack at Mixed or worse", "lets the target strike back or take an Advantage."),
        ),
    ),
)
