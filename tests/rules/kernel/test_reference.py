"""Shelves of cards, and which of them answer to a name."""

from pathlib import Path

import pytest

from rules.kernel.pages import Card, ReferenceSection
from tests.rules import toy

BEAR = Card("cave-bear", "Cave Bear", "Large.", toy.PLACE, also=("bruin",))
BEE = Card("bee", "Bee", "Small.", toy.PLACE)
SHELF = ReferenceSection("Beasts", "What lives here.", (BEAR, BEE))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", (BEAR, BEE)),
        ("be", (BEAR, BEE)),
        ("BEAR  cave", (BEAR,)),
        ("bruin", (BEAR,)),
        ("cave bee", ()),
        ("wolf", ()),
    ],
)
def test_a_shelf_keeps_the_cards_that_answer_to_every_word(words: str, found: tuple[Card, ...]) -> None:
    assert SHELF.only(words) == ReferenceSection("Beasts", "What lives here.", found)


def test_a_game_keeps_nothing_unless_it_says_so(tmp_path: Path) -> None:
    system = toy.game(toy.write(tmp_path))
    assert system.references(system.rulebook) == ()
    system.references = lambda rulebook: (SHELF,)
    assert system.references(system.rulebook) == (SHELF,)
