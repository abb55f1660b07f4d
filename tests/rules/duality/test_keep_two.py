"""Two eight-sided dice read off a table, against every roll counted by hand."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Odds
from rules.kernel import Dice
from rules.systems.duality.groups import Collective, Cooperative
from rules.systems.duality.keep_two import KeepTwo, OpposedKeepTwo
from rules.systems.duality.outcomes import DIFFICULTIES, OUTCOMES, harder
from tests.rules.falling import fall_by_the_odds, told

CELLS = {
    "very-easy": (-1, (0, 2), (3, 5), (6, 8), 9),
    "easy": (2, (3, 5), (6, 8), (9, 11), 12),
    "medium": (5, (6, 8), (9, 11), (12, 14), 15),
    "hard": (8, (9, 11), (12, 14), (15, 17), 18),
    "very-hard": (11, (12, 14), (15, 17), (18, 20), 21),
}
DIFFERENCES = (-6, (-5, -3), (-2, 2), (3, 5), 6)
FAR = 40

bonuses = st.integers(-6, 12)
times = st.integers(0, 10)
pairs = st.builds(KeepTwo, bonuses, st.sampled_from(list(DIFFICULTIES)), times, times, st.booleans())


def row(cells: tuple[Any, ...]) -> dict[int, str]:
    """A row of a table as every total from −40 to 40 with its outcome."""
    worst, *middle, best = cells
    spans = [(-FAR, worst), *middle, (best, FAR)]
    return {total: name for name, (low, high) in zip(OUTCOMES, spans, strict=True) for total in range(low, high + 1)}


def rolls(increases: int) -> list[int]:
    """Every roll of the dice, the two that count added up."""
    thrown = (sorted(dice) for dice in product(range(1, 9), repeat=abs(increases) + 2))
    return [sum(dice[-2:] if increases >= 0 else dice[:2]) for dice in thrown]


def counted(outcomes: Iterable[str]) -> dict[str, Fraction]:
    found = Counter(outcomes)
    return {name: Fraction(ways, sum(found.values())) for name, ways in found.items()}


def nonzero(odds: Odds) -> dict[str, Fraction]:
    return {name: chance for name, chance in odds.outcomes if chance}


@pytest.mark.parametrize("difficulty", CELLS)
def test_table_1_cell_by_cell(difficulty: str) -> None:
    expected = row(CELLS[difficulty])
    assert {total: KeepTwo(0, difficulty).outcome(total) for total in range(-FAR, FAR + 1)} == expected


def test_table_2_cell_by_cell() -> None:
    expected = row(DIFFERENCES)
    assert {total: OpposedKeepTwo(0).outcome(total) for total in range(-FAR, FAR + 1)} == expected


@pytest.mark.parametrize("increases", range(-3, 4))
@pytest.mark.parametrize(("bonus", "difficulty"), [(0, "very-easy"), (3, "medium"), (-1, "hard"), (7, "very-hard")])
def test_the_odds_are_every_roll_counted(increases: int, bonus: int, difficulty: str) -> None:
    pair = KeepTwo(bonus, difficulty, max(increases, 0), max(-increases, 0))
    assert nonzero(pair.odds()) == counted(pair.outcome(total + bonus) for total in rolls(increases))


@pytest.mark.parametrize(("increases", "other"), [(0, 0), (1, 0), (-1, 0), (0, 2), (1, -1), (-2, 1)])
@pytest.mark.parametrize(("bonus", "against"), [(3, 1), (0, 0), (-1, 4)])
def test_opposed_odds_are_every_two_rolls_counted(increases: int, other: int, bonus: int, against: int) -> None:
    roll = OpposedKeepTwo(bonus, against, max(increases, 0), max(-increases, 0), max(other, 0), max(-other, 0))
    mine, theirs = Counter(rolls(increases)), Counter(rolls(other))
    ways: Counter[str] = Counter()
    for (a, m), (b, n) in product(mine.items(), theirs.items()):
        ways[roll.outcome(a + bonus - b - against)] += m * n
    assert nonzero(roll.odds()) == {name: Fraction(n, ways.total()) for name, n in ways.items()}


@given(bonuses, bonuses, times, times, times, times)
def test_an_opposed_roll_is_as_good_for_one_as_it_is_bad_for_the_other(
    bonus: int, against: int, up: int, down: int, other_up: int, other_down: int
) -> None:
    mine = OpposedKeepTwo(bonus, against, up, down, other_up, other_down).odds()
    theirs = OpposedKeepTwo(against, bonus, other_up, other_down, up, down).odds()
    assert [chance for _, chance in mine.outcomes] == [chance for _, chance in reversed(theirs.outcomes)]


@given(pairs)
def test_chances_add_up_to_one_and_mixed_is_a_success(pair: KeepTwo) -> None:
    odds = pair.odds()
    assert tuple(name for name, _ in odds.outcomes) == OUTCOMES
    assert sum(chance for _, chance in odds.outcomes) == 1
    assert odds.success == odds.chance("mixed") + odds.chance("good") + odds.chance("very good")


@given(bonuses, st.sampled_from(list(DIFFICULTIES)), st.integers(0, 9))
def test_a_bonus_and_an_increase_help_and_a_decrease_does_not(bonus: int, difficulty: str, more: int) -> None:
    plain, better = KeepTwo(bonus, difficulty, more).odds(), KeepTwo(bonus, difficulty, more + 1).odds()
    assert plain.success <= better.success
    assert plain.success <= KeepTwo(bonus + 1, difficulty, more).odds().success
    assert KeepTwo(bonus, difficulty, 0, more + 1).odds().success <= KeepTwo(bonus, difficulty, 0, more).odds().success


def test_increases_and_decreases_cancel_out() -> None:
    assert KeepTwo(3, "hard", 2, 1).odds() == KeepTwo(3, "hard", 1).odds()
    assert KeepTwo(3, "hard", 1, 1).odds() == KeepTwo(3, "hard").odds()


def test_on_a_dangerous_roll_bad_is_very_bad() -> None:
    safe, dangerous = KeepTwo(3, "hard").odds(), KeepTwo(3, "hard", dangerous=True).odds()
    assert dangerous.chance("bad") == 0
    assert dangerous.chance("very bad") == safe.chance("bad") + safe.chance("very bad")
    assert dangerous.success == safe.success
    assert OpposedKeepTwo(0, dangerous=True).outcome(-4) == "very bad"
    assert Collective((0,), dangerous=True).outcome(7) == "very bad"


@pytest.mark.parametrize(
    ("total", "outcome"), [(58, "bad"), (59, "bad"), (60, "mixed"), (101, "good"), (-29, "very bad"), (-5, "very bad")]
)
def test_the_library_is_searched_as_the_table_says(total: int, outcome: str) -> None:
    assert Collective((0,) * 5, "easy", 10).outcome(total) == outcome


def test_a_total_is_divided_towards_zero() -> None:
    search = Collective((0,), "very-easy", 10)
    assert [search.outcome(total) for total in (-10, -9, 0, 9)] == ["very bad", "bad", "bad", "bad"]


@pytest.mark.parametrize(("up", "down"), [(0, 0), (1, 0), (0, 1)])
def test_collective_odds_are_every_roll_of_the_group_counted(up: int, down: int) -> None:
    group = Collective((3, 2, 0), "easy", 2, up, down)
    every = Counter(rolls(up - down))
    ways: Counter[str] = Counter()
    for thrown in product(every.items(), repeat=3):
        count = thrown[0][1] * thrown[1][1] * thrown[2][1]
        ways[group.outcome(sum(total for total, _ in thrown) + 5)] += count
    assert nonzero(group.odds()) == {name: Fraction(n, ways.total()) for name, n in ways.items()}


def test_one_roll_by_a_magnitude_of_one_is_a_roll() -> None:
    assert Collective((3,), "hard", 1, 1).odds() == KeepTwo(3, "hard", 1).odds()


@pytest.mark.parametrize(
    ("outcomes", "together"),
    [
        (["bad", "bad", "mixed", "very good"], "mixed"),
        (["bad", "bad", "good", "very good"], "good"),
        (["very bad"] * 4, "very bad"),
        (["very bad", "mixed", "good"], "bad"),
        (["very good", "very good"], "very good"),
    ],
)
def test_the_museum_is_entered_together(outcomes: list[str], together: str) -> None:
    assert Cooperative((KeepTwo(0, "hard"),) * len(outcomes)).outcome_of(outcomes) == together


def test_cooperative_odds_are_every_outcome_of_the_group_counted() -> None:
    group = (KeepTwo(3, "hard"), KeepTwo(0, "medium", 1), KeepTwo(-1, "easy", dangerous=True))
    chances = dict.fromkeys(OUTCOMES, Fraction(0))
    for thrown in product(*(roll.odds().outcomes for roll in group)):
        chance = thrown[0][1] * thrown[1][1] * thrown[2][1]
        chances[Cooperative(group).outcome_of(name for name, _ in thrown)] += chance
    assert dict(Cooperative(group).odds().outcomes) == chances


@given(pairs)
def test_whoever_cooperates_alone_only_rolls(pair: KeepTwo) -> None:
    assert Cooperative((pair,)).odds() == pair.odds()


def test_the_largest_groups_take_no_time_to_speak_of() -> None:
    assert 0 < Collective((0,) * 20, "medium", 18, 10).odds().success < 1
    assert 0 < Cooperative((KeepTwo(0, "medium", 0, 10),) * 20).odds().success < 1


@pytest.mark.parametrize(
    ("difficulty", "steps", "found"),
    [
        ("medium", 0, "medium"),
        ("medium", 1, "hard"),
        ("medium", -1, "easy"),
        ("very-easy", -1, "very-easy"),
        ("very-hard", 1, "very-hard"),
        ("easy", 9, "very-hard"),
    ],
)
def test_a_difficulty_never_leaves_the_table(difficulty: str, steps: int, found: str) -> None:
    assert harder(difficulty, steps) == found


@pytest.mark.parametrize(
    ("kind", "arguments", "sentence"),
    [
        (KeepTwo, (1_001,), "A bonus is between −1,000 and 1,000."),
        (KeepTwo, (-1_001,), "A bonus is between −1,000 and 1,000."),
        (KeepTwo, (0, "Medium"), "Unknown difficulty. Use very-easy, easy, medium, hard or very-hard."),
        (KeepTwo, (0, "hard", 11), "A roll can be increased or decreased 0 to 10 times."),
        (KeepTwo, (0, "hard", 0, -1), "A roll can be increased or decreased 0 to 10 times."),
        (OpposedKeepTwo, (0, 1_001), "A bonus is between −1,000 and 1,000."),
        (OpposedKeepTwo, (0, 0, 11), "A roll can be increased or decreased 0 to 10 times."),
        (OpposedKeepTwo, (0, 0, 0, 0, -1), "A roll can be increased or decreased 0 to 10 times."),
        (Collective, ((),), "A group makes 1 to 20 rolls."),
        (Collective, ((0,) * 21,), "A group makes 1 to 20 rolls."),
        (Collective, ((0, 2_000),), "A bonus is between −1,000 and 1,000."),
        (Collective, ((0,), "easy", 0), "A magnitude is between 1 and 1,000."),
        (Collective, ((0,), "easy", 1_001), "A magnitude is between 1 and 1,000."),
        (Cooperative, ((),), "A group makes 1 to 20 rolls."),
    ],
)
def test_a_roll_that_cannot_be_is_refused_with_a_sentence(kind: Any, arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$") as refused:
        kind(*arguments)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (KeepTwo(3), "2d8 + 3 vs Medium"),
        (KeepTwo(0, "very-easy"), "2d8 vs Very Easy"),
        (KeepTwo(-1, "hard", 1), "the highest two of 3d8 − 1 vs Hard"),
        (KeepTwo(2, "easy", 0, 2, True), "the lowest two of 4d8 + 2 vs Easy, and bad is very bad"),
        (OpposedKeepTwo(3, 1), "2d8 + 3 vs 2d8 + 1"),
        (OpposedKeepTwo(0, -1, 1, 0, 0, 1), "the highest two of 3d8 vs the lowest two of 3d8 − 1"),
        (Collective((3, 2, 0), "easy", 2), "6d8 + 5, divided by 2, vs Easy"),
        (
            Collective((3, 2, 0), "easy", 2, 1),
            "3 × the highest two of 3d8 + 5, divided by 2, vs Easy",
        ),
        (Cooperative((KeepTwo(1, "hard"), KeepTwo(0))), "2d8 + 1 vs Hard; 2d8 vs Medium"),
    ],
)
def test_a_roll_reads_as_one_would_say_it(roll: object, words: str) -> None:
    assert str(roll) == words


FALLING: list[Dice] = [
    KeepTwo(3, "medium"),
    KeepTwo(-2, "easy", 2, dangerous=True),
    KeepTwo(5, "very-hard", 0, 3),
    KeepTwo(1, "hard", 2, 2, True),
    OpposedKeepTwo(2, 4),
    OpposedKeepTwo(2, 1, increased=1, dangerous=True),
    OpposedKeepTwo(0, 3, decreased=1),
    OpposedKeepTwo(1, fight="defend"),
    Collective((3, -4), "easy", 2),
    Collective((-20, -1), "very-easy", 3, dangerous=True),
    Collective((2,), increased=3),
    Cooperative((KeepTwo(3, "hard"), KeepTwo(-1, "easy", dangerous=True))),
    Cooperative((KeepTwo(0, increased=1), KeepTwo(2))),
]


@pytest.mark.parametrize("dice", FALLING, ids=str)
def test_dice_fall_as_often_as_the_odds_say(dice: Dice) -> None:
    assert fall_by_the_odds(dice)


def test_two_dice_tell_their_total_and_where_outcomes_begin() -> None:
    assert told(KeepTwo(3), (5, 7)) == (
        "very good",
        {"Total": "5 + 7 + 3 = 15", "Medium": "bad from 6, mixed from 9, good from 12, very good from 15"}, "",
    )  # fmt: skip
    danger = KeepTwo(-1, decreased=1, dangerous=True).breakdown(((8, 3, 4),))
    assert (danger.outcome, [mark.word for mark in danger.marks[0]]) == ("very bad", ["left out", "", ""])
    assert dict(danger.lines)["Medium"] == "mixed from 9, good from 12, very good from 15"
    outcome, lines, _ = told(OpposedKeepTwo(2, 1, increased=1), (1, 2, 5), (8, 4))
    assert (outcome, lines["Your total"], lines["Opponent's"], lines["Difference"]) == (
        "bad", "2 + 5 + 2 = 9", "8 + 4 + 1 = 13", "−4",
    )  # fmt: skip


def test_a_group_tells_each_roll() -> None:
    outcome, lines, _ = told(Collective((3, -4), "easy", 2), (5, 7), (1, 2))
    assert (outcome, lines["Roll 1"], lines["Roll 2"]) == ("mixed", "5 + 7 + 3 = 15", "1 + 2 − 4 = −1")
    assert (lines["Total"], lines["Divided by 2"]) == ("14", "7")
    outcome, lines, _ = told(Cooperative((KeepTwo(3), KeepTwo(0, "hard"))), (5, 7), (1, 2))
    assert (outcome, lines["Together"]) == ("mixed", "0")
    assert lines["Roll 1"] == "5 + 7 + 3 = 15 vs Medium: very good, +2"


@given(st.integers(-5, 9), st.integers(-5, 9))
def test_a_defence_is_missed_as_often_as_the_attack_on_it_misses(mine: int, theirs: int) -> None:
    """On a mixed result both sides get their way: the blow lands, and is answered (4.1)."""
    defence = OpposedKeepTwo(mine, theirs, fight="defend").odds()
    attack = OpposedKeepTwo(theirs, mine, fight="attack").odds()
    assert defence.success == 1 - attack.success == defence.chance("good") + defence.chance("very good")
    assert defence.partial == "", "a mixed result is a hit"
    assert defence.outcomes == OpposedKeepTwo(mine, theirs).odds().outcomes


@pytest.mark.parametrize(
    ("own", "attacking", "defending"),
    [
        ((8, 8), "hit (very good)", "attack misses (very good)"),
        ((4, 3), "hit (mixed)", "attack hits (mixed)"),
        ((1, 1), "miss (bad)", "attack hits (bad)"),
    ],
)
def test_a_roll_of_a_fight_says_first_whether_it_hits(own: tuple[int, ...], attacking: str, defending: str) -> None:
    shown = own, (2, 4)
    assert told(OpposedKeepTwo(0, fight="attack"), *shown)[2] == attacking
    assert told(OpposedKeepTwo(0, fight="defend"), *shown)[2] == defending
    assert told(OpposedKeepTwo(0), *shown)[2] == ""
