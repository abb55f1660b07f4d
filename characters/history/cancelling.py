"""Who may cancel an entry of the ledger, and which `void` counts: what the rules count is what pages say."""

from collections.abc import Iterable, Mapping

from characters.models import Character, LedgerEntry
from rules.kernel import LedgerKind
from rules.kernel.documents.ledger import VOID
from rules.kernel.ledger_kinds import beyond, gm_only


def counted_voids(rows: Iterable[LedgerEntry], kinds: Mapping[str, LedgerKind]) -> dict[str, LedgerEntry]:
    """The first `void` of each entry that counts, by the name of the entry; `rows` are those of one character."""
    told = [(row, row.told) for row in sorted(rows, key=lambda row: row.pk, reverse=True)]
    wrong = beyond([entry for _, entry in told], kinds)
    return {row.subject: row for row, entry in told if row.kind == VOID and id(entry) not in wrong}


def why_not_cancel(row: LedgerEntry, character: Character, user: int | None, judges: bool) -> str:
    """Why this person can't cancel an entry, as a sentence, "" where they can.

    Whoever entered it cancels it; so does a GM, but for what another table's has entered. What only a GM enters, and
    points that came in, no player cancels. What came with a file was entered by nobody here: whoever plays the
    character cancels it, what the file says of a GM only as long as there is none.
    """
    kind = character.game.ledger_kinds.get(row.kind)
    if row.kind == VOID:
        return "What was cancelled stays so: enter it again."
    if judges:
        here = row.role != "gm" or row.campaign_id in (None, character.campaign_id)
        return "" if here else "Only a GM of the campaign where it was entered can cancel that."
    if gm_only(kind):
        return "Only a GM can cancel that." + (" Or change the file, and import it again." if row.imported else "")
    alone = row.imported and character.campaign_id is None
    own = row.imported or row.by_id == user
    if not alone and (row.role == "gm" or not own):
        return "Only a GM, or the player who entered it, can cancel that."
    return "Only a GM can cancel points that came in." if kind and kind.budget and row.amount > 0 and not alone else ""
