"""The roster of a table for those who run it or look on: one row a character, a panel for one, a file of all."""

import json
from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for
from campaigns.models import Campaign
from campaigns.tables import roster as table
from campaigns.tables.roster import STANDINGS, RosterRow
from campaigns.tables.roster_table import HEADS, Column, RosterCell, RosterQuery, arrange, as_lines, written
from characters.builder.widgets import DRAWN
from characters.fragments import answer, shown_already, wants_fragments
from rules.kernel import remember
from rules.kernel.status import STATUSES
from rules.systems import get

ROSTER = "campaigns/roster.html"
PANEL = "campaigns/roster_panel.html"


@never_cache
@vary_on_headers("HX-Request", "If-None-Match")
@require_safe
def roster(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody at a table. Asked again by the page itself, nothing is read and sent while nothing moved."""
    campaign = campaign_for(request, pk, "watch")
    asked = RosterQuery.of(request.GET.dict())
    fingerprints = table.fingerprints(campaign)
    tag = table.tag(fingerprints, f"{campaign.name} {asked.query}")
    if wants_fragments(request) and shown_already(request, tag):
        return HttpResponseNotModified(headers={"ETag": tag})
    context = {"campaign": campaign, "quoted": json.dumps(tag), **_shown(campaign, fingerprints, asked)}
    if wants_fragments(request):
        return answer(request, ROSTER, ["roster"], context)
    return render(request, ROSTER, context)


def _shown(campaign: Campaign, fingerprints: list[table.RowFingerprint], asked: RosterQuery) -> dict[str, Any]:
    rows = table.rows(campaign, fingerprints)
    columns, lines = arrange(rows, asked)
    return {
        "asked": asked,
        "everybody": len(rows),
        "lines": [draw(line.row, line.cells) for line in lines],
        "heads": [_head(asked, key, label) for key, label in HEADS.items()],
        "numbers": [_head(asked, column.key, column.label, column.system) for column in columns],
        "groups": _groups(columns),
        "filters": _filters(rows, asked),
    }


@remember(DRAWN)
def draw(row: RosterRow, cells: tuple[RosterCell, ...]) -> SafeString:
    """One row of the table. The same row is drawn once, and so is the same cell: most are numbers of one digit."""
    return _partial("row", row=row, cells=SafeString("".join(map(_cell, cells))))


@remember(DRAWN)
def _cell(cell: RosterCell) -> SafeString:
    return _partial("cell", cell=cell)


def _partial(name: str, **context: Any) -> SafeString:
    wrapped: Any = get_template(f"{ROSTER}#{name}")
    return SafeString(wrapped.template.render(Context(context)))


def _head(asked: RosterQuery, key: str, label: str, system: str = "") -> dict[str, str]:
    """The head of a column: where its link leads, and how the table is sorted by it now."""
    order = ("descending" if asked.down else "ascending") if (asked.sort or "name") == key else ""
    return {"label": label, "query": asked.by(key).query, "order": order, "system": system}


def _groups(columns: tuple[Column, ...]) -> list[tuple[str, str, int]]:
    """The games above the numbers: key, name and how many columns wide."""
    wide: dict[str, int] = {}
    for column in columns:
        wide[column.system] = wide.get(column.system, 0) + 1
    return [(system, get(system).name, count) for system, count in wide.items()]


def _filters(rows: list[RosterRow], asked: RosterQuery) -> Iterator[dict[str, Any]]:
    """What can be filtered by, with the options that somebody at the table has."""
    games = {row.system: row.game for row in rows}
    standings = {key: label for key, label in STANDINGS.items() if any(row.standing == key for row in rows)}
    legalities = {key: label for key, label in STATUSES.items() if any(row.legality == key for row in rows)}
    players = {row.player: row.player for row in sorted(rows, key=lambda row: row.player.casefold()) if row.player}
    for name, label, options in (
        ("game", "Every game", games),
        ("standing", "Any status", standings),
        ("legality", "Any rules check", legalities),
        ("player", "Every player", players),
    ):
        yield {"name": name, "title": HEADS[name], "label": label, "options": options, "value": getattr(asked, name)}


@never_cache
@require_safe
def roster_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The roster as it was asked for, as a file for a spreadsheet."""
    campaign = campaign_for(request, pk, "watch")
    rows = table.rows(campaign, table.fingerprints(campaign))
    columns, lines = arrange(rows, RosterQuery.of(request.GET.dict()))
    return as_file(written(as_lines(columns, lines)), f"{slugify(campaign.name) or 'campaign'}-roster.csv")


def as_file(text: str, name: str) -> HttpResponse:
    """A CSV file to keep; with the mark by which spreadsheets know UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(f"\ufeff{text}", content_type="text/csv; charset=utf-8", headers=headers)


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def roster_panel(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """One character of the table beside the roster: numbers, findings, trackers, what changed."""
    campaign = campaign_for(request, pk, "watch")
    found = next(table.characters_of(campaign, [who]), None)
    if found is None:
        raise Http404("Character not found.")
    fingerprint, character = found
    sheet = character.read()
    context = {
        "campaign": campaign,
        "row": RosterRow(fingerprint, table.verdict(character, sheet)),
        "sheet": sheet,
        "now": sheet.live(character.marks).facts,
    }
    if wants_fragments(request):
        return answer(request, PANEL, ["panel"], context)
    return render(request, PANEL, context)
