"""What a roll costs by the book: one declaration beside the check, read against the trackers as they stand."""

import re
from dataclasses import replace
from typing import Any

import pytest

from campaigns.demo import demo_cast
from rules import systems
from rules.kernel import Build, Cost, Live, Rulebook
from rules.kernel.pages import ask
from rules.systems.dominion.entries import Skill, Variant
from rules.systems.dominion.performing import NO_WAY, too_great, way_of
from tests.by_game import largest


def live(system: str, build: dict[str, Any], **marks: int) -> Live:
    return systems.get(system).read(Build.parse(build)).live(marks)


def dues(now: Live, **answers: str) -> list[tuple[str, int, int, str]]:
    found = now.dues(ask(now, answers).check)
    return [(due.tracker.key, due.stands, due.change, due.outcome) for due in found]


def test_a_spell_above_the_affinity_costs_fortitude() -> None:
    jane = live("hprpg", demo_cast.JANE, fortitude=3)
    spell = jane.sheet.spells[0].key
    assert dues(jane, cast=spell) == []
    assert dues(jane, cast=spell, level="7") == [("fortitude", 3, -1, "")]


def test_a_lucky_break_is_paid_once_a_round() -> None:
    ursula = live("dominion", demo_cast.URSULA)
    left = next(tracker.start for tracker in ursula.sheet.trackers if tracker.key == "aps")
    assert dues(ursula, skill="strike") == []
    assert dues(ursula, skill="strike", breaks="2") == [("aps", left, -2, "")]


def test_what_is_channelled_costs_fervour_if_it_succeeds() -> None:
    """Dominion 10.5.4."""
    priest = live("dominion", {"scores": {"channel": 2, "bless": 2}}, fervour=1)
    assert dues(priest, skill="heal-1") == [("fervour", 1, 1, "success")]
    assert dues(priest, skill="strike") == []


def test_what_costs_a_point_of_channel_takes_it_from_the_ledger() -> None:
    """Dominion 10.5.6, 10.5.8, 10.5.13: whether it succeeds or not."""
    priest = live("dominion", {"scores": {"channel": 2, "consecrate": 12, "defile": 12}})
    stat = priest.sheet["channel"]
    for skill in ("consecrate-2", "defile-2", "resurrect"):
        assert dues(priest, skill=skill) == [("fervour", 0, 1, "success"), ("channel", stat, -1, "")]
    assert [key for key, *_ in dues(priest, skill="consecrate-1")] == ["fervour"]
    assert "channel" not in {one.key for one in (*priest.trackers, *priest.conditions)}, "no page has boxes for it"


def test_a_deed_for_which_the_stat_is_too_low_is_neither_rolled_nor_paid_for() -> None:
    """Dominion 10.5.6, 10.5.8, 10.5.9: the stat must be at least 13, whatever a Lucky Break adds."""
    for skill, bought in (("consecrate-2", "consecrate"), ("defile-2", "defile"), ("heal-3", "heal")):
        steps = next(n for n in range(20) if live("dominion", {"scores": {bought: n}}).sheet[bought] == 13)
        for short in (0, 1):
            priest = live("dominion", {"scores": {"luck": 4, bought: steps - short}}, **{"lucky-break": 1})
            (listed,) = (one for one in priest.checks if one.key == skill)
            asked = ask(priest, {"skill": skill}).check
            assert ["stat of 13" in one.note for one in (listed, asked)] == [bool(short)] * 2
            assert [one.dice is None for one in (listed, asked)] == [bool(short)] * 2
            assert bool(dues(priest, skill=skill)) is not bool(short)


def test_a_skill_says_it_needs_a_stat_only_where_one_too_low_is_not_rolled() -> None:
    """The dead may be called back with any stat: of Resurrect the book asks only the −12 (Dominion 10.5.13)."""
    for key, skill in systems.get("dominion").rulebook.all(Skill).items():
        floors = {str(way.least) for way in skill.ways}
        assert set(re.findall(r"stat of (\d+)", skill.limits)) <= floors, key


def test_what_a_way_costs_and_takes_goes_with_it_when_another_is_put_before_it() -> None:
    """The keys of rolls count the ways; what a way needs and takes stands in its own row."""
    dominion = systems.get("dominion")
    usual = dominion.rulebook.find(Skill, "consecrate")
    assert usual
    more = replace(usual, variants=(Variant("In passing", -3), *usual.variants))
    skills = {**dominion.core.entries["skill"], "consecrate": more}
    rulebook = Rulebook.of((replace(dominion.core, entries={**dominion.core.entries, "skill": skills}),))
    ways = [way_of(rulebook, f"consecrate-{place}") for place in (1, 2, 3, 4)]
    assert [(way.name, way.channel, bool(too_great(way, 12))) for way in ways] == [
        ("In passing", False, False), ("Temporary", False, False), ("Permanent", True, True), ("", False, False),
    ]  # fmt: skip
    assert way_of(rulebook, "resurrect").channel
    assert way_of(rulebook, "nothing-x") == way_of(rulebook, "nothing-2") == NO_WAY


def test_an_experience_costs_advantage() -> None:
    ishka = live("duality", demo_cast.ISHKA, advantage=2)
    experience = next(key for key in ishka.sheet.figures if key.startswith("experience-"))
    assert dues(ishka, experience=experience) == [("advantage", 2, -1, "")]
    assert dues(ishka) == []


def test_a_failed_casting_costs_maximum_endurance_by_its_level() -> None:
    made = live("rough-magic", largest("rough-magic"))
    found = dues(made, cast=made.sheet.spells[0].key)
    levels = ("minor", "moderate", "severe", "critical")
    assert found == [("maximum-lost", 0, cost, f"{level} failure") for cost, level in enumerate(levels, 1)]
    assert dues(made, roll="skill") == []
    rested = live("rough-magic", largest("rough-magic"), rest=1)
    assert dues(rested, cast=made.sheet.spells[0].key)[-1] == ("rest", 1, -1, ""), "half an hour begins anew"


@pytest.mark.parametrize("taken", [1, 2])
def test_what_was_bought_already_is_not_paid_again(taken: int) -> None:
    build = {**demo_cast.URSULA}
    ursula = live("dominion", build, **{"lucky-break": taken})
    assert [change for _, _, change, _ in dues(ursula, skill="strike", breaks="3")] == [taken - 3]


def test_what_nobody_keeps_costs_nothing() -> None:
    jane = live("hprpg", demo_cast.JANE)
    check = replace(ask(jane, {}).check, costs=(Cost(("nowhere",), -1),))
    assert jane.dues(check) == ()
