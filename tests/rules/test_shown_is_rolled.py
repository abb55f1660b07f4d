"""What a sheet lists is what is rolled: at every moment, whatever is marked."""

from random import Random
from typing import Any

import pytest

from campaigns.demo import demo_cast
from rules import systems
from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.pages import Game, ask
from rules.kernel.rolls.checks import CAST

TOLD = {"hprpg": demo_cast.JANE, "dominion": demo_cast.URSULA, "duality": demo_cast.ISHKA}
BUILDS = 12


def people(system: Game, rng: Random) -> list[Sheet]:
    """Somebody of the demonstration, and many at random."""
    builds = [TOLD[system.key]] if system.key in TOLD else []
    builds += [system.random({}, rng, system.rulebook, RulesContext()) for _ in range(BUILDS)]
    return [system.read(Build.parse(build)) for build in builds]


def marked(sheet: Sheet, rng: Random) -> dict[str, Any]:
    return {tracker.key: rng.randint(0, 30 if tracker.top is None else tracker.top) for tracker in sheet.marked}


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_what_is_listed_is_what_is_rolled(system: Game) -> None:
    rng, seen = Random(18), 0
    for sheet in people(system, rng):
        for marks in ({}, marked(sheet, rng), marked(sheet, rng)):
            live = sheet.live(marks)
            further = [check for _, check in system.further(sheet)]
            bare = {
                check.key for title, check in system.further(sheet) if title == "Attributes"
            }  # moved as rolls alone
            known = [check.key for check in (*sheet.checks, *further)]
            assert not further or len(set(known)) == len(known), "each is said once"
            for listed in (*live.checks, *map(live.check, further)):
                asked = ask(live, dict(listed.answers)).check
                assert asked.key in (listed.key, listed.key.rpartition("-")[0]), "of several alike, each has a number"
                assert (asked.pool.value, asked.dice) == (listed.pool.value, listed.dice), marks
                a_rate = listed.key == "movement"  # which a wound slows in a Sprint alone
                if system.modifier_rules and listed.key in sheet.figures and not a_rate and listed.key not in bare:
                    added = sum(term.amount for term in listed.pool.terms if "Difficulty" not in term.label)
                    assert live.figure(listed.key).value == added, (listed.key, marks)
                seen += 1
            for spell in sheet.spells:
                cast, question = live.casting(spell), ask(live, {CAST: spell.key})
                assert question.spell == spell.key
                assert (question.check.pool.terms, question.check.dice) == (cast.pool.terms, cast.dice), spell.key
    assert seen >= BUILDS


def test_luck_wins_a_sprint_and_lengthens_no_walk() -> None:
    """Movement is metres a round; only the roll for more of them gains by a Lucky Break (7.3.12)."""
    ursula = systems.get("dominion").read(Build.parse(demo_cast.URSULA))
    lucky = ursula.live({"lucky-break": 1})
    assert lucky.figure("movement").value == ursula["movement"]
    assert lucky.figure("dodge").value == ursula["dodge"] + ursula["luck"]


def test_wounds_are_in_the_list_and_spare_what_the_book_spares() -> None:
    ursula = systems.get("dominion").read(Build.parse(demo_cast.URSULA))
    built = {check.key: check.pool.value for check in ursula.live({}).checks}
    hurt = {check.key: check.pool.value for check in ursula.live({"injury": ursula["injury"] + 3}).checks}
    assert built == {check.key: check.pool.value for check in ursula.checks}
    assert {key for key in built if hurt[key] == built[key]} == {"withstand-injury", "withstand-magic"}
    assert {built[key] - hurt[key] for key in built} == {0, 3}


@pytest.mark.parametrize("system", [one for one in systems.every() if one.casts], ids=lambda one: one.key)
def test_a_spell_nobody_here_casts_is_no_roll(system: Game) -> None:
    sheet = people(system, Random(3))[0]
    refused = ask(sheet.live({}), {CAST: "nope"}).check
    assert (refused.dice, refused.note) == (None, "This character doesn't cast that spell.")


def test_magic_is_tracked_of_those_who_have_it() -> None:
    rough_magic = systems.get("rough-magic")
    caster = {"scores": {"power-level": 3}, "entries": {"skills": [{"name": "Thaumaturgy"}]}}
    for build, keys in (({}, set()), (caster, {"maximum-lost", "rest"})):
        sheet = rough_magic.read(Build.parse(build))
        assert {tracker.key for tracker in sheet.trackers} & {"maximum-lost", "rest"} == keys
        assert bool(sheet.spells) == bool(keys)


FORGE_NIGHTS = {"good-night": (4, 1), "rough-night": (4, 3), "gourmet-meal": (4, 3), "indulgence": (4, 3)}


def test_time_restores_what_the_books_of_forge_and_rough_magic_say() -> None:
    """A point of maximum Endurance for those who cast, and a point of stress for an elf outdoors."""
    caster = {"scores": {"power-level": 3, "brawn": 3, "presence": 3}, "entries": {"skills": [{"name": "Thaumaturgy"}]}}
    elf = {"picks": {"ancestry": "elf"}}
    plain = RulesContext(settings={"ancestry_effects": False})
    for key, build, table, marks, told in (
        ("rough-magic", caster, None, {"maximum-lost": 2}, {"half-hour": (2, 1), "day": (2, 1), "healed": (2, 0)}),
        ("rough-magic", {}, None, {"maximum-lost": 2}, {}),
        ("forge", elf, None, {"stress": 4}, {**FORGE_NIGHTS, "outdoors": (4, 3)}),
        ("forge", elf, None, {}, {}),
        ("forge", elf, plain, {"stress": 4}, FORGE_NIGHTS),
    ):
        live = systems.get(key).read(Build.parse(build), table=table).live(marks)
        assert {rest.key: (step.before, step.after) for rest, (step, *_) in live.rests.items()} == told


@pytest.mark.parametrize("system", [game for game in systems.every() if game.casts], ids=lambda game: game.key)
def test_a_list_of_spells_tells_its_dice_once_and_in_a_line(system: Game) -> None:
    """Whatever else is to know of a casting is told where it is cast; why there is none is told in the list."""
    for sheet in people(system, Random(7)):
        for made in map(sheet.live({}).casting, sheet.spells):
            if made.dice is None:
                assert made.told == made.note != ""
            else:
                assert made.told.startswith(str(made.dice))
                assert made.told.count(str(made.dice)) == 1
                assert len(made.told) < 100, made.told
