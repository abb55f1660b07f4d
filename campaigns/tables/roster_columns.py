"""Which figures somebody has as columns of their rosters, game by game. No HTTP in here."""

from collections.abc import Collection, Iterable

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import RosterColumns
from campaigns.tables.roster_row import RosterRow
from campaigns.tables.roster_table import Chosen, Column, columns
from rules.refusals import Refused
from rules.systems import PACKAGES

MOST_COLUMNS = 16
"""So many columns of one game have room on a page, and in its weight."""
LONGEST_KEY = 300


def chosen_by(who: User) -> Chosen:
    """What somebody chose, by game: one query."""
    return dict(RosterColumns.objects.filter(user=who.pk).order_by("system").values_list("system", "keys"))


def offered(rows: Iterable[RosterRow]) -> tuple[Column, ...]:
    """Every figure of these rows that no bar tells, game by game."""
    found, every = tuple(rows), dict[str, set[str]]()
    for row in found:
        every.setdefault(row.system, set()).update(one.key for one in row.verdict.figures)
    drawn = {(row.system, label) for row in found for label in row.verdict.with_bars}
    return tuple(column for column in columns(found, every) if (column.system, column.label) not in drawn)


def choose(*, by: User, system: str, keys: Collection[str], there: Collection[str]) -> None:
    """Have these figures of a game as columns, of those that are `there`; what is no longer there stays chosen.

    Raises Refused for too many.
    """
    _known(system)
    wanted = [key for key in there if key in keys and len(key) <= LONGEST_KEY]
    if len(wanted) > MOST_COLUMNS:
        raise Refused(f"Choose up to {MOST_COLUMNS} columns. You chose {len(wanted)}.")
    with transaction.atomic():
        held = RosterColumns.objects.select_for_update().filter(user=by, system=system).first()
        others = [key for key in (held.keys if held else ()) if key not in there]
        kept = [*wanted, *others][:MOST_COLUMNS]
        RosterColumns.objects.update_or_create(user=by, system=system, defaults={"keys": kept})


def choose_usual(*, by: User, system: str) -> None:
    """Have the game's own columns again."""
    _known(system)
    RosterColumns.objects.filter(user=by, system=system).delete()


def _known(system: str) -> None:
    if system not in PACKAGES:
        raise Refused("No such game.")
