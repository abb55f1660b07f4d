"""What a person does with a character. Verbs with keyword arguments; no HTTP in here."""

from characters.actions.edit_build import Edit, append_edit, change_build, fill_at_random, redo, undo
from characters.actions.entering import MOST_ENTERED, enter, refuse_full, refuse_moved, void
from characters.actions.lifecycle import adopt, bin_character, create_character, duplicate, unbin_character
from characters.actions.locking import Person, lock, note, user_of
from characters.actions.marking import change_play, rest
from characters.actions.play_state import change_settings
from characters.actions.portraits import choose_bust, choose_crest, give_portrait, portrait_bytes, remove_portrait
from characters.actions.rolling import roll
from characters.actions.session_notes import session_notes, write_session_notes
from characters.actions.sharing import share, unshare
from characters.actions.stars import star_checks
from characters.actions.undo_play import undo_play

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
    "choose_bust",
    "choose_crest",
    "create_character",
    "duplicate",
    "enter",
    "fill_at_random",
    "give_portrait",
    "lock",
    "note",
    "portrait_bytes",
    "redo",
    "refuse_full",
    "refuse_moved",
    "remove_portrait",
    "rest",
    "roll",
    "session_notes",
    "share",
    "star_checks",
    "unbin_character",
    "undo",
    "undo_play",
    "unshare",
    "user_of",
    "void",
    "write_session_notes",
]
