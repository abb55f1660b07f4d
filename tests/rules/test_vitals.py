"""The numbers a player looks for first: in the words of the game, and as they stand."""

from typing import Any

import pytest

from campaigns.demo import demo_cast
from rules import systems
from rules.kernel import Build
from rules.kernel.pages import Vital
from rules.kernel.pages.vitals import rated, rolled
from tests.by_game import VITAL, people


def vitals(system: str, build: dict[str, Any], **marks: int) -> dict[str, Vital]:
    game = systems.get(system)
    return {vital.label: vital for vital in game.vitals(game.read(Build.parse(build)).live(marks))}


def test_a_number_that_a_sheet_has_not_is_left_out() -> None:
    game = systems.get("dominion")
    live = game.read(Build.parse(demo_cast.RAVEN)).live({})
    assert [*rated(live, "beauty"), *rolled(live, "beauty")] == []


@pytest.mark.parametrize("system", VITAL)
def test_six_or_seven_head_a_sheet_each_with_what_tells_of_it(system: str) -> None:
    game = systems.get(system)
    for build in people(system):
        sheet = game.read(Build.parse(build))
        found = game.vitals(sheet.live({}))
        assert 6 <= len(found) <= 8
        assert len({vital.label for vital in found}) == len(found)
        for vital in found:
            assert vital.figure in sheet.figures or vital.asks or vital.label in {t.label for t in sheet.trackers}
            assert not vital.built


@pytest.mark.parametrize(("system", "build", "marks", "label", "now"), [
    ("hprpg", demo_cast.JANE, {"health": 3}, "Health", ("3", "of 7", "")),
    ("dominion", demo_cast.RAVEN, {"injury": 7}, "Injury taken", ("7", "of 16", "")),
    ("dominion", demo_cast.RAVEN, {"injury": 7}, "Strike, Longsword", ("5", "42%", "8")),
    ("dominion", demo_cast.RAVEN, {}, "Dodge in armour", ("3", "25%", "")),
    ("dominion", demo_cast.URSULA, {}, "Dodge", ("2", "17%", "")),
    ("dominion", demo_cast.RAVEN, {"injury": 12}, "Movement", ("1", "m a round", "")),
    ("duality", demo_cast.ISHKA, {"life": 5}, "Life", ("19", "of 24", "")),
    ("duality", demo_cast.ISHKA, {}, "Longbow: attack", ("+4", "92%", "")),
    ("duality", demo_cast.ISHKA, {}, "Evasive: defend", ("+2", "46% missed", "")),
    ("rough-magic", demo_cast.MELISANDE, {"endurance-lost": 1, "maximum-lost": 1}, "Endurance", ("2", "of 3", "")),
    ("forge", demo_cast.HALLA, {"poise": 4}, "Poise", ("4", "of 20", "")),
    ("forge", {"picks": {"ancestry": "dwarf"}, "scores": {"agility": 2}}, {}, "Speed", ("1", "pace", "")),
])  # fmt: skip
def test_they_are_as_things_stand(
    system: str, build: dict[str, Any], marks: dict[str, int], label: str, now: tuple[str, str, str]
) -> None:
    found = vitals(system, build, **marks)[label]
    assert (found.value, found.beside, found.built) == now


@pytest.mark.parametrize("system", VITAL)
def test_a_hit_marks_a_tracker_that_it_can_move(system: str) -> None:
    """Of who is unhurt, towards what is worse: what is left goes down, what is taken or lost goes up. One alone, but
    where the rules name several pools and no order."""
    game = systems.get(system)
    for build in people(system):
        struck = [tracker for tracker in game.read(Build.parse(build)).trackers if tracker.hit]
        assert [one.key for one in struck[1:]] == (["momentum", "focus"] if system == "forge" else [])
        for one in struck:
            marks = {} if one.maximum else {one.key: 5}
            assert abs(one.moved(marks, one.hit) - one.stands(marks)) == abs(one.hit) == 1


def test_a_witch_is_known_by_her_spell_before_her_dagger() -> None:
    assert list(vitals("dominion", demo_cast.URSULA))[:3] == ["Injury taken", "Slumber", "Strike, Dagger"]


def test_what_is_lost_says_why() -> None:
    assert vitals("dominion", demo_cast.RAVEN, injury=12)["Dodge in armour"].barred
    assert vitals("dominion", demo_cast.RAVEN, injury=99)["Strike, Longsword"].barred.startswith("Dead")
