"""One entry that a page cannot be made with costs itself and not the page."""

import logging
from collections.abc import Callable
from typing import TypeVar

from rules.kernel import Entry, kind_of
from rules.kernel.books import Aside

logger = logging.getLogger(__name__)
T = TypeVar("T")


def spared(entry: Entry, make: Callable[[], T]) -> T | Aside:
    """What is made of an entry; where that raises, the entry set aside, and the reason in the log."""
    try:
        return make()
    except Exception:  # rules are code: over a row that nobody thought of they may raise anything
        logger.exception("A page cannot be made with %s of the book “%s”.", entry.name, entry.book)
        return Aside(kind_of(type(entry)), entry.key, entry.name, "its page cannot be made")
