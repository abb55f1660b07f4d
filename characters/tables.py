"""What a character knows of the table it sits at: the roles there, what the table decided, who takes NPCs over, and how
its fight stands.

Tables themselves are in the room above, which says here what only it knows.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from django.contrib.auth.models import AbstractBaseUser
from django.db import models

from rules.catalogue.rulebook import editions_of
from rules.refusals import Refused


class TableRole(models.TextChoices):
    """What somebody may do at a table: run it, play there, or look on."""

    GM = "gm", "GM"
    PLAYER = "player", "player"
    SPECTATOR = "spectator", "spectator"


class TableRules(NamedTuple):
    """What a table decided. `settings` maps the key of a game to its house rules, `books` are the editions in play,
    `name` is what it is called."""

    settings: Any
    books: Sequence[int]
    name: str = ""

    def house(self, system: str) -> dict[str, Any]:
        """The house rules for one game, empty where something else was written into the column."""
        found = self.settings.get(system) if isinstance(self.settings, Mapping) else None
        return found if isinstance(found, dict) else {}

    @property
    def played(self) -> frozenset[str]:
        """The editions of homebrew in play, as key@edition. It costs no query once the editions are known."""
        return frozenset(edition.edition_ref for edition in editions_of(self.books).values())


class PlayTable(Protocol):
    """A table, as far as a character has to do with it."""

    pk: Any
    name: str
    archived_at: datetime | None

    @property
    def rules(self) -> TableRules: ...


ARCHIVED = "This campaign is archived. A GM can reopen it."
"""What is told to whoever would change something there."""


def refuse_archived(table: PlayTable) -> None:
    """Raise Refused at a table that is closed: everything there can be read and nothing changed."""
    if table.archived_at is not None:
        raise Refused(ARCHIVED)


Heir = Callable[[Any, Collection[int]], AbstractBaseUser | None]
"""Who runs a table once these accounts do not."""
_HEIRS: list[Heir] = []


def found_heir(find: Heir) -> None:
    """Tell of a way to find who takes over a table."""
    _HEIRS.append(find)


def heir_of(table: PlayTable, without: Collection[int]) -> AbstractBaseUser | None:
    """Who takes over the NPCs of a table once these accounts are gone, if anybody does."""
    return next((heir for find in _HEIRS if (heir := find(table, without))), None)


Fighting = Callable[[Any], str]
"""How the fight stands that a character is in."""
_FIGHTS: list[Fighting] = []


def found_fights(tell: Fighting) -> None:
    """Tell of a way to say how the fight of a character stands."""
    _FIGHTS.append(tell)


def fight_of(character: Any) -> str:
    """Which round the fight is in that a character is part of, and whether it acts now; "" outside of one."""
    if not character.campaign_id:
        return ""
    return next((told for tell in _FIGHTS if (told := tell(character))), "")
