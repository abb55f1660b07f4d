"""An entry of the log of play undone by whoever made it: kept there and marked so, with its tracker back."""

from django.db import transaction
from django.utils import timezone

from characters.actions.locking import Person, lock
from characters.actions.marking import move
from characters.actions.play_log import count, latest, undoable
from characters.models import Character, Mark, Roll
from rules.kernel.documents import PathError


def undo_play(*, character: Character, number: int, with_secret: bool = False, by: Person = None) -> str:
    """Undo the entry of this number, and answer in a sentence where its tracker didn't go back all the way, else "".

    Undone again, nothing is done. Raises PathError, and does nothing, where it is not this person's last entry or was
    made too long ago; the last is that of the log as they see it, `with_secret` rolls or without.
    """
    with transaction.atomic():
        held = lock(character)
        entries = latest(held, with_secret=with_secret)
        if any(entry.number == number and entry.undone for entry in entries):
            return ""
        entry = undoable(entries, by)
        if entry is None or entry.number != number:
            raise PathError("You can undo only your own last entry, within ten minutes.")
        says = _take_back(held, entry, by) if isinstance(entry, Mark) else ""
        count(held, "play", secret=isinstance(entry, Roll) and entry.secret)
        entry.undone = timezone.now()
        entry.save(update_fields=["undone"])
        return says


def _take_back(held: Character, mark: Mark, by: Person) -> str:
    """Move a tracker back by what a mark did to it, as far as it may be kept now."""
    if not mark.done:
        return ""
    kept = held.read().live(held.marks).kept
    tracker = next((one for one in kept if one.key == mark.tracker), None)
    if tracker is None:
        raise PathError("This character has no such tracker.")
    before, after = move(held, tracker, -mark.done, by, back=True)
    if tracker.entry and after > before and tracker.key not in {one.key for one in held.read().live(held.marks).kept}:
        return f"Undone, but this isn’t back: {tracker.label}. Something was set in its place in the builder since."
    if before - after == mark.done:
        return ""
    return f"{abs(after - before)} of {abs(mark.done)} undone: {mark.label} is at {after}."
