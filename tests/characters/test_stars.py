"""The checks that come first on the page to play from: those that its player has starred."""

import pytest
from lxml import html

from characters import actions
from characters.actions.stars import MOST_STARS
from characters.models import Character
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db


def names(cast: Cast, role: str = "owner") -> list[str]:
    """The checks on the page to play from, in their order."""
    page = html.fromstring(words(cast[role].get(at(cast.jane, "play"))))
    return [one.text for one in page.xpath("//section[@id='checks']//tbody//th/a")]


def further(cast: Cast) -> list[str]:
    page = html.fromstring(words(cast["owner"].get(at(cast.jane, "play"))))
    return [one.text for one in page.xpath("//details[@id='further']//tbody//th/a")]


def test_what_is_starred_comes_first_wherever_it_stood(cast: Cast) -> None:
    usual, others = names(cast), further(cast)
    sheet = cast.jane.read()
    labels = {check.key: check.label for check in sheet.checks if not check.casts}
    labels |= {check.key: check.label for _, check in cast.jane.game.further(sheet)}
    keys = {label: key for key, label in labels.items()}
    wanted = [usual[2], others[1]]
    answer = cast["owner"].post(at(cast.jane, "stars"), {"star": [*(keys[name] for name in wanted), "no-such-check"]})
    assert answer.url == f"{at(cast.jane, 'play')}#checks"
    assert names(cast) == [*wanted, *(name for name in usual if name not in wanted)]
    assert further(cast) == [name for name in others if name not in wanted]
    page = words(cast["owner"].get(at(cast.jane, "play")))
    drawn = html.fromstring(page)
    ticked = drawn.xpath("//form[@id='star-checks']//input[@checked]")
    assert ("Your checks" in page, page.count("★"), len(ticked)) == (True, 2, 2)
    told = [one.text_content() for one in drawn.xpath("//section[@id='checks']//tbody//th/a")]
    assert told[:3] == [*(f"{name}★, starred" for name in wanted), names(cast)[2]], "heard, too, in the name itself"
    assert Character.objects.get(pk=cast.jane.pk).starred == [keys[name] for name in wanted]
    cast["owner"].post(at(cast.jane, "stars"))
    assert names(cast) == usual


def test_a_page_that_is_open_elsewhere_hears_of_it(cast: Cast) -> None:
    url = f"{at(cast.jane, 'marks')}?at=play"
    first = cast["owner"].get(url)
    assert cast["owner"].get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304
    last = [check.key for check in cast.jane.read().checks if not check.casts][-1]
    actions.star_checks(character=cast.jane, keys=[last])
    assert "★" in words(cast["owner"].get(url, headers={"If-None-Match": first["ETag"]}))


def test_there_is_room_for_so_many_and_a_copy_takes_them_along(cast: Cast) -> None:
    actions.star_checks(character=cast.jane, keys=[f"check-{n}" for n in range(MOST_STARS + 5)])
    held = Character.objects.get(pk=cast.jane.pk)
    assert len(held.starred) == MOST_STARS
    assert actions.duplicate(character=held, by=held.owner).starred == held.starred
    assert "★" not in words(cast["owner"].get(at(cast.jane, "play"))), "checks that are there no more"
