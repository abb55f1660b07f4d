"""A plate with rivets, and strokes of a hammer."""

from math import cos, radians, sin

from rules.kernel.pages import Heraldry, Ornament, PortraitFrame
from rules.systems.forge.game import forge

RIVETS = ((25, 14), (71, 14), (84, 32), (84, 84), (71, 102), (25, 102), (12, 84), (12, 32))

forge.heraldry = Heraldry(
    frame="M26 6H74L94 30V86L74 110H26L6 86V30Z",
    inner="".join(f"M{x} {y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0" for x, y in RIVETS),
    hatching="M0 0L8 8",
    ornament=Ornament(
        40,
        "M0 11.5H40M4 8.5L10 2.5M10 8.5L16 2.5M16 8.5L22 2.5M29 5.6a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
        "",
        "M30.3 5.6a0.7 0.7 0 1 0 1.4 0a0.7 0.7 0 1 0-1.4 0",
    ),
    bust="pointed-ears",
    portrait=PortraitFrame(
        outer="M18 3H102L117 18V132L102 147H18L3 132V18Z",
        inner="M21 9H99L111 21V129L99 141H21L9 129V21Z",
        rays="".join(
            f"M60 150L{60 + 200 * cos(radians(a)):.0f} {150 - 200 * sin(radians(a)):.0f}" for a in range(5, 180, 5)
        ),
    ),
    by="archetype",
    charges={
        "warriors": "sword",
        "rogues": "key",
        "mages": "star",
        "acolytes": "bell",
        "primalists": "paw",
    },
)
