"""NPCs: what their makers are asked, and what a fight card shows where a game says nothing or somebody can't try."""

from typing import Any

from rules.kernel import Build
from rules.kernel.pages import FightCard, Game, Wish, among_wishes, fight_rolls
from rules.kernel.pages.game import no_fight
from rules.systems import get


def live_of(system: str, **document: Any) -> Any:
    return get(system).read(Build.parse(document)).live({})


def test_a_game_that_says_nothing_of_fights_has_empty_cards() -> None:
    assert Game.fight is no_fight
    assert no_fight(live_of("dominion")) == FightCard((), ())


def test_a_trade_is_a_wish_without_its_article() -> None:
    choice = among_wishes("trade", "Trade", [Wish("blade", "A sworn blade", ""), Wish("archer", "Archer", "")])
    assert [option.label for option in choice.options(get("dominion").rulebook)] == ["Sworn blade", "Archer"]
    assert [option.key for option in choice.options(get("dominion").rulebook)] == ["blade", "archer"]


def test_what_a_sheet_has_not_or_nobody_may_try_is_not_on_the_card() -> None:
    live = live_of("dominion", scores={"vigour": 3, "agility": 3})
    tried = [check for check in live.sheet.checks if live.check(check).dice]
    assert tried
    keys = [check.key for check in live.sheet.checks]
    found = list(fight_rolls(live, ["no-such-check", *keys]))
    assert {roll.label for roll in found} == {check.label for check in tried}
