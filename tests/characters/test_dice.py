"""Dice: rolled in Dramatis and known to be, or entered by hand and marked so."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from characters import actions
from characters.models import Character
from rules.kernel import Build
from rules.systems import get

pytestmark = pytest.mark.django_db
ROLL = {"roll": "rolls.attribute-dice=3d12"}


@pytest.fixture
def tom(client: Client) -> Client:
    client.force_login(get_user_model().objects.create(username="tom"))
    return client


@pytest.fixture
def otto(tom: Client) -> Character:
    return actions.create_character(system="dominion", by=get_user_model().objects.get(username="tom"), name="Otto")


def page(tom: Client, otto: Character, data: dict[str, object] | None = None) -> str:
    address = f"/characters/{otto.pk}/build/attributes/"
    otto.refresh_from_db()
    answer = tom.post(address, {**data, "version": otto.version}, follow=True) if data else tom.get(address)
    otto.refresh_from_db()
    return answer.content.decode()


def test_dice_can_be_typed_before_any_is_rolled(tom: Client, otto: Character) -> None:
    assert page(tom, otto).count('name="rolls.attribute-dice"') == 3
    shown = page(tom, otto, {"rolls.attribute-dice": ["4", "9", "10"]})
    assert otto.build["rolls"]["attribute-dice"] == [4, 9, 10]
    assert otto.by_hand == {"attribute-dice"}
    assert "entered by hand" in shown
    assert "entered by hand" in tom.get(otto.get_absolute_url()).content.decode()


def test_dice_rolled_here_are_known_until_one_is_changed(tom: Client, otto: Character) -> None:
    shown = page(tom, otto, ROLL)
    dice = otto.build["rolls"]["attribute-dice"]
    assert otto.rolled == {"attribute-dice": dice}
    assert otto.by_hand == frozenset()
    assert "rolled in Dramatis" in shown
    other = [dice[0] % 12 + 1, *dice[1:]]
    assert "entered by hand" in page(tom, otto, {"rolls.attribute-dice": [str(die) for die in other]})
    actions.undo(character=otto)
    otto.refresh_from_db()
    assert otto.by_hand == frozenset()


def test_dice_of_a_random_character_are_rolled_here_and_a_copy_keeps_them(otto: Character) -> None:
    held = actions.fill_at_random(character=otto, seed=1)
    held.refresh_from_db()
    assert held.by_hand == frozenset()
    assert set(held.rolled) == {"attribute-dice", "table"}
    twin = actions.duplicate(character=held)
    assert Character.objects.get(pk=twin.pk).by_hand == frozenset()


def test_dice_of_an_imported_document_were_not_rolled_here(tom: Client) -> None:
    text = '{"system": "dominion", "build": {"rolls": {"attribute-dice": [12, 12, 12]}}, "rolled": {}}'
    tom.post("/characters/import/", {"text": text})
    assert Character.objects.get().by_hand == {"attribute-dice"}


def test_whatever_stands_in_the_column_is_no_harm(otto: Character) -> None:
    otto.rolled, otto.build = ["x"], {"rolls": {"attribute-dice": [1, 2, 3]}}
    assert otto.by_hand == {"attribute-dice"}
    changes = {"rolls.table": [3]}
    held = actions.change_build(character=otto, changes=changes, drawn=otto.version, rolled={"table": [3]}).character
    assert held.rolled == {"table": [3]}


def test_dice_that_fall_as_they_were_typed_stand_on_the_page_as_when_it_is_loaded(otto: Character) -> None:
    """Nothing differs, so nothing is kept: neither may say that they were rolled here."""
    changes = {"rolls.table": [3]}
    actions.change_build(character=otto, changes=changes, drawn=otto.version)
    otto.refresh_from_db()
    held = actions.change_build(character=otto, changes=changes, drawn=otto.version, rolled={"table": [3]}).character
    otto.refresh_from_db()
    assert held.by_hand == otto.by_hand == {"table"}


def test_the_table_is_rolled_without_repeating_itself() -> None:
    game = get("dominion")
    sheet = game.read(Build.parse({"rolls": {"attribute-dice": [1, 1, 1]}}))
    (roll,) = (field for step in game.steps(sheet) for field in step.fields if field.path == "rolls.table")
    assert roll.kind == "roll"
    assert (roll.dice, roll.different) == (2, True)
