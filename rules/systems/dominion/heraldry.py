"""A shield with a battlement."""

from rules.kernel.pages import Heraldry, Ornament, PortraitFrame
from rules.systems.dominion.game import dominion

dominion.heraldry = Heraldry(
    ornament=Ornament(16, "M0 11.5H4V4.5H12V11.5H16", "M0 13.5H16"),
    portrait=PortraitFrame(inner="M8 8H112V142H8ZM3 15H15V3M105 3V15H117M3 135H15V147M105 147V135H117"),
    by="style",
    charges={
        "soldier": "sword",
        "crusader": "flame",
        "priest": "bell",
        "monk": "book",
        "merchant-adventurer": "ship",
        "rogue": "key",
        "fool": "mask",
        "witch": "moon",
    },
)
