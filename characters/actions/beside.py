"""What is set of a character beside its build, and is no revision: marks of play, and house rules of its own."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from characters.actions.held import Person, lock, note, user_of
from characters.models import Character
from rules.kernel import PathError, Tracker


def change_play(*, character: Character, key: str, value: int, by: Person = None) -> Character:
    """Set a tracker. Raises PathError for one the game does not have."""
    with transaction.atomic():
        held = lock(character)
        tracker = next((t for t in held.read().trackers if t.key == key), None)
        if tracker is None:
            raise PathError("This game has no such tracker.")
        top = tracker.maximum.value if tracker.maximum else 999
        before, after = held.marks.get(key, tracker.start), min(max(value, 0), top)
        held.play = {**held.marks, key: after}
        held.save(update_fields=["play"])
        if before != after:
            _mark(held, tracker, before, after, by)
    return held


A_MOMENT = timedelta(minutes=10)
"""Clicks on one tracker within this time are told as one."""


def _mark(held: Character, tracker: Tracker, before: Any, after: int, by: Person) -> None:
    """Note what became of a mark of play: in a line of its own, or in the last where it tells of a moment ago."""
    last = held.events.first()
    same = last and (last.kind, last.data.get("key"), last.by_id) == ("tracker", tracker.key, user_of(by) and by.pk)  # type: ignore[union-attr]
    if last and same and last.at > timezone.now() - A_MOMENT:
        last.data = {**last.data, "after": after}
        last.save(update_fields=["data"])
    else:
        note(held, "tracker", by, key=tracker.key, label=tracker.label, before=before, after=after)


def change_settings(*, character: Character, values: Mapping[str, Any], by: Person = None) -> Character:
    """Set house rules of a character without a table, or beneath what the table sets; a default is forgotten.

    Raises PathError for a setting the game does not have, or a value that does not fit it; then nothing changes.
    """
    with transaction.atomic():
        held = lock(character)
        kept = dict(held.settings) if isinstance(held.settings, dict) else {}
        for key, value in values.items():
            setting = held.game.settings.get(key)
            if setting is None or not setting.fits(value):
                raise PathError(f"“{setting.label if setting else key[:80]}” cannot be set to that.")
            kept.pop(key, None)
            if value != setting.default:
                kept[key] = value
        before, held.settings = held.settings, kept
        held.save(update_fields=["settings"])
        if before != kept:
            note(held, "settings", by, before=before, after=kept)
    return held
