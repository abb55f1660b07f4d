"""Characters to print: an ordinary one, an empty one, one with far too much of everything."""

import random
from datetime import date
from typing import Any

from characters.printing import PrintPage
from rules import systems
from rules.kernel import Build, Rulebook, Sheet, Table
from rules.kernel.rulebook import make_book

GAME = systems.get("hprpg")
LAMPS = "Her brother vanished between two lamps one November night. "
STORY = {"backstory": f"{LAMPS}Nobody would open a file.\n\nSo she did.", "wand": "Blackthorn, unyielding."}


def page(name: str = "Jane Alderwick", **how: Any) -> PrintPage:
    given = {"player": "Mira", **how}
    return PrintPage(name, GAME.key, GAME.name, "core 1", 42, date(2026, 11, 20), **given)


def chosen(**more: Any) -> dict[str, Any]:
    """The same random legal character every time, with more of what is given."""
    start = {"notes": STORY, "entries": {"gear": [{"name": "Dark detector", "scores": {"count": 3}}]}, **more}
    return GAME.random(start, random.Random(3), GAME.rulebook, Table())


def jane(**more: Any) -> Sheet:
    return GAME.read(Build.parse(chosen(**more)))


def nobody() -> Sheet:
    return GAME.read(Build.parse({}))


def hoarder() -> Sheet:
    """Forty spells, sixty items, a page of notes with a word that does not end, and ratings beyond all scales."""
    spells = [
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
    cover = {
        "key": "attic",
        "edition": "1",
        "system": GAME.key,
        "title": "Attic",
        "short": "Attic",
        "licence": "ours",
    }
    book = make_book(cover, [], {"spell": spells}, GAME.kinds)
    document = chosen(
        notes={"backstory": "Once upon a time in the attic. " * 150 + "W" * 500 + "\n\nThe last word is finis."},
        entries={"gear": [{"name": f"Thing {n} {'odd ' * (n % 9)}"} for n in range(60)] + [{"name": "U" * 200}]},
        picks={"spells": [spell["key"] for spell in spells]},
    )
    document["scores"] = {**document["scores"], "willpower": 900_000, "hexes": 44}
    return GAME.read(Build.parse(document), Rulebook.of([GAME.core, book]))
