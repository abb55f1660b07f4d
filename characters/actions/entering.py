"""What is entered in a character's ledger as it happens, and undone again. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from characters.actions.leaving import come_back, leave
from characters.actions.locking import Person, lock, note, user_of
from characters.history.cancelling import counted_voids, why_not_cancel
from characters.history.entry_sentences import EntryTeller
from characters.limits import refuse_long
from characters.models import Character, LedgerEntry
from characters.models.ledger import own_name
from characters.tables import refuse_archived
from rules.form_values import uncut
from rules.kernel import LedgerEntry as Entry
from rules.kernel import LedgerKind, Sheet, Tracker
from rules.kernel.basics.wording import counted
from rules.kernel.causes import without_cause
from rules.kernel.documents import Ledger
from rules.kernel.documents.ledger import ENTRIES_LIMIT, NOTE_LIMIT, VOID, same_name
from rules.kernel.ledger_kinds import no_subjects, refused_to_the_dead
from rules.refusals import Refused

MOST_ENTERED = 1_000
"""Points of one entry."""


REMOVED, RESTORED = " Removed from the build.", " Restored in the build."
"""What the history and the news say of an entry by which a line left the build, or came back."""


ROOM = 100
"""Entries that are kept free for the game master: no player can fill a ledger."""


def refuse_full(character: Character, role: str, more: int = 1) -> None:
    """Raises Refused where the ledger can't take so many more entries."""
    limit = ENTRIES_LIMIT if role == "gm" else ENTRIES_LIMIT - ROOM
    if (count := character.ledger_entries.count()) + more > limit:
        raise Refused(f"The ledger of {character} has {counted(count, 'entry|entries')}; {limit} is the maximum.")


def refuse_moved(held: Character, campaign: Any, nothing: str = "entered") -> None:
    """Raises Refused where a character has left the campaign in which a GM decides of it, with `nothing` done."""
    if campaign and held.campaign_id != campaign.pk:
        raise Refused(f"{held} is no longer in {campaign}, so nothing was {nothing}. Reload the page.")


def enter(*, character: Character, entry: Entry, by: Person, role: str = "player") -> LedgerEntry:
    """Add an entry to the ledger, dated today. The build changes along, whoever enters it: what is sold leaves it.

    The `id` of the entry names it: sent again, it is answered as it was the first time and nothing is done.
    Raises Refused where the game knows no such kind, where the rules say it can't be, and where it spends more than
    there is.
    """
    with transaction.atomic():
        held = lock(character)
        known = held.ledger_entries.filter(ref=entry.id).first() if entry.id else None
        if known:
            return known
        if role == "gm":
            refuse_moved(held, character.campaign)
        return _entered(held, held.read(), entry, by, role)


def _entered(held: Character, sheet: Sheet, entry: Entry, by: Person, role: str) -> LedgerEntry:
    """Write an entry, with what changes along with it."""
    row, made_of = _write(held, sheet, entry, by, role)
    changes = held.game.ledger_kinds[row.kind].edits(sheet, made_of)
    gone = leave(held, row, changes, by)
    _mark_along(held, sheet, row, made_of)
    _note(held, sheet, made_of, by, REMOVED if gone else "")
    return row


def _write(held: Character, sheet: Sheet, entry: Entry, by: Person, role: str) -> tuple[LedgerEntry, Entry]:
    """The row of an entry, and the entry with what the rules have added to it."""
    kind = held.game.ledger_kinds.get(entry.kind)
    if kind is None or kind.key == VOID:
        raise Refused("This game doesn’t have that entry.")
    refuse_full(held, role)
    if role == "gm" and held.campaign:
        refuse_archived(held.campaign)
    dated = replace(entry, note=uncut(entry.note, NOTE_LIMIT), by=role, on=timezone.localdate().isoformat())
    made = kind.fill(sheet, dated)
    if why := refused_to_the_dead(sheet, kind):
        raise Refused(why)
    if why := kind.refuse(sheet, made) or _about_nothing(sheet, kind, made) or _beyond(held, sheet, kind, made):
        raise Refused(why)
    if made.more:  # a death remembers a build
        refuse_long([one.as_json() for one in (*held.ledger, made)])
    row = held.ledger_entries.create(
        kind=kind.key,
        on=timezone.localdate(),
        amount=made.amount,
        subject=made.subject,
        note=made.note,
        more=dict(made.more),
        role=role,
        by=user_of(by),
        campaign=held.campaign,
        ref=entry.id or own_name(),
    )
    return row, made


def _note(held: Character, sheet: Sheet, entry: Entry, by: Person, also: str = "") -> None:
    note(held, "entry", by, text=f"{EntryTeller(held.game, sheet).tell(entry)}{also}")


def _about_nothing(sheet: Sheet, kind: LedgerKind, entry: Entry) -> str:
    """Why an entry is about nothing there is."""
    for key, offered in kind.offers.items():
        if entry.more.get(key) not in tuple(offered(sheet)):
            return f"{kind.more[key]}: choose from the list."
    if "subject" not in kind.asks:
        return ""
    if not entry.subject:
        return "Enter what it’s about."
    known = {same_name(word) for offered in kind.subjects(sheet) for word in offered}
    return "" if kind.subjects is no_subjects or same_name(entry.subject) in known else "Choose from the list."


def _beyond(held: Character, sheet: Sheet, kind: LedgerKind, entry: Entry) -> str:
    """Why an entry spends more than there is; entries of the ledger never leave less than nothing."""
    if kind.sign >= 0 or not entry.amount:
        return ""
    table = held.table
    if not kind.budget:  # where our sources price nothing, what was awarded is all there is
        left = sheet.table.ledger.total("award") - sheet.table.ledger.total(kind.key)
        short = f"Not enough: {counted(max(0, left), kind.unit)} left."
        return "" if abs(entry.amount) <= left else short
    if kind.budget not in sheet.budgets:
        return "There’s nothing to spend before the approval."
    after = held.read(table=replace(table, ledger=Ledger((*table.ledger, entry))))
    was, now = (read.budgets[kind.budget].remaining for read in (sheet, after))
    if now >= 0 or now >= was:
        return ""
    return f"Not enough: {counted(max(0, was), kind.unit)} left."


class Voided(NamedTuple):
    """What came of cancelling an entry: whether something returned to the build, what it leaves, as a sentence, and
    whether it had been cancelled before."""

    returned: bool = False
    leaves: str = ""
    before: bool = False


def void(*, row: LedgerEntry, by: Person, reason: str, role: str = "player") -> Voided:
    """Take an entry back with another. The line stays, with the reason; voiding twice is once.

    What left the build with the entry returns with it, or afterwards, where it had been voided without. Raises Refused
    where no reason is given, where they may not (`why_not_cancel`), where another entry depends on it, where the build
    has no room, and at an archived table.
    """
    why = uncut(reason, NOTE_LIMIT)
    if not why:
        raise Refused("Enter a reason. The entry stays in the ledger.")
    with transaction.atomic():
        held = lock(row.character)
        if role == "gm":
            refuse_moved(held, row.character.campaign, "cancelled")
        if role == "gm" and held.campaign:
            refuse_archived(held.campaign)
        known = counted_voids(held.ledger_entries.all(), held).get(row.ref)
        if refusal := why_not_cancel(row, held, getattr(user_of(by), "pk", None), role == "gm", again=bool(known)):
            raise Refused(refusal)
        if known:
            back = bool(row.version and not known.version) and come_back(held, row, known, by)
            return Voided(back, before=True)
        refuse_full(held, role)
        kind = held.game.ledger_kinds.get(row.kind)
        sheet = held.read()
        if refusal := _depended_on(held, sheet, [row]):
            raise Refused(refusal)
        leaves = _left_over(held, sheet, row, kind) if kind else ""
        _unmark(held, sheet, row)
        _mark_back(held, sheet, row)
        return Voided(_void(held, sheet, row, by, why, role, leaves), leaves)


def _depended_on(held: Character, sheet: Sheet, rows: Sequence[LedgerEntry]) -> str:
    """Why entries are not cancelled yet: another depends on them, and is cancelled first."""
    c = sheet.reading
    voided = [Entry(VOID, subject=row.ref) for row in rows]
    table = replace(c.table, ledger=Ledger((*c.table.ledger, *voided)))
    before = {one.id for one in without_cause(c)}
    left = [one for one in without_cause(held.game.reading(c.build, c.rulebook, table)) if one.id not in before]
    if not left:
        return ""
    last = left[-1]
    told = EntryTeller(held.game, sheet).tell(last).rstrip(".")
    cause = "this entry" if len(rows) == 1 else "these entries"
    return f"Cancel “{told}”{f' of {last.day}' if last.day else ''} first: it depends on {cause}."


def _left_over(held: Character, sheet: Sheet, row: LedgerEntry, kind: LedgerKind) -> str:
    """That points are spent which there are no more without an entry, "" where none are."""
    if row.amount <= 0 or kind.budget not in sheet.budgets:
        return ""
    ledger = Ledger((*held.table.ledger, Entry(VOID, subject=row.ref)))
    over = -held.read(table=replace(held.table, ledger=ledger)).budgets[kind.budget].remaining
    return f"That leaves {counted(over, kind.unit)} overspent." if over > 0 else ""


def _unmark(held: Character, sheet: Sheet, row: LedgerEntry) -> None:
    """Take what an entry does for a while off the marks of play: of several entries, the newest are those that do."""
    for tracker in sheet.trackers:
        stands = held.marks.get(tracker.holds, 0) if tracker.holds and tracker.entry == row.kind else 0
        if stands:
            standing = {entry.id for entry in held.ledger.of(row.kind)}
            newer = held.ledger_entries.filter(kind=row.kind, pk__gt=row.pk, ref__in=standing)
            rest = max(0, stands - sum(abs(one.amount) for one in newer))
            held.play = {**held.marks, tracker.holds: stands - min(rest, abs(row.amount))}
            held.save(update_fields=["play"])


MARKED = "marked"
"""Where an entry remembers by how much it has moved the trackers of play."""


def _mark_along(held: Character, sheet: Sheet, row: LedgerEntry, entry: Entry) -> None:
    """Move the trackers of play that move with an entry, and let it remember by how much they did."""
    wanted = held.game.ledger_kinds[row.kind].marks(sheet, entry, held.marks)
    here = [one for one in sheet.live(held.marks).marked if one.key in wanted]
    done = _moved(held, sheet, {one.key: wanted[one.key] - one.stands(held.marks) for one in here})
    if done:
        row.more = {**row.more, MARKED: done}
        row.save(update_fields=["more"])


def _mark_back(held: Character, sheet: Sheet, row: LedgerEntry) -> None:
    """Move them back as far as they go, once the entry is cancelled."""
    done = row.more.get(MARKED)
    changes = {key: -by for key, by in done.items() if isinstance(by, int)} if isinstance(done, dict) else {}
    _moved(held, sheet, changes)


def _moved(held: Character, sheet: Sheet, changes: Mapping[str, int]) -> dict[str, int]:
    """Move trackers within their bounds; by how much each that moved did."""
    here = [one for one in sheet.live(held.marks).marked if changes.get(one.key) and not one.entry]
    stood = {one.key: one.stands(held.marks) for one in here}
    stands = {one.key: one.moved(held.marks, changes[one.key]) for one in here}
    done = {key: after - stood[key] for key, after in stands.items() if after != stood[key]}
    if done:
        held.play = {**held.marks, **stands}
        held.marked += 1  # so that every open page looks again
        held.save(update_fields=["play", "marked"])
    return done


def _void(held: Character, sheet: Sheet, row: LedgerEntry, by: Person, why: str, role: str, leaves: str = "") -> bool:
    """Void an entry, and restore what left the build with it; whether anything returned."""
    made = held.ledger_entries.create(
        kind=VOID, on=timezone.localdate(), subject=row.ref, note=why, role=role, by=user_of(by), campaign=held.campaign
    )
    back = come_back(held, row, made, by)
    also = f"{RESTORED if back else ''} {leaves}".rstrip()
    told = f"{why.rstrip('.')}.{also}" if also else why
    note(held, "entry-cancelled", by, text=EntryTeller(held.game, sheet).tell(row.told).rstrip("."), reason=told)
    return back


def keep(*, held: Character, tracker: Tracker, change: int, by: Person, back: bool = False) -> int:
    """Move a number that the ledger keeps, by entries or by cancelling what was entered last; returns by how much.

    `held` is locked. What moved it comes `back` by cancelling alone. There is never less spent than nothing, nor more
    than there is. Raises Refused for the dead, and where the rules say it can't be.
    """
    sheet = held.read()
    kind = held.game.ledger_kinds[tracker.entry if (change < 0) is not back else tracker.returns or tracker.entry]
    if why := refused_to_the_dead(sheet, kind):
        raise Refused(why)
    if back or (change > 0 and not tracker.returns):
        return _take_back(held, sheet, kind.key, tracker.about, change, by)
    most = abs(change)
    if kind.budget:
        most = min(most, max(0, sheet.budgets[kind.budget].remaining))
    entries, moved = steps_of(kind, tracker.about, most if change > 0 else -most)
    for place, entry in enumerate(entries):
        if place:  # each is judged with those before it
            held.forget_ledger()
            sheet = held.read()
        _entered(held, sheet, entry, by, "player")
    held.forget_ledger()
    return moved


def steps_of(kind: LedgerKind, about: str, change: int) -> tuple[list[Entry], int]:
    """The entries of a kind that move a number by so much, and by how much they do: one with the amount, or as many as
    go into it of a kind whose amount is fixed; one counts as a point where there is no amount."""
    if not change or "amount" in kind.asks:
        return [Entry(kind.key, change, subject=about)] if change else [], change
    each = abs(kind.amount)
    many = abs(change) // each if each else 1
    moved = many * (each or 1)
    return [Entry(kind.key, kind.amount, subject=about)] * many, moved if change > 0 else -moved


def _take_back(held: Character, sheet: Sheet, kind: str, about: str, change: int, by: Person) -> int:
    """Void the newest entries of a kind until so many points are back; what was voided too much is entered again.

    Only those are voided that this person may cancel and that no approval has settled.
    """
    own = (entry for entry in held.ledger.of(kind) if not about or entry.means(about))
    standing = {entry.id for entry in own if not entry.settled}
    rows = held.ledger_entries.filter(kind=kind, ref__in=standing).order_by("-pk")
    user = getattr(user_of(by), "pk", None)
    back, undone = 0, []
    for row in (row for row in rows if not why_not_cancel(row, held, user, held.npc)):
        if back >= abs(change):
            break
        undone.append(row)
        back += abs(row.amount) or 1
    refuse_full(held, "player", len(undone) + 1)
    if undone and (refusal := _depended_on(held, sheet, undone)):
        raise Refused(refusal)
    for row in undone:
        _mark_back(held, sheet, row)
        _void(held, sheet, row, by, "Unticked", "player")
    if back > abs(change):
        over = (back - abs(change)) * (1 if undone[-1].amount > 0 else -1)
        line = {"kind": kind, "amount": over, "role": "player", "campaign": held.campaign}
        held.ledger_entries.create(**line, subject=about, on=timezone.localdate(), by=user_of(by))
    held.forget_ledger()
    done = min(back, abs(change))
    return done if change > 0 else -done
