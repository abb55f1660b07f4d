"""Marks of play. A mark changes a tracker and never sets it, so that whoever marks at the same time counts too."""

import uuid
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from characters.actions.entering import keep
from characters.actions.locking import Person, lock, note, user_of
from characters.actions.play_log import already, count, forget
from characters.models import Character, Event, Mark, Roll
from characters.sheet.costs import cost_name
from rules.kernel import Live, Tracker
from rules.kernel.documents import PathError
from rules.refusals import Refused

A_MOMENT = timedelta(minutes=10)
"""Marks on one tracker within this time are told as one."""


def change_play(
    *,
    character: Character,
    key: str,
    change: int,
    uid: uuid.UUID | None = None,
    since: int | None = None,
    by: Person = None,
) -> Mark:
    """Change a tracker as it stands by so much, within its bounds, and answer what that did.

    `uid` names the change: sent again, it is answered as it was the first time and nothing is done. `since` is how many
    marks and rolls there were where it was made, as far as known there. Raises PathError, and does nothing, where the
    tracker is not there, or is moved by rolls and rests alone, where the name was given to another change, and where so
    much was done since that no one can tell any more.
    """
    with transaction.atomic():
        held = lock(character)
        if known := already(held, held.mark_log, uid, since):
            return _again(known, key, change)
        live = held.read().live(held.marks)
        tracker = next((one for one in live.marked if one.key == key), None)
        due = _due(held, key, change, uid) if tracker and uid and (tracker in live.sheet.in_ledger) else None
        if tracker is None or (tracker in live.sheet.in_ledger and due is None):
            raise PathError("This character has no such tracker.")
        if due:
            _mark_before(held, live, due, by)
        return _mark(held, tracker, change, uid or uuid.uuid4(), by)


def tracker_now(character: Character, key: str) -> Tracker | None:
    """A tracker of play by its key, as far as it goes now; None where there is none."""
    return next((one for one in character.read().live(character.marks).marked if one.key == key), None)


def _due(held: Character, key: str, change: int, uid: uuid.UUID) -> tuple[Roll, str] | None:
    """The roll of this character that takes just this, by whose name the mark is named, and behind which other tracker
    it does; None for what no roll takes that stands."""
    for roll in held.roll_log.filter(undone=None).exclude(dues=[]):
        for of, many, behind in roll.dues:
            if (of, many, cost_name(roll.uid, of)) == (key, change, uid):
                return roll, behind
    return None


def _mark_before(held: Character, live: Live, due: tuple[Roll, str], by: Person) -> None:
    """Mark first what a roll takes of a tracker behind which it takes the rest, where that isn't marked yet."""
    roll, before = due
    for tracker in live.marked:
        for key, change, _ in roll.dues:
            if tracker.key == key == before and not _taken(held, roll, key, change):
                _mark(held, tracker, change, cost_name(roll.uid, key), by)


def _taken(held: Character, roll: Roll, key: str, change: int) -> bool:
    """Whether what a roll takes of a tracker is marked: in its name, or by hand since, where so much was marked that
    it is enough for this roll and for each after it."""
    marks = held.mark_log.filter(tracker=key)
    if marks.filter(uid=cost_name(roll.uid, key)).exists():
        return True
    rolls = held.roll_log.filter(undone=None).exclude(dues=[])
    before = [cost_name(one.uid, key) for one in rolls.filter(number__lt=roll.number)]
    done: int = sum(one.done for one in marks.filter(number__gt=roll.number, undone=None).exclude(uid__in=before))
    owed: int = sum(many for one in rolls.filter(number__gte=roll.number) for of, many, _ in one.dues if of == key)
    return done * change >= owed * change


def rest(
    *, character: Character, key: str, uid: uuid.UUID | None = None, since: int | None = None, by: Person = None
) -> list[Mark]:
    """Give back what the rules do at a rest: a mark on each tracker that it moves. `uid` and `since` as for a mark.

    Raises PathError, and does nothing, where it changes nothing as things stand.
    """
    name = uid or uuid.uuid4()
    with transaction.atomic():
        held = lock(character)
        already(held, held.mark_log, name, since)
        sheet = held.read()
        named = {tracker.key: uuid.uuid5(name, tracker.key) for tracker in sheet.marked}
        if known := list(held.mark_log.filter(uid__in=named.values())):
            return known
        rests = sheet.live(held.marks).rests
        found = next((rest for rest in rests if rest.key == key), None)
        if found is None:
            raise PathError("That changes nothing now.")
        steps = rests[found]
        return [
            _mark(held, step.tracker, step.after - step.before, named[step.tracker.key], by, f"{found.label}: ")
            for step in steps
        ]


def _mark(held: Character, tracker: Tracker, change: int, uid: uuid.UUID, by: Person, during: str = "") -> Mark:
    before, after = move(held, tracker, change, by)
    number = count(held, "play")
    forget(held, held.mark_log)
    return held.mark_log.create(
        number=number,
        uid=uid,
        tracker=tracker.key,
        label=f"{during}{tracker.label}"[:200],
        asked=change,
        done=after - before,
        stands=after,
        by=user_of(by),
    )


def _again(known: Mark, key: str, change: int) -> Mark:
    if (known.tracker, known.asked) != (key, change):
        raise PathError("This page is out of date. Reload it.")
    return known


def move(held: Character, tracker: Tracker, change: int, by: Person, *, back: bool = False) -> tuple[int, int]:
    """Move a tracker of a locked character within its bounds; where it stood before and after. It is not saved yet.

    Nothing but an entry fills one that fades, unless what was cleared comes `back`.
    """
    before = tracker.stands(held.marks)
    after = tracker.moved(held.marks, change)
    if tracker.fades and not back:
        after = min(after, before)
    if tracker.entry:
        # What is spent stays spent once it has faded: then only the ledger cancels it, with a reason.
        after = min(after, before + max(0, held.marks.get(tracker.holds, 0))) if tracker.holds else after
        done = _keep(held, tracker, after - before, by, back)
        play = {tracker.holds: max(0, held.marks.get(tracker.holds, 0) - done)} if tracker.holds else {}
        after = before + done
    else:
        play = {tracker.key: after}
    held.play = {**held.marks, **play}
    if before != after and not tracker.entry:
        _tell(held, tracker, before, after, by)
    return before, after


def _keep(held: Character, tracker: Tracker, change: int, by: Person, back: bool) -> int:
    try:
        return keep(held=held, tracker=tracker, change=change, by=by, back=back)
    except Refused as refusal:
        raise PathError(str(refusal)) from None


def _tell(held: Character, tracker: Tracker, before: int, after: int, by: Person) -> None:
    """Note in the history what became of a tracker: in a line of its own, or in the last where that goes on.

    What comes to nothing within a moment is not told.
    """
    last = held.events.first()
    if last and last.by_id == getattr(user_of(by), "pk", None) and _goes_on(last, tracker.key, before):
        if last.data["before"] == after:
            last.delete()
            return
        last.data = {**last.data, "after": after}
        last.save(update_fields=["data"])
    else:
        note(held, "tracker", by, key=tracker.key, label=tracker.label, before=before, after=after)


def _goes_on(last: Event, key: str, before: int) -> bool:
    """Whether a line of the history told a moment ago how this tracker came to stand where it stood."""
    told = (last.kind, last.data.get("key"), last.data.get("after"))
    return told == ("tracker", key, before) and last.at > timezone.now() - A_MOMENT
