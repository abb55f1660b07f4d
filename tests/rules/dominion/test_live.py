"""What a moment makes of the numbers and rolls of this game: armour, wounds, weariness, Defeat (8, 9.7, 10.5.4)."""

from typing import Any

import pytest

from campaigns.demo.demo_cast import RAVEN, URSULA
from rules.dice import RolledSum
from rules.kernel import Build, Check, Origin, Sheet
from rules.kernel.basics import minus
from rules.kernel.documents import apply
from rules.kernel.pages import Layout, ListField, RatingField, ask, desk
from rules.kernel.pages.play_blocks import RollTable, ValueColumns
from rules.systems.dominion import system
from rules.systems.dominion.armoury import armed
from rules.systems.dominion.entries import Spell
from tests.rules.listed_blocks import printed


def read(document: Any) -> Sheet:
    return system.read(Build.parse(document))


def listed(sheet: Sheet, **marks: int) -> dict[str, Check]:
    return {check.key: check for check in sheet.live(marks).checks}


def test_the_list_is_of_somebody_in_armour() -> None:
    raven = read(apply(RAVEN, "entries.equipment.1.picks.item", "mighty-armour"))
    assert raven.build.entries["equipment"][1].picks["worn"] is True
    rolls = listed(raven)
    for skill in ("stealth", "dodge", "parry"):
        if skill in rolls:
            assert rolls[skill].pool.value == raven[f"{skill}-as-worn"] < raven[skill]
    assert rolls["within-torso"].pool.value == raven["within-torso"] > raven["withstand-injury"]
    assert raven.live({}).figure("dodge").value == raven["dodge-as-worn"]
    assert [term.origin for term in raven.live({}).figure("dodge").terms][-1] is Origin.TEMPORARY
    assert raven["dodge"] == raven.figures["dodge"].value, "rules read each other's built face"


def test_bare_hands_feint_and_disarm_worse() -> None:
    """Five for a Feint, as the book takes from Otto, three for a Disarm, as from Sir Derek (7.3.6, 7.3.7)."""
    raven = read(RAVEN)
    armed, bare = raven.live({}), read(apply(RAVEN, "entries.equipment.0.picks.wielded", None)).live({})
    assert (armed.figure("feint").value, bare.figure("feint").value) == (raven["feint"], raven["feint"] - 5)
    for live in (armed, bare):
        for key in ("feint", "disarm"):
            roll = ask(live, {"skill": key}).check
            assert roll.pool.value == live.figure(key).value
        assert live.figure("disarm").value == raven["disarm"] - 3
    assert ask(armed, {"skill": "disarm-with-longsword"}).check.pool.value == raven["disarm-with-longsword"]


BLOCKER = apply(RAVEN, "scores.block", 2)
SHIELD = {"picks": {"item": "buckler", "worn": True}}
SWORD, GREATSWORD = ({"picks": {"item": item, "wielded": True}} for item in ("longsword", "greatsword"))
NO_SHIELD = "No Block without a shield."


@pytest.mark.parametrize(
    ("carried", "why"),
    [
        ([], NO_SHIELD),
        ([GREATSWORD], NO_SHIELD),
        ([apply(SHIELD, "picks.worn", None)], NO_SHIELD),
        ([GREATSWORD, SHIELD], "No Block with both hands on Greatsword."),
        ([SWORD, SHIELD], ""),
    ],
)
def test_block_takes_a_shield_and_a_hand_for_it(carried: list[Any], why: str) -> None:
    """On the list, in the form of odds, among the panels and on paper (7.3.10, 9.2.1)."""
    raven = read({**BLOCKER, "entries": {**BLOCKER["entries"], "equipment": carried}})
    live = raven.live({})
    for check in (listed(raven)["block"], ask(live, {"skill": "block"}).check):
        assert (check.dice is None, check.note, check.pool.value) == (bool(why), why, raven["block"])
    assert system.barred(live, "block") == why
    assert not system.barred(live, "dodge")
    paper = system.layout(raven)
    assert told(paper, "Combat")["Block"] == minus(raven["block"]), "as it was trained, before shield and weapon"
    assert next(one.value == "–" for one in paper.numbers if one.label == "Block") == bool(why)


def test_a_trained_disarm_is_listed_with_the_weapon_in_hand() -> None:
    """Bare hands alone take three from it (7.3.7)."""
    trained = apply(RAVEN, "scores.disarm", 2)
    raven = read(trained)
    rolls = listed(raven)
    assert rolls["disarm-with-longsword"].pool.value == raven["disarm-with-longsword"]
    assert rolls["disarm"].pool.value == raven["disarm"] - 3
    assert "disarm-with-longsword" not in listed(read(apply(trained, "entries.equipment.0.picks.wielded", None)))
    assert "disarm-with-longsword" not in listed(read(RAVEN)), "only what is trained is listed"


def test_a_number_has_one_face_at_a_time() -> None:
    ursula = read(URSULA)
    live = ursula.live({"injury": ursula["injury"] + 3})
    for check in live.checks:
        if check.key in ursula.figures and check.dice:
            assert live.figure(check.key).value == check.pool.value
    assert live.figure("withstand-injury").value == ursula["withstand-injury"]
    assert live.figure("vigour").value == ursula["vigour"], "attributes are no skills"


@pytest.mark.parametrize(("taken", "words"), [(10, "Totally incapacitated"), (16, "Dead")])
def test_whoever_is_down_rolls_nothing_that_the_wound_lowers(taken: int, words: str) -> None:
    """RAVEN has no skill of more than six; a sword in the hand does not change that (A-33)."""
    rolls = listed(read(RAVEN), injury=taken)
    assert rolls["strike-with-longsword"].dice is None
    assert words in rolls["strike-with-longsword"].note
    assert (rolls["withstand-injury"].dice is None) is (words == "Dead")


def test_defeat_in_combat_leaves_other_skills() -> None:
    ursula = read(URSULA)
    best = max(ursula[key] for key in ("strike", "parry", "dodge", "brawling", "block", "feint", "disarm"))
    assert ursula["enchantment"] > best
    live = ursula.live({"injury": ursula["injury"] + best})
    assert "Defeated in combat" in [fact.label for fact in live.facts]
    rolls = {check.key: check for check in live.checks}
    assert all(check.dice is None for key, check in rolls.items() if "-with-" in key)
    assert rolls["cast-slumber"].dice
    assert rolls["cast-slumber"].pool.value == ursula["enchantment"] - best


def test_a_lost_skill_is_lost_with_a_weapon_in_hand() -> None:
    """The weapon's bonus does not bring it back (A-33)."""
    raven = read(RAVEN)
    hurt = raven["parry"]
    assert raven["strike"] > hurt
    roll = listed(raven, injury=raven["injury"] + hurt)["parry-with-longsword"]
    assert (roll.dice, roll.pool.value) == (None, raven["parry-with-longsword"] - hurt)
    assert "Parry is lost" in roll.note


def test_reach_list_desk_and_roll_agree_on_every_spell() -> None:
    ursula = read(URSULA)
    for marks in ({}, {"injury": ursula["injury"] + 3}, {"injury": ursula["injury"] + 6}, {"injury": 99}):
        live = ursula.live(marks)
        rolls = {check.key: check for check in live.checks}
        for spell in ursula.rulebook.all(Spell).values():
            best = live.casting(spell)
            own = [check for key, check in rolls.items() if key.rstrip("-0123456789") == f"cast-{spell.key}"]
            if own and best.dice and "rites" not in best.note:
                assert best.pool.value == max(check.pool.value for check in own), spell.key
            asked = desk(live, spell, {}).check
            assert (asked.dice is None) <= (best.dice is None), spell.key
            if best.dice and not spell.variants and "rites" not in best.note:
                assert asked.pool.value == best.pool.value, spell.key


@pytest.mark.parametrize(("key", "words"), [("charm-person", "Intellect"), ("godsbane", "Channel")])
def test_a_spell_as_hard_as_its_target_asks_for_the_target(key: str, words: str) -> None:
    """Nobody's stat is below one; the desk asks how high it is (12.0.8, A-09)."""
    ursula = read(apply(URSULA, f"picks.spells.{key}", True))
    spell = ursula.rulebook.all(Spell)[key]
    live = ursula.live({})
    stat = max(ursula[skill] for skill in spell.skills)
    roll = next(check for check in live.checks if check.key == f"cast-{key}")
    assert (roll.pool.value, words in roll.note) == (stat - 1, True)
    assert [desk(live, spell, {"target": given}).check.pool.value for given in ("", "1", "4")] == [
        stat - 1, stat - 1, stat - 4,
    ]  # fmt: skip
    assert f"The target's {words}" in [field.label for field in desk(live, spell, {}).fields]
    assert ("Difficulty Penalty", f"the target's {words}") in system.spell_facts(spell, ursula.rulebook).facts


def test_an_exhausted_priest_channels_nothing_before_a_rest() -> None:
    priest = read(apply(apply(RAVEN, "scores.bless", 3), "scores.heal", 2))
    channellings = priest["channellings"]
    rolls = listed(priest, fervour=channellings)
    assert rolls["bless"].dice is None
    assert "No Channelling until you Rest" in rolls["bless"].note
    assert rolls["strike-with-longsword"].dice


@pytest.mark.parametrize("key", ["no-such", "cast-transmute-object", "cast-slumber-9", "dodge-with-nothing"])
def test_a_roll_nobody_knows_is_a_sentence_and_no_other_roll(key: str) -> None:
    check = ask(read(URSULA).live({}), {"skill": key}).check
    assert (check.dice, check.pool.value) == (None, 0)
    assert "Choose one from the list" in check.note


def test_an_address_of_old_still_finds_its_roll() -> None:
    raven = read(RAVEN)
    assert ask(raven.live({}), {"skill": "dodge-as-worn"}).check.pool.value == raven["dodge-as-worn"]


def test_who_never_studied_casts_nothing_on_any_page() -> None:
    raven = read(apply(RAVEN, "picks.spells", ["slumber", "dark"]))
    live, slumber = raven.live({}), raven.rulebook.all(Spell)["slumber"]
    rolls = {check.key: check for check in live.checks}
    for check in (rolls["cast-slumber"], ask(live, {"skill": "cast-slumber"}).check, live.casting(slumber)):
        assert (check.dice, "You need a Witchcraft skill" in check.note) == (None, True)
    assert desk(live, slumber, {}).check.dice is None


def test_a_mark_beyond_everything_is_as_bad_as_death() -> None:
    live = read(RAVEN).live({"injury": 10**6})
    assert live.answers["injury"] == "12"
    assert all(check.dice is None for check in live.checks)


def told(paper: Layout, title: str) -> dict[str, str]:
    """The names and numbers in columns."""
    return {line.label: line.value for column in printed(paper, ValueColumns, title).groups for line in column.lines}


@pytest.mark.parametrize("bare", [False, True], ids=["armed", "bare hands"])
def test_paper_prints_every_stat_as_the_sheet_shows_it(bare: bool) -> None:
    """In heavy armour, and with nothing in the hands: Disarm and Feint among them (7.3.6, 7.3.7, 9.7)."""
    document = apply(RAVEN, "entries.equipment.1.picks.item", "mighty-armour")
    raven = read(apply(document, "entries.equipment.0.picks.wielded", None) if bare else document)
    live, paper = raven.live({}), system.layout(raven)
    shown = {raven.figures[key].label: live.figure(key).value for key in raven.figures if "-with-" not in key}
    skills, combat = (told(paper, title) for title in ("Skills", "Combat"))
    assert (skills.pop("Lucky Break"), skills.pop("Rounding")) == (f"+{raven['luck']}", "down")
    assert skills == {label: minus(shown[label]) for label in skills}
    # A fight is played from the numbers above and from the table; its skills stand as they were trained.
    assert combat == {figure.label: minus(figure.value) for figure in raven.figures.values() if figure.label in combat}
    rows = {row.name: [cell.value for cell in row.cells] for row in printed(paper, RollTable, "In hand").rows}
    hands = rows["Bare hands (Brawling)"]
    assert hands[3:5] == [minus(raven["disarm"] - 3), minus(raven["feint"] - 5)]
    parry = next(key for key in raven.figures if key.startswith("parry-with-"))
    assert rows["Longsword"][2] == minus(live.figure(parry).value)
    large = {number.label: number.value for number in paper.numbers}
    assert large["Dodge"] == minus(shown["Dodge"])
    assert shown["Dodge"] < raven["dodge"]
    assert large["Parry"] == minus(live.figure(parry).value)


def test_wounds_slow_a_sprint_and_not_the_pace() -> None:
    """The number that heads the sheet is the one among the panels; only what is rolled is lower, and lost (7.3.12)."""
    live = read(RAVEN).live({"injury": 4 + 3})
    head = next(vital for vital in system.vitals(live) if vital.label == "Movement")
    assert (
        (head.value, head.barred) == (str(live.figure("movement").value), system.barred(live, "movement")) == ("1", "")
    )
    assert ask(live, {"skill": "movement"}).check.note.startswith("Sprint and Retreat are lost")
    lost = next(fact.text for fact in live.facts if fact.label == "Lost for now")
    assert "Sprint and Retreat" in lost
    assert "Movement" not in lost
    down = read(RAVEN).live({"injury": 4 + 6})
    assert system.barred(down, "movement")


def test_what_a_fight_asks_for_lies_together() -> None:
    """A bare-handed Disarm is beside that of the sword, and no skill of the others between them."""
    told = list(system.further(read(RAVEN)))
    found = [title for title, _ in told]
    assert list(dict.fromkeys(found)) == ["Combat", "Skills", "Withstand Injury", "Attributes"]
    assert found == sorted(found, key=list(dict.fromkeys(found)).index)
    fight = [check.label for title, check in told if title == "Combat"]
    assert {"Disarm", "Disarm with Longsword"} <= set(fight)
    assert "Climbing" not in fight


def test_what_is_too_dear_says_its_price_and_what_is_left() -> None:
    """Not that nothing is left, as long as something is (2.6)."""
    raven = read(apply(RAVEN, "entries.equipment.0.picks.item", "spear"))
    gear = next(field for step in system.steps(raven) for field in step.fields if field.path == "entries.equipment")
    assert isinstance(gear, ListField)
    reasons = [field.reason for field in gear.items[0] if isinstance(field, RatingField)]
    assert (raven.budgets["aps"].remaining, reasons) == (1, ["costs 3 APs, 1 left"])


def test_what_surrounds_a_fight_lowers_combat_skills_and_says_so() -> None:
    """Total darkness is −5 and mud at most −3, both at once, on Combat skills alone (7.5)."""
    raven = read(RAVEN)
    sword = next(key for key in raven.figures if key.startswith("strike-with-"))
    marks = {"darkness": 5, "mud": 9}
    bare, hard = listed(raven), listed(raven, **marks)
    assert hard[sword].pool.value == bare[sword].pool.value - 5 - 3
    assert [(t.label, t.amount) for t in hard[sword].pool.terms[-2:]] == [("Darkness", -5), ("Mud or snow", -3)]
    assert hard["stealth"].pool.value == bare["stealth"].pool.value
    assert raven.live(marks).figure("dodge").value == raven.live({}).figure("dodge").value - 8
    assert ask(raven.live(marks), {"skill": sword}).check.pool == hard[sword].pool
    assert [fact.value for fact in raven.live(marks).facts if fact.label == "Combat conditions"] == ["−8"]
    assert {state.key: state.top for state in raven.conditions if state.key != "blocked"} == {
        "darkness": 5, "visibility": 4, "water": 5, "weather": 4, "mud": 3,
    }  # fmt: skip


def test_the_timing_score_is_a_sum_that_a_twelve_puts_last() -> None:
    """The die and the stat with the weapon in hand, less what a wound takes; nothing to reach (6.4, 8.4.1)."""
    raven = read(RAVEN)
    weapon = next(thing.item for thing in raven.reading.memo(armed) if thing.wielded)
    stat = raven[f"timing-with-{weapon}"]
    score = listed(raven)["timing-score"]
    assert score.dice == RolledSum(1, 12, stat, fails=True)
    hurt = listed(raven, injury=raven["injury"] + 1)["timing-score"]
    assert hurt.dice == RolledSum(1, 12, stat - 1, fails=True)
    assert ask(raven.live({}), {"skill": "timing"}).check.dice != score.dice, "in other ways it is rolled at or under"


def test_a_weapon_that_forfeits_timing_is_not_rolled_with() -> None:
    slow = apply(RAVEN, "entries.equipment.0.picks.item", "greatsword")
    score = listed(read(slow))["timing-score"]
    assert (score.dice, score.note) == (None, "You don't roll with this weapon: your Timing stat is the score.")
    assert ask(read(slow).live({}), {"skill": "timing-score"}).check.dice is None
