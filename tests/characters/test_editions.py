"""Two editions of a book in words: what came, what changed field by field, and what went."""

from dataclasses import dataclass
from typing import Any

import pytest

from characters.editions import compare_editions, words
from rules.kernel import Book, Effect, Entry, Grant, Requirement, make_book

COVER = {"key": "deep", "edition": "1", "system": "toy", "title": "Deep", "short": "Deep", "licence": ""}
PLACES = [{"number": "Powers", "title": "Powers", "page": 0, "origin": "homebrew"}]
LABELS = {"charm": "Charm", "luck-allowed": "Luck allowed"}


@dataclass(frozen=True, kw_only=True)
class Power(Entry):
    cost: int = 0
    secret: bool = False


def edition(number: str, *rows: dict[str, Any]) -> Book:
    every = [{"name": row["key"].title(), "section": "Powers", "page": 0, "summary": "Up.", **row} for row in rows]
    return make_book({**COVER, "edition": number}, PLACES, {"power": every}, [Power])


def test_what_came_what_changed_and_what_went() -> None:
    old = edition("1", {"key": "wings"}, {"key": "gills"}, {"key": "horns"})
    new = edition("2", {"key": "wings", "cost": 2}, {"key": "horns"}, {"key": "tail"})
    told = compare_editions(old, new, LABELS, used={"gills"})
    assert [(c.name, c.kind, c.word, c.lines, c.used) for c in told] == [
        ("Gills", "Power", "gone", (), True),
        ("Wings", "Power", "changed", ("Cost: 0 → 2",), False),
        ("Tail", "Power", "new", ("Up.",), False),
    ]
    assert compare_editions(old, edition("2", {"key": "wings"}, {"key": "gills"}, {"key": "horns"}), LABELS) == ()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Effect("charm", 1), "+1 Charm"),
        (Effect("luck-allowed", -2, "charm"), "-2 Luck allowed for each Charm"),
        (Requirement("depth", 3), "depth 3 or more"),
        ((), "nothing"),
        ((Effect("charm", 1), "x"), "+1 Charm; “x”"),
        (Grant(("charm",), 1), "options “charm”, dots 1"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        ("", "nothing"),
        ("x" * 200, f"“{'x' * 119}…”"),
    ],
)
def test_values_are_said_as_a_person_reads_them(value: Any, said: str) -> None:
    assert words(value, LABELS) == said
