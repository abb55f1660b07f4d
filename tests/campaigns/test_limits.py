"""How much there may be of a table: what is refused, with which sentence, and what is read of its history."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns import actions
from campaigns.models import Campaign, Event, Invitation, Membership
from campaigns.review import decisions
from campaigns.tables import npcs
from campaigns.views import histories
from characters import actions as making
from characters import keeping, limits, versions
from characters.models import Character
from characters.tables import TableRole
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def run_tables(user: Any, count: int, **values: Any) -> list[Campaign]:
    made = Campaign.objects.bulk_create(Campaign(name=f"Table {n}", **values) for n in range(count))
    Membership.objects.bulk_create(Membership(campaign=one, user=user, role=TableRole.GM) for one in made)
    return made


def test_links_are_refused_beyond_the_limit_until_one_is_revoked(cast: Cast) -> None:
    gm, url = cast["gm"], cast.table.get_absolute_url()
    Invitation.objects.bulk_create(Invitation(campaign=cast.table, seats=1, used=1) for _ in range(actions.MOST_LINKS))
    page = gm.post(f"{url}invitations/", {"role": "player"})
    assert page.status_code == 422
    assert "50 invite links, used-up ones included, and that is the maximum. Revoke one first" in words(page)
    assert cast.table.invitations.count() == actions.MOST_LINKS
    actions.revoke(invitation=cast.table.invitations.all()[0])
    assert gm.post(f"{url}invitations/", {"role": "player"}).status_code == 302


def test_a_campaign_is_full_until_somebody_leaves(cast: Cast) -> None:
    people = get_user_model().objects.bulk_create(
        get_user_model()(username=f"player{n}") for n in range(actions.MOST_MEMBERS - cast.table.memberships.count())
    )
    Membership.objects.bulk_create(Membership(campaign=cast.table, user=user) for user in people)
    way_in = reverse("join", args=[cast.invitation.token])
    page = cast["stranger"].post(way_in, follow=True)
    assert "200 members, and that is the maximum. Ask the GM to remove someone" in words(page)
    assert cast.table.memberships.count() == actions.MOST_MEMBERS
    actions.leave(seat=Membership.objects.get(campaign=cast.table, user=people[0]))
    cast["stranger"].post(way_in)
    assert cast.table.memberships.filter(user=cast.users["stranger"]).exists()


def test_open_tables_are_refused_beyond_the_limit_until_one_is_archived(cast: Cast) -> None:
    mine, client = cast.users["stranger"], cast["stranger"]
    first = run_tables(mine, actions.MOST_OPEN)[0]
    page = client.post("/campaigns/", {"name": "One more"})
    assert (page.status_code, Campaign.objects.filter(name="One more").exists()) == (422, False)
    assert "limit of 100 open campaigns. Archive one or make someone else GM, then try again." in words(page)
    client.post(f"{first.get_absolute_url()}archive/")
    assert client.post("/campaigns/", {"name": "One more"}).status_code == 302
    back = client.post(f"{first.get_absolute_url()}archive/")
    assert (back.status_code, "limit of 100 open campaigns" in words(back)) == (422, True)
    actions.create_campaign(name="Of somebody else", by=cast.users["gm"])


def test_archived_tables_count_in_all(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_RUN", 3)
    mine = cast.users["stranger"]
    first = run_tables(mine, 3, archived_at=cast.jane.created_at)[0]
    with pytest.raises(
        Refused, match=r"limit of 3 campaigns, archived ones included\. Leave one or make someone else GM"
    ):
        actions.create_campaign(name="One more", by=mine)
    actions.reopen(campaign=first, by=mine)
    actions.leave(seat=Membership.objects.exclude(campaign=first).get(user=mine, campaign__name="Table 1"))
    actions.create_campaign(name="One more", by=mine)


def test_a_table_has_no_more_characters_than_fit_its_pages(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_AT_A_TABLE", 2)
    url, owner = cast.table.get_absolute_url(), cast.users["owner"]
    second = making.create_character(system="hprpg", by=owner, name="Second", campaign=cast.table)
    making.bin_character(character=second)
    third = making.create_character(system="hprpg", by=owner, name="Third")
    page = cast["owner"].post(f"{url}characters/", {"character": third.pk})
    said = "Thursday has 2 characters, deleted ones included, and that is the maximum. Remove one"
    assert (page.status_code, said in words(page)) == (422, True)
    new = {"campaign": cast.table.pk, "system": "hprpg", "name": "Fourth"}
    assert said in words(cast["owner"].post(reverse("new"), new, follow=True))
    assert said in words(cast["stranger"].post(reverse("join", args=[cast.invitation.token]), {"character": "hprpg"},
                                               follow=True))  # fmt: skip
    with pytest.raises(Refused, match="has 2 characters"):
        npcs.create_npcs(campaign=cast.table, by=cast.users["gm"], system="hprpg", name="Guard", count=2)
    assert cast.table.characters.count() == 2
    versions.what_if(character=cast.jane, by=owner)  # a what-if takes nobody's place
    decisions.seat(character=second, campaign=None, by=owner)
    decisions.seat(character=third, campaign=cast.table, by=owner)


def happen(cast: Cast, count: int) -> None:
    Event.objects.bulk_create(Event(campaign=cast.table, kind="left", data={"n": n}) for n in range(count))


def test_a_page_of_the_history_tells_no_more_than_it_shows(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    worded: list[Event] = []
    really = histories._said
    monkeypatch.setattr(histories, "_said", lambda event, seat: worded.append(event) or really(event, seat))
    monkeypatch.setattr(keeping, "EVENTS", 100)
    happen(cast, 300)
    url = reverse("campaign_history", args=[cast.table.pk])
    assert words(cast["owner"].get(url, {"page": "2"})).count("Left the campaign") == histories.PER_PAGE
    assert len(worded) == histories.PER_PAGE
    worded.clear()
    assert words(cast["owner"].get(url, {"q": "left"})).count("Left the campaign") == histories.PER_PAGE
    assert len(worded) == 100


def test_the_oldest_happenings_of_a_table_go(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "EVENTS", 3)
    other = actions.create_campaign(name="Fridays", by=cast.users["gm"])
    happen(cast, 5)
    keeping.forget_events()
    assert [event.data for event in cast.table.events.all()] == [{"n": 4}, {"n": 3}, {"n": 2}]
    assert other.events.count() == 1
    assert Character.objects.filter(pk=cast.jane.pk).exists()
