"""The book's own examples as characters. A case with a "source" follows the example on that line of the book's text."""

from pathlib import Path

import jsonschema
import pytest

from rules.kernel.documents import read_document
from rules.kernel.pages.schema import json_schema
from rules.systems.dominion import system
from tests.rules.cases import case, files

FILES = files("dominion")


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


@pytest.mark.parametrize("rolls", [7, {"attribute-dice": 7}, {"attribute-dice": ["four", 9, 10]}, {"table": [1.5]}])
def test_dice_that_are_none_do_not_fit_the_schema(rolls: object) -> None:
    document = case(FILES[0])["document"]
    document["build"]["rolls"] = rolls
    assert not jsonschema.Draft202012Validator(json_schema(system)).is_valid(document)
