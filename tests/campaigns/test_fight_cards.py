"""Fight cards: what a game master needs of each NPC, on the page to prepare a session."""

import re

import pytest
from django.urls import reverse

from campaigns.tables import fight_cards, npcs
from campaigns.tables.fight_cards import MOST
from characters.models import Character
from rules.kernel.pages.fight_cards import FIGURES, ROLLS
from rules.systems import PACKAGES, get
from tests.cast import Cast, book, cast
from tests.characters.posting import words
from tests.marking import mark

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def prep(cast: Cast, who: str = "gm") -> str:
    return words(cast[who].get(reverse("prep", args=[cast.table.pk])))


def people(cast: Cast, system: str, count: int = 1, trade: str = "", kind: str = "") -> list[Character]:
    return npcs.create_npcs(
        campaign=cast.table, by=cast.users["gm"], system=system, name="Guard", count=count, trade=trade, kind=kind,
        seed=7,
    )  # fmt: skip


@pytest.mark.parametrize("system", PACKAGES)
def test_every_trade_has_five_figures_and_something_to_roll(cast: Cast, system: str) -> None:
    (*_, (choice, options)) = npcs.choices_of(cast.table, get(system))
    assert choice.key == "trade"
    for option in options:
        (guard,) = people(cast, system, trade=option.key)
        card = fight_cards.read([guard.pk])[guard.pk]
        assert len(card.card.figures) == FIGURES, option
        assert 0 < len(card.card.rolls) <= ROLLS, option
        assert card.bars, option
        assert card.face == "G"


def test_a_roll_of_a_card_is_the_roll_its_address_asks_for(cast: Cast) -> None:
    for system in PACKAGES:
        (guard,) = people(cast, system)
        for roll, query in fight_cards.read([guard.pk])[guard.pk].rolls:
            if query:
                page = words(cast["gm"].get(f"{reverse('odds', args=[guard.pk])}?{query}"))
                assert roll.label in page, (system, roll)


def test_soldiers_are_told_with_what_they_need_in_a_fight(cast: Cast) -> None:
    first, second = people(cast, "dominion", 2, trade="soldier", kind="dwarf")
    mark(first, "injury", 3)
    page = prep(cast)
    assert "Dwarf, Soldier" in page
    assert re.search(r"Strike with [\w ]+<.*?<b>\d+ or less</b>", page)
    assert "Injury taken 3 of" in page
    assert "Injury taken 0 of" in page
    assert reverse("play", args=[second.pk]) in page
    assert reverse("play", args=[second.pk]) not in prep(cast, "spectator")


def test_a_page_reads_so_many_and_the_others_are_a_line(cast: Cast) -> None:
    for _ in range(3):
        people(cast, "forge", 12)
    page = prep(cast)
    assert page.count('class="fightcard"') == MOST
    assert page.count('class="entry"') == 36 - MOST
