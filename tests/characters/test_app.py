"""The site as an app: what a phone reads of it, and what its service worker may keep."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db


def test_a_phone_finds_what_it_needs_to_install_it(client: Client) -> None:
    page = words(client.get("/"))
    assert '<link rel="manifest" href="/app.webmanifest">' in page
    answer = client.get("/app.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["name"], told["start_url"], told["scope"]) == ("Dramatis", "/characters/", "/")
    for icon in told["icons"][1:]:
        with Image.open(finders.find(icon["src"].removeprefix("/static/"))) as image:
            assert "x".join(map(str, image.size)) == icon["sizes"]
    assert f'<meta name="theme-color" content="{told["theme_color"]}"' in page


def test_the_worker_is_asked_for_anew_each_time(client: Client) -> None:
    answer = client.get("/play-worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert 'addEventListener("fetch"' in words(answer)


def test_only_the_page_to_play_from_says_that_it_may_be_kept_and_for_whom(cast: Cast) -> None:
    for name in ("sheet", "marks", "odds", "history"):
        assert "Keep-For" not in cast["owner"].get(at(cast.jane, name)), name
    kept = {role: cast[role].get(at(cast.jane, "play")) for role in ("owner", "gm")}
    assert kept["owner"]["Keep-For"] != kept["gm"]["Keep-For"]
    for answer in kept.values():
        assert f'data-person="{answer["Keep-For"]}">' in words(answer)
        assert "no-store" in answer["Cache-Control"]
