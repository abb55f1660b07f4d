"""Busts cut from paper: small, safe and the same everywhere a portrait would be."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from characters import actions, preview
from characters.crest import on_paper
from characters.faces import BUSTS, bust
from characters.models import Character
from characters.printing.print_html import page_html, page_of
from rules import systems
from tests.cast import Cast, red_jpeg
from tests.characters.posting import at, words

HOOD = BUSTS["hood"].pieces[0].path


@pytest.mark.parametrize("system", sorted(systems.PACKAGES))
def test_a_bust_is_small_and_well_formed_in_the_frame_of_every_game(system: str) -> None:
    game = systems.get(system)
    for key in BUSTS:
        drawn = bust(game, "<Raven>", "7", key)
        assert len(drawn.encode()) < 5 * 1024
        assert ElementTree.fromstring(drawn)[0].text == "Portrait of <Raven>"
        assert game.heraldry.portrait.outer in drawn
        assert "style=" not in drawn
        on_white = on_paper(drawn, "#123456")
        assert "var(" not in on_white
        assert "currentColor" not in on_white


def chosen(cast: Cast, role: str = "owner", bust: str = "hood") -> Any:
    return cast[role].post(reverse("portrait", args=[cast.jane.pk]), {"bust": bust}, follow=True)


def is_hooded(page: Any) -> bool:
    return HOOD in words(page)


@pytest.mark.django_db
def test_a_bust_is_chosen_shown_wherever_a_portrait_is_and_left_again(cast: Cast) -> None:
    assert not is_hooded(cast["owner"].get(at(cast.jane, "sheet")))
    assert is_hooded(chosen(cast))
    assert is_hooded(cast["owner"].get("/characters/"))
    assert is_hooded(cast["gm"].get(at(cast.jane, "sheet")))
    assert is_hooded(cast["nobody"].get(reverse("shared", args=[cast.link.token])))
    held = Character.objects.with_table().get(pk=cast.jane.pk)
    sheet = held.read()
    assert HOOD in page_html(sheet, page_of(held, {}))[0]
    assert HOOD not in page_html(sheet, page_of(held, {"variant": "ink-saver"}))[0]
    assert "Changed the portrait" in words(cast["owner"].get(at(cast.jane, "history")))
    assert not is_hooded(chosen(cast, bust=""))


@pytest.mark.django_db
def test_a_link_to_a_bust_has_a_picture_of_its_own(cast: Cast) -> None:
    def pictured() -> bytes:
        held = Character.objects.with_table().get(pk=cast.jane.pk)
        return preview.preview(held, held.read().live({}))

    seen = {pictured()}
    for key in BUSTS:
        actions.choose_bust(character=cast.jane, bust=key)
        seen.add(pictured())
    assert len(seen) == 1 + len(BUSTS)


@pytest.mark.django_db
def test_a_portrait_of_its_own_wins(cast: Cast) -> None:
    chosen(cast)
    actions.give_portrait(character=cast.jane, jpeg=red_jpeg())
    page = cast["owner"].get(at(cast.jane, "sheet"))
    assert not is_hooded(page)
    assert "<image href=" in words(page)
    actions.remove_portrait(character=cast.jane)
    assert is_hooded(cast["owner"].get(at(cast.jane, "sheet")))


@pytest.mark.django_db
def test_what_nobody_has_cut_is_refused(cast: Cast) -> None:
    answer = chosen(cast, bust="crown")
    assert answer.status_code == 422
    assert "There is no such bust." in words(answer)
    assert Character.objects.get(pk=cast.jane.pk).bust == ""


@pytest.mark.django_db
def test_a_copy_and_a_document_take_it_along(cast: Cast) -> None:
    chosen(cast)
    held = Character.objects.get(pk=cast.jane.pk)
    assert actions.duplicate(character=held, by=held.owner).bust == "hood"
    told = json.loads(cast["owner"].get(at(cast.jane, "export")).content)
    assert told["bust"] == "hood"
    for given, kept in (("hood", "hood"), ("crown", "")):
        cast["stranger"].post("/characters/import/", {"text": json.dumps({**told, "bust": given})})
        assert Character.objects.get(owner=cast.users["stranger"]).bust == kept
        Character.objects.filter(owner=cast.users["stranger"]).delete()
