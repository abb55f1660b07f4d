"""What is stored of a character: its choices, its changes, its ledger, and the document that has them all."""

from rules.kernel.documents.builds import MAPPINGS, Build, ParseProblem, written
from rules.kernel.documents.changes import Change, PathError, apply, compare, replay, segment, value_at
from rules.kernel.documents.format import FORMAT, Document, DocumentError, parse_json, read_document
from rules.kernel.documents.ledger import EntryError, Ledger, LedgerEntry, awarded
from rules.kernel.documents.places import PlacedList, along, checks_along, meant, with_siblings
from rules.kernel.documents.table import Exemption, RulesContext

__all__ = [
    "FORMAT",
    "MAPPINGS",
    "Build",
    "Change",
    "Document",
    "DocumentError",
    "EntryError",
    "Exemption",
    "Ledger",
    "LedgerEntry",
    "ParseProblem",
    "PathError",
    "PlacedList",
    "RulesContext",
    "along",
    "apply",
    "awarded",
    "checks_along",
    "compare",
    "meant",
    "parse_json",
    "read_document",
    "replay",
    "segment",
    "value_at",
    "with_siblings",
    "written",
]
