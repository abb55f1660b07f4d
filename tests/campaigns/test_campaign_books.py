"""The books a table plays with: what may be added, what that would do, who is touched by it and who is not."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns import actions as sitting
from campaigns.models import Campaign
from campaigns.tables import campaign_books
from characters import actions
from characters.library import character_books
from characters.models import Character
from rules.models import Book
from rules.refusals import Refused
from tests.cast import FEUD, LIGHT, Cast, breaking, feuding, shelved
from tests.characters.posting import words

pytestmark = pytest.mark.django_db


def fresh(character: Character) -> Character:
    return Character.objects.with_table().get(pk=character.pk)


def post(cast: Cast, book: Book, do: str = "add", who: str = "gm", keep: bool = False) -> Any:
    data = {"book": str(book.pk), "do": do} | ({"keep": ""} if keep else {})
    return cast[who].post(reverse("table_books", args=[cast.table.pk]), data, follow=True)


def page(cast: Cast, who: str = "gm", **asked: str) -> str:
    return words(cast[who].get(reverse("table_books", args=[cast.table.pk]), asked))


def test_a_game_master_sees_what_a_book_would_do_before_it_is_in_play(cast: Cast) -> None:
    needs = [{"of": "charm", "least": 9}]
    strict = [{**LIGHT, "key": "lumos", "requires": needs}]  # in place of a spell she has
    book = shelved(cast.users["companion"], "hprpg", "strict", "1", {"spell": strict})
    assert "Strict" in page(cast)
    people = cast.jane, cast.binned
    said = words(post(cast, book))
    assert "would make 1 of 1 character illegal" in said
    assert "Deep Light requires Charm 9" in said
    cast.table.refresh_from_db()
    assert (cast.table.books, fresh(cast.jane).homebrew) == ([], [])
    said = words(post(cast, book, keep=True))
    assert "Added Strict, edition 1, to the campaign and to 2 characters." in said
    assert [fresh(one).homebrew for one in people] == [[book.pk]] * 2
    said = words(post(cast, book, "take_out"))
    assert "would have 2 errors instead of 1" in said
    assert "“Deep Light” is from Strict, which this campaign doesn&#x27;t use." in said
    post(cast, book, "take_out", keep=True)
    assert fresh(cast.jane).homebrew == [book.pk]
    assert "1 character here built with it" not in page(cast)


def test_what_may_be_added_is_published_by_somebody_at_the_table(cast: Cast) -> None:
    books = {
        "Of A Companion": shelved(cast.users["companion"], "hprpg", "of-a-companion", "1", {}),
        "Of A Stranger": shelved(cast.users["stranger"], "hprpg", "of-a-stranger", "1", {}),
        "A Draft": shelved(cast.users["gm"], "hprpg", "a-draft", "1", {}, published=False),
        "Taken Back": shelved(cast.users["gm"], "hprpg", "taken-back", "1", {}, withdrawn_at=timezone.now()),
        "For Dwarves": shelved(cast.users["gm"], "dominion", "for-dwarves", "1", {}),
    }
    shown = [title for title in books if title in page(cast, "companion")]
    assert shown == ["Of A Companion", "For Dwarves"]
    assert "Of A Companion" not in page(cast, game="dominion")
    assert "No matching books" in page(cast, q="zzz")
    for title in ("Of A Stranger", "A Draft", "Taken Back"):
        answer = post(cast, books[title], keep=True)
        assert answer.status_code == 422
        assert "Choose a book." in words(answer)
    assert post(cast, books["Of A Companion"], who="companion", keep=True).status_code == 404
    cast.table.refresh_from_db()
    assert cast.table.books == []


def test_a_book_whose_author_is_gone_can_come_back_into_play(cast: Cast) -> None:
    book = shelved(cast.users["companion"], "hprpg", "tide", "1", {"spell": [LIGHT]})
    post(cast, book, keep=True)
    cast.users["companion"].delete()
    post(cast, book, "take_out", keep=True)
    assert f"Added {book.title}, edition 1, to the campaign" in words(post(cast, book, keep=True))
    gone = "you can’t add it again"
    assert gone not in words(post(cast, book, "take_out"))
    Book.objects.filter(pk=book.pk).update(withdrawn_at=timezone.now())
    assert gone in words(post(cast, book, "take_out"))


def test_without_any_book_the_page_says_how_there_could_be_one(cast: Cast) -> None:
    said = page(cast, "owner")
    assert "No homebrew" in said
    assert "can publish homebrew" in said


def test_a_newer_edition_takes_the_place_of_the_older_and_touches_nobody(cast: Cast) -> None:
    other = shelved(cast.users["gm"], "hprpg", "other", "1", {})
    assert cast.deep
    cast.play(other)
    assert "edition 2 is available" not in page(cast)
    assert cast.deeper
    assert "edition 2 is available" in page(cast)
    before = fresh(cast.jane)
    assert "edition 2, in place of edition 1" in page(cast)
    said = words(post(cast, cast.deeper))
    assert "Characters with another edition keep it" in said
    assert "to the campaign.<" in words(post(cast, cast.deeper, keep=True))
    cast.table.refresh_from_db()
    assert cast.table.books == [cast.deeper.pk, other.pk]
    assert (fresh(cast.jane).homebrew, fresh(cast.jane).version) == (before.homebrew, before.version)


def test_books_that_feed_each_other_are_refused_together(cast: Cast) -> None:
    one, two = feuding(cast)
    cast.play(one)
    answer = post(cast, two, keep=True)
    assert answer.status_code == 422
    assert f"{FEUD} Remove one of them." in words(answer)
    cast.table.refresh_from_db()
    assert (cast.table.books, fresh(cast.jane).homebrew) == ([one.pk], [one.pk])
    with pytest.raises(Refused, match="depend on each other"):
        cast.play(two)


def test_a_book_that_clashes_on_a_shelf_at_the_table_is_refused_by_the_name_of_the_character(cast: Cast) -> None:
    one, two = feuding(cast)
    character_books.add_book(character=cast.jane, book=one)
    answer = post(cast, two, keep=True)
    assert answer.status_code == 422
    mend = "Jane Alderwick uses one of them; their player can remove it."
    assert f"{FEUD} {mend}" in words(answer)
    cast.table.refresh_from_db()
    assert (cast.table.books, fresh(cast.jane).homebrew) == ([], [one.pk])


def test_who_gave_a_book_back_for_another_is_in_the_way_of_no_third(cast: Cast) -> None:
    one, two = feuding(cast)
    cast.play(one)
    character_books.remove_book(character=cast.jane, book=one)
    character_books.add_book(character=cast.jane, book=two)
    third = cast.play(shelved(cast.users["gm"], "hprpg", "third", "1", {}))
    assert (cast.table.books, fresh(cast.jane).homebrew) == ([one.pk, third.pk], [two.pk, third.pk])


def put_both(cast: Cast, one: Book, two: Book) -> None:
    """At the table and on Jane's shelf, as it may have been before anybody asked."""
    Campaign.objects.filter(pk=cast.table.pk).update(books=[one.pk, two.pk])
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[one.pk, two.pk])


def test_a_table_whose_books_break_the_rules_can_take_one_out(cast: Cast) -> None:
    one, two = breaking(cast)
    put_both(cast, one, two)
    assert post(cast, two, "take_out").status_code == 200
    assert "Removed Tide." in words(post(cast, two, "take_out", keep=True))


def test_a_table_whose_books_feed_each_other_can_take_one_out(cast: Cast) -> None:
    one, two = feuding(cast)
    put_both(cast, one, two)
    answer = post(cast, two, "take_out")
    assert answer.status_code == 200
    assert "Some characters use homebrew that conflicts, so we can’t preview" in words(answer)
    assert "Removed Back." in words(post(cast, two, "take_out", keep=True))
    cast.table.refresh_from_db()
    assert cast.table.books == [one.pk]


def test_nobody_is_made_at_a_table_whose_books_feed_each_other(cast: Cast) -> None:
    one, two = feuding(cast)
    Campaign.objects.filter(pk=cast.table.pk).update(books=[one.pk, two.pk])
    before = set(Character.objects.values_list("pk", flat=True))
    said = f"{FEUD} The GM of this campaign can remove one of them."
    asked = {"system": "hprpg", "campaign": str(cast.table.pk)}
    answer = cast["owner"].post(reverse("new"), asked)
    assert (answer.status_code, said in words(answer)) == (422, True)
    crowd = {"system": "hprpg", "count": "2", "name": "Guard"}
    assert said in words(cast["gm"].post(reverse("crowd", args=[cast.table.pk]), crowd, follow=True))
    url = reverse("join", args=[cast.invitation.token])
    assert said in words(cast["stranger"].post(url, {"character": "hprpg"}, follow=True))
    assert set(Character.objects.values_list("pk", flat=True)) == before
    assert not cast.table.memberships.filter(user=cast.users["stranger"]).exists()


def test_a_table_plays_with_so_many_books_and_an_archived_one_changes_none(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cast.deep
    monkeypatch.setattr(campaign_books, "MOST", 1)
    other = shelved(cast.users["gm"], "hprpg", "other", "1", {})
    with pytest.raises(Refused, match="can use 1 books at most"):
        cast.play(other)
    sitting.archive(campaign=cast.table)
    assert "archived" in words(post(cast, other, keep=True))
    with pytest.raises(Refused, match="archived"):
        campaign_books.stop_using_book(campaign=cast.table, book=cast.deep)


def test_many_characters_are_given_a_book_in_as_many_queries_as_few(cast: Cast) -> None:
    def costs(book: Book) -> int:
        with CaptureQueriesContext(connection) as queries:
            campaign_books.use_book(campaign=cast.table, book=book, by=cast.users["gm"])
        return len(queries)

    few = costs(shelved(cast.users["gm"], "hprpg", "first", "1", {}))
    cast.table.refresh_from_db()  # so that they have the first on the shelf: each shelf there is may be read once
    for number in range(20):
        actions.create_character(system="hprpg", by=cast.users["owner"], name=str(number), campaign=cast.table)
    assert costs(shelved(cast.users["gm"], "hprpg", "second", "1", {})) == few


def test_reading_a_character_with_homebrew_costs_no_query(cast: Cast) -> None:
    assert cast.deep
    fresh(cast.jane).read()
    with CaptureQueriesContext(connection) as queries:
        assert fresh(cast.jane).read().rulebook.editions == ("core@1", "deep-magic@1")
    assert len(queries) == 1


KEYS = ("deep-gaze", "deep-light", "deep-dark", "lumos", "no-such-thing")
builds = st.fixed_dictionaries(
    {
        "scores": st.dictionaries(st.sampled_from(("charm", "logic", *KEYS)), st.integers(-1, 5), max_size=4),
        "picks": st.fixed_dictionaries(
            {"archetype": st.sampled_from(("auror", "scholar", ""))},
            optional={key: st.lists(st.sampled_from(KEYS), unique=True) for key in ("feats", "spells")},
        ),
    }
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(build=builds, edition=st.sampled_from("12"), declines=st.booleans())
def test_no_book_ever_touches_a_build(cast: Cast, build: dict[str, Any], edition: str, declines: bool) -> None:
    editions = {"1": cast.deep, "2": cast.deeper}
    other = editions["2" if edition == "1" else "1"]
    cast.play(editions[edition])
    Character.objects.filter(pk=cast.jane.pk).update(build=build, homebrew=[editions[edition].pk], declined=[])
    first = fresh(cast.jane).read()
    campaign_books.stop_using_book(campaign=cast.table, book=editions[edition])
    assert fresh(cast.jane).build == build
    assert {f.code for f in first.findings} <= {f.code for f in fresh(cast.jane).read().findings}
    cast.play(editions[edition])
    assert fresh(cast.jane).read() == first
    if declines:
        character_books.skip_edition(character=cast.jane, book=other)
    character_books.switch_edition(character=cast.jane, book=other)
    assert fresh(cast.jane).build == build
    character_books.switch_edition(character=cast.jane, book=editions[edition])
    assert fresh(cast.jane).read() == first
    character_books.remove_book(character=cast.jane, book=editions[edition])
    assert fresh(cast.jane).build == build
    character_books.add_book(character=cast.jane, book=editions[edition])
    assert fresh(cast.jane).read() == first
