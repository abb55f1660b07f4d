"""Links by which anyone sees a sheet: what they show, what they keep back, and how they end."""

import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.urls import reverse
from PIL import Image

from characters import actions, keeping
from characters.limits import MOST_LINKS
from characters.models import Character, ShareLink
from characters.preview import SIZE
from rules.systems import PACKAGES
from tests.cast import Cast
from tests.characters.posting import HX, at, targets, words

pytestmark = pytest.mark.django_db
SECRET = "Her brother is not dead at all."


def opened(cast: Cast, link: ShareLink, role: str = "nobody") -> str:
    answer = cast[role].get(reverse("shared", args=[link.token]))
    assert answer.status_code == 200
    return words(answer)


def test_anyone_sees_the_sheet_and_every_link_of_it_leads_somewhere(cast: Cast) -> None:
    page = opened(cast, cast.link)
    assert "<h1>Jane Alderwick</h1>" in page
    assert 'property="og:description" content="Harry Potter RPG · ' in page
    odds = reverse("shared_odds", args=[cast.link.token])
    forms = set(re.findall(r"<form[^>]*>", page.replace('<form class="theme"', "").replace("accounts/logout", "")))
    assert forms == {f'<form method="get" action="{odds}#rolled" hx-get="{odds}" hx-swap="none">'}
    assert f"/characters/{cast.jane.pk}/" not in page
    links = {unescape(link) for link in re.findall(r'<a [^>]*href="(/[^"#]*)', page)}
    assert reverse("shared_figure", args=[cast.link.token, "charm"]) in links
    for link in links:
        assert cast["nobody"].get(link).status_code in (200, 304), link


def test_whoever_has_the_link_rolls_and_nothing_is_saved(cast: Cast) -> None:
    page, odds = opened(cast, cast.link), reverse("shared_odds", args=[cast.link.token])
    assert "Your rolls aren’t saved." in page
    check = next(check for check in cast.jane.read().checks if check.dice)
    asked = {**dict(check.answers), "throw": "alone"}
    rolled = cast["nobody"].get(odds, asked, headers=HX)
    assert targets(rolled) == ["rolled"]
    for told in (words(rolled), words(cast["nobody"].get(odds, asked))):
        assert f"{check.label}:" in unescape(told)
        assert "This roll isn’t saved in the log." in told
        assert f"/characters/{cast.jane.pk}/" not in told
    assert not cast.jane.roll_log.exists()
    assert cast["nobody"].post(odds, asked).status_code == 405
    actions.unshare(link=cast.link)
    assert cast["nobody"].get(odds, asked).status_code == 404


@pytest.mark.parametrize("system", sorted(PACKAGES))
def test_a_preview_is_a_small_picture_whatever_the_name(cast: Cast, system: str) -> None:
    for name in ("", "Raven", "Ж" * 200):
        who = actions.create_character(system=system, by=cast.users["owner"], name=name)
        address = reverse("shared_preview", args=[actions.share(character=who).token])
        answer = cast["nobody"].get(address)
        assert answer["Content-Type"] == "image/png"
        with Image.open(BytesIO(answer.content)) as picture:
            assert picture.size == SIZE
        assert len(answer.content) < 150_000
    assert f'property="og:image" content="http://testserver{address}"' in opened(cast, who.share_links.get())


def test_a_preview_shows_a_portrait(cast: Cast) -> None:
    address = reverse("shared_preview", args=[cast.link.token])
    reds = []
    for make in (lambda: cast.jane, lambda: cast.portrayed):
        assert make()
        with Image.open(BytesIO(cast["nobody"].get(address).content)) as picture:
            red, green, _ = picture.getpixel((250, 300))
            reds.append(red > green + 100)
    assert reds == [False, True]


def test_nobody_keeps_it(cast: Cast) -> None:
    for name, rest in (("shared", []), ("shared_figure", ["charm"]), ("shared_odds", []), ("shared_preview", [])):
        answer = cast["nobody"].get(reverse(name, args=[cast.link.token, *rest]))
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", "))


def test_boxes_show_what_they_leave(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.users["owner"], build={"scores": {"stamina": 2}})
    page = opened(cast, actions.share(character=raven))
    assert all(f"−{n}" in page for n in range(1, 12))
    assert ">dead<" in page, "under the box of the wound that kills"


def test_what_people_wrote_is_kept_back(cast: Cast) -> None:
    noted = {"notes.backstory": SECRET, "entries.gear.0": {"name": "Lantern", "notes": {"detail": SECRET}}}
    actions.change_build(character=cast.jane, changes=noted, drawn=cast.jane.version, by=cast.users["owner"])
    assert SECRET not in opened(cast, cast.link)
    assert SECRET in opened(cast, actions.share(character=cast.jane, story=True))


def test_a_breakdown_leaves_out_what_the_ledger_says(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.users["owner"], name="Raven")
    raven.ledger_entries.create(kind="loss", subject="channel", amount=-1, note=SECRET, role="gm")
    own = words(cast["owner"].get(at(raven, "figure", "channel")))
    assert SECRET.rstrip(".") in own
    link = actions.share(character=raven)
    page = words(cast["nobody"].get(reverse("shared_figure", args=[link.token, "channel"])))
    assert "lost" in page
    assert SECRET.rstrip(".") not in page


def test_a_link_that_was_revoked_is_gone_with_a_sentence(cast: Cast) -> None:
    address, way = reverse("shared", args=[cast.link.token]), reverse("unshare", args=[cast.jane.pk, cast.link.pk])
    asked = cast["owner"].post(way)
    assert "Revoke this link?" in words(asked)
    assert "Link revoked." in words(cast["owner"].post(way, {"sure": "1"}, follow=True))
    answer = cast["nobody"].get(address)
    assert answer.status_code == 404
    assert "Ask the person who sent it for a new one." in words(answer)
    told = words(cast["owner"].get(at(cast.jane, "history")))
    assert "Created a share link" in told
    assert "Revoked a share link" in told


def test_a_link_sleeps_while_its_character_is_deleted_and_goes_with_it(cast: Cast) -> None:
    address = reverse("shared", args=[cast.link.token])
    actions.bin_character(character=cast.jane)
    assert cast["owner"].get(address).status_code == 404
    actions.unbin_character(character=cast.jane)
    assert cast["nobody"].get(address).status_code == 200
    actions.bin_character(character=cast.jane)
    keeping.purge(Character.objects.filter(pk=cast.jane.pk))
    assert not ShareLink.objects.exists()


def test_a_character_has_so_many_links_and_a_copy_has_none(cast: Cast) -> None:
    page: Any = None
    for _ in range(MOST_LINKS + 1):
        page = cast["owner"].post(reverse("share", args=[cast.jane.pk]), follow=True)
    assert page.status_code == 422
    assert f"Jane Alderwick has {MOST_LINKS} links, and that is the maximum." in words(page)
    assert cast.jane.share_links.count() == MOST_LINKS
    assert not actions.duplicate(character=cast.jane, by=cast.users["owner"]).share_links.exists()
