"""Make a process that works for others ready before its first task."""

import gc

from rules import systems


def warm_up() -> None:
    """Read every game, so that nobody's first click waits for it."""
    for game in systems.every():
        _ = game.rulebook
    set_aside()


def set_aside() -> None:
    """Take what is here now as staying as long as the process.

    The garbage collector would look through all of it again and again, a tenth of a second each time, while
    whoever asked for a page or a sheet waits.
    """
    gc.collect()
    gc.freeze()
