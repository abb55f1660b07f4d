"""Duality on paper: statistics and specializations as they are added, ways to fight, what the experience went into."""

from collections.abc import Iterable
from typing import Any

from campaigns.demo.demo import ISHKA
from rules.kernel import Sheet
from rules.systems.duality import system
from rules.systems.duality.entries import Noun, Verb
from rules.systems.duality.game import STATISTICS
from rules.systems.duality.pricing import signed
from tests.characters.prints.models import ENDLESS, Model, thirty

WAYS = ("melee", "riposte", "armored", "simple-weak")
KINDS = ("experience", "strength", "life", "ability", "specialization")


def thing(n: int) -> dict[str, Any]:
    detail = {"ability": "tank", "specialization": "create-air", "tag": "superhuman"}
    feature = {"name": "W" * n, "picks": {"feature": KINDS[n % 5], **detail}, "scores": {"amount": n}}
    picks = {"kind": "relic" if n % 2 else "weapon", "style": str(n % 8), "in-use": n % 3 == 0}
    return {"name": f"Thing {n} {'odd ' * (n % 9)}", "picks": picks, "entries": {"features": [feature]}}


def way(n: int) -> dict[str, Any]:
    picks = {"style": WAYS[n % 4], "statistic": "finesse"}
    return {"name": f"Way {n} {'very ' * (n % 7)}", "picks": picks, "scores": {"dice": n}}


def hoarder() -> Sheet:
    """Experiences, styles, items and Life without end."""
    past = [{**entry, "scores": {"bonus": n}} for n, entry in enumerate(thirty("Lesson"))]
    return MODEL.read({
        "scores": {"life": 130, "control-air": 44, "know-mind": -7, "willpower": 900_000},
        "picks": {"swim": "slow", "fly": "fast", "wealth": "x" * 200},
        "entries": {
            "experiences": past, "styles": [way(n) for n in range(16)], "items": [thing(n) for n in range(30)],
        },
        "notes": {"backstory": ENDLESS},
    })  # fmt: skip


def said(sheet: Sheet) -> Iterable[str]:
    yield " ".join(f"{signed(sheet[key])} {key.capitalize()}" for key in STATISTICS)
    yield f"{sheet['block']} Block {sheet['recovery']} Recovery"
    yield from (f"{sheet['life']} Life", "+4 Longbow: attack 92%", "Control Fire Complex & Powerful +2")
    yield from (
        "+4 vs +0 · 92%",
        "A hit deals 1d6 +1",
        "An Advantage more 1d10 +0",
        "Bare +2 to roll, 1 (no die) on a hit",
    )
    for verb in sheet.rulebook.all(Verb):
        keys = [f"{verb}-{noun}" for noun in sheet.rulebook.all(Noun)]
        row = (f"{signed(sheet[key])}{' C' if key == 'control-fire' else ''}" for key in keys if sheet[key])
        yield f"{verb.capitalize()} {' '.join(row)}"
    for key, figure in sheet.figures.items():
        if "experience" in key:
            yield f"{figure.label} {signed(figure.value)}"
    yield "30 received · 30 spent · 0 left"
    yield from ("Driftwood bow", "Storm lantern", "Take the Advantage 1", "eleven years", "Modest")


MODEL = Model(
    system=system,
    document=ISHKA,
    wrong=("scores.strength", 3),
    large=4,
    band="#5b3f8c",
    more=hoarder,
    said=said,
    order=("Strength", "Life and Advantage", "At 0 Life", "Specializations", "Experiences", "Items", "Healing"),
    blanks=("every other one",),
    goes_on=(("Experiences", "Lesson 3"), ("Items", "put away")),
)
