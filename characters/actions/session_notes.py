"""Notes of a character's sessions: saved so that nothing is lost, whoever writes at the same time."""

from django.db import transaction

from characters.actions.locking import lock
from characters.limits import NOTES_CHARACTERS
from characters.models import Character, SessionNotes
from rules.form_values import plain, uncut


def session_notes(character: Character) -> str:
    """The notes as they are."""
    return SessionNotes.objects.filter(character=character.pk).values_list("text", flat=True).first() or ""


@transaction.atomic
def write_session_notes(*, character: Character, text: str, before: str) -> str:
    """Save a text that was made of `before`, and answer what is saved now.

    Where the notes are no longer what they were before, both are kept. Raises Refused for a text that is too long.
    """
    lock(character)
    saved = uncut(merged(session_notes(character), plain(before), plain(text)), NOTES_CHARACTERS)
    SessionNotes.objects.update_or_create(character=character, defaults={"text": saved})
    return saved


def merged(stored: str, before: str, text: str) -> str:
    """The stored text and one that was made of `before`, in one: what both have once, where that can be told.

    A text that has arrived before comes again where its answer was lost; something may have been added to it since.
    """
    if stored == before or text.startswith(stored):
        return text
    if f"{stored}\n\n".startswith(f"{text}\n\n"):
        return stored
    added = text.removeprefix(before).strip()
    if not added or f"\n\n{added}\n\n" in f"\n\n{stored}\n\n":
        return stored
    return f"{stored}\n\n{added}"
