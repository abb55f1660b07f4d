"""Exact odds on the command line (1)."""

import argparse
import re
from collections.abc import Sequence
from typing import Any

from rules.kernel.pages import Parser, chance
from rules.systems.duality.game import duality
from rules.systems.duality.groups import Collective, Cooperative
from rules.systems.duality.keep_two import KeepTwo, OpposedKeepTwo


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--bonus 3 --difficulty medium`, `--opposed --bonus 3 --against 1`, `--collective 3,2,0 --magnitude 2`.

    Raises ValueError with a sentence for arguments that do not fit.
    """
    given = _parser().parse_args(list(arguments))
    return {name: chance(value) for name, value in _roll(given).odds().outcomes}


def _parser() -> Parser:
    parser = Parser(prog="odds duality", add_help=False)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--opposed", action="store_true", help="against another's roll")
    group.add_argument("--collective", help="bonuses of rolls that are added up: 3,2,0 (or --collective=-1,2)")
    group.add_argument("--cooperative", help="bonuses of rolls whose outcomes are added up: 3,2,0")
    parser.add_argument("--bonus", type=int, help="everything added to the two dice")
    parser.add_argument("--difficulty", default="medium", help="from very-easy and easy to very-hard")
    parser.add_argument("--increased", type=int, default=0, help="how often; of a group, each roll")
    parser.add_argument("--decreased", type=int, default=0, help="how often; of a group, each roll")
    parser.add_argument("--against", type=int, default=0, help="the opponent's bonus")
    parser.add_argument("--against-increased", type=int, default=0)
    parser.add_argument("--against-decreased", type=int, default=0)
    parser.add_argument("--magnitude", type=int, default=1, help="what a collective total is divided by")
    parser.add_argument("--dangerous", action="store_true", help="bad is very bad")
    return parser


def _roll(given: argparse.Namespace) -> KeepTwo | OpposedKeepTwo | Collective | Cooperative:
    difficulty = "-".join(given.difficulty.lower().replace("-", " ").replace("_", " ").split())
    shifts = given.increased, given.decreased
    if given.collective is not None:
        bonuses = _bonuses(given.collective)
        return Collective(bonuses, difficulty, given.magnitude, *shifts, dangerous=given.dangerous)
    if given.cooperative is not None:
        bonuses = _bonuses(given.cooperative)
        return Cooperative(tuple(KeepTwo(bonus, difficulty, *shifts, given.dangerous) for bonus in bonuses))
    if given.bonus is None:
        raise ValueError("Give the bonus with --bonus, or a group's with --collective or --cooperative.")
    if given.opposed:
        other = given.against, given.against_increased, given.against_decreased
        return OpposedKeepTwo(given.bonus, other[0], *shifts, *other[1:], dangerous=given.dangerous)
    return KeepTwo(given.bonus, difficulty, *shifts, given.dangerous)


def _bonuses(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"[+-]?[0-9]{1,6}", part) for part in parts):
        raise ValueError("The bonuses of a group are whole numbers with commas between them, such as 3,2,0.")
    return tuple(map(int, parts))


duality.odds = odds
