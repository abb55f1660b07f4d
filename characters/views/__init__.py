"""Pages about characters; each view is named like its address, its template and its test."""

from characters.views.branches import keep, what_if
from characters.views.builder import build, build_start
from characters.views.casting import cast, homebrew_spell, spells_at, spells_of
from characters.views.coverage import coverage, coverage_csv
from characters.views.histories import history, restore, versions_of
from characters.views.house import house_rules
from characters.views.judging import judge, review, submit
from characters.views.ledger import enter, ledger, void_entry
from characters.views.lists import (
    bin_character,
    characters,
    duplicate,
    export,
    import_document,
    new,
    purge,
    unbin_character,
)
from characters.views.marks import marks, play
from characters.views.parties import party_file, party_print, print_party
from characters.views.playing import table_books
from characters.views.printing import print_file, print_job, print_sheet
from characters.views.reference import reference
from characters.views.roster import roster, roster_csv, roster_panel
from characters.views.sheets import budget, figure, odds, sheet
from characters.views.shelves import books_of, edition_of
from characters.views.site import credits_page, home, rulings, theme
from characters.views.undoing import fill_at_random, redo, undo

__all__ = [
    "bin_character",
    "books_of",
    "budget",
    "build",
    "build_start",
    "cast",
    "characters",
    "coverage",
    "coverage_csv",
    "credits_page",
    "duplicate",
    "edition_of",
    "enter",
    "export",
    "figure",
    "fill_at_random",
    "history",
    "home",
    "homebrew_spell",
    "house_rules",
    "import_document",
    "judge",
    "keep",
    "ledger",
    "marks",
    "new",
    "odds",
    "party_file",
    "party_print",
    "play",
    "print_file",
    "print_job",
    "print_party",
    "print_sheet",
    "purge",
    "redo",
    "reference",
    "restore",
    "review",
    "roster",
    "roster_csv",
    "roster_panel",
    "rulings",
    "sheet",
    "spells_at",
    "spells_of",
    "submit",
    "table_books",
    "theme",
    "unbin_character",
    "undo",
    "versions_of",
    "void_entry",
    "what_if",
]
