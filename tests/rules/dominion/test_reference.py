"""What a game master looks up: beasts (chapter 13), helpers (Book IX) and averages (chapter 14), as printed."""

import pytest

from rules.kernel.pages import Card
from rules.systems.dominion import system
from rules.systems.dominion.entries import Stat

SHELVES = {shelf.title: {card.key: card for card in shelf.cards} for shelf in system.references(system.rulebook)}
CARDS = {key: card for cards in SHELVES.values() for key, card in cards.items()}


def figures(card: Card) -> dict[str, str]:
    return {row[0]: row[1] for row in card.table}


def test_every_beast_helper_and_race_has_a_card() -> None:
    assert {title: list(cards) for title, cards in SHELVES.items()} == {
        "Beasts": [
            "deer",
            "dragon",
            "giant",
            "noble-war-horse",
            "pack-horse",
            "light-war-horse",
            "troll",
            "whale",
        ],
        "Summoned helpers": ["familiar", "henchman", "champion", "bruce"],
        "Races": ["human", "elf", "dwarf", "halfling"],
    }


@pytest.mark.parametrize(
    ("key", "stat", "figure"),
    [
        ("deer", "Horn", "4 (stags only)"),
        ("deer", "Withstand Injury", "4"),
        ("dragon", "Vigour", "8–14"),
        ("dragon", "Kick", "7–12 (hind legs)"),
        ("dragon", "Magic", "See the notes"),
        ("giant", "Brawling", "8–10"),
        ("giant", "Magic", "0"),
        ("noble-war-horse", "Withstand Injury", "5, trained up to 10"),
        ("noble-war-horse", "Kick", "7–9"),
        ("light-war-horse", "Ballade", "5, trained up to 10"),
        ("troll", "Claw Strike", "6–9"),
        ("troll", "Sorcery", "?"),
        ("whale", "Bite", "18"),
        ("henchman", "Combat Skills", "at most 2"),
        ("champion", "Timing", "Summoning roll + 3"),
        ("champion", "Vigour Skills", "5"),
        ("bruce", "Papier mâché", "4"),
        ("bruce", "Knitting", "7"),
        ("human", "Dodge", "3"),
        ("elf", "Withstand Magic", "3"),
        ("dwarf", "Movement", "1"),
        ("halfling", "Withstand Injury", "2"),
        ("halfling", "Priestcraft", "0"),
    ],
)
def test_a_figure_is_what_the_book_prints(key: str, stat: str, figure: str) -> None:
    assert figures(CARDS[key])[stat] == figure


def test_a_pack_horse_stands_as_printed() -> None:
    assert figures(CARDS["pack-horse"]) == {
        "Vigour": "6",
        "Agility": "4",
        "Stamina": "5",
        "Combat": "5",
        "Magic": "0",
        "Timing": "5",
        "Withstand Injury": "5–6",
        "Withstand Magic": "5",
        "Kick": "6–8",
        "Bite": "5",
        "Movement": "15",
    }


@pytest.mark.parametrize(
    ("stat", "figure"),
    [
        (Stat("bite", low=5, high=5), "5"),
        (Stat("bite", low=0, high=0), "0"),
        (Stat("bite", low=5, high=7), "5–7"),
        (Stat("bite", low=5, high=7, kind="maximum"), "5, trained up to 7"),
        (Stat("bite", low=5, high=7, kind="maximum", note="Mares"), "5, trained up to 7 (mares)"),
        (Stat("bite", low=0, high=3, kind="limit"), "at most 3"),
        (Stat("bite", note="?"), "?"),
    ],
)
def test_a_stat_is_told_in_words(stat: Stat, figure: str) -> None:
    assert stat.figure() == figure


def test_a_helper_leads_to_the_spell_that_brings_it() -> None:
    spells = {card.key: card.spell.name for card in CARDS.values() if card.spell}
    assert spells == {
        "familiar": "Call Familiar",
        "henchman": "Call Henchman",
        "champion": "Summon Champion",
        "bruce": "Summon Champion",
    }


def test_a_card_cites_the_book_and_known_rulings() -> None:
    assert str(CARDS["troll"].cite) == "Dominion Rules 13.5, p. 222"
    assert all(system.rulebook.resolves(card.cite) for card in CARDS.values())
    rulings = {card.key: card.rulings for card in CARDS.values()}
    assert set().union(*rulings.values()) <= {ruling.key for ruling in system.rulings}
    assert (rulings["dragon"], rulings["deer"], rulings["elf"]) == (("A-71", "A-73"), (), ("A-10", "A-09"))


def test_nature_attacks_and_equipment_are_told() -> None:
    assert dict(CARDS["giant"].facts)["Nature"] == "Mythical"
    assert "Nature" not in dict(CARDS["whale"].facts)
    assert dict(CARDS["dragon"].facts)["Attacks"].startswith("Two front claws")
    assert "tea cosy" in dict(CARDS["bruce"].facts)["Equipment"]
    assert "Lives about 65 years" in dict(CARDS["human"].facts)["Notes"]


def test_a_race_is_found_by_its_other_name() -> None:
    assert [key for key, card in CARDS.items() if card.answers("hobbit")] == ["halfling"]
