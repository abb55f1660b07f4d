"""Twelve characters, each a sentence, a document and what is to be said of it: a game master could read them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules.kernel import json_schema, parse_json, read_document
from rules.systems.hprpg import system

FILES = sorted(Path(__file__).with_name("cases").glob("*.json"))
ROOT = Path(__file__).resolve().parents[3]


def case(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = parse_json(file.read_text(encoding="utf-8"))
    return found


def test_there_are_six_legal_and_six_illegal_cases() -> None:
    verdicts = [case(file)["expected"]["legal"] for file in FILES]
    assert (verdicts.count(True), verdicts.count(False)) == (6, 6)


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
        assert answer["system"] == "hprpg"
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
    assert ([answer["legal"] for answer in answers], status) == ([True] * 6, 0)


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
        (["settings", "starting_feats"], 23),
        (["settings", "starting_feats"], "none"),
        (["settings", "free_fields"], "all"),
        (["settings", "rows_may_repeat"], 1),
        (["build"], []),
        (["build", "scores"], []),
        (["build", "scores", "charm"], "three"),
        (["build", "scores", "charm"], 1.5),
        (["build", "scores", "charm"], 10**7),
        (["build", "picks", "feats"], ["ambush", "ambush"]),
        (["build", "picks", "species"], 3),
        (["build", "ranks", "aspects"], "mental"),
        (["build", "entries", "gear"], ["wand"]),
        (["build", "notes", "wand"], 3),
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
    assert [validator.is_valid(one) for one in ({"system": "hprpg"}, {"build": {}}, 3)] == [False] * 3
