"""The fifteen outcome tables of the handbook's §10.2, cell by cell, against exact odds."""

import csv
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from rules.systems.hprpg.dice_pools import dice_pool

DIFFICULTIES = (4, 6, 8, 10, 12)
CATASTROPHES = (1, 2, 3)
DICE = range(1, 15)
COLUMNS = ("catastrophe", "failure", "1", "2", "3", "4", "5", "6", "7+")
SMALLEST_PERCENT = Fraction(1, 100)
TWO_DIGITS = Context(prec=2, rounding=ROUND_HALF_UP)

Cell = tuple[int, int, int, str]


@cache
def book() -> list[tuple[Cell, str]]:
    """Every cell of the tables, as ((dv, catastrophe, dice, column), the text the book prints)."""
    with Path(__file__).with_name("outcomes.csv").open(newline="", encoding="utf-8") as file:
        return [
            ((int(row["dv"]), int(row["catastrophe"]), int(row["dice"]), row["column"]), row["printed"])
            for row in csv.DictReader(file)
        ]


def successes_needed(column: str) -> int:
    """The dice a column takes at the least: "7+" needs seven, a failure none."""
    return int(column.rstrip("+")) if column[0].isdigit() else 0


def printed(column: str, dice: int, chance: Fraction) -> str:
    """A chance as the book prints it: a percentage to two digits, halves upwards.

    A dash is for a pool too small for the column. The book's "<0.1" begins below 0.01 %, and also
    stands for the net results that a pool of DV 4 and range 1-3 can never land on.
    """
    if successes_needed(column) > dice and not chance:
        return "-"
    percent = 100 * chance
    if percent < SMALLEST_PERCENT:
        return "<0.1"
    rounded = TWO_DIGITS.divide(Decimal(percent.numerator), Decimal(percent.denominator))
    return format(rounded.normalize(), "f")


def test_the_file_holds_every_cell_of_the_fifteen_tables_once() -> None:
    cells = [cell for cell, _ in book()]
    assert len(cells) == 1890
    assert cells == list(product(DIFFICULTIES, CATASTROPHES, DICE, COLUMNS))


@pytest.mark.parametrize("catastrophe", CATASTROPHES)
@pytest.mark.parametrize("dv", DIFFICULTIES)
def test_the_exact_odds_print_as_the_book_does(dv: int, catastrophe: int) -> None:
    expected = {cell: text for cell, text in book() if cell[:2] == (dv, catastrophe)}
    pools = {dice: dice_pool(dice, dv, catastrophe).odds() for dice in DICE}
    assert {
        (dv, catastrophe, dice, column): printed(column, dice, odds.chance(column))
        for dice, odds in pools.items()
        for column in COLUMNS
    } == expected
