"""What no book has and what is below nothing is told of in every game, where it stands; only the game can know it."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build
from rules.kernel.pages import ChoiceField, Game, RatingField

pytestmark = pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)


def offered(system: Game, kind: type[ChoiceField] | type[RatingField]) -> Iterator[Any]:
    """What an empty character may choose, list entries aside."""
    for step in system.steps(system.read(Build.parse({}))):
        yield from (field for field in step.fields if isinstance(field, kind))


def silent(system: Game, path: str, value: Any) -> bool:
    """Whether nothing new is said there of a value."""
    mapping, _, key = path.partition(".")
    plain, spoiled = (system.read(Build.parse(document)) for document in ({}, {mapping: {key: value}}))
    return {(finding.code, finding.message) for finding in spoiled.at(path)} <= {
        (finding.code, finding.message) for finding in plain.at(path)
    }


def test_a_choice_that_no_book_has_is_told_of(system: Game) -> None:
    picks = {field.path: field for field in offered(system, ChoiceField) if field.style != "flag"}
    values = {path: ["moonbeam"] if field.many else "moonbeam" for path, field in picks.items()}
    told_nothing = [path for path, value in values.items() if silent(system, path, value)]
    assert told_nothing == [], "let a rule yield `unknown` of rules.kernel there"


def test_a_number_below_nothing_is_told_of(system: Game) -> None:
    rates = {field.path: field for field in offered(system, RatingField) if field.low >= 0}
    assert [path for path in rates if silent(system, path, -3)] == [], "let a rule yield an error there"
