"""The bound file: every page in order, tagged, with bookmarks; one page of summary, and cards that never split."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from campaigns.models import Campaign
from characters import crowds, demo, party_pages
from characters.binding import Leaf, bind
from characters.models import Character, PartyPrint
from characters.party_pages import ROOMS, Someone, summary_of
from characters.printing import make_pdf, press
from tests.characters.prints.paper import boxes, faults, open_pdf, structure, words

pytestmark = pytest.mark.django_db
SMALL = "<!doctype html><html lang=en-GB><head><title>{0}</title></head><body><h1>{0}</h1><p>of {0}</p></body></html>"


@pytest.fixture
def inn(book: Any) -> Campaign:
    """The demo's table where games meet, with people of every game that its game master plays."""
    demo.load()
    table, rowena = Campaign.objects.get(name=demo.CROSSROADS), get_user_model().objects.get(username="rowena")
    for system, count in (("dominion", 2), ("duality", 1), ("hprpg", 1), ("rough-magic", 1), ("forge", 1)):
        crowds.make_crowd(campaign=table, by=rowena, system=system, name=f"{system} guard", count=count, seed=1)
    return table


def party(table: Campaign, paper: str = "a4", variant: str = "full") -> PartyPrint:
    return PartyPrint(campaign=table, options={"paper": paper, "variant": variant})


def read(table: Campaign, **which: Any) -> list[Someone]:
    keys = Character.objects.filter(campaign=table, **which).values_list("pk", flat=True)
    return party_pages.read(table, list(keys))


# Binding


def test_bound_sheets_keep_their_tags_their_order_and_their_names() -> None:
    names = ("Dodge", "Ada", "Zoë")
    pdf = bind("Thursday: the party", [Leaf(name, make_pdf(SMALL.format(name))) for name in names])
    found = open_pdf(pdf)
    root = found.trailer["/Root"]
    assert faults(pdf) == []
    assert all(page.extract_text().startswith(name) for page, name in zip(found.pages, names, strict=True))
    assert [(entry.title, found.get_destination_page_number(entry)) for entry in found.outline] == [
        (name, page) for page, name in enumerate(names)
    ]
    assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("en-GB", True)
    assert found.metadata
    assert found.metadata.title == "Thursday: the party"
    tags = [tag for tag, _ in structure(pdf)]
    assert tags[0] == "/Document"
    assert [tag for tag in tags if tag in ("/Part", "/H1")] == ["/Part", "/H1"] * 3


def test_every_tag_points_to_a_page_of_the_bound_file() -> None:
    found = open_pdf(bind("Two", [Leaf(name, make_pdf(SMALL.format(name))) for name in "AB"]))
    tree = found.trailer["/Root"]["/StructTreeRoot"]
    pages = [page.indirect_reference.idnum for page in found.pages]  # type: ignore[union-attr]

    def walk(node: Any) -> Iterator[int]:
        node = node.get_object()
        for kid in node if isinstance(node, list) else (node.get("/K", []),) if isinstance(node, dict) else ():
            yield from walk(kid)
        if isinstance(node, dict) and "/Pg" in node:
            yield node.raw_get("/Pg").idnum

    assert set(walk(tree["/K"])) == set(pages)
    keys = tree["/ParentTree"]["/Nums"][::2]
    assert list(keys) == [page["/StructParents"] for page in found.pages] == [0, 1]
    for page, marked in zip(pages, tree["/ParentTree"]["/Nums"][1::2], strict=True):
        assert {element.get_object().raw_get("/Pg").idnum for element in marked} == {page}


# The summary


def test_a_summary_says_of_everybody_what_the_roster_says(inn: Campaign) -> None:
    people = read(inn, npc=False)
    pdf = party_pages.summary(party(inn), people)
    text = words(pdf)
    assert (len(open_pdf(pdf).pages), faults(pdf)) == (1, [])
    names = [one.row.name for one in people]
    assert names == sorted(names)
    places = [text.index(name) for name in names]
    assert places == sorted(places)
    for one in people:
        assert one.row.standing_words in text
        assert one.row.legality_words in text
        assert all(tracker in text for tracker in one.row.trackers)
        assert all(f"{vital.label} {vital.value}".replace("-", "−") in text for vital in one.row.verdict.vitals)
    for piece in ("8 characters of 3 games", "1 waived", "Dodge 2 → 3", "Life lost 6 of 24", "What the party lacks"):
        assert piece in text
    label, dice, chance = summary_of(people, ROOMS[0])["people"][0]["checks"][0]
    assert f"{label} {dice} {chance}".replace("\u202f", " ") in text


def test_many_people_go_on_over_the_page_whole_and_under_the_same_heads(inn: Campaign) -> None:
    people = read(inn) * 3
    assert len(people) > ROOMS[-2].people
    html = party_pages.filled("summary", party(inn, "letter"), summary_of(people, ROOMS[-1]))
    document = press().lay_out(html, press().pages("letter", "#1e2532", False))
    assert len(document.pages) > 1
    assert whole(document, "someone") == len(people)
    pages = [page.extract_text() for page in open_pdf(document.write_pdf()).pages]
    assert all("Does best" in page for page in pages)


def test_a_summary_of_npcs_and_one_with_more_changes_than_there_is_room_for(inn: Campaign) -> None:
    assert "rough-magic guard" in words(party_pages.summary(party(inn), read(inn, npc=True)[-1:]))
    sable = read(inn, name="Sable")
    for room in ROOMS:
        told = summary_of(sable, room._replace(words=0))["people"][0]
        assert (told["changes"], told["more"]) == ([], 1)


# The cards


def whole(document: Any, name: str) -> int:
    """How many elements of a class there are, none of them on two pages and nothing off the paper."""
    seen: dict[int, set[int]] = {}
    for number, box in boxes(document):
        element, paper = getattr(box, "element", None), document.pages[number - 1]
        if hasattr(element, "get") and element.get("class") == name:
            seen.setdefault(id(element), set()).add(number)
        if type(box).__name__ == "TextBox":
            assert 0 <= box.position_x <= box.position_x + box.width <= paper.width - 40
            assert box.position_y + box.height <= paper.height
    assert all(len(pages) == 1 for pages in seen.values())
    return len(seen)


@pytest.mark.uncounted
def test_no_card_is_split_and_nothing_leaves_the_paper(inn: Campaign) -> None:
    people = read(inn, npc=True)
    for paper, variant, most in (("a4", "full", 2), ("letter", "full", 2), ("a4", "large-print", 3)):
        html = party_pages.filled("cards", party(inn, paper, variant), party_pages.cards_of(people))
        document = press().lay_out(html, press().pages(paper, "#1e2532", False))
        assert whole(document, "card") == len(people) == 6
        assert len(document.pages) <= most


def test_a_card_has_all_that_is_needed_at_the_table(inn: Campaign) -> None:
    Character.objects.filter(name="dominion guard 1").update(play={"injury": 3})
    people = read(inn, npc=True)
    pdf = party_pages.cards(party(inn, variant="ink-saver"), people)
    assert faults(pdf) == []
    text = words(pdf)
    assert "now 3" in text
    for one, card in zip(people, [card for row in party_pages.cards_of(people)["rows"] for card in row], strict=True):
        assert one.row.name in text
        assert one.line in text
        assert all(track.label in text for track, _ in card["tracks"])
        assert all(f"{label} " in text and chance.replace("\u202f", " ") in text for label, _, chance in card["checks"])
