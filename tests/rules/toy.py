"""A game of a dozen lines, such as a third party might bring: it knows nothing of the others."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rules.kernel import Cite, Entry, KnownKeys, Reading, Rulebook, Term
from rules.kernel.pages import Game

BOOK = """
[book]
key = "core"
edition = "1"
system = "toy"
title = "Toy"
short = "Toy"
licence = "none"

[[section]]
number = "2"
title = "Everything"
page = 3
"""
PLACE = Cite("Toy", "2", 3)


@dataclass(frozen=True, kw_only=True)
class Power(Entry):
    """The one kind of entry."""

    cost: int = 0
    tags: tuple[str, ...] = ()
    secret: bool = False


@dataclass(frozen=True, kw_only=True)
class PowerLevel(Entry):
    """A kind of two words."""


def write(folder: Path, **files: str) -> Path:
    """A folder with the toy's book and more files beside it."""
    (folder / "book.toml").write_text(BOOK)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return folder


def power(key: str = "flight", more: str = "") -> str:
    return f'[[power]]\nkey = "{key}"\nname = "Flight"\nsection = "2"\npage = 4\nsummary = "Up."\n{more}\n'


def game(folder: Path) -> Game:
    """A game with no figures yet, one score `luck` and a pick `power`."""
    system = Game("toy", "Toy", "A toy.", folder, (Power, PowerLevel), "Toy")
    system.names = lambda book: KnownKeys(scores=frozenset({"luck"}), picks=frozenset({"power"}))
    return system


def needs(system: Game, key: str, *others: str) -> None:
    """A figure that is the sum of other figures."""

    def terms(c: Reading) -> Iterable[Term]:
        for other in others:
            yield Term(c[other], other, PLACE)

    system.figure(key, key.capitalize(), PLACE)(terms)


def shelf(system: Game) -> Rulebook:
    return system.rulebook
