"""A circle that turns into itself, and two waves."""

from rules.kernel.pages import Heraldry, Ornament, PortraitFrame
from rules.systems.duality.game import duality

duality.heraldry = Heraldry(
    frame="M50 10A48 48 0 0 1 50 106A48 48 0 0 1 50 10Z",
    inner="M50 10A24 24 0 0 1 50 58A24 24 0 0 0 50 106",
    hatching="M0 4H8",
    ornament=Ornament(
        56,
        "M0 7C7 -1 21 -1 28 7S49 15 56 7M40.4 7a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0",
        "M0 7C7 15 21 15 28 7S49 -1 56 7",
        "M12.4 7a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0",
    ),
    bust="braid",
    portrait=PortraitFrame(
        outer="M60 2C96 22 117 44 117 75S96 128 60 148C24 128 3 106 3 75S24 22 60 2Z",
        inner="M60 9C92 27 111 47 111 75S92 123 60 141C28 123 9 103 9 75S28 27 60 9Z",
        rays="".join(f"M{60 - r} 70a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0" for r in range(36, 96, 5)),
    ),
)
