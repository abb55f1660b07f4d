"""What changes a build: a choice, taking it back, bringing it back, filling what is open.

Every write applies to what is stored (so two tabs that touch different fields both win), is conditional on
the version it was read at, and appends a revision.
"""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from characters import limits
from characters.actions.held import Person, lock, user_of
from characters.folding import fold
from characters.history import NAME, Step, record, replay, rewind, squeeze, told
from characters.models import Character, Revision
from characters.stale import refuse_stale
from rules.kernel import Change, PathError, apply, compare
from rules.kernel.builds import read_value

Draw = Callable[[Character], object]
"""What is done with a changed character before it is saved."""


def _nothing(character: Character) -> None:
    """Nothing to draw."""


def change_build(
    *,
    character: Character,
    changes: Mapping[str, Any],
    drawn: int,
    tab: str = "",
    deed: str = "",
    by: Person = None,
    draw: Draw = _nothing,
    rolled: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> Character:
    """Put values at paths. `drawn` is the version the page showed when the person chose, `rolled` the server's dice.

    `deed` is the name of what the site does for the page (adds, removes, rolls), which shows it only with the answer.
    `draw` is given the changed character before it is saved. Raises PathError for what no build can hold,
    StaleEdit when another tab changed the same field since, and whatever `draw` does; then nothing is saved.
    """
    held = _handed(copy.copy(character), rolled)
    if _change(held, changes, drawn, tab, deed, by, draw):
        return held
    with transaction.atomic():
        held = _handed(lock(character), rolled)
        _change(held, changes, drawn, tab, deed, by, draw)
    return held


def _handed(held: Character, rolled: Mapping[str, Sequence[int]]) -> Character:
    """The character with dice from the server's hand, to be saved with the change they make."""
    if rolled:
        held.rolled = _chosen({**(held.rolled if isinstance(held.rolled, dict) else {}), **rolled}, held.build)
    return held


MOST_HANDS = 50
"""So many rolls are remembered, also those that were taken back since."""


def _chosen(rolled: dict[str, Any], build: Any) -> dict[str, Any]:
    """The rolls of a build and the latest of the others."""
    held = build.get("rolls") if isinstance(build, dict) else None
    there = held if isinstance(held, dict) else {}
    left = [key for key in rolled if key not in there]
    return {key: dice for key, dice in rolled.items() if key in there or key in left[-MOST_HANDS:]}


def _change(
    held: Character, changes: Mapping[str, Any], drawn: int, tab: str, deed: str, by: Person, draw: Draw
) -> bool:
    """Make the changes to what `held` says is stored. False if something else is stored by now."""
    held.build = {} if held.build is None else held.build
    if drawn != held.version:
        refuse_stale(held, changes, drawn, {tab, deed} - {""})
    return _write(held, changes.items(), by=by, tab=deed or tab, draw=draw)


def undo(*, character: Character, deed: str = "", by: Person = None) -> Character:
    """Take the last change back. Without one, or where this deed is done already, nothing happens."""
    with transaction.atomic():
        held = lock(character)
        last = held.revisions.filter(version=held.undo_version).first()
        if last is None or _done(held, deed):
            return held
        held.name, held.build = rewind(held.name, held.build, last.changes)
        back = [told(change).reversed() for change in reversed(last.changes)]
        redo_next = held.redo_version
        held.undo_version, held.redo_version = last.previous, held.version + 1
        _append(held, back, by=by, tab=deed, kind=Revision.Kind.UNDO, of=last.version, previous=redo_next)
    return held


def redo(*, character: Character, deed: str = "", by: Person = None) -> Character:
    """Bring back the last change that was undone. Without one, or where this deed is done already, nothing happens."""
    with transaction.atomic():
        held = lock(character)
        undone = held.revisions.filter(version=held.redo_version).first()
        if undone is None or _done(held, deed):
            return held
        first = held.revisions.get(version=undone.of)
        held.name, held.build = replay(held.name, held.build, first.changes)
        forth = [told(change) for change in first.changes]
        held.undo_version, held.redo_version = first.version, undone.previous
        _append(held, forth, by=by, tab=deed, kind=Revision.Kind.REDO, of=first.version)
    return held


def _done(held: Character, deed: str) -> bool:
    """Whether a page that sends this deed once more did not hear that it was done."""
    return bool(deed) and held.revisions.filter(tab=deed).exists()


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


# Saving


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
    changes: Sequence[Step],
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
    character is sure to be. Raises TooLarge for an edit of more than a character may hold.
    """
    build = limits.as_text(held.build)
    if kind is Revision.Kind.EDIT:
        limits.refuse_growth(held, build, lambda: rewind(held.name, held.build, changes)[1])
    read, held.version, held.changed_at = held.version, held.version + 1, timezone.now()
    draw(held)
    steps = limits.as_text([list(squeeze(change)) for change in changes])
    weight = limits.STEP_BYTES + len(steps)
    held.history += weight
    user = user_of(by)
    kept = (build, limits.as_text(held.rolled), held.name)
    stored = (*kept, held.version, held.undo_version, held.redo_version, held.changed_at, weight)
    row = (held.version, kind.value, steps, of, previous, tab, user and user.pk, held.changed_at)
    with connection.cursor() as cursor:
        cursor.execute(APPEND, (*stored, held.pk, read, *row))
        done = bool(cursor.rowcount)
    if done and held.version % FOLDED_EVERY == 0 and held.history > limits.history_bytes(held):
        fold(held)
    return done


FOLDED_EVERY = 10
"""So many steps pass between two looks at a history that is too long and cannot be folded further."""


APPEND = """
WITH moved AS (
  UPDATE characters_character
  SET build = %s::jsonb, rolled = %s::jsonb, name = %s,
      version = %s, undo_version = %s, redo_version = %s, changed_at = %s, history = history + %s
  WHERE id = %s AND version = %s
  RETURNING id
)
INSERT INTO characters_revision (character_id, version, kind, changes, of, previous, since, tab, by_id, at)
SELECT id, %s, %s, %s::jsonb, %s, %s, 0, %s, %s, %s FROM moved
"""
"""A character never moves without the revision that says how: PostgreSQL does both or neither."""


def _name(value: Any) -> str:
    try:
        name: str = read_value(NAME, value or "")
    except ValueError as fault:
        raise PathError(f"The name {fault}.") from None
    return name.strip()
