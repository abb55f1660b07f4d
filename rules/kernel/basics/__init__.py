"""What all floors use: errors, sources, figures and their terms, caches, wording."""

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.errors import CircleError, RuleError
from rules.kernel.basics.figures import Budget, Figure, Origin, Term
from rules.kernel.basics.form_hints import Ask, ask_of, asked
from rules.kernel.basics.memory import MIB, WRITTEN, Memory, remember
from rules.kernel.basics.wording import amount, listed, minus, nearest, number, opening, shorten

__all__ = [
    "MIB",
    "WRITTEN",
    "Ask",
    "Budget",
    "CircleError",
    "Cite",
    "Figure",
    "Memory",
    "Origin",
    "RuleError",
    "Term",
    "amount",
    "ask_of",
    "asked",
    "listed",
    "minus",
    "nearest",
    "number",
    "opening",
    "remember",
    "shorten",
]
