"""What-ifs: tried out beside the character, kept with conflicts settled, or thrown away."""

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.demo.demo import JANE
from characters import actions, versions
from characters.history import revisions
from characters.history.edit_conflicts import EditConflict
from characters.models import Character
from characters.printing import print_html
from characters.printing.print_html import page_html
from rules.kernel.documents import PathError, value_at
from rules.models import Book
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db


def change(character: Character, changes: dict[str, Any]) -> Character:
    character = Character.objects.get(pk=character.pk)
    return actions.change_build(character=character, changes=changes, drawn=character.version).character


def keep(cast: Cast, **asked: Any) -> Character:
    branch, original = (Character.objects.get(pk=c.pk) for c in (cast.branch, cast.jane))
    return versions.keep(branch=branch, original=original, **{"drawn": original.version, **asked})


def stored(cast: Cast, *paths: str) -> list[Any]:
    build = Character.objects.get(pk=cast.jane.pk).build
    return [value_at(build, path) for path in paths]


# Branching off


def test_a_what_if_is_a_character_of_its_own_with_the_same_choices(cast: Cast) -> None:
    branch, jane = cast.branch, cast.jane
    assert (branch.name, branch.build, branch.owner, branch.campaign) == (jane.name, JANE, jane.owner, jane.campaign)
    assert (branch.branch_of, branch.branched_at, branch.version) == (jane, 1, 1)
    change(branch, {"scores.charm": 3})
    assert stored(cast, "scores.charm") == [1]


def test_one_may_branch_off_from_an_earlier_version(cast: Cast) -> None:
    jane = change(cast.jane, {"scores.charm": 2})
    assert versions.what_if(character=jane, version=1).build == JANE
    with pytest.raises(PathError, match="Version 9 doesn’t exist"):
        versions.what_if(character=jane, version=9)


def test_a_table_does_not_count_it(cast: Cast) -> None:
    assert cast.branch.campaign == cast.table
    (row,) = cast["owner"].get(reverse("campaigns")).context["open"]
    there = cast.table.characters.kept()
    assert row.party == there.originals().count() == there.count() - 1


def test_a_what_if_has_none_of_its_own(cast: Cast) -> None:
    with pytest.raises(PathError, match="already a what-if"):
        versions.what_if(character=cast.branch)
    answer = cast["owner"].post(at(cast.branch, "what_if"), follow=True)
    assert "already a what-if" in words(answer)


def test_a_printed_what_if_says_what_it_is(cast: Cast) -> None:
    for who, says in ((cast.jane, False), (cast.branch, True)):
        html, _ = page_html(who.read(), print_html.page_of(who, {}))
        assert ("<strong>What if?</strong>" in html, "· what-if copy · version" in html) == (says, says)


def test_what_ifs_are_listed_under_their_original_and_are_no_characters_of_the_table(cast: Cast) -> None:
    branch, binned = cast.branch, cast.binned
    (row,) = cast["owner"].get("/characters/").context["page"]
    assert (row.character, [below.character for below in row.branches]) == (cast.jane, [branch])
    assert set(cast.table.characters.originals()) == {cast.jane, binned}
    assert [row.character for row in cast["gm"].get("/characters/").context["table"]] == [cast.jane]
    assert cast["gm"].get(at(branch, "sheet")).status_code == 404
    assert [recent["name"] for recent in cast["owner"].get("/").context["recent"]] == ["Jane Alderwick"]


def test_a_what_if_outlives_its_original(cast: Cast) -> None:
    branch = cast.branch
    actions.bin_character(character=cast.jane)
    (row,) = cast["owner"].get("/characters/").context["page"]
    assert row.character == branch
    assert "The original was deleted." in words(cast["owner"].get(at(branch, "sheet")))
    assert cast["owner"].get(at(branch, "keep")).status_code == 404
    cast.jane.delete()
    branch.refresh_from_db()
    assert branch.branch_of is None
    assert "What if" not in words(cast["owner"].get(at(branch, "sheet")))


def test_the_pages_of_a_what_if_say_so(cast: Cast) -> None:
    owner = cast["owner"]
    begun = owner.post(at(cast.jane, "what_if"), {"version": "1"})
    branch = Character.objects.get(branch_of=cast.jane)
    assert begun.url == at(branch, "build_start")
    assert "Nothing changes until you apply it" in words(owner.get(at(branch, "sheet")))
    assert "What if" in words(owner.get(at(branch, "build", "aspects")))
    assert "Copied from version 1" in words(owner.get(at(branch, "history")))
    owner.post(at(branch, "bin"))
    assert branch in Character.objects.binned()
    assert words(owner.get("/characters/")).count("What if") == 1


# Keeping


def test_keeping_is_one_change_of_the_original_that_undo_takes_back(cast: Cast) -> None:
    change(cast.branch, {"scores.charm": 3, "name": "Jane the Bold", "entries.gear.0": None})
    change(cast.jane, {"notes.goals": "Rest"})
    kept = keep(cast)
    assert (kept.name, kept.version) == ("Jane the Bold", 3)
    assert stored(cast, "scores.charm", "notes.goals", "entries.gear.0.name") == [3, "Rest", "Broom, second-hand"]
    assert cast.branch in Character.objects.binned()
    back = actions.undo(character=kept)
    assert (back.name, value_at(back.build, "scores.charm"), len(back.build["entries"]["gear"])) == (
        cast.jane.name,
        1,
        3,
    )


def test_what_both_changed_is_asked_for(cast: Cast) -> None:
    change(cast.branch, {"scores.charm": 3, "scores.logic": 1, "scores.insight": 2})
    change(cast.jane, {"scores.charm": 2, "scores.logic": 3, "scores.insight": 2})
    with pytest.raises(EditConflict) as stale:
        keep(cast)
    assert {(c.path, c.theirs, c.yours) for c in stale.value.conflicts} == {
        ("scores.charm", 2, 3), ("scores.logic", 3, 1),
    }  # fmt: skip
    assert stored(cast, "scores.charm") == [2]
    with pytest.raises(EditConflict):
        keep(cast, mine=["scores.charm"])
    with pytest.raises(EditConflict):
        keep(cast, mine=["scores.charm", "scores.logic"], drawn=1)
    keep(cast, mine=["scores.charm"], theirs=["scores.logic"])
    assert stored(cast, "scores.charm", "scores.logic", "scores.insight") == [3, 3, 2]


def test_lists_that_both_moved_are_one_question(cast: Cast) -> None:
    change(cast.branch, {"entries.gear.3": {"name": "Lamp"}})
    change(cast.jane, {"entries.gear.0": None})
    with pytest.raises(EditConflict) as stale:
        keep(cast)
    assert [conflict.path for conflict in stale.value.conflicts] == ["entries.gear"]
    keep(cast, mine=["entries.gear"])
    assert [entry["name"] for entry in stored(cast, "entries.gear")[0]][-1] == "Lamp"


def test_entries_that_stayed_in_place_merge(cast: Cast) -> None:
    change(cast.branch, {"entries.gear.0.notes.detail": "quiet"})
    change(cast.jane, {"entries.gear.1.notes.detail": "mended"})
    keep(cast)
    assert stored(cast, "entries.gear.0.notes.detail", "entries.gear.1.notes.detail") == ["quiet", "mended"]


def test_a_note_called_name_is_not_the_name(cast: Cast) -> None:
    change(cast.branch, {"name": "Jay"})
    Character.objects.filter(pk=cast.jane.pk).update(build={"odd": 1})
    assert keep(cast).name == "Jay"


def test_a_build_no_path_leads_to_is_one_question(cast: Cast) -> None:
    branch = cast.branch
    Character.objects.filter(pk=branch.pk).update(build={"odd": [1]})
    branch.revisions.create(version=2, changes=[["", JANE, {"odd": [1]}]])
    Character.objects.filter(pk=branch.pk).update(version=2)
    change(cast.jane, {"scores.charm": 2})
    with pytest.raises(EditConflict) as stale:
        keep(cast)
    assert [conflict.path for conflict in stale.value.conflicts] == [""]
    assert keep(cast, mine=[""]).build == {"odd": [1]}


def test_the_page_shows_both_sides_and_takes_an_answer(cast: Cast) -> None:
    owner = cast["owner"]
    change(cast.branch, {"scores.charm": 3, "scores.logic": 1})
    change(cast.jane, {"scores.charm": 2})
    page = words(owner.get(at(cast.branch, "keep")))
    for part in ("Logic 2 → 1", "Charm 2 → 4", "Charm 2 → 3", 'name="side:scores.charm"'):
        assert part in page
    refused = owner.post(at(cast.branch, "keep"), {"version": "1", "side:scores.charm": "mine"})
    assert refused.status_code == 409
    assert "has changed since you opened this page" in words(refused)
    kept = owner.post(at(cast.branch, "keep"), {"version": "2", "side:scores.charm": "theirs", "side:x": "odd"})
    assert kept.url == at(cast.jane, "history")
    assert stored(cast, "scores.charm", "scores.logic") == [2, 1]


def test_nothing_tried_out_is_nothing_kept(cast: Cast) -> None:
    assert "No changes to apply" in words(cast["owner"].get(at(cast.branch, "keep")))
    assert keep(cast).version == 1
    assert cast["owner"].get(reverse("keep", args=[cast.jane.pk])).status_code == 404


EDITS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["scores.charm", "scores.logic"]), st.one_of(st.none(), st.integers(0, 5))),
        st.tuples(st.sampled_from(["picks.spells.lumos", "picks.spells.stupefy"]), st.booleans()),
        st.tuples(st.sampled_from(["entries.gear.0", "entries.gear.1"]), st.sampled_from([None, {"name": "Rope"}])),
        st.tuples(st.just("entries.gear.0.notes.detail"), st.sampled_from(["old", "new"])),
        st.tuples(st.just("name"), st.sampled_from(["Ann", "Bo"])),
    ),
    max_size=4,
)


def edited(character: Character, edits: list[tuple[str, Any]]) -> Character:
    for path, value in edits:
        with suppress(PathError):
            character = actions.change_build(
                character=character, changes={path: value}, drawn=character.version
            ).character
    return character


def stands(character: Character, path: str) -> Any:
    return character.name if path == "name" else value_at(character.build, path)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(tried=EDITS, since=EDITS)
def test_keeping_loses_nothing_of_either_side(tried: Any, since: Any, book: Book) -> None:
    point = transaction.savepoint()
    jane = actions.create_character(system="hprpg", name="Jane", build=JANE)
    branch = versions.what_if(character=jane)
    start = (jane.name, jane.build)
    branch, jane = edited(branch, tried), edited(jane, since)
    found = versions.plan(branch, jane)
    kept = versions.keep(
        branch=branch, original=jane, drawn=jane.version, mine=[conflict.path for conflict in found.conflicts]
    )
    mine = [change.path for change in found.changes]
    assert [stands(kept, path) for path in mine] == [stands(branch, path) for path in mine]
    alone = [
        change.path
        for change in revisions.between(start, (jane.name, jane.build))
        if not any(path != "name" and revisions.overlap(change.path, path) for path in mine) and change.path not in mine
    ]
    assert [stands(kept, path) for path in alone] == [stands(jane, path) for path in alone]
    if kept.version > jane.version:
        back = actions.undo(character=kept)
        assert (back.name, back.build) == (jane.name, jane.build)
    transaction.savepoint_rollback(point)
