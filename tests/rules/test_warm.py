"""A process makes itself ready before its first task."""

import gc

from rules import systems
from rules.warm import set_aside, warm_up


def test_every_game_is_read_before_the_first_click() -> None:
    warm_up()
    assert all("rulebook" in vars(game) for game in systems.every())


def test_what_is_here_is_no_longer_looked_through() -> None:
    kept = [[n] for n in range(1_000)]
    before = gc.get_freeze_count()
    set_aside()
    assert gc.get_freeze_count() >= before + len(kept)
    later = [kept]
    assert any(one is later for one in gc.get_objects())
