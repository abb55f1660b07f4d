"""Fight cards on paper: six to a page, for whoever fights, by a button of Prep and of the roster."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.party import fight_pages
from campaigns.tables import beasts, fight_cards
from campaigns.tables.fight_cards import Fighter
from characters import actions
from characters.models import PartyPrint
from rules.kernel import LedgerEntry
from tests.campaigns.test_party_summary import crossroads, inn, party, read
from tests.cast import Cast, book, cast
from tests.characters.posting import words as page_words
from tests.characters.prints.drawings import classes, kept_layouts, measured
from tests.characters.prints.paper import boxes, faults, words

__all__ = ["book", "cast", "crossroads", "inn"]

pytestmark = pytest.mark.django_db
BEASTS = ("troll", "dragon", "giant", "light-war-horse", "champion", "whale")


@pytest.fixture
def fighters(inn: Campaign) -> list[Fighter]:
    """Six people of five games, and six beasts."""
    gm = inn.memberships.get(role="gm").user
    for key in BEASTS:
        beasts.bring_in(campaign=inn, by=gm, system="dominion", key=key, count=1, seed=3)
    inn.characters.filter(name="dominion guard 1").update(play={"injury": 10})
    inn.beasts.filter(name="Troll").update(play={"injury": 11})
    guards = [one for one in read(inn, npc=True) if one.character.name != "Mother Edda"]
    return fight_pages.read(inn, guards, list(inn.beasts.values_list("pk", flat=True)))


@pytest.mark.parametrize(
    ("paper", "variant", "pages"), [("a4", "full", 2), ("letter", "ink-saver", 2), ("a4", "large-print", 3)]
)
def test_six_cards_fill_a_page_and_none_is_split(
    inn: Campaign, fighters: list[Fighter], paper: str, variant: str, pages: int
) -> None:
    with kept_layouts() as laid:
        pdf = fight_pages.cards(party(inn, paper, variant), fighters)
    assert faults(pdf) == []
    shown = measured(laid[-1], {"fighter"})
    assert (shown.split, shown.outside, shown.whole) == ((), (), len(fighters))
    assert len(shown.pages) <= pages


def test_a_card_has_what_is_needed_and_no_more(inn: Campaign, fighters: list[Fighter]) -> None:
    text = words(fight_pages.cards(party(inn), fighters))
    for one in fighters:
        for piece in (one.name, one.line, one.card.manner, *(vital.label for vital in one.card.figures)):
            assert piece in text, one.name
        for roll in one.card.rolls:
            assert f"{roll.need} · {roll.chance}" in text, (one.name, roll)
    assert "now 10" in text
    assert "12 cards to cut out" in text
    assert text.count("Conditions") == 12


def test_numbers_are_as_built_for_boxes_count_the_wounds(inn: Campaign, fighters: list[Fighter]) -> None:
    there = {one.name: one for one in fighters}
    guard = inn.characters.get(name="dominion guard 1")
    for who, now in (
        (there[guard.name], fight_cards.of_character(inn.pk, guard, None)),
        (there["Troll"], beasts.fighters(inn.beasts.filter(name="Troll"), inn)[0]),
    ):
        assert now.card.state.startswith("Injury Penalty −"), "wounded beyond what is free"
        assert who.card.state == ""
        assert not any(vital.built or vital.barred for vital in who.card.figures)
        assert all(roll.need for roll in who.card.rolls)
        assert who.card.figures != now.card.figures


def test_boxes_say_where_penalties_begin_and_where_it_ends(fighters: list[Fighter]) -> None:
    troll = next(one for one in fighters if one.name == "Troll")
    (injury,) = (fight_pages.PaperTracker(shown) for shown in troll.trackers)
    free, defeat = injury.shown.tracker.free, injury.shown.tracker.defeat
    assert injury.boxes.count("free") == free
    assert injury.boxes.index("defeat") + 1 == defeat
    assert (injury.boxes[-1], len(injury.boxes), injury.more) == ("last", injury.shown.top, "")


def test_no_line_of_a_card_begins_with_a_dot(inn: Campaign, fighters: list[Fighter]) -> None:
    """What is needed stays on one line beside a long note, and the dot with what stands before it."""
    noted = [
        replace(one, card=replace(one.card, rolls=tuple(replace(roll, note="Long. " * 30) for roll in one.card.rolls)))
        for one in fighters
    ]
    with kept_layouts() as laid:
        fight_pages.cards(party(inn, "a4", "full"), noted)
    lines = Counter(
        box.element for _, box in boxes(laid[-1]) if "need" in classes(box) and type(box).__name__ == "LineBox"
    )
    assert set(lines.values()) == {1}
    assert not [box.text for _, box in boxes(laid[-1]) if getattr(box, "text", "").startswith("·")]
    troll = next(one for one in fighters if one.name == "Troll")
    (injury,) = (fight_pages.PaperTracker(shown) for shown in troll.trackers)
    assert "last: dead\u00a0· now 11" in injury.told


def test_a_button_asks_for_the_cards_of_everybody_who_fights(cast: Cast) -> None:
    def asked(**sent: str) -> Any:
        url = reverse("print_party", args=[cast.table.pk])
        return cast["gm"].post(url, {"fighters": "1", "paper": "letter", **sent}, follow=True)

    assert "Choose at least one character to print." in page_words(asked())
    gm = cast.users["gm"]
    (troll,) = beasts.bring_in(campaign=cast.table, by=gm, system="dominion", key="troll", count=1)
    asked()
    first = PartyPrint.objects.get()
    assert (first.options["beasts"], first.options["paper"], first.size) == ([troll.pk], "letter", 0)
    PartyPrint.objects.update(state=PartyPrint.State.DONE)
    fallen, guard = (
        actions.create_character(system="dominion", by=gm, name=name, campaign=cast.table, npc=True)
        for name in ("Fallen", "Guard")
    )
    actions.enter(character=fallen, entry=LedgerEntry("died"), by=gm, role="gm")
    asked()
    second = PartyPrint.objects.latest("created_at")
    assert [part.character for part in second.parts.all()] == [guard]
    # What a beast stands at is on its card: stepped, another file is made.
    PartyPrint.objects.update(state=PartyPrint.State.DONE)
    troll.refresh_from_db()
    troll.play = {"injury": 2}
    troll.save()
    asked()
    assert PartyPrint.objects.count() == 3
    for page in (reverse("prep", args=[cast.table.pk]), reverse("roster", args=[cast.table.pk]) + "?show=npcs"):
        assert "Print the cards" in page_words(cast["gm"].get(page))
    assert "Troll" in page_words(cast["gm"].get(reverse("roster", args=[cast.table.pk]) + "?show=npcs"))
    assert "Troll" not in page_words(cast["gm"].get(reverse("roster", args=[cast.table.pk])))


def test_beasts_are_chosen_where_there_are_too_many_for_one_file(cast: Cast) -> None:
    room, gm = reverse("print_party", args=[cast.table.pk]), cast.users["gm"]
    came = beasts.bring_in(campaign=cast.table, by=gm, system="dominion", key="troll", count=2)
    assert "Troll 2" in page_words(cast["gm"].get(room))
    assert "Troll" not in page_words(cast["owner"].get(room))
    sent = {"cards": "1", "beast": [str(came[1].pk), "x", "999999999999"]}
    cast["owner"].post(room, {**sent, "sheets": "1", "character": str(cast.jane.pk)})
    assert "beasts" not in PartyPrint.objects.get().options, "players know of none"
    cast["gm"].post(room, sent)
    made = PartyPrint.objects.get(by=gm)
    assert (made.options["beasts"], made.size) == ([came[1].pk], 0)
