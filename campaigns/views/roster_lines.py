"""The lines of a roster, drawn: of one, or of a crowd. The same line is drawn once."""

import re
from collections import Counter
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString

from campaigns.tables.crowds import span
from campaigns.tables.roster_row import DRIFTED, STANDINGS, RosterRow
from campaigns.tables.roster_table import BEST, WORST, RosterCell, RosterLine, RosterQuery
from characters.builder.drawing import DRAWN
from rules.kernel import remember

ROSTER = "campaigns/roster.html"
SHORT = {**STANDINGS, DRIFTED: "Changed"}
SPACE = re.compile(r"\s*\n\s*")
"""What breaks the lines of a template weighs fifty times on a page."""
SHAPES = {BEST: "▲", WORST: "▼"}


def drawn(
    line: RosterLine, asked: RosterQuery, cells: tuple[RosterCell, ...], bars: int, labels: tuple[str, ...]
) -> SafeString:
    """The inside of a line."""
    if not line.rows:
        return draw(line.row, cells, bars, labels)
    stem = line.row.name.rpartition(" ")[0]
    return draw_crowd(line.rows, asked.but(q=stem, game=""), cells, bars, labels)


@remember(DRAWN)
def draw(row: RosterRow, cells: tuple[RosterCell, ...], bars: int, labels: tuple[str, ...]) -> SafeString:
    """The inside of one row of the table, with so many places for trackers. The same row is drawn once, and so is the
    same cell: most are numbers of one digit."""
    drawn = SafeString("".join(map(_cell, cells, labels)))
    places = (*row.bars, *(None,) * (bars - len(row.bars)))
    return _partial("row", row=row, cells=drawn, bars=places, standing=SHORT.get(row.standing, row.standing))


@remember(DRAWN)
def draw_crowd(
    rows: tuple[RosterRow, ...], query: str, cells: tuple[RosterCell, ...], bars: int, labels: tuple[str, ...]
) -> SafeString:
    """The inside of the row of a crowd, whose name leads to each of them; how many of them are what, in words."""
    states = Counter(SHORT.get(row.standing, row.standing) for row in rows)
    return _partial(
        "crowd",
        name=span(rows[0].name, rows[-1].name),
        count=len(rows),
        query=query,
        players=sorted({row.player for row in rows}),
        standing=next(iter(states)) if len(states) == 1 else ", ".join(f"{many} {one}" for one, many in states.items()),
        key=rows[0].standing if len(states) == 1 else "",
        errors=sum(row.verdict.status.errors for row in rows),
        dead=sum(row.verdict.dead for row in rows),
        hurt=sum(row.hurt for row in rows),
        bars=range(bars),
        cells=SafeString("".join(map(_cell, cells, labels))),
    )


@remember(DRAWN)
def _cell(cell: RosterCell, label: str) -> SafeString:
    return _partial("cell", cell=cell, label=label, shape=SHAPES.get(cell.mark, ""))


def _partial(part: str, **context: Any) -> SafeString:
    wrapped: Any = get_template(f"{ROSTER}#{part}")
    return SafeString(SPACE.sub(" ", wrapped.template.render(Context(context)).strip()))
