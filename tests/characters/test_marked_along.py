"""Entries of the ledger that move trackers of play: they move back when the entry is cancelled."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.review import awards, decisions
from characters import actions
from characters.ledger import the_dead
from characters.models import Character
from rules.kernel import LedgerEntry as Entry
from tests.cast import Cast
from tests.characters.entering import fresh

pytestmark = pytest.mark.django_db
PRIEST: dict[str, Any] = {"scores": {"stamina": 3, "intuition": 2, "channel": 2, "bless": 2}}


def at_table(cast: Cast, system: str, build: dict[str, Any], **play: int) -> Character:
    made = actions.create_character(system=system, by=cast.users["owner"], build=build, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    Character.objects.filter(pk=made.pk).update(play=play)
    return fresh(made)


def enter(cast: Cast, one: Character, entry: Entry) -> Any:
    return actions.enter(character=one, entry=entry, by=cast.users["gm"], role="gm")


@pytest.mark.parametrize(("used", "left"), [(0, 0), (1, 0), (3, 2)])
def test_who_loses_channel_keeps_the_fervour_of_now(cast: Cast, used: int, left: int) -> None:
    """Only Channel falls; Fervour where it stands above that (10.5.6, 10.5.13, A-45)."""
    one = at_table(cast, "dominion", PRIEST, fervour=used)
    before = one.read()["fervour"] - used
    row = enter(cast, one, Entry("loss", -1, subject="channel"))
    assert fresh(one).marks.get("fervour", 0) == left
    assert fresh(one).read()["fervour"] - left == (before if used else before - 1)
    actions.void(row=row, by=cast.users["gm"], reason="A slip", role="gm")
    assert fresh(one).marks.get("fervour", 0) == used


def test_who_is_resurrected_has_an_injury_stat_of_nought(cast: Cast) -> None:
    """10.5.13, A-92."""
    one = at_table(cast, "dominion", PRIEST, injury=20)
    enter(cast, one, Entry("died"))
    enter(cast, one, Entry("resurrected"))
    assert fresh(one).marks["injury"] == fresh(one).read()["injury"]
    assert not fresh(one).read().live(fresh(one).marks).dead


@pytest.fixture
def mila(cast: Cast) -> Character:
    """Of Duality, where the dead return, with two boxes marked and all Life lost."""
    cast.table.settings = {"duality": {"resurrection": True}}
    cast.table.save()
    known = {"entries": {"experiences": [{"name": "Smuggler", "scores": {"bonus": 3}}]}}
    return at_table(cast, "duality", known, life=99, boxes=2)


def returned(cast: Cast, mila: Character) -> Any:
    enter(cast, mila, Entry("died"))
    return enter(cast, mila, Entry("return", 2, subject="Smuggler", more={"gained": "Came Back"}))


def test_who_returns_has_one_life_and_loses_it_with_the_entry(cast: Cast, mila: Character) -> None:
    """4.3.2."""
    row = returned(cast, mila)
    life = fresh(mila).read()["life"]
    assert fresh(mila).marks["life"] == life - 1
    actions.void(row=row, by=cast.users["gm"], reason="A slip", role="gm")
    assert fresh(mila).marks["life"] == life


@pytest.mark.parametrize(("system", "house", "play"), [
    ("dominion", {}, {"injury": 30}), ("duality", {"resurrection": True}, {"boxes": 3}),
])  # fmt: skip
def test_who_is_dead_by_marks_is_dead_on_every_list(
    cast: Cast, system: str, house: dict[str, Any], play: dict[str, int], django_assert_num_queries: Any
) -> None:
    """8.4.2 of the one, 4.3.2 of the other."""
    cast.table.settings = {system: house}
    cast.table.save()
    one, other = (at_table(cast, system, {}, **marks) for marks in (play, {}))
    twin = at_table(cast, system, {}, **play)
    assert the_dead([one, twin]) == {one.pk, twin.pk}  # by now the books are known
    twin.delete()
    with django_assert_num_queries(3):
        assert the_dead([one, other, cast.jane]) == {one.pk}
    page = cast["gm"].get(reverse("campaign", args=[cast.table.pk]))
    assert page.context["dead"] == {one.pk}
    (form,) = (form for form in page.context["awards"] if form.game.key == system)
    assert form.ticked == {other.pk}
    assert the_dead([other]) == frozenset()


def test_a_blaze_of_glory_leaves_nobody_alive(cast: Cast) -> None:
    """4.3.1, D-28."""
    cast.table.settings = {"duality": {"resurrection": True, "blaze_of_glory": True}}
    cast.table.save()
    one = at_table(cast, "duality", {})
    enter(cast, one, Entry("blaze-of-glory"))
    assert the_dead([one]) == {one.pk}


def test_a_box_that_three_points_unmark_is_unmarked(cast: Cast, mila: Character) -> None:
    """4.3.2, D-28."""
    returned(cast, mila)
    awards.award(characters=[fresh(mila)], campaign=cast.table, by=cast.users["gm"], amount=3, reason="The cellar")
    row = enter(cast, mila, Entry("box-unmarked", -3, subject="Smuggler"))
    assert fresh(mila).marks["boxes"] == 1
    actions.void(row=row, by=cast.users["gm"], reason="A slip", role="gm")
    assert fresh(mila).marks["boxes"] == 2
