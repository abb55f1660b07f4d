"""What the printed record says to who has no magic, and of the body."""

from campaigns.demo.demo import URSULA
from rules.kernel import Build
from rules.systems.dominion import system


def test_who_has_no_magic_reads_what_each_trained_skill_does_and_what_failing_does() -> None:
    document = {"scores": {"strike": 2, "climbing": 1}}
    shown = system.layout(system.read(Build.parse(document)))
    told = {passage.title.rpartition(" ")[0]: passage.text for passage in shown.trained}
    assert set(told) == {"Strike", "Climbing"}
    assert all("Failing: " in text for text in told.values())
    assert system.layout(system.read(Build.parse(URSULA))).trained == ()


def test_a_place_that_armour_covers_has_its_bonus() -> None:
    worn = {"entries": {"equipment": [{"picks": {"item": "light-armour", "worn": True}}]}}
    bare, clothed = (system.layout(system.read(Build.parse(document))) for document in ({}, worn))
    assert bare.clothed == "No armour"
    assert clothed.clothed == "Armour on torso, arms, legs"
    gained = {now.key: now.value - then.value for now, then in zip(clothed.body, bare.body, strict=True)}
    assert gained == {"head": 0, "eyes": 0, "neck": 0, "hands": 0, "feet": 0, "torso": 2, "arms": 2, "legs": 2}
