"""The evenings of a table, as its people tell them. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from collections.abc import Iterable, Mapping
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.actions import lock_campaign, note
from campaigns.chronicle.texts import lines, lines_of, titled
from campaigns.merging import NOTHING, chosen, rewritten
from campaigns.models import Campaign, GameSession, Memory
from characters.tables import refuse_archived
from rules.form_values import plain, uncut
from rules.refusals import Refused

LONGEST_STORY = 20_000
LONGEST_MEMORY = 2_000
MOST_MEMORIES = 40
"""People who add to one session."""
LONGEST_MET = 120
MOST_MET = 20
"""Names of people met in one session."""
MOST = 500
"""Sessions of one table: one a week for ten years."""


def tell(
    *, campaign: Campaign, by: User, held_on: date, title: str, story: str, met: Iterable[str] = ()
) -> GameSession:
    """Write up a session, with the names of who was met. Sent again word for word, it is the one that is there."""
    called, told = titled(title, story, LONGEST_STORY)
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        line = {"held_on": held_on, "title": called, "story": told, "met": lines(met, MOST_MET, LONGEST_MET)}
        if again := held.sessions.filter(by=by, **line).first():
            return again
        if held.sessions.count() >= MOST:
            raise Refused(f"This campaign has {MOST} sessions, and that is the maximum. Start a new campaign.")
        note(held, "told", by, title=called)
        return held.sessions.create(by=by, **line)


def retell(
    *,
    session: GameSession,
    held_on: date,
    title: str,
    story: str,
    met: Iterable[str] = (),
    seen: Mapping[str, str] = NOTHING,
) -> GameSession:
    """Change what was told. `seen` are its texts and its day as they were shown.

    Raises Refused where somebody else changed the same text meanwhile.
    """
    wanted = dict(zip(("title", "story"), titled(title, story, LONGEST_STORY), strict=True))
    wanted["met"] = "\n".join(lines(met, MOST_MET, LONGEST_MET))
    with transaction.atomic():
        held = _held(session)
        stands = {"title": plain(held.title), "story": plain(held.story), "met": "\n".join(held.met)}
        for key, text in rewritten(stands, wanted, seen).items():
            setattr(held, key, lines_of(text) if key == "met" else text)
        held.held_on = chosen(held.held_on, held_on, date.fromisoformat(seen["held_on"]) if "held_on" in seen else None)
        held.save(update_fields=["title", "story", "met", "held_on"])
    return held


def remove(*, session: GameSession) -> None:
    """Delete a session with all that was told of it."""
    with transaction.atomic():
        _held(session).delete()


def remember(*, session: GameSession, by: User, text: str) -> Memory | None:
    """What somebody adds to a session, in place of what they said of it before; an empty text takes that away."""
    said = uncut(text, LONGEST_MEMORY)
    with transaction.atomic():
        held = _held(session)
        if not said:
            held.memories.filter(by=by).delete()
            return None
        if held.memories.exclude(by=by).count() >= MOST_MEMORIES:
            raise Refused(f"{MOST_MEMORIES} people have added their memory, and that is the maximum.")
        return held.memories.update_or_create(by=by, defaults={"text": said})[0]


def _held(session: GameSession) -> GameSession:
    """A session as it stands once its table is locked."""
    table = lock_campaign(session.campaign)
    refuse_archived(table)
    held = table.sessions.filter(pk=session.pk).first()
    if held is None:
        raise Refused("This session was deleted. Go back to the chronicle.")
    return held
