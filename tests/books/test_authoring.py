"""What authors do: begin, write, publish, go on with the next edition; and what is refused, with nothing lost."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from characters import actions
from characters.models import Character
from rules.catalogue.rulebook import rulebook_for
from rules.homebrew import authoring
from rules.homebrew.authoring import EntryConflict
from rules.kernel.pages import game_of
from rules.models import Book, Entry
from rules.refusals import Refused
from tests.books.shelves import MERFOLK, written

pytestmark = pytest.mark.django_db
NET: dict[str, Any] = {"name": "Net", "summary": "It holds.", "effects": [{"to": "charm", "amount": 1}]}


@pytest.fixture
def nora() -> User:
    return User.objects.create(username="nora")


def refused(*words: str) -> Any:
    return pytest.raises(Refused, match=" ".join(map(re.escape, words)))


def test_a_book_needs_a_game_and_a_title_of_its_own(nora: User) -> None:
    with refused("Choose a game."):
        authoring.begin(by=nora, system="chess", title="Openings")
    with refused("A book needs a title."):
        authoring.begin(by=nora, system="hprpg", title="  ")
    with refused("“handbook” is the core book’s title."):
        authoring.begin(by=nora, system="hprpg", title="handbook")
    with refused("NUL"):
        authoring.begin(by=nora, system="hprpg", title="Deep", about="a\x00b")
    with refused("Its text is longer than 4,000 characters."):
        authoring.begin(by=nora, system="hprpg", title="Deep", about="x" * 4_001)
    assert Book.objects.filter(owner=nora).count() == 0


def test_what_another_account_changes_gets_a_key_of_its_own(nora: User) -> None:
    mona = User.objects.create_user("mona")
    theirs = authoring.publish(book=written(nora, "Deep", ("item", NET)))
    file = authoring.file_of(theirs)
    same = authoring.publish(book=authoring.take_in(file=file, by=mona))
    assert same.edition_ref == theirs.edition_ref
    door = Client()
    door.force_login(mona)
    for begin in (
        lambda: authoring.begin_edition(book=same, by=mona),
        lambda: authoring.take_in(file=file, by=mona, again=True),
    ):
        draft = begin()
        authoring.write_entry(book=draft, kind="item", row={**NET, "name": "Wide net"})
        said = door.post(reverse("book_deed", args=[draft.pk]), {"deed": "publish"}, follow=True)
        assert "so yours is now a separate book" in said.content.decode()
        draft.refresh_from_db()
        assert (draft.published_at is None, draft.key == theirs.key) == (False, False)
    own = authoring.begin_edition(book=theirs, by=nora)
    assert authoring.publish(book=own).edition_ref == f"{theirs.key}@2"


def test_keys_are_made_of_names_and_never_change(nora: User) -> None:
    book = written(nora, "Τα βάθη", ("item", NET), ("item", NET), ("item", {**NET, "name": "網"}))
    assert re.fullmatch(r"book-[a-z0-9]{4}", book.key)
    stem = book.key
    assert [entry.key for entry in book.entries.order_by("place")] == [f"{stem}-net", f"{stem}-net-2", f"{stem}-item"]
    net = book.entries.get(place=0)
    authoring.write_entry(
        book=book, kind="item", row={**NET, "name": "Trawl"}, entry=net, seen=authoring.digest_of(net)
    )
    net.refresh_from_db()
    assert (net.name, net.key, net.data["name"]) == ("Trawl", f"{stem}-net", "Trawl")
    long = written(nora, "x" * 200, ("item", {**NET, "name": "y" * 200}))
    assert len(long.entries.get().key) <= 64


def test_an_entry_may_take_the_place_of_one_in_the_core_book(nora: User) -> None:
    book = authoring.begin(by=nora, system="hprpg", title="Deep")
    row = {"name": "Lumos", "summary": "Dimmer here.", "discipline": "elemental", "incantation": "Lumos"}
    authoring.write_entry(book=book, kind="spell", row=row, replaces="lumos")
    with refused("This book already replaces that entry"):
        authoring.write_entry(book=book, kind="spell", row=row, replaces="lumos")
    with refused("The entry to replace isn’t in the core book."):
        authoring.write_entry(book=book, kind="spell", row=row, replaces="lumox")
    book.refresh_from_db()
    assert rulebook_for("hprpg", [book]).entries["spell"]["lumos"].summary == "Dimmer here."


def test_dots_of_choice_get_a_place_of_their_own(nora: User) -> None:
    grants = [
        {"options": ["charm"], "dots": 1},
        {"options": ["charm", "insight"], "dots": 1, "pick": "spells"},
        {"options": ["group:knowledge"], "dots": 2},
    ]
    book = written(nora, "Deep", ("species", {**MERFOLK, "grants": grants}))
    entry = book.entries.get()
    assert [grant.get("pick") for grant in entry.data["grants"]] == [None, f"{entry.key}-2", f"{entry.key}-3"]
    moved = {**entry.data, "grants": entry.data["grants"][2:]}
    authoring.write_entry(book=book, kind="species", row=moved, entry=entry, seen=authoring.digest_of(entry))
    entry.refresh_from_db()
    assert entry.data["grants"][0]["pick"] == f"{entry.key}-3"
    assert authoring.faults_of(Book.objects.get(pk=book.pk)) == ()


def test_a_weapon_is_bought_under_its_own_key_and_an_upgrade_gets_one(nora: User) -> None:
    sabre = {"name": "Sabre", "summary": "Curved.", "hands": 1, "type": "1H", "item": "sword"}
    book = written(nora, "Deep", ("weapon", sabre), system="dominion")
    assert book.entries.get().data["item"] == book.entries.get().key
    upgrades = [{"name": "Long reach", "price": 2, "key": ""}, {"name": "!", "price": 1, "key": ""}]
    style = {"name": "Net fighting", "summary": "Throw, then pull.", "offensive": True, "upgrades": upgrades}
    book = written(nora, "Nets", ("style", style), system="duality")
    assert [one["key"] for one in book.entries.get().data["upgrades"]] == ["long-reach", "one"]


def test_what_does_not_fit_its_kind_is_no_entry(nora: User) -> None:
    book = authoring.begin(by=nora, system="hprpg", title="Deep")
    with refused("effects: wants a list, not 'charm'."):
        authoring.write_entry(book=book, kind="item", row={**NET, "effects": "charm"})
    with refused("summary: It holds a NUL character"):
        authoring.write_entry(book=book, kind="item", row={**NET, "summary": "a\x00"})
    assert not book.entries.exists()


def test_two_tabs_do_not_overwrite_each_other(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    net = book.entries.get()
    seen = authoring.digest_of(net)
    authoring.write_entry(book=book, kind="item", row={**NET, "summary": "First."}, entry=net, seen=seen)
    with pytest.raises(EntryConflict, match="Net was changed in another tab") as caught:
        authoring.write_entry(book=book, kind="item", row={**NET, "summary": "Second."}, entry=net, seen=seen)
    assert caught.value.entry.summary == "First."
    authoring.remove_entry(entry=net)
    stale = authoring.digest_of(caught.value.entry)
    with pytest.raises(EntryConflict, match="Net was deleted in another tab"):
        authoring.write_entry(book=book, kind="item", row=NET, entry=net, seen=stale)
    now = authoring.digest_of(book.entries.get())
    authoring.write_entry(book=book, kind="item", row={**NET, "summary": "Back."}, entry=net, seen=now)
    assert (book.entries.get().retired, book.entries.get().summary) == (False, "Back.")


def test_an_entry_or_a_book_that_is_gone_is_a_sentence(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    net = book.entries.get()
    Entry.objects.filter(pk=net.pk).delete()
    with refused("This entry was deleted."):
        authoring.write_entry(book=book, kind="item", row=NET, entry=net)
    Book.objects.filter(pk=book.pk).delete()
    with refused("This book was deleted."):
        authoring.rename(book=book, title="Deeper", about="")


def test_a_book_with_faults_is_kept_and_not_published(nora: User) -> None:
    wrong = {**NET, "effects": [{"to": "chram", "amount": 1}, {"to": "willpower", "amount": 1, "per": "fortitude"}]}
    book = written(nora, "Deep", ("item", wrong))
    assert [fault.sentence for fault in authoring.faults_of(book)] == [
        "Net refers to “chram”, a stat that Harry Potter RPG doesn’t have.",
        "These stats depend on each other: Willpower → Fortitude → Willpower.",
    ]
    with refused("Fix 2 problems before publishing."):
        authoring.publish(book=book)
    net = book.entries.get()
    authoring.write_entry(book=book, kind="item", row=NET, entry=net, seen=authoring.digest_of(net))
    assert authoring.publish(book=book).state == "published"


def test_an_empty_book_is_not_published(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    authoring.remove_entry(entry=book.entries.get())
    with refused("Add an entry before publishing."):
        authoring.publish(book=book)


def test_one_thing_to_mend_is_one_thing(nora: User) -> None:
    book = written(nora, "Deep", ("item", {**NET, "effects": [{"to": "chram", "amount": 1}]}))
    with refused("Fix 1 problem before publishing."):
        authoring.publish(book=book)


def test_a_row_that_no_longer_fits_is_said_and_not_raised(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    book.entries.update(data={**NET, "key": "x", "section": "Items", "page": 0, "wings": 2})
    Book.objects.filter(pk=book.pk).update(version=99)
    (fault,) = authoring.faults_of(Book.objects.get(pk=book.pk))
    assert fault.sentence.startswith("An entry no longer fits its kind.")


def test_a_published_edition_never_changes(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    authoring.publish(book=book)
    net = book.entries.get()
    for deed in (
        lambda: authoring.rename(book=book, title="Deeper", about=""),
        lambda: authoring.write_entry(book=book, kind="item", row=NET),
        lambda: authoring.write_entry(book=book, kind="item", row=NET, entry=net, seen=authoring.digest_of(net)),
        lambda: authoring.remove_entry(entry=net),
        lambda: authoring.publish(book=book),
    ):
        with refused("Published editions can’t be changed."):
            deed()
    assert Book.objects.get(pk=book.pk).title == "Deep"


def test_the_next_edition_is_one_draft_with_everything_in_it(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    with refused("This edition is still a draft"):
        authoring.begin_edition(book=book, by=nora)
    book = authoring.publish(book=book)
    second = authoring.begin_edition(book=book, by=nora)
    assert (second.edition, second.key, second.state) == ("2", book.key, "draft")
    assert authoring.begin_edition(book=book, by=nora).pk == second.pk
    assert second.entries.get().key == book.entries.get().key
    authoring.remove_entry(entry=second.entries.get())
    authoring.write_entry(book=second, kind="item", row={**NET, "name": "Trawl"})
    trap = authoring.write_entry(book=second, kind="item", row={**NET, "name": "Trap"})
    authoring.remove_entry(entry=trap)
    authoring.publish(book=second)
    kept = {entry.name: entry.retired for entry in second.entries.all()}
    assert kept == {"Net": True, "Trawl": False}
    assert authoring.begin_edition(book=book, by=nora).edition == "3"


def test_a_removed_entry_can_be_brought_back(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    authoring.remove_entry(entry=book.entries.get())
    assert book.entries.get().retired
    authoring.remove_entry(entry=book.entries.get(), back=True)
    assert not book.entries.get().retired


def test_withdrawing_and_offering_again(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    for deed in (authoring.withdraw, authoring.offer):
        with refused("Publish this draft first."):
            deed(book=book)
    book = authoring.publish(book=book)
    authoring.withdraw(book=book)
    assert Book.objects.get(pk=book.pk).state == "withdrawn"
    authoring.offer(book=book)
    assert Book.objects.get(pk=book.pk).state == "published"


def test_what_somebody_plays_with_is_not_deleted(nora: User) -> None:
    book = authoring.publish(book=written(nora, "Deep", ("item", NET)))
    hero = actions.create_character(system="hprpg", by=nora, name="Hero")
    Character.objects.filter(pk=hero.pk).update(homebrew=[book.pk])
    with refused("This edition is in use. Withdraw it instead."):
        authoring.delete(book=book)
    Character.objects.filter(pk=hero.pk).update(homebrew=[])
    authoring.delete(book=book)
    assert not Book.objects.filter(owner=nora).exists()


def test_there_is_an_end_to_books_and_entries(nora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authoring, "MOST_BOOKS", 1)
    monkeypatch.setattr(authoring, "MOST_ENTRIES", 1)
    book = written(nora, "Deep", ("item", NET))
    with refused("You’ve reached the limit of 1 books."):
        authoring.begin(by=nora, system="hprpg", title="High")
    with refused("A book can have 1 entries. Start another book."):
        authoring.write_entry(book=book, kind="item", row=NET)


def test_an_authors_account_may_go_and_the_book_stays(nora: User) -> None:
    book = written(nora, "Deep", ("item", NET))
    Book.objects.filter(pk=book.pk).update(published_at=timezone.now())
    nora.delete()
    assert Book.objects.get(pk=book.pk).owner is None


def test_what_an_item_adds_counts_while_it_is_on_the_list(nora: User) -> None:
    book = authoring.publish(book=written(nora, "Deep", ("item", NET)))
    hero = actions.create_character(system="hprpg", by=nora, name="Hero")
    before = hero.read()["charm"]
    gear = {"entries": {"gear": [{"picks": {"item": book.entries.get().key}}]}}
    Character.objects.filter(pk=hero.pk).update(homebrew=[book.pk], build=gear)
    sheet = Character.objects.with_table().get(pk=hero.pk).read()
    assert sheet["charm"] == before + 1
    assert str(sheet.figures["charm"].terms[-1].cite) == "Deep Items (homebrew)"
    assert not [finding.code for finding in sheet.findings if "unknown" in finding.code]
    assert [card.title for card in dict(game_of(sheet).layout(sheet).pocket)["gear"]] == ["Net"]
