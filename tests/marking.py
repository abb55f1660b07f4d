"""A tracker brought to where a test wants it."""

from typing import Any

from characters import actions
from characters.models import Character, Mark


def mark(character: Character, key: str, to: int, by: Any = None) -> Mark:
    """Change a tracker by what there is between where it stands and `to`."""
    held = Character.objects.with_table().get(pk=character.pk)
    tracker = next(t for t in held.read().trackers if t.key == key)
    return actions.change_play(character=character, key=key, change=to - tracker.stands(held.marks), by=by)
