"""Every game reads whatever stands in a document, draws and prints it, and explains what it says of it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import systems
from rules.kernel import Build, Cite, Figure, Sheet
from rules.kernel.pages import Game, game_of
from tests.by_game import VITAL
from tests.rules.strategies import documents_of, json_values, numbers, spoiled, tables, words

pytestmark = pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)


def figures(sheet: Sheet) -> Iterator[Figure]:
    yield from sheet.figures.values()
    for budget in sheet.budgets.values():
        yield from (budget.allowed, budget.spent)
    yield from (check.pool for check in sheet.checks)


def cites(sheet: Sheet) -> Iterator[Cite]:
    """Every place that a sheet and its builder pages point to."""
    for figure in figures(sheet):
        yield from (figure.cite, *(term.cite for term in figure.terms))
    for thing in (*sheet.budgets.values(), *sheet.findings, *sheet.checks, *sheet.trackers):
        yield thing.cite
    for step in game_of(sheet).steps(sheet):
        yield step.cite
        for field in step.fields:
            yield from (option.cite for option in getattr(field, "options", ()) if option.cite)


@settings(max_examples=40)
@given(st.data())
def test_any_json_is_read_drawn_printed_and_explained(system: Game, data: st.DataObject) -> None:
    document = data.draw(documents_of(system) | spoiled(system) | json_values, "document")
    table = data.draw(tables(system), "table")
    sheet = system.read(Build.parse(document), table=table)
    assert sheet == system.read(Build.parse(document), table=table)
    # Every number is the sum of its lines, every line stands somewhere.
    assert [f.key for f in figures(sheet) if f.value != sum(t.amount for t in f.terms if t.counted)] == []
    assert [b.key for b in sheet.budgets.values() if b.remaining != b.allowed.value - b.spent.value] == []
    assert [cite for cite in cites(sheet) if not sheet.rulebook.resolves(cite)] == []
    assert [f.code for f in sheet.findings if system.pages and not f.cite.origin] == []
    # What is wrong is said in sentences, not too many to be read.
    assert sheet.legal is (not any(finding.level == "error" for finding in sheet.findings))
    assert [f.message for f in sheet.findings if not f.message or f.message[-1] not in ".?!…"] == []
    assert len(sheet.findings) < 120
    # The steps are the game's own, whatever is chosen.
    assert [step.key for step in system.steps(sheet)] == [
        step.key for step in system.steps(system.read(Build.parse({})))
    ]
    # And there is something to see everywhere.
    assert system.panels(sheet)
    assert system.layout(sheet)
    assert sheet.checks
    assert sheet.trackers
    assert system.ask(sheet, {}).check
    for drawn in (system.facts, system.lists, system.one_liner):
        assert isinstance(drawn(sheet), tuple)
    play = data.draw(st.dictionaries(st.sampled_from([t.key for t in sheet.trackers]), numbers | words), "play")
    assert system.now(sheet, play) is not None
    assert bool(system.vitals(sheet.live(play))) is (system.key in VITAL)


@settings(max_examples=20)
@given(st.data())
def test_the_order_of_keys_makes_no_difference(system: Game, data: st.DataObject) -> None:
    document = data.draw(documents_of(system) | spoiled(system), "document")
    table, rng = data.draw(tables(system), "table"), data.draw(st.randoms(use_true_random=False))
    assert system.read(Build.parse(document), table=table) == system.read(
        Build.parse(shuffled(document, rng)), table=table
    )


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same JSON with every mapping in another order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key], rng) for key in rng.sample(list(value), len(value))}
    return [shuffled(item, rng) for item in value] if isinstance(value, list) else value
