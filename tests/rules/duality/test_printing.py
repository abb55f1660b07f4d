"""What paper says of the ways to fight, what it keeps for the second page, and how likely a bonus gets there."""

from typing import Any

import pytest

from campaigns.demo.demo import ISHKA, OSWIN, PELL
from rules.kernel import Build, RulesContext
from rules.kernel.pages import Layout
from rules.kernel.pages.print_blocks import Cards, Table
from rules.systems.duality import system
from rules.systems.duality.entries import Style
from rules.systems.duality.keep_two import KeepTwo
from tests.rules.listed_blocks import printed, titles

MAGIC, ARROWS = (system.rulebook.all(Style)[key].summary for key in ("complex-powerful", "ranged"))


def paper(document: dict[str, Any], **settings: Any) -> Layout:
    return system.layout(system.read(Build.parse(document), table=RulesContext(settings=settings)))


def said(layout: Layout) -> dict[str, str]:
    return {card.title: card.text for card in printed(layout, Cards, "Combat styles").deck.cards}


def ahead(layout: Layout) -> bool:
    """Whether the outcomes stand on the page for play."""
    return "Outcomes" in [block.title for block in layout.front if not hasattr(block, "columns")]


def test_every_style_says_what_it_is_on_its_card() -> None:
    told = said(paper(PELL))
    assert told["The Voice"] == MAGIC
    assert told["Riposte"].startswith("Pay an Advantage to wound your attacker")


def test_a_full_page_leaves_that_to_the_next_and_to_the_pocket() -> None:
    shown = paper(ISHKA)
    assert (said(shown)["Longbow"], said(shown)["Beacon fire"]) == ("", "")
    (apart,) = (crib for crib in shown.cribs if crib.title == "Your styles")
    assert apart.lines == (("Longbow", ARROWS), ("Beacon fire", MAGIC))
    assert [card.text for card in shown.cards_of("feats")[:2]] == [ARROWS, MAGIC]
    assert [crib.title for crib in paper(PELL).cribs] == ["The round"]


@pytest.mark.parametrize("hero", [ISHKA, OSWIN, PELL])
def test_the_outcomes_stand_on_the_page_for_play_where_there_is_room(hero: dict[str, Any]) -> None:
    assert ahead(paper(hero))
    many = {**hero, "scores": {**hero["scores"], **{f"know-{noun}": 1 for noun in ("air", "fire", "mind", "water")}}}
    assert not ahead(paper(many))
    assert not ahead(paper({**hero, "scores": {**hero["scores"], "life": 60}}))


def test_chances_of_the_usual_difficulties_fill_a_short_second_page() -> None:
    table = printed(paper(ISHKA), Table, "Chances")
    assert table.heads == ("−1", "+0", "+1", "+2", "+3", "+4", "+5")
    medium = next(row.cells for row in table.rows if row.name == "Medium")
    odds = KeepTwo(2, "medium").odds()
    chances = odds.success, sum(one for name, one in odds.outcomes if name in ("good", "very good"))
    assert medium[3] == f"{round(chances[0] * 100)} · {round(chances[1] * 100)}%"
    long = {**ISHKA, "notes": {"backstory": "She kept the light. " * 40}}
    assert "Chances" not in titles(paper(long))


def test_what_is_overspent_has_a_minus() -> None:
    assert dict(paper(PELL).facts)["XP left"] == "−10"
