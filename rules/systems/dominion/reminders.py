"""What page two of the printed record has at hand: called shots, injuries, healing (7.3.5, 8.5, 8.11, 8.12)."""

from rules.kernel.pages.print_blocks import Crib

CRIBS = (
    Crib(
        title="Called shots",
        lines=(
            ("Takes off your Strike", "eyes 5, neck 4, head 3, hands and feet 2, limbs 1."),
            ("Counts", "as one action more."),
            ("Missed by no more than that", "you strike the body instead."),
        ),
    ),
    Crib(
        title="Injury",
        lines=(
            ("Below 0", "the Injury stat is a penalty to every skill."),
            ("Eyes, neck and head", "a called shot there also takes its modifier off the Injury stat."),
            ("Defeated", "when no combat skill is left; called shots then cost nothing."),
        ),
    ),
    Crib(
        title="Healing",
        lines=(
            ("A day in bed", "gives back 1."),
            ("Medical Lore", "someone else rolls it once a day, less your penalty: what the roll shows comes back."),
            ("At most", "up to your Withstand Injury."),
        ),
    ),
)
