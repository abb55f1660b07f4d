"""The ledger of a character as its page shows it: each entry with what took it back. Reading only; no HTTP in here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from characters.actions.entering import said
from characters.models import Character, LedgerEntry
from rules.kernel import LedgerEntry as Entry
from rules.kernel import LedgerKind, Sheet
from rules.kernel.documents.ledger import VOID
from rules.kernel.ledger_kinds import no_subjects


@dataclass(frozen=True)
class Line:
    """An entry with what it is called, the entry that took it back, if one did, and whether this person may."""

    row: LedgerEntry
    label: str
    void: LedgerEntry | None
    voidable: bool

    @property
    def words(self) -> str:
        """What it says besides its kind and its amount."""
        row = self.row
        return said(Entry(row.kind, 0, subject=row.subject, note=row.note, more=row.more))


def may_void(row: LedgerEntry, character: Character, user: int | None, judges: bool) -> bool:
    """Whoever entered it takes it back; so does a game master, but for what another table's has entered."""
    if judges:
        return row.role != "gm" or row.campaign_id in (None, character.campaign_id)
    return row.role != "gm" and row.by_id == user


def lines(character: Character, user: int | None = None, judges: bool = False, plays: bool = False) -> list[Line]:
    """Every entry that is no void, the newest first: one query."""
    rows = list(character.ledger_entries.select_related("by").order_by("-pk"))
    voids = {row.subject: row for row in rows if row.kind == VOID}
    called = {key: kind.label for key, kind in character.game.ledger_kinds.items()}
    return [
        Line(row, called.get(row.kind, row.kind), voids.get(row.ref), plays and may_void(row, character, user, judges))
        for row in rows
        if row.kind != VOID
    ]


@dataclass(frozen=True)
class Form:
    """What can be entered: the kind, what its form offers as a subject, and what was typed in it."""

    kind: LedgerKind
    subjects: tuple[tuple[str, str], ...]
    typed: Mapping[str, str]

    @property
    def more(self) -> list[tuple[str, str, str]]:
        """What else it asks for: key, label, what was typed."""
        return [(key, label, self.typed.get(key, "")) for key, label in self.kind.more.items()]

    @property
    def open(self) -> bool:
        """Whether there is anything to enter: a kind that offers subjects needs one."""
        return bool(self.subjects) or "subject" not in self.kind.asks or self.kind.subjects is no_subjects


def forms(sheet: Sheet, deeds: Collection[str], typed: Mapping[str, str]) -> list[Form]:
    """A form for each kind of entry that somebody who may do these deeds may write just now."""
    kinds = (kind for kind in sheet.game.ledger_kinds.values() if kind.offered and kind.by in deeds)
    made = (Form(kind, tuple(kind.subjects(sheet)), typed if typed.get("kind") == kind.key else {}) for kind in kinds)
    return [form for form in made if form.open]
