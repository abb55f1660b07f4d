"""What a person does with a character. Verbs with keyword arguments; no HTTP in here.

Every write applies to what is stored (so two tabs that touch different fields both win), is conditional on
the version it was read at, and appends a revision.
"""

import copy
import json
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection, transaction
from django.utils import timezone

from campaigns.models import Campaign
from characters.clashes import refuse_clash
from characters.history import NAME, record, replay, rewind
from characters.models import Character, Revision
from characters.stale import refuse_stale
from rules.kernel import Change, Document, PathError, Tracker, apply, compare
from rules.kernel.builds import NAME_LIMIT, read_value
from rules.rulebook import core_of, of_game

Person = AbstractBaseUser | AnonymousUser | None


Draw = Callable[[Character], object]
"""What is done with a changed character before it is saved."""


def _nothing(character: Character) -> None:
    """Nothing to draw."""


PLAYED_FEWER = "The game master of this table can take one of them out of play."
LISTED_FEWER = "Leave one of them out of its list of books."


def create_character(
    *,
    system: str,
    by: Person = None,
    guest: uuid.UUID | None = None,
    name: str = "",
    build: Mapping[str, Any] | None = None,
    campaign: Campaign | None = None,
    document: Document | None = None,
    npc: bool = False,
    homebrew: Sequence[int] | None = None,
) -> Character:
    """A new character of a game, empty or with the choices of a build or of an imported document.

    It is built with these editions of homebrew, or with all that its table plays. Raises Refused where those cannot be
    read together.
    """
    book = core_of(system)
    character = Character(
        owner=_user(by),
        guest=None if _user(by) else guest,
        campaign=campaign,
        book=book,
        system=system,
        name=name,
        build={} if build is None else build,
        npc=npc,
        homebrew=of_game(campaign.books if campaign else (), system) if homebrew is None else list(homebrew),
    )
    if document is not None:
        character.name = document.name
        character.build = {} if document.build is None else document.build
        character.settings = dict(document.settings or {})
        character.extra = dict(document.extra or {})
        character.stage, character.awards = document.stage, document.awards
    refuse_clash(character.core, character.homebrew, PLAYED_FEWER if homebrew is None else LISTED_FEWER)
    with transaction.atomic():
        character.save()
        character.revisions.create(version=character.version, kind=Revision.Kind.CREATE, by=_user(by))
    return character


def change_build(
    *,
    character: Character,
    changes: Mapping[str, Any],
    drawn: int,
    tab: str = "",
    by: Person = None,
    draw: Draw = _nothing,
    rolled: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> Character:
    """Put values at paths. `drawn` is the version the page showed when the person chose, `rolled` the server's dice.

    `draw` is given the changed character before it is saved. Raises PathError for what no build can hold,
    StaleEdit when another tab changed the same field since, and whatever `draw` does; then nothing is saved.
    """
    held = _handed(copy.copy(character), rolled)
    if _change(held, changes, drawn, tab, by, draw):
        return held
    with transaction.atomic():
        held = _handed(lock(character), rolled)
        _change(held, changes, drawn, tab, by, draw)
    return held


def _handed(held: Character, rolled: Mapping[str, Sequence[int]]) -> Character:
    """The character with dice from the server's hand, to be saved with the change they make."""
    if rolled:
        held.rolled = {**(held.rolled if isinstance(held.rolled, dict) else {}), **rolled}
    return held


def _change(held: Character, changes: Mapping[str, Any], drawn: int, tab: str, by: Person, draw: Draw) -> bool:
    """Make the changes to what `held` says is stored. False if something else is stored by now."""
    held.build = {} if held.build is None else held.build
    if drawn != held.version:
        refuse_stale(held, changes, drawn, tab)
    return _write(held, changes.items(), by=by, tab=tab, draw=draw)


def undo(*, character: Character, tab: str = "", by: Person = None) -> Character:
    """Take the last change back. Without one, nothing happens."""
    with transaction.atomic():
        held = lock(character)
        last = held.revisions.filter(version=held.undo_version).first()
        if last is None:
            return held
        held.name, held.build = rewind(held.name, held.build, last.changes)
        back = [Change(*change).reversed() for change in reversed(last.changes)]
        redo_next = held.redo_version
        held.undo_version, held.redo_version = last.previous, held.version + 1
        _append(held, back, by=by, tab=tab, kind=Revision.Kind.UNDO, of=last.version, previous=redo_next)
    return held


def redo(*, character: Character, tab: str = "", by: Person = None) -> Character:
    """Bring back the last change that was undone. Without one, nothing happens."""
    with transaction.atomic():
        held = lock(character)
        undone = held.revisions.filter(version=held.redo_version).first()
        if undone is None:
            return held
        first = held.revisions.get(version=undone.of)
        held.name, held.build = replay(held.name, held.build, first.changes)
        forth = [Change(*change) for change in first.changes]
        held.undo_version, held.redo_version = first.version, undone.previous
        _append(held, forth, by=by, tab=tab, kind=Revision.Kind.REDO, of=first.version)
    return held


def fill_at_random(*, character: Character, by: Person = None, tab: str = "", seed: int | None = None) -> Character:
    """Fill every open choice legally; what is chosen stays. One undo takes all of it back.

    Raises PathError where something in the build stands in the way.
    """
    rng = Random(SystemRandom().getrandbits(64) if seed is None else seed)
    with transaction.atomic():
        held = lock(character)
        start = held.build if isinstance(held.build, dict) else {}
        filled = held.game.random(start, rng, held.rulebook, held.table)
        changes = [(change.path, change.after) for change in compare(held.build, filled)]
        dice = {path.removeprefix("rolls."): after for path, after in changes if path.startswith("rolls.")}
        _write(_handed(held, dice), changes, by=by, tab=tab)
    return held


def change_play(*, character: Character, key: str, value: int, by: Person = None) -> Character:
    """Set a tracker. Raises PathError for one the game does not have."""
    with transaction.atomic():
        held = lock(character)
        tracker = next((t for t in held.read().trackers if t.key == key), None)
        if tracker is None:
            raise PathError("This game has no such tracker.")
        top = tracker.maximum.value if tracker.maximum else 999
        before, after = held.marks.get(key, tracker.start), min(max(value, 0), top)
        held.play = {**held.marks, key: after}
        held.save(update_fields=["play"])
        if before != after:
            _mark(held, tracker, before, after, by)
    return held


A_MOMENT = timedelta(minutes=10)
"""Clicks on one tracker within this time are told as one."""


def _mark(held: Character, tracker: Tracker, before: Any, after: int, by: Person) -> None:
    """Note what became of a mark of play: in a line of its own, or in the last where it tells of a moment ago."""
    last = held.events.first()
    same = last and (last.kind, last.data.get("key"), last.by_id) == ("tracker", tracker.key, _user(by) and by.pk)  # type: ignore[union-attr]
    if last and same and last.at > timezone.now() - A_MOMENT:
        last.data = {**last.data, "after": after}
        last.save(update_fields=["data"])
    else:
        note(held, "tracker", by, key=tracker.key, label=tracker.label, before=before, after=after)


def change_settings(*, character: Character, values: Mapping[str, Any], by: Person = None) -> Character:
    """Set house rules of a character without a table, or beneath what the table sets; a default is forgotten.

    Raises PathError for a setting the game does not have, or a value that does not fit it; then nothing changes.
    """
    with transaction.atomic():
        held = lock(character)
        kept = dict(held.settings) if isinstance(held.settings, dict) else {}
        for key, value in values.items():
            setting = held.game.settings.get(key)
            if setting is None or not setting.fits(value):
                raise PathError(f"“{setting.label if setting else key[:80]}” cannot be set to that.")
            kept.pop(key, None)
            if value != setting.default:
                kept[key] = value
        before, held.settings = held.settings, kept
        held.save(update_fields=["settings"])
        if before != kept:
            note(held, "settings", by, before=before, after=kept)
    return held


def duplicate(*, character: Character, by: Person = None, guest: uuid.UUID | None = None) -> Character:
    """A copy of the choices under a new name, with a history of its own."""
    twin = create_character(
        system=character.system,
        by=by,
        guest=guest,
        name=f"{character.name or 'Nameless'}, a copy"[:NAME_LIMIT],
        build=character.build,
        campaign=character.campaign,
        homebrew=(),
    )
    twin.homebrew, twin.settings, twin.extra = character.homebrew, character.settings, character.extra
    twin.rolled, twin.stage, twin.awards = character.rolled, character.stage, character.awards
    twin.save(update_fields=["homebrew", "settings", "extra", "rolled", "stage", "awards"])
    return twin


def bin_character(*, character: Character, by: Person = None) -> None:
    """Put a character in the bin, from where it can be taken back."""
    with transaction.atomic():
        if Character.objects.kept().filter(pk=character.pk).update(deleted_at=timezone.now()):
            note(character, "binned", by)


def unbin_character(*, character: Character, by: Person = None) -> None:
    with transaction.atomic():
        if Character.objects.binned().filter(pk=character.pk).update(deleted_at=None):
            note(character, "unbinned", by)


def adopt(*, user: AbstractBaseUser, guest: uuid.UUID) -> int:
    """Give a guest's characters to the account they signed up or logged in with. Returns how many."""
    return Character.objects.filter(guest=guest).update(owner=user, guest=None)


# In common


def note(character: Character, kind: str, by: Person, **data: Any) -> None:
    """Write into the history what happened beside the build."""
    character.events.create(kind=kind, data=data, by=_user(by))


def lock(character: Character) -> Character:
    """The stored character, locked until the transaction ends."""
    held = Character.objects.with_table().select_for_update(of=("self",)).get(pk=character.pk)
    held.build = {} if held.build is None else held.build
    return held


def _write(held: Character, changes: Iterable[tuple[str, Any]], *, by: Person, tab: str, draw: Draw = _nothing) -> bool:
    """Apply changes and append the revision. Changes of nothing leave no trace. False as for `_append`."""
    made: list[Change] = []
    for path, value in changes:
        if path == NAME:
            change = Change(NAME, held.name, _name(value))
            held.name = change.after
        else:
            before, held.build = held.build, apply(held.build, path, value)
            change = record(before, held.build, path)
        if change.before != change.after:
            made.append(change)
    if not made:
        draw(held)
        return True
    return append_edit(held, made, by=by, tab=tab, draw=draw)


def append_edit(held: Character, made: Sequence[Change], *, by: Person, tab: str = "", draw: Draw = _nothing) -> bool:
    """Save a changed character with the revision that undo takes back next. False as for `_append`."""
    previous, held.undo_version, held.redo_version = held.undo_version, held.version + 1, 0
    return _append(held, made, by=by, tab=tab, kind=Revision.Kind.EDIT, previous=previous, draw=draw)


def _append(
    held: Character,
    changes: Sequence[Change],
    *,
    by: Person,
    tab: str,
    kind: Revision.Kind,
    of: int = 0,
    previous: int = 0,
    draw: Draw = _nothing,
) -> bool:
    """Save a character together with the revision that tells what was done, in one statement.

    False, and nothing saved, if the stored version is no longer the one that was read: only a locked
    character is sure to be.
    """
    read, held.version, held.changed_at = held.version, held.version + 1, timezone.now()
    draw(held)
    steps = [list(change) for change in changes]
    user = _user(by)
    kept = (json.dumps(held.build), json.dumps(held.rolled), held.name)
    stored = (*kept, held.version, held.undo_version, held.redo_version, held.changed_at)
    told = (held.version, kind.value, json.dumps(steps), of, previous, tab, user and user.pk, held.changed_at)
    with connection.cursor() as cursor:
        cursor.execute(APPEND, (*stored, held.pk, read, *told))
        return bool(cursor.rowcount)


APPEND = """
WITH moved AS (
  UPDATE characters_character
  SET build = %s::jsonb, rolled = %s::jsonb, name = %s,
      version = %s, undo_version = %s, redo_version = %s, changed_at = %s
  WHERE id = %s AND version = %s
  RETURNING id
)
INSERT INTO characters_revision (character_id, version, kind, changes, of, previous, tab, by_id, at)
SELECT id, %s, %s, %s::jsonb, %s, %s, %s, %s, %s FROM moved
"""
"""A character never moves without the revision that says how: PostgreSQL does both or neither."""


def _name(value: Any) -> str:
    try:
        name: str = read_value(NAME, value or "")
    except ValueError as fault:
        raise PathError(f"The name {fault}.") from None
    return name.strip()


def _user(person: Person) -> Any:
    return person if person is not None and person.is_authenticated else None
