"""A scrolled shield, and a constellation."""

from rules.kernel.pages import Heraldry, Ornament, PortraitFrame
from rules.systems.hprpg.game import hprpg

hprpg.heraldry = Heraldry(
    frame="M50 4C60 12 76 12 90 10C96 30 94 44 92 58C88 84 70 98 50 112"
    "C30 98 12 84 8 58C6 44 4 30 10 10C24 12 40 12 50 4Z",
    inner="M50 11C60 18 73 18 85 16C89 32 88 44 86 57C82 79 67 92 50 104"
    "C33 92 18 79 14 57C12 44 11 32 15 16C27 18 40 18 50 11Z",
    hatching="M0 8L8 0",
    ornament=Ornament(
        132,
        "",
        "M0 9L30 5L62 10L98 4L132 9",
        "M30 .6l1.06 3.34 3.34 1.06-3.34 1.06L30 9.4l-1.06-3.34L25.6 5l3.34-1.06Z"
        "M62 7.6l.58 1.82 1.82.58-1.82.58L62 12.4l-.58-1.82L59.6 10l1.82-.58Z"
        "M98 1.2l.82 2.58 2.58.82-2.58.82L98 8l-.82-2.58L94.6 4.6l2.58-.82Z"
        "M13 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0M115 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0",
    ),
    bust="pointed-hat",
    portrait=PortraitFrame(
        outer="M60 2C96 2 117 30 117 75S96 148 60 148S3 120 3 75S24 2 60 2Z",
        inner="M60 8C92 8 111 34 111 75S92 142 60 142S9 116 9 75S28 8 60 8Z",
        rays="".join(f"M{x} 0L{x - 60} 150" for x in range(5, 180, 5)),
    ),
    by="archetype",
    charges={
        "artificer": "hammer",
        "auror": "eye",
        "druid": "sprout",
        "outlaw": "key",
        "scholar": "book",
        "sophisticate": "mask",
        "warrior": "sword",
    },
)
