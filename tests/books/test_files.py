"""Books as files: out and in again, and what of a file is refused in which sentence."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from rules.catalogue.rulebook import aside_in
from rules.homebrew import authoring
from rules.homebrew.authoring import AlreadyHere
from rules.homebrew.bookfile import FORMAT, MOST_ENTRIES, read_file
from rules.kernel.documents import DocumentError
from rules.models import Book
from rules.refusals import Refused
from tests.books.shelves import MERFOLK, written

GRANTS = [{"options": ["charm", "insight"], "dots": 1}]
SOUND: dict[str, Any] = {
    "format": FORMAT,
    "system": "hprpg",
    "key": "deep-water-a1b2",
    "edition": "3",
    "title": "Deep Water",
    "about": "Below.",
    "entries": {"species": [{"key": "deep-water-a1b2-merfolk", **MERFOLK}]},
}


def test_a_file_says_what_a_book_keeps() -> None:
    file = read_file(SOUND)
    assert (file.system, file.key, file.edition, file.title, file.about) == (
        "hprpg", "deep-water-a1b2", "3", "Deep Water", "Below.",
    )  # fmt: skip
    merfolk = file.rows["species"][0]
    assert list(merfolk) == ["key", "name", "section", "page", "summary", "family"]
    assert (merfolk["section"], merfolk["page"]) == ("Species", 0)
    assert read_file({**SOUND, "entries": {}}).rows == {}


BARE = {"key": "a", "name": "Bare", "summary": "It happens."}


def spell(**row: Any) -> dict[str, Any]:
    return {**SOUND, "system": "rough-magic", "entries": {"spell": [BARE | row]}}


def species(**row: Any) -> dict[str, Any]:
    return {**SOUND, "entries": {"species": [{"key": "a", **MERFOLK, **row}]}}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], "This file isn’t a homebrew book. It must be a JSON object."),
        ({}, "This file isn’t a homebrew book: “format” is missing. It should be “dramatis-book/1”."),
        (
            {**SOUND, "format": "dramatis/1"},
            "This file is a character, not a homebrew book. Import it under My characters.",
        ),
        ({**SOUND, "format": "dramatis-book/9"}, "Its format is “dramatis-book/9”; it should be “dramatis-book/1”."),
        ({**SOUND, "system": None}, "The game is missing: add “system”."),
        ({**SOUND, "spells": []}, "A book can’t have “spells”. It can have format, system, key"),
        ({**SOUND, "system": "chess"}, "Dramatis doesn’t have the game “chess”."),
        ({**SOUND, "system": ["hprpg"]}, "Dramatis doesn’t have the game a list."),
        ({**SOUND, "key": "Deep Water"}, "Its key is “Deep Water”; it should be small letters"),
        ({**SOUND, "key": "core"}, "Its key is “core”; it should be small letters"),
        ({**SOUND, "key": 7}, "Its key is 7"),
        ({**SOUND, "edition": 3}, "Its edition is 3; it should be a number in quotation marks"),
        ({**SOUND, "title": ""}, "A book needs a title."),
        ({**SOUND, "title": 7}, "Its title must be text."),
        ({**SOUND, "title": "x" * 201}, "Its title is longer than 200 characters."),
        ({**SOUND, "title": "Handbook"}, "“Handbook” is the core book’s title."),
        ({**SOUND, "about": "a\x00"}, "Its about holds a NUL character"),
        ({**SOUND, "entries": []}, "“entries” must be an object with a list for each kind."),
        (
            {**SOUND, "entries": {"school": []}},
            "A book for Harry Potter RPG can’t have “school”. It can have species, personality",
        ),
        ({**SOUND, "entries": {"species": {}}}, "The entries of the kind species must be a list."),
        ({**SOUND, "entries": {"species": ["x"]}}, "species[0]: must be an object."),
        (species(key="A b"), "species[0].key: “A b” should be small letters"),
        (species(name=7), "book.species.a.name: wants str, not 7."),
        (species(name=""), "species.a.name: Enter a value."),
        (species(wings=2), "book.species.a: “wings” is not a key of Species"),
        (species(summary="x" * 20_001), "species.a.summary: It is longer than 20,000 characters."),
        (species(effects=[{"to": "charm"}]), "book.species.a.effects[0]: Effect needs “amount”."),
        (species(effects=[{"to": "charm", "amount": 10**9}]), "effects-0-amount: Enter −10,000 to 10,000."),
        (species(grants=["charm"]), "book.species.a.grants[0]: wants a table, not 'charm'."),
        (spell(opposed="agility", dv=9), "spell.a.dv: Fill in this or “Resisted by”, not both."),
        (
            {**SOUND, "entries": {"species": [{"key": "a", "summary": "x", "family": "y"}]}},
            "species.a: “name” is missing.",
        ),
        (
            {**SOUND, "entries": {"species": [{"key": "a", **MERFOLK}, {"key": "a", **MERFOLK}]}},
            "species.a: duplicate key.",
        ),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(value: Any, sentence: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_file(value)
    assert sentence in str(caught.value)


def test_there_is_an_end_to_the_entries_of_a_file() -> None:
    rows = [{"key": f"a{n}", **MERFOLK} for n in range(MOST_ENTRIES + 1)]
    with pytest.raises(DocumentError, match=r"more than 2,000 entries\. Split it into two books"):
        read_file({**SOUND, "entries": {"species": rows}})


@pytest.mark.django_db
def test_a_book_goes_out_and_comes_in_elsewhere_as_it_was() -> None:
    nora, otis = (User.objects.create(username=name) for name in ("nora", "otis"))
    spell = {"name": "Wave", "summary": "It rolls.", "discipline": "elemental", "incantation": "Unda"}
    book = written(nora, "Deep", ("species", {**MERFOLK, "grants": GRANTS}), ("spell", spell), ("spell", spell))
    authoring.remove_entry(entry=book.entries.filter(kind="spell").last())
    said = authoring.file_of(book).as_json()
    there = authoring.take_in(file=read_file(said), by=otis)
    assert authoring.file_of(there).as_json() == said
    assert (there.key, there.edition, there.state) == (book.key, "1", "draft")
    assert [entry.retired for entry in there.entries.order_by("kind", "place")] == [False, False, True]
    assert authoring.faults_of(there) == ()


@pytest.mark.django_db
def test_an_edition_one_has_stays_and_the_file_becomes_the_next() -> None:
    nora = User.objects.create(username="nora")
    book = authoring.publish(book=authoring.take_in(file=read_file(SOUND), by=nora))
    with pytest.raises(AlreadyHere, match=r"You already have edition 3 of Deep Water.") as caught:
        authoring.take_in(file=read_file(SOUND), by=nora)
    assert caught.value.edition == "4"
    again = authoring.take_in(file=read_file(SOUND), by=nora, again=True)
    assert (again.key, again.edition, again.state) == (book.key, "4", "draft")
    with pytest.raises(Refused, match=r"You already have a draft of this book, edition 4."):
        authoring.take_in(file=read_file({**SOUND, "edition": "9"}), by=nora)
    assert Book.objects.filter(owner=nora).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("value", [spell(), spell(opposed="agility"), spell(dv=9)])
def test_a_spell_with_next_to_nothing_comes_in_and_is_published(value: Any) -> None:
    nora = User.objects.create(username="nora")
    made = authoring.publish(book=authoring.take_in(file=read_file(value), by=nora))
    assert aside_in(made) == ()


@pytest.mark.django_db
def test_a_file_with_faults_comes_in_as_a_draft() -> None:
    nora = User.objects.create(username="nora")
    file = read_file(species(effects=[{"to": "chram", "amount": 1}], grants=[{"options": ["gills"], "dots": 1}]))
    faults = authoring.faults_of(authoring.take_in(file=file, by=nora))
    assert [fault.sentence for fault in faults] == [
        "Merfolk grants “gills”, which nothing here is called.",
        "Merfolk refers to “chram”, a stat that Harry Potter RPG doesn’t have.",
    ]
