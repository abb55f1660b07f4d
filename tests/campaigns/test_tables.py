"""Tables: founding, inviting, joining, leaving, house rules. Every refusal is a sentence and changes nothing."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from campaigns import actions
from campaigns.models import Campaign, Invitation, Membership
from campaigns.review import decisions
from characters import actions as making
from characters import versions
from characters.models import Character, Mark
from characters.tables import TableRole
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def seat(cast: Cast, role: str) -> Membership:
    return Membership.objects.select_related("campaign").get(campaign=cast.table, user=cast.users[role])


def roles(cast: Cast) -> dict[str, str]:
    return dict(cast.table.memberships.values_list("user__username", "role"))


def test_whoever_founds_a_table_runs_it(cast: Cast) -> None:
    made = actions.create_campaign(name="  Tues\u202edays\n ", by=cast.users["stranger"], about=" Owls. ")
    assert (made.name, made.about) == ("Tuesdays", "Owls.")
    assert made.memberships.get().role == TableRole.GM
    assert made.get_absolute_url() == reverse("campaign", args=[made.pk])


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        (lambda cast: actions.create_campaign(name=" ", by=cast.users["gm"]), "Enter a campaign name"),
        (lambda cast: actions.rename(campaign=cast.table, name="\u200b\u3164", about=""), "Enter a campaign name"),
        (lambda cast: actions.invite(campaign=cast.table, by=cast.users["gm"], role="king"), "GM, player or spectator"),
        (lambda cast: actions.invite(campaign=cast.table, by=cast.users["gm"], seats=0), "1 to 99"),
        (lambda cast: actions.join(invitation=cast.revoked, user=cast.users["stranger"]), "was revoked"),
        (lambda cast: actions.leave(seat=seat(cast, "gm")), "the only GM"),
        (lambda cast: actions.give_role(seat=seat(cast, "gm"), role=TableRole.PLAYER), "someone else GM first"),
        (lambda cast: actions.give_role(seat=seat(cast, "owner"), role="king"), "GM, player or spectator"),
        (lambda cast: actions.transfer_gm(seat=seat(cast, "gm"), to=seat(cast, "gm")), "another member"),
        (lambda cast: actions.set_house_rules(campaign=cast.table, system="hprpg", values={"gravity": 9}), "gravity"),
        (
            lambda cast: actions.set_house_rules(campaign=cast.table, system="hprpg", values={"rating_limit": 99}),
            "“Maximum permanent rating”: enter a whole number, 1 to 7",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(cast: Cast, deed: Callable[[Cast], Any], sentence: str) -> None:
    def state() -> list[Any]:
        tables = list(Campaign.objects.order_by("pk").values())
        return [tables, list(Membership.objects.order_by("pk").values()), list(Invitation.objects.values())]

    assert cast.invitation.pk
    assert cast.revoked.pk
    before = state()
    with pytest.raises(Refused, match=sentence):
        deed(cast)
    assert state() == before


def test_a_link_for_one_is_used_once_and_its_holder_may_open_it_again(cast: Cast) -> None:
    link = actions.invite(campaign=cast.table, by=cast.users["gm"], role=TableRole.SPECTATOR, seats=1)
    assert (len(link.token) >= 22, link.open) == (True, True)
    mine = actions.join(invitation=link, user=cast.users["stranger"])
    assert actions.join(invitation=link, user=cast.users["stranger"]) == mine
    with pytest.raises(Refused, match="used up"):
        actions.join(invitation=link, user=cast.users["staff"])
    link.refresh_from_db()
    assert (link.used, link.open, str(link)) == (1, False, "spectator invite to Thursday")
    assert roles(cast)["stranger"] == "spectator"


def test_who_leaves_takes_the_characters_along(cast: Cast) -> None:
    actions.remove(seat=seat(cast, "owner"), by=cast.users["gm"])
    cast.jane.refresh_from_db()
    assert cast.jane.campaign is None
    assert "owner" not in roles(cast)


@pytest.mark.parametrize("by", ["owner", "gm"])
def test_nobody_waits_for_what_was_submitted_at_a_table_that_was_left(cast: Cast, by: str) -> None:
    decisions.submit(character=cast.jane)
    actions.leave(seat=seat(cast, "owner"), by=cast.users[by] if by == "gm" else None)
    page = words(cast["owner"].get(reverse("review", args=[cast.jane.pk])))
    assert ("Not in a campaign" in page, "Waiting for" in page) == (True, False)


def test_the_last_game_master_leaves_an_archived_table_to_its_heir(cast: Cast) -> None:
    url = cast.table.get_absolute_url()
    actions.archive(campaign=cast.table)
    assert "You’ve left Thursday" in words(cast["gm"].post(f"{url}leave/", {"sure": "1"}, follow=True))
    assert (roles(cast)["owner"], "gm" in roles(cast)) == ("gm", False)
    assert "Made owner a GM" in words(cast["owner"].get(f"{url}history/"))
    assert "Reopened Thursday." in words(cast["owner"].post(f"{url}archive/", follow=True))


def test_somebody_alone_archives_a_table_and_leaves_it(cast: Cast) -> None:
    alone = actions.create_campaign(name="Mondays", by=cast.users["stranger"])
    actions.archive(campaign=alone)
    cast["stranger"].post(f"{alone.get_absolute_url()}leave/", {"sure": "1"})
    assert not alone.memberships.exists()


def test_the_table_is_handed_over_and_its_founder_may_go(cast: Cast) -> None:
    actions.transfer_gm(seat=seat(cast, "gm"), to=seat(cast, "companion"))
    assert (roles(cast)["gm"], roles(cast)["companion"]) == ("player", "gm")
    actions.leave(seat=seat(cast, "gm"))
    assert "gm" not in roles(cast)


def test_a_seat_is_judged_as_it_stands_and_not_as_a_page_saw_it(cast: Cast) -> None:
    mine, theirs = seat(cast, "companion"), seat(cast, "owner")
    actions.transfer_gm(seat=seat(cast, "gm"), to=seat(cast, "companion"))
    with pytest.raises(Refused, match="the only GM"):
        actions.leave(seat=mine)
    with pytest.raises(Refused, match="someone else GM first"):
        actions.give_role(seat=mine, role=TableRole.SPECTATOR)
    actions.leave(seat=seat(cast, "owner"))
    for deed in (lambda: actions.give_role(seat=theirs, role=TableRole.GM), lambda: actions.leave(seat=theirs)):
        with pytest.raises(Refused, match="already left the campaign"):
            deed()
    assert list(roles(cast).values()).count("gm") == 1


def test_an_archived_table_is_read_and_not_changed(cast: Cast) -> None:
    invitation = cast.invitation
    actions.archive(campaign=cast.table)
    cast.table.refresh_from_db()
    for deed in (
        lambda: actions.rename(campaign=cast.table, name="x", about=""),
        lambda: actions.invite(campaign=cast.table, by=cast.users["gm"]),
        lambda: actions.join(invitation=invitation, user=cast.users["stranger"]),
        lambda: actions.give_role(seat=seat(cast, "owner"), role=TableRole.GM),
        lambda: actions.set_house_rules(campaign=cast.table, system="hprpg", values={}),
    ):
        with pytest.raises(Refused, match="archived"):
            deed()
    url = cast.table.get_absolute_url()
    assert "Archived on" in words(cast["owner"].get(url))
    new = {"campaign": cast.table.pk, "system": "hprpg", "name": "Nell"}
    assert "Thursday is archived, so Nell isn’t in it" in words(cast["owner"].post(reverse("new"), new, follow=True))
    join, before = reverse("join", args=[cast.invitation.token]), cast.table.characters.count()
    for way, character in ((f"{url}characters/", str(cast.jane.pk)), (join, "hprpg")):  # also for who sits there
        assert "is archived" in words(cast["owner"].post(way, {"character": character}, follow=True))
    assert cast.table.characters.count() == before
    assert "you can’t join it" in words(cast["stranger"].get(reverse("join", args=[cast.invitation.token])))
    assert "Archived" in words(cast["gm"].get(reverse("campaigns")))
    assert "Reopened Thursday." in words(cast["gm"].post(f"{url}archive/", follow=True))


def test_a_way_through_the_pages(cast: Cast) -> None:
    gm, stranger = cast["gm"], cast["stranger"]
    assert "Enter a campaign name" in words(gm.post("/campaigns/", {"name": " "}))
    url = gm.post("/campaigns/", {"name": "Tuesdays", "about": "Owls"})["Location"]
    assert "No characters yet" in words(gm.get(url))
    assert "1 to 99" in words(gm.post(f"{url}invitations/", {"seats": "many"}, follow=True))
    gm.post(f"{url}invitations/", {"role": "player", "seats": "3"})
    link = Invitation.objects.get(campaign__name="Tuesdays")
    way_in = reverse("join", args=[link.token])
    assert link.token in words(gm.get(f"{url}settings/"))
    assert f"next={way_in.replace('/', '%2F')}" in cast["nobody"].get(way_in).content.decode()
    assert cast["nobody"].post(way_in)["Location"].startswith(reverse("account_login"))
    own = making.create_character(system="hprpg", by=cast.users["stranger"], name="Nell")
    assert "Nell" in words(stranger.get(way_in))
    assert "You’ve joined Tuesdays." in words(stranger.post(way_in, {"character": str(own.pk)}, follow=True))
    assert "You’re already a member" in words(stranger.get(way_in))
    own.refresh_from_db()
    assert str(own.campaign) == "Tuesdays"
    stranger.post(f"/characters/{own.pk}/leave-campaign/", {"sure": "1"})
    assert "Add one of your characters" in words(stranger.get(url))
    assert "Choose a character." in words(stranger.post(f"{url}characters/", {}, follow=True))
    assert "Added Nell to Tuesdays." in words(stranger.post(f"{url}characters/", {"character": own.pk}, follow=True))
    assert "Review" not in words(cast["owner"].post(way_in, {"character": "duality"}, follow=True))
    assert Character.objects.get(campaign__name="Tuesdays", system="duality").owner == cast.users["owner"]
    seats = {s.user.get_username(): s.pk for s in Membership.objects.filter(campaign__name="Tuesdays")}
    assert "stranger is now a spectator" in words(
        gm.post(f"{url}members/{seats['stranger']}/", {"role": "spectator"}, follow=True)
    )
    assert "Removed owner and their characters." in words(
        gm.post(f"{url}members/{seats['owner']}/", {"deed": "remove", "sure": 1}, follow=True)
    )
    assert "stranger is now the GM." in words(
        gm.post(f"{url}members/{seats['stranger']}/", {"deed": "hand-over", "sure": 1}, follow=True)
    )
    assert "You’ve left Tuesdays" in words(gm.post(f"{url}leave/", {"sure": "1"}, follow=True))
    assert "the only GM" in words(stranger.post(f"{url}leave/", {"sure": "1"}, follow=True))
    assert "Renamed Tuesdays to Wednesdays." in words(
        stranger.post(f"{url}settings/", {"name": "Wednesdays"}, follow=True)
    )
    assert "Invite link revoked" in words(
        stranger.post(f"{url}invitations/{link.pk}/revoke/", {"sure": 1}, follow=True)
    )
    assert stranger.get(way_in).status_code == cast["gm"].post(way_in).status_code == 404
    assert stranger.get("/join/a%00b/").status_code == 404


def test_nobody_is_asked_whether_they_are_sure_of_what_is_refused(cast: Cast) -> None:
    """The only game master is not promised that their NPCs go to another."""
    making.create_character(system="hprpg", by=cast.users["gm"], name="Guard", campaign=cast.table, npc=True)
    url, own = cast.table.get_absolute_url(), seat(cast, "gm").pk
    for path, sent, why in (
        ("leave/", {}, "the only GM"),
        (f"members/{own}/", {"deed": "remove"}, "the only GM"),
        (f"members/{own}/", {"role": "player"}, "someone else GM first"),
    ):
        page = words(cast["gm"].post(f"{url}{path}", sent))
        assert (why in page, 'name="sure"' in page) == (True, False), (path, sent)
    actions.give_role(seat=seat(cast, "companion"), role=TableRole.GM)
    assert "they go to another GM" in words(cast["gm"].post(f"{url}leave/"))
    actions.archive(campaign=cast.table)
    page = words(cast["gm"].post(f"{url}members/{seat(cast, 'companion').pk}/", {"deed": "hand-over"}))
    assert ("archived" in page, 'name="sure"' in page) == (True, False)


def test_tables_are_searched_by_name(cast: Cast) -> None:
    assert "Thursday" in words(cast["owner"].get("/campaigns/?q=thurs"))
    assert "No matching campaigns" in words(cast["owner"].get("/campaigns/?q=monday"))
    assert "No campaigns yet" in words(cast["stranger"].get("/campaigns/"))
    assert "You need an account" in words(cast["nobody"].get("/campaigns/"))


def test_a_new_character_is_made_for_the_table(cast: Cast) -> None:
    assert "Thursday" in words(cast["owner"].get(f"/characters/new/?campaign={cast.table.pk}"))
    cast["owner"].post("/characters/new/", {"campaign": cast.table.pk, "system": "hprpg", "name": "Nell"})
    assert Character.objects.get(name="Nell").campaign == cast.table
    assert cast["stranger"].get(f"/characters/new/?campaign={cast.table.pk}").status_code == 404


def test_a_used_up_link_says_so(cast: Cast) -> None:
    link = actions.invite(campaign=cast.table, by=cast.users["gm"], seats=1)
    way_in = reverse("join", args=[link.token])
    cast["stranger"].post(way_in)
    assert "has been used up" in words(cast["staff"].get(way_in))
    assert "has been used up" in words(cast["staff"].post(way_in, follow=True))


def test_points_are_awarded_to_whom_the_game_master_ticks(cast: Cast) -> None:
    url = reverse("award", args=[cast.table.pk])
    given = {"system": "hprpg", "character": [str(cast.jane.pk), "x", "999"], "amount": "3", "reason": "The cellar"}
    assert "Awarded 3 dots to 1 character." in words(cast["gm"].post(url, given, follow=True))
    assert "1 to 1,000" in words(cast["gm"].post(url, {**given, "amount": "x"}, follow=True))
    actions.archive(campaign=cast.table)
    assert "is archived" in words(cast["gm"].post(url, given, follow=True))
    assert Character.objects.get(pk=cast.jane.pk).ledger.total("award") == 3


def test_a_player_removed_in_the_middle_of_an_edit_loses_nothing(cast: Cast) -> None:
    url = reverse("build", args=[cast.jane.pk, "story"])
    drawn = str(cast.jane.version)
    assert cast["owner"].get(url).status_code == 200
    actions.remove(seat=seat(cast, "owner"), by=cast.users["gm"])
    answer = cast["owner"].post(
        url, {"version": drawn, "tab": "one", "notes.wand": "Hornbeam"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    held = Character.objects.get(pk=cast.jane.pk)
    assert (held.build["notes"]["wand"], held.campaign, held.owner) == ("Hornbeam", None, cast.users["owner"])
    assert cast["gm"].get(held.get_absolute_url()).status_code == 404
    assert "Left Thursday" in words(cast["owner"].get(reverse("history", args=[held.pk])))


def test_a_character_that_sits_elsewhere_is_moved_when_its_player_says_so_again(cast: Cast) -> None:
    other = actions.create_campaign(name="Mondays", by=cast.users["owner"])
    assert "moves from Thursday" in words(cast["owner"].get(other.get_absolute_url()))
    bring, sent = reverse("bring", args=[other.pk]), {"character": cast.jane.pk}
    assert "Move Jane" in words(cast["owner"].post(bring, sent))
    cast.jane.refresh_from_db()
    assert cast.jane.campaign == cast.table
    cast["owner"].post(bring, {**sent, "sure": "1"})
    cast.jane.refresh_from_db()
    assert cast.jane.campaign == other


def test_an_award_goes_to_characters_of_its_game_alone(cast: Cast) -> None:
    raven = making.create_character(system="dominion", by=cast.users["owner"], campaign=cast.table)
    page = words(cast["gm"].get(cast.table.get_absolute_url()))
    assert ("Dots" in page, "APs" in page) == (True, True)
    sent = {"system": "dominion", "character": [cast.jane.pk, raven.pk], "amount": "2", "reason": "The cellar"}
    told = words(cast["gm"].post(reverse("award", args=[cast.table.pk]), sent, follow=True))
    assert "Awarded 2 APs to 1 character." in told
    assert Character.objects.get(pk=cast.jane.pk).ledger.total("award") == 0
    assert "Choose at least one" in words(
        cast["gm"].post(reverse("award", args=[cast.table.pk]), {**sent, "system": "x"})
    )


def test_a_what_if_is_neither_brought_nor_submitted_by_itself(cast: Cast) -> None:
    branch = versions.what_if(character=cast.jane, by=cast.users["owner"])
    other = actions.create_campaign(name="Mondays", by=cast.users["owner"])
    sent = {"character": branch.pk, "sure": "1"}
    assert "comes along with its original" in words(cast["owner"].post(reverse("bring", args=[other.pk]), sent))
    assert "isn’t submitted" in words(cast["owner"].post(reverse("submit", args=[branch.pk]), follow=True))


def test_an_invite_link_says_who_came_by_it_and_is_shown_to_a_camera(cast: Cast) -> None:
    actions.join(invitation=cast.invitation, user=cast.users["stranger"])
    page = words(cast["gm"].get(reverse("campaign_settings", args=[cast.table.pk])))
    assert re.search(r"1\s*used:\s*stranger", page)
    code = ElementTree.fromstring(re.findall(r"<svg[^>]*>.*?</svg>", page[page.index("Show the QR code") :], re.S)[0])
    assert code.tag.endswith("svg")
    assert (
        "stranger"
        not in words(cast["owner"].get(reverse("campaign_settings", args=[cast.table.pk]))).partition("Invite")[2]
    )


def test_of_other_players_characters_the_party_tells_the_name_alone(cast: Cast) -> None:
    at = cast.table.get_absolute_url()
    who = [line for line in Character.objects.get(pk=cast.jane.pk).game.one_liner(cast.jane.read()) if len(line) > 4]
    told = {role: words(cast[role].get(at)) for role in ("owner", "gm", "companion")}
    assert all(who[0] in told[role] for role in ("owner", "gm"))
    assert ("Jane Alderwick" in told["companion"], who[0] in told["companion"]) == (True, False)
    assert ("Draft" in told["owner"], "Draft" in told["companion"]) == (True, False)


def test_an_archived_table_is_read_only_and_its_characters_stay_their_players(cast: Cast) -> None:
    gm = cast.users["gm"]
    hob = making.create_character(system="hprpg", by=gm, name="Hob", campaign=cast.table, npc=True)
    actions.archive(campaign=cast.table)
    tracker = next(one for one in cast.jane.read().trackers if one.top and not one.entry)
    change = 1 if tracker.stands(cast.jane.marks) == 0 else -1

    def marked(who: str, pk: int) -> tuple[int, bool]:
        mark = {"tracker": tracker.key, "change": str(change), "uid": str(uuid4()), "since": "0"}
        answer = cast[who].post(reverse("play", args=[pk]), mark)
        return answer.status_code, "This campaign is archived. A GM can reopen it." in words(answer)

    assert marked("owner", cast.jane.pk) == (302, False), "she is still hers to play"
    assert marked("gm", cast.jane.pk) == marked("gm", hob.pk) == (422, True)
    assert Mark.objects.count() == 1
    undone = reverse("undo_play", args=[cast.jane.pk, Mark.objects.get().number])
    rest, roll = (reverse(name, args=[cast.jane.pk]) for name in ("rest", "roll"))
    for address in (undone, rest, roll):
        assert cast["gm"].post(address, {"deed": str(uuid4()), "since": "0"}).status_code == 422
    for page in ("campaign", "prep", "campaign_history", "campaign_settings", "roster", "coverage"):
        shown = words(cast["gm"].get(reverse(page, args=[cast.table.pk])))
        assert shown.count("Archived on") == 1, page
        assert 'settings/#reopen">Reopen it</a>' in shown, page
    assert "Reopen it</a>" not in words(cast["owner"].get(cast.table.get_absolute_url()))


def test_leaving_is_asked_about_and_says_what_stays(cast: Cast) -> None:
    actions.give_role(seat=cast.table.memberships.get(user=cast.users["owner"]), role="gm", by=cast.users["gm"])
    making.create_character(system="hprpg", by=cast.users["gm"], name="Guard", campaign=cast.table, npc=True)
    leave = reverse("leave", args=[cast.table.pk])
    asked = words(cast["gm"].post(leave))
    assert (f"Leave {cast.table}?" in asked, "Your NPCs stay" in asked) == (True, True)
    assert cast.table.memberships.filter(user=cast.users["gm"]).exists()
    assert "Your NPCs stay" not in words(cast["owner"].post(leave))
    assert "Your NPCs stayed." in words(cast["gm"].post(leave, {"sure": "1"}, follow=True))


def test_whoever_is_invited_reads_which_house_rules_are_set(cast: Cast) -> None:
    page = words(cast["stranger"].get(reverse("join", args=[cast.invitation.token])))
    assert "house rule</summary>" not in page
    rule = {"untrained_knowledge": True}
    actions.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=cast.users["gm"])
    page = words(cast["stranger"].get(reverse("join", args=[cast.invitation.token])))
    assert ": 1 house rule</summary>" in page
    assert "→" in page.partition("1 house rule</summary>")[2]


def test_the_house_rules_speak_of_the_game_master_to_a_player(cast: Cast) -> None:
    address = reverse("campaign_rules", args=[cast.table.pk, "hprpg"])
    told = {who: words(cast[who].get(address)) for who in ("gm", "owner")}
    assert ("you can allow an exception" in " ".join(told["gm"].split())) is True
    player = " ".join(told["owner"].split())
    assert ("a GM can allow an exception" in player, "answered by the GM." in player) == (True, True)
    assert "by you" not in player


def test_a_character_without_a_name_is_told_apart_where_it_is_added(cast: Cast) -> None:
    for species in ("centaur", "goblin"):
        making.create_character(system="hprpg", by=cast.users["gm"], build={"picks": {"species": species}})
    told = words(cast["gm"].get(cast.table.get_absolute_url()))
    for species in ("Centaur", "Goblin"):
        assert re.search(rf"Unnamed · {species}[^·]* · \d+ [A-Z][a-z]+ \d\d:\d\d · ", told)
