"""The games, by key. A game is a package here whose `system` is a `System`; it is loaded when first asked for."""

from functools import cache
from importlib import import_module

from rules.kernel import RuleError, System

PACKAGES = {
    "hprpg": "hprpg",
    "dominion": "dominion",
    "duality": "duality",
    "rough-magic": "rough_magic",
    "forge": "forge",
}
"""Key of a game -> its package in this folder, in the order players see them."""


@cache
def get(key: str) -> System:
    """A game by its key. Raises KeyError where there is none, RuleError where it lacks a part."""
    module = import_module(f"rules.systems.{PACKAGES[key]}")
    system: System = module.system
    missing = [
        part for part in ("steps", "names", "random", "odds", "ask", "panels", "facts") if not hasattr(system, part)
    ]
    if missing:
        raise RuleError(f"The game {key} has no {' and no '.join(missing)}.")
    return system


def every() -> tuple[System, ...]:
    """All games."""
    return tuple(get(key) for key in PACKAGES)


__all__ = ["PACKAGES", "every", "get"]
