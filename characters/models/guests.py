"""Visitors without an account."""

from django.db import models


class Guest(models.Model):
    """A visitor without an account who made something, and when they were here last: on which day, at least.

    What a guest made is theirs by `key`, which only their session knows.
    """

    key = models.UUIDField(primary_key=True)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"a guest, last seen {self.seen_at:%Y-%m-%d}"
