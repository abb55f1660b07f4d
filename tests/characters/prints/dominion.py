"""Dominion on paper: every stat with its start, weapons in use, spells with the number to roll."""

from collections.abc import Iterable
from typing import Any

from campaigns.demo.demo import URSULA
from rules.kernel import Sheet
from rules.kernel.pages.play_blocks import BodyFigure, RollTable, ValueColumns
from rules.kernel.pages.print_blocks import Cards
from rules.systems.dominion import system
from rules.systems.dominion.game import ATTRIBUTES
from tests.characters.prints.models import ENDLESS, Model, thirty
from tests.rules.listed_blocks import printed


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
    for title in ("Skills", "Combat", "Witchcraft"):
        for column in printed(shown, ValueColumns, title).groups:
            yield from (f"{line.label} {line.value}{f' · {line.chance}' * bool(line.chance)}" for line in column.lines)
    for row in printed(shown, RollTable, "In hand").rows:
        yield f"{row.name} {row.more} {' '.join(f'{cell.value} {cell.told}' for cell in row.cells)}"
    for title in ("Spells", "Equipment"):
        for card in printed(shown, Cards, title).deck.cards:
            facts = " ".join(card.lines)
            yield f"{card.title} {card.kind} {card.number} {card.told} {facts} {card.text} {card.foot}"
    yield from (f"{place.label} {place.value}" for place in printed(shown, BodyFigure, "Withstand Injury").places)
    yield from (f"{one.value} {one.label} {one.told}" for one in shown.numbers)
    yield from (
        "Human",
        "Witch",
        "Dagger",
        "She does keep bees.",
        f"Injury stat {sheet['injury']}",
        "off every skill except Stamina",
    )


def drawn(sheet: Sheet) -> Iterable[str]:
    free = ", ".join(f"{n}" for n in range(sheet["injury"] - 1, -1, -1))
    return ("No armour", f"Wounds: no penalty: {free}", "Wounds: dead")


MODEL = Model(
    system=system,
    document=URSULA,
    wrong=("scores.vigour", 30),
    large=4,
    band="#34513f",
    said=said,
    drawn=drawn,
    order=("In hand", "Withstand Injury", "Wounds", "Skills", "Combat", "Witchcraft", "Equipment"),
    more=hoarder,
    goes_on=(("Equipment", "Thing 5"), ("New Skills (4.12)", "Nobody speaks of it")),
)
