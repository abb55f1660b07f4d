"""How long things take, side by side in one run."""

import statistics
import time
from collections.abc import Callable
from typing import Any

ROUNDS = 9
TIMES = 60


def seconds(work: Callable[[], Any]) -> float:
    """Wall time of one call, averaged over a round."""
    start = time.perf_counter()
    for _ in range(TIMES):
        work()
    return (time.perf_counter() - start) / TIMES


def side_by_side(ours: Callable[[], Any], other: Callable[[], Any]) -> tuple[float, float, float]:
    """Medians of both in seconds, and the median of their ratio, over several rounds after a warm-up.

    Call by call in turn: sixty calls of the smaller one in a row would find all they need in the processor's cache,
    as no request of a site does.
    """
    pairs = [_in_turn(ours, other) for _ in range(ROUNDS + 1)][1:]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    return mine, theirs, statistics.median(a / b for a, b in pairs)


def _in_turn(*works: Callable[[], Any]) -> tuple[float, ...]:
    """Wall time of one call of each, averaged over a round."""
    took = [0.0] * len(works)
    for _ in range(TIMES):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            took[place] += time.perf_counter() - start
    return tuple(one / TIMES for one in took)
