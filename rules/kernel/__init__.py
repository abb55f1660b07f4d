"""The words of the rules of every game. Standard library only; `docs/architecture.md` has the floors and the words."""

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.errors import CircleError, RuleError
from rules.kernel.basics.figures import Budget, Figure, Origin, Term
from rules.kernel.basics.memory import remember
from rules.kernel.basics.wording import amount, listed, number, opening
from rules.kernel.books.effects import Effect, Requirement
from rules.kernel.books.rulebook import Book, Entry, Grant, Rulebook, derived, kind_of
from rules.kernel.documents.builds import Build
from rules.kernel.documents.ledger import LedgerEntry
from rules.kernel.documents.table import Table
from rules.kernel.findings import Finding, Fix, Level, instead, overspent, retired, unknown, unspent
from rules.kernel.items import Item, called, on_list
from rules.kernel.ledger_kinds import LedgerKind, common_kinds, paid_out, received
from rules.kernel.purchases import Cap, Keeps, Purchase, PurchaseRule
from rules.kernel.reading import Formula, Reading
from rules.kernel.rolls.checks import Check, Fact, Moment, Tracker
from rules.kernel.rolls.dice import Dice, Odds
from rules.kernel.settings import Clash, Names, Ruling, Setting
from rules.kernel.settled import Line, Settled
from rules.kernel.sheet import Live, Sheet
from rules.kernel.system import System

__all__ = [
    "Book",
    "Budget",
    "Build",
    "Cap",
    "Check",
    "CircleError",
    "Cite",
    "Clash",
    "Dice",
    "Effect",
    "Entry",
    "Fact",
    "Figure",
    "Finding",
    "Fix",
    "Formula",
    "Grant",
    "Item",
    "Keeps",
    "LedgerEntry",
    "LedgerKind",
    "Level",
    "Line",
    "Live",
    "Moment",
    "Names",
    "Odds",
    "Origin",
    "Purchase",
    "PurchaseRule",
    "Reading",
    "Requirement",
    "RuleError",
    "Rulebook",
    "Ruling",
    "Setting",
    "Settled",
    "Sheet",
    "System",
    "Table",
    "Term",
    "Tracker",
    "amount",
    "called",
    "common_kinds",
    "derived",
    "instead",
    "kind_of",
    "listed",
    "number",
    "on_list",
    "opening",
    "overspent",
    "paid_out",
    "received",
    "remember",
    "retired",
    "unknown",
    "unspent",
]
