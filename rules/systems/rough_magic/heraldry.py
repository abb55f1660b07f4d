"""A bent hexagon, and a line in chalk."""

from rules.kernel.pages import Heraldry, Ornament, PortraitFrame
from rules.systems.rough_magic.game import rough_magic

rough_magic.heraldry = Heraldry(
    frame="M50 3L94 30L91 84L50 113L8 86L6 31Z",
    inner="M50 10L88 33L86 82L50 106L14 84L13 34Z",
    dashes="5 3",
    hatching="M1 0Q4 4 1 8",
    ornament=Ornament(
        90,
        "M0 8C10 6.4 16 9.4 26 7.6S44 6.2 54 8S78 8.9 90 8M45 1.6L48.4 7L41.6 7Z",
        "M2 10.6C20 9.2 40 11.6 88 10M70 5.2q2.4 -3 4 0t4 0",
    ),
    bust="mask",
    portrait=PortraitFrame(
        outer="M4 5C40 2 80 6 116 3C118 50 115 100 117 147C80 149 40 145 3 148C5 100 2 50 4 5Z",
        inner="M9 10C40 7 80 10 111 8C113 50 110 100 112 142C80 144 40 140 8 143C10 100 7 50 9 10Z",
        dashes="6 3",
        rays="".join(f"M{x} -4Q{x + 6} 40 {x} 76T{x} 154" for x in range(0, 121, 6)),
    ),
    by="avenue",
    charges={
        "alteration": "flask",
        "conjuration": "star",
        "divination": "eye",
        "enchantment": "moon",
        "illusion": "mask",
        "diabolism": "flame",
        "necromancy": "skull",
        "jazz-sorcery": "note",
    },
)
