"""The bound file: every page in order, tagged, with bookmarks; one page of summary, and cards that never split."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from weasyprint import Document

from campaigns.demo import demo
from campaigns.models import Campaign, StashItem
from campaigns.party import party_summary
from campaigns.party.party_summary import ROOMS, SummaryEntry, summary_of
from campaigns.party.pdf_merge import MergedPart, merge_pdfs
from campaigns.tables import npcs
from characters.models import Character, PartyPrint
from characters.printing.rendering import press
from tests.characters.prints.drawings import kept_layouts, measured
from tests.characters.prints.paper import faults, open_pdf, small, structure, words
from tests.marking import mark
from tests.staged import staged

OWNED = "A key that fits no door here, 14 × Silver, The innkeeper’s good lantern"
pytestmark = pytest.mark.django_db


crossroads = staged(demo.CROSSROADS)


@pytest.fixture
def inn(crossroads: None, book: Any) -> Campaign:
    """The demo's table where games meet, with people of every game that its game master plays."""
    table, rowena = Campaign.objects.get(name=demo.CROSSROADS), get_user_model().objects.get(username="rowena")
    for system, count in (("dominion", 2), ("duality", 1), ("hprpg", 1), ("rough-magic", 1), ("forge", 1)):
        npcs.create_npcs(campaign=table, by=rowena, system=system, name=f"{system} guard", count=count, seed=1)
    return table


def party(table: Campaign, paper: str = "a4", variant: str = "full") -> PartyPrint:
    return PartyPrint(campaign=table, options={"paper": paper, "variant": variant})


def read(table: Campaign, **which: Any) -> list[SummaryEntry]:
    keys = Character.objects.filter(campaign=table, **which).values_list("pk", flat=True)
    return party_summary.read(table, list(keys))


# Binding


def test_bound_sheets_keep_their_tags_their_order_and_their_names() -> None:
    names = ("Dodge", "Ada", "Zoë")
    pdf = merge_pdfs("Thursday: the party", [MergedPart(name, small(name)) for name in names])
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
    # Every tag points to a page of the bound file.
    tree = root["/StructTreeRoot"]
    pages = [page.indirect_reference.idnum for page in found.pages]  # type: ignore[union-attr]
    assert set(pages_of_tags(tree["/K"])) == set(pages)
    keys = tree["/ParentTree"]["/Nums"][::2]
    assert list(keys) == [page["/StructParents"] for page in found.pages] == [0, 1, 2]
    for page, marked in zip(pages, tree["/ParentTree"]["/Nums"][1::2], strict=True):
        assert {element.get_object().raw_get("/Pg").idnum for element in marked} == {page}


def pages_of_tags(node: Any) -> Iterator[int]:
    """The pages that the elements of a tag tree stand on, by the numbers of their objects."""
    node = node.get_object()
    for kid in node if isinstance(node, list) else (node.get("/K", []),) if isinstance(node, dict) else ():
        yield from pages_of_tags(kid)
    if isinstance(node, dict) and "/Pg" in node:
        yield node.raw_get("/Pg").idnum


# The summary


def test_a_summary_says_of_everybody_what_the_roster_says(inn: Campaign) -> None:
    people = read(inn, npc=False)
    pdf = party_summary.summary(party(inn), people)
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
    for piece in (
        "8 characters of 3 games",
        "1 exception",
        "Dodge 4 → 5",
        "Life lost 6 of 24",
        "Party weak spots",
        OWNED,
    ):
        assert piece in text
    label, dice, chance = summary_of(people, ROOMS[0])["people"][0]["checks"][0]
    assert f"{label} {dice} {chance}" in text


def test_of_a_full_stash_as_much_is_told_as_there_is_room_for(inn: Campaign) -> None:
    StashItem.objects.bulk_create(StashItem(campaign=inn, name=f"Thing {n:03} " + "w <" * 30) for n in range(190))
    text = words(party_summary.summary(party(inn), read(inn, npc=False)))
    assert ("14 × Silver" in text, "Thing 001" in text, "Thing 100" in text) == (True, True, False)
    assert re.search(r"and 1[67]\d more", text)


def test_whoever_died_of_the_trackers_is_dead_in_a_summary_and_tries_nothing(inn: Campaign) -> None:
    living = read(inn, name="Old Hesper")
    assert summary_of(living, ROOMS[0])["people"][0]["checks"]
    assert summary_of(living, ROOMS[0])["gaps"]
    mark(living[0].character, "injury", to=next(t.top or 0 for t in living[0].sheet.trackers if t.key == "injury"))
    told = summary_of(read(inn, name="Old Hesper"), ROOMS[0])
    assert (told["people"][0]["checks"], told["gaps"]) == ([], [])
    assert "Old Hesper Dead" in words(party_summary.summary(party(inn), read(inn, name="Old Hesper")))


def test_a_summary_of_npcs_and_one_with_more_changes_than_there_is_room_for(inn: Campaign) -> None:
    with kept_layouts() as laid:
        party_summary.summary(party(inn), read(inn, npc=True)[-1:])
    assert "rough-magic guard" in " ".join(measured(laid[-1]).pages)
    sable = read(inn, name="Sable")
    for room in ROOMS:
        told = summary_of(sable, room._replace(words=0))["people"][0]
        assert (told["changes"], told["more"]) == ([], 1)


def assert_whole(document: Document, name: str, people: Sequence[SummaryEntry]) -> None:
    """Each of these people has an element of this class, none is on two pages and nothing is off the paper."""
    shown = measured(document, {name})
    assert (shown.split, shown.outside) == ((), ())
    assert shown.whole == len(people)


def laid_out(kind: str, asked: PartyPrint, told: dict[str, Any]) -> Document:
    html = party_summary.filled(kind, asked, told)
    return press().lay_out(html, press().pages(asked.options["paper"], "#1e2532", False))


def test_nobody_is_split_and_nothing_leaves_the_paper(inn: Campaign) -> None:
    # Many go on over the page under the same heads.
    everybody = read(inn) * 2
    assert len(everybody) > ROOMS[-2].people
    document = laid_out("summary", party(inn, "letter"), summary_of(everybody, ROOMS[-1]))
    assert len(document.pages) > 1
    assert_whole(document, "someone", everybody)
    assert [page for page in measured(document).pages if "Best checks" not in page] == []
