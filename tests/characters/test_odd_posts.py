"""What no page of the builder would send, or what can't be: refused with a sentence, and nothing is lost."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from campaigns.demo import demo
from characters.models import Character
from rules.kernel.documents.builds import LIST_LIMIT
from rules.models import Book
from tests.cast import Cast
from tests.characters.clicking import click
from tests.characters.posting import FORM, HX, at, filled_in, words

pytestmark = pytest.mark.django_db


MALFORMED: list[dict[str, Any]] = [
    {"scores.charm": "two"},
    {"scores.charm": "--5"},
    {"scores.charm": "9" * 400},
    {"notes.wand": "oak\x00"},
    {"notes.wand": "x" * 20_001},
    {"name": "x" * 201},
    {"name": "\x00"},
    {"path": "scores.charm", "value": '"\\ud800"'},
    {"path": "scores.charm", "value": "[" * 3000 + "]" * 3000},
    {"path": "entries.gear.0", "value": '{"name": "", "x": "\\u0000"}'},
    {"path": "x" * 50_000, "value": "1"},
    {"path": "scores.charm", "value": "1e400"},
    {"fix": "scores.charm"},
    {"fix": "scores.charm=[1"},
    {"add": "nowhere"},
    {"remove": "entries.gear.99"},
    {"remove": "scores"},
    {"roll": "rolls.x=1d"},
    {"has:picks.feats": "1", "picks.feats": "<script>"},
    {"picks.species": "x" * 300},
    {"scores.évil": "1"},
]


@pytest.mark.parametrize("data", MALFORMED, ids=lambda data: str(data)[:40])
@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_what_no_field_could_send_is_refused_and_nothing_lost(
    cast: Cast, data: dict[str, Any], headers: dict[str, str]
) -> None:
    answer = click(cast, "aspects", data, **headers)
    assert answer.status_code == 422
    assert "Nothing was changed." in words(answer)
    cast.jane.refresh_from_db()
    assert (cast.jane.version, cast.jane.build) == (1, demo.JANE)


@pytest.mark.parametrize(
    "data",
    [
        {"tab": "\x00"},
        {"tab": "x" * 500},
        {"version": "-1"},
        {"version": "9" * 9},
        {"version": "x\x00"},
        {"version": "٣"},
        {"version": "0"},
    ],
)
def test_an_odd_version_or_tab_is_no_harm(cast: Cast, data: dict[str, str]) -> None:
    assert click(cast, "aspects", {"scores.charm": "2", **data}, **HX).status_code == 200


@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_a_step_that_is_not_there_changes_nothing(cast: Cast, headers: dict[str, str]) -> None:
    assert click(cast, "no-such-step", {"scores.charm": "2"}, **headers).status_code == 404
    cast.jane.refresh_from_db()
    assert cast.jane.version == 1


def test_a_hundred_thousand_fields_are_too_many(cast: Cast) -> None:
    url = at(cast.jane, "build", "aspects")
    body = "&".join(f"scores.f{n}=1" for n in range(100_000))
    answer = cast["owner"].post(url, body, content_type=FORM)
    assert answer.status_code == 400
    cast.jane.refresh_from_db()
    assert cast.jane.version == 1


def test_the_longest_list_a_build_may_hold_can_still_be_saved(cast: Cast) -> None:
    entry = {"name": "Lamp", "notes": {"detail": "Old."}}
    Character.objects.filter(pk=cast.jane.pk).update(
        build={**cast.jane.build, "entries": {"gear": [entry] * LIST_LIMIT}}
    )
    form = filled_in(cast["owner"].get(at(cast.jane, "build", "magic-and-gear")))
    form |= {f"entries.gear.{n}.notes.detail": [entry["notes"]["detail"]] for n in range(LIST_LIMIT)}
    form[f"entries.gear.{LIST_LIMIT - 1}.name"] = ["Lantern"]
    answer = cast["owner"].post(at(cast.jane, "build", "magic-and-gear"), urlencode(form, True), content_type=FORM)
    assert answer.status_code == 302
    cast.jane.refresh_from_db()
    assert [item["name"] for item in cast.jane.build["entries"]["gear"]][-2:] == ["Lamp", "Lantern"]


@pytest.mark.parametrize("body", [b"\xff\xfe%00=%ff", b"%ED%A0%80=1&name=%ED%A0%80", b"{", b"a" * 3_000_000])
def test_bytes_that_are_no_form_are_no_harm(cast: Cast, body: bytes) -> None:
    for url in (at(cast.jane, "build", "aspects"), "/characters/import/", "/characters/new/", "/theme/"):
        assert cast["owner"].post(url, body, content_type=FORM).status_code < 500


def test_what_no_page_shows_is_not_lost_by_saving_the_page(book: Book, client: Client) -> None:
    client.post("/characters/new/", {"system": "hprpg"})
    character = Character.objects.get()
    odd = {"picks": {"feats": ["ambush", "from-another-edition"]}, "notes": {"wand": 7}}
    Character.objects.update(build=odd)
    url = at(character, "build", "magic-and-gear")
    form = filled_in(client.get(url))
    assert form.pop("picks.feats") == ["ambush"]
    assert client.post(url, form).status_code == 302
    character.refresh_from_db()
    assert character.build == {"picks": {"feats": ["from-another-edition"]}, "notes": {"wand": 7}}
