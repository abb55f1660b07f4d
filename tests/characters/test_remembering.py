"""What one process remembers is bounded, whatever people write."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaigns.views import coverage, roster
from characters.builder import entry_lists, rail
from rules.homebrew import authoring, book_conflicts
from rules.kernel import Cite, Figure, Term
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import TextField
from rules.systems.duality.pricing import climb
from rules.systems.hprpg.dice_pools import dice_pool

WHOLE = 240 * MIB
"""What all of them together may hold in one process."""
HERE = (authoring, book_conflicts, coverage, roster, entry_lists, rail)


ROOMS = {"rules", "spells", "characters", "campaigns"}


def memories() -> dict[int, BoundedCache[Any, Any]]:
    """Every one that a module of ours has."""
    ours = [module for name, module in sys.modules.items() if name.split(".")[0] in ROOMS]
    return {id(one): one for module in ours for one in vars(module).values() if isinstance(one, BoundedCache)}


def resident() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_filling_every_one_keeps_a_process_under_its_bound() -> None:
    found, rng = memories(), Random(5)
    assert len(found) >= 14
    assert sum(one.most for one in found.values()) <= WHOLE
    for one in found.values():
        one.clear()
    before = resident()
    for one in found.values():
        for number in range(3 * one.most // 50_000):
            one.keep(
                (number, rng.randbytes(8)), {"notes": str(number).zfill(25_000), "more": [str(number).zfill(25_000)]}
            )
        assert one.bytes <= one.most
    assert resident() - before <= 1.1 * WHOLE
    for one in found.values():
        one.clear()


LONG = "x" * 20_000
WHERE = Cite("Book", "1", 1)
CHARM = Figure.of("charm", "Charm", WHERE, [Term(3, "bought", WHERE)])
HOSTILE: dict[str, Callable[[int], object]] = {
    "a note": lambda n: entry_lists.draw(TextField(f"notes.n{n}", "Story", f"{LONG}{n}")),
    "a figure": lambda n: rail.draw_figures([CHARM], f"/{LONG}{n}/"),
    "a price": lambda n: climb("group", f"{LONG}{n}", 0, 9, 3, "path", WHERE),
    "a pool": lambda n: dice_pool(80, 2 + n % 11, 1, n // 11).odds(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_people_write_is_counted(what: str) -> None:
    everything = memories().values()
    for one in everything:
        one.clear()
    before = resident()
    for number in range(1_500):
        HOSTILE[what](number)
    held = sum(one.bytes for one in everything)
    assert MIB < held <= WHOLE
    assert resident() - before <= 1.3 * held + 8 * MIB
