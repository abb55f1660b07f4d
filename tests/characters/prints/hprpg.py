"""The Harry Potter game on paper: ratings as dots, checks with their chances, spells with what they do."""

import random
from collections.abc import Iterable
from typing import Any

from rules.kernel import Build, Rulebook, RulesContext, Sheet
from rules.kernel.books import make_book
from rules.kernel.pages.play_blocks import RollTable
from rules.systems.hprpg import system
from rules.systems.hprpg.entries import Trait
from tests.characters.prints.models import ENDLESS, Model, thirty
from tests.rules.listed_blocks import printed

LAMPS = "Her brother vanished between two lamps one November night. "
STORY = {"backstory": f"{LAMPS}Nobody would open a file.\n\nSo she did.", "wand": "Blackthorn, unyielding."}
SPELLS = [
    {
        "key": f"spell-{n}",
        "name": f"Incantation the {n}th",
        "section": "7",
        "page": 34,
        "summary": "Takes a sentence to say, and one more for good measure.",
        "discipline": ("elemental", "hexes", "warding")[n % 3],
        "incantation": "x",
        "levels": [{"level": 3, "effect": "Something better happens."}],
    }
    for n in range(40)
]
ATTIC = {"key": "attic", "edition": "1", "system": system.key, "title": "Attic", "short": "Attic", "licence": "ours"}


def chosen(**more: Any) -> dict[str, Any]:
    """The same random legal character every time, with more of what is given."""
    start = {"notes": STORY, "entries": {"gear": [{"name": "Dark detector", "scores": {"count": 3}}]}, **more}
    return system.random(start, random.Random(3), system.rulebook, RulesContext())


def hoarder() -> Sheet:
    """Forty spells, thirty items, and ratings beyond all scales."""
    document = chosen(
        notes={"backstory": ENDLESS},
        entries={"gear": thirty("Thing")},
        picks={"spells": [spell["key"] for spell in SPELLS]},
    )
    document["scores"] = {**document["scores"], "willpower": 900_000, "hexes": 44}
    book = make_book(ATTIC, [], {"spell": SPELLS}, system.kinds)
    return system.read(Build.parse(document), Rulebook.of([system.core, book]))


def rated(sheet: Sheet) -> list[Trait]:
    return [trait for key, trait in sheet.rulebook.all(Trait).items() if key in sheet.figures]


def said(sheet: Sheet) -> Iterable[str]:
    yield from ("Dark detector ×3", "So she did.", "Blackthorn")
    yield from (trait.name for trait in rated(sheet))
    for title in ("Common checks", "Casting"):
        for row in printed(system.layout(sheet), RollTable, title).rows:
            yield f"{row.name} {row.more} {' '.join(f'{cell.value} {cell.told}' for cell in row.cells)}"


def drawn(sheet: Sheet) -> Iterable[str]:
    return (f"{trait.name} {sheet[trait.key]} of 7" for trait in rated(sheet))


MODEL = Model(
    system=system,
    document=chosen(),
    wrong=("scores.charm", 6),
    large=4,
    band="#7a1f2b",
    more=hoarder,
    said=said,
    drawn=drawn,
    order=(
        "Aspects base 1", "Manipulate", "Abilities Untrained", "Alertness", "World", "Trackers",
        "Common checks", "Disciplines cast", "Occultism", "Casting DV", "Spells known", "Personality, feats and gear",
        "Purity", "Dark detector",
    ),
    order_drawn=(
        "Fitness", "Vitality", "Perception", "Alertness", "Acrobatics", "Arcane", "Elemental", "Occultism",
    ),
    said_overfull=("Willpower (900", "more", "Hexes (44)", *(spell["name"] for spell in SPELLS)),
    goes_on=(("Spells known", "Incantation the"), ("Personality, feats and gear", "Thing 9")),
)  # fmt: skip
