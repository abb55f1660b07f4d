"""The document around a build: strict about what it is, forgiving about what it holds."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from rules.kernel import Build, KnownKeys, RulesContext, Setting
from rules.kernel.documents import Document, DocumentError, awarded, parse_json, read_document
from rules.kernel.documents.format import DEPTH
from rules.kernel.documents.ledger import NO_ENTRIES
from rules.kernel.pages.schema import json_schema
from tests.rules import toy
from tests.rules.strategies import json_values

JANE = {
    "format": "dramatis/1",
    "system": "hprpg",
    "edition": "core@1",
    "name": "Jane",
    "settings": {"archetype_ability_dots": 5},
    "stage": "advancement",
    "ledger": [
        {"kind": "award", "amount": 3, "on": "2026-11-19", "by": "gm", "note": "The cellar", "id": "1"},
        {"kind": "change", "subject": "picks.species", "from": "veela", "to": "vampire"},
        {"kind": "void", "subject": "1"},
    ],
    "waivers": [
        {"code": "rating-too-high", "at": "scores.charm", "reason": "A veela.", "by": "gm"},
        {"code": "x", "at": "", "reason": "y", "by": "z", "values": {"rating": 6}},
    ],
    "baseline": {"scores": {"charm": 1}},
    "created": {"scores": {"logic": 1}},
    "play": {"heroism": 2},
    "build": {"scores": {"charm": 1}},
}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "It is not JSON: there is a mistake in line 1, column 2."),
        ('{"a": NaN}', "It is not JSON we can keep: NaN is not a number."),
        ('{"a": 1e999}', "It is not JSON we can keep: a number is too large."),
        ('{"a": 1, "a": 2}', "It is not JSON we can keep: duplicate key “a”."),
        ('{"a": ' + "9" * 5000 + "}", "It is not JSON we can keep: a number has thousands of digits."),
        ("[" * 100_000, "It is nested too deeply to be a character."),
        ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "It is nested too deeply to be a character."),
    ],
)
def test_json_that_cannot_be_kept_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(DocumentError) as refused:
        parse_json(text)
    assert str(refused.value) == sentence


def test_a_number_of_too_many_digits_is_refused_with_a_sentence() -> None:
    with pytest.raises(DocumentError, match=r"^It is not JSON we can keep: "):
        parse_json("9" * 5_000)


def test_json_is_read_as_it_stands() -> None:
    assert parse_json('{"a": [1.5, {"b": null}]}') == {"a": [1.5, {"b": None}]}


def test_a_whole_document_is_read_and_written_again() -> None:
    document = read_document(JANE)
    assert document.as_json() == JANE
    table = document.table
    assert (table.settings, table.stage) == ({"archetype_ability_dots": 5}, "advancement")
    assert (table.baseline, table.created) == (Build.parse(JANE["baseline"]), Build.parse(JANE["created"]))
    assert (table.ledger.total("award"), table.ledger.allows("picks.species", "veela", "vampire")) == (0, True)
    assert [waiver.values for waiver in table.waivers] == [None, {"rating": 6}]
    assert document.parsed() == Build.parse({"scores": {"charm": 1}}, "Jane")


def test_points_that_older_documents_knew_the_sum_of_are_one_entry_of_no_day() -> None:
    old = read_document({"system": "hprpg", "awards": 3, "ledger": [{"kind": "award", "amount": 2}]})
    assert (old.ledger[0], old.ledger.total("award")) == (awarded(3)[0], 5)
    assert "awards" not in old.as_json()


def test_what_may_be_left_out_has_its_default() -> None:
    assert read_document({"system": "hprpg"}) == Document("hprpg", "", {}, "", {}, "creation", NO_ENTRIES, {}, play={})
    assert Document("hprpg", "", {}).table == RulesContext(settings={})


def test_keys_that_nobody_knows_are_kept_and_named() -> None:
    document = read_document({**JANE, "zodiac": "leo", "colour": 1, "build": {"luck": 1}})
    assert document.parsed().unknown == ("colour", "zodiac", "luck")
    assert document.as_json()["zodiac"] == "leo"


LONG, HALF = {"kind": "x", "note": "y" * 301}, {"kind": "x", "amount": 0.5}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ([], "This file isn't a character: it must be a JSON object."),
        ({"format": "dramatis-book/1"}, "It is a homebrew book, not a character. Import it under Homebrew."),
        ({"format": "dramatis/9"}, "Its format is “dramatis/9”; this version reads “dramatis/1”."),
        ({"format": {"x": 1}}, "Its format is a mapping; this version reads “dramatis/1”."),
        ({"system": ""}, "“system” is missing: it says which game this is for."),
        ({"system": 5}, "“system” is missing: it says which game this is for."),
        ({"name": 5}, "Its name is not text."),
        ({"name": "x" * 201}, "Its name is longer than 200 characters."),
        ({"books": "deep@1"}, "Its “books” are not a list of texts such as “deep-magic@1”."),
        ({"books": ["deep@1", 2]}, "Its “books” are not a list of texts such as “deep-magic@1”."),
        ({"books": ["x"] * 41}, "It names 41 books; the maximum is 40."),
        ({"settings": []}, "Its “settings” are not a mapping."),
        ({"stage": ["creation"]}, "Its stage is a list; there are creation and advancement."),
        ({"awards": True}, "Its awards are True; they must be a whole number from 0."),
        ({"awards": -1}, "Its awards are -1; they must be a whole number from 0."),
        ({"awards": 10**4000}, "Its awards are a huge number; they must be a whole number from 0."),
        ({"ledger": {}}, "Its “ledger” is not a list of entries."),
        ({"ledger": [{"kind": "award"}] * 501}, "Its ledger has 501 entries; the maximum is 500."),
        ({"ledger": [3]}, "An entry of its ledger is 3, and not a JSON object."),
        ({"ledger": [{"amount": 3}]}, "An entry of its ledger has no “kind”."),
        ({"ledger": [{"kind": 3}]}, "“kind” of an entry of its ledger is not text."),
        (
            {"ledger": [{"kind": "x", "note": "y" * 301}]},
            "“note” of an entry of its ledger is longer than 300 characters.",
        ),
        (
            {"ledger": [{"kind": "x", "amount": True}]},
            "The amount of an entry of its ledger is True; it must be a whole number.",
        ),
        ({"ledger": [{"kind": "x", "on": "someday"}]}, "An entry of its ledger is of “someday”, which is no day."),
        ({"ledger": [{"kind": "x", "id": "1"}] * 2}, "Two entries of its ledger are called “1”."),
        ({"play": []}, "Its “play” is not a mapping of marks."),
        ({"portrait": 7}, "Its “portrait” is not a small JPEG in base64."),
        ({"bust": 7}, "Its “bust” is not a name such as “hood”."),
        ({"crest": 7}, "Its “crest” is not a choice such as “key/Gable”."),
        ({"waivers": 3}, "Its “waivers” are not a list of at most 200 JSON objects."),
        (
            {"waivers": [{"code": 3}]},
            "One of its “waivers” has a “code”, “at”, “reason” or “by” that is no short text.",
        ),
        ({"waivers": [{"values": 3}]}, "The “values” of one of its “waivers” are not a mapping."),
        ({"edition": "core\x00"}, "Its “edition” is not a text such as “core@1”."),
        ({"edition": 1}, "Its “edition” is not a text such as “core@1”."),
    ],
)
def test_a_document_that_cannot_be_told_is_refused_with_a_sentence(change: Any, sentence: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_document({**JANE, **change} if isinstance(change, dict) else change)
    assert str(refused.value) == sentence


@given(json_values)
def test_any_json_is_a_document_or_is_refused(value: object) -> None:
    wrapped = {"system": "hprpg", "build": value, "settings": value, "stage": value, "awards": value}
    lived = {"system": "hprpg", "ledger": value, "waivers": value, "baseline": value, "created": value, "play": value}
    for candidate in (value, wrapped, lived):
        try:
            assert read_document(candidate).system
        except DocumentError:
            continue


def test_a_document_names_its_books_where_it_has_any() -> None:
    document = read_document({"system": "toy", "books": ["deep@1", "high@2", "deep@1"], "build": {}, "mood": 1})
    assert document.books == ("deep@1", "high@2")
    assert document.as_json()["books"] == ["deep@1", "high@2"]
    assert document.parsed().unknown == ("mood", "deep@1", "high@2")
    assert "books" not in read_document({"system": "toy"}).as_json()


def test_a_schema_knows_keys_and_settings_of_every_kind(tmp_path: Path) -> None:
    system = toy.game(toy.write(tmp_path))
    system.setting(Setting("motto", "Motto", "onwards", toy.PLACE, "."))
    system.setting(Setting("coins", "Coins", 3, toy.PLACE, ".", high=9))
    system.setting(Setting("points", "Points", 3, toy.PLACE, ".", high=9, blank=0))
    system.setting(Setting("open", "Open", True, toy.PLACE, "."))
    system.setting(Setting("mood", "Mood", "calm", toy.PLACE, ".", choices=("calm", "wild")))
    schema = json_schema(system)["properties"]
    assert schema["settings"]["properties"] == {
        "motto": {"type": "string", "default": "onwards", "title": "Motto"},
        "coins": {"type": "integer", "minimum": 0, "maximum": 9, "default": 3, "title": "Coins"},
        "points": {"type": ["integer", "null"], "minimum": 0, "maximum": 9, "default": 3, "title": "Points"},
        "open": {"type": "boolean", "default": True, "title": "Open"},
        "mood": {"enum": ["calm", "wild"], "default": "calm"},
    }
    build = schema["build"]["properties"]
    assert [sorted(build[name]["properties"]) for name in ("scores", "picks", "ranks")] == [["luck"], ["power"], []]
    system.names = lambda book: KnownKeys(rolls=frozenset({"dice"}), entries=frozenset({"gear"}))
    longer = json_schema(system)["properties"]["build"]["properties"]
    assert (
        longer["rolls"]["properties"]["dice"]["maxItems"] == longer["entries"]["properties"]["gear"]["maxItems"] == 100
    )
    assert build["notes"] == {"type": "object", "additionalProperties": {"type": "string", "maxLength": 20_000}}
