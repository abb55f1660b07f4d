"""The grimoire: every spell of every core book, found by what a person remembers of it."""

import html
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from rules.catalogue.rulebook import rulebook_of
from rules.models import Book, Entry
from spells.models import Spell

pytestmark = pytest.mark.django_db


@pytest.fixture
def core() -> Book:
    """The handbook, read."""
    book = Book.objects.get(system="hprpg")
    rulebook_of((book,))
    return book


HANDBOOK = {"game": "hprpg"}


def names(response: Any) -> list[str]:
    return [facts.spell.name for facts in response.context["shown"]]


def test_the_grimoire_lists_every_spell(client: Client, core: Book) -> None:
    response = client.get("/spells/")
    assert len(names(response)) == 106
    assert "106 spells" in response.content.decode()
    response = client.get("/spells/", HANDBOOK)
    assert names(response) == ["Aguamente", "Incendio", "Lumos", "Reducto", "Stupefy"]
    assert "5 spells" in response.content.decode()
    assert "Handbook 8.1, p.\u00a036" in response.content.decode()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("lumos", ["Lumos"]),
        ("lumso", ["Lumos"]),
        ("INCEND", ["Incendio"]),
        ("stupify", ["Stupefy"]),
        ("water", ["Aguamente"]),
        ("augumente", ["Aguamente"]),
        ("campfires", ["Incendio"]),
        ("  reducto \x00 ", ["Reducto"]),
        ("xyzzy", []),
    ],
)
def test_searching_forgives_a_slip(client: Client, core: Book, asked: str, found: list[str]) -> None:
    assert names(client.get("/spells/", {"q": asked, **HANDBOOK})) == found


@pytest.mark.parametrize("asked", ["'", '"', "a & | !", "%", "\\", "<b>", "(" * 500, "\u0301", "‮", "-lumos or"])
def test_searching_for_anything_answers_a_page(client: Client, core: Book, asked: str) -> None:
    response = client.get("/spells/", {"q": asked, "kind": asked})
    assert response.status_code == 200
    assert "<b>" not in response.content.decode()


def test_bytes_that_are_no_text_answer_a_page(client: Client, core: Book) -> None:
    assert client.get("/spells/?q=%FF%00%ED%A0%80").status_code == 200


def test_disciplines_are_counted_and_filter(client: Client, core: Book) -> None:
    response = client.get("/spells/", {"kind": "elemental", **HANDBOOK})
    assert names(response) == ["Aguamente", "Incendio", "Lumos"]
    chips = {chip.label: (chip.count, chip.on) for chip in response.context["chips"]}
    assert chips == {"Curses": (1, False), "Elemental": (3, True), "Hexes": (1, False)}


@pytest.mark.parametrize("slip", ["invisble", "Invisibilty", "invisible"])
def test_a_typo_finds_the_spell(client: Client, core: Book, slip: str) -> None:
    assert names(client.get("/spells/", {"q": slip}))[0] == "Invisibility"


def test_stage_and_resistance_filter_too(client: Client, core: Book) -> None:
    asked = {"game": "dominion", "kind": "enchantment", "stage": "modifier", "resistance": "withmag"}
    response = client.get("/spells/", asked)
    assert "Slumber" in names(response)
    for facts in response.context["shown"]:
        assert {tag.key for tag in facts.told.tags} >= {"enchantment", "modifier", "withmag"}
    counts = {choice.key: choice.count for choice in response.context["stages"]}
    assert counts["modifier"] == len(names(response))
    assert names(client.get("/spells/", {"stage": "tea-time"})) == []


def test_a_spell_of_two_skills_says_what_it_takes(client: Client, core: Book) -> None:
    page = client.get("/spells/dominion/gem-trap/").content.decode()
    assert "the average of" in page
    page = client.get("/spells/dominion/transmute-object/").content.decode()
    assert "Radical" in page
    assert "−4" in page


def test_every_spell_has_a_page(client: Client, core: Book) -> None:
    spells = Spell.objects.select_related("book")
    assert len(spells) == 106
    for spell in spells:
        assert spell.name in html.unescape(client.get(f"/spells/{spell.book.system}/{spell.key}/").content.decode())


def test_a_row_nobody_can_read_says_so(client: Client, core: Book) -> None:
    Spell.objects.create(book=core, key="odd", name="Odd", data={"key": "odd"}, retired=True)
    Book.objects.filter(pk=core.pk).update(version=core.version + 1)
    assert "can’t be read" in client.get("/spells/hprpg/odd/").content.decode()


def test_the_counts_are_those_of_the_search(client: Client, core: Book) -> None:
    response = client.get("/spells/", {"q": "lumos", "kind": "hexes"})
    assert names(response) == []
    chips = {chip.key: (chip.count, chip.on) for chip in response.context["chips"]}
    assert chips == {"elemental": (1, False), "hexes": (0, True)}


def test_nothing_found_says_what_to_do_next(client: Client, core: Book) -> None:
    page = client.get("/spells/", {"q": "xyzzy"}).content.decode()
    assert "No matching spells" in page
    assert "Show all spells" in page


@pytest.mark.usefixtures("no_books")
def test_an_empty_catalogue_says_how_to_fill_it(client: Client) -> None:
    assert "load_rulebooks" in client.get("/spells/").content.decode()


def test_typing_swaps_the_results_only(client: Client, core: Book) -> None:
    response = client.get("/spells/", {"q": "lumos"}, headers={"HX-Request": "true"})
    page = response.content.decode()
    assert page.strip().startswith('<section id="results"')
    assert "<html" not in page
    assert "HX-Request" in response.headers["Vary"]


def test_the_grimoire_costs_one_query(client: Client, django_assert_num_queries: Any) -> None:
    for book in Book.objects.filter(core=True):
        rulebook_of((book,))  # as a process that has answered anybody has
    for asked in ({}, {"q": "lumos"}, {"kind": "hexes"}):
        with django_assert_num_queries(1):
            client.get("/spells/", asked)


def test_homebrew_and_retired_spells_stay_out(client: Client, core: Book) -> None:
    owner = get_user_model().objects.create(username="gm")
    attic = Book.objects.create(system="hprpg", key="attic", edition="1", title="A", short="A", owner=owner)
    Spell.objects.create(book=attic, key="lumos-maxima", name="Lumos Maxima")
    Entry.objects.filter(book=core, kind="spell", key="lumos").update(retired=True)
    assert names(client.get("/spells/", {"q": "lumos"})) == []


def test_a_spell_has_its_facts(client: Client, core: Book, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        page = client.get("/spells/hprpg/incendio/").content.decode()
    for words in (
        "Incendio",
        "Elemental",
        "in Charms",
        "Willpower and Elemental",
        "Tria",
        'Handbook, ch. 7, p.\u00a034 (<a href="/rulings/hprpg/#H-17">our ruling</a>)',
        "Our ruling",
    ):
        assert words in page


def test_a_spell_whose_discipline_the_book_names_has_no_ruling(client: Client, core: Book) -> None:
    page = client.get("/spells/hprpg/aguamente/").content.decode()
    assert "ruling" not in page.lower()
    assert "Also called" in page
    assert "Augumente" in page


def test_a_spell_without_levels_says_so(client: Client, core: Book) -> None:
    assert "No power levels in the book." in client.get("/spells/hprpg/reducto/").content.decode()


def test_a_retired_spell_keeps_its_page(client: Client, core: Book) -> None:
    Entry.objects.filter(book=core, kind="spell", key="lumos").update(retired=True)
    assert "was removed from the book" in client.get("/spells/hprpg/lumos/").content.decode()


@pytest.mark.parametrize("path", ["hprpg/nope", "chess/lumos", "hprpg/charm"])
def test_a_spell_that_is_not_there_is_not_found(client: Client, core: Book, path: str) -> None:
    assert client.get(f"/spells/{path}/").status_code == 404


def test_the_grimoire_is_only_read(client: Client, core: Book) -> None:
    assert client.post("/spells/").status_code == 405


def test_a_spell_is_called_by_its_name(core: Book) -> None:
    assert str(Spell.objects.get(key="lumos")) == "Lumos"
