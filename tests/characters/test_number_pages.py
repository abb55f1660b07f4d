"""The page of a number: how it is worked out, and what the book says of what it rates."""

import tomllib
from html import escape
from typing import Any

import pytest
from django.urls import reverse

from characters import actions
from rules.kernel import Build, RulesContext
from rules.kernel.pages import Game, RatingField
from rules.systems import every, get
from rules.systems.hprpg.entries import Archetype
from tests.cast import Cast
from tests.characters.posting import words

TEXTS = {"summary", "roll", "failure", "limits", "note", "effect"}
"""Keys of the books' own tables that hold a sentence."""

games = pytest.mark.parametrize("game", every(), ids=lambda game: game.key)


def sentences(game: Game, kinds: set[str]) -> set[str]:
    """Every sentence that the files of a core book have of these kinds, read past the kernel."""
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(game.folder.glob("*.toml"))]
    rows = [row for file in files for kind, found in file.items() if kind in kinds for row in found]
    return {row[key] for row in rows for key in TEXTS & row.keys() if row[key]}


@games
def test_every_field_of_a_number_leads_to_its_page(game: Game) -> None:
    sheet = game.read(Build.parse({}), table=RulesContext())
    fields = [field for step in game.steps(sheet) for field in step.fields if isinstance(field, RatingField)]
    named = [field.figure.key for field in fields if field.figure.key and not field.path.startswith("entries.")]
    assert named
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
    told = ""
    for build in builds:
        made = actions.create_character(system=key, by=cast.jane.owner, name="No one", build=build)
        pages = (reverse("figure", args=[made.pk, figure]) for figure in made.read().figures)
        told += "".join(words(cast["owner"].get(page)) for page in pages)
    assert [text for text in sentences(get(key), kinds) if escape(text) not in told] == []


def test_a_skill_says_when_to_roll_it_and_what_its_price_is_made_of(cast: Cast) -> None:
    made = actions.create_character(system="dominion", by=cast.jane.owner, name="No one")
    page = words(cast["owner"].get(reverse("figure", args=[made.pk, "climbing"])))
    assert page.index("<h1>Climbing") < page.index("When to roll it") < page.index("When it fails")
    step = words(cast["owner"].get(reverse("build", args=[made.pk, "skills"])))
    assert '<a class="link" href="../../figures/climbing/">Rules and history</a>' in step
