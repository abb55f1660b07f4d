"""Waiting in tests: until something is so, and never for a time. A busy machine is slow; that is no finding."""

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds after which a test takes it that something never comes. No wait that ends well comes near it."""


def breathe() -> None:
    time.sleep(0.02)


def wait_until(true: Callable[[], object], pause: Callable[[], None] = breathe) -> None:
    """Come back when it is so. `pause` says how to pass the time between two looks."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it did not come about"
        pause()
