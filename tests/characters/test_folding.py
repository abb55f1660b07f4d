"""Long histories: what a step keeps, and the oldest steps folded so that all of them still lead there and back."""

import json
import uuid
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from campaigns.review import decisions
from characters import actions, limits, versions
from characters.history import folding, revisions
from characters.history.revisions import StoredPart, squeeze
from characters.library import character_books
from characters.models import Character, Revision
from rules.kernel.documents import Change, PathError
from rules.models import Book
from tests.cast import Cast
from tests.characters.posting import at, words
from tests.characters.test_history import CHARACTERS, Clicks

pytestmark = pytest.mark.django_db

LETTERS = "".join(chr(97 + n % 26) for n in range(400))


def change(character: Character, **changes: Any) -> Character:
    values = {path.replace("__", "."): value for path, value in changes.items()}
    return actions.change_build(character=character, changes=values, drawn=character.version).character


def clicked(character: Character, times: int) -> Character:
    for n in range(times):
        character = change(character, scores__charm=n % 5 + 1)
    return character


def stored(character: Character) -> list[int]:
    return list(character.revisions.order_by("version").values_list("version", flat=True))


# What a step keeps


def test_a_letter_in_a_long_note_is_kept_as_a_letter(cast: Cast) -> None:
    held = change(change(cast.jane, notes__goals=LETTERS), notes__goals=LETTERS[:200] + "!" + LETTERS[200:])
    assert held.revisions.first().changes == [["notes.goals", "", "!", 200]]
    assert actions.undo(character=held).build["notes"]["goals"] == LETTERS


def test_an_entry_out_of_the_middle_of_a_long_list_is_kept_as_that_entry(cast: Cast) -> None:
    things: list[Any] = [{"name": f"thing {n}", "notes": {"detail": LETTERS[n:]}} for n in range(20)]
    held = actions.create_character(system="hprpg", by=cast.users["owner"], build={"entries": {"gear": things}})
    held = change(held, entries__gear__7=None)
    ((path, before, after, place),) = held.revisions.first().changes
    assert (path, before, after, place) == ("entries.gear", [things[7]], [], 7)
    assert actions.undo(character=held).build == {"entries": {"gear": things}}


def test_a_value_no_choice_could_have_put_there_is_kept_alone(cast: Cast) -> None:
    build = {"scores": "none", "notes": {"goals": LETTERS}, "odd": {"kept": LETTERS}}
    held = actions.create_character(system="hprpg", by=cast.users["owner"], build=build)
    held = change(held, scores__charm=2)
    assert held.revisions.first().changes == [["scores", "none", {"charm": 2}]]
    assert actions.undo(character=held).build == build


LONG_TEXTS = st.tuples(st.sampled_from(["", "a", "ab" * 60]), st.sampled_from(["x", "é ✨", "y" * 40])).map("".join)
LONG = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | LONG_TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "gear", "0", "a.b", "", "=x"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(before=LONG, after=LONG)
def test_what_is_kept_of_any_change_leads_there_and_back_and_is_no_longer(before: Any, after: Any) -> None:
    change = Change("", before, after)
    kept = squeeze(change)
    assert len(json.dumps(kept)) <= len(json.dumps(change))
    assert revisions.replay("", before, [kept]) == ("", after)
    assert revisions.rewind("", after, [kept]) == ("", before)
    assert revisions.told(json.loads(json.dumps(kept))) == kept


@pytest.mark.parametrize(
    "build", [{}, {"notes": "none"}, {"notes": {"goals": 7}}, {"notes": {"goals": "xyz"}}, {"notes": []}, []]
)
def test_a_part_that_fits_nothing_that_is_there_is_refused(build: Any) -> None:
    with pytest.raises(PathError):
        revisions.replay("", build, [StoredPart("notes.goals", "abc", "d", 0)])
    with pytest.raises(PathError):
        revisions.replay("", build, [StoredPart("notes.0.goals", "abc", "d", None)])


# Folding


def test_the_oldest_steps_become_one_and_undo_goes_on_through_it(cast: Cast) -> None:
    held = clicked(cast.jane, 90)
    last, before = held.version, held.build
    folding.fold(held, most=1)
    left = stored(held)
    assert left[0] == 1
    assert len(left) < 30
    assert left[-10:] == list(range(last - 9, last + 1))
    assert held.history == sum(row.weight for row in folding._rows(held))
    state: tuple[str, Any] = (cast.jane.name, cast.jane.build)
    for revision in held.revisions.order_by("version"):
        state = revisions.replay(*state, revision.changes)
    assert state == (held.name, before)
    for _ in left[1:]:
        held = actions.undo(character=held)
    assert (held.build, held.undo_version) == (cast.jane.build, 0)
    for _ in left[1:]:
        held = actions.redo(character=held)
    assert (held.build, held.redo_version) == (before, 0)


def test_a_click_folds_by_itself_and_is_never_refused(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HISTORY_BYTES", 12_000)
    held = clicked(cast.jane, 250)
    assert held.version >= 250
    assert held.revisions.count() < 110
    stored_weight = Character.objects.get(pk=held.pk).history
    assert stored_weight <= 12_000 + 10 * 150


def test_steps_of_another_person_what_was_approved_and_books_stay_apart(cast: Cast) -> None:
    owner, gm = cast.users["owner"], cast.users["gm"]
    held = clicked(cast.jane, 5)
    decisions.submit(character=held, by=owner)
    decisions.approve(character=held, by=gm, seen=held.version)
    approved = held.version
    held = clicked(Character.objects.with_table().get(pk=held.pk), 5)
    branch = versions.what_if(character=held, by=owner)
    held = character_books.add_book(character=clicked(held, 5), book=cast.deep, by=owner)
    moved = held.version
    held = clicked(held, 5)
    held = actions.change_build(character=held, changes={"scores.charm": 3}, drawn=held.version, by=owner).character
    other = held.version
    held = clicked(held, 20)
    folding.fold(held, most=1)
    assert {approved, branch.branched_at, moved, moved - 1, other - 1, other} <= set(stored(held))
    assert held.revisions.get(version=moved).kind == Revision.Kind.BOOKS
    assert len(stored(held)) < 25
    assert versions.document_at(held, approved)[1] == held.approvals.get().build


def test_a_step_that_was_undone_stays_for_redo(cast: Cast) -> None:
    held = clicked(cast.jane, 40)
    before = held.build
    for _ in range(30):
        held = actions.undo(character=held)
    folding.fold(held, most=1)
    for _ in range(30):
        held = actions.redo(character=held)
    assert held.build == before


def test_a_history_written_past_is_left_as_it_is(cast: Cast) -> None:
    held = change(cast.jane, notes__goals=LETTERS)
    held = clicked(change(held, notes__goals=LETTERS + "!"), 40)
    Character.objects.filter(pk=held.pk).update(build={"notes": {"goals": "other"}})
    whole = stored(held)
    folding.fold(held, most=1)
    assert set(whole[:3]) <= set(stored(held))


def test_a_one_and_a_yes_are_not_the_same(cast: Cast) -> None:
    held = actions.create_character(system="hprpg", build={"scores": {"charm": True}}, guest=uuid.uuid4())
    held = clicked(change(held, scores__charm=2), 40)
    folding.fold(held, most=1)
    while held.undo_version:
        held = actions.undo(character=held)
    assert held.build["scores"]["charm"] is True


class FoldedClicks(Clicks):
    """The same clicks, with the oldest steps folded at any time: undo leads through fewer of the same states."""

    @rule()
    def fold(self) -> None:
        folding.fold(self.character, most=1)
        now = Character.objects.get(pk=self.character.pk)
        left = {step.version: step for step in now.revisions.all()}
        self.stood = {version: state for version, state in self.stood.items() if version in left}
        assert {version: versions.document_at(now, version) for version in self.stood} == self.stood
        chain = [left[version] for version in folding._chain(left, now.undo_version)]
        past = [versions.document_at(now, (step.since or step.version) - 1) for step in reversed(chain)]
        assert past[:1] == self.past[:1]
        states = iter(self.past)
        assert all(state in states for state in past)
        self.past = past

    def teardown(self) -> None:
        while self.past:
            self.undo()
        assert Character.objects.get(pk=self.character.pk).build == {}
        transaction.savepoint_rollback(self.point)


# What pages say of it


def test_the_history_says_which_versions_became_one(cast: Cast) -> None:
    held = clicked(cast.jane, 60)
    folding.fold(held, most=1)
    owner = cast["owner"]
    page = words(owner.get(at(held, "history")))
    first = held.revisions.exclude(since=0).latest("version")
    assert f"versions {first.since} to {first.version}" in page
    assert owner.get(at(held, "versions_of", str(first.since - 1), str(first.version))).status_code == 200
    asked = owner.get(at(held, "history"), {"from": first.since, "to": held.version})
    assert asked["Location"] == at(held, "versions_of", str(first.version), str(held.version))
    assert owner.get(at(held, "versions_of", str(first.since), str(held.version))).status_code == 404
    figure = words(owner.get(at(held, "history"), {"figure": "charm"}))
    assert f"versions {first.since} to {first.version}" in figure


def test_a_page_from_before_the_fold_is_told_to_reload(cast: Cast) -> None:
    held = clicked(cast.jane, 60)
    folding.fold(held, most=1)
    form = {"version": "5", "tab": "t", "scores.charm": "4"}
    answer = cast["owner"].post(at(held, "build", "aspects"), form)
    assert answer.status_code == 422
    assert "Too much has changed since you opened this page." in words(answer)
    with pytest.raises(PathError, match="Too much has changed"):
        actions.change_build(character=held, changes={"scores.logic": 1}, drawn=5)
    assert Character.objects.get(pk=held.pk).version == held.version


@given(one=CHARACTERS, other=CHARACTERS)
def test_the_net_of_any_two_states_leads_there_and_back_to_the_letter(
    one: tuple[str, Any], other: tuple[str, Any]
) -> None:
    changes = folding._net(one, other)
    if changes is not None:
        assert folding._same(revisions.replay(*one, changes), other)
        assert folding._same(revisions.rewind(*other, changes), one)


def test_any_order_of_clicks_and_folds_equals_a_plain_undo_stack(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "NEWEST", (3, 1))
    calm = settings(
        max_examples=8,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        phases=[Phase.generate],
    )
    run_state_machine_as_test(FoldedClicks, settings=calm)
