"""What all floors use: errors, sources, figures and their terms, caches, wording."""

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.errors import CircleError, RuleError
from rules.kernel.basics.figures import Budget, Figure, Origin, Term
from rules.kernel.basics.form_hints import Ask, ask_of, asked
from rules.kernel.basics.memory import MIB, WRITTEN, BoundedCache, remember
from rules.kernel.basics.wording import amount, capitalise, join_words, minus, nearest, shorten, signed

__all__ = [
    "MIB",
    "WRITTEN",
    "Ask",
    "BoundedCache",
    "Budget",
    "CircleError",
    "Cite",
    "Figure",
    "Origin",
    "RuleError",
    "Term",
    "amount",
    "ask_of",
    "asked",
    "capitalise",
    "join_words",
    "minus",
    "nearest",
    "remember",
    "shorten",
    "signed",
]
