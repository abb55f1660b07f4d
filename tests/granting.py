"""Points beside a character, without a game master to grant them."""

from characters.models import Character, LedgerEntry


def grant(character: Character, points: int) -> LedgerEntry:
    """So many points more to spend. What was read of the ledger before is forgotten."""
    vars(character).pop("ledger_rows", None)
    return character.ledger_entries.create(kind="award", amount=points, note="The cellar", role="gm")
