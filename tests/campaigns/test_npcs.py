"""NPCs belong to their table: whoever runs it has them, and who stops running it has not."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.utils import NestedObjects
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns import actions
from campaigns.models import Membership
from campaigns.review import decisions
from campaigns.tables import npcs
from characters import versions
from characters.models import Character
from characters.tables import TableRole
from tests.cast import Cast, book, cast
from tests.characters.posting import at, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def seat(cast: Cast, role: str) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(campaign=cast.table, user=cast.users[role])


@pytest.fixture
def guard(cast: Cast) -> Character:
    """Somebody the game master plays, with a what-if."""
    made = npcs.create_npcs(campaign=cast.table, by=cast.users["gm"], system="hprpg", name="Guard", count=1, seed=7)
    held = Character.objects.get(pk=made[0].pk)
    versions.what_if(character=held, by=cast.users["gm"])
    return held


def edits(cast: Cast, who: str, npc: Character) -> int:
    status: int = cast[who].get(at(npc, "build", "aspects")).status_code
    return status


def hand_over(cast: Cast) -> None:
    actions.transfer_gm(seat=seat(cast, "gm"), to=seat(cast, "companion"))


def leave(cast: Cast) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    actions.leave(seat=seat(cast, "gm"))


def be_removed(cast: Cast) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    actions.remove(seat=seat(cast, "gm"), by=cast.users["companion"])


def step_down(cast: Cast) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    actions.give_role(seat=seat(cast, "gm"), role=TableRole.PLAYER, by=cast.users["companion"])


def delete_the_account(cast: Cast) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    get_user_model().objects.get(username="gm").delete()


@pytest.mark.parametrize("deed", [hand_over, leave, be_removed, step_down, delete_the_account])
def test_whoever_runs_the_table_then_has_its_npcs(cast: Cast, guard: Character, deed: Callable[[Cast], None]) -> None:
    door = cast["gm"]
    assert (edits(cast, "gm", guard), edits(cast, "companion", guard)) == (200, 404)
    deed(cast)
    guard.refresh_from_db()
    assert (guard.owner, guard.campaign, guard.npc) == (cast.users["companion"], cast.table, True)
    assert guard.branches.get().owner == cast.users["companion"]
    assert edits(cast, "companion", guard) == 200
    assert door.get(at(guard, "sheet")).status_code in (302, 404)
    assert "Passed to companion" in words(cast["companion"].get(at(guard, "history")))
    assert "NPCs passed to companion: 1" in words(cast["companion"].get(f"{cast.table.get_absolute_url()}history/"))


def test_an_npc_in_the_bin_is_every_game_masters_to_restore(cast: Cast, guard: Character) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    listed = f'action="{at(guard, "unbin")}"'
    deleted = cast["companion"].post(at(guard, "bin"))
    assert deleted.url == f"{reverse('prep', args=[cast.table.pk])}#npcs"
    assert listed in words(cast["companion"].get(reverse("characters")))
    assert listed in words(cast["gm"].get(reverse("characters")))
    for who, status in (("owner", 404), ("spectator", 404), ("companion", 302)):
        assert (listed in words(cast[who].get(reverse("characters")))) is (status == 302)
        assert cast[who].post(at(guard, "unbin")).status_code == status
    assert edits(cast, "gm", guard) == 200


def test_an_npc_is_moved_by_whoever_plays_it(cast: Cast, guard: Character) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    own = actions.create_campaign(name="Mondays", by=cast.users["companion"])
    bring = reverse("bring", args=[own.pk])
    for url, sent in ((at(guard, "take_away"), {"sure": "1"}), (bring, {"character": guard.pk, "sure": "1"})):
        assert f"{guard} is an NPC of gm" in words(cast["companion"].post(url, sent, follow=True))
        guard.refresh_from_db()
        assert (guard.campaign, guard.npc) == (cast.table, True)
    assert "from the campaign." in words(cast["gm"].post(at(guard, "take_away"), {"sure": "1"}, follow=True))


def test_the_last_account_takes_its_npcs_with_it_and_looking_takes_nothing(cast: Cast, guard: Character) -> None:
    looks = NestedObjects(using="default")
    looks.collect([cast.users["gm"]])
    guard.refresh_from_db()
    assert guard.owner == cast.users["gm"]
    get_user_model().objects.filter(pk__in=[s.user_id for s in cast.table.memberships.all()]).delete()
    assert not Character.objects.filter(pk=guard.pk).exists()


def test_every_game_master_of_a_table_may_change_its_npcs_and_no_other(cast: Cast, guard: Character) -> None:
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    assert edits(cast, "companion", guard) == 200
    assert edits(cast, "companion", cast.jane) == 404
    assert all(edits(cast, who, guard) == 404 for who in ("owner", "spectator", "other_gm", "guest", "staff"))
    page = words(cast["companion"].get(reverse("prep", args=[cast.table.pk])))
    assert f'href="{at(guard, "build_start")}"' in page
    held = Character.objects.get(pk=guard.pk)
    assert cast["companion"].post(at(held, "build", "aspects"), {"version": held.version, "scores.charm": "4"})
    assert Character.objects.get(pk=guard.pk).build["scores"]["charm"] == 4


def test_an_npc_that_comes_as_a_players_character_is_none_any_more(cast: Cast, guard: Character) -> None:
    """Else the game master there could write it."""
    decisions.seat(character=guard, campaign=None, by=cast.users["gm"])
    elsewhere = cast.users["other_gm"].campaigns.get()
    actions.join(invitation=actions.invite(campaign=elsewhere, by=cast.users["other_gm"]), user=cast.users["gm"])
    decisions.seat(character=guard, campaign=elsewhere, by=cast.users["gm"])
    guard.refresh_from_db()
    assert not guard.npc
    assert edits(cast, "other_gm", guard) == 404


@pytest.mark.parametrize(
    ("who", "data", "question"),
    [
        ("companion", {"deed": "hand-over"}, "Make companion the GM of Thursday?"),
        ("owner", {"deed": "remove"}, "Remove owner from Thursday?"),
        ("spectator", {"role": "player"}, "Make spectator a player?"),
    ],
)
def test_what_takes_a_seat_away_asks_once(cast: Cast, who: str, data: dict[str, Any], question: str) -> None:
    actions.give_role(seat=seat(cast, "spectator"), role=TableRole.GM)
    address = reverse("seat", args=[cast.table.pk, seat(cast, who).pk])
    before = list(cast.table.memberships.values_list("user", "role"))
    page = words(cast["gm"].post(address, data))
    assert question in page
    assert all(f'name="{name}" value="{value}"' in page for name, value in data.items())
    assert list(cast.table.memberships.values_list("user", "role")) == before
    assert cast["gm"].post(address, {**data, "sure": "1"}).status_code == 302
    assert list(cast.table.memberships.values_list("user", "role")) != before


def test_a_link_and_a_waiver_are_taken_back_only_after_asking(cast: Cast) -> None:
    assert "Revoke this player invite link?" in words(
        cast["gm"].post(reverse("revoke", args=[cast.table.pk, cast.invitation.pk]))
    )
    cast.invitation.refresh_from_db()
    assert cast.invitation.revoked_at is None
    waived = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), {"deed": "unwaive", "waiver": "1"})
    assert "Remove this exception?" in words(waived)
