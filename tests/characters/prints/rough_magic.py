"""Rough Magic on paper: attributes, kinds of spell, the tables of the bench, and which numbers come from where."""

from collections.abc import Iterable

from campaigns.demo.demo import MELISANDE
from rules.kernel import Sheet
from rules.kernel.pages.print_blocks import percent
from rules.systems.rough_magic import system
from tests.characters.prints.models import Model


def skills(sheet: Sheet) -> Iterable[str]:
    """Each skill that is rolled by itself, as the table prints it: what with, and how likely at DV 6."""
    for check in sheet.checks:
        if check.key.startswith("skill-") and check.dice:
            name, _, attribute = check.label.removesuffix(")").partition(" (")
            yield f"{name} {attribute} {check.pool.value} {percent(check.dice.odds().success)}"


def said(sheet: Sheet) -> Iterable[str]:
    return (
        "Specialised in Illusion", "4 Power Level 3 Agility 2 Brawn 4 Presence 5 Reason",
        "Illusion 9 DV 6", "Attack 7 Agility", "Another world",
        "National treasury", "Pearl that stays warm", "Fascinating gift", "Thaumaturgy expertise", *skills(sheet),
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
