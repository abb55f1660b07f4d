"""What documents of this game may hold, by their JSON Schema."""

from typing import Any

import jsonschema
import pytest

from rules.kernel.pages.schema import json_schema
from rules.systems.hprpg import system
from tests.rules.cases import case, files

FILES = files("hprpg")


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json_schema(system)
    return jsonschema.Draft202012Validator(schema)


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
