"""What a page of the builder says of itself: which fields it has, and what they could not show."""

from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict

from characters.builder.editing import posted_changes
from characters.builder.page_state import kept, layout, titles
from rules.kernel import Cite, Figure
from rules.kernel.pages import ChoiceField, Field, ListField, Option, RatingField, Step, TextField

WHERE = Cite("", "", 0)
DRAGON, GOBLIN = Option("dragon", "Dragon"), Option("goblin", "Goblin")


def rate(key: str, value: int, **more: Any) -> RatingField:
    return RatingField(f"scores.{key}", key, Figure.of(key, key, WHERE, ()), value, 0, 5, 5, **more)


def step(*fields: Field) -> Step:
    return Step("one", "One", "Choose.", WHERE, fields)


FIELDS = (
    rate("charm", 0),
    rate("logic", 2),
    rate("wits", -1),
    rate("climbing", -1, style="stepper"),
    ChoiceField("picks.species", "Species", (GOBLIN,), ("dragon",)),
    ChoiceField("picks.archetype", "Archetype", (Option("druid", "Druid"),), ("druid",)),
    ChoiceField("picks.feats", "Feats", (Option("zeal", "Zeal"),), ("lost", "zeal"), many=True),
    ChoiceField("picks.halfblood", "Halfblood", (Option("true", "Yes"),), ("true",), style="flag"),
    ChoiceField("picks.marked", "Marked", (Option("true", "Yes"),), (), style="flag"),
    TextField("notes.wand", "Wand"),
    TextField("notes.goals", "Goals", "fame"),
    ListField(
        "entries.gear",
        "Gear",
        ((TextField("entries.gear.0.name", "Name"), ChoiceField("entries.gear.0.picks.item", "Item", ())),),
        "an item",
    ),
)
BUILD: dict[str, Any] = {
    "scores": {"charm": "three", "logic": 2, "wits": -1, "climbing": -1},
    "picks": {"species": "dragon", "archetype": "druid", "feats": ["lost", "zeal"], "halfblood": True, "marked": "yes"},
    "notes": {"wand": {"of": "oak"}, "goals": "fame"},
    "entries": {"gear": [{"name": 7, "picks": {"item": "lamp"}}]},
}
CLEARED = {
    **dict.fromkeys(("scores.charm", "scores.logic", "scores.wits", "scores.climbing"), ""),
    **dict.fromkeys(("picks.species", "picks.archetype", "notes.wand", "notes.goals"), ""),
    **dict.fromkeys(("entries.gear.0.name", "entries.gear.0.picks.item"), ""),
    "has:picks.feats": "1",
    "is:picks.halfblood": "1",
    "is:picks.marked": "1",
}
TAKEN_BACK = {
    **dict.fromkeys(("scores.logic", "scores.climbing", "picks.archetype", "picks.halfblood", "notes.goals")),
    "picks.feats.zeal": False,
}


def posted(build: dict[str, Any], fields: dict[str, str]) -> dict[str, Any]:
    post = QueryDict(mutable=True)
    post.update(fields)
    return posted_changes(post, "", build).changes


def test_an_empty_input_takes_back_only_what_the_page_showed() -> None:
    assert posted(BUILD, CLEARED | kept(step(*FIELDS), BUILD)) == TAKEN_BACK


def test_what_the_page_did_not_show_of_a_build_that_is_none_is_nothing() -> None:
    for build in (None, [1], "text", 7, {"picks": 7, "entries": {"gear": "x"}}):
        assert kept(step(*FIELDS), build) == {}


def test_a_value_put_there_since_is_not_the_one_that_was_not_shown() -> None:
    shown = kept(step(*FIELDS), BUILD)
    now = {**BUILD, "notes": {"wand": "oak"}}
    assert posted(now, {"notes.wand": ""} | shown) == {"notes.wand": None}


def test_a_fix_may_take_back_anything() -> None:
    assert posted(BUILD, {"path": "scores.charm", "value": "null"} | kept(step(*FIELDS), BUILD)) == {
        "scores.charm": None
    }


@pytest.mark.parametrize("junk", ["", "x", "\x00", "é" * 50, "0 1 2"])
def test_whatever_stands_there_keeps_nothing_else(junk: str) -> None:
    names = ("notes.goals", "picks.feats", "name", "nonsense")
    assert posted(BUILD, {"notes.goals": ""} | {f"kept:{name}": junk for name in names}) == {"notes.goals": None}


def test_a_layout_tells_fields_and_titles_and_nothing_else() -> None:
    told = layout(step(*FIELDS))
    assert told == layout(step(rate("charm", 3), *FIELDS[1:]))
    others = [FIELDS[1:], (*FIELDS[1:], FIELDS[0]), (replace(FIELDS[0], group="Social"), *FIELDS[1:])]
    assert told not in {layout(step(*fields)) for fields in others}


def test_titles_tell_what_steps_say_of_themselves() -> None:
    one = step()
    told = titles((one,))
    assert told == titles((step(*FIELDS),))
    assert told not in {titles((replace(one, hint="Mind the gap."),)), titles((one, one)), titles(())}
