"""How a roster is arranged: its columns, who is best and worst in each, what was asked for, and in which order."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple
from urllib.parse import urlencode

from campaigns.tables.roster import STANDINGS, RosterRow
from rules.systems import PACKAGES, get

BEST, WORST = "best", "worst"
HEADS = {
    "name": "Character",
    "player": "Player",
    "game": "Game",
    "standing": "Status",
    "legality": "Rules check",
    "changed": "Since approval",
}
"""What every game has, and its head; each can be sorted by."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would work out."""


class Column(NamedTuple):
    """A number of one game. `key` is the name it is sorted by: the game, a dot, the figure."""

    key: str
    system: str
    label: str


class RosterCell(NamedTuple):
    """What stands in a column: nothing where the row has no such number."""

    value: int | None = None
    mark: str = ""


ORDER = {"sort", "dir"}


@dataclass(frozen=True)
class RosterQuery:
    """What of a roster is asked for, and in which order; empty is everything, by name."""

    q: str = ""
    game: str = ""
    standing: str = ""
    legality: str = ""
    player: str = ""
    sort: str = ""
    dir: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "RosterQuery":
        return cls(**{one.name: given.get(one.name, "").strip()[:200] for one in fields(cls)})

    @property
    def filtered(self) -> bool:
        """Whether it leaves anybody out: any field does but those of the order."""
        return any(getattr(self, one.name) for one in fields(self) if one.name not in ORDER)

    @property
    def down(self) -> bool:
        return self.dir == "desc"

    @property
    def query(self) -> str:
        """It as the end of an address."""
        return urlencode({one.name: value for one in fields(self) if (value := getattr(self, one.name))})

    def by(self, key: str) -> "RosterQuery":
        """The same in the order of a column: numbers from the largest, words from the first; asked twice, turned."""
        again = key == (self.sort or "name")
        down = not self.down if again else "." in key
        return replace(self, sort=key, dir="desc" if down else "asc")

    def wants(self, row: RosterRow) -> bool:
        fits = {"game": row.system, "standing": row.standing, "legality": row.legality, "player": row.player}
        if any((wanted := getattr(self, name)) and wanted != held for name, held in fits.items()):
            return False
        text = f"{row.name} {row.player}".casefold()
        return all(word in text for word in self.q.casefold().split())


def columns(rows: Iterable[RosterRow]) -> tuple[Column, ...]:
    """The numbers these rows have, game by game, each in the order of its sheet."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        labels = found.setdefault(row.system, {})
        for vital in row.verdict.vitals:
            labels.setdefault(vital.key, vital.label)
    return tuple(
        Column(f"{system}.{key}", system, label) for system in PACKAGES for key, label in found.get(system, {}).items()
    )


def numbers(row: RosterRow) -> dict[str, int]:
    """A row's numbers by column."""
    return {f"{row.system}.{vital.key}": vital.value for vital in row.verdict.vitals}


def extremes(held: Iterable[Mapping[str, int]]) -> dict[tuple[str, int], str]:
    """Which value of a column is the best and which the worst: where there are two at least, and nobody ties."""
    every: dict[str, Counter[int]] = {}
    for row in held:
        for key, value in row.items():
            every.setdefault(key, Counter())[value] += 1
    marks: dict[tuple[str, int], str] = {}
    for key, counts in every.items():
        for mark, value in ((BEST, max(counts)), (WORST, min(counts))):
            if len(counts) > 1 and counts[value] == 1:
                marks[key, value] = mark
    return marks


@dataclass(frozen=True)
class RosterLine:
    """A row with its cells, one for each column."""

    row: RosterRow
    cells: tuple[RosterCell, ...]


def arrange(rows: Sequence[RosterRow], asked: RosterQuery) -> tuple[tuple[Column, ...], list[RosterLine]]:
    """The columns and the lines of what is asked for. Best and worst are so of everybody, not of those shown alone."""
    held = {row.pk: numbers(row) for row in rows}
    marks = extremes(held.values())
    shown = sorted((row for row in rows if asked.wants(row)), key=_order(asked, held), reverse=asked.down)
    if "." in asked.sort:  # whoever has no such number comes last either way
        shown.sort(key=lambda row: asked.sort not in held[row.pk])
    heads = columns(shown)
    return heads, [RosterLine(row, tuple(_cell(held[row.pk], column.key, marks) for column in heads)) for row in shown]


def _cell(values: Mapping[str, int], key: str, marks: Mapping[tuple[str, int], str]) -> RosterCell:
    value = values.get(key)
    return RosterCell() if value is None else RosterCell(value, marks.get((key, value), ""))


def _order(asked: RosterQuery, held: Mapping[int, Mapping[str, int]]) -> Callable[[RosterRow], Any]:
    standing = list(STANDINGS)
    orders: dict[str, Callable[[RosterRow], Any]] = {
        "player": lambda row: row.player.casefold(),
        "game": lambda row: row.game,
        "standing": lambda row: standing.index(row.standing) if row.standing in standing else -1,
        "legality": lambda row: (-row.verdict.status.errors, -row.verdict.status.todo),
        "changed": lambda row: (row.fingerprint.approval_id is not None, len(row.verdict.changes)),
    }
    if "." in asked.sort:
        return lambda row: held[row.pk].get(asked.sort, 0)
    return orders.get(asked.sort, lambda row: row.name.casefold())


# As a file


def written(lines: Iterable[Sequence[Any]]) -> str:
    """Lines as CSV. Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay."""
    out = io.StringIO()
    csv.writer(out).writerows([defused(value) if isinstance(value, str) else value for value in line] for line in lines)
    return out.getvalue()


def defused(text: str) -> str:
    """Text that no spreadsheet works out."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def as_lines(heads: Sequence[Column], lines: Iterable[RosterLine]) -> list[list[Any]]:
    """A roster as lines of a file, the heads first."""
    many = len({column.system for column in heads}) > 1
    titles = [f"{column.label} ({get(column.system).name})" if many else column.label for column in heads]
    return [
        [*HEADS.values(), "Exceptions", "Trackers", *titles],
        *(
            [
                row.name, row.player, row.game, row.standing_words, row.legality_words, "; ".join(row.verdict.changes),
                row.verdict.waived, "; ".join((*("Dead",) * row.verdict.dead, *row.trackers)),
                *(cell.value for cell in cells),
            ]
            for row, cells in ((line.row, line.cells) for line in lines)
        ),
    ]  # fmt: skip
