"""A spell is a kind of entry; its columns live in `rules.models`."""

from typing import ClassVar

from rules.models import Entry, OfKind


class Spell(Entry):
    """Something a character can cast."""

    objects: ClassVar[OfKind] = OfKind("spell")

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return self.name
