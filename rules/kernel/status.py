"""How a character stands by the rules, in the words that every page says it with."""

from typing import NamedTuple

from rules.kernel.basics.wording import amount

STATUSES = {"mend": "Errors", "unfinished": "To do", "legal": "Complete"}
"""What each status is called where its numbers are not said, the worst first; links have its key."""


class Status(NamedTuple):
    """What a character has to fix and what it has to do: "2 errors", "Legal · 3 to do" or "Complete"."""

    errors: int = 0
    todo: int = 0

    @property
    def key(self) -> str:
        return "mend" if self.errors else ("unfinished" if self.todo else "legal")

    def __str__(self) -> str:
        if self.errors:
            return amount(self.errors, "error")
        return f"Legal · {self.todo:,} to do" if self.todo else STATUSES["legal"]
