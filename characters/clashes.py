"""What keeps books that cannot be read together off a shelf: no sheet could be shown with them. No HTTP in here."""

from collections.abc import Sequence

from campaigns.actions import Refused
from rules.clashes import clash_of
from rules.rulebook import Mark


def refuse_clash(core: Mark, shelf: Sequence[int], mend: str) -> None:
    """Raise Refused where these editions clash beside their core book: which do, why, and how to mend it."""
    if clash := clash_of(core, shelf):
        raise Refused(f"{clash} {mend}")
