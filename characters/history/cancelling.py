"""Who may cancel an entry of the ledger, and which `void` counts: what the rules count is what pages say."""

from collections.abc import Iterable
from dataclasses import replace

from characters.models import Character, LedgerEntry
from rules.kernel.documents.ledger import VOID
from rules.kernel.ledger_kinds import beyond, gm_only, settled_for_good


def counted_voids(rows: Iterable[LedgerEntry], character: Character) -> dict[str, LedgerEntry]:
    """The first `void` of each entry that counts, by the name of the entry; `rows` are those of this character."""
    last = character.last_settled
    newest = sorted(rows, key=lambda row: row.pk, reverse=True)
    told = [(row, replace(row.told, settled=row.pk <= last)) for row in newest]
    wrong = beyond([entry for _, entry in told], character.game.ledger_kinds)
    return {row.subject: row for row, entry in told if row.kind == VOID and id(entry) not in wrong}


def why_not_cancel(
    row: LedgerEntry, character: Character, user: int | None, judges: bool, *, again: bool = False
) -> str:
    """Why this person can't cancel an entry, as a sentence, "" where they can.

    Whoever entered it cancels it; so does a GM, but for what another table's has entered. What only a GM enters,
    points that came in, and what was lost, sold or bought before the approval, no player cancels. What came with a file
    was entered by nobody here: whoever plays the character cancels it, what the file says of a GM only as long as there
    is none, and none has approved it. `again` where it is cancelled already, and only what left with it is to return.
    """
    kind = character.game.ledger_kinds.get(row.kind)
    if row.kind == VOID:
        return "A cancelled entry can’t be restored. Enter it again."
    if judges:
        here = row.role != "gm" or row.campaign_id in (None, character.campaign_id)
        return "" if here else "Only a GM of the campaign where it was entered can cancel that."
    if gm_only(kind):
        return "Only a GM can cancel that." + (" Or change the file, and import it again." if row.imported else "")
    if not again and settled_for_good(kind, row.pk <= character.last_settled):
        return f"That’s been approved: only a GM can cancel it. {ask_gm(character)}"
    alone = row.imported and character.campaign_id is None and row.pk > character.last_settled
    own = row.imported or row.by_id == user
    if not alone and (row.role == "gm" or not own):
        return "Only a GM, or the player who entered it, can cancel that."
    return (
        "Only a GM can cancel points that were awarded."
        if kind and kind.budget and row.amount > 0 and not alone
        else ""
    )


def ask_gm(character: Character) -> str:
    """What a player does next where only a GM helps."""
    return "Ask your GM." if character.campaign_id else f"Add {character} to a campaign, then ask its GM."
