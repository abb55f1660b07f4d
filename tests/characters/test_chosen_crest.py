"""The charge and the division of a crest, where a player chose them."""

import json
from typing import Any

import pytest
from django.urls import reverse
from lxml import html

from characters import actions, preview
from characters.crest import CHARGES, DIVISIONS, is_drawn, named, parts
from characters.glances import charge as charge_of
from characters.models import Character
from characters.printing.print_html import page_html, page_of
from characters.printing.print_jobs import digest_of
from rules import systems
from tests.cast import Cast
from tests.characters.posting import at, words

GAME = systems.get("hprpg")
GABLE = parts(GAME, "", "/Gable")
LINE = f'<path d="{GABLE.division}" fill="url('


def choose(cast: Cast, part: str, role: str = "owner") -> Any:
    return cast[role].post(reverse("portrait", args=[cast.jane.pk]), {"crest": part}, follow=True)


def held(cast: Cast) -> Character:
    return Character.objects.with_table().get(pk=cast.jane.pk)


def shows(page: str) -> bool:
    return CHARGES["hammer"] in page and LINE in page


def test_a_crest_is_what_was_chosen_else_by_the_name() -> None:
    named = parts(GAME, "Raven")
    assert parts(GAME, "Raven", "/") == named
    assert parts(GAME, "Raven", "skull/") == named._replace(charge=CHARGES["skull"])
    divided = {parts(GAME, "Raven", f"/{name}") for name in DIVISIONS}
    assert len(divided) == len(DIVISIONS)
    assert {one.charge for one in divided} == {named.charge}
    drawn = ["", "key/", "/Gable", "key/Gable"]
    assert [one for one in (*drawn, "/", "key", "crown/", "/Left", "key/Gable/") if is_drawn(one)] == drawn


@pytest.mark.django_db
def test_charge_and_division_are_chosen_one_by_one_and_shown_everywhere(cast: Cast) -> None:
    sheet = at(cast.jane, "sheet")
    assert not shows(words(cast["owner"].get(sheet)))
    choose(cast, "hammer/")
    page = words(choose(cast, "/Gable"))
    assert held(cast).crest == "hammer/Gable"
    assert page.count('aria-current="true"') == 2
    for role, address in (("owner", sheet), ("owner", "/characters/"), ("gm", sheet), ("owner", at(cast.jane, "play")),
                          ("nobody", reverse("shared", args=[cast.link.token]))):  # fmt: skip
        assert shows(words(cast[role].get(address))), address
    assert shows(page_html(held(cast).read(), page_of(held(cast), {}))[0])
    assert "Changed the crest" in words(cast["owner"].get(at(cast.jane, "history")))
    choose(cast, "")
    assert held(cast).crest == ""
    assert not shows(words(cast["owner"].get(sheet)))


@pytest.mark.django_db
def test_the_page_marks_what_is_shown_and_what_it_is_by_default(cast: Cast) -> None:
    charge, division = named(GAME, cast.jane.name, charge_of(cast.jane.read()))
    usual = [f"{charge}/", f"/{division}"]

    def marked(part: str) -> tuple[list[str], list[str]]:
        halves = html.fromstring(words(choose(cast, part))).xpath("//form[@id='crest']//fieldset")
        current = [one.get("value") for half in halves for one in half.xpath(".//button[@aria-current]")]
        buttons = [one for half in halves for one in half.xpath(".//button")]
        told = [half.xpath("string(.//p[@class='note'])") for half in halves]
        return current, [one.get("value") for one in buttons if f"Default: {one.text_content().strip()}" in told]

    assert charge != "hammer"
    assert marked("") == (usual, usual)
    assert marked("hammer/") == (["hammer/", usual[1]], usual)


@pytest.mark.django_db
def test_it_stands_at_the_corner_of_a_bust_and_on_the_picture_of_a_link(cast: Cast) -> None:
    seen, digests = set(), set()
    for part in ("", "hammer/", "/Gable", "/Foot"):
        actions.choose_crest(character=cast.jane, part=part)
        who = held(cast)
        seen.add(preview.preview(who, who.read().live({})))
        digests.add(digest_of(who, {}))
    assert (len(seen), len(digests)) == (4, 4)
    actions.choose_bust(character=cast.jane, bust="hood")
    actions.choose_crest(character=cast.jane, part="/Gable")
    assert shows(words(cast["owner"].get(at(cast.jane, "sheet"))))


@pytest.mark.django_db
def test_what_nobody_has_drawn_is_refused(cast: Cast) -> None:
    answer = choose(cast, "crown/")
    assert (answer.status_code, "There is no such crest." in words(answer)) == (422, True)
    assert held(cast).crest == ""


@pytest.mark.django_db
def test_a_copy_and_a_document_take_it_along(cast: Cast) -> None:
    choose(cast, "hammer/")
    choose(cast, "/Gable")
    assert actions.duplicate(character=held(cast), by=held(cast).owner).crest == "hammer/Gable"
    told = json.loads(cast["owner"].get(at(cast.jane, "export")).content)
    assert told["crest"] == "hammer/Gable"
    for given, kept in (("hammer/Gable", "hammer/Gable"), ("/Foot", "/Foot"), ("crown/", "")):
        cast["stranger"].post("/characters/import/", {"text": json.dumps({**told, "crest": given})})
        assert Character.objects.get(owner=cast.users["stranger"]).crest == kept
        Character.objects.filter(owner=cast.users["stranger"]).delete()
