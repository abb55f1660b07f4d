"""Forge of Legends on paper: every number, and blanks to write on."""

from collections.abc import Iterable
from typing import Any

from campaigns.demo.demo import HALLA
from rules.kernel import Sheet
from rules.systems.forge import system
from tests.characters.prints.models import ENDLESS, Model, thirty


def hoarder() -> Sheet:
    """Lives, bonds, skills and possessions without end."""
    things: list[dict[str, Any]] = [
        {**entry, "scores": {"bulk": n, "quantity": n}} for n, entry in enumerate(thirty("Thing"))
    ]
    return MODEL.read({
        "scores": {"agility": 900_000, "brawn": -7, "cunning": 44, "focus": 12},
        "rolls": {"backgrounds": [20, 20, 20, 20]},
        "picks": {"ancestry": "mixed", "ancestry-first": "elf"},
        "entries": {
            "backgrounds": thirty("Life"),
            "values": [{"name": f"Drive {n}", "scores": {"rating": n}} for n in range(20)],
            "bonds": thirty("Friend"),
            "classes": [{"name": "x" * 200}, {"name": "y"}],
            "skills": [{"name": f"Trick {n}", "notes": {"detail": "W" * n}} for n in range(30)],
            "possessions": things,
        },
        "notes": {"backstory": ENDLESS},
    })  # fmt: skip


def said(sheet: Sheet) -> Iterable[str]:
    return (
        "Fate max. 3",
        "3 Agility 2 Brawn 3 Cunning", "20 Poise 12 Momentum 3 Threat 5 in melee 4 Speed paces 7 Bulk carried of 11",
        "Focus", "maximum load 22", "running jump, paces 3",
        "standing jump, half paces 3", "high jump, feet 2", "Keep your word 3", "7 bulk carried",
        "First affliction at 10", "Second affliction at 20", "an affliction at each threshold",
        "Mixed (Elf and Orc), Rogue", "Charlatan +2", "Hunter +2", "Bell-ringer +2",
        "magic is felt within 5 paces", "Melee attacks at +2 threat", "The ferryman who taught her to lie",
        "Over the rooftops", "Someone's candlestick ×2", "left behind", "rang the bell", "Standard", "5 6+",
        "TN −2",
    )  # fmt: skip


MODEL = Model(
    system=system,
    document=HALLA,
    wrong=("scores.agility", 9),
    band="#31506e",
    more=hoarder,
    large=4,
    order=("Abilities", "Backgrounds", "Values", "Stress", "Trackers", "Skills and ancestry", "Possessions"),
    goes_on=(("Bonds", "Friend 3"), ("Possessions", "Thing 3")),
    said=said,
    appended=("https://forgeoflegends.com/ancestry.html", "a public web page (medium confidence)"),
)
