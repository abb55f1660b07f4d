"""What approval settles: each single choice of an approved character, exchanged for another, is an error or free by a
ruling that says so."""

import os
import re
from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel.documents import apply, awarded, value_at
from rules.kernel.pages import ChoiceField, Field, Game
from rules.kernel.purchases import line_of, taken
from rules.kernel.settled import settled
from tests.by_game import BOUGHT, BUYING, CHOICES, FREE, LISTS, OPEN
from tests.rules.broken import fields

BUILDS = int(os.environ.get("BUILDS", "10"))


def others(field: Field) -> list[tuple[str, Any]]:
    """What else could stand there."""
    if not isinstance(field, ChoiceField):
        return []
    if field.many:
        return [(f"{field.path}.{one.key}", None if one.key in field.value else True) for one in field.options]
    if field.style == "flag":
        return [(field.path, None if field.value else True)]
    return [(field.path, one.key) for one in field.options if one.key not in field.value] if field.value else []


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_a_choice_that_was_approved_is_exchanged_by_no_one_unseen(system: Game) -> None:
    rng, passed, swapped = Random(18), [], 0
    for _ in range(BUILDS):
        document = system.random({}, rng, system.rulebook, RulesContext())
        table = RulesContext(stage="advancement", baseline=Build.parse(document))
        sheet = system.read(Build.parse(document), table=table)
        assert sheet.legal
        for field in [field for step in system.steps(sheet) for field in fields(step.fields)]:
            found = others(field)
            for path, value in rng.sample(found, min(2, len(found))):
                swapped += 1
                after = system.read(Build.parse(apply(document, path, value)), table=table)
                if after.legal and not any(re.fullmatch(free, path) for free in FREE.get(system.key, {})):
                    passed.append((path, value))
    assert swapped >= BUILDS
    assert not passed


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_the_order_of_a_list_never_matters(system: Game) -> None:
    rng, lists = Random(18), 0
    for _ in range(BUILDS):
        document = system.random({}, rng, system.rulebook, RulesContext())
        table = RulesContext(stage="advancement", baseline=Build.parse(document))
        for key, lines in document.get("entries", {}).items():
            # A weapon names its style by its place, and a background's die stands beside it.
            if len(lines) > 1 and key not in ("styles", "backgrounds"):
                lists += 1
                turned = {**document, "entries": {**document["entries"], key: lines[::-1]}}
                found = system.read(Build.parse(turned), table=table).errors
                assert found == (), (key, [finding.message for finding in found])
    assert lists or system.key not in LISTS


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_what_is_settled_says_so_before_it_is_chosen(system: Game) -> None:
    rng, told = Random(18), 0
    for _ in range(BUILDS // 2):
        document = system.random({}, rng, system.rulebook, RulesContext())
        sheet = system.read(
            Build.parse(document), table=RulesContext(stage="advancement", baseline=Build.parse(document))
        )
        for step in system.steps(sheet):
            for field in step.fields:
                if isinstance(field, ChoiceField) and field.path in settled(sheet.reading):
                    reasons = {option.reason for option in field.options if option.key not in field.value}
                    assert "" not in reasons, field.path
                    told += 1
    assert told or system.key not in CHOICES


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_an_award_leaves_an_approved_character_legal_and_finished(system: Game) -> None:
    rng = Random(18)
    for _ in range(BUILDS):
        document = system.random({}, rng, system.rulebook, RulesContext())
        build = Build.parse(document)
        if not system.read(build).unfinished:
            table = RulesContext(stage="advancement", baseline=build, ledger=awarded(5))
            sheet = system.read(build, table=table)
            assert (sheet.legal, sheet.unfinished) == (True, False)


@pytest.mark.parametrize("key", BUYING)
def test_nobody_is_finished_who_has_bought_nothing(key: str) -> None:
    """Points may be kept in some games, but not all of them (Dominion 5.2, Duality D-09)."""
    system = systems.get(key)
    made = system.random({}, Random(1), system.rulebook, RulesContext())
    spent = {key: value for key, value in made.items() if key not in ("scores", "entries")}
    bare = system.read(Build.parse(spent))
    assert not (bare.legal and not bare.unfinished)
    points = [finding for finding in bare.findings if finding.code in ("aps-in-reserve", "xp-left")]
    assert all(finding.level == "note" for finding in points)


@pytest.mark.parametrize("key", OPEN)
def test_what_was_open_at_the_approval_is_filled_in_later(key: str) -> None:
    system, (document, path, value) = systems.get(key), OPEN[key]
    table = RulesContext(stage="advancement", baseline=Build.parse(document), ledger=awarded(20))
    before, after = (system.read(Build.parse(made), table=table) for made in (document, apply(document, path, value)))
    assert {f.code for f in after.errors} - {f.code for f in before.errors} <= {"avenue-without-thaumaturgy"}


ALIKE = {
    "dominion": {"skills": [
        {"name": "Lore", "picks": {"attribute": "intellect"}, "scores": {"steps": 2}},
        {"name": "Lore", "picks": {"attribute": "agility"}, "scores": {"steps": 1}},
    ]},
    "duality": {
        "experiences": [{"name": "Sailor", "scores": {"bonus": 2}}, {"name": "sailor", "scores": {"bonus": 1}}],
        "styles": [
            {"picks": {"style": "melee", "statistic": "strength"}, "scores": {"dice": 1}},
            {"picks": {"style": "melee", "statistic": "strength"}, "scores": {"bonus": 3}},
        ],
    },
    "forge": {"values": [{"name": "Honour", "scores": {"rating": 2}}, {"name": "Honour", "scores": {"rating": 4}}]},
}  # fmt: skip


@pytest.mark.parametrize("key", ALIKE)
def test_of_two_alike_neither_is_taken_for_the_other(key: str) -> None:
    """As they were approved, and in the other order."""
    system = systems.get(key)
    for lists in (ALIKE[key], {name: lines[::-1] for name, lines in ALIKE[key].items()}):
        table = RulesContext(stage="advancement", baseline=Build.parse({"entries": ALIKE[key]}), ledger=awarded(99))
        codes = {finding.code for finding in system.read(Build.parse({"entries": lists}), table=table).errors}
        assert codes <= {"beyond-limit"}, codes


def test_a_background_is_not_rolled_again() -> None:
    forge = systems.get("forge")
    table = RulesContext(stage="advancement", baseline=Build.parse({"rolls": {"backgrounds": [13, 2, 3]}}))
    codes = [
        finding.code for finding in forge.read(Build.parse({"rolls": {"backgrounds": [1, 2, 3]}}), table=table).errors
    ]
    assert "backgrounds-rolled-again" in codes


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_a_line_that_was_bought_is_neither_removed_nor_renamed_unseen(system: Game) -> None:
    rng, lists = Random(18), set[str]()
    made = [system.random({}, rng, system.rulebook, RulesContext()) for _ in range(BUILDS)]
    for document in (*made, {"entries": ALIKE.get(system.key, {})}):
        table = RulesContext(stage="advancement", baseline=Build.parse(document))
        c = system.reading(Build.parse(document), table=table)
        before = system.read(c.build, table=table).errors
        for line in {line_of(one) for one, _ in taken(c) if one.rule.keeps} - {""}:
            lists.add(line.split(".")[1])
            assert value_at(document, line), line
            changed = [apply(document, line, None)]
            if value_at(document, f"{line}.name"):
                changed.append(apply(document, f"{line}.name", "Another"))
            for after in changed:
                found = {finding.code for finding in system.read(Build.parse(after), table=table).errors}
                assert found - {finding.code for finding in before}, line
    assert lists == BOUGHT.get(system.key, set())
