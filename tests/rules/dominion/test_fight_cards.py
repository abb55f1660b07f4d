"""Fight cards of this game say what the page of play says: armour, wounds, Defeat, and what is rolled."""

from typing import Any

from campaigns.demo.demo_cast import RAVEN
from rules.kernel import Build, Live
from rules.kernel.basics import minus
from rules.kernel.documents import apply
from rules.kernel.pages import FightCard, ask
from rules.systems.dominion import system
from rules.systems.dominion.vitals import vitals

ARMOURED = apply(RAVEN, "entries.equipment.1.picks.item", "heavy-armour")


def live_of(document: Any = ARMOURED, **marks: int) -> Live:
    return system.read(Build.parse(document)).live(marks)


def hurt(penalty: int, **marks: int) -> Live:
    return live_of(injury=live_of().sheet["injury"] + penalty, **marks)


def valued(card: FightCard, label: str) -> Any:
    return next(vital for vital in card.figures if vital.label == label)


def figure(card: FightCard, label: str) -> int:
    return int(valued(card, label).value.replace("−", "-"))


def test_dodge_is_the_dodge_of_the_moment() -> None:
    plain = figure(system.fight(live_of()), "Dodge")
    assert plain == live_of().sheet["dodge-as-worn"]
    for live, less in ((hurt(2), 2), (live_of(mud=3), 3), (hurt(2, mud=1), 3)):
        (at_play,) = (vital for vital in vitals(live) if vital.figure == "dodge")
        shown = valued(system.fight(live), "Dodge")
        assert (shown.value, shown.built) == (minus(plain - less), minus(plain))
        assert (shown.value, shown.built) == (at_play.value, at_play.built)
    lucky = live_of(**{"lucky-break": 1})
    assert figure(system.fight(lucky), "Dodge") == plain + lucky.sheet["luck"]


def test_who_is_defeated_is_told_so_and_rolls_nothing_that_is_lost() -> None:
    assert system.fight(live_of()).state == ""
    assert system.fight(hurt(1)).state == "Injury Penalty −1"
    live = hurt(8)
    card = system.fight(live)
    assert card.state.startswith("Injury Penalty −8 · ")
    assert {fact.label for fact in live.facts} & set(card.state.split(" · ")) & {
        "Totally incapacitated", "Defeated in combat",
    }  # fmt: skip
    assert valued(card, "Dodge").barred
    assert not valued(card, "Dodge").asks
    assert valued(card, "Withstand torso").asks, "wounds spare it"
    lost = [roll for roll in card.rolls if roll.lost]
    assert [roll.label for roll in lost] == [roll.label for roll in system.fight(live_of()).rolls]
    assert not any(roll.need or roll.asks for roll in lost)
    assert not system.fight(hurt(12)).rolls, "the dead roll nothing, and nobody has to say why"


def test_a_figure_that_rolls_is_what_is_rolled() -> None:
    for live in (live_of(), hurt(1), live_of(RAVEN)):
        rolled = [vital for vital in system.fight(live).figures if vital.asks]
        assert {vital.label for vital in rolled} >= {"Timing", "Dodge", "Withstand torso", "Withstand head"}
        for vital in rolled:
            assert minus(ask(live, dict(vital.asks)).check.pool.value) == vital.value, vital
    assert not valued(system.fight(live_of()), "Movement").asks


def test_a_blow_says_what_its_weapon_does_to_whoever_is_hit() -> None:
    axe = apply(RAVEN, "entries.equipment.0.picks.item", "spear-2h")
    note = system.fight(live_of(axe)).rolls[0].note
    assert note == "The target rolls Withstand Injury at −2. Armour protects 2 less against it."
