"""The page of a number: how it is worked out, and what the book says of what it rates."""

import re
import tomllib
from collections.abc import Iterator
from html import escape
from typing import Any

import pytest
from django.urls import reverse

from characters import actions
from characters.library import character_books
from rules.kernel import Build, RulesContext, kind_of
from rules.kernel.pages import Game, RatingField
from rules.systems import every, get
from rules.systems.hprpg.entries import Archetype
from tests.cast import DEEP, Cast, shelved
from tests.characters.posting import words

games = pytest.mark.parametrize("game", every(), ids=lambda game: game.key)
NOT_TOLD = {"ruling", "url", "cite", "lasts"}
"""What has a place of its own: the page of rulings, the link of a cite, the desk where a charm is chosen."""


def sentences(game: Game, kinds: set[str] | None = None) -> set[str]:
    """Whatever has four words in the files of a core book, of these kinds or of all, read past the kernel."""
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(game.folder.glob("*.toml"))]
    wanted = kinds or KINDS[game.key]
    rows = [row for file in files for kind, found in file.items() if kind in wanted for row in found]
    return {text for row in rows for key, said in row.items() if key not in NOT_TOLD for text in _texts(said)}


def _texts(said: object) -> Iterator[str]:
    if isinstance(said, str) and len(said.split()) > 3:
        yield said
    elif isinstance(said, list | dict):
        held = said.items() if isinstance(said, dict) else (("", one) for one in said)
        yield from (text for key, one in held if key not in NOT_TOLD for text in _texts(one))


def untold(found: set[str], page: str) -> list[str]:
    """What of these stands nowhere on a page, whatever its capitals and whether a full stop ends it."""
    read = page.casefold()
    return sorted(text for text in found if escape(text.removesuffix(".")).casefold() not in read)


KINDS = {game.key: {kind_of(shape) for shape in game.kinds} for game in every()}


@games
def test_every_field_of_a_number_leads_to_its_page(game: Game) -> None:
    sheet = game.read(Build.parse({}), table=RulesContext())
    fields = [field for step in game.steps(sheet) for field in step.fields if isinstance(field, RatingField)]
    named = [field.figure.key for field in fields if field.figure.key and not field.path.startswith("entries.")]
    assert named or not game.purchase_families
    assert [key for key in named if key not in sheet.figures] == []


ARCHETYPES = tuple(get("hprpg").rulebook.all(Archetype))
"""Each has special abilities of its own."""


@pytest.mark.parametrize(
    ("key", "kinds", "builds"),
    [
        ("hprpg", {"trait"}, [{"picks": {"archetype": archetype}} for archetype in ARCHETYPES]),
        ("dominion", {"attribute", "composite", "skill"}, [{}]),
        ("duality", {"statistic", "verb", "noun"}, [{}]),
        ("rough-magic", {"attribute", "spell"}, [{}]),
        ("forge", {"ability"}, [{}]),
    ],
)
def test_every_sentence_of_the_book_on_what_is_rated_stands_with_its_number(
    key: str, kinds: set[str], builds: list[dict[str, Any]], cast: Cast
) -> None:
    told: dict[str, str] = {}
    for build in builds:
        made = actions.create_character(system=key, by=cast.jane.owner, name="No one", build=build)
        for figure in [figure for figure in made.read().figures if figure not in told]:
            told[figure] = words(cast["owner"].get(reverse("figure", args=[made.pk, figure])))
    everything = "".join(told.values())
    assert untold(sentences(get(key), kinds), everything) == []


def test_a_skill_says_when_to_roll_it_and_what_its_price_is_made_of(cast: Cast) -> None:
    made = actions.create_character(system="dominion", by=cast.jane.owner, name="No one")
    page = words(cast["owner"].get(reverse("figure", args=[made.pk, "climbing"])))
    assert page.index("<h1>Climbing") < page.index("When to roll it") < page.index("When it fails")
    step = words(cast["owner"].get(reverse("build", args=[made.pk, "skills"])))
    assert '<a class="link" href="../../figures/climbing/">Rules and history</a>' in step


@games
def test_every_sentence_of_the_book_stands_in_its_rulebook(game: Game, cast: Cast) -> None:
    made = actions.create_character(system=game.key, by=cast.jane.owner, name="No one")
    index = words(cast["owner"].get(reverse("rulebook", args=[made.pk])))
    pages = re.findall(rf'href="(/characters/{made.pk}/rulebook/[\w-]+/)"', index)
    told = "".join(words(cast["owner"].get(page)) for page in pages)
    assert pages
    assert untold(sentences(game), told) == []
    assert re.findall(r"<dd>[a-z]+(?:-[a-z]+)+</dd>|(?:Stat|Level|Upgrade|Body part): [^<]*, \w+: ", told) == []


def test_homebrew_stands_in_the_rulebook_of_whoever_uses_it(cast: Cast) -> None:
    address = reverse("rulebook_kind", args=[cast.jane.pk, "feature"])
    before = words(cast["owner"].get(address))
    character_books.add_book(character=cast.jane, book=shelved(cast.jane.owner, "hprpg", "deep-magic", "1", DEEP))
    after = words(cast["owner"].get(address))
    assert ("You look twice." in before, "You look twice." in after) == (False, True)
    assert cast["owner"].get(reverse("rulebook_kind", args=[cast.jane.pk, "zebra"])).status_code == 404


def test_the_rulebook_says_keys_in_words_and_colours_not_at_all(cast: Cast) -> None:
    kinds = ("trait", "house", "school", "difficulty")
    told = "".join(words(cast["owner"].get(reverse("rulebook_kind", args=[cast.jane.pk, kind]))) for kind in kinds)
    said = (
        "<dd>Archetype ability</dd>",
        "<dd>Bravery</dd>",
        "<dd>Elemental, Kinetic</dd>",
        "Difficulty Value (DV)</dt>",
    )
    assert [text for text in said if text not in told] == []
    assert [raw for raw in ("archetype-ability</dd>", "<dd>bravery", "<dd>#", "<dt>Dv") if raw in told] == []


@pytest.mark.parametrize(
    ("system", "build", "figure", "label"),
    [
        ("forge", {"picks": {"ancestry": "dwarf"}}, "affliction-1", "stress tolerance"),
        ("rough-magic", {"scores": {"brawn": 2, "presence": 4}}, "endurance", "Brawn"),
    ],
)
def test_a_number_says_what_does_not_count(
    cast: Cast, system: str, build: dict[str, Any], figure: str, label: str
) -> None:
    made = actions.create_character(system=system, by=cast.jane.owner, name="Bo", build=build)
    page = words(cast["owner"].get(reverse("figure", args=[made.pk, figure])))
    rows = re.findall(r"<tr[^>]*>\s*<th scope=\"row\">(.*?)</th>", page)
    aside = '<span class="uncounted">&nbsp;(not counted)</span>'
    assert [row for row in rows if "uncounted" in row] == [label + aside]
    assert len(rows) > 1
