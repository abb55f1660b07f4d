"""The worked examples of Dominion Rules: costs, odds and averages, each with the line of the text it stands on.

Where the rulings call a printed figure a misprint, the rule's figure is expected and the printed one kept beside it.
"""

from fractions import Fraction
from functools import partial
from typing import NamedTuple

import pytest

from rules.kernel import Build, Check, Sheet
from rules.kernel.documents import read_document
from rules.kernel.pages import chance
from rules.kernel.purchases import most_for
from rules.systems.dominion import system
from rules.systems.dominion.entries import Armour, Skill, Spell, Weapon
from rules.systems.dominion.performing import casting_terms, castings, skill_die
from rules.systems.dominion.purchases import cost
from rules.systems.dominion.questions import ask, odds
from tests.rules.cases import case
from tests.rules.dominion.test_cases import FILES


def known(stem: str) -> Sheet:
    """The sheet of a case."""
    (file,) = (file for file in FILES if file.stem == stem)
    document = read_document(case(file)["document"])
    return system.read(document.parsed(), table=document.table)


def made(**scores: int) -> Sheet:
    """A sheet with attributes and steps, and nothing else."""
    return system.read(Build.parse({"scores": scores}))


# Costs (5.2.1)


def affordable(start: int, aps: int) -> int:
    """How many steps so many APs buy."""
    return most_for(aps, partial(cost, start), 0, aps)


class Cost(NamedTuple):
    id: str
    line: int
    start: int
    steps: int
    aps: int


COSTS = (
    Cost("gavin-dodge-3-to-4", 1398, 3, 1, 3),
    Cost("gavin-dodge-4-to-5", 1400, 4, 1, 4),
    Cost("gavin-dodge-3-to-5", 1402, 3, 2, 7),
    Cost("gavin-dodge-5-to-6", 1402, 5, 1, 5),
    Cost("a-skill-of-one", 1404, 1, 1, 1),
    Cost("strike-3-to-15", 1414, 3, 12, 102),
    Cost("consecrate-3-to-18", 3057, 3, 15, 150),
    Cost("channel-15-to-16-again", 3065, 15, 1, 15),
)


@pytest.mark.parametrize("example", COSTS, ids=lambda example: example.id)
def test_each_step_costs_the_stat_it_starts_from(example: Cost) -> None:
    assert cost(example.start, example.steps) == example.aps
    assert affordable(example.start, example.aps) == example.steps
    assert affordable(example.start, example.aps - 1) == example.steps - 1


def test_eight_aps_raise_gavins_dodge_twice_and_leave_one_that_buys_nothing() -> None:
    steps = affordable(3, 8)
    left = 8 - cost(3, steps)
    assert (steps, left, affordable(5, left), affordable(2, left)) == (2, 1, 0, 0)


def test_what_is_affordable_takes_no_longer_for_a_million() -> None:
    rich = 10**9
    assert [cost(3, affordable(3, rich) + more) > rich for more in (0, 1)] == [False, True]


# Odds (1.7, 4.2): `faces` is how many of the twelve succeed


class Roll(NamedTuple):
    id: str
    line: int
    stat: int
    modifiers: tuple[int, ...]
    needs: int
    faces: int

    @property
    def modifier(self) -> int:
        return sum(self.modifiers)


def roll(id: str, line: int, stat: int, *modifiers: int, needs: int, faces: int | None = None) -> Roll:
    return Roll(id, line, stat, modifiers, needs, needs if faces is None else faces)


ROLLS = (
    # Chapter 3
    roll("a-stat-of-eighteen", 843, 18, needs=18, faces=11),
    roll("beatrice-withstands-by-luck", 915, 4, 3, needs=7),
    roll("derek-strikes-twice-while-hurt", 925, 9, -3, -1, needs=5),
    roll("derek-strikes-twice-by-luck", 925, 9, -3, -1, 3, needs=8),
    # Chapter 4
    roll("cedric-at-the-door", 971, 4, needs=4),
    roll("cedric-at-the-flimsy-door", 977, 4, 5, needs=9),
    roll("beatrice-dodges-and-strikes", 989, 5, -1, needs=4),
    roll("beatrice-strikes-and-dodges", 989, 6, -1, needs=5),
    roll("cedric-reads-unhoned", 1007, 3, needs=3),
    roll("beatrice-reads-croellic", 1023, 6, needs=6),
    roll("beatrice-with-a-dictionary", 1023, 6, 2, needs=8),
    roll("soldier-overboard", 1087, 6, -1, needs=5),
    roll("spy-at-raith-hall", 1161, 7, needs=7),
    # Chapter 5
    roll("strike-of-fifteen-at-seven-off", 1414, 15, -7, needs=8),
    roll("pick-locks-of-sixteen", 1416, 16, needs=16, faces=11),
    # Chapter 6
    roll("beatrice-and-worn-stone", 1456, 6, -1, needs=5),
    roll("gavin-dodges-the-guards", 1552, 5, needs=5),
    roll("brutus-had-he-four", 1572, 4, -4, needs=0),
    roll("groth-strikes-and-looks", 1590, 7, -4, -1, needs=2),
    roll("groth-hurt-as-well", 1616, 7, -4, -1, -2, needs=0),
    # Chapter 7
    roll("otto-against-a-dodge", 1715, 6, -4, needs=2),
    roll("geoffrey-twice-at-mid-range", 1733, 10, -3, -1, needs=6),
    roll("geoffrey-at-the-target", 1759, 10, -1, needs=9),
    roll("geoffrey-at-the-bullseye", 1759, 10, -1, -7, needs=2),
    roll("raven-at-the-head", 1781, 5, -1, -3, needs=1),
    roll("otto-feints", 1805, 4, -1, needs=3),
    roll("otto-strikes-after-the-feint", 1805, 6, -1, 4, needs=9),
    roll("otto-strikes-without-it", 1813, 6, -1, needs=5),
    roll("frederic-feints", 1819, 6, -2, needs=4),
    roll("frederic-first-strike", 1819, 8, 6, -2, needs=12, faces=11),
    roll("frederic-second-strike", 1819, 8, -2, needs=6),
    roll("frederic-against-dirk", 1839, 8, -1, 6, -6, needs=7),
    roll("otto-feints-bare-handed", 1853, 4, -1, -5, needs=-2, faces=0),
    roll("raven-grips", 1863, 7, needs=7),
    roll("derek-disarms", 1863, 7, -3, needs=4),
    roll("derek-disarms-the-best-grip", 1871, 7, -7, needs=0),
    roll("derek-disarms-past-a-block", 1879, 7, -3, -2, needs=2),
    roll("charles-disarms-a-parry", 1887, 5, 1, needs=6),
    roll("derek-disarms-bare-handed", 1919, 7, -3, -3, needs=1),
    roll("bully-brawls", 1933, 4, needs=4),
    roll("derek-parries", 1949, 5, needs=5),
    roll("otto-against-a-parry", 1949, 6, -5, needs=1),
    roll("raven-against-a-parry", 1949, 5, -5, needs=0),
    roll("raven-blocks", 1997, 4, needs=4),
    roll("derek-against-a-block", 1997, 9, -1, needs=8),
    roll("derek-dodges", 2037, 8, needs=8),
    roll("beatrice-sprints", 2081, 5, -1, needs=4),
    roll("raven-retreats", 2107, 4, needs=4),
    roll("otto-retreats", 2133, 5, needs=5),
    roll("derek-closes-in", 2133, 4, -1, needs=3),
    # Chapter 8
    roll("cedric-and-the-rock", 2253, 4, needs=4),
    roll("derek-strikes-thrice", 2307, 9, -2, -3, needs=4),
    roll("otto-withstands", 2323, 5, needs=5),
    roll("otto-strikes-back", 2339, 6, -1, needs=5),
    roll("otto-dodges-hurt", 2367, 5, -4, needs=1),
    roll("ned-lands", 2449, 3, -6, needs=-3, faces=0),
    roll("horatio-and-the-pox", 2463, 7, needs=7),
    roll("beatrice-tends-gavin", 2531, 6, needs=6),
    roll("beatrice-tends-gavin-hurt", 2543, 6, -2, needs=4),
    roll("beatrice-a-day-later", 2549, 6, -1, needs=5),
    # Chapter 9
    roll("crusader-under-a-greatsword", 2691, 10, -3, needs=7),
    # Chapter 10
    roll("cedric-consecrates-tired", 2965, 4, -1, needs=3),
    roll("cedric-blesses", 2987, 5, needs=5),
    roll("theophilus-blessed", 3009, 5, 2, needs=7),
    roll("cedric-consecrates", 3039, 4, needs=4),
    roll("consecrate-of-thirteen-for-ever", 3049, 13, -12, needs=1),
    roll("consecrate-of-twelve-for-ever", 3049, 12, -12, needs=0),
    roll("lucian-consecrates-for-ever", 3053, 18, -12, needs=6),
    roll("cedric-smites-tired", 3169, 6, -1, needs=5),
    roll("cedric-smites-with-disease", 3209, 6, -6, needs=0),
    roll("cedric-wrath", 3239, 4, -4, -2, needs=-2, faces=0),
    roll("cedric-wrath-by-luck", 3239, 4, 6, -4, -2, needs=4),
    # Chapter 11, and the spells of its witch
    roll("ursula-slumber", 3730, 6, needs=6),
    roll("sailor-withstands", 3730, 2, needs=2),
    roll("ursula-resisted-once", 3740, 6, -1, needs=5),
    roll("ursula-resisted-twice", 3740, 6, -2, needs=4),
    roll("aginon-keeps-his-spell", 4086, 4, needs=4),
)


def test_no_two_rolls_share_an_id() -> None:
    assert len({example.id for example in ROLLS}) == len(ROLLS)


@pytest.mark.parametrize("example", ROLLS, ids=lambda example: example.id)
def test_a_roll_succeeds_on_as_many_faces_as_the_example_says(example: Roll) -> None:
    target = example.stat + example.modifier
    assert target == example.needs
    assert skill_die(target).odds().success == Fraction(example.faces, 12)


@pytest.mark.parametrize("example", ROLLS, ids=lambda example: example.id)
def test_the_command_line_gives_the_same_odds(example: Roll) -> None:
    asked = odds([f"--stat={example.stat}", f"--modifier={example.modifier}"])
    assert asked == {"success": chance(Fraction(example.faces, 12))}


# Composites and averages (3.9.2, 7.2, 10.4, 11.6, 11.7.9)


class Average(NamedTuple):
    id: str
    line: int
    composite: str
    first: int
    second: int
    luck: int
    value: int


AVERAGES = (
    Average("merv-with-luck-three", 947, "combat", 3, 2, 3, 3),
    Average("merv-with-luck-two", 947, "combat", 3, 2, 2, 2),
    Average("merv-with-luck-one", 947, "combat", 3, 2, 1, 2),
    Average("raven", 1648, "combat", 2, 3, 2, 2),
    Average("cedric", 2903, "priestcraft", 3, 2, 3, 3),
    Average("ursula", 3445, "witchcraft", 2, 3, 3, 3),
)
HALVES = {
    "combat": ("vigour", "agility"),
    "priestcraft": ("stamina", "intuition"),
    "witchcraft": ("intellect", "luck"),
}
OF_COMBAT = ("block", "brawling", "disarm", "dodge", "feint", "missile-strike", "movement", "parry", "strike")
OF_PRIESTCRAFT = (
    *("bless", "channel", "consecrate", "curse", "defile", "heal"),
    *("prophecy", "resurrect", "smite", "work-miracle", "wrath"),
)
OF_WITCHCRAFT = ("alchemy", "arcana", "conjuring", "enchantment", "hex", "illusion", "sorcery", "summoning")


@pytest.mark.parametrize("example", AVERAGES, ids=lambda example: example.id)
def test_a_composite_is_an_average_that_luck_rounds(example: Average) -> None:
    first, second = HALVES[example.composite]
    sheet = made(**{"luck": example.luck - 1, first: example.first - 1, second: example.second - 1})
    assert (sheet[first], sheet[second], sheet["luck"]) == (example.first, example.second, example.luck)
    assert sheet[example.composite] == example.value


@pytest.mark.parametrize(
    ("stem", "line", "skills", "start"),
    [
        pytest.param("raven", 1658, OF_COMBAT, 2, id="ravens-nine-combat-skills"),
        pytest.param("six-attributes", 847, OF_PRIESTCRAFT, 3, id="eleven-priestcraft-skills"),
        pytest.param("luck-from-the-table", 3459, OF_WITCHCRAFT, 3, id="eight-witchcraft-skills"),
    ],
)
def test_all_skills_of_a_composite_start_there(stem: str, line: int, skills: tuple[str, ...], start: int) -> None:
    sheet = known(stem)
    assert line > 0
    assert {key: sheet[key] for key in skills} == dict.fromkeys(skills, start)
    base = sheet.rulebook.all(Skill)[skills[0]].base
    assert {key for key, skill in sheet.rulebook.all(Skill).items() if skill.base == base} == set(skills)


@pytest.mark.parametrize(
    ("line", "luck", "average"),
    [
        pytest.param(6180, 3, 5, id="ursulas-gem-trap"),
        pytest.param(6180, 2, 4, id="gem-trap-without-favour"),
    ],
)
def test_a_composite_spell_is_cast_with_a_rounded_average(line: int, luck: int, average: int) -> None:
    start = (2 + luck) // 2 + (luck == 3)
    sheet = made(luck=luck - 1, intellect=1, illusion=6 - start, sorcery=3 - start)
    trap = sheet.rulebook.all(Spell)["gem-trap"]
    assert line > 0
    assert (sheet["illusion"], sheet["sorcery"]) == (6, 3)
    assert sum(term.amount for term in casting_terms(sheet, trap)) == average
    (way,) = castings(sheet, trap)
    assert way.pool.value == average - 3


def test_a_rested_priest_has_the_fervour_of_the_channel_stat_and_seventeen_channellings() -> None:
    cedric = known("cedric")
    assert (cedric["channel"], cedric["fervour"], cedric["channellings"]) == (5, 5, 17)


def test_the_unhurt_have_an_injury_stat_of_withstand_injury_and_die_at_twelve_below_nought() -> None:
    assert (known("cedric")["injury"], known("cedric")["injury-points"]) == (4, 16)
    assert (known("otto")["injury"], known("otto")["injury-points"]) == (5, 17)


# What the sheet answers when it is asked (2293, 915, 925)


def asked(stem: str, **answers: str) -> Check:
    return ask(known(stem), answers).check


def test_no_injury_penalty_falls_on_cedrics_withstand_injury() -> None:
    assert asked("cedric", skill="withstand-injury", injury="1").pool.value == 4
    assert asked("cedric", skill="muscle", injury="1").pool.value == 3


def test_one_lucky_break_adds_beatrices_luck_and_two_add_it_twice() -> None:
    assert asked("dame-beatrice", skill="withstand-injury", breaks="1").pool.value == 7
    assert asked("dame-beatrice", skill="withstand-injury", breaks="2").pool.value == 10


def test_two_actions_cost_beatrice_one_in_each() -> None:
    assert asked("dame-beatrice", skill="dodge", actions="1").pool.value == 4
    assert asked("dame-beatrice", skill="strike", actions="1").pool.value == 5


# Difficulty Penalties of Priestcraft


@pytest.mark.parametrize(
    ("line", "skill", "way", "penalty"),
    [
        pytest.param(3049, "consecrate", "Permanent", -12, id="consecrate-for-ever"),
        pytest.param(3099, "defile", "Permanent", -12, id="defile-for-ever"),
        pytest.param(3209, "smite", "With Disease", -6, id="smite-with-disease"),
        pytest.param(3239, "wrath", "", -4, id="wrath"),
        pytest.param(3277, "resurrect", "", -12, id="resurrect"),
        pytest.param(3335, "work-miracle", "Small Miracle", -6, id="small-miracle"),
        pytest.param(3335, "work-miracle", "Great Miracle", -12, id="great-miracle"),
    ],
)
def test_a_priestcraft_skill_is_as_hard_as_the_book_says(line: int, skill: str, way: str, penalty: int) -> None:
    entry = system.read(Build.parse({})).rulebook.all(Skill)[skill]
    ways = {variant.name: variant.difficulty for variant in entry.variants}
    assert line > 0
    assert ways.get(way, entry.difficulty) == penalty


# Misprints: what the rule gives, and what is printed


class Misprint(NamedTuple):
    id: str
    ruling: str
    line: int
    rule: int
    printed: int


def maul_against_medium() -> int:
    book = system.read(Build.parse({})).rulebook
    (cover,) = (cover for cover in book.all(Armour)["medium-armour"].covers if cover.place == "torso")
    return max(0, cover.bonus + book.all(Weapon)["maul"].armour_penalty)


MISPRINTS = (
    (Misprint("medium-armour-under-a-maul", "A-13", 2716, 1, 0), maul_against_medium()),
    (Misprint("a-mounts-timing-from-5-to-6", "A-21", 1125, 5, 6), cost(5, 1)),
    (Misprint("dereks-called-shot-at-the-head", "A-23", 2357, 2, 3), skill_die(9 - 3 - 1 - 3).good),
    (Misprint("dereks-near-miss", "A-23", 2357, 5, 6), skill_die(9 - 3 - 1).good),
    (Misprint("cedrics-bullseye-penalty", "A-23", 3305, -21, -20), -6 - 2 - 12 - 1),
    (Misprint("ravens-near-miss", "A-24", 1789, 4, 5), skill_die(5 - 1).good),
    (Misprint("derek-closing-in", "A-29", 2139, 7, 8), 4 + skill_die(4 - 1).good),
    (Misprint("alq-habbids-resurrection", "A-46", 3283, 5, 7), skill_die(17 - 12).good),
)


@pytest.mark.parametrize(("misprint", "given"), MISPRINTS, ids=lambda one: getattr(one, "id", ""))
def test_where_the_book_misprints_the_rule_counts(misprint: Misprint, given: int) -> None:
    assert given == misprint.rule
    assert given != misprint.printed


def test_six_rulings_name_the_misprints() -> None:
    assert {misprint.ruling for misprint, _ in MISPRINTS} == {"A-13", "A-21", "A-23", "A-24", "A-29", "A-46"}


def test_even_light_armour_loses_no_more_to_a_maul_than_it_gives() -> None:
    book = system.read(Build.parse({})).rulebook
    (cover,) = (cover for cover in book.all(Armour)["light-armour"].covers if cover.place == "torso")
    assert max(0, cover.bonus + book.all(Weapon)["maul"].armour_penalty) == 0


# Reactions, and what is worn (A-25, 9.7.2, 9.8)


@pytest.mark.parametrize("skill", ["grip", "withstand-injury", "withstand-magic", "alertness"])
def test_no_action_penalty_falls_on_a_reaction(skill: str) -> None:
    sheet = known("dame-beatrice")
    assert ask(sheet, {"skill": skill, "actions": "1"}).check.pool.value == sheet[skill]


@pytest.mark.parametrize("skill", ["stealth", "horsemanship", "pick-locks", "pick-pockets"])
def test_mail_hinders_every_agility_skill(skill: str) -> None:
    sheet = known("soldier-in-mail")
    assert sheet[f"{skill}-as-worn"] == sheet[skill] - 3


def test_mail_hinders_new_skills_of_agility_alone() -> None:
    """4.12 makes them Agility Skills, to which 9.7.2 applies its penalty."""
    skills = [
        {"name": name, "picks": {"attribute": attribute}, "scores": {"steps": 2}}
        for name, attribute in (("Juggling", "agility"), ("Dominoes", "intellect"))
    ]
    mail = {"picks": {"item": "medium-armour", "worn": True}}
    live = system.read(Build.parse({"entries": {"equipment": [mail], "skills": skills}})).live({})
    for key, penalty in (("own-skill-1", 1), ("own-skill-2", 0)):
        built = live.sheet[key]
        listed = next(check for check in live.checks if check.key == key)
        asked_for = ask(live.sheet, {"skill": key}).check
        shown = [live.figure(key).value, listed.pool.value, asked_for.pool.value]
        assert shown == [built - penalty] * 3
    assert live.sheet.figures["own-skill-1-as-worn"].label == "Juggling with armour"


@pytest.mark.parametrize("place", ["arms", "legs"])
def test_a_suit_covers_the_limbs(place: str) -> None:
    assert known("soldier-in-mail")[f"within-{place}"] == 8


# Priestcraft that is hard, and what is never rolled


def test_cedrics_wrath_is_out_of_his_reach() -> None:
    assert asked("cedric", skill="wrath").pool.value == 0


def test_the_sheet_rolls_wrath_at_its_penalty() -> None:
    (found,) = (check for check in known("cedric").checks if check.key == "wrath")
    assert found.pool.value == 0


def test_channel_is_not_rolled() -> None:
    assert "channel" not in {check.key for check in known("cedric").checks}
