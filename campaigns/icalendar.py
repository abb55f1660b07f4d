"""A calendar file as other programs read it: RFC 5545, as much of it as days and moments need. No HTTP in here."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

LINE = 75
"""Octets of a line, without its end; what is longer goes on in the next line, behind a space."""
CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
MARKS = re.compile(r"([\\;,])")


@dataclass(frozen=True)
class Entry:
    """Something on a day, or at a moment where `starts` has a time."""

    uid: str
    starts: date | datetime
    title: str
    address: str


def written(entries: Iterable[Entry], *, title: str, now: datetime) -> bytes:
    """The file with these entries, as they stand now."""
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dramatis//Sessions//EN", f"X-WR-CALNAME:{_text(title)}"]
    lines = [*head, *(line for entry in entries for line in _event(entry, now)), "END:VCALENDAR"]
    return b"".join(_folded(line) for line in lines)


def _event(entry: Entry, now: datetime) -> list[str]:
    starts = f":{_moment(entry.starts)}" if isinstance(entry.starts, datetime) else f";VALUE=DATE:{_day(entry.starts)}"
    return [
        "BEGIN:VEVENT",
        f"UID:{_text(entry.uid)}",
        f"DTSTAMP:{_moment(now)}",
        f"DTSTART{starts}",
        f"SUMMARY:{_text(entry.title)}",
        f"URL:{entry.address}",
        "END:VEVENT",
    ]


def _day(day: date) -> str:
    return day.isoformat().replace("-", "")


def _moment(at: datetime) -> str:
    there = at.astimezone(UTC)
    return f"{_day(there.date())}T{there:%H%M%S}Z"


def _text(words: str) -> str:
    """Words that end no line and no value early."""
    return MARKS.sub(r"\\\1", CONTROL.sub(" ", words))


def _folded(line: str) -> bytes:
    """The line with its end, cut between letters where it is too long."""
    parts, room = [b""], LINE
    for letter in line:
        octets = letter.encode()
        if len(parts[-1]) + len(octets) > room:
            parts.append(b"")
            room = LINE - 1
        parts[-1] += octets
    return b"\r\n ".join(parts) + b"\r\n"
