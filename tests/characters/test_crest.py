"""The crest: the same for the same name, small, and safe in a page."""

from random import Random
from xml.etree import ElementTree

import pytest

from characters.crest import CHARGES, crest, ornament
from rules import systems
from rules.kernel import Build

KB = 1024
DOMINION = systems.get("dominion")


@pytest.mark.parametrize("system", sorted(systems.PACKAGES))
def test_crests_of_random_names_are_small_and_well_formed(system: str) -> None:
    random, game = Random(system), systems.get(system)
    for _ in range(300):
        name = "".join(chr(random.randint(32, 0x24F)) for _ in range(random.randint(1, 80)))
        name = "".join(letter for letter in name if letter.isprintable()) or "Raven"
        drawn = crest(game, name)
        assert len(drawn.encode()) < 3 * KB
        assert drawn == crest(game, name)
        assert ElementTree.fromstring(drawn)[0].text == f"Crest of {name}"


def test_a_title_is_text() -> None:
    assert "<title>Crest of &lt;script&gt;</title>" in crest(DOMINION, "<script>")
    assert "style=" not in crest(DOMINION, "Raven")


def test_names_and_games_are_told_apart() -> None:
    assert len({crest(DOMINION, f"Name {number}").partition("<g ")[2] for number in range(300)}) > 30
    assert crest(systems.get("duality"), "Raven") != crest(systems.get("forge"), "Raven")


@pytest.mark.parametrize("system", sorted(systems.PACKAGES))
def test_a_game_draws_its_ornament_and_what_its_charges_name(system: str) -> None:
    game = systems.get(system)
    assert ElementTree.fromstring(ornament(game)).findall("pattern/path")
    for key, drawn in game.heraldry.charges.items():
        assert game.heraldry.charge(Build.parse({"picks": {game.heraldry.by: key}})) == drawn
        assert CHARGES[drawn] in crest(game, "Raven", charge=drawn)


def test_one_beside_a_name_has_no_title() -> None:
    drawn = crest(DOMINION, "Raven", told=False)
    assert "<title>" not in drawn
    assert 'aria-hidden="true"' in drawn


def test_nobody_without_a_name_has_another_crest_on_paper() -> None:
    assert crest(DOMINION, "") == crest(DOMINION, "Unnamed")
