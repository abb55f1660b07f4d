"""Pages about characters; each view is named like its address, its template and its test."""

from characters.views.app import manifest, play_worker
from characters.views.builder import build, build_start
from characters.views.casting import cast, homebrew_spell, spells_of
from characters.views.character_books import books_of, edition_of
from characters.views.comparing import compared
from characters.views.histories import history, restore, versions_of
from characters.views.house import house_rules
from characters.views.ledger import enter, ledger, void_entry
from characters.views.lists import (
    bin_character,
    characters,
    duplicate,
    export,
    import_document,
    purge,
    unbin_character,
)
from characters.views.marks import marks, play, play_log, put_to_use, rest, roll, session_notes, stars, undo_play
from characters.views.news import read_news
from characters.views.pointing import pointed
from characters.views.portraits import portrait, portrait_image, shared_portrait
from characters.views.printing import print_file, print_job, print_preview, print_sheet
from characters.views.reference import reference
from characters.views.rulebooks import rulebook
from characters.views.sharing import share, shared, shared_figure, shared_odds, shared_preview, unshare
from characters.views.sheets import budget, figure, odds, sheet
from characters.views.site import credits_page, rulings, theme
from characters.views.undoing import fill_at_random, redo, undo
from characters.views.what_if import keep, what_if

__all__ = [
    "bin_character",
    "books_of",
    "budget",
    "build",
    "build_start",
    "cast",
    "characters",
    "compared",
    "credits_page",
    "duplicate",
    "edition_of",
    "enter",
    "export",
    "figure",
    "fill_at_random",
    "history",
    "homebrew_spell",
    "house_rules",
    "import_document",
    "keep",
    "ledger",
    "manifest",
    "marks",
    "odds",
    "play",
    "play_log",
    "play_worker",
    "pointed",
    "portrait",
    "portrait_image",
    "print_file",
    "print_job",
    "print_preview",
    "print_sheet",
    "purge",
    "put_to_use",
    "read_news",
    "redo",
    "reference",
    "rest",
    "restore",
    "roll",
    "rulebook",
    "rulings",
    "session_notes",
    "share",
    "shared",
    "shared_figure",
    "shared_odds",
    "shared_portrait",
    "shared_preview",
    "sheet",
    "spells_of",
    "stars",
    "theme",
    "unbin_character",
    "undo",
    "undo_play",
    "unshare",
    "versions_of",
    "void_entry",
    "what_if",
]
