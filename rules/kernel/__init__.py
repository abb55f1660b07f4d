"""The vocabulary every game speaks. Standard library only; see `docs/architecture.md` for the words."""

from rules.kernel.asked import Ask, ask_of, asked
from rules.kernel.asking import Parser, chance, counter, tick, whole
from rules.kernel.builds import MAPPINGS, Build, Fault, written
from rules.kernel.changes import Change, PathError, apply, compare, replay, segment, value_at
from rules.kernel.checks import Check, Dice, Moment, Odds, Question, Tracker, Way, standing
from rules.kernel.cites import Cite
from rules.kernel.documents import FORMAT, Document, DocumentError, json_schema, parse_json, read_document
from rules.kernel.effects import Effect, Requirement
from rules.kernel.errors import CircleError, RuleError
from rules.kernel.fields import Field, List, Option, Pick, Rank, Rate, Roll, Step, Write
from rules.kernel.figures import Budget, Figure, Origin, Term
from rules.kernel.findings import (
    Finding,
    Fix,
    Level,
    Waiver,
    instead,
    overspent,
    paying,
    retired,
    staying,
    unknown,
    unspent,
)
from rules.kernel.ledger import EntryError, Ledger, LedgerEntry, LedgerKind, awarded
from rules.kernel.live import Live
from rules.kernel.memory import MIB, WRITTEN, Memory, remember
from rules.kernel.mending import mends
from rules.kernel.panels import Fact, Group, Panel
from rules.kernel.reading import Formula, Reading
from rules.kernel.reference import Card, Shelf
from rules.kernel.rulebook import (
    DERIVED,
    Aside,
    Book,
    Cover,
    Entry,
    Grant,
    Rulebook,
    Section,
    derived,
    kind_of,
    make_book,
    read_rows,
)
from rules.kernel.sheet import Sheet
from rules.kernel.spells import SpellFacts, Tag
from rules.kernel.story import Note, Story
from rules.kernel.system import Clash, Names, Ruling, Setting, System
from rules.kernel.table import Table
from rules.kernel.things import Item, called, on_list, own_pick
from rules.kernel.throws import Die, Faces, Handful, Mark, Tally, Throw, throw
from rules.kernel.words import amount, listed, minus, nearest, number, opening, shorten

__all__ = [
    "DERIVED",
    "FORMAT",
    "MAPPINGS",
    "MIB",
    "WRITTEN",
    "Aside",
    "Ask",
    "Book",
    "Budget",
    "Build",
    "Card",
    "Change",
    "Check",
    "CircleError",
    "Cite",
    "Clash",
    "Cover",
    "Dice",
    "Die",
    "Document",
    "DocumentError",
    "Effect",
    "Entry",
    "EntryError",
    "Faces",
    "Fact",
    "Fault",
    "Field",
    "Figure",
    "Finding",
    "Fix",
    "Formula",
    "Grant",
    "Group",
    "Handful",
    "Item",
    "Ledger",
    "LedgerEntry",
    "LedgerKind",
    "Level",
    "List",
    "Live",
    "Mark",
    "Memory",
    "Moment",
    "Names",
    "Note",
    "Odds",
    "Option",
    "Origin",
    "Panel",
    "Parser",
    "PathError",
    "Pick",
    "Question",
    "Rank",
    "Rate",
    "Reading",
    "Requirement",
    "Roll",
    "RuleError",
    "Rulebook",
    "Ruling",
    "Section",
    "Setting",
    "Sheet",
    "Shelf",
    "SpellFacts",
    "Step",
    "Story",
    "System",
    "Table",
    "Tag",
    "Tally",
    "Term",
    "Throw",
    "Tracker",
    "Waiver",
    "Way",
    "Write",
    "amount",
    "apply",
    "ask_of",
    "asked",
    "awarded",
    "called",
    "chance",
    "compare",
    "counter",
    "derived",
    "instead",
    "json_schema",
    "kind_of",
    "listed",
    "make_book",
    "mends",
    "minus",
    "nearest",
    "number",
    "on_list",
    "opening",
    "overspent",
    "own_pick",
    "parse_json",
    "paying",
    "read_document",
    "read_rows",
    "remember",
    "replay",
    "retired",
    "segment",
    "shorten",
    "standing",
    "staying",
    "throw",
    "tick",
    "unknown",
    "unspent",
    "value_at",
    "whole",
    "written",
]
