"""Every case of every game: the kernel and the command line say of it what its sentence says."""

import json
from pathlib import Path

import jsonschema
import pytest

from rules import systems
from rules.kernel.documents import read_document
from rules.kernel.pages.schema import json_schema
from tests.rules.cases import assess, case, files

ALL = [pytest.param(key, file, id=f"{key}-{file.stem}") for key in systems.PACKAGES for file in files(key)]


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_a_game_has_six_legal_and_six_illegal_cases(key: str) -> None:
    package, verdicts = systems.PACKAGES[key], [case(file)["expected"]["legal"] for file in files(key)]
    assert min(verdicts.count(True), verdicts.count(False)) >= 6, f"too few in tests/rules/{package}/cases"


@pytest.mark.parametrize(("key", "file"), ALL)
def test_a_case_is_read_as_its_sentence_says(key: str, file: Path) -> None:
    told = case(file)
    document = read_document(told["document"])
    sheet = systems.get(key).read(document.parsed(), table=document.table)
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


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_the_command_line_says_the_same_of_every_case(key: str) -> None:
    told = [case(file) for file in files(key)]
    answers, status = assess("".join(json.dumps(one["document"]) + "\n" for one in told))
    assert status == 1
    assert [answer["name"] for answer in answers] == [one["document"]["name"] for one in told]
    for one, answer in zip(told, answers, strict=True):
        expected = one["expected"]
        assert answer["system"] == key
        assert answer["legal"] is expected["legal"]
        assert [{key: f[key] for key in ("code", "level", "at", "cite")} for f in answer["findings"]] == expected[
            "findings"
        ]
        assert {key: answer["figures"][key]["value"] for key in expected["figures"]} == expected["figures"]
        budgets = {b["key"]: b for b in answer["budgets"]}
        assert {
            key: {part: budgets[key][part] for part in ("allowed", "spent", "remaining")} for key in expected["budgets"]
        } == expected["budgets"]


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_the_command_line_ends_with_nought_where_all_are_legal(key: str) -> None:
    told = [one for one in map(case, files(key)) if one["expected"]["legal"]]
    answers, status = assess("".join(json.dumps(one["document"]) + "\n" for one in told))
    assert ([answer["legal"] for answer in answers], status) == ([True] * len(told), 0)


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_every_case_fits_the_schema(key: str) -> None:
    schema = json_schema(systems.get(key))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert [error.message for file in files(key) for error in validator.iter_errors(case(file)["document"])] == []
