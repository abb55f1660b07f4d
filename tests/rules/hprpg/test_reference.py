"""What a game master looks up: the scales of the handbook."""

import pytest

from rules.kernel import Entry
from rules.systems.hprpg import system
from rules.systems.hprpg.entries import School, Spell, Spend, Targeting, Trait

(SCALES,) = system.references(system.rulebook)
CARDS = {card.key: card for card in SCALES.cards}


def test_the_scales_have_a_card_each() -> None:
    assert {key: (str(card.cite), len(card.table), card.rulings) for key, card in CARDS.items()} == {
        "difficulty": ("Handbook 6.3, p. 25", 5, ()),
        "degrees-of-success": ("Handbook 6.4, p. 25", 7, ()),
        "ratings": ("Handbook 6.1, p. 24", 8, ("H-21",)),
        "schools-of-magic": ("Handbook 7.2, p. 34", 7, ()),
        "power-levels": ("Handbook 8.1, p. 36", 8, ()),
        "reaching-targets": ("Handbook 8.2, p. 37", 4, ()),
        "spare-successes": ("Handbook 8.2, p. 38", 3, ()),
    }


def test_figures_stand_beside_their_words() -> None:
    assert [row[:2] for row in CARDS["difficulty"].table] == [
        ("Very Easy", "4"),
        ("Easy", "6"),
        ("Standard", "8"),
        ("Hard", "10"),
        ("Very Hard", "12"),
    ]
    assert CARDS["power-levels"].table[-1][:2] == ("Sumnus", "7")


def test_a_school_says_who_practises_it_and_with_which_disciplines() -> None:
    assert [row[:3] for row in CARDS["schools-of-magic"].table][:2] == [
        ("Charms", "Elemental and Kinetic", "Sorcerer"),
        ("Divination", "Cerebral and Temporal", "Clairvoyant"),
    ]


def test_a_scale_is_found_by_a_word_in_it() -> None:
    assert [card.key for card in SCALES.only("flawless").cards] == ["degrees-of-success"]


@pytest.mark.parametrize(
    ("shape", "key", "page"),
    [
        (Trait, "elemental", 34),
        (Trait, "hexes", 35),
        (Trait, "occultism", 35),
        (School, "divination", 34),
        (School, "dark-arts", 35),
        (Targeting, "ranged", 37),
        (Spend, "defy", 38),
        (Spell, "stupefy", 38),
    ],
)
def test_what_stands_deep_in_a_section_cites_its_own_page(shape: type[Entry], key: str, page: int) -> None:
    assert system.rulebook.all(shape)[key].page == page
