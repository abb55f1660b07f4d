"""Wounds and weariness: penalties, lost skills, Defeat, death (8.4 to 8.8, 10.5.4)."""

from typing import Any

import pytest

from campaigns.demo.demo import RAVEN, URSULA
from rules.kernel import Build, PlayFacts, RulesContext
from rules.kernel.documents import apply
from rules.kernel.documents.ledger import Ledger, LedgerEntry
from rules.kernel.pages import ask
from rules.systems.dominion import system
from rules.systems.dominion.ailments import ailments, diseases, infirmities
from rules.systems.dominion.effects import BY_ENTRY
from rules.systems.dominion.entries import Skill

PRIEST: dict[str, Any] = {"scores": {"stamina": 3, "intuition": 2, "channel": 2, "bless": 2}}


def now(build: Any, **play: Any) -> PlayFacts:
    return system.now(system.read(Build.parse(build)), play)


def labels(moment: PlayFacts) -> list[str]:
    return [fact.label for fact in moment.facts]


@pytest.mark.parametrize("taken", [0, -3, "lots", None, True])
def test_the_unhurt_hear_nothing(taken: Any) -> None:
    assert now(RAVEN, injury=taken) == PlayFacts((), (("injury", "0"), ("fervour", "0")))


def test_the_first_points_cost_nothing_but_rest() -> None:
    moment = now(RAVEN, injury=4)
    assert (labels(moment), moment.answers) == (["Days of bed rest"], (("injury", "0"), ("fervour", "0")))


def test_points_beyond_the_stat_are_a_penalty_and_take_weak_skills() -> None:
    moment = now(RAVEN, injury=4 + 2)
    assert labels(moment) == ["Injury Penalty", "Lost for now", "Days of bed rest"]
    assert moment.facts[0].value == "−2"
    assert "Climbing" in moment.facts[1].text
    assert dict(moment.answers)["injury"] == "2"


def test_defeat_comes_when_the_penalty_reaches_the_best_combat_stat() -> None:
    assert "Defeated in combat" not in labels(now(apply(RAVEN, "scores.riding", None), injury=4 + 5))
    assert labels(now({**RAVEN, "scores": {**RAVEN["scores"], "stealth": 6}}, injury=4 + 6))[1] == "Defeated in combat"
    assert "Defeated in witchcraft" not in labels(now(RAVEN, injury=4 + 6))
    assert "Defeated in witchcraft" in labels(now({**URSULA, "scores": {**URSULA["scores"], "literacy": 9}}, injury=10))


def test_total_incapacity_and_death() -> None:
    assert labels(now(RAVEN, injury=4 + 6)) == ["Injury Penalty", "Totally incapacitated", "Days of bed rest"]
    assert labels(now(RAVEN, injury=4 + 12)) == ["Dead"]
    assert [now(RAVEN, injury=4 + taken).dead for taken in (11, 12)] == [False, True]


def test_weariness_is_a_penalty_on_priestcraft_alone() -> None:
    sheet = system.read(Build.parse(PRIEST))
    fervour = sheet["fervour"]
    assert labels(now(PRIEST, fervour=fervour)) == []
    assert labels(now(PRIEST, fervour=fervour + 1)) == ["Fervour Penalty"]
    assert labels(now(PRIEST, fervour=fervour + 5)) == ["Fervour Penalty", "No Priestcraft left"]
    assert labels(now(PRIEST, fervour=fervour + 12)) == ["Exhausted"]
    blessed = system.ask(sheet, {"skill": "bless", "fervour": "2"})
    assert blessed.check.pool.value == sheet["bless"] - 2
    assert system.ask(sheet, {"skill": "strike", "fervour": "2"}).check.pool.value == sheet["strike"]


@pytest.mark.parametrize(("skill", "bought"), [("heal-1", "bless"), ("smite-1", "bless"), ("bless", "bless"),
                                               ("alchemy", "hex"), ("sorcery", "hex")])  # fmt: skip
def test_a_layman_neither_channels_nor_does_magic(skill: str, bought: str) -> None:
    """Gods ignore who is no priest, and magic that nobody studied never works (10.2, 11.2)."""
    lay, learned = (system.read(Build.parse({"scores": scores})) for scores in ({"strike": 1}, {bought: 1}))
    craft = "Priestcraft" if bought == "bless" else "Witchcraft"
    found = ask(lay.live({}), {"skill": skill}).check
    assert (found.dice, found.note.partition(" to ")[0]) == (None, f"You need a {craft} skill")
    assert ask(learned.live({}), {"skill": skill}).check.dice is not None


@pytest.mark.parametrize(("skill", "words"), [
    ("smite-1", "the number rolled + 2"), ("smite-2", "the same each day"), ("bless", "the number rolled is the bonus"),
    ("curse", "the number rolled is the penalty unless"),
    ("wrath", "comes off the target's Withstand Injury. Failing it costs 3"),
    ("medical-lore", "lowered by the patient's Injury Penalty and your own; a success adds the number rolled"),
    ("withstand-injury", "A fall does 1 Injury for each full 3 m"), ("withstand-injury", "Fire does 2 Injury a round"),
    ("withstand-injury", "With a Lingering Illness, a day in bed heals only if"),
    ("resurrect", "Trying costs 1 point of Channel, even if it fails"), ("consecrate-2", "costs 1 point of Channel"),
])  # fmt: skip
def test_a_roll_says_what_a_success_does_and_what_it_costs(skill: str, words: str) -> None:
    """8.7, 8.9, 8.12, 10.5.5 to 10.5.13, A-36, A-37."""
    sheet = system.read(Build.parse({"scores": {"stamina": 3, "intuition": 2, "bless": 1}}))
    assert words in ask(sheet.live({}), {"skill": skill}).check.note


def test_what_a_skill_does_is_said_once_with_its_page() -> None:
    """Of the entry, where it says it: 8.7, 8.9, 8.12, 10.5.5, 10.5.7."""
    skills, sheet = system.rulebook.all(Skill), system.read(Build.parse({"scores": {"stamina": 3, "bless": 1}}))
    for key in BY_ENTRY:
        assert skills[key].roll in ask(sheet.live({}), {"skill": key}).check.note
    hazards = skills["withstand-injury"].hazards
    assert [one.partition(" (8.")[2] for one in hazards] == ["7, p. 72).", "7, p. 72).", "9, p. 74)."]
    assert all(one in ask(sheet.live({}), {"skill": "withstand-injury"}).check.note for one in hazards)


@pytest.mark.parametrize(("marks", "skill", "why"), [
    ({"injury": 6}, "strike", "Defeated in combat"),
    ({"injury": 14}, "swimming", "Totally incapacitated"),
    ({"injury": 6}, "climbing", "lost while the Injury Penalty"),
    ({"fervour": 11}, "bless", "Bless is lost until you Rest."),
    ({"fervour": 30}, "heal-1", "No Channelling until you Rest."),
])  # fmt: skip
def test_a_lucky_break_brings_no_lost_skill_back(marks: dict[str, int], skill: str, why: str) -> None:
    """Only healing, or Rest, does; of a skill that is not lost it raises the roll (3.9.1, 8.8, 10.5.4, A-33, A-44)."""
    build = {"scores": {"luck": 4, "stamina": 3, "intuition": 3, "channel": 2, "heal": 4, "bless": 1}}
    live = system.read(Build.parse(build)).live({**marks, "lucky-break": 2})
    made = ask(live, {"skill": skill, "breaks": "2"}).check
    assert made.dice is None
    assert why in made.note
    assert ask(live.sheet.live({}), {"skill": skill, "breaks": "2"}).check.dice is not None


def test_a_house_rule_about_wounds_leaves_weariness_as_it_is() -> None:
    """As high as the stat, an Injury Penalty may leave a skill, a Fervour Penalty never does (A-33, A-44)."""
    build = {"scores": {"luck": 4, "stamina": 3, "intuition": 3, "channel": 2, "heal": 4, "bless": 1, "climbing": 1}}
    sheet = system.read(Build.parse(build), table=RulesContext(settings={"lost_skills": "greater"}))
    for key, mark in (("climbing", "injury"), ("bless", "fervour")):
        barred = system.barred(sheet.live({mark: sheet[mark] + sheet[key]}), key)
        assert bool(barred) is (mark == "fervour")
    (told,) = (one.text for one in system.rulings if one.key == "A-44")
    assert "house rule about the Injury Penalty doesn't change this" in told


def test_what_weariness_takes_is_told_and_struck_out() -> None:
    """A skill of which less than 1 is left is lost until one Rests (10.5.4, A-44)."""
    build = {"scores": {"luck": 4, "stamina": 3, "intuition": 3, "channel": 2, "heal": 4, "bless": 1}}
    live = system.read(Build.parse(build)).live({"fervour": 11})
    (told,) = (fact.text for fact in live.facts if fact.label == "Lost until you Rest")
    assert "Bless" in told
    assert "Heal" not in told
    assert [bool(system.barred(live, key)) for key in ("bless", "heal")] == [True, False]
    over = system.read(Build.parse(build)).live({"fervour": 17}).facts
    assert [fact.label for fact in over][-1] == "No Priestcraft left"


def test_nobody_rolls_luck() -> None:
    """Luck has no skills, and is none (4.11, A-81)."""
    sheet = system.read(Build.parse(RAVEN))
    offered = {option.key for option in ask(sheet.live({}), {}).fields[0].options}
    assert offered >= {"vigour", "intellect"}
    assert not {"luck", "channel"} & offered
    assert "Luck" not in {check.label for _, check in system.further(sheet)}


def test_a_day_in_bed_heals_nothing_while_a_disease_spreads() -> None:
    """10.5.9, A-40."""
    caught, healed = LedgerEntry("disease", subject="Mung's Rage"), LedgerEntry("healed", subject="Mung's Rage")
    for told, rests in (((), True), ((caught,), False), ((caught, healed), True)):
        sheet = system.read(Build.parse(PRIEST), table=RulesContext(ledger=Ledger(told)))
        assert ("bed" in [rest.key for rest in sheet.live({"injury": 3}).rests]) is rests
        facts = [fact.label for fact in sheet.live({"injury": 3}).facts]
        assert ("Days of bed rest" in facts, "Bed rest" in facts) == (rests, not rests)


def test_a_game_without_wounds_says_nothing() -> None:
    from rules.systems.hprpg import system as handbook

    assert handbook.now(handbook.read(Build.parse({})), {"health": 2}) == PlayFacts()


def test_who_heals_one_ailment_heals_no_other_of_its_name() -> None:
    arm = [LedgerEntry(kind, subject="left arm") for kind in ("infirmity", "disease")]
    healed, resurrected = LedgerEntry("healed", subject="Left arm"), LedgerEntry("resurrected")
    for told in (arm, arm[::-1]):
        assert ailments(Ledger((*told, healed))) == told[1:]
        assert ailments(Ledger((*told, healed, healed))) == []
        assert (infirmities(Ledger((*told, resurrected))), diseases(Ledger((*told, resurrected)))) == ((), (arm[1],))
    refuse = system.ledger_kinds["infirmity"].refuse
    sheets = (
        system.read(Build.parse(PRIEST), table=RulesContext(ledger=Ledger(told))) for told in (arm, [*arm, healed])
    )
    assert [bool(refuse(sheet, arm[0])) for sheet in sheets] == [True, False]
