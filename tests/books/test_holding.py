"""What an entry adds counts where the game offers it, and nowhere else."""

from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, Rulebook
from tests.books.test_faults import adds, book, row

BOOKS = {
    "dominion": {
        "armour": row("plate", slot="suit", price=9, effects=[adds("strike", 2)]),
        "skill": row("juggle", base="agility", roll="Always.", failure="It falls.", effects=[adds("strike", 2)]),
    },
    "hprpg": {
        "feature": row("gill", archetype="druid", effect="You breathe.", effects=[adds("bravery", 2)]),
        "item": row("net", effects=[adds("bravery", 2)]),
    },
    "duality": {"ability": row("glow", effects=[adds("strength", 2)])},
    "rough-magic": {"item": row("ring", effects=[adds("brawn", 2)]), "gift": row("poise", effects=[adds("brawn", 2)])},
    "forge": {
        "background": row("smith", roll=3, effects=[adds("brawn", 2)]),
        "item": row("ring", effects=[adds("brawn", 2)]),
    },
}
COUNT: list[tuple[str, str, dict[str, Any]]] = [
    ("dominion", "strike", {"entries": {"equipment": [{"picks": {"item": "plate"}}]}}),
    ("dominion", "strike", {"scores": {"juggle": 1}}),
    ("hprpg", "bravery", {"picks": {"feats": ["gill"]}}),
    ("hprpg", "bravery", {"entries": {"gear": [{"picks": {"item": "net"}}]}}),
    ("duality", "strength", {"entries": {"abilities": [{"picks": {"ability": "glow"}}]}}),
    (
        "duality",
        "strength",
        {
            "entries": {
                "items": [
                    {
                        "picks": {"kind": "relic", "in-use": True},
                        "entries": {"features": [{"picks": {"feature": "ability", "ability": "glow"}}]},
                    }
                ]
            }
        },
    ),
    ("rough-magic", "brawn", {"entries": {"empowered": [{"picks": {"item": "ring"}}]}}),
    ("rough-magic", "brawn", {"entries": {"gifts": [{"picks": {"gift": "poise"}}]}}),
    ("forge", "brawn", {"entries": {"possessions": [{"picks": {"item": "ring"}}]}}),
    ("forge", "brawn", {"entries": {"backgrounds": [{"picks": {"row": "smith"}}]}}),
]
NOTHING: list[tuple[str, str, dict[str, Any]]] = [
    ("dominion", "strike", {"picks": {"style": "plate", "race": "plate", "foo": "plate", "spells": ["plate"]}}),
    ("dominion", "strike", {"ranks": {"x": ["plate"]}, "scores": {"plate": 3}}),
    ("dominion", "strike", {"picks": {"table-1": "juggle"}}),
    ("dominion", "strike", {"entries": {"equipment": [{"picks": {"item": "plate"}, "scores": {"quantity": 0}}]}}),
    ("dominion", "strike", {"entries": {"equipment": [{"picks": {"grip": "plate"}}]}}),
    ("hprpg", "bravery", {"entries": {"gear": [{"picks": {"item": "gill"}}]}}),
    ("hprpg", "bravery", {"picks": {"spells": ["gill"], "personality-dot": "gill"}}),
    ("duality", "strength", {"entries": {"abilities": [{"picks": {"ability": "glow"}, "scores": {"level": 0}}]}}),
    ("duality", "strength", {"entries": {"styles": [{"picks": {"style": "glow"}}]}, "picks": {"wealth": "glow"}}),
    ("rough-magic", "brawn", {"entries": {"skills": [{"picks": {"item": "ring"}}]}, "picks": {"avenue": "ring"}}),
    ("forge", "brawn", {"entries": {"possessions": [{"picks": {"item": "ring"}, "scores": {"quantity": 0}}]}}),
    ("forge", "brawn", {"entries": {"possessions": [{"picks": {"price": "ring"}}]}, "picks": {"ancestry": "smith"}}),
]


def added(game: str, figure: str, document: dict[str, Any]) -> int:
    """What the book adds to a figure of this build."""
    system, build = systems.get(game), Build.parse(document)
    rulebook = Rulebook.of([system.core, book(game, **BOOKS[game])])
    return sum(term.amount for term in system.read(build, rulebook).figures[figure].terms if term.cite.book == "deep")


@pytest.mark.parametrize(("game", "figure", "document"), COUNT)
def test_where_it_is_offered_it_counts(game: str, figure: str, document: dict[str, Any]) -> None:
    assert added(game, figure, document) == 2


@pytest.mark.parametrize(("game", "figure", "document"), NOTHING)
def test_where_it_is_not_offered_it_counts_for_nothing(game: str, figure: str, document: dict[str, Any]) -> None:
    assert added(game, figure, document) == 0
