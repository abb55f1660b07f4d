"""The form of an entry: made from the shape of its kind, and back into a row without losing a word."""

from typing import Any

import pytest

from rules import systems
from rules.audit.figure_choices import figures
from rules.homebrew.entry_form import (
    HIGHEST,
    MOST_LINES,
    MOST_ROWS,
    MOST_SHOWN,
    SPARE,
    draw,
    flatten,
    parse,
)
from rules.homebrew.form_inputs import Input, Rows
from rules.kernel import Entry, kind_of
from rules.systems.dominion.armoury import weapons_by_item
from rules.systems.hprpg.entries import Trait

HPRPG = systems.get("hprpg")


def kind(name: str, game: str = "hprpg") -> type[Entry]:
    return next(shape for shape in systems.get(game).homebrew if kind_of(shape) == name)


def drawn(name: str, flat: dict[str, list[str]], **more: Any) -> dict[str, Input | Rows]:
    return {one.name: one for one in draw(kind(name), HPRPG, HPRPG.rulebook, flat, **more)}


def field(found: "dict[str, Input | Rows]", name: str) -> Input:
    one = found[name]
    assert isinstance(one, Input)
    return one


def rows(found: "dict[str, Input | Rows]", name: str) -> Rows:
    one = found[name]
    assert isinstance(one, Rows)
    return one


WRITTEN = [(game.key, kind_of(shape)) for game in systems.every() for shape in game.homebrew]


@pytest.mark.parametrize(("game", "name"), WRITTEN)
def test_every_core_entry_comes_through_its_form_unchanged(game: str, name: str) -> None:
    system = systems.get(game)
    shape = kind(name, game)
    for key, entry in system.core.entries[name].items():
        row = {f: plain(v) for f, v in vars(entry).items() if f in shape.__dataclass_fields__}
        again, errors = parse(shape, system, flatten(shape, system, row))
        assert errors == {}, key
        assert {f: v for f, v in row.items() if f in again} == again, key
        usual = {f: plain(field.default) for f, field in shape.__dataclass_fields__.items()}
        lost = {f for f, v in row.items() if f not in again and v not in ("", [], usual[f])}
        assert lost <= {"key", "section", "page", "book", "short", "origin", "url", "sure"}, key


def plain(value: Any) -> Any:
    """A value as JSON would have it, without what a row leaves out."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if hasattr(value, "__dataclass_fields__"):
        fields = value.__dataclass_fields__.values()
        return {f.name: plain(getattr(value, f.name)) for f in fields if getattr(value, f.name) != f.default}
    return value


def test_an_empty_form_has_an_input_for_each_field_and_a_row_a_list() -> None:
    found = drawn("species", {})
    assert list(found) == ["name", "summary", "family", "grants", "play", "pool", "effects", "requires", "aliases"]
    assert [one.kind for one in found.values()] == [
        "text",
        "long",
        "text",
        "rows",
        "lines",
        "whole",
        *["rows"] * 2,
        "lines",
    ]
    assert "Human" in field(found, "family").suggested
    assert field(found, "pool").text == "0"
    first = rows(found, "effects").rows[0]
    assert [(one.name, one.label, one.kind) for one in first] == [
        ("effects-0-to", "Adds to", "select"),
        ("effects-0-amount", "Amount", "whole"),
        ("effects-0-per", "Per point of", "select"),
    ]
    assert len(rows(found, "effects").rows) == 1
    assert rows(found, "effects").one == "bonuses"
    assert (
        rows(found, "effects").help
        == "Applies to any character who has this. Amount: use a negative number for a penalty."
    )
    assert [one.label for one in rows(found, "grants").rows[0]][:2] == ["On one of", "Dots"]


def test_numbers_are_chosen_by_their_labels() -> None:
    to = rows(drawn("item", {}), "effects").rows[0][0]
    labels = {choice.key: (choice.label, choice.group) for choice in to.choices}
    assert labels["passive-perception"] == ("Passive Perception", "Numbers")
    assert labels["aspects-social-allowed"] == ("Social: more to spend", "What there is to spend")
    per = rows(drawn("item", {}), "effects").rows[0][2]
    assert "aspects-social-allowed" not in {choice.key for choice in per.choices}
    on = rows(drawn("species", {}), "grants").rows[0][0]
    assert ("group:knowledge", "Any knowledge") in {(choice.key, choice.label) for choice in on.choices}


def test_every_number_there_may_be_is_offered_and_none_of_a_single_line() -> None:
    def keys(game: str) -> set[str]:
        return {choice.key for choice in figures(systems.get(game), systems.get(game).rulebook)}

    every = keys("dominion")
    for item in weapons_by_item(systems.get("dominion").rulebook):
        assert any(key.endswith(f"-with-{item}") for key in every), item
    assert {key for key in every if key.startswith("own-skill")} == set()
    own = {key for key, trait in HPRPG.rulebook.all(Trait).items() if trait.category == "archetype-ability"}
    assert own <= keys("hprpg")
    assert {"affliction-1", "affliction-2"} <= keys("forge")
    assert {key for key in keys("duality") if key[-1].isdigit()} == set()


def test_what_is_chosen_and_gone_stays_chosen() -> None:
    found = field(drawn("spell", {"discipline": ["drowning"]}), "discipline")
    groups = dict(found.groups)
    assert [(choice.key, on) for choice, on in groups["No longer available"]] == [("drowning", True)]
    assert not any(on for _, on in groups[""])
    assert found.id == "id-discipline"


def test_another_row_comes_when_it_is_asked_for_up_to_the_most() -> None:
    flat = {"effects-4-to": ["charm"], "effects-nonsense-to": ["x"]}
    assert [row[0].name for row in rows(drawn("item", flat), "effects").rows] == [
        "effects-4-to",
        "effects-5-to",
    ]
    more = rows(drawn("item", flat, more="effects"), "effects").rows
    assert [row[0].name for row in more if row[0].focus] == ["effects-6-to"]
    assert len(more) == 3
    full = {f"effects-{n}-to": ["charm"] for n in range(MOST_ROWS + 5)}
    assert len(rows(drawn("item", full), "effects").rows) == MOST_ROWS + 5 + SPARE
    flood = {f"effects-{n}-to": ["charm"] for n in range(MOST_SHOWN + 5)}
    assert len(rows(drawn("item", flood), "effects").rows) == MOST_SHOWN + SPARE


def test_rows_nobody_filled_in_are_left_out_and_ticks_are_read() -> None:
    flat = {
        "name": ["Gift"],
        "summary": ["Up."],
        "family": ["Sea"],
        "grants-0-pick": ["kept"],
        "grants-1-options": ["charm"],
        "grants-1-dots": ["2"],
        "effects-0-to": [""],
        "effects-0-amount": [" "],
        "aliases": ["One\r\n\r\n Two "],
    }
    row, errors = parse(kind("species"), HPRPG, flat)
    assert errors == {}
    assert row == {"name": "Gift", "summary": "Up.", "family": "Sea", "grants": [{"options": ["charm"], "dots": 2}],
                   "aliases": ["One", "Two"]}  # fmt: skip
    style, _ = parse(
        kind("style", "duality"), systems.get("duality"), {"name": ["A"], "summary": ["B"], "offensive": ["on"]}
    )
    assert style == {"name": "A", "summary": "B", "offensive": True}


def wrong(of: str, **said: str | list[str]) -> dict[str, str]:
    flat = {"name": ["A"], "summary": ["B"]} | {
        key.replace("__", "-"): [value] if isinstance(value, str) else value for key, value in said.items()
    }
    return parse(kind(of), HPRPG, flat)[1]


@pytest.mark.parametrize("game", systems.PACKAGES)
def test_a_number_that_must_be_said_says_so_on_the_form(game: str) -> None:
    system = systems.get(game)
    for shape in system.homebrew:
        wrong = parse(shape, system, {})[1]
        asked = [
            one for one in draw(shape, system, system.rulebook, {}) if isinstance(one, Input) and one.kind == "whole"
        ]
        assert {one.name for one in asked if one.required} == {one.name for one in asked if one.name in wrong}


def test_what_does_not_fit_is_said_at_its_field() -> None:
    assert wrong("item", name="", summary=" ") == {
        "name": "Enter a value.",
        "summary": "Enter a value.",
    }
    assert wrong("item", name="x" * 201) == {"name": "It is longer than 200 characters."}
    assert wrong("item", summary="x" * 20_001) == {"summary": "It is longer than 20,000 characters."}
    assert wrong("item", summary="a\x00b") == {"summary": "It holds a NUL character, which no database keeps."}
    assert wrong("item", aliases="ok\n" + "x" * 20_001) == {"aliases": "One of these is longer than 20,000 characters."}
    assert wrong("item", aliases="x\n" * (MOST_LINES + 1)) == {"aliases": f"You can add up to {MOST_LINES}."}
    assert wrong("spell") == {"discipline": "Choose one."}
    assert wrong("trait", category="limb") == {"category": "Choose from the list."}
    assert wrong("item", effects__0__to="charm") == {"effects-0-amount": "Enter a whole number."}
    assert wrong("item", effects__0__amount="1") == {"effects-0-to": "Choose one."}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("two", "Enter a whole number."),
        ("two silver pieces", "Enter a whole number."),
        ("1.5", "Enter a whole number."),
        ("²", "Enter a whole number."),
        ("--2", "Enter a whole number."),
        (str(HIGHEST + 1), "Enter −10,000 to 10,000."),
        ("9" * 13, "10,000 is the maximum."),
    ],
)
def test_a_number_is_whole_and_no_giant(typed: str, sentence: str) -> None:
    assert wrong("item", effects__0__to="charm", effects__0__amount=typed) == {"effects-0-amount": sentence}


def test_signs_are_read_as_people_write_them() -> None:
    for typed, value in (("+2", 2), ("−3", -3), ("-3", -3)):
        flat = {"name": ["A"], "summary": ["B"], "effects-0-to": ["charm"], "effects-0-amount": [typed]}
        assert parse(kind("item"), HPRPG, flat)[0]["effects"] == [{"to": "charm", "amount": value}]


def test_too_many_rows_are_said_at_the_list() -> None:
    flat = {
        f"effects-{n}-{key}": [value] for n in range(MOST_ROWS + 1) for key, value in (("to", "charm"), ("amount", "1"))
    }
    errors = parse(kind("item"), HPRPG, {"name": ["A"], "summary": ["B"], **flat})[1]
    assert errors == {"effects": f"You can add up to {MOST_ROWS}."}
    assert rows(drawn("item", {}, errors=errors), "effects").error == f"You can add up to {MOST_ROWS}."
