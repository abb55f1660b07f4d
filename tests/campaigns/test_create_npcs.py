"""People a game master plays: made in numbers, all different, all legal."""

from random import Random
from typing import Any

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.tables import npcs
from characters.models import Character
from rules.kernel.documents import PathError
from rules.refusals import Refused
from rules.systems import PACKAGES, every, get
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", PACKAGES)
def test_twelve_of_every_game_are_legal_and_no_two_alike(cast: Cast, system: str) -> None:
    made = npcs.create_npcs(campaign=cast.table, by=cast.users["gm"], system=system, name="Guard", count=12, seed=7)
    assert [str(character) for character in made] == [f"Guard {n}" for n in range(1, 13)]
    assert all(character.read().legal and character.npc for character in made)
    assert all(a.build != b.build for a in made for b in made if a is not b)


def test_six_dwarven_guards(cast: Cast) -> None:
    url = reverse("crowd", args=[cast.table.pk])
    said = words(cast["gm"].post(url, {"kind": "dominion:dwarf", "count": "6", "name": "Guard"}, follow=True))
    assert "Created Guard 1 to Guard 6." in said
    guards = Character.objects.filter(npc=True, owner=cast.users["gm"])
    assert [guard.build["picks"]["race"] for guard in guards] == ["dwarf"] * 6
    assert "Guard 1" not in words(cast["owner"].get(cast.table.get_absolute_url()))
    unnamed = {"kind": "dominion", "count": "2", "name": " "}
    assert "Created Guard 1 to Guard 2." in words(cast["gm"].post(url, unnamed, follow=True))
    assert "Created Guard." in words(
        cast["gm"].post(url, {"kind": "hprpg", "count": "1", "name": "Guard"}, follow=True)
    )


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"kind": "chess"}, "Choose a game."),
        ({"count": "13"}, "1 to 12 NPCs"),
        ({"count": "some"}, "1 to 12 NPCs"),
        ({"kind": "dominion:king"}, "no NPCs of that kind"),
    ],
)
def test_what_cannot_be_made_is_said_and_nobody_was(cast: Cast, given: dict[str, str], sentence: str) -> None:
    url = reverse("crowd", args=[cast.table.pk])
    asked = {"kind": "dominion", "count": "2", "name": "Guard", **given}
    assert sentence in words(cast["gm"].post(url, asked, follow=True))
    assert not Character.objects.filter(npc=True).exists()


def test_an_archived_table_takes_nobody_in(cast: Cast) -> None:
    sitting.archive(campaign=cast.table)
    url = reverse("crowd", args=[cast.table.pk])
    asked = {"kind": "dominion", "count": "2", "name": "Guard"}
    assert "is archived" in words(cast["gm"].post(url, asked, follow=True))


def test_dice_that_cannot_are_told_and_dice_that_repeat_themselves_stop(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = get("dominion")
    who = {"campaign": cast.table, "by": cast.users["gm"], "system": "dominion", "name": "Guard", "count": 2}
    monkeypatch.setattr(game, "random", lambda start, rng, book, table: {"scores": {"vigour": 1}})
    assert [guard.build for guard in npcs.create_npcs(**who)] == [{"scores": {"vigour": 1}}] * 2

    def stuck(start: Any, rng: Random, book: Any, table: Any) -> Any:
        raise PathError("The table stands in the way.")

    monkeypatch.setattr(game, "random", stuck)
    with pytest.raises(Refused, match="stands in the way"):
        npcs.create_npcs(**who)


def test_every_game_knows_a_kind_or_none(cast: Cast) -> None:
    kinds = {game.key: npcs.kind_of(game, game.rulebook) for game in every()}
    assert kinds["dominion"] is not None
    assert kinds["dominion"].path == "picks.race"
