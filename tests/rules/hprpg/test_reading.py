"""Reading is pure and total: any JSON, any order, and every number explains itself."""

import json
import random
import time
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build, Finding, Fix, Reading, RulesContext, Sheet
from rules.kernel.documents import Change, apply, awarded, compare, replay
from rules.systems.hprpg import system
from rules.systems.hprpg.creation import ratings
from tests.rules.cases import case
from tests.rules.hprpg.test_cases import FILES
from tests.rules.strategies import documents, json_values, right_and_wrong, vocabulary

LEGAL = [case(file)["document"]["build"] for file in FILES]
SETTINGS = [
    {},
    {"archetype_ability_dots": 5, "affinity_dots": 0, "species_pool": 3},
    {"rows_may_repeat": True, "free_fields": "suggested", "starting_feats": 2, "fortitude_bonus": 1},
    {"rating_limit": 7, "health_levels": 9, "untrained_knowledge": True},
]
tables = st.one_of(
    st.sampled_from(SETTINGS).map(lambda settings: RulesContext(settings=settings)),
    st.builds(
        RulesContext,
        settings=st.dictionaries(st.sampled_from([*system.settings, "x"]), json_values, max_size=3),
        stage=st.sampled_from(["creation", "advancement"]),
        ledger=st.integers(0, 9).map(awarded),
        baseline=st.none() | st.sampled_from(LEGAL).map(Build.parse),
    ),
)


def shuffled(document: Any, rng: random.Random) -> Any:
    """The same build, its ticks in another order. Other lists have an order that counts."""
    picks = document.get("picks")
    if not isinstance(picks, dict):
        return document
    ticks = {key: picks[key] for key in ("feats", "spells") if isinstance(picks.get(key), list)}
    return {**document, "picks": {**picks, **{key: rng.sample(held, len(held)) for key, held in ticks.items()}}}


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A finished character with a few places of it overwritten by anything."""
    build = draw(st.sampled_from(LEGAL))
    known_keys, values = st.sampled_from(vocabulary(system)), right_and_wrong(system)
    for _ in range(draw(st.integers(1, 4))):
        mapping = draw(st.sampled_from(list(build)))
        held = build[mapping] if isinstance(build[mapping], dict) else {}
        key = draw(st.sampled_from(sorted(held)) | known_keys) if held else draw(known_keys)
        build = {**build, mapping: draw(values | st.just({**held, key: draw(values)}))}
    return build


@given(spoiled(), tables, st.randoms(use_true_random=False))
def test_the_order_of_ticks_makes_no_difference(document: Any, table: RulesContext, rng: random.Random) -> None:
    assert system.read(Build.parse(document), table=table) == system.read(
        Build.parse(shuffled(document, rng)), table=table
    )


@given(st.sampled_from(LEGAL) | spoiled(), st.randoms(use_true_random=False))
def test_the_order_of_choosing_makes_no_difference(document: Any, rng: random.Random) -> None:
    chosen = list(compare({}, document))
    rest = [change for change in chosen if not change.path.startswith("entries.")]
    lists = [change for change in chosen if change.path.startswith("entries.")]
    try:
        one = replay(replay({}, lists), rest)
    except ValueError:
        rest = [change for change in rest if _applies(change)]
        lists = []
        one = replay({}, rest)
    rng.shuffle(rest)
    other = replay(replay({}, rest), lists)
    assert system.read(Build.parse(one)) == system.read(Build.parse(other))


def _applies(change: Any) -> bool:
    try:
        apply({}, change.path, change.after)
    except ValueError:
        return False
    return True


def test_reading_twice_gives_the_same_and_leaves_the_document_alone() -> None:
    for document in LEGAL:
        before = json.dumps(document)
        assert system.read(Build.parse(document)) == system.read(Build.parse(document))
        assert json.dumps(document) == before


def test_rulings_and_settings_and_entries_point_to_places_in_the_book() -> None:
    book = system.rulebook
    places = [
        *(ruling.cite for ruling in system.rulings),
        *(setting.cite for setting in system.settings.values()),
        *(entry.cite for entries in book.entries.values() for entry in entries.values()),
    ]
    assert [cite for cite in places if not book.resolves(cite)] == []


def test_every_setting_belongs_to_a_ruling_and_every_ruling_speaks_of_settings_there_are() -> None:
    spoken_of = {key for ruling in system.rulings for key in ruling.settings}
    assert spoken_of == set(system.settings)
    assert [ruling.key for ruling in system.rulings] == [f"H-{n:02}" for n in range(1, 35)]
    assert [s.key for s in system.settings.values() if not s.cite.ruling] == []


@given(spoiled(), tables)
def test_every_fix_can_be_applied_and_mends_its_finding(document: Any, table: RulesContext) -> None:
    def same(found: Finding, sheet: Sheet) -> bool:
        return any((f.code, f.at, f.message) == (found.code, found.at, found.message) for f in sheet.findings)

    mended: list[tuple[Finding, Fix]] = []
    for finding in system.read(Build.parse(document), table=table).findings:
        for fix in finding.fixes:
            changes = [Change(path, None, value) for path, value in fix.changes.items()]
            after = system.read(Build.parse(replay(document, changes)), table=table)
            if same(finding, after):
                mended.append((finding, fix))
    assert mended == []


def test_a_document_of_two_hundred_thousand_keys_is_read_in_bounded_time() -> None:
    names = [f"k{n}" for n in range(50_000)]
    document = {
        "scores": dict.fromkeys(names, 1),
        "picks": {f"archetype-dot-{name}": "hexes" for name in names},
        "notes": dict.fromkeys(names),
        **dict.fromkeys(names),
    }
    started = time.process_time()
    sheet = system.read(Build.parse(document))
    took = time.process_time() - started
    assert sheet.legal is False
    assert len(sheet.findings) < 60
    assert took < 12


@given(documents | spoiled(), tables)
def test_what_is_remembered_of_a_figure_is_what_its_rule_says(document: Any, table: RulesContext) -> None:
    build = Build.parse(document)
    sheet = system.read(build, table=table)
    c = Reading(build, system.rulebook, table, system)
    formulas = {**ratings(c), **system.formulas}
    assert {key: formula.figure(c) for key, formula in formulas.items()} == dict(sheet.figures)
