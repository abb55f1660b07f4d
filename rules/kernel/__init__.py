"""The words of the rules of every game. Standard library only; `docs/architecture.md` has the floors and the words."""

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.errors import CircleError, RuleError
from rules.kernel.basics.figures import Budget, Figure, Origin, Term
from rules.kernel.basics.memory import remember
from rules.kernel.basics.wording import amount, capitalise, join_words
from rules.kernel.books.effects import Effect, Requirement
from rules.kernel.books.rulebook import Book, Entry, Grant, Rulebook, derived, kind_of
from rules.kernel.books.settings import KnownKeys, Ruling, Setting, SettingConflict, misfits
from rules.kernel.choices import Choice, Choices
from rules.kernel.documents.builds import Build
from rules.kernel.documents.ledger import LedgerEntry
from rules.kernel.documents.table import RulesContext
from rules.kernel.findings import KEPT, Finding, Fix, Level, instead, over_budget, points_left, unknown
from rules.kernel.items import Item, display_name, on_list
from rules.kernel.ledger_kinds import LedgerKind, common_kinds, paid_out, received
from rules.kernel.purchases import Cap, Footing, Keeps, Purchase, PurchaseRule
from rules.kernel.reading import Formula, Reading
from rules.kernel.rolls.checks import Check, Cost
from rules.kernel.rolls.dice import Dice, Distribution
from rules.kernel.rolls.trackers import EMPTIED, FILLED, Fact, PlayFacts, Rest, RestStep, Tracker
from rules.kernel.settled import KeptLine, Settled
from rules.kernel.sheet import Live, Sheet
from rules.kernel.system import System

__all__ = [
    "EMPTIED",
    "FILLED",
    "KEPT",
    "Book",
    "Budget",
    "Build",
    "Cap",
    "Check",
    "Choice",
    "Choices",
    "CircleError",
    "Cite",
    "Cost",
    "Dice",
    "Distribution",
    "Effect",
    "Entry",
    "Fact",
    "Figure",
    "Finding",
    "Fix",
    "Footing",
    "Formula",
    "Grant",
    "Item",
    "Keeps",
    "KeptLine",
    "KnownKeys",
    "LedgerEntry",
    "LedgerKind",
    "Level",
    "Live",
    "Origin",
    "PlayFacts",
    "Purchase",
    "PurchaseRule",
    "Reading",
    "Requirement",
    "Rest",
    "RestStep",
    "RuleError",
    "Rulebook",
    "RulesContext",
    "Ruling",
    "Setting",
    "SettingConflict",
    "Settled",
    "Sheet",
    "System",
    "Term",
    "Tracker",
    "amount",
    "capitalise",
    "common_kinds",
    "derived",
    "display_name",
    "instead",
    "join_words",
    "kind_of",
    "misfits",
    "on_list",
    "over_budget",
    "paid_out",
    "points_left",
    "received",
    "remember",
    "unknown",
]
