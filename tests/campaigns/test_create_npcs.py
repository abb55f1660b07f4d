"""People a game master plays: made in numbers, all different, all legal."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.tables import npcs
from characters.models import Character
from rules.kernel.documents import PathError, value_at
from rules.refusals import Refused
from rules.systems import PACKAGES, get
from tests.by_game import FIGHTING, TRADING
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("system", PACKAGES)
def test_twelve_of_every_game_are_legal_and_no_two_alike(cast: Cast, system: str) -> None:
    made = npcs.create_npcs(
        campaign=cast.table, by=cast.users["gm"], system=system, name="Gu\u202eard", count=12, seed=7
    )
    assert [str(character) for character in made] == [f"Guard {n}" for n in range(1, 13)]
    assert all(character.read().legal and character.npc for character in made)
    assert all(a.build != b.build for a in made for b in made if a is not b)


@pytest.mark.parametrize("system", TRADING)
def test_a_crowd_of_a_kind_and_a_trade_has_them_all_and_is_legal(cast: Cast, system: str) -> None:
    who = {"campaign": cast.table, "by": cast.users["gm"], "system": system, "name": "Guard", "count": 2, "seed": 7}
    asked = {choice.key: options for choice, options in npcs.choices_of(cast.table, get(system))}
    kinds, trades = asked.get("kind", ()), asked["trade"]
    for place in range(max(len(kinds), len(trades))):
        trade, kind = trades[place % len(trades)], kinds[place % len(kinds)] if kinds else None
        made = npcs.create_npcs(**who, trade=trade.key, kind=kind.key if kind else "")
        sheets = [character.read() for character in made]
        assert [sheet.status.key for sheet in sheets] == ["legal"] * 2
        for option in filter(None, (trade, kind)):
            assert all(_begins(character.build, option.bare.start) for character in made), option


def _begins(build: dict[str, Any], start: Mapping[str, Any]) -> bool:
    """Whether a build has what it began with: a number may have grown, a list too."""
    for path, value in start.items():
        held = value_at(build, path)
        if isinstance(value, int) and not held >= value:
            return False
        if not isinstance(value, int) and held[: len(value)] != value:
            return False
    return True


def test_soldiers_can_fight(cast: Cast) -> None:
    made = npcs.create_npcs(
        campaign=cast.table, by=cast.users["gm"], system="dominion", name="Guard", count=6, kind="dwarf",
        trade="soldier", seed=7,
    )  # fmt: skip
    assert all(character.build["scores"]["strike"] > 0 for character in made)


def test_six_dwarven_guards(cast: Cast) -> None:
    url = reverse("crowd", args=[cast.table.pk])
    asked = {"system": "dominion", "kind": "dwarf", "count": "6", "name": "Guard"}
    said = words(cast["gm"].post(url, asked, follow=True))
    assert "Created Guard 1 to Guard 6." in said
    guards = Character.objects.filter(npc=True, owner=cast.users["gm"])
    assert [guard.build["picks"]["race"] for guard in guards] == ["dwarf"] * 6
    assert "Guard 1" not in words(cast["owner"].get(cast.table.get_absolute_url()))
    unnamed = {"system": "dominion", "count": "2", "name": " "}
    assert "Created Guard 7 to Guard 8." in words(cast["gm"].post(url, unnamed, follow=True))
    assert "Created Guard 9." in words(
        cast["gm"].post(url, {"system": "hprpg", "count": "1", "name": "Guard"}, follow=True)
    )


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"system": "chess"}, "Choose a game."),
        ({"count": "13"}, "1 to 12 NPCs"),
        ({"count": "some"}, "1 to 12 NPCs"),
        ({"kind": "king"}, "no NPCs of that kind"),
        ({"trade": "king"}, "no NPCs of that kind"),
        ({"system": "duality", "kind": "dwarf"}, "no NPCs of that kind"),
    ],
)
def test_what_cannot_be_made_is_said_and_nobody_was(cast: Cast, given: dict[str, str], sentence: str) -> None:
    url = reverse("crowd", args=[cast.table.pk])
    asked = {"system": "dominion", "count": "2", "name": "Guard", **given}
    assert sentence in words(cast["gm"].post(url, asked, follow=True))
    assert not Character.objects.filter(npc=True).exists()


def test_an_archived_table_takes_nobody_in(cast: Cast) -> None:
    sitting.archive(campaign=cast.table)
    url = reverse("crowd", args=[cast.table.pk])
    asked = {"system": "dominion", "count": "2", "name": "Guard"}
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


def test_what_cannot_go_together_is_refused_or_left_to_chance(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("dominion")
    who = {"campaign": cast.table, "by": cast.users["gm"], "system": "dominion", "name": "Guard", "count": 1}
    legal = game.random

    def weak(start: Any, rng: Random, book: Any, table: Any) -> Any:
        return {"scores": {"vigour": 1}} if "scores" in start else legal(start, rng, book, table)

    monkeypatch.setattr(game, "random", weak)
    (guard,) = npcs.create_npcs(**who, trade="soldier", seed=7)
    assert guard.build["picks"]["style"] == "soldier"
    monkeypatch.setattr(game, "random", lambda start, rng, book, table: {"scores": {"vigour": 1}})
    with pytest.raises(Refused, match="no legal NPCs"):
        npcs.create_npcs(**who, trade="soldier", seed=7)


def test_a_table_offers_what_it_allows(cast: Cast) -> None:
    offered = {option.label for _, options in npcs.choices_of(cast.table, get("dominion")) for option in options}
    assert {"Dwarf", "Soldier"} <= offered
    table = sitting.set_house_rules(campaign=cast.table, system="dominion", values={"styles": "but:soldier"})
    left = {option.label for _, options in npcs.choices_of(table, get("dominion")) for option in options}
    assert offered - left == {"Soldier"}


def test_a_second_crowd_of_one_name_is_numbered_on(cast: Cast) -> None:
    who = {"campaign": cast.table, "by": cast.users["gm"], "system": "forge", "name": "Gate guard", "seed": 7}
    named = [[str(one) for one in npcs.create_npcs(**who, count=count)] for count in (2, 1, 2)]
    assert named == [["Gate guard 1", "Gate guard 2"], ["Gate guard 3"], ["Gate guard 4", "Gate guard 5"]]


@pytest.mark.parametrize("system", [key for key in FIGHTING if key in TRADING])
def test_whoever_is_left_to_chance_can_fight(cast: Cast, system: str) -> None:
    who = {"campaign": cast.table, "by": cast.users["gm"], "system": system, "name": "Guard", "count": 4, "seed": 3}
    (options,) = ([*its] for choice, its in npcs.choices_of(cast.table, get(system)) if choice.key == "trade")
    (choice,) = (choice for choice in get(system).npc_choices if choice.key == "trade")
    fits = [one.bare.start for one in options if one.key in choice.fighting]
    assert len(fits) == len(choice.fighting) > 0
    for guard in npcs.create_npcs(**who):
        assert any(_begins(guard.build, start) for start in fits), guard.build


def test_anybody_at_all_can_be_asked_for(cast: Cast) -> None:
    asked = {"system": "dominion", "count": "12", "name": "Crowd", "trade": npcs.ANY}
    page = words(cast["gm"].post(reverse("crowd", args=[cast.table.pk]), asked, follow=True))
    assert "Any style that fights" in page
    styles = {one.build["picks"]["style"] for one in Character.objects.filter(npc=True)}
    (trade,) = (choice for choice in get("dominion").npc_choices if choice.key == "trade")
    assert styles - set(trade.fighting)


def test_where_nobody_can_differ_the_dice_are_not_thrown_for_ever(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    thrown = []

    def same(start: Any, rng: Random, book: Any, table: Any) -> Any:
        thrown.append(start)
        return {"scores": {"vigour": 1}}

    monkeypatch.setattr(get("dominion"), "random", same)
    who = {"campaign": cast.table, "by": cast.users["gm"], "system": "dominion", "name": "Guard"}
    npcs.create_npcs(**who, trade=npcs.ANY, count=12)
    assert len(thrown) <= 12 + npcs.TRIES
