"""What a person does with a character. Verbs with keyword arguments; no HTTP in here."""

from characters.actions.beside import change_settings
from characters.actions.choosing import Edit, append_edit, change_build, fill_at_random, redo, undo
from characters.actions.entering import MOST_ENTERED, enter, refuse_full, void
from characters.actions.held import Person, lock, note, user_of
from characters.actions.making import adopt, bin_character, create_character, duplicate, unbin_character
from characters.actions.marking import change_play

__all__ = [
    "MOST_ENTERED",
    "Edit",
    "Person",
    "adopt",
    "append_edit",
    "bin_character",
    "change_build",
    "change_play",
    "change_settings",
    "create_character",
    "duplicate",
    "enter",
    "fill_at_random",
    "lock",
    "note",
    "redo",
    "refuse_full",
    "unbin_character",
    "undo",
    "user_of",
    "void",
]
