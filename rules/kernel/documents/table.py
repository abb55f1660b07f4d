"""Everything besides the build that a verdict depends on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.kernel.documents.builds import EMPTY, Build
from rules.kernel.documents.ledger import NO_ENTRIES, Ledger


@dataclass(frozen=True, slots=True)
class Exemption:
    """A game master's word that one finding on one choice may stand.

    It stands for the `values` the finding had when it was given, and lapses when they change; None is any.
    """

    code: str
    at: str
    reason: str
    by: str
    values: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class RulesContext:
    """The table a character is played at, and what happened to the character there.

    `ledger` are its dated entries, `baseline` is the last approved build, below which advancement may not go, `created`
    the first, None where that is the same: what was paid for at creation. `books` are the editions of homebrew
    in play, each as key@edition, None where nobody has decided and any book goes. `campaign` is what the table is
    called, "" where there is none; `decided` are the settings that it decided, the others are the player's own.
    """

    settings: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    stage: str = "creation"
    ledger: Ledger = NO_ENTRIES
    waivers: tuple[Exemption, ...] = ()
    baseline: Build | None = None
    created: Build | None = None
    books: frozenset[str] | None = None
    campaign: str = ""
    decided: frozenset[str] = frozenset()
