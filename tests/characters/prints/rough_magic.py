"""Rough Magic on paper: attributes, kinds of spell, the tables of the bench, and which numbers come from where."""

from collections.abc import Iterable

from campaigns.demo.demo import MELISANDE
from rules.kernel import Sheet
from rules.kernel.pages.chances import percent
from rules.systems.rough_magic import system
from tests.characters.prints.models import Model


def skills(sheet: Sheet) -> Iterable[str]:
    """Each skill that is rolled by itself, as the table prints it: what with, and how likely at DV 6."""
    for check in sheet.checks:
        if check.key.startswith("skill-") and check.dice:
            name, _, attribute = check.label.removesuffix(")").partition(" (")
            yield f"{name} {attribute} · {percent(check.dice.odds().success)} {check.pool.value}"


def said(sheet: Sheet) -> Iterable[str]:
    return (
        "Specialised in Illusion", "4 Power Level 3 Agility 2 Brawn 4 Presence 5 Reason",
        "Illusion Illusion 9 3 DV 6", "Attack 7 2 Agility", "Ward 4 7 10 13", "by failed castings", "Your own.",
        "Another world",
        "National treasury", "Pearl that stays warm", "Fascinating gift", "Thaumaturgy expertise", *skills(sheet),
        "suggested, not required",
    )  # fmt: skip


MODEL = Model(
    system=system,
    document=MELISANDE,
    wrong=("scores.presence", 30),
    band="#9a4a16",
    large=4,
    drawn=lambda _: ("Endurance: 4 parts",),
    order=(
        "Skills and gifts", "Spell, its avenue", "The ladder", "Wards and creatures", "Empowered objects", "Avenues",
        "32 of 40",
    ),
    goes_on=(("Skills and gifts", "Skills 3"), ("Skills and gifts", "Gifts 3")),
    said=said,
    appended=(
        "Rough Magic Attributes", "Creation (our ruling)",
    ),
)  # fmt: skip
