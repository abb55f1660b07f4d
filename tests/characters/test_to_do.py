"""What a page of the builder says is wrong, over or still to do, with the ways to mend it."""

import re

import pytest

from characters import actions
from characters.builder.rail import step_states
from tests.cast import Cast
from tests.characters.clicking import click
from tests.characters.posting import HX, at, filled_in, words

pytestmark = pytest.mark.django_db


def test_a_fix_is_a_button(cast: Cast) -> None:
    click(cast, "aspects", {"scores.charm": "3"}, **HX)
    page = cast["owner"].get(at(cast.jane, "build", "aspects"))
    fix = next(fix for placed in page.context["findings"] for fix in placed["fixes"])
    assert click(cast, "aspects", {"fix": fix.sent}).status_code == 302
    cast.jane.refresh_from_db()
    assert cast.jane.read().legal


def test_a_fix_may_empty_another_place(cast: Cast) -> None:
    click(cast, "aspects", {"path": "scores.charm", "value": "null"})
    click(cast, "aspects", {"path": "scores.chram", "value": "1"})
    page = cast["owner"].get(at(cast.jane, "build", "aspects"))
    sent = [
        fix.sent for placed in page.context["findings"] for fix in placed["fixes"] if fix.label.startswith("Change to")
    ]
    assert sent == ["scores.charm scores.chram=1"]
    click(cast, "aspects", {"fix": sent[0]})
    cast.jane.refresh_from_db()
    assert (cast.jane.build["scores"].get("charm"), "chram" in cast.jane.build["scores"]) == (1, False)


def test_a_fix_that_would_break_something_else_is_no_button(cast: Cast) -> None:
    """The greatsword keeps Vigour where it is, so the points come back from Agility alone."""
    sword = {"picks": {"item": "greatsword", "wielded": True}}
    build = {"rolls": {"attribute-dice": [7, 7, 7]}, "scores": {"vigour": 2, "agility": 7}}
    pip = actions.create_character(system="dominion", by=cast.jane.owner, name="Pip")
    changes = {f"{mapping}.{key}": value for mapping, held in build.items() for key, value in held.items()}
    actions.change_build(
        character=pip, changes={**changes, "entries.equipment.0": sword}, drawn=pip.version, by=pip.owner
    )
    page = cast["owner"].get(at(pip, "build", pip.game.steps(pip.read())[0].key))
    labels = [fix.label for one in page.context["findings"] for fix in one["fixes"]]
    assert "Remove 2 from Agility" in labels
    assert "Take two from Vigour" not in labels


def test_what_is_open_comes_in_the_order_of_the_steps_with_a_way_there(cast: Cast) -> None:
    pip = actions.create_character(system="hprpg", by=cast.jane.owner, name="Pip")
    page = words(cast["owner"].get(at(pip, "build", "species")))
    rail = page[page.index('id="findings"') :]
    told = [
        "Choose your species",
        "Choose your personality",
        "Choose your archetype",
        "left in Physical",
        "left in Innate",
        "left in affinities",
    ]
    assert [rail.index(words) for words in told] == sorted(rail.index(words) for words in told)
    entry = rail[rail.index("left in Physical") :].partition("</li>")[0]
    assert f'href="{at(pip, "build", "aspects")}#field-scores-' in entry


def test_points_that_nobody_touched_have_a_way_to_where_they_are_spent(cast: Cast) -> None:
    build = {"rolls": {"attribute-dice": [4, 5, 11]}}
    bo = actions.create_character(system="dominion", by=cast.jane.owner, name="Bo", build=build)
    rail = words(cast["owner"].get(at(bo, "build", "story"))).partition('id="findings"')[2]
    entries = [part for part in rail.split("</li>") if "Spend some of your points" in part]
    assert len(entries) == len(bo.read().untouched) > 0
    assert [part for part in entries if not re.search(r'href="[^"]*/build/[a-z-]+/[^"]*">Show me', part)] == []


def test_what_is_over_is_said_of_its_points_and_of_no_choice_among_many(cast: Cast) -> None:
    """Under the dearest line it read as if that were wrong; the way there stays."""
    scores = {"life": 40, "block": 3, "recovery": 9}
    over = actions.create_character(system="duality", by=cast.jane.owner, name="Ada", build={"scores": scores})
    (finding,) = (one for one in over.read().errors if one.code == "xp-overspent")
    assert (finding.apart, finding.at != "", over.read().at(finding.at)) == (True, True, ())
    assert f'href="{at(over, "build", "statistics")}#' in words(cast["owner"].get(at(over, "build", "story")))


def test_a_step_where_nothing_was_chosen_has_no_error_of_another(cast: Cast) -> None:
    """Skills and attributes share their points: what is over can't be removed where nothing was bought."""
    scores = dict.fromkeys(("agility", "brawn", "presence", "reason"), 10)
    entries = {"entries": {"skills": [{"name": "Perception"}]}}
    found = {}
    for name, build in (("Ada", {"scores": scores}), ("Bea", {"scores": scores, **entries})):
        made = actions.create_character(system="rough-magic", by=cast.jane.owner, name=name, build=build)
        sheet = made.read()
        found[name] = {one.key: one.words for one in step_states(made.game.steps(sheet), sheet, "skills")}
    assert [(one["attributes"], one["skills"]) for one in found.values()] == [("1 error", "–"), ("1 error", "1 error")]


def test_what_steps_share_is_counted_at_one_of_them(cast: Cast) -> None:
    """APs buy skills of every kind: "5 left" on three steps would look like 15."""
    rolls = {"attribute-dice": [4, 9, 10], "table": [11]}
    build = {"rolls": rolls, "scores": {"vigour": 3, "agility": 3, "stealth": 1, "strike": 1}}
    made = actions.create_character(system="dominion", by=cast.jane.owner, name="Bo", build=build)
    sheet = made.read()
    left = f"{sheet.budgets['aps'].remaining} left"
    told = {one.key: one.words for one in step_states(made.game.steps(sheet), sheet, "race")}
    assert (told["skills"], told["combat"], [*told.values()].count(left)) == (left, "started", 1)


def test_the_bar_says_what_is_left_even_where_nothing_is_spent(cast: Cast) -> None:
    pip = actions.create_character(system="hprpg", by=cast.jane.owner, name="Pip")
    left = sum(budget.remaining for budget in pip.read().budgets.values())
    assert f"<b>{left} dots left</b> on other steps" in words(cast["owner"].get(at(pip, "build", "species")))
    assert "on other steps" not in words(cast["owner"].get(at(pip, "build", "aspects")))
    bo = actions.create_character(
        system="dominion", by=cast.jane.owner, name="Bo", build={"rolls": {"attribute-dice": [4, 5, 11]}}
    )
    page = words(cast["owner"].get(at(bo, "build", "race")))
    assert "<b>6 points and 47 APs left</b> on other steps" in page
    assert "<b>47 APs left</b>" in words(cast["owner"].get(at(bo, "build", "skills")))
    dov = actions.create_character(system="forge", by=cast.jane.owner, name="Dov")
    scores = {"scores.agility": 4, "scores.brawn": 2, "scores.cunning": 2}
    actions.change_build(character=dov, changes=scores, drawn=dov.version)
    bar = words(cast["owner"].get(at(dov, "build", "abilities"))).partition('id="rail-bar"')[2]
    assert "<b>0 ability points left</b>" in bar


def test_points_over_stand_out_beside_the_title(cast: Cast) -> None:
    page = at(cast.jane, "build", "aspects")
    form = filled_in(cast["owner"].get(page)) | {"scores.charm": "6", "scores.insight": "6"}
    answer = cast["owner"].post(page, form, headers=HX).content.decode()
    over = re.search(r'innerHTML:#spent-aspects-social">(.*?)</div>', answer)
    assert over
    assert re.fullmatch(r'<b class="over">\d+ over</b>', over[1])
    assert over[1] in cast["owner"].get(page).content.decode()
