"""Asking for any roll: as a form on the sheet, and as exact odds on the command line."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dice import Successes
from rules.kernel import Check, Figure, Parser, Question, Sheet, Term, chance
from rules.systems.forge.game import cite, forge


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Brawn, at standard difficulty."""
    figure = sheet.figures["brawn"]
    pool = Figure.of("brawn", figure.label, cite("Target Number"), (Term(figure.value, figure.label, figure.cite),))
    return Question((), Check("brawn", figure.label, cite("Target Number"), pool, Successes(2, pool.value, 8)))


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--value 3 --die 8`. Raises ValueError with a sentence for arguments that do not fit."""
    parser = Parser(prog="odds forge", add_help=False)
    parser.add_argument("--value", type=int, required=True)
    parser.add_argument("--die", type=int, required=True)
    given = parser.parse_args(list(arguments))
    return {name: chance(share) for name, share in Successes(2, given.value, given.die).odds().outcomes}


forge.ask = ask
forge.odds = odds
