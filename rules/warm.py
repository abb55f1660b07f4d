"""Make a process that works for others ready before its first task."""

import gc

from rules import systems

COLLECT = (5_000, 10, 10)
"""Of `gc.set_threshold`. While it looks through what a process remembers, a quarter of a second, no thread of it works:
with the usual (700, 10, 10) one large form, or one sheet that is laid out, leads to that again and again."""


def warm_up() -> None:
    """Read every game, so that nobody's first click waits for it."""
    for game in systems.every():
        _ = game.rulebook
    set_aside()


def set_aside() -> None:
    """Take what is here now as staying as long as the process.

    The garbage collector would look through all of it again and again, a tenth of a second each time, while
    whoever asked for a page or a sheet waits. It looks less often, too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
