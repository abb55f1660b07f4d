"""What changes a build: a choice, taking it back, bringing it back, filling what is open.

Every write applies to what is stored (so two tabs that touch different fields both win), is conditional on
the version it was read at, and appends a revision.
"""

import copy
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from characters import limits
from characters.actions.locking import Person, lock, user_of
from characters.actions.stars import stars_moved
from characters.history.edit_conflicts import refuse_stale
from characters.history.folding import fold
from characters.history.parting import gone_again, refuse_parting, returned
from characters.history.revisions import NAME, Step, record, replay, rewind, squeeze, told
from characters.models import Character, Revision
from characters.prepared_queries import preparing_cursor
from rules.form_values import one_line
from rules.kernel import Build, Sheet
from rules.kernel.documents import Change, PathError, along, apply, compare
from rules.kernel.documents.builds import read_value
from rules.refusals import Refused


class Edit(NamedTuple):
    """A character as it is stored now, what was changed about it at which version, and the sheet as it is since.

    Where nothing differed, `made` is empty and nothing was stored.
    """

    character: Character
    made: tuple[Change, ...]
    base: int
    after: Sheet


def change_build(
    *,
    character: Character,
    changes: Mapping[str, Any],
    drawn: int,
    tab: str = "",
    deed: str = "",
    by: Person = None,
    rolled: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> Edit:
    """Put values at paths. `drawn` is the version the page showed when the person chose, `rolled` the server's dice.

    `deed` is the name of what the site does for the page (adds, removes, rolls), which shows it only with the answer.
    Raises PathError for what no build can hold, EditConflict when another tab changed the same field since, and
    whatever reading the sheet raises; then nothing is saved.
    """
    own = {tab, deed} - {""}
    edit = _edited(copy.copy(character), changes, drawn, own, rolled)
    if _kept(edit, by=by, tab=deed or tab):
        return edit
    with transaction.atomic():  # somebody was faster
        edit = _edited(lock(character), changes, drawn, own, rolled)
        _kept(edit, by=by, tab=deed or tab)
    return edit


def _edited(
    held: Character, changes: Mapping[str, Any], drawn: int, own: Container[str], rolled: Mapping[str, Sequence[int]]
) -> Edit:
    """The changes made to what `held` says is stored, and read; nothing is saved yet."""
    held.build = {} if held.build is None else held.build
    if drawn != held.version:
        refuse_stale(held, changes, drawn, own)
    if made := _wanted(held, changes.items()):  # dice that fell as they lay there are not saved, and stay as they came
        _handed(held, rolled)
    _refuse_growth(held, made)
    return Edit(held, tuple(made), held.version, held.read())


def _kept(edit: Edit, *, by: Person, tab: str) -> bool:
    """Save an edit. Changes of nothing leave no trace. False as for `_append`."""
    return not edit.made or _append_edit(edit.character, edit.made, by=by, tab=tab)


def _handed(held: Character, rolled: Mapping[str, Sequence[int]]) -> Character:
    """The character with dice from the server's hand, to be saved with the change they make."""
    if rolled:
        held.rolled = _chosen({**(held.rolled if isinstance(held.rolled, dict) else {}), **rolled}, held.build)
    return held


MOST_HANDS = 50
"""So many rolls are remembered, also those removed since."""


def _chosen(rolled: dict[str, Any], build: Any) -> dict[str, Any]:
    """The rolls of a build and the latest of the others."""
    held = build.get("rolls") if isinstance(build, dict) else None
    there = held if isinstance(held, dict) else {}
    left = [key for key in rolled if key not in there]
    return {key: dice for key, dice in rolled.items() if key in there or key in left[-MOST_HANDS:]}


def undo(*, character: Character, deed: str = "", by: Person = None) -> Character:
    """Take the last change back. Without one, or where this deed is done already, nothing happens.

    Raises Refused for a change that went with an entry of the ledger.
    """
    with transaction.atomic():
        held = lock(character)
        last = held.revisions.filter(version=held.undo_version).first()
        if last is None or _done(held, deed):
            return held
        cancelled = refuse_parting(held, range(last.since or last.version, last.version + 1), "Undo")
        held.name, held.build = rewind(held.name, held.build, last.changes)
        back = [told(change).reversed() for change in reversed(last.changes)]
        redo_next = held.redo_version
        held.undo_version, held.redo_version = last.previous, held.version + 1
        _append(held, back, by=by, tab=deed, kind=Revision.Kind.UNDO, of=last.version, previous=redo_next)
        if cancelled:
            returned(cancelled, held.version)
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
        gone_again(held, undone.version)
    return held


def _done(held: Character, deed: str) -> bool:
    """Whether a page that sends this deed once more did not hear that it was done."""
    return bool(deed) and held.revisions.filter(tab=deed).exists()


TRIES = 8
"""So often a step is filled by itself until nothing in it breaks a rule."""


def fill_at_random(
    *, character: Character, step: str = "", by: Person = None, tab: str = "", seed: int | None = None
) -> Character:
    """Fill every open choice legally, or those of one step; what is chosen stays. One undo takes all of it back.

    Raises PathError where something in the build stands in the way, and Refused for a step that can't be filled before
    others are.
    """
    rng = Random(SystemRandom().getrandbits(64) if seed is None else seed)
    with transaction.atomic():
        held = lock(character)
        changes = _filling_of(held, step, rng) if step else [*_filling(held, rng), *_naming(held, rng)]
        dice = {path.removeprefix("rolls."): after for path, after in changes if path.startswith("rolls.")}
        if made := applied(_handed(held, dice), changes):
            append_edit(held, made, by=by, tab=tab)
    return held


def _filling(held: Character, rng: Random) -> list[tuple[str, Any]]:
    start = held.build if isinstance(held.build, dict) else {}
    filled = held.game.fill(start, rng, held.rulebook, held.table)
    return [(change.path, change.after) for change in compare(held.build, filled)]


def _naming(held: Character, rng: Random) -> list[tuple[str, Any]]:
    """What somebody without a name is called, where the game knows what people are called."""
    wishes = held.game.wishes
    return [(NAME, rng.choice(wishes.called))] if wishes and wishes.called and not held.name.strip() else []


def _filling_of(held: Character, key: str, rng: Random) -> list[tuple[str, Any]]:
    """What of a whole character belongs to one step, and is legal without the rest."""
    sheet = held.read()
    own = next(one for one in held.game.steps(sheet) if one.key == key)
    wrong = Counter(finding.code for finding in sheet.errors)
    for _ in range(TRIES):
        changes = [(path, value) for path, value in _filling(held, rng) if own.owns(path)]
        build = held.build
        for path, value in changes:
            build = apply(build, path, value)
        after = held.game.read(Build.parse(build, held.name), held.rulebook, held.table)
        if Counter(finding.code for finding in after.errors) <= wrong:
            return changes
    raise Refused(f"{own.title} depends on steps that aren’t finished. Finish those first, or randomise the rest.")


# Saving


def applied(held: Character, changes: Iterable[tuple[str, Any]]) -> list[Change]:
    """Apply changes to a character; those that changed something, as history tells them."""
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
    return made


def _wanted(held: Character, changes: Iterable[tuple[str, Any]]) -> list[Change]:
    """The same of what a person does: whatever meant an entry of a list by its place means it still."""
    return [
        change for path, value in changes for change in applied(held, along(held.build, path, value, held.game.placed))
    ]


def append_edit(held: Character, made: Sequence[Change], *, by: Person, tab: str = "") -> bool:
    """Save a changed character with the revision that undo takes back next. False as for `_append`.

    Raises TooLarge for more than a character may hold.
    """
    _refuse_growth(held, made)
    return _append_edit(held, made, by=by, tab=tab)


def _refuse_growth(held: Character, made: Sequence[Change]) -> None:
    limits.refuse_growth(held, limits.as_text(held.build), lambda: rewind(held.name, held.build, made)[1])


def _append_edit(held: Character, made: Sequence[Change], *, by: Person, tab: str) -> bool:
    previous, held.undo_version, held.redo_version = held.undo_version, held.version + 1, 0
    return _append(held, made, by=by, tab=tab, kind=Revision.Kind.EDIT, previous=previous)


def _append(
    held: Character,
    changes: Sequence[Step],
    *,
    by: Person,
    tab: str,
    kind: Revision.Kind,
    of: int = 0,
    previous: int = 0,
) -> bool:
    """Save a character together with the revision that tells what was done, in one statement.

    False, and nothing saved, if the stored version is no longer the one that was read: only a locked
    character is sure to be.
    """
    build = limits.as_text(held.build)
    read, held.version, held.changed_at = held.version, held.version + 1, timezone.now()
    steps = limits.as_text([list(squeeze(change)) for change in changes])
    weight = limits.STEP_BYTES + len(steps)
    held.history += weight
    user = user_of(by)
    kept = (build, limits.as_text(held.rolled), held.name)
    stars = stars_moved(held, changes)
    held.starred = [stars.get(key, key) for key in held.starred]
    beside = (limits.as_text(_weighed_down(held, changes)), limits.as_text(stars))
    stored = (*kept, *beside, held.version, held.undo_version, held.redo_version, held.changed_at, weight)
    row = (held.version, kind.value, steps, of, previous, tab, user and user.pk, held.changed_at)
    with preparing_cursor() as cursor:
        cursor.execute(APPEND, (*stored, held.pk, read, *row))
        done = bool(cursor.rowcount)
    if done and held.version % FOLDED_EVERY == 0 and held.history > limits.history_bytes(held):
        fold(held)
    return done


def _weighed_down(held: Character, changes: Sequence[Step]) -> dict[str, int]:
    """By how much trackers move along with what was bought, by their keys: nobody heals by learning."""
    along = held.game.marks_along(held.house) if any(change.path.startswith("scores.") for change in changes) else {}
    found: dict[str, int] = {}
    for change in changes:
        key, sides = along.get(change.path), (change.before or 0, change.after or 0)
        if key and all(isinstance(side, int) for side in sides):
            found[key] = found.get(key, 0) + sides[1] - sides[0]
    return found


FOLDED_EVERY = 10
"""So many steps pass between two looks at a history that is too long and cannot be folded further."""


APPEND = """
WITH moved AS (
  UPDATE characters_character
  SET build = %s::jsonb, rolled = %s::jsonb, name = %s,
      play = play || COALESCE((
        SELECT jsonb_object_agg(key, GREATEST(0, (play ->> key)::int + value::int)) FROM jsonb_each_text(%s::jsonb)
        WHERE jsonb_typeof(play -> key) = 'number' AND (play ->> key)::int > 0
      ), '{}'),
      starred = ARRAY(
        SELECT COALESCE(%s::jsonb ->> key, key) FROM unnest(starred) WITH ORDINALITY AS star (key, at) ORDER BY at
      ),
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
    return one_line(name)
