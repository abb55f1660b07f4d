"""What of a build a game master approves: all of it, less what its game leaves to the player in play; and
how far a review has come."""

from functools import cache
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import F, Func, JSONField, TextChoices, TextField, Value
from django.db.models.lookups import Exact

from rules.systems import every

BARE: dict[str, Any] = {"entries": {}}
"""What a build has at least, so that one without lists is like one whose lists are all the player's."""


@cache
def _free() -> tuple[tuple[str, ...], ...]:
    """The paths that any game leaves to the player. No two games use one path for different things."""
    return tuple(sorted({tuple(path.split(".")) for game in every() for path in game.free}))


def reviewed(build: Any) -> Any:
    """A build, or what stands for one, without what is the player's own."""
    if not isinstance(build, dict):
        return build
    left = {**BARE, **build}
    for head, *within in _free():
        if not within:
            left.pop(head, None)
        elif isinstance(left.get(head), dict):
            left[head] = {key: value for key, value in left[head].items() if key not in within}
    return left


def with_own(approved: Any, now: Any) -> Any:
    """A build as it was approved, with what is the player's own as it stands now."""
    if not isinstance(approved, dict) or not isinstance(now, dict):
        return approved
    made = reviewed(approved)
    for head, *within in _free():
        if not within and head in now:
            made[head] = now[head]
        elif within and isinstance(now.get(head), dict):
            made[head] = {**made.get(head, {}), **{key: now[head][key] for key in within if key in now[head]}}
    return made


def reviewed_differs(one: str, other: str) -> Any:
    """Whether two columns hold builds that differ when `reviewed`, said by the database."""
    return ~Exact(_column(one), _column(other))


def _column(name: str) -> Any:
    left: Any = Func(Value(BARE, JSONField()), F(name), arg_joiner=" || ", template="(%(expressions)s)")
    for path in _free():
        gone = Value(list(path), ArrayField(TextField()))
        left = Func(left, gone, arg_joiner=" #- ", template="(%(expressions)s)", output_field=JSONField())
    return left


class ReviewStatus(TextChoices):
    """How far a character has come with its game master."""

    DRAFT = "draft", "Draft"
    SUBMITTED = "submitted", "Submitted"
    RETURNED = "returned", "Sent back"
    APPROVED = "approved", "Approved"
