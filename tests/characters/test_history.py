"""Undo, redo and restore against the plainest undo stack there is, in any order of clicks."""

import uuid
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from characters import actions, versions
from characters.history import revisions
from characters.models import Character
from rules.kernel.documents import MAPPINGS, apply
from rules.models import Book

pytestmark = pytest.mark.django_db

CHOICES = st.one_of(
    st.tuples(st.sampled_from(["scores.charm", "scores.logic"]), st.one_of(st.none(), st.integers(-3, 9))),
    st.tuples(st.sampled_from(["picks.species", "picks.archetype"]), st.sampled_from([None, "goblin", "druid"])),
    st.tuples(st.sampled_from(["picks.feats.a", "picks.feats.b", "picks.feats.c"]), st.booleans()),
    st.tuples(st.just("ranks.aspects"), st.permutations(["mental", "physical", "social"])),
    st.tuples(st.just("notes.wand"), st.sampled_from([None, "oak", "élan ✨", "two\nlines"])),
    st.tuples(st.just("name"), st.sampled_from(["Ann", "Bo", "Ĉi"])),
)
THINGS = st.fixed_dictionaries(
    {"name": st.sampled_from(["lamp", "rope"])}, optional={"notes": st.just({"detail": "old"})}
)


class Clicks(RuleBasedStateMachine):
    """One person clicking; beside it, a list of states and a finger on one of them."""

    def __init__(self) -> None:
        super().__init__()
        self.point = transaction.savepoint()
        self.character = actions.create_character(system="hprpg", name="", guest=uuid.uuid4())
        self.past: list[tuple[str, Any]] = []
        self.now: tuple[str, Any] = ("", {})
        self.future: list[tuple[str, Any]] = []
        self.version = 1
        self.stood: dict[int, tuple[str, Any]] = {1: self.now}

    def gear(self) -> int:
        return len(self.now[1].get("entries", {}).get("gear", []))

    def choose(self, path: str, value: Any) -> None:
        wanted = (value, self.now[1]) if path == "name" else (self.now[0], apply(self.now[1], path, value))
        self.character = actions.change_build(
            character=self.character, changes={path: value}, drawn=self.character.version
        ).character
        if wanted != self.now:
            self.past.append(self.now)
            self.now, self.future = wanted, []

    @rule(choice=CHOICES)
    def edit(self, choice: tuple[str, Any]) -> None:
        self.choose(*choice)

    @rule(thing=THINGS)
    def add(self, thing: dict[str, Any]) -> None:
        self.choose(f"entries.gear.{self.gear()}", thing)

    @precondition(lambda self: self.gear())
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        self.choose(f"entries.gear.{data.draw(st.integers(0, self.gear() - 1))}", None)

    @rule()
    def undo(self) -> None:
        self.character = actions.undo(character=self.character)
        if self.past:
            self.future.append(self.now)
            self.now = self.past.pop()

    @rule()
    def redo(self) -> None:
        self.character = actions.redo(character=self.character)
        if self.future:
            self.past.append(self.now)
            self.now = self.future.pop()

    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        version = data.draw(st.sampled_from(sorted(self.stood)))
        self.character = versions.restore(character=self.character, version=version)
        if self.stood[version] != self.now:
            self.past.append(self.now)
            self.now, self.future = self.stood[version], []

    @invariant()
    def agree(self) -> None:
        stored = Character.objects.get(pk=self.character.pk)
        assert (stored.name, stored.build) == self.now
        assert (bool(stored.undo_version), bool(stored.redo_version)) == (bool(self.past), bool(self.future))
        assert stored.version >= self.version
        self.version = stored.version
        self.stood[stored.version] = self.now

    def teardown(self) -> None:
        told = self.character.revisions.order_by("version")
        assert [r.version for r in told] == list(range(1, self.character.version + 1))
        state: tuple[str, Any] = ("", {})
        for revision in told:
            state = revisions.replay(*state, revision.changes)
            assert state == self.stood[revision.version]
        assert state == self.now
        while self.past:
            self.undo()
        assert Character.objects.get(pk=self.character.pk).build == {}
        transaction.savepoint_rollback(self.point)


VALUES = st.one_of(st.none(), st.integers(-3, 9), st.sampled_from(["", "lamp", "rope", "a.b", "Max HP", "\x00"]))
KEYS = st.sampled_from(["charm", "gear", "feats", "name", "Max HP", "0", *MAPPINGS])
DOCUMENTS = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=16
)
CHARACTERS = st.tuples(st.sampled_from(["", "Ann"]), DOCUMENTS)


@given(before=CHARACTERS, after=CHARACTERS)
def test_between_any_two_documents_changes_lead_there_and_back(before: tuple[str, Any], after: tuple[str, Any]) -> None:
    changes = revisions.between(before, after)
    assert revisions.replay(*before, changes) == after
    assert revisions.rewind(*after, changes) == before
    assert bool(changes) is (before != after)


def test_what_cannot_be_replayed_choice_by_choice_is_one_change() -> None:
    odd, plain = {"entries": {"gear": [{"scores": "none"}]}}, {"entries": {"gear": [{"scores": {"a": 1}}]}}
    assert revisions.between(("Ann", odd), ("Ann", plain)) == [("", odd, plain)]
    assert revisions.between(("Ann", plain), ("Ann", plain)) == []


def test_walking_back_stops_where_the_changes_no_longer_fit() -> None:
    told = [(3, [["scores.charm", 1, 2]]), (2, [["entries.gear.4.name", None, "Rope"]]), (1, [])]
    walked = list(revisions.back("Ann", {"scores": {"charm": 2}}, told))
    assert [(one.version, one.before, one.after) for one in walked] == [
        (3, ("Ann", {"scores": {"charm": 1}}), ("Ann", {"scores": {"charm": 2}}))
    ]


def test_any_order_of_edits_undos_and_redos_equals_a_plain_undo_stack(book: Book) -> None:
    calm = settings(
        max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(Clicks, settings=calm)
