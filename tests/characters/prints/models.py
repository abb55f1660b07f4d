"""Who stands model for a game's printed sheet, and what must be read on it besides what is read on all."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from characters.printing.print_page import PrintPage
from rules import systems
from rules.kernel import Build, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import Game

ENDLESS = "Once upon a time on the water. " * 150 + "W" * 500 + "\n\nThe last word is finis."
"""A page of notes, with a word that does not end."""


def said_nothing(_: Sheet) -> Iterable[str]:
    return ()


def thirty(name: str) -> list[dict[str, Any]]:
    """A list that does not end: names of one line and of two, and one that no line holds."""
    return [*({"name": f"{name} {n} {'odd ' * (n % 9)}"} for n in range(30)), {"name": "U" * 200}]


def too_much(system: Game) -> dict[str, Any]:
    """More of everything than anybody has, by the names alone that a build of this game may use."""
    names = system.names(system.rulebook)
    numbers = dict(zip(sorted(names.scores), (900_000, -7, 44, 12), strict=False))
    return {
        "scores": numbers,
        "entries": {key: thirty(key.capitalize()) for key in sorted(names.entries)},
        "notes": {"backstory": ENDLESS},
    }


@dataclass(frozen=True)
class Model:
    """What a game brings to the press.

    `document` is an ordinary character, legal and with something written, `wrong` a change that breaks a rule of the
    game, `more` somebody with too much of everything (without one, what `too_much` makes). `large` is how many pages an
    ordinary character may fill in large print.

    Of the ordinary sheet, `said` are words on it, `drawn` what its pictures say to who cannot see them, `order` and
    `order_drawn` stand in this order. `blanks` are words on the sheet of nobody, `appended` in the appendix,
    `said_overfull` on the sheet of too much; each of `goes_on` is a heading and words below it: the heading is on every
    page that has the words.
    """

    system: Game
    document: dict[str, Any]
    wrong: tuple[str, Any]
    band: str
    more: Callable[[], Sheet] | None = None
    large: int = 3
    said: Callable[[Sheet], Iterable[str]] = said_nothing
    drawn: Callable[[Sheet], Iterable[str]] = said_nothing
    order: tuple[str, ...] = ()
    order_drawn: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()
    appended: tuple[str, ...] = ()
    said_overfull: tuple[str, ...] = ()
    goes_on: tuple[tuple[str, str], ...] = ()

    def page(self, name: str = "Jane Alderwick", **how: Any) -> PrintPage:
        given = {"player": "Mira", **how}
        return PrintPage(name, self.system.key, self.system.name, 42, date(2026, 11, 20), **given)

    def sheet(self, who: str) -> Sheet:
        """Somebody "ordinary", "broken", "overfull" or "empty"."""
        if who == "overfull":
            return self.more() if self.more else self.read(too_much(self.system))
        documents = {"ordinary": self.document, "broken": apply(self.document, *self.wrong), "empty": {}}
        return self.read(documents[who])

    def read(self, document: dict[str, Any]) -> Sheet:
        return self.system.read(Build.parse(json.loads(json.dumps(document))))


@cache
def model(game: str) -> Model:
    """The model of a registered game: `MODEL` in the module here that is called like the game's package."""
    name = f"tests.characters.prints.{systems.PACKAGES[game].rpartition('.')[2]}"
    assert find_spec(name), f"nobody stands model for the printed sheet of {game}: write {name}"
    found: Model = import_module(name).MODEL
    return found
