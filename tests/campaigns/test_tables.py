"""Tables: founding, inviting, joining, leaving, house rules. Every refusal is a sentence and changes nothing."""

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from campaigns import actions, emblem
from campaigns.demo.demo import JANE
from campaigns.models import Campaign, Invitation, Membership
from campaigns.review import comments, decisions
from characters import actions as making
from characters import versions
from characters.models import Character
from characters.tables import TableRole
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import filled_in, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db
RULES = '<form id="house" method="post"'


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
            "that value",
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
    assert "You’ve left Thursday" in words(cast["gm"].post(f"{url}leave/", follow=True))
    assert (roles(cast)["owner"], "gm" in roles(cast)) == ("gm", False)
    assert "Made owner a GM" in words(cast["owner"].get(f"{url}history/"))
    assert "Reopened Thursday." in words(cast["owner"].post(f"{url}archive/", follow=True))


def test_somebody_alone_archives_a_table_and_leaves_it(cast: Cast) -> None:
    alone = actions.create_campaign(name="Mondays", by=cast.users["stranger"])
    actions.archive(campaign=alone)
    cast["stranger"].post(f"{alone.get_absolute_url()}leave/")
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


def test_house_rules_are_decided_for_one_game_and_given_back(cast: Cast) -> None:
    held = actions.set_house_rules(campaign=cast.table, system="hprpg", values={"rating_limit": 4})
    assert held.settings == {"hprpg": {"rating_limit": 4}}
    held = actions.set_house_rules(campaign=held, system="dominion", values={})
    assert held.settings == {"hprpg": {"rating_limit": 4}}
    assert actions.set_house_rules(campaign=held, system="hprpg", values={"rating_limit": None}).settings == {}


# The pages


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
    assert "You’ve left Tuesdays" in words(gm.post(f"{url}leave/", follow=True))
    assert "the only GM" in words(stranger.post(f"{url}leave/", follow=True))
    assert "Renamed Tuesdays to Wednesdays." in words(
        stranger.post(f"{url}settings/", {"name": "Wednesdays"}, follow=True)
    )
    assert "Invite link revoked" in words(
        stranger.post(f"{url}invitations/{link.pk}/revoke/", {"sure": 1}, follow=True)
    )
    assert stranger.get(way_in).status_code == cast["gm"].post(way_in).status_code == 404
    assert stranger.get("/join/a%00b/").status_code == 404


def test_what_is_said_of_a_table_is_kept_to_its_last_line_or_refused_with_its_text(cast: Cast) -> None:
    url, lines = reverse("campaign_settings", args=[cast.table.pk]), ["Owls, and a cellar."] * 199 + ["The end."]
    for at, name in ((url, "Thursday"), ("/campaigns/", "Friday")):
        cast["gm"].post(at, {"name": name, "about": "\r\n".join(lines)})
        assert Campaign.objects.get(name=name).about == "\n".join(lines)
    long = cast["gm"].post(url, {"name": "Thursday", "about": "x" * 4_001})
    assert "4,001 characters; 4,000 is the maximum" in words(long)
    assert ("x" * 4_001 in words(long), Campaign.objects.get(name="Thursday").about) == (True, "\n".join(lines))


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


def test_house_rules_show_what_they_would_do_before_they_are_kept(cast: Cast) -> None:
    url = reverse("campaign_rules", args=[cast.table.pk, "hprpg"])
    before = words(cast["gm"].get(url))
    assert "Default (" in before
    shown = words(cast["gm"].post(url, {"archetype_ability_dots": "2", "preview": ""}))
    assert "This would make 1 of 1 character illegal" in shown
    assert "Jane Alderwick" in shown
    assert Campaign.objects.get(pk=cast.table.pk).settings == {}
    assert "No changes to preview" in words(cast["gm"].post(url, {"archetype_ability_dots": "", "preview": ""}))
    cast["gm"].post(url, {"archetype_ability_dots": "2", "free_fields": "x", "keep": ""})
    assert Campaign.objects.get(pk=cast.table.pk).settings == {}
    cast["gm"].post(url, {"archetype_ability_dots": "2", "keep": ""})
    assert not Character.objects.with_table().get(pk=cast.jane.pk).read().legal
    assert "make 1 of 1 character legal" in words(cast["gm"].post(url, {"archetype_ability_dots": "", "preview": ""}))
    odd = cast["gm"].post(url, {"rating_limit": "99", "keep": ""})
    assert (odd.status_code, "Nothing was changed" in words(odd)) == (422, True)
    assert cast["owner"].get(reverse("campaign_rules", args=[cast.table.pk, "chess"])).status_code == 404
    other = reverse("campaign_rules", args=[cast.table.pk, "duality"])
    assert "No characters use this game yet" in words(cast["gm"].post(other, {"starting_xp": "10", "preview": ""}))


def test_two_game_masters_on_one_page_of_house_rules_keep_only_what_each_changed(cast: Cast) -> None:
    url, gm = reverse("campaign_rules", args=[cast.table.pk, "hprpg"]), cast["gm"]
    shown = filled_in(gm.get(url), RULES)
    assert shown["was:rating_limit"] == shown["rating_limit"] == [""]
    gm.post(url, {**shown, "archetype_ability_dots": "2", "keep": ""})
    for how in ("preview", "keep"):
        late = gm.post(url, {**shown, "archetype_ability_dots": "1", "rating_limit": "4", how: ""})
        assert "was set to 2 since you opened this page" in words(late)
        assert Campaign.objects.get(pk=cast.table.pk).settings == {"hprpg": {"archetype_ability_dots": 2}}
    gm.post(url, {**shown, "rating_limit": "4", "keep": ""})
    assert Campaign.objects.get(pk=cast.table.pk).settings == {
        "hprpg": {"archetype_ability_dots": 2, "rating_limit": 4}
    }
    again = filled_in(late, RULES)
    assert (again["was:archetype_ability_dots"], again["archetype_ability_dots"]) == (["2"], ["1"])
    assert (again["was:rating_limit"], again["rating_limit"]) == ([""], ["4"])
    gm.post(url, {**again, "keep": ""})
    assert Campaign.objects.get(pk=cast.table.pk).house("hprpg")["archetype_ability_dots"] == 1


def test_two_game_masters_write_about_one_table_and_neither_is_overwritten_unheard(cast: Cast) -> None:
    url, gm = reverse("campaign_settings", args=[cast.table.pk]), cast["gm"]
    shown = {"was:name": "Thursday", "was:about": cast.table.about}
    assert "Saved." in words(gm.post(url, {**shown, "name": "Thursday", "about": "Owls."}, follow=True))
    gm.post(url, {**shown, "name": "Fridays", "about": cast.table.about})
    assert Campaign.objects.filter(name="Fridays", about="Owls.").exists()
    late = words(gm.post(url, {**shown, "name": "Thursday", "about": "Toads."}))
    assert "Someone else edited this too" in late
    assert ("Toads.</textarea>" in late, 'name="was:about" value="Owls."' in late) == (True, True)
    assert ('name="name" value="Fridays"' in late, 'name="was:name" value="Fridays"' in late) == (True, True)
    assert Campaign.objects.filter(name="Fridays", about="Owls.").exists()
    assert "Changed the description" in words(gm.get(reverse("campaign_history", args=[cast.table.pk])))


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


def test_a_gm_sees_on_every_campaign_who_waits_in_as_many_queries(cast: Cast) -> None:
    page, says = reverse("campaigns"), "To review:"
    assert says not in words(cast["gm"].get(page))
    decisions.submit(character=cast.jane)
    first = _queries(cast, page)
    told = words(cast["gm"].get(page))
    assert f'{says}<a href="{reverse("review", args=[cast.jane.pk])}">Jane Alderwick</a>' in told
    assert not [role for role in ("owner", "companion", "spectator") if says in words(cast[role].get(page))]
    for number in range(3):
        table = actions.create_campaign(name=f"Table {number}", by=cast.users["gm"])
        made = making.create_character(system="hprpg", by=cast.users["owner"], name=f"Pip {number}", campaign=table)
        decisions.submit(character=made)
    assert words(cast["gm"].get(page)).count(says) == 4
    assert _queries(cast, page) == first


def _queries(cast: Cast, page: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        cast["gm"].get(page)
    return len(queries)


def test_a_campaign_has_a_face_of_its_own_until_somebody_gives_it_another(cast: Cast) -> None:
    page, at = reverse("campaign_settings", args=[cast.table.pk]), cast.table.get_absolute_url()
    faces = {Campaign(pk=pk).face for pk in range(24)}
    assert len(faces) == 24, "campaigns next to each other look different"
    sent = {"name": "Thursday", "about": cast.table.about, "sign": "anvil", "colour": "sea"}
    cast["gm"].post(page, sent)
    assert 'data-colour="sea"' in words(cast["owner"].get(at))
    cast["gm"].post(page, {**sent, "sign": "<b>", "colour": "x"})
    assert Campaign.objects.get(pk=cast.table.pk).face == ("anvil", "sea")
    assert 'name="sign" value="anvil" checked' in words(cast["gm"].get(page))
    assert 'name="sign"' not in words(cast["owner"].get(page))


@pytest.mark.parametrize("sign", emblem.SIGNS)
def test_every_sign_is_drawn_as_a_picture_that_is_well_formed(sign: str) -> None:
    for drawn in (emblem.crest(sign), emblem.frieze(sign)):
        assert ElementTree.fromstring(drawn).tag == "svg"


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


def test_whoever_is_legal_and_new_is_approved_together_as_the_game_master_saw_them(cast: Cast) -> None:
    gm, url = cast["gm"], reverse("approve_all", args=[cast.table.pk])
    assert "No one who waits is legal, new and free of open comments" in words(gm.post(url))
    for name in ("Legal", "Broken", "Changed", "Returned"):
        build = {**JANE, "scores": {**JANE["scores"], "charm": 9}} if name == "Broken" else JANE
        made = making.create_character(
            system="hprpg", by=cast.users["owner"], name=name, build=build, campaign=cast.table
        )
        decisions.submit(character=made, by=cast.users["owner"])
    asked = words(gm.post(url))
    assert ("“Legal”" in asked, "“Changed”" in asked, "“Broken”" in asked) == (True, True, False)
    seen = re.findall(r'name="seen" value="([^"]+)"', asked)
    changed = Character.objects.get(name="Changed")
    making.change_build(character=changed, changes={"notes.goals": "More."}, drawn=changed.version)
    decisions.send_back(character=Character.objects.get(name="Returned"), by=cast.users["gm"], text="Not yet.")
    told = words(gm.post(url, {"sure": "1", "seen": [*seen, "x", "1-2-y"]}, follow=True))
    assert "Approved Legal." in told
    assert "Changed since you were asked: “Changed”." in told
    standing = {one.name: str(one.standing) for one in Character.objects.filter(campaign=cast.table)}
    assert {name: standing[name] for name in ("Legal", "Broken", "Changed", "Returned")} == {
        "Legal": "approved",
        "Broken": "submitted",
        "Changed": "submitted",
        "Returned": "returned",
    }
    assert cast["other_gm"].post(url, {"sure": "1", "seen": seen}).status_code == 404


def test_home_leads_through_all_that_wait_and_approves_several_that_are_legal(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]
    url = reverse("approve_all", args=[cast.table.pk])
    told = []
    for name in ("Broken", "Legal", "Legal too"):
        build = {**JANE, "scores": {**JANE["scores"], "charm": 9}} if name == "Broken" else JANE
        made = making.create_character(system="hprpg", by=owner, name=name, build=build, campaign=cast.table)
        decisions.submit(character=made, by=owner)
        page = words(gm.get("/"))
        told.append(("Review all" in page, url in page))
    assert told == [(False, False), (True, False), (True, True)]
    first = Character.objects.get(name="Broken")
    assert f'href="{reverse("review", args=[first.pk])}">Review all</a>' in page
    assert "Approve 2 legal" in page
    counted = re.findall(r'name="who" value="(\d+)"', page)
    made = making.create_character(system="hprpg", by=owner, name="Late", build=JANE, campaign=cast.table)
    decisions.submit(character=made, by=owner)
    asked = words(gm.post(url, {"who": counted}))
    assert ("Approve 2 characters?" in asked, "Late" in asked) == (True, False), "the number that was pressed"
    assert "Approve 3 characters?" in words(gm.post(url))
    assert "Review all" not in words(cast["owner"].get("/")), "who only plays reviews nobody"


def test_home_says_how_each_that_waits_stands_with_as_many_queries_for_more(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]

    def submitted(name: str, build: Any) -> Character:
        made = making.create_character(system="hprpg", by=owner, name=name, build=build, campaign=cast.table)
        return decisions.submit(character=made, by=owner)

    def home() -> tuple[str, int]:
        with CaptureQueriesContext(connection) as asked:
            page = words(gm.get("/"))
        return page.partition("Waiting for you")[2].partition("</section>")[0], len(asked)

    broken = submitted("Broken", {**JANE, "scores": {**JANE["scores"], "charm": 9}})
    decisions.send_back(character=broken, by=cast.users["gm"], text="Less charm.")
    decisions.submit(character=Character.objects.get(pk=broken.pk), by=owner)
    at = broken.events.filter(kind="submitted").first()
    submitted("Legal", JANE)
    home()
    page, few = home()
    rows = {name: row for row in page.split("<li ")[1:] for name in ("Broken", "Legal") if f">{name}</a>" in row}
    wrong = len(Character.objects.with_table().get(pk=broken.pk).read().errors)
    assert wrong
    assert f"Second submission by owner · {counted(wrong, 'error')} · since" in rows["Broken"]
    assert at
    assert date_format(timezone.localtime(at.at), "j M, H:i") in rows["Broken"]
    assert "First submission by owner · legal · since" in rows["Legal"]
    for name in ("Wren", "Ida", "Finch"):
        submitted(name, JANE)
    home()
    page, many = home()
    assert (page.count("legal · since"), many) == (4, few)


def test_approving_together_reaches_no_other_campaign_and_sees_a_rule_that_was_changed(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]
    made = making.create_character(system="hprpg", by=owner, name="Wren", build=JANE, campaign=cast.table)
    decisions.submit(character=made, by=owner)
    url = reverse("approve_all", args=[cast.table.pk])
    seen = re.findall(r'name="seen" value="([^"]+)"', words(gm.post(url)))
    other = actions.create_campaign(name="Mondays", by=cast.users["gm"])
    gm.post(reverse("approve_all", args=[other.pk]), {"sure": "1", "seen": seen})
    rule = {"untrained_knowledge": True}
    actions.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=cast.users["gm"])
    assert "Changed since you were asked: “Wren”" in words(gm.post(url, {"sure": "1", "seen": seen}, follow=True))
    assert Character.objects.get(pk=made.pk).standing == "submitted"


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


def test_nobody_of_whom_something_is_still_said_is_approved_together(cast: Cast) -> None:
    made = making.create_character(system="hprpg", by=cast.users["owner"], name="Wren", build=JANE, campaign=cast.table)
    decisions.submit(character=made, by=cast.users["owner"])
    assert decisions.approvable(cast.table) == [made]
    said = comments.draft(character=made, by=cast.users["gm"], text="Hm.")
    assert decisions.approvable(cast.table) == []
    comments.resolve(thread=said)
    assert decisions.approvable(cast.table) == [made]


def test_the_party_names_who_changed_since_approval_and_offers_what_can_be_done(cast: Cast) -> None:
    def party() -> str:
        return words(cast["gm"].get(cast.table.get_absolute_url()))

    offer = "Approve all that are legal"
    decisions.submit(character=cast.jane, by=cast.users["owner"])
    assert offer in party()
    said = comments.draft(character=cast.jane, by=cast.users["gm"], text="Hm.")
    assert offer not in party()
    comments.resolve(thread=said)
    held = Character.objects.get(pk=cast.jane.pk)
    decisions.approve(character=held, by=cast.users["gm"], seen=held.version)
    assert "Waiting for approval" not in party()
    making.change_build(character=held, changes={"scores.charm": 9}, drawn=held.version)
    page = party().partition("Waiting for approval")[2]
    assert "owner · Changed since approval" in page
    assert offer not in page
    refused = words(cast["gm"].post(reverse("approve_all", args=[cast.table.pk]), follow=True))
    assert "allow an exception, or send them back" in refused
