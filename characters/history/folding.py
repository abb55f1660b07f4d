"""The oldest steps of a long history, folded: many in a row by one person become one that leads there and back.

Undo goes on working: of what it can still take back, a fold ends at a step that undo goes through and begins with one,
so what points to it points to the same version as before. What undo may bring back is left as it is. So are the
versions that a game master approved and that a what-if branched off from: a fold may end there, and not go beyond.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast, Length

from characters import limits
from characters.history.revisions import back, between, replay, rewind, squeeze
from characters.models import Character, Revision

NEWEST = (50, 10)
"""So many of the newest steps stay as they are; the second, where the others alone weigh too much."""
AT_ONCE = 40
"""So many steps are folded into one in one go. Folds are folded again when it has to be."""
FOLDED = (Revision.Kind.EDIT, Revision.Kind.UNDO, Revision.Kind.REDO)


class FoldedRow(NamedTuple):
    """A step of a history without what it changed."""

    version: int
    kind: str
    by_id: int | None
    of: int
    previous: int
    since: int
    weight: int


class Fold(NamedTuple):
    """Steps in a row that become one."""

    steps: tuple[FoldedRow, ...]

    @property
    def first(self) -> FoldedRow:
        return self.steps[0]

    @property
    def last(self) -> FoldedRow:
        return self.steps[-1]

    @property
    def weight(self) -> int:
        return sum(step.weight for step in self.steps)


def fold(character: Character, most: int = 0) -> None:
    """Fold the oldest steps of a character until its history weighs three quarters of what it may, or of `most`."""
    wanted = (most or limits.history_bytes(character)) * 3 // 4
    with transaction.atomic():
        held = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
        for newest in NEWEST:
            while (rows := _rows(held)) and _weight(rows) > wanted and _fold(held, _folds(held, rows, newest, wanted)):
                pass
        held.history = _weight(rows)
        Character.objects.filter(pk=held.pk).update(history=held.history)
    character.history = held.history


def _rows(held: Character) -> list[FoldedRow]:
    weight = Length(Cast("changes", TextField())) + limits.STEP_BYTES
    told = held.revisions.filter(version__lte=held.version).order_by("version").annotate(weight=weight)
    return [FoldedRow._make(row) for row in told.values_list(*FoldedRow._fields)]


def _weight(rows: Iterable[FoldedRow]) -> int:
    return sum(row.weight for row in rows)


def _folds(held: Character, rows: Sequence[FoldedRow], newest: int, wanted: int) -> list[Fold]:
    """As many folds as bring the weight down, the oldest first, if each of them came to nothing."""
    over, found = _weight(rows) - wanted, []
    for fold in _in_a_row(held, rows, newest):
        if over <= 0:
            break
        found.append(fold)
        over -= fold.weight - limits.STEP_BYTES
    return found


def _in_a_row(held: Character, rows: Sequence[FoldedRow], newest: int) -> Iterator[Fold]:
    """The steps that may become one: of the same person, and with nothing between that has to stay."""
    by_version = {row.version: row for row in rows}
    undoable = set(_chain(by_version, held.undo_version))
    undone = {v for version in _chain(by_version, held.redo_version) for v in (version, by_version[version].of)}
    ends = {*held.approvals.values_list("version", flat=True), *held.branches.values_list("branched_at", flat=True)}
    run: list[FoldedRow] = []
    for row in rows[: max(0, len(rows) - newest)]:
        stays = row.kind not in FOLDED or row.version in undone
        if run and (stays or row.by_id != run[0].by_id or len(run) == AT_ONCE or run[-1].version in ends):
            yield from _cut(run, undoable)
            run = []
        if not stays:
            run.append(row)
    yield from _cut(run, undoable)


def _chain(rows: dict[int, FoldedRow], version: int) -> Iterator[int]:
    """The versions that undo, or redo, goes through from here."""
    while version in rows:
        yield version
        version = rows[version].previous


def _cut(run: Sequence[FoldedRow], undoable: set[int]) -> Iterator[Fold]:
    """A run in three: what comes before the first step that undo goes through, from there to the last, and the rest."""
    places = [place for place, row in enumerate(run) if row.version in undoable]
    start, end = (places[0], places[-1] + 1) if places else (len(run), len(run))
    for part in (run[:start], run[start:end], run[end:]):
        if len(part) > 1:
            yield Fold(tuple(part))


def _fold(held: Character, folds: Sequence[Fold]) -> int:
    """Make one step of each fold. Returns how many were made."""
    made = 0
    for fold, changes in _changes(held, folds):
        kept = held.revisions.filter(version=fold.last.version)
        kept.update(
            changes=changes,
            kind=Revision.Kind.EDIT,
            of=0,
            previous=fold.first.previous if fold.first.kind == Revision.Kind.EDIT else 0,
            since=fold.first.since or fold.first.version,
        )
        gone = {"version__gte": fold.first.version, "version__lt": fold.last.version}
        made += bool(held.revisions.filter(**gone).delete())
    return made


def _changes(held: Character, folds: Sequence[Fold]) -> list[tuple[Fold, list[list[Any]]]]:
    """What each fold changes in all, where that leads there and back exactly."""
    ends = {fold.last.version: fold for fold in folds}
    begins = {fold.first.version: fold for fold in folds}
    after: dict[Fold, tuple[str, Any]] = {}
    found = []
    oldest = min(begins, default=held.version + 1)
    later = held.revisions.filter(version__gte=oldest, version__lte=held.version).order_by("-version")
    for told in back(held.name, held.build, later.values_list("version", "changes").iterator(chunk_size=50)):
        if told.version in ends:
            after[ends[told.version]] = told.after
        if told.version in begins:
            fold = begins[told.version]
            if (changes := _net(told.before, after.pop(fold))) is not None:
                found.append((fold, changes))
    return found


def _net(before: tuple[str, Any], after: tuple[str, Any]) -> list[list[Any]] | None:
    """The changes that lead from one name and build to the other and back, None where none do to the letter."""
    changes = [squeeze(change) for change in between(before, after)]
    if _same(replay(*before, changes), after) and _same(rewind(*after, changes), before):
        return [list(change) for change in changes]
    return None


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON, where a 1 is no yes."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
