"""Who waits for a game master, and who is approved together with others."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from campaigns import actions
from campaigns.demo.demo import JANE
from campaigns.review import comments, decisions
from characters import actions as making
from characters.glances import _GLANCES
from characters.models import Character
from rules.kernel.basics.wording import counted
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(("charm", "sure"), [(2, False), (9, False), (9, True)], ids=["legal", "asked", "sure"])
def test_an_approval_reads_the_sheet_once(cast: Cast, monkeypatch: pytest.MonkeyPatch, charm: int, sure: bool) -> None:
    build = {**JANE, "scores": {**JANE["scores"], "charm": charm}}
    made = making.create_character(system="hprpg", by=cast.users["owner"], name="Pip", build=build, campaign=cast.table)
    read: list[str] = []
    of = Character.read
    monkeypatch.setattr(Character, "read", lambda one, **more: (read.append(str(one)), of(one, **more))[1])
    sent = {"deed": "approve", "version": made.version, **({"sure": "1"} if sure else {})}
    answer = cast["gm"].post(reverse("judge", args=[made.pk]), sent)
    assert read == ["Pip"]
    if charm == 9 and not sure:
        assert re.search(r"Approve Pip with \d+ errors?\?", words(answer))
    else:
        told = words(cast["gm"].get(reverse("review", args=[made.pk])))
        assert bool(re.search(r"Approved Pip, with \d+ errors?\.", told)) == sure


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
    _GLANCES.clear()
    alone, _ = home()
    assert re.search(r"Second submission by owner · \d+ errors? · since", alone), "of one alone as well"
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
