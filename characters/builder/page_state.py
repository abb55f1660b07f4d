"""What a page of the builder says of itself, so that nobody reads the sheet of before to find out what it shows.

`layout` tells which fields it has, `shown` how each of its parts and pieces was drawn, `steps` what its steps say of
themselves, and `kept:PATH` comes with each path whose field cannot show what is stored there: an option of another
edition, a value that cannot be read.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple
from zlib import crc32

from django.http import QueryDict

from rules.kernel.documents import value_at
from rules.kernel.pages import Field, Step

KEPT = "kept:"
MARK = 4
"""Bytes of a mark of a part, which is compared with what stood in its place."""
PIECE_MARK = 6
"""Bytes of a mark of a piece, which is looked for among all of its part."""
BLOCK = 3 * MARK
"""Bytes that are written together where a mark among them moved: their text is cut off from what stands around it."""


def layout(step: Step) -> str:
    """Which fields a step has, and under which titles, as a digest."""
    return _short("\n".join(f"{field.path} {field.group}" for field in step.fields))


class Shown(NamedTuple):
    """How the parts of a page are drawn, a mark each in their order, so that an answer can leave out what the page has
    already: in groups, each of which may have more parts than before or fewer; and for each part that is made of pieces
    the marks of those."""

    groups: tuple[bytes, ...] = ()
    pieces: tuple[bytes, ...] = ()

    def __str__(self) -> str:
        return "~".join(".".join(map(_text, part)) for part in self)

    @classmethod
    def of(cls, text: str) -> "Shown":
        """What a page says of itself; of anything else, that it shows nothing of now."""
        groups, _, pieces = text.partition("~")
        try:
            return cls(_bytes(groups), _bytes(pieces))
        except ValueError:
            return cls()

    def other(self, now: "Shown", group: int) -> list[bool]:
        """Of each part of a group now, whether it is drawn otherwise; every one is where there are more or fewer."""
        fresh, held = now.groups[group], self.groups[group] if group < len(self.groups) else b""
        places = range(0, len(fresh), MARK)
        if len(held) != len(fresh):
            return [True for _ in places]
        return [fresh[at : at + MARK] != held[at : at + MARK] for at in places]

    def since(self, held: "Shown") -> str | None:
        """What a page that shows what is `held` has to write into what it says of itself, as PART:PLACE:TEXT each, and
        as PART::TEXT where all of a part is another; None where that page has other parts."""
        if (len(held.groups), len(held.pieces)) != (len(self.groups), len(self.pieces)):
            return None
        parts = enumerate(zip(chain(*self), chain(*held), strict=True))
        return " ".join(f"{part}:{moved}" for part, both in parts for moved in _moved(*both))

    def may_hold(self, group: int, one: bytes) -> bool:
        """Whether this mark is in a group; it may be wherever nothing is told of that."""
        return len(self.groups) <= group or one in each(self.groups[group])

    def one(self, group: int, at: int) -> bytes:
        """The mark that begins there in a group; none where that is of another page."""
        return self.groups[group][at : at + MARK] if group < len(self.groups) else b""

    def pieces_for(self, now: "Shown") -> Sequence[bytes]:
        """What is shown of each part of now that is made of pieces; nothing where this is of another page."""
        return self.pieces if len(now.pieces) == len(self.pieces) else (b"",) * len(now.pieces)


def _moved(fresh: bytes, held: bytes) -> Iterator[str]:
    """Where the text of a part is another than it was, and what stands there now."""
    if fresh == held:
        return
    many = len(fresh) if len(fresh) == len(held) else 0
    blocks = (slice(at, at + BLOCK) for at in range(0, many, BLOCK))
    moved = [f"{at.start * 4 // 3}:{_text(fresh[at])}" for at in blocks if fresh[at] != held[at]]
    yield from moved if many and len(moved) * BLOCK <= many // 2 else [f":{_text(fresh)}"]


def _text(part: bytes) -> str:
    return urlsafe_b64encode(part).decode().rstrip("=")


def _bytes(text: str) -> tuple[bytes, ...]:
    return tuple(urlsafe_b64decode(part + "=" * (-len(part) % 4)) for part in text.split("."))


def each(held: bytes, size: int = MARK) -> list[bytes]:
    """Marks one by one."""
    return [held[at : at + size] for at in range(0, len(held), size)]


def marks(parts: Iterable[str]) -> bytes:
    """How parts of a page are drawn, in their order."""
    return b"".join(map(mark, parts))


def mark(part: str) -> bytes:
    """How a part of a page is drawn, in a few bytes."""
    return crc32(part.encode()).to_bytes(MARK)


def piece_mark(piece: str) -> bytes:
    """How a piece is drawn."""
    return blake2b(piece.encode(), digest_size=PIECE_MARK).digest()


def titles(steps: Iterable[Step]) -> str:
    """What the steps say of themselves, whatever their fields are, as a digest."""
    return _short("\n".join(f"{step.key}\n{step.title}\n{step.intro}\n{step.hint}" for step in steps))


def kept(step: Step, build: object) -> dict[str, str]:
    """What the fields of a step cannot show of a stored build: a digest of each such value, by `kept:PATH`.

    Several values of one path stand in one text, so that a form has no more inputs than twice its fields.
    """
    unseen = ((field.path, _unseen(field, build)) for field in _filled(step, build))
    return {f"{KEPT}{path}": " ".join(map(_digest, values)) for path, values in unseen if values}


def keeps(post: QueryDict, build: Mapping[str, Any], path: str) -> bool:
    """Whether what an empty input would take back is a value that its page could not show.

    A tick has the path of its option, and its field that of the choice. A value that has changed since is another.
    """
    if own := _kept(post, path):
        return not own.isdisjoint(map(_digest, _values(value_at(build, path))))
    field, _, option = path.rpartition(".")
    return _digest(option) in _kept(post, field)


def _kept(post: QueryDict, path: str) -> set[str]:
    return set(str(post.get(f"{KEPT}{path}", "")).split())


def _filled(step: Step, build: object) -> Iterator[Field]:
    """The fields of a step for which the build has anything: most have nothing, and are not asked one by one."""
    parts = build.items() if isinstance(build, dict) else ()
    paths = {f"{part}.{key}" for part, held in parts if isinstance(held, dict) for key in held}
    return _all(field for field in step.fields if field.path in paths)


def _all(fields: Iterable[Field]) -> Iterator[Field]:
    for field in fields:
        if field.kind == "list":
            for item in field.items:
                yield from _all(item)
        else:
            yield field


def _unseen(field: Field, build: object) -> list[Any]:
    if field.kind == "pick" or field.kind == "rate" or field.kind == "write":
        return [value for value in _values(value_at(build, field.path)) if value and not _shows(field, value)]
    return []


def _shows(field: Field, value: object) -> bool:
    if field.kind == "pick":
        return value is True if field.style == "flag" else any(option.key == value for option in field.options)
    if field.kind == "rate":
        return value == field.value and (field.value > 0 or field.style == "stepper")
    # A number that may stay a blank is written in a text.
    return field.kind == "write" and (str(value) if type(value) is int else value) == field.value


def _values(held: object) -> list[Any]:
    return held if isinstance(held, list) else [held]


def _digest(value: object) -> str:
    return _short(json.dumps(value))


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()
