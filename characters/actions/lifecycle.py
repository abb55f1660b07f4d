"""How characters come to be and go: made, copied, put in the bin and restored, adopted from a guest."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from characters.actions.locking import Person, lock_count, lock_word, note, user_of
from characters.actions.portraits import copy_portrait
from characters.book_conflicts import hold, refuse_conflict
from characters.limits import refuse_crowded, refuse_large, refuse_life_of_a_guest, refuse_long, refuse_more
from characters.models import Approval, Character, Event, Guest, LedgerEntry, Revision
from characters.models.ledger import own_name
from characters.tables import PlayTable
from rules.catalogue.rulebook import core_of, of_game
from rules.form_values import one_line
from rules.kernel import LedgerEntry as Entry
from rules.kernel.deaths import remembered_builds
from rules.kernel.documents import Document
from rules.kernel.documents.builds import NAME_LIMIT

PLAYED_FEWER = "The GM of this campaign can remove one of them."
LISTED_FEWER = "Remove one of its books."


def create_character(
    *,
    system: str,
    by: Person = None,
    guest: uuid.UUID | None = None,
    name: str = "",
    build: Mapping[str, Any] | None = None,
    campaign: PlayTable | None = None,
    document: Document | None = None,
    npc: bool = False,
    homebrew: Sequence[int] | None = None,
    rolled: Mapping[str, Any] | None = None,
    deed: str = "",
    bust: str = "",
) -> Character:
    """A new character of a game, empty or with the choices of a build or of an imported document.

    It is built with these editions of homebrew, or with all that its table plays. `rolled` are dice of the build that
    fell here. Where the same person did this `deed` before, it is the character that was made then. Raises Refused
    where editions cannot be read together, or are deleted, where it is too large, and where somebody, or the table, has
    as many characters as they may.
    """
    book = core_of(system)
    character = Character(
        owner=user_of(by),
        guest=None if user_of(by) else guest,
        campaign=cast(Any, campaign),
        book=book,
        system=system,
        name=name,
        build={} if build is None else build,
        rolled=dict(rolled or {}),
        bust=bust,
        npc=npc,
        homebrew=of_game(campaign.rules.books if campaign else (), system) if homebrew is None else list(homebrew),
    )
    if document is not None:
        character.name = document.name
        character.build = document.build
        character.settings = dict(document.settings or {})
        character.extra = dict(document.extra or {})
        character.stage = document.stage
    character.name = one_line(character.name)
    with transaction.atomic():
        hold(character.homebrew)
        refuse_conflict(character.core, character.homebrew, PLAYED_FEWER if homebrew is None else LISTED_FEWER)
        if deed and (before := _made_before(character, deed)):
            return before
        made = begin(character, by, deed)
        if document is not None:
            _bring(made, document)
        return made


def _bring(made: Character, document: Document) -> None:
    """What an imported document knows of a life: its ledger, its marks, what was approved, by nobody known here."""
    builds = [build for build in (document.created, document.baseline) if isinstance(build, dict)]
    ledger = [entry.as_json() for entry in document.ledger]
    refuse_long(ledger)
    if made.guest:
        refuse_life_of_a_guest(ledger, builds)
    for build in (*builds, *remembered_builds(document.ledger)):
        refuse_large(Character(build=build))
    entries = LedgerEntry.objects.bulk_create(
        LedgerEntry(
            character=made, kind=entry.kind, on=entry.on or None, amount=_signed(made, entry), imported=True,
            subject=entry.subject, note=entry.note, more=dict(entry.more), role=entry.by, ref=entry.id or own_name(),
        )
        for entry in document.ledger
    )  # fmt: skip
    if builds and made.stage == "advancement":
        last = max((row.pk for row, entry in zip(entries, document.ledger, strict=True) if entry.settled), default=0)
        known = {"character": made, "version": made.version, "name": made.name, "last_entry": last, "imported": True}
        known |= {"settings": made.house, "own_settings": made.own_settings}
        yes = [Approval.objects.create(build=build, **known) for build in builds]
        made.first_approval, made.approval = yes[0], yes[-1]
    play = document.play or {}
    marked = (one for one in made.read().marked if one.kept_as(play) in play and not one.entry) if play else ()
    made.play = {one.key: one.stands({one.key: play[one.kept_as(play)]}) for one in marked}
    made.save(update_fields=["first_approval", "approval", "play"])


def _signed(made: Character, entry: Entry) -> int:
    """The amount with the sign of its kind, whichever was written."""
    kind = made.game.ledger_kinds.get(entry.kind)
    return kind.sign * abs(entry.amount) if kind and kind.sign else entry.amount


def _made_before(character: Character, deed: str) -> Character | None:
    """What the same person has of this deed. One request at a time looks, as another may be about to make it."""
    lock_word(f"{character.owner_id} {character.guest} {deed}")
    own = Character.objects.kept().filter(owner=character.owner, guest=character.guest, system=character.system)
    return own.filter(revisions__kind=Revision.Kind.CREATE, revisions__tab=deed).first()


def begin(character: Character, by: Person, deed: str = "") -> Character:
    """Save a new character with the first step of its history.

    Raises Refused where it is too large, and where somebody, or its table, has as many characters as they may.
    """
    character.build = {} if character.build is None else character.build
    refuse_large(character)
    with transaction.atomic():
        lock_count(character.owner, character.guest)
        refuse_more(character.owner, character.guest)
        if character.campaign and character.branch_of_id is None:
            refuse_crowded(character.campaign)
        character.save()
        character.revisions.create(version=character.version, kind=Revision.Kind.CREATE, by=user_of(by), tab=deed)
    return character


COPIED = ("system", "build", "npc", "homebrew", "settings", "extra", "rolled", "stage", "bust", "crest", "starred")
"""What of a character a copy has too."""


def duplicate(*, character: Character, by: Person = None, guest: uuid.UUID | None = None, **other: Any) -> Character:
    """A copy of the choices under a new name, with a history of its own.

    It sits at no table, but for the copy of an NPC, which belongs to the table: there it takes a seat unless that is
    archived. `other` says what is otherwise than in the original. Raises Refused as `begin` does.
    """
    table = character.campaign if character.npc else None
    columns = {
        **{column: getattr(character, column) for column in COPIED},
        "owner": user_of(by),
        "guest": None if user_of(by) else guest,
        "name": f"{character} (copy)"[:NAME_LIMIT],
        "campaign": table if table and table.archived_at is None else None,
        "book": core_of(character.system),
    }
    with transaction.atomic():
        made = begin(Character(**{**columns, **other}), by)
        for entry in character.ledger_entries.all():
            entry.pk, entry.character, entry.version = None, made, 0
            entry.save(force_insert=True)
        copy_portrait(character, made)
    return made


def bin_character(*, character: Character, by: Person = None) -> None:
    """Put a character in the bin, from where it can be restored."""
    with transaction.atomic():
        if Character.objects.kept().filter(pk=character.pk).update(deleted_at=timezone.now()):
            note(character, "binned", by)


def unbin_character(*, character: Character, by: Person = None) -> None:
    with transaction.atomic():
        if Character.objects.binned().filter(pk=character.pk).update(deleted_at=None):
            note(character, "unbinned", by)


def adopt(*, user: AbstractBaseUser, guest: uuid.UUID) -> int:
    """Give a guest's characters to the account they signed up or logged in with, and what was done to them.

    Returns how many.
    """
    Guest.objects.filter(key=guest).delete()
    for happened in (Revision, Event):
        happened.objects.filter(character__guest=guest, by=None).update(by=user)
    LedgerEntry.objects.filter(character__guest=guest, by=None, imported=False).update(by=user)
    return Character.objects.filter(guest=guest).update(owner=user, guest=None)
