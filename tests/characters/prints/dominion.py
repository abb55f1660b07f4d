"""Dominion on paper: every stat with its start, weapons in use, spells with the number to roll."""

from collections.abc import Iterable
from typing import Any

from campaigns.demo.demo import URSULA
from rules.kernel import Sheet
from rules.systems.dominion import system
from rules.systems.dominion.game import ATTRIBUTES
from rules.templatetags.cites import minus
from tests.characters.prints.models import ENDLESS, Model, thirty


def skill(n: int, entry: dict[str, Any]) -> dict[str, Any]:
    told = {"description": "Takes a sentence to say. " * (n % 4), "failure": "Nobody speaks of it again."}
    return {**entry, "picks": {"attribute": ATTRIBUTES[n % len(ATTRIBUTES)]}, "scores": {"steps": n}, "notes": told}


def hoarder() -> Sheet:
    """Skills of one's own, things carried and spells without end."""
    carried = [
        {**entry, "picks": {"item": ("longsword", "light-armour", "")[n % 3], "wielded": n % 2 == 0, "worn": True}}
        for n, entry in enumerate(thirty("Thing"))
    ]
    return MODEL.read({
        **URSULA,
        "scores": {**URSULA["scores"], "vigour": 900_000, "hex": -7, "alchemy": 44},
        "entries": {
            "skills": [skill(n, entry) for n, entry in enumerate(thirty("Knack"))], "equipment": carried,
        },
        "notes": {"backstory": ENDLESS},
    })  # fmt: skip


def said(sheet: Sheet) -> Iterable[str]:
    shown = system.layout(sheet)
    for column in (*shown.columns, shown.combat, *shown.crafts):
        yield column.title
        start = shown.crafts.count(column)
        yield from (f"{line.label} {f'{line.start} ' * start}{minus(line.value)}" for line in column.lines)
    for card in (*shown.spells.cards, *shown.gear.cards):
        yield f"{card.title} {card.kind} {minus(card.number)} {card.told} {card.text} {card.foot}"
    yield from (f"{place.label} {minus(place.value)}" for place in shown.body)
    yield from ("Human", "Witch", "Dagger", "She does keep bees.")


MODEL = Model(
    system=system,
    document=URSULA,
    wrong=("scores.vigour", 30),
    large=4,
    band="#34513f",
    said=said,
    drawn=lambda _: ("No armour",),
    order=("Combat", "Witchcraft", "Equipment"),
    more=hoarder,
    goes_on=(("Equipment", "Thing 5"), ("New Skills (4.12)", "Nobody speaks of it")),
)
