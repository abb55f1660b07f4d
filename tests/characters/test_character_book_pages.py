"""Pages about the books of a character: the shelf, an edition looked at first, imports, spells of homebrew."""

import json
from typing import Any

import pytest
from django.urls import reverse

from campaigns.review import decisions
from campaigns.tables import campaign_books
from characters.library import character_books
from characters.models import LOST, Character
from tests.cast import DEEP, FEAT, FEUD, Cast, breaking, feuding, shelved
from tests.characters.posting import words

pytestmark = pytest.mark.django_db


def fresh(character: Character) -> Character:
    return Character.objects.with_table().get(pk=character.pk)


def at(cast: Cast, name: str = "books_of", *rest: Any, who: str = "owner", **asked: str) -> str:
    return words(cast[who].get(reverse(name, args=[cast.jane.pk, *rest]), asked))


def post(cast: Cast, do: str, book: object, name: str = "books_of", *rest: Any) -> str:
    url = reverse(name, args=[cast.jane.pk, *rest])
    return words(cast["owner"].post(url, {"do": do, "book": str(book)}, follow=True))


def has_gaze(cast: Cast) -> None:
    assert cast.deep
    picks = {**cast.jane.build["picks"], "feats": ["deep-gaze"]}
    Character.objects.filter(pk=cast.jane.pk).update(build={**cast.jane.build, "picks": picks})


def test_a_player_takes_an_own_book_and_gives_it_back(cast: Cast) -> None:
    assert "No other homebrew available" in at(cast)
    book = shelved(cast.users["owner"], "hprpg", "my-own", "1", DEEP, about="Found in an attic.")
    assert "Found in an attic." in at(cast)
    assert "No matching books" in at(cast, q="zzz")
    assert "Added My Own." in post(cast, "take", book.pk)
    said = at(cast)
    assert "not used yet" in said
    assert "not used in this campaign" in said
    assert "Removed My Own." in post(cast, "give_back", book.pk)
    assert fresh(cast.jane).homebrew == []


def test_what_is_in_play_can_be_taken_again(cast: Cast) -> None:
    has_gaze(cast)
    assert "uses Deep Gaze" in at(cast)
    assert "Removed Deep Magic." in post(cast, "give_back", cast.deep.pk)
    (lost,) = [f for f in fresh(cast.jane).read().findings if f.at == "picks.feats" and "deep-gaze" in f.message]
    assert "deep-gaze" in lost.message
    assert "Available homebrew" in at(cast)
    assert "Added Deep Magic." in post(cast, "take", cast.deep.pk)


@pytest.mark.parametrize("do", ["take", "give_back", "burn"])
@pytest.mark.parametrize("book", ["stranger", "nothing", "0", "99999999999999999999"])
def test_a_book_of_somebody_else_is_like_none(cast: Cast, do: str, book: str) -> None:
    theirs = shelved(cast.users["stranger"], "hprpg", "theirs", "1", DEEP)
    assert "Choose a book." in post(cast, do, theirs.pk if book == "stranger" else book)
    assert fresh(cast.jane).homebrew == []


def test_an_edition_is_looked_at_taken_and_taken_back(cast: Cast) -> None:
    has_gaze(cast)
    cast.play(cast.deeper)
    for page in (at(cast, "sheet"), at(cast, "build", "aspects")):
        assert "Edition 2 of Deep Magic is available." in page
    assert "Edition 2 of Deep Magic is available." not in at(cast, "sheet", who="gm")
    assert "Deep Magic, edition 1" in at(cast, "sheet", who="gm")
    assert "Edition 2 is available: preview changes" in at(cast)
    assert "this campaign uses edition 2" in at(cast)
    said = at(cast, "edition_of", cast.deeper.pk)
    for told in (
        "+1 Charm → +2 Charm",
        "none → Charm 9",
        "Feature · changed",
        "used by Jane Alderwick",
        "Spell · new",
        "Spell · gone",
        "Deep Gaze requires Charm 9",
        "Added",
        "Removed",
    ):
        assert told in said, told
    assert "You can switch back here" in post(cast, "take", "", "edition_of", cast.deeper.pk)
    assert fresh(cast.jane).homebrew == [cast.deeper.pk]
    assert "Edition 2 of Deep Magic is available" not in at(cast, "sheet")
    assert "Preview edition 1" in at(cast)
    back = at(cast, "edition_of", cast.deep.pk)
    assert "Keep edition 2" in back
    assert "+2 Charm → +1 Charm" in back
    post(cast, "take", "", "edition_of", cast.deep.pk)
    assert fresh(cast.jane).homebrew == [cast.deep.pk]


def test_an_offer_is_declined_and_the_banner_goes(cast: Cast) -> None:
    has_gaze(cast)
    cast.play(cast.deeper)
    assert "Kept the current edition." in post(cast, "keep", "", "edition_of", cast.deeper.pk)
    assert "Edition 2 of Deep Magic is available" not in at(cast, "sheet")
    assert "Preview edition 2" in at(cast)


def test_only_editions_of_a_book_on_the_shelf_can_be_looked_at(cast: Cast) -> None:
    theirs = shelved(cast.users["stranger"], "hprpg", "deep-magic", "9", DEEP)
    for book in (theirs.pk, cast.deeper.pk + 1000):
        assert cast["owner"].get(reverse("edition_of", args=[cast.jane.pk, book])).status_code == 404
    same = cast["owner"].get(reverse("edition_of", args=[cast.jane.pk, cast.deep.pk]))
    assert (same.status_code, same.url) == (302, reverse("books_of", args=[cast.jane.pk]))


def test_editions_that_are_alike_change_nothing(cast: Cast) -> None:
    has_gaze(cast)
    decisions.seat(character=cast.jane, campaign=None)
    same = shelved(cast.deep.owner, "hprpg", "deep-magic", "2", DEEP)
    said = at(cast, "edition_of", same.pk)
    assert "No entries changed." in said
    assert "Nothing changes for Jane Alderwick." in said


# Documents


def sent(cast: Cast, document: dict[str, Any], who: str = "owner") -> tuple[str, Character]:
    page = words(cast[who].post(reverse("import"), {"text": json.dumps(document)}, follow=True))
    return page, Character.objects.order_by("-pk")[0]


def exported(cast: Cast, character: Character, who: str = "owner") -> dict[str, Any]:
    found: dict[str, Any] = cast[who].get(reverse("export", args=[character.pk])).json()
    return found


def test_a_document_names_its_books_and_comes_back_with_them(cast: Cast) -> None:
    has_gaze(cast)
    document = exported(cast, cast.jane)
    assert (document["edition"], document["books"]) == ("core@1", ["deep-magic@1"])
    _, again = sent(cast, document)
    assert (again.homebrew, again.build) == ([cast.deep.pk], document["build"])
    assert exported(cast, again) == document


def test_books_that_cannot_be_seen_are_said_kept_and_named_again(cast: Cast) -> None:
    has_gaze(cast)
    document = exported(cast, cast.jane)
    page, theirs = sent(cast, document, "stranger")
    assert "It uses “deep-magic@1”, which you don’t have" in page
    assert (theirs.homebrew, theirs.extra[LOST]) == ([], ["deep-magic@1"])
    assert exported(cast, theirs, "stranger") == document
    theirs.extra = {LOST: 7}
    assert "books" not in theirs.document().as_json()


def test_one_edition_of_a_work_is_taken_from_a_document(cast: Cast) -> None:
    assert cast.deeper
    decisions.seat(character=cast.jane, campaign=None)
    character_books.add_book(character=cast.guests_own, book=cast.deep)
    _, made = sent(cast, {"system": "hprpg", "build": {}, "books": ["deep-magic@1", "deep-magic@2", "x@1"]}, "gm")
    assert made.homebrew == [cast.deep.pk]
    assert made.extra[LOST] == ["deep-magic@2", "x@1"]


# Spells


def test_spells_of_the_shelf_are_in_the_grimoire_of_a_character_and_of_the_table(cast: Cast) -> None:
    url = reverse("homebrew_spell", args=["hprpg", "deep-light", cast.deep.pk])
    for page in (
        at(cast, "spells_of", can="all"),
        words(cast["owner"].get(reverse("spells_at", args=[cast.table.pk]))),
    ):
        assert "Deep Light" in page
        assert "Lumos" in page
    assert url in words(cast["companion"].get(reverse("spells_at", args=[cast.table.pk])))
    here = cast["owner"].get(reverse("spells_at", args=[cast.table.pk])).context
    assert {facts.spell.book.system for facts in here["shown"]} == {"hprpg"}
    assert "Profundis" in words(cast["owner"].get(url))
    assert "Deep Light" not in words(cast["owner"].get(reverse("grimoire")))
    desk = at(cast, "cast", "deep-light")
    assert "Deep Light" in desk
    assert cast["stranger"].get(url).status_code == 404
    character_books.remove_book(character=cast.jane, book=cast.deep)
    assert cast["owner"].get(reverse("cast", args=[cast.jane.pk, "deep-light"])).status_code == 404


def test_a_spell_that_a_book_overrides_is_shown_once(cast: Cast) -> None:
    spell = {"key": "lumos", "name": "Lumos the Second", "discipline": "elemental", "incantation": "Lumos"}
    cast.play(shelved(cast.users["gm"], "hprpg", "brighter", "1", {"spell": [spell]}))
    said = at(cast, "spells_of", can="all", q="lumos")
    assert "Lumos the Second" in said
    assert said.count("/spells/lumos/") == 1
    assert "Lumos the Second" in at(cast, "cast", "lumos")


def test_who_is_built_with_a_book_may_look_into_it_after_it_left_the_table(cast: Cast) -> None:
    url = reverse("homebrew_spell", args=["hprpg", "deep-light", cast.deep.pk])
    campaign_books.stop_using_book(campaign=cast.table, book=cast.deep)
    assert cast["owner"].get(url).status_code == 200
    assert cast["companion"].get(url).status_code == 404
    assert cast["gm"].get(url).status_code == 200  # who wrote it


def test_the_page_of_an_own_spell_names_only_who_has_the_book(cast: Cast) -> None:
    url = reverse("homebrew_spell", args=["hprpg", "deep-light", cast.deep.pk])
    cast_as = reverse("cast", args=[cast.jane.pk, "deep-light"])
    assert cast_as in words(cast["owner"].get(url))
    character_books.remove_book(character=cast.jane, book=cast.deep)
    assert cast_as not in words(cast["owner"].get(url))


def test_what_a_book_has_is_offered_in_the_builder(cast: Cast) -> None:
    before = at(cast, "build", "magic-and-gear")
    assert "Deep Light" not in before
    assert cast.deep
    assert "Deep Light" in at(cast, "build", "magic-and-gear")


# Books that cannot be read together


MEND = "Remove one of them first."


def test_two_books_that_clash_are_not_on_one_shelf(cast: Cast) -> None:
    one, two = feuding(cast)
    post(cast, "take", one.pk)
    assert f"{FEUD} {MEND}" in post(cast, "take", two.pk)
    assert fresh(cast.jane).homebrew == [one.pk]
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[one.pk, two.pk])  # as it may have been before
    assert "Removed Back." in post(cast, "give_back", two.pk)


def test_books_that_break_the_rules_together_are_not_on_one_shelf(cast: Cast) -> None:
    """With both no page of hers could be shown, so that the shelf is the one that has to be."""
    one, two = breaking(cast)
    post(cast, "take", one.pk)
    assert "Druids, edition 1 and Tide, edition 1 can’t be used together." in post(cast, "take", two.pk)
    assert fresh(cast.jane).homebrew == [one.pk]
    assert cast["owner"].get(reverse("sheet", args=[cast.jane.pk])).status_code == 200
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[one.pk, two.pk])  # as it may have been before
    assert "Removed Tide." in post(cast, "give_back", two.pk)


def test_an_edition_that_clashes_is_not_taken(cast: Cast) -> None:
    one, two = feuding(cast)
    mild = shelved(two.owner, "hprpg", two.key, "0", {})
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[one.pk, mild.pk])
    looked = words(cast["owner"].get(reverse("edition_of", args=[cast.jane.pk, two.pk]), follow=True))
    for said in (looked, post(cast, "take", two.pk, "edition_of", two.pk)):
        assert f"{FEUD} {MEND}" in said
    assert fresh(cast.jane).homebrew == [one.pk, mild.pk]


def test_a_character_is_not_brought_to_a_table_whose_books_clash_with_its_own(cast: Cast) -> None:
    one, two = feuding(cast)
    decisions.seat(character=cast.jane, campaign=None)
    character_books.add_book(character=cast.jane, book=one)
    cast.play(two)
    bring = reverse("bring", args=[cast.table.pk]), reverse("join", args=[cast.invitation.token])
    for url in bring:
        said = words(cast["owner"].post(url, {"character": str(cast.jane.pk)}, follow=True))
        assert f"Back, edition 1 can’t be used together. {FEUD.partition('. ')[2]}" in said
    assert (fresh(cast.jane).campaign, fresh(cast.jane).homebrew) == (None, [one.pk])


def test_a_what_if_whose_shelf_would_clash_is_not_kept(cast: Cast) -> None:
    one, two = feuding(cast)
    character_books.add_book(character=cast.branch, book=two)
    character_books.add_book(character=cast.jane, book=one)
    version = {"version": str(fresh(cast.jane).version)}
    said = words(cast["owner"].post(reverse("keep", args=[cast.branch.pk]), version, follow=True))
    assert f"{FEUD} {MEND}" in said
    assert (fresh(cast.jane).homebrew, fresh(cast.branch).deleted_at) == ([one.pk], None)


def test_a_character_with_books_that_clash_is_copied_and_not_imported(cast: Cast) -> None:
    one, two = feuding(cast)
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[one.pk, two.pk])
    cast["owner"].post(reverse("duplicate", args=[cast.jane.pk]))
    assert Character.objects.get(name="Jane Alderwick (copy)").homebrew == [one.pk, two.pk]
    before = Character.objects.count()
    answer = cast["owner"].post(reverse("import"), {"text": json.dumps(exported(cast, cast.jane))})
    assert answer.status_code == 422
    assert f"{FEUD} Remove one of its books." in words(answer)
    assert Character.objects.count() == before


def test_a_book_that_was_written_for_other_rules_is_not_taken(cast: Cast) -> None:
    old = shelved(cast.users["owner"], "hprpg", "old", "1", {"feature": [{**FEAT, "no-longer": 1}]})
    assert "Old, edition 1 was written for an older version of these rules. old.feature.deep-gaze" in post(
        cast, "take", old.pk
    )
    assert fresh(cast.jane).homebrew == []


# Guests


def test_a_guest_keeps_the_books_of_an_imported_character_that_they_had(cast: Cast) -> None:
    assert "No other homebrew available" in words(cast["guest"].get(reverse("books_of", args=[cast.guests_own.pk])))
    character_books.add_book(character=cast.guests_own, book=cast.deep)
    url = reverse("homebrew_spell", args=["hprpg", "deep-light", cast.deep.pk])
    assert (cast["guest"].get(url).status_code, cast["nobody"].get(url).status_code) == (200, 302)
    page, again = sent(cast, exported(cast, cast.guests_own, "guest"), "guest")
    assert "not here for you to see" not in page
    assert again.homebrew == [cast.deep.pk]
