"""The games, by key. A game is a package here whose `system` is a `Game`; it is loaded when first asked for."""

from functools import cache
from importlib import import_module

from rules.kernel import RuleError
from rules.kernel.pages import Game

PACKAGES = {
    "hprpg": "hprpg",
    "dominion": "dominion",
    "duality": "duality",
    "rough-magic": "rough_magic",
    "forge": "forge",
}
"""Key of a game -> its package in this folder, in the order players see them."""


PARTS = {
    "steps": "steps.py",
    "names": "steps.py",
    "panels": "panels.py",
    "facts": "panels.py",
    "ask": "performing.py",
    "odds": "performing.py",
    "random": "generate.py",
    "layout": "printing.py",
    "story": "steps.py",
}
"""What has to be set on each `Game`, and the module that does in a small one."""


def load(key: str) -> Game:
    """A game by its key, whole or not. Raises KeyError where there is none, and whatever its modules raise."""
    package = f"rules.systems.{PACKAGES[key]}"
    system = getattr(import_module(package), "system", None)
    if not isinstance(system, Game):
        raise RuleError(f"{package} has no “system”: import the game into its __init__.py under that name.")
    if system.key != key:
        raise RuleError(f"{package} calls its game “{system.key}”, and PACKAGES calls it “{key}”.")
    return system


def lacking(system: Game) -> tuple[str, ...]:
    """The parts that a game does not have yet."""
    return tuple(part for part in PARTS if not hasattr(system, part))


@cache
def get(key: str) -> Game:
    """A game by its key. Raises KeyError where there is none, RuleError where it lacks a part."""
    system = load(key)
    if missing := lacking(system):
        raise RuleError(f"The game {key} has no {', no '.join(missing)}.")
    return system


def every() -> tuple[Game, ...]:
    """All games."""
    return tuple(get(key) for key in PACKAGES)


__all__ = ["PACKAGES", "PARTS", "every", "get", "lacking", "load"]
