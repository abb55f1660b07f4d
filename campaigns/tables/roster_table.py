"""How a roster is arranged: a table for each game, its columns, best and worst, what was asked for, which page."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlencode

from campaigns.tables.crowds import between, stem_of
from campaigns.tables.roster_row import DRIFTED, STANDINGS, RosterRow, by_name, natural_order
from characters.models import ReviewStatus
from rules.kernel.pages import whole
from rules.systems import PACKAGES, get

BEST, WORST = "best", "worst"
Chosen = Mapping[str, Collection[str]]
"""Game to the keys of the figures that somebody wants columns for; of any other game they are its own."""
USUAL: Chosen = MappingProxyType({})
MOST_TIED = 3
"""Of so many that tie each is marked; of more none is."""
PAGE = 50
"""So many rows of a game are on a page, and so many of all games without being asked for."""
IN_FILE: dict[str, Callable[[RosterRow], Any]] = {
    "Character": lambda row: row.name,
    "Player": lambda row: row.player,
    "Game": lambda row: row.game,
    "Status": lambda row: row.standing_words,
    "Rules check": lambda row: row.legality_words,
    "Since approval": lambda row: "; ".join(row.verdict.changes),
    "Exceptions": lambda row: row.verdict.waived,
    "Trackers": lambda row: "; ".join((*("Dead",) * row.verdict.dead, *row.trackers)),
}
"""The columns of a file that every game has, by their heads."""
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would work out."""
SUBMITTED, CHANGED, FIX, HURT, NPCS = "submitted", "changed", "fix", "hurt", "npcs"
SHOWS: dict[str, tuple[str, Callable[[RosterRow], bool]]] = {
    SUBMITTED: ("Submitted", lambda row: row.standing == ReviewStatus.SUBMITTED),
    CHANGED: ("Changed", lambda row: row.standing == DRIFTED),
    FIX: ("Needs fixing", lambda row: bool(row.verdict.status.errors)),
    HURT: ("Hurt", lambda row: row.hurt),
}
"""The filters, and whom each one leaves; the NPCs are a roster of their own."""


class Column(NamedTuple):
    """A number of one game. `key` is the name it is sorted by: the game, a dot, the figure."""

    key: str
    system: str
    label: str
    part: str = ""

    @property
    def figure(self) -> str:
        """The key of its figure."""
        return self.key.removeprefix(f"{self.system}.")


class RosterCell(NamedTuple):
    """What stands in a column: nothing where the row has no such number, of a crowd `most` too, where they differ."""

    value: int | None = None
    mark: str = ""
    most: int | None = None

    @property
    def words(self) -> str:
        """The number, or from where to where it goes; "" for none."""
        if self.value is None:
            return ""
        return between(self.value, self.value if self.most is None else self.most)


@dataclass(frozen=True)
class RosterQuery:
    """What of a roster is asked for, and in which order; empty is everybody, by name. `game` is the one that is opened
    first, with its `page`; `every` has all sheets read at once."""

    q: str = ""
    show: str = ""
    game: str = ""
    page: str = ""
    sort: str = ""
    dir: str = ""
    every: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "RosterQuery":
        return cls(**{one.name: given.get(one.name, "").strip()[:200] for one in fields(cls)})

    @property
    def filtered(self) -> bool:
        """Whether it leaves anybody out."""
        return bool(self.q or self.show)

    @property
    def npcs(self) -> bool:
        return self.show == NPCS

    @property
    def down(self) -> bool:
        return self.dir == "desc"

    @property
    def needs_all(self) -> bool:
        """Whether it can be told from all sheets alone: who is shown, or in which order."""
        return bool(self.every) or self.show in (CHANGED, FIX, HURT) or self.sort == "standing" or "." in self.sort

    @property
    def query(self) -> str:
        """It as the end of an address."""
        return urlencode({one.name: value for one in fields(self) if (value := getattr(self, one.name))})

    def but(self, **other: str) -> str:
        """The end of the address of the same with something else, from its first page."""
        return replace(self, **{"page": "", **other}).query

    def by(self, key: str) -> "RosterQuery":
        """The same in the order of a column: numbers from the largest, words from the first; asked twice, turned."""
        again = key == (self.sort or "name")
        down = not self.down if again else "." in key
        return replace(self, sort=key, dir="desc" if down else "asc", page="")

    def wants(self, row: RosterRow) -> bool:
        if self.show in SHOWS and not SHOWS[self.show][1](row):
            return False
        text = f"{row.name} {row.player}".casefold()
        return all(word in text for word in self.q.casefold().split())


def columns(rows: Iterable[RosterRow], chosen: Chosen = USUAL) -> tuple[Column, ...]:
    """The numbers these rows have, game by game, each in the order of its sheet: those `chosen`, or the game's own.
    By those of the trackers that are drawn one may sort, whatever is chosen."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for row in rows:
        labels, wanted = found.setdefault(row.system, {}), chosen.get(row.system)
        for vital in row.verdict.vitals if wanted is None else row.verdict.figures:
            if wanted is None or vital.key in wanted or vital.label in row.verdict.with_bars:
                labels.setdefault(vital.key, (vital.label, vital.part))
    return tuple(
        Column(f"{system}.{key}", system, *told) for system in PACKAGES for key, told in found.get(system, {}).items()
    )


def numbers(row: RosterRow) -> dict[str, int]:
    """A row's numbers by column."""
    return {f"{row.system}.{vital.key}": vital.value for vital in row.verdict.figures}


def extremes(held: Iterable[Mapping[str, int]], heads: Iterable[Column]) -> dict[tuple[str, int], str]:
    """Which value of a column is the best and which the worst: where there are two at least, and few who tie, by
    themselves and among all."""
    every: dict[str, Counter[int]] = {head.key: Counter() for head in heads}
    for row in held:
        for key in every.keys() & row.keys():
            every[key][row[key]] += 1
    marks: dict[tuple[str, int], str] = {}
    for key, counts in every.items():
        for mark, value in ((BEST, max(counts)), (WORST, min(counts))) if len(counts) > 1 else ():
            if counts[value] <= min(MOST_TIED, counts.total() // 2):
                marks[key, value] = mark
    return marks


Entry = tuple[RosterRow, ...]
"""What has a line of its own: one, or a crowd of NPCs."""


@dataclass(frozen=True)
class RosterLine:
    """A row with its cells, one for each column; of a crowd its first one, and all `rows` of it."""

    row: RosterRow
    cells: tuple[RosterCell, ...]
    rows: Entry = ()


@dataclass(frozen=True)
class RosterGroup:
    """The rows of one game: all, those that are asked for, those as they have lines, and the lines on the page, none
    where it is folded."""

    system: str
    all: Sequence[RosterRow]
    asked: Sequence[RosterRow]
    entries: Sequence[Entry]
    on_page: Sequence[Entry]
    page: int = 1

    @property
    def name(self) -> str:
        return get(self.system).name

    @property
    def shown(self) -> list[RosterRow]:
        """Who is on the page."""
        return [row for entry in self.on_page for row in entry]

    @property
    def pages(self) -> list[tuple[int, str]]:
        """The pages with what is on each: "1–50"; none where one has everybody."""
        many = len(self.entries)
        starts = range(0, many, PAGE) if many > PAGE else ()
        return [(number, f"{start + 1}–{min(many, start + PAGE)}") for number, start in enumerate(starts, 1)]

    def lines(self, chosen: Chosen = USUAL) -> tuple[tuple[Column, ...], list[RosterLine]]:
        """The columns and the lines of what is shown. Best and worst are so of the whole game: as long as a sheet of
        it was not read, nobody is."""
        heads = columns(self.shown, chosen)
        marks = extremes(map(numbers, self.all), heads) if all(row.read for row in self.all) else {}
        return heads, [_line_of(entry, heads, marks) for entry in self.on_page]

    def bars(self) -> list[str]:
        """The heads of the trackers that are drawn."""
        found = [[bar.label for bar in row.bars] for row in self.shown]
        return max(found, key=len, default=[])


def groups(rows: Iterable[RosterRow], asked: RosterQuery) -> list[RosterGroup]:
    """The games at a table, as they are asked for. The first that has anybody is open, or the one asked for, and
    others as long as there is room on the page."""
    games: dict[str, list[RosterRow]] = {}
    for row in rows:
        games.setdefault(row.system, []).append(row)
    wanted = {system: ordered((row for row in mine if asked.wants(row)), asked) for system, mine in games.items()}
    there = [system for system in PACKAGES if wanted.get(system)]
    entries = {system: _entries(wanted[system], asked) for system in there}
    room, opened = PAGE, dict[str, tuple[list[Entry], int]]()
    for system in sorted(there, key=lambda system: system != asked.game):
        mine, page = entries[system], 1
        if system == asked.game:
            page = whole(asked.page, 1, 1, -(-len(mine) // PAGE))
        if len(mine) <= room or not opened:
            opened[system] = mine[(page - 1) * PAGE : page * PAGE], page
            room -= len(opened[system][0])
    return [RosterGroup(one, games[one], wanted[one], entries[one], *opened.get(one, ((), 1))) for one in there]


def _entries(rows: Sequence[RosterRow], asked: RosterQuery) -> list[Entry]:
    """These as they have lines: NPCs of one name and different numbers together, where the first of them is, but each
    alone where somebody searches."""
    found: dict[tuple[str, int], list[RosterRow]] = {}
    for row in rows:
        stem = stem_of(row.name) if asked.npcs and not asked.q else ""
        found.setdefault((stem, 0) if stem else ("", row.pk), []).append(row)
    return [tuple(entry) for entry in found.values()]


def ordered(rows: Iterable[RosterRow], asked: RosterQuery) -> list[RosterRow]:
    """Rows of one game in the order that is asked for."""
    found = sorted(rows, key=by_name)
    held = {row.pk: numbers(row) for row in found} if "." in asked.sort else {}
    found.sort(key=_order(asked, held), reverse=asked.down)
    found.sort(key=lambda row: bool(held) and asked.sort not in held[row.pk])  # who has no such number comes last
    return found


def _line(row: RosterRow, heads: Sequence[Column], marks: Mapping[tuple[str, int], str]) -> RosterLine:
    values = numbers(row)
    return RosterLine(row, tuple(_cell(values, column.key, marks) for column in heads))


def _line_of(entry: Entry, heads: Sequence[Column], marks: Mapping[tuple[str, int], str]) -> RosterLine:
    """The line of one, or of a crowd: each figure from the least to the most, once all of them are read."""
    if len(entry) == 1:
        return _line(entry[0], heads, marks)
    held = [numbers(row) for row in entry] if all(row.read for row in entry) else []
    found = [[values[column.key] for values in held if column.key in values] for column in heads]
    cells = (RosterCell(min(those), "", max(those)) if those else RosterCell() for those in found)
    return RosterLine(entry[0], tuple(cells), tuple(sorted(entry, key=by_name)))


def _cell(values: Mapping[str, int], key: str, marks: Mapping[tuple[str, int], str]) -> RosterCell:
    value = values.get(key)
    return RosterCell() if value is None else RosterCell(value, marks.get((key, value), ""))


def _order(asked: RosterQuery, held: Mapping[int, Mapping[str, int]]) -> Callable[[RosterRow], Any]:
    standing = list(STANDINGS)
    if "." in asked.sort:
        return lambda row: held[row.pk].get(asked.sort, 0)
    if asked.sort == "player":
        return lambda row: natural_order(row.player)
    if asked.sort == "standing":
        return lambda row: (
            standing.index(row.standing) if row.standing in standing else -1,
            -row.verdict.status.errors,
        )
    return by_name


# As a file


def written(lines: Iterable[Sequence[Any]]) -> str:
    """Lines as CSV. Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay."""
    out = io.StringIO()
    csv.writer(out).writerows([defused(value) if isinstance(value, str) else value for value in line] for line in lines)
    return out.getvalue()


def defused(text: str) -> str:
    """Text that no spreadsheet works out."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def as_lines(rows: Iterable[RosterRow], asked: RosterQuery, chosen: Chosen = USUAL) -> list[list[Any]]:
    """A roster as lines of a file, the heads first: all pages of the games, or of the one that is asked for."""
    shown = [row for row in rows if asked.wants(row) and asked.game in ("", row.system)]
    heads = columns(shown, chosen)
    lines = [_line(row, heads, {}) for row in ordered(shown, asked)]
    many = len({column.system for column in heads}) > 1
    titles = [f"{column.label} ({get(column.system).name})" if many else column.label for column in heads]
    return [
        [*IN_FILE, *titles],
        *([*(told(line.row) for told in IN_FILE.values()), *(cell.value for cell in line.cells)] for line in lines),
    ]
