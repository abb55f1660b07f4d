"""What is set of a character beside its build, and is no revision: house rules of its own."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from characters.actions.locking import Person, lock, note
from characters.models import Character
from rules.kernel import misfits
from rules.kernel.documents import PathError


def _moved(side: Any, other: Any) -> dict[str, Any]:
    """What one side of a change of house rules has that the other has not."""
    there, elsewhere = (values if isinstance(values, dict) else {} for values in (side, other))
    return {key: value for key, value in there.items() if key not in elsewhere or elsewhere[key] != value}


def change_settings(*, character: Character, values: Mapping[str, Any], by: Person = None) -> Character:
    """Set house rules of a character without a table, or beneath what the table sets; a default is forgotten.

    Raises PathError for settings the game does not have and values that do not fit; then nothing changes.
    """
    with transaction.atomic():
        held = lock(character)
        kept = dict(held.settings) if isinstance(held.settings, dict) else {}
        if wrong := misfits(held.game.settings, values):
            raise PathError(wrong)
        for key, value in values.items():
            kept.pop(key, None)
            if value != held.game.settings[key].default:
                kept[key] = value
        before, held.settings = held.settings, kept
        held.save(update_fields=["settings"])
        if before != kept:
            note(held, "settings", by, before=_moved(before, kept), after=_moved(kept, before))
    return held
