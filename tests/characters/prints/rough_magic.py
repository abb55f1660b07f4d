"""Rough Magic on paper: attributes, kinds of spell, the tables of the bench, and which numbers come from where."""

from collections.abc import Iterable

from campaigns.demo.demo import MELISANDE
from rules.kernel import Sheet
from rules.systems.rough_magic import system
from tests.characters.prints.models import Model


def said(sheet: Sheet) -> Iterable[str]:
    return (
        "Specialised in Illusion", "4 Power Level 3 Agility 2 Brawn 4 Presence 5 Reason",
        "Illusion 9 DV 6", "Attack 7 Agility", "Another world",
        "National treasury", "Pearl that stays warm", "Fascinating gift", "Thaumaturgy expertise",
        "suggested, not required",
    )  # fmt: skip


MODEL = Model(
    system=system,
    document=MELISANDE,
    wrong=("scores.presence", 30),
    band="#9a4a16",
    large=5,
    order=("Trackers", "Kinds of spell", "Chances", "Skills", "Empowered objects"),
    goes_on=(("Skills", "Skills 3"), ("Gifts and traits", "Gifts 3")),
    said=said,
    appended=(
        "Rough Magic Attributes", "Creation (our ruling)",
    ),
)  # fmt: skip
