"""Blocks of a page to play from: what they say, and that nothing in them grows without end."""

from fractions import Fraction

import pytest

from rules.kernel import Cite, Figure, Term, Tracker
from rules.kernel.pages import Chance, Passage
from rules.kernel.pages.play_blocks import (
    BodyFigure,
    BoxGroup,
    BoxRow,
    Cell,
    Dots,
    Place,
    Power,
    RatingColumn,
    Ratings,
    RollTable,
    ValueColumn,
    ValueColumns,
    Words,
    chances_told,
    in_columns,
    stepping_down,
)
from rules.kernel.pages.print_parts import NumberLine

WHERE = Cite("Book", "1", 1)


def some(*chances: Fraction | None) -> tuple[Chance, ...]:
    return tuple(Chance("", 1, chance) for chance in chances)


HALF, FIFTH, NO = Fraction(1, 2), Fraction(1, 5), Fraction(0)


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((), ""),
        ((HALF,), "50%"),
        ((NO,), "0%"),
        ((HALF, FIFTH), "50 · 20%"),
        ((FIFTH, NO), "20 · 0%"),
        ((NO, NO), "never"),
        ((None, None), "–"),
    ],
)
def test_chances_share_one_sign(chances: tuple[Fraction | None, ...], told: str) -> None:
    assert chances_told(some(*chances)) == told


def test_a_cell_and_a_large_number_say_the_chance_and_a_word() -> None:
    assert Cell("4", "Brawling only", some(HALF)).told == "50% · Brawling only"
    assert Cell("").told == NumberLine("Block", "–").told == ""
    assert NumberLine("Strike", "6", "Axe", some(HALF)[0]).told == "Axe · 50%"


@pytest.mark.parametrize(
    ("start", "last", "free", "costly", "more"),
    [
        (2, "dead", ("1", "0"), ("−1", "−2"), 0),
        (0, "dead", (), ("−1", "−2"), 0),
        (-1, "", (), ("−2", "−3"), 0),
        (-9, "dead", (), (), 0),
        (900_000, "", tuple(f"{n}" for n in range(26, -1, -1)), ("−1", "−2", "−3"), 899_973),
    ],
)
def test_a_stat_steps_down_to_its_end(
    start: int, last: str, free: tuple[str, ...], costly: tuple[str, ...], more: int
) -> None:
    figure = Figure.of("left", "Left", WHERE, (Term(start + 3, "down to −3", WHERE),))
    tracker = Tracker("hurt", "Hurt", WHERE, figure, counts=start)
    groups = {group.caption: group for group in stepping_down(tracker, "free", "costs", last)}
    assert groups.get("free", BoxGroup(())).labels == free
    assert groups.get("costs", BoxGroup(())).labels == costly
    assert groups.get("free", BoxGroup(())).more == more
    assert [group.labels for caption, group in groups.items() if not caption] == ([("dead",)] if last else [])


def test_many_boxes_are_smaller() -> None:
    few, many = (BoxGroup(("",) * count) for count in (17, 18))
    assert (BoxRow("Wounds", (few,), large=True).size, BoxRow("Rounds", (few,)).size) == (8.4, 7.4)
    assert BoxRow("Wounds", (many,), large=True).size == 5.5


def test_a_body_says_in_words_what_is_covered() -> None:
    head, feet = Place("head", "4", False), Place("feet", "6", True)
    assert BodyFigure(title="Body", places=(head,)).clothed == "No armour"
    assert BodyFigure(title="Body", places=(head, feet)).clothed == "Armour on feet"
    assert feet.label == "Feet"


def test_columns_are_equal_and_fewer_in_large_print() -> None:
    lines = tuple(NumberLine(f"Skill {n}", "3") for n in range(7))
    columns = in_columns(lines, 3)
    assert [len(column.lines) for column in columns] == [3, 3, 1]
    plain = ValueColumns(title="Skills", groups=columns, across=3)
    assert plain.in_large_print == plain.side_by_side == (columns,)
    headed = ValueColumns(title="Skills", groups=(ValueColumn(lines, "Vigour", "3"),) * 6, across=6)
    assert ([len(row) for row in headed.side_by_side], [len(row) for row in headed.in_large_print]) == ([6], [3, 3])
    assert [NumberLine("Strike", value).far for value in ("12", "900,000")] == [False, True]
    assert NumberLine("Hex", "4", chance=some(HALF)[0]).far


def test_dots_show_what_they_can() -> None:
    assert [Dots("Charm", value, 7).shown for value in (-2, 3, 9)] == [0, 3, 7]
    assert [Dots("Charm", value, 7).beyond for value in (3, 9)] == [False, True]


@pytest.mark.parametrize(("across", "large"), [(3, 3), (4, 2)])
def test_four_columns_of_ratings_are_two_in_large_print(across: int, large: int) -> None:
    block = Ratings(title="Schools", groups=(RatingColumn("Charms", ()),) * 8, across=across)
    assert (len(block.side_by_side[0]), len(block.in_large_print[0])) == (across, large)


def test_a_power_says_what_each_way_takes() -> None:
    ways = (Chance("Injury", 5, Fraction(5, 12)), Chance("Infirmity", -1, NO))
    assert Power("Heal", "5", "", ways).told == "Injury 5 or less, 42% · Infirmity out of reach"
    assert Power("Bless", "4", "", (Chance("", -4, NO),)).told == "Out of reach"
    assert Power("Channel", "4", "", (), unrolled="not rolled").told == "not rolled"


def test_a_table_knows_its_plain_columns_and_words_stand_in_pairs() -> None:
    table = RollTable(title="Checks", heads=("Check", "dice", "DV 6", "DV 8", "DV 6", "DV 8"), rows=(), tinted=2)
    assert table.plain == 3
    assert [len(pair) for pair in Words(title="Trained", passages=(Passage("Stealth", "Hide."),) * 3).by_two] == [2, 1]
