"""`rules.catalogue.rulebook`: the books in play, read once per version."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.postgres.search import SearchQuery

from rules import systems
from rules.catalogue.rulebook import NotLoaded, core_of, rulebook_for, rulebook_of
from rules.models import Archetype, Book, Entry, Feature, Item, Personality, Species, Trait

pytestmark = pytest.mark.django_db
HPRPG = systems.get("hprpg")


@pytest.fixture
def core() -> Book:
    return Book.objects.get(system="hprpg")


@pytest.fixture
def homebrew(core: Book) -> Book:
    owner = get_user_model().objects.create(username="gm")
    book = Book.objects.create(
        system="hprpg", key="attic", edition="1", title="From the attic", short="Attic", owner=owner,
        sections=[{"number": "1", "title": "Spells", "page": 1}],
    )  # fmt: skip
    lumos = core.entries.get(kind="spell", key="lumos")
    row = {**lumos.data, "name": "Lumos Maxima", "section": "1", "page": 1}
    Entry.objects.create(book=book, kind="spell", key="lumos", name=row["name"], data=row)
    return book


def test_the_core_book_alone_is_the_shipped_rulebook_itself(core: Book) -> None:
    assert rulebook_for("hprpg") is HPRPG.rulebook


def test_a_rulebook_costs_no_query_once_its_version_is_read(core: Book, django_assert_num_queries: Any) -> None:
    rulebook_of((core,))
    with django_assert_num_queries(0):
        rulebook_of((core,))


def test_a_rulebook_by_the_games_key_costs_one_query(core: Book, django_assert_num_queries: Any) -> None:
    rulebook_for("hprpg")
    with django_assert_num_queries(1):
        rulebook_for("hprpg")


def test_a_new_version_is_read_anew(core: Book) -> None:
    rulebook_of((core,))
    Entry.objects.filter(book=core, kind="spell", key="lumos").update(retired=True)
    core.version += 1
    core.save()
    assert rulebook_of((core,)).entries["spell"]["lumos"].retired


def test_homebrew_overrides_the_core_book(core: Book, homebrew: Book) -> None:
    rulebook = rulebook_for("hprpg", [homebrew])
    assert rulebook.editions == ("core@1", "attic@1")
    assert rulebook.entries["spell"]["lumos"].name == "Lumos Maxima"
    assert rulebook.entries["spell"]["incendio"] == HPRPG.core.entries["spell"]["incendio"]
    assert str(rulebook.entries["spell"]["lumos"].cite) == "Attic, ch. 1, p. 1"


@pytest.mark.usefixtures("no_books")
def test_a_core_book_that_is_not_loaded_says_what_to_run() -> None:
    with pytest.raises(NotLoaded, match="load_rulebooks"):
        core_of("hprpg")


def test_each_kind_has_a_model(core: Book) -> None:
    kinds = (Species, Archetype, Personality, Trait, Feature)
    counted = {kind.__name__: kind.objects.filter(book=core).count() for kind in kinds}
    assert counted == {"Species": 12, "Archetype": 7, "Personality": 21, "Trait": 74, "Feature": 22}
    broom = Item.objects.create(book=core, key="broom", name="Broom")
    assert broom.kind == "item"
    assert [str(item) for item in Item.objects.all()] == ["Broom (item)"]


def test_entries_are_found_by_words_of_their_text(core: Book) -> None:
    assert list(Entry.objects.filter(words="campfires", kind="spell").values_list("key", flat=True)) == ["incendio"]
    assert Entry.objects.get(words=SearchQuery("augumente", config="simple")).key == "aguamente"


def test_a_book_says_what_it_is(core: Book) -> None:
    assert str(core) == "Handbook core@1"
