"""What a page of the builder says of itself, so that nobody reads the sheet of before to find out what it shows.

`layout` tells which fields it has, `shown` how each of its parts was drawn, `steps` what its steps say of themselves,
and `kept:PATH` comes with each path whose field cannot show what is stored there: an option of another edition, a value
that cannot be read.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from django.http import QueryDict

from rules.kernel.documents import value_at
from rules.kernel.pages import Field, Step

KEPT = "kept:"
MARK = 6
"""Letters of a mark: 32 bits, whatever it is of."""


def layout(step: Step) -> str:
    """Which fields a step has, and under which titles, as a digest."""
    return _short("\n".join(f"{field.path} {field.group}" for field in step.fields))


def marks(parts: Iterable[str]) -> str:
    """How the parts of a page are drawn, in their order: six letters each, so that an answer can leave out what the
    page has already."""
    return "".join(urlsafe_b64encode(blake2b(part.encode(), digest_size=4).digest())[:MARK].decode() for part in parts)


def told_apart(now: str, then: str) -> list[bool]:
    """Of each part, whether its mark is another than then; every one is where the marks are of another page."""
    if len(now) != len(then):
        return [True] * (len(now) // MARK)
    return [now[at : at + MARK] != then[at : at + MARK] for at in range(0, len(now), MARK)]


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
    return field.kind == "write" and value == field.value


def _values(held: object) -> list[Any]:
    return held if isinstance(held, list) else [held]


def _digest(value: object) -> str:
    return _short(json.dumps(value))


def _short(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()
