"""The shelf of a character: taking books, giving them back, other editions; nothing of it touches a build."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.db.models import ProtectedError
from django.urls import reverse
from django.utils import timezone

from campaigns import actions as sitting
from campaigns.review import decisions
from campaigns.tables import campaign_books, npcs, roster
from characters import actions, versions
from characters.library import character_books
from characters.library.edition_updates import editions_for, new_editions
from characters.models import Character, Revision
from characters.printing.print_jobs import digest_of
from rules.models import Book
from rules.refusals import Refused
from tests.cast import DEEP, Cast, shelved
from tests.characters.posting import words

pytestmark = pytest.mark.django_db


def fresh(character: Character) -> Character:
    return Character.objects.with_table().get(pk=character.pk)


def choose(character: Character, **changes: Any) -> Character:
    """Make choices: `picks__feats=["deep-gaze"]`."""
    made = {path.replace("__", "."): value for path, value in changes.items()}
    return actions.change_build(character=fresh(character), changes=made, drawn=fresh(character).version).character


def gaze(cast: Cast) -> Character:
    """Jane, with the feat of the book in play."""
    assert cast.deep
    return choose(cast.jane, picks__feats=["deep-gaze"])


def codes(character: Character) -> list[str]:
    return [finding.code for finding in fresh(character).read().findings if "play" in finding.code]


def own(cast: Cast, key: str = "my-own", edition: str = "1", **more: Any) -> Book:
    return shelved(cast.users["owner"], "hprpg", key, edition, more.pop("rows", DEEP), **more)


def test_a_book_in_play_goes_onto_the_shelves_and_says_so_in_the_history(cast: Cast) -> None:
    version = cast.jane.version
    assert cast.deep.pk in cast.jane.homebrew
    assert cast.jane.version == version + 1
    revision = cast.jane.revisions.first()
    assert (revision.kind, revision.changes, revision.by) == ("books", [], cast.users["gm"])
    assert character_books.book_lines(revision) == ("Added Deep Magic, edition 1",)
    said = words(cast["owner"].get(reverse("history", args=[cast.jane.pk])))
    assert "Added Deep Magic, edition 1" in said
    assert "changed the homebrew" in said


def test_what_was_chosen_from_a_book_counts_and_stays_when_it_is_out_of_play(cast: Cast) -> None:
    charm = fresh(cast.jane).read()["charm"]
    jane = gaze(cast)
    assert fresh(jane).read()["charm"] == charm + 1
    assert codes(jane) == []
    campaign_books.stop_using_book(campaign=cast.table, book=cast.deep)
    after = fresh(jane)
    assert (after.build, after.homebrew, after.version) == (jane.build, jane.homebrew, jane.version)
    assert codes(jane) == ["not-in-play-deep-magic"]
    (finding,) = [f for f in after.read().findings if f.code == "not-in-play-deep-magic"]
    decisions.waive(character=after, by=cast.users["gm"], code=finding.code, at=finding.at, reason="I like it.")
    assert "not-in-play-deep-magic" not in [broken.code for broken in fresh(jane).read().errors]
    cast.play(cast.deep)
    assert codes(jane) == []


def test_a_newer_edition_is_an_offer_and_taking_it_can_be_taken_back(cast: Cast) -> None:
    jane, charm = gaze(cast), fresh(gaze(cast)).read()["charm"]
    assert new_editions(fresh(jane)) == []
    cast.play(cast.deeper)
    before = fresh(jane)
    assert before.homebrew == [cast.deep.pk]
    assert [str(new) for _, new in new_editions(before)] == ["Deep Magic, edition 2"]
    assert codes(jane) == []
    (note,) = [f for f in before.read().findings if f.code == "another-edition-deep-magic"]
    assert not note.breaks
    taken = character_books.switch_edition(character=before, book=cast.deeper, by=cast.users["owner"])
    assert (taken.homebrew, taken.build) == ([cast.deeper.pk], jane.build)
    after = fresh(jane)
    assert after.read()["charm"] == charm + 1
    assert "requires-deep-gaze" in [f.code for f in after.read().errors]
    assert new_editions(after) == []
    assert character_books.book_lines(after.revisions.first()) == ("Switched from edition 1 to Deep Magic, edition 2",)
    back = character_books.switch_edition(character=after, book=cast.deep)
    assert (back.homebrew, fresh(jane).read()["charm"]) == ([cast.deep.pk], charm)
    assert character_books.switch_edition(character=back, book=cast.deep).version == back.version


def test_what_is_declined_is_not_offered_until_there_is_a_newer_one(cast: Cast) -> None:
    jane = gaze(cast)
    decisions.seat(character=jane, campaign=None)
    character_books.skip_edition(character=jane, book=cast.deeper)
    character_books.skip_edition(character=jane, book=cast.deeper)
    assert fresh(jane).declined == [cast.deeper.pk]
    assert new_editions(fresh(jane)) == []
    third = shelved(cast.deep.owner, "hprpg", "deep-magic", "10", DEEP)
    assert [new.pk for _, new in new_editions(fresh(jane))] == [third.pk]
    Book.objects.filter(pk=third.pk).update(withdrawn_at=timezone.now())
    assert new_editions(fresh(jane)) == []


def test_a_table_decides_which_edition_is_offered(cast: Cast) -> None:
    jane = gaze(cast)
    assert cast.deeper
    assert new_editions(fresh(jane)) == []  # the table plays the first
    decisions.seat(character=jane, campaign=None)
    assert [new.pk for _, new in new_editions(fresh(jane))] == [cast.deeper.pk]


def test_another_author_cannot_offer_an_edition_of_a_book(cast: Cast) -> None:
    jane = gaze(cast)
    decisions.seat(character=jane, campaign=None)
    shelved(cast.users["companion"], "hprpg", "deep-magic", "7", DEEP)
    assert new_editions(fresh(jane)) == []
    assert [book.pk for book in editions_for(fresh(jane))] == [cast.deep.pk]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"withdrawn_at": timezone.now()}, "withdrawn by its author"),
        ({"published_at": None}, "isn’t published yet"),
        ({"system": "dominion"}, "isn’t for this game"),
        ({"key": "deep-magic"}, "already uses Deep Magic, edition 1"),
    ],
)
def test_what_cannot_be_taken_is_refused(cast: Cast, change: dict[str, Any], sentence: str) -> None:
    assert cast.deep
    book = own(cast)
    for name, value in change.items():
        setattr(book, name, value)
    with pytest.raises(Refused, match=sentence):
        character_books.add_book(character=cast.jane, book=book)
    assert fresh(cast.jane).homebrew == [cast.deep.pk]


def test_a_shelf_has_an_end_and_a_book_is_taken_once(cast: Cast) -> None:
    for number in range(character_books.MOST):
        character_books.add_book(character=cast.jane, book=own(cast, f"book-{number}", rows={}))
    again = character_books.add_book(character=cast.jane, book=Book.objects.get(key="book-3"))
    assert again.version == 1 + character_books.MOST
    with pytest.raises(Refused, match="can use 12 books at most"):
        character_books.add_book(character=cast.jane, book=own(cast))
    with pytest.raises(Refused, match="doesn’t use My Own"):
        character_books.switch_edition(character=cast.jane, book=Book.objects.get(key="my-own"))


def test_undo_and_redo_pass_over_the_shelf(cast: Cast) -> None:
    first = choose(cast.jane, scores__charm=2)
    character_books.add_book(character=first, book=own(cast))
    second = choose(first, scores__charm=3)
    assert actions.undo(character=second).build == first.build
    undone = actions.undo(character=fresh(second))
    assert undone.build["scores"]["charm"] == 1
    assert [e.title for e in character_books.editions_of(fresh(undone).homebrew).values()] == ["My Own"]
    assert actions.redo(character=undone).build == first.build
    assert actions.redo(character=fresh(undone)).build == second.build
    kinds = list(cast.jane.revisions.order_by("version").values_list("kind", flat=True))
    assert kinds == ["create", "edit", "books", "edit", "undo", "undo", "redo", "redo"]


def test_the_roster_names_what_a_book_that_is_gone_brought(cast: Cast) -> None:
    book = own(cast)
    character_books.add_book(character=cast.jane, book=book)
    jane = choose(cast.jane, picks__feats=["deep-gaze"])
    decisions.submit(character=jane)
    decisions.approve(character=fresh(jane), by=cast.users["gm"], seen=fresh(jane).version)
    character_books.remove_book(character=choose(jane, picks__feats=None), book=book)
    table = jane.campaign
    assert table
    (row,) = (row for row in roster.rows(table, roster.fingerprints(table)) if row.pk == jane.pk)
    assert row.verdict.changes == ("Removed My Own, edition 1", "Feats: Deep Gaze removed")


def test_an_old_version_is_read_with_the_books_of_then(cast: Cast) -> None:
    book = own(cast)
    character_books.add_book(character=cast.jane, book=book)
    jane = choose(cast.jane, picks__feats=["deep-gaze"])
    character_books.remove_book(character=jane, book=book)
    jane = fresh(jane)
    kept = character_books.Shelves(jane)
    assert [kept.at(version) for version in (1, 2, 3, 4)] == [[], [book.pk], [book.pk], []]
    page = words(cast["owner"].get(reverse("history", args=[jane.pk]), {"figure": "charm"}))
    charm = fresh(jane).read()["charm"]
    assert f"Charm {charm + 1} → {charm}" in page
    assert "Removed My Own, edition 1" in page
    assert "Added My Own, edition 1" not in page  # the number moved when the feat was chosen
    assert f"Charm {charm} → {charm + 1}" in page
    assert "Deep Gaze chosen" in words(cast["owner"].get(reverse("history", args=[jane.pk])))
    beside = words(cast["owner"].get(reverse("versions_of", args=[jane.pk, 3, 4])))
    assert "Removed My Own, edition 1" in beside
    assert "Deep Gaze" in beside
    restored = words(cast["owner"].post(reverse("restore", args=[jane.pk, 3]), follow=True))
    assert "already matches version 3" in restored
    restored = words(cast["owner"].post(reverse("restore", args=[jane.pk, 2]), follow=True))
    assert "Homebrew wasn’t restored" in restored
    assert (fresh(jane).homebrew, fresh(jane).build) == ([], cast.jane.build)


def test_a_used_book_and_one_of_a_history_are_kept(cast: Cast) -> None:
    book = own(cast)
    character_books.add_book(character=cast.jane, book=book)
    character_books.remove_book(character=fresh(cast.jane), book=book)
    assert fresh(cast.jane).homebrew == []
    with pytest.raises(ProtectedError), transaction.atomic():
        book.delete()
    Revision.objects.filter(kind="books").delete()
    assert book.delete()


def test_new_characters_joining_and_crowds_have_the_books_in_play(cast: Cast) -> None:
    other = shelved(cast.users["gm"], "dominion", "wide-roads", "1", {})
    assert cast.deep
    cast.play(other)
    new = actions.create_character(system="hprpg", by=cast.users["companion"], campaign=cast.table)
    assert new.homebrew == [cast.deep.pk]
    for url, data in (
        (reverse("new"), {"system": "hprpg", "campaign": str(cast.table.pk)}),
        (reverse("join", args=[cast.invitation.token]), {"character": "hprpg"}),
    ):
        assert "Deep Magic, edition 1: used in this campaign." in words(cast["companion"].post(url, data, follow=True))
    alone = actions.create_character(system="hprpg", by=cast.users["companion"], name="Lone")
    assert alone.homebrew == []
    said = words(
        cast["companion"].post(reverse("bring", args=[cast.table.pk]), {"character": str(alone.pk)}, follow=True)
    )
    assert "Deep Magic, edition 1: used in this campaign." in said
    assert fresh(alone).homebrew == [cast.deep.pk]
    decisions.seat(character=fresh(alone), campaign=None)
    assert fresh(alone).homebrew == [cast.deep.pk]
    (guard,) = npcs.create_npcs(campaign=cast.table, by=cast.users["gm"], system="hprpg", name="Guard", count=1, seed=3)
    assert guard.homebrew == [cast.deep.pk]


def test_a_copy_and_a_what_if_have_the_same_shelf_and_keeping_brings_what_was_tried(cast: Cast) -> None:
    jane = gaze(cast)
    assert actions.duplicate(character=fresh(jane), by=cast.users["owner"]).homebrew == [cast.deep.pk]
    branch = versions.what_if(character=fresh(jane), by=cast.users["owner"])
    assert branch.homebrew == [cast.deep.pk]
    character_books.switch_edition(character=branch, book=cast.deeper)
    mine = own(cast)
    character_books.add_book(character=fresh(jane), book=mine)
    page = words(cast["owner"].get(reverse("keep", args=[branch.pk])))
    assert "Switched from edition 1 to Deep Magic, edition 2" in page
    kept = versions.keep(branch=fresh(branch), original=fresh(jane), drawn=fresh(jane).version)
    assert fresh(kept).homebrew == [cast.deeper.pk, mine.pk]
    assert fresh(kept).build == jane.build


@pytest.mark.parametrize(
    ("start", "tried", "now", "after"),
    [
        ("", "1", "", "1"),
        ("1", "", "1", ""),
        ("1", "2", "1", "2"),
        ("1", "2", "3", "3"),
        ("1", "2", "", ""),
        ("", "", "1", "1"),
        ("1", "1", "2", "2"),
    ],
)
def test_what_was_tried_on_a_shelf_is_merged(cast: Cast, start: str, tried: str, now: str, after: str) -> None:
    made = {edition: own(cast, edition=edition, rows={}).pk for edition in "123"}
    shelf = [[made[edition] for edition in side] for side in (start, tried, now)]
    assert character_books.merged(*shelf) == [made[edition] for edition in after]


def test_an_approved_character_drifts_with_its_edition_and_not_with_one_more_book(cast: Cast) -> None:
    jane = gaze(cast)
    decisions.submit(character=jane)
    made = decisions.approve(character=jane, by=cast.users["gm"], seen=fresh(jane).version)
    assert made.homebrew == [cast.deep.pk]
    character_books.add_book(character=fresh(jane), book=own(cast))
    assert not fresh(jane).drifted
    character_books.switch_edition(character=fresh(jane), book=cast.deeper)
    assert fresh(jane).drifted
    review = words(cast["gm"].get(reverse("review", args=[jane.pk])))
    assert "Switched from edition 1 to Deep Magic, edition 2" in review
    assert "Charm" in review
    panel = words(cast["gm"].get(reverse("roster_panel", args=[cast.table.pk, jane.pk])))
    assert "Switched from edition 1 to Deep Magic, edition 2" in panel


def test_the_roster_marks_who_is_offered_an_edition_and_notices_when_it_comes_out(cast: Cast) -> None:
    assert cast.deep
    url = reverse("roster", args=[cast.table.pk])
    first = cast["gm"].get(url)
    assert "New edition" not in words(first)
    cast.play(cast.deeper)
    second = cast["gm"].get(url)
    assert "Deep Magic, edition 2 is available" in words(second)
    tags = [re.findall(r"If-None-Match[^}]*", words(page)) for page in (first, second)]
    assert tags[0] != tags[1]
    character_books.skip_edition(character=cast.jane, book=cast.deeper)
    assert "New edition" not in words(cast["gm"].get(url))


def test_the_print_knows_the_shelf_and_the_books_in_play(cast: Cast) -> None:
    prints = [digest_of(fresh(cast.jane), {})]
    cast.play(cast.deep)
    prints.append(digest_of(fresh(cast.jane), {}))
    campaign_books.stop_using_book(campaign=cast.table, book=cast.deep)
    prints.append(digest_of(fresh(cast.jane), {}))
    assert len(set(prints)) == 3


def test_a_page_from_before_a_book_came_is_drawn_anew(cast: Cast) -> None:
    version = cast.jane.version
    character_books.add_book(character=cast.jane, book=own(cast))
    url = reverse("build", args=[cast.jane.pk, "aspects"])
    data = {"version": str(version), "tab": "other", "scores.charm": "2"}
    answer = cast["owner"].post(url, data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "innerHTML:#fields" in answer.content.decode()
    assert fresh(cast.jane).build["scores"]["charm"] == 2


def test_leaving_a_table_keeps_the_shelf(cast: Cast) -> None:
    assert cast.deep
    sitting.leave(seat=cast.table.memberships.get(user=cast.users["owner"]))
    assert fresh(cast.jane).homebrew == [cast.deep.pk]
    assert fresh(cast.jane).table.books is None


def test_the_history_names_who_brought_a_character_to_its_books(cast: Cast) -> None:
    assert cast.deep
    owner = cast.users["owner"]
    fresh_one = actions.create_character(system="hprpg", by=owner, name="Pip")
    decisions.seat(character=fresh_one, campaign=cast.table, by=owner)
    moved = fresh_one.revisions.get(kind="books")
    assert (moved.by, character_books.book_lines(moved)) == (owner, ("Added Deep Magic, edition 1",))
