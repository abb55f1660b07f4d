"""Thirty-one characters, each a sentence, a document and what is to be said of it; most legal ones are the book's own.

A case with a "source" follows the example on that line of the rulebook's text.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules.kernel import json_schema, parse_json, read_document
from rules.systems.dominion import system

FILES = sorted(Path(__file__).with_name("cases").glob("*.json"))
ROOT = Path(__file__).resolve().parents[3]


def case(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = parse_json(file.read_text(encoding="utf-8"))
    return found


def test_there_are_at_least_six_legal_and_six_illegal_cases() -> None:
    verdicts = [case(file)["expected"]["legal"] for file in FILES]
    assert min(verdicts.count(True), verdicts.count(False)) >= 6


def test_at_least_six_cases_are_the_examples_of_the_book() -> None:
    sources = [case(file).get("source") for file in FILES]
    found = [source for source in sources if source is not None]
    assert len(found) >= 6
    assert all(type(source) is int and source > 0 for source in found)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_case_is_read_as_its_sentence_says(file: Path) -> None:
    told = case(file)
    document = read_document(told["document"])
    sheet = system.read(document.parsed(), table=document.table)
    expected = told["expected"]
    assert told["sentence"].endswith(".")
    assert sheet.legal is expected["legal"]
    assert [
        {"code": f.code, "level": str(f.level), "at": f.at, "cite": str(f.cite)} for f in sheet.findings
    ] == expected["findings"]
    assert {key: sheet[key] for key in expected["figures"]} == expected["figures"]
    assert {
        key: {
            "allowed": sheet.budgets[key].allowed.value,
            "spent": sheet.budgets[key].spent.value,
            "remaining": sheet.budgets[key].remaining,
        }
        for key in expected["budgets"]
    } == expected["budgets"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_case_uses_only_keys_that_a_build_of_this_game_has(file: Path) -> None:
    document = read_document(case(file)["document"])
    sheet = system.read(document.parsed(), table=document.table)
    assert document.parsed().unknown == ()
    assert [f.code for f in sheet.findings if f.code.startswith(("unknown", "unread"))] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_illegal_case_breaks_one_rule_and_no_more(file: Path) -> None:
    expected = case(file)["expected"]
    errors = [f for f in expected["findings"] if f["level"] == "error"]
    assert len(errors) == (0 if expected["legal"] else 1)


def assess(text: str) -> tuple[list[dict[str, Any]], int]:
    """What the command line answers to documents on standard input, and its exit status."""
    done = subprocess.run(
        [sys.executable, "manage.py", "assess", "-"],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def test_the_command_line_says_the_same_of_every_case() -> None:
    told = [case(file) for file in FILES]
    answers, status = assess("".join(json.dumps(one["document"]) + "\n" for one in told))
    assert status == 1
    assert [answer["name"] for answer in answers] == [one["document"]["name"] for one in told]
    for one, answer in zip(told, answers, strict=True):
        expected = one["expected"]
        assert answer["system"] == "dominion"
        assert answer["legal"] is expected["legal"]
        assert [{key: f[key] for key in ("code", "level", "at", "cite")} for f in answer["findings"]] == expected[
            "findings"
        ]
        assert {key: answer["figures"][key]["value"] for key in expected["figures"]} == expected["figures"]
        budgets = {b["key"]: b for b in answer["budgets"]}
        assert {
            key: {part: budgets[key][part] for part in ("allowed", "spent", "remaining")} for key in expected["budgets"]
        } == expected["budgets"]


def test_the_command_line_ends_with_nought_where_all_are_legal() -> None:
    told = [one for one in map(case, FILES) if one["expected"]["legal"]]
    answers, status = assess("".join(json.dumps(one["document"]) + "\n" for one in told))
    assert ([answer["legal"] for answer in answers], status) == ([True] * len(told), 0)


# The schema


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json_schema(system)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_case_fits_the_schema(file: Path, validator: jsonschema.Draft202012Validator) -> None:
    assert [error.message for error in validator.iter_errors(case(file)["document"])] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["system"], "chess"),
        (["format"], "dramatis/0"),
        (["stage"], "retirement"),
        (["awards"], -1),
        (["awards"], 10**7),
        (["name"], "x" * 201),
        (["build"], []),
        (["build", "scores"], []),
        (["build", "scores", "strike"], "three"),
        (["build", "scores", "strike"], 1.5),
        (["build", "scores", "strike"], 10**7),
        (["build", "picks", "spells"], ["dark", "dark"]),
        (["build", "picks", "race"], 3),
        (["build", "rolls", "attribute-dice"], 7),
        (["build", "rolls", "attribute-dice"], ["four", 9, 10]),
        (["build", "rolls", "table"], [1.5]),
        (["build", "entries", "equipment"], ["longsword"]),
        (["build", "entries", "skills"], "Croellic"),
        (["build", "notes", "faith"], 3),
    ],
)
def test_a_broken_document_does_not_fit_the_schema(
    path: list[str], value: object, validator: jsonschema.Draft202012Validator
) -> None:
    document: dict[str, Any] = case(FILES[0])["document"]
    *way, last = path
    place = document
    for key in way:
        place = place.setdefault(key, {})
    place[last] = value
    assert not validator.is_valid(document)


def test_a_document_without_game_or_build_does_not_fit_the_schema(
    validator: jsonschema.Draft202012Validator,
) -> None:
    broken: tuple[object, ...] = ({"system": "dominion"}, {"build": {}}, 3)
    assert [validator.is_valid(one) for one in broken] == [False] * 3
