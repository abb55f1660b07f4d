"""What a click in the builder is answered with, and what that costs."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from lxml import html

from campaigns.demo import demo
from characters import actions
from characters.builder.page_state import titles
from characters.models import Character
from rules.kernel import Sheet, System
from rules.kernel.pages import Field, Step
from tests.cast import Cast
from tests.characters.clicking import ALWAYS, click
from tests.characters.posting import HX, at, filled_in, targets, words

pytestmark = pytest.mark.django_db


MOST = 6_000
"""Bytes of the answer to a dot."""


def test_a_click_answers_what_it_moved_and_costs_four_queries(cast: Cast, django_assert_num_queries: Any) -> None:
    click(cast, "aspects", {"scores.charm": "2"}, **HX)
    version = Character.objects.get(pk=cast.jane.pk).version
    url = at(cast.jane, "build", "aspects")
    data = filled_in(cast["owner"].get(url)) | {"version": version, "tab": "one", "scores.charm": "3"}
    with django_assert_num_queries(4):  # session, user, character; the save with its history
        answer = cast["owner"].post(url, data, headers=HX)
    assert answer.status_code == 200
    moved = targets(answer)
    assert moved[:4] == ALWAYS
    assert {"field-scores-charm", "budget-aspects-social", "spent-aspects-social"} <= set(moved)
    assert not {"steps", "budgets", "figures", "budget-aspects-mental", "field-scores-logic"} & set(moved)
    assert len(answer.content) <= MOST
    assert "HX-Request" in answer["Vary"]
    cast.jane.refresh_from_db()
    assert cast.jane.build["scores"]["charm"] == 3
    assert f'name="version" value="{cast.jane.version}"' in words(answer)


def test_no_single_dot_has_a_larger_answer_than_6_kb(cast: Cast) -> None:
    """One dot more of each aspect, up to those that break a rule and have three fixes."""
    url = at(cast.jane, "build", "aspects")
    form = filled_in(cast["owner"].get(url))
    counts = []
    for path in [name for name in form if name.startswith("scores.")]:
        before = transaction.savepoint()
        answer = cast["owner"].post(url, form | {path: int(form[path][0]) + 1}, headers=HX)
        if words(answer).count('class="finding error"') < 2:
            assert len(answer.content) <= MOST, path
        counts.append([one for one in targets(answer) if one.startswith(("spent-", "spread-"))])
        transaction.savepoint_rollback(before)
    assert max(map(len, counts)) == 1  # Two of the three kinds of aspects stay as they are.


def test_a_tick_is_not_answered_with_the_list_that_shows_it_already(cast: Cast) -> None:
    """The list of Dominion's spells has 60 kB. What an undo ticks is answered with it."""
    url = at(cast.jane, "build", "magic-and-gear")
    page = cast["owner"].get(url)
    form = filled_in(page)
    options = re.findall(r'name="picks[.]spells" value="([^"]+)"', words(page))
    more = next(key for key in options if key not in form["picks.spells"])
    answer = cast["owner"].post(url, form | {"picks.spells": [*form["picks.spells"], more]}, headers=HX)
    cast.jane.refresh_from_db()
    assert more in cast.jane.build["picks"]["spells"]
    assert "field-picks-spells" not in targets(answer)
    sent = filled_in(cast["owner"].get(url))
    told = {"step": "magic-and-gear", "steps": titles(cast.jane.game.steps(cast.jane.read())), "deed": "d1"}
    told |= {key: sent[key] for key in ("layout", "shown")}
    assert "field-picks-spells" in targets(cast["owner"].post(at(cast.jane, "undo"), told, headers=HX))


def test_what_is_bought_is_answered_with_the_parts_of_its_list(cast: Cast) -> None:
    """Its catalogue says anew what there is money for; the list around both stays, with its title and its places."""
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=demo.RAVEN)
    url = at(raven, "build", "equipment")
    page = cast["owner"].get(url)
    button = re.search(r'name="add"[^>]*value="(entries[.]equipment item [^"]+)"', words(page))
    assert button
    drawn = targets(cast["owner"].post(url, filled_in(page) | {"add": button[1], "deed": "d1"}, headers=HX))
    assert {"field-entries-equipment-list", "field-entries-equipment-offers"} <= {*drawn}
    assert "field-entries-equipment" not in drawn


def test_whoever_buys_something_has_the_sheet_read_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes in use at once is known without a verdict, and where findings lead without another step's fields."""
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=demo.RAVEN)
    url = at(raven, "build", "equipment")
    page = cast["owner"].get(url)
    button = re.search(r'name="add"[^>]*value="(entries[.]equipment item [^"]+)"', words(page))
    read, reads, made = System.read, Counter[str](), Counter[str]()

    def counted(game: System, *args: Any) -> Sheet:
        reads[game.key] += 1
        return read(game, *args)

    steps = raven.game.steps

    def watched(sheet: Sheet) -> tuple[Step, ...]:
        def of(step: Step) -> Step:
            def fields() -> tuple[Field, ...]:
                made[step.key] += 1
                return step.fields

            return replace(step, made=fields)

        return tuple(map(of, steps(sheet)))

    assert button
    form = filled_in(page) | {"add": button[1], "deed": "d1"}
    with monkeypatch.context() as patch:
        patch.setattr(System, "read", counted)
        patch.setattr(raven.game, "steps", watched)
        assert cast["owner"].post(url, form, headers=HX).status_code == 200
    assert (reads, made) == ({"dominion": 1}, {"equipment": 1})


def test_what_comes_and_goes_stands_in_no_fieldset_itself(cast: Cast) -> None:
    """A browser lays out all of a fieldset from the start when a child of it comes or goes."""
    found = Counter[str]()
    for system, build in (("dominion", demo.RAVEN), ("hprpg", demo.JANE)):
        who = actions.create_character(system=system, by=cast.jane.owner, name="Somebody", build=build)
        for step in who.game.steps(who.read()):
            page = html.fromstring(words(cast["owner"].get(at(who, "build", step.key))))
            for kind in ("choice", "entry-row"):
                drawn = page.xpath(f"//*[contains(concat(' ', @class, ' '), ' {kind} ')]")
                found[kind] += len(drawn)
                assert [one for one in drawn if one.getparent().tag == "fieldset"] == []
    assert all(found[kind] for kind in ("choice", "entry-row"))


def test_a_pick_redraws_the_step_and_leaves_what_is_being_written(cast: Cast) -> None:
    picked = targets(click(cast, "species", {"picks.species": "goblin"}, **HX))
    assert "field-picks-species" in picked
    moved = targets(click(cast, "story", {"notes.wand": "oak"}, **HX))
    assert [t for t in moved if t.startswith("field") and not t.endswith("-says")] == []


def test_pointing_tells_what_would_move_and_saves_nothing(cast: Cast) -> None:
    def told(step: str, query: str) -> str:
        return words(cast["owner"].get(f"{at(cast.jane, 'build', step)}if/?{query}"))

    before = cast.jane.version
    page = told("aspects", "scores.charm=5")
    assert re.search(r"<dt>Social</dt><dd>.*?0 left.*?4 over", page, re.S), page
    assert "Error" in page
    assert "Charm" in told("aspects", "scores.charm=3")
    assert [told("aspects", query).strip() for query in ("", "scores.charm=x", "entries.gear.99.name=x")] == [""] * 3
    assert cast["owner"].get(f"{at(cast.jane, 'build', 'nowhere')}if/").status_code == 404
    cast.jane.refresh_from_db()
    assert cast.jane.version == before


def test_the_page_goes_on_where_something_was_added_removed_or_rolled(cast: Cast) -> None:
    """Not at its top: a list may stand below thirty skills, and whoever uses the keyboard is in the middle of it."""
    gear = at(cast.jane, "build", "magic-and-gear")
    held = len(cast.jane.build["entries"]["gear"])
    assert click(cast, "magic-and-gear", {"add": "entries.gear"}).url == f"{gear}#field-entries-gear-{held}-name-t"
    neighbour = f"{gear}#field-entries-gear-{held - 1}-remove"
    assert click(cast, "magic-and-gear", {"remove": f"entries.gear.{held}"}).url == neighbour
    for _ in range(held):
        last = click(cast, "magic-and-gear", {"remove": "entries.gear.0"}).url
    assert last == f"{gear}#field-entries-gear-add"
    assert click(cast, "magic-and-gear", {"remove": "entries.hats.0"}).status_code in (302, 422)
    pip = actions.create_character(system="dominion", by=cast.jane.owner, name="Pip")
    rolled = cast["owner"].post(at(pip, "build", "attributes"), {"roll": "rolls.attribute-dice=3d12"})
    assert rolled.url == f"{at(pip, 'build', 'attributes')}#field-rolls-attribute-dice-roll"


def test_a_place_in_a_ranking_moves_what_it_gives_and_not_the_whole_step(cast: Cast) -> None:
    data = filled_in(cast["owner"].get(at(cast.jane, "build", "aspects")))
    order = ["social", *(name for name in cast.jane.build["ranks"]["aspects"] if name != "social")]
    data |= {"version": cast.jane.version, "tab": "one", "rank": f"ranks.aspects social {' '.join(order)}"}
    moved = set(targets(cast["owner"].post(at(cast.jane, "build", "aspects"), data, headers=HX)))
    assert {"field-ranks-aspects", "spent-aspects-social"} <= moved
    assert not {"fields", "field-scores-charm"} & moved
