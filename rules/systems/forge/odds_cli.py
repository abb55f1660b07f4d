"""Exact chances of any roll on the command line, with no character at hand."""

import argparse
import re
from collections.abc import Sequence
from typing import Any

from rules.kernel.pages import Parser, chance
from rules.systems.forge.dice_pools import dice_pool
from rules.systems.forge.game import DICE, forge
from rules.systems.forge.rolling import HELP, NO_PUSH, NO_SAFE, dice_of, die_against

MOST = 1_000


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--value 3 --die 8 [--backgrounds 1] [--tool 2] [--boons 1] [--banes 1] [--push|--safe] [--trained-opponent]`.

    `--opponent 4` stands for the die of that value; `--group 1,2,4 --helps` or `--hinders` for `--value`.
    Raises ValueError with a sentence for arguments that do not fit.
    """
    given = _parser().parse_args(list(arguments))
    _refuse(given)
    target = _value(given) + HELP * given.backgrounds + given.tool
    target += HELP * (given.safe - given.push - given.trained_opponent)
    faces = given.die if given.opponent is None else die_against(given.opponent)
    count = dice_of(given.boons, given.banes, push=given.push, safe=given.safe)
    return {name: chance(share) for name, share in dice_pool(count, target, faces).odds().outcomes}


def _parser() -> Parser:
    parser = Parser(prog="odds forge", add_help=False)
    parser.add_argument("--value", type=int, help="the ability or personal value")
    parser.add_argument("--group", help="the values of a group: 1,2,4")
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--helps", action="store_true", help="more people help a group: its highest value")
    many.add_argument("--hinders", action="store_true", help="more people hinder it: its lowest value")
    parser.add_argument("--die", type=int, choices=tuple(DICE.values()))
    parser.add_argument("--opponent", type=int, help="the opponent's ability or value, 1 or more")
    parser.add_argument("--backgrounds", type=int, default=0)
    parser.add_argument("--tool", type=int, default=0, choices=(-1, 0, 1, 2))
    parser.add_argument("--boons", type=int, default=0)
    parser.add_argument("--banes", type=int, default=0)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--push", action="store_true", help="one more die, target number 2 lower")
    way.add_argument("--safe", action="store_true", help="one less die, target number 2 higher")
    parser.add_argument("--trained-opponent", action="store_true", help="the target number 2 lower")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--attack", action="store_true", help="a yielded attack roll: neither pushed nor safe")
    kind.add_argument("--yield", dest="yields", action="store_true", help="another yield roll: never safe")
    return parser


def _refuse(given: argparse.Namespace) -> None:
    if (given.value is None) == (given.group is None):
        raise ValueError("Give one value with --value, or a group's with --group.")
    if (given.die is None) == (given.opponent is None):
        raise ValueError("Give a die with --die, or an opponent's value with --opponent.")
    if given.opponent is not None and given.opponent < 1:
        raise ValueError("An opponent's ability or value starts at 1.")
    numbers = (given.value or 0, given.backgrounds, given.boons, given.banes)
    if any(abs(number) > MOST for number in numbers) or min(numbers[1:]) < 0:
        raise ValueError("Backgrounds, boons and banes are counted from 0, and every number is a small one.")
    if given.push and given.attack:
        raise ValueError(NO_PUSH)
    if given.safe and (given.attack or given.yields):
        raise ValueError(NO_SAFE)


def _value(given: argparse.Namespace) -> int:
    """The one value, or the highest or lowest of a group."""
    if given.group is None:
        return int(given.value)
    parts = [part.strip() for part in given.group.split(",")]
    if not all(re.fullmatch(r"-?[0-9]{1,3}", part) for part in parts):
        raise ValueError("The values of a group are whole numbers with commas between them, such as 1,2,4.")
    if given.helps == given.hinders:
        raise ValueError("Say whether more people help or hinder: --helps or --hinders.")
    return (max if given.helps else min)(map(int, parts))


forge.odds = odds
