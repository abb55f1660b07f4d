"""What a list of many can be narrowed down to, where its book has no kinds: what each of it helps with."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel import Build
from rules.kernel.pages import ChoiceField, Field, ListField, Option
from rules.systems import get

STYLED = {"entries": {"styles": [{"picks": {"style": key}} for key in ("melee", "ranged", "evasive", "riposte")]}}
RELIC = {"entries": {"items": [{"name": "Ring", "picks": {"kind": "weapon"}}]}}


def options_at(fields: tuple[Field, ...], path: str) -> tuple[Option, ...]:
    for field in fields:
        if isinstance(field, ChoiceField) and field.path == path:
            return field.options
        if isinstance(field, ListField):
            if field.path == path and field.offers:
                return field.offers.options
            if found := options_at(tuple(one for item in field.items for one in item), path):
                return found
    return ()


@pytest.mark.parametrize(
    ("game", "step", "path", "build", "chips"),
    [
        (
            "hprpg", "archetype", "picks.archetype", {},
            {"Physical": 1, "Social": 3, "Mental": 4, "Magic": 5, "No dots": 2},
        ),
        (
            "dominion", "race", "picks.style", {},
            {"Vigour": 4, "Agility": 4, "Stamina": 3, "Intuition": 2, "Intellect": 3, "Luck": 2},
        ),
        (
            "duality", "items", "entries.items.0.entries.features", RELIC,
            {"Fighting": 5, "Health": 3, "Statistics": 6, "Other": 3},
        ),
        ("duality", "items", "entries.items", STYLED, {"Weapon": 4, "Relic": 3}),
        ("rough-magic", "magic", "picks.avenue", {}, {"Approved": 5, "Prohibited": 2, "Unrecognised": 1}),
        ("rough-magic", "skills", "entries.skills", {}, {"Agility": 5, "Brawn": 1, "Presence": 5, "Reason": 11}),
        (
            "forge", "people", "picks.ancestry", {},
            {"Speed": 2, "Stress tolerance change": 2, "Melee threat": 1, "Changes no number": 4},
        ),
    ],
)  # fmt: skip
def test_a_list_is_narrowed_down_to_what_helps_with_something(
    game: str, step: str, path: str, build: Mapping[str, Any], chips: Mapping[str, int]
) -> None:
    found = get(game)
    steps = found.steps(found.read(Build.parse(build)))
    options = options_at(next(one for one in steps if one.key == step).fields, path)
    counted = Counter(kind for one in options for kind in ((one.group,) if one.group else one.kinds))
    assert counted == chips
