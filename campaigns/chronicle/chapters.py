"""The chronicle in chapters: each session with what happened on its evening, and what happened between. No HTTP."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, NamedTuple

from campaigns.models import Campaign, Memory
from campaigns.nights import evening_of
from rules.kernel.basics.wording import in_words

TOGETHER = timedelta(minutes=1)
"""What is done to several characters at once is written within this time."""


class Evening(NamedTuple):
    """A session in short: its key, its number by date, what it is called, its day, and whom the party met."""

    pk: int
    number: int
    title: str
    held_on: date
    met: Sequence[str] = ()


def evenings_of(table: Campaign) -> list[Evening]:
    """All sessions of a table in their order: one query."""
    found = table.sessions.order_by("held_on", "pk").values_list("pk", "title", "held_on", "met")
    return [Evening(pk, number, title, held_on, met) for number, (pk, title, held_on, met) in enumerate(found, 1)]


def people_met(evenings: Sequence[Evening]) -> Iterator[tuple[str, Evening]]:
    """Everybody that was met, once, with the session in which they were met last, the latest first."""
    known: set[str] = set()
    for evening in reversed(evenings):
        for name in evening.met:
            if name.casefold() not in known:
                known.add(name.casefold())
                yield name, evening


class ChronicleLine(NamedTuple):
    """Something that happened: an event in words, a session as it was told, or a handout."""

    kind: str
    about: Any
    lines: tuple[str, ...] = ()
    who: Mapping[int, str] = MappingProxyType({})
    """Whom an event is about, by key: characters, or at 0 a game, or else the person who did it; nobody where nobody
    did."""
    memories: Sequence[Memory] | None = None
    """Of a session that is told whole."""

    @property
    def at(self) -> datetime:
        """When, of all but a session, which has a day alone."""
        at: datetime = self.about.shown_at if self.kind == "handout" else self.about.at
        return at

    @property
    def day(self) -> date:
        """The day it belongs to, in the night that of the evening before."""
        day: date = self.about.held_on if self.kind == "session" else evening_of(self.at)
        return day

    @property
    def face(self) -> str:
        """What stands on its small sign: of several their number, else a letter."""
        if self.kind == "handout":
            return "H"
        return str(len(self.who)) if len(self.who) > 1 else (self.names or self.lines[0])[:1].upper()

    @property
    def names(self) -> str:
        """Whom it is about, in words."""
        return in_words(list(self.who.values()))

    @property
    def by(self) -> str:
        """Who did it, where it is about somebody else."""
        by = str(self.about.by or "Someone")
        return "" if self.names in ("", by) else by

    def adds(self, other: "ChronicleLine") -> bool:
        """Whether the other was done together with this, to somebody else."""
        alike = self.kind == other.kind == "character" and self.lines == other.lines
        return (
            alike
            and not self.who.keys() & other.who.keys()
            and self.about.by == other.about.by
            and self.at - other.at < TOGETHER
        )


class Chapter(NamedTuple):
    """A session with all that happened on its day, or what happened between two."""

    session: Evening | None
    """None between sessions."""
    told: ChronicleLine | None
    """The session, where this page tells it."""
    events: list[ChronicleLine]

    @property
    def days(self) -> list[date]:
        """The first and the last day of what is in it, one where these are the same."""
        return sorted({self.events[-1].day, self.events[0].day}) if self.events else []


def chapters(lines: Iterable[ChronicleLine], evenings: Iterable[Evening]) -> list[Chapter]:
    """These lines, the newest first, gathered under the sessions whose day they fell on, and between them.

    `evenings` are all sessions of the table in their order. Of two on one day the first has what happened.
    """
    days: dict[date, Evening] = {}
    by_key = {}
    for one in evenings:
        days.setdefault(one.held_on, one)
        by_key[one.pk] = one
    found: list[Chapter] = []
    for line in lines:
        if line.kind == "session":
            session = by_key.get(line.about.pk)
            found.append(Chapter(session, line, []))
            continue
        session = days.get(line.day)
        if not found or found[-1].session != session:
            found.append(Chapter(session, None, []))
        events = found[-1].events
        if events and events[-1].adds(line):
            events[-1] = events[-1]._replace(who={**events[-1].who, **line.who})
        else:
            events.append(line)
    return found
