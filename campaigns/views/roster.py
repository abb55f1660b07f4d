"""The roster of a table for those who run it or look on: one row a character, a panel for one, a file of all.

A page has the rows of a page alone, reads no more sheets than it shows, and knows by a mark for each row what it has:
asked again, it is sent the rows that changed. What a page does not show is read by and by, as it asks again.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for, person
from campaigns.models import Campaign
from campaigns.tables import beasts, fight_cards
from campaigns.tables import roster as table
from campaigns.tables.roster_columns import chosen_by
from campaigns.tables.roster_row import RosterRow, RowFingerprint, Vital
from campaigns.tables.roster_table import (
    CHANGED,
    FIX,
    NPCS,
    PAGE,
    SHOWS,
    SUBMITTED,
    Chosen,
    RosterGroup,
    RosterQuery,
    as_lines,
    groups,
    written,
)
from campaigns.views.roster_lines import ROSTER, drawn
from characters import actions
from characters.access import character_for
from characters.fragments import answer, shown_already, wants_fragments
from characters.glances import vitals
from characters.models import Character, ReviewStatus
from characters.tables import TableRole, refuse_archived
from characters.views.marks import step_asked
from rules.kernel.basics import shorten
from rules.kernel.documents import PathError
from rules.refusals import Refused

PANEL = "campaigns/roster_panel.html"
HELD = "Roster-Rows"
"""By this header a page says what it has."""
PARTS = ("many", "csv", "chips", "roster")
"""The parts of a page that moves as a whole."""
ON_PHONES = 5
"""So many figures have room on the card of a phone."""
SORTS = {"": "Name", "player": "Player", "standing": "Status"}


@never_cache
@vary_on_headers("HX-Request", "If-None-Match", HELD)
@require_safe
def roster(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody at a table. Asked again by the page itself, nothing is read and sent while nothing moved."""
    campaign = campaign_for(request, pk, "watch")
    asked = RosterQuery.of(request.GET.dict())
    fingerprints, chosen = table.fingerprints(campaign, npcs=True), chosen_by(person(request))
    looked = f"{campaign.name} {campaign.games} {asked.query} {chosen}"
    tag = table.tag(fingerprints, looked)
    if wants_fragments(request) and shown_already(request, tag):
        return HttpResponseNotModified(headers={"ETag": tag})
    held = request.headers.get(HELD, "") if wants_fragments(request) else ""
    people = [one for one in fingerprints if one.npc == asked.npcs]
    rows = _read(campaign, table.remembered(people), asked, onward=bool(held))
    unread = sum(not row.read for row in rows)
    shown = _shown(campaign, asked, rows, sum(one.npc for one in fingerprints), chosen)
    marks = _marks(asked, shown)
    context = {
        "campaign": campaign,
        "asked": asked,
        "quoted": json.dumps(table.tag(fingerprints, f"{looked} {unread}") if unread else tag),
        "unread": unread,
        "held": "".join(marks.values()),
        **shown,
    }
    if asked.npcs and not wants_fragments(request):
        context["beasts"] = beasts.fighters(campaign.beasts.all()[: fight_cards.MOST], campaign)
        context["runs"] = campaign.seat and campaign.seat.role == TableRole.GM
    if held[:MARK] == marks[FRAME]:
        return _moved(request, context, marks, held)
    if wants_fragments(request):
        return answer(request, ROSTER, PARTS, context)
    return render(request, ROSTER, context)


def _read(campaign: Campaign, rows: Sequence[RosterRow], asked: RosterQuery, *, onward: bool) -> list[RosterRow]:
    """These rows with the sheets read that a page needs; where it has them and goes `onward`, those of some more."""
    unread = [row for row in rows if not row.read]
    if not asked.needs_all:
        shown = [row for group in groups(rows, asked) for row in group.shown if not row.read]
        unread = shown or unread[: PAGE if onward else 0]
    made = table.read(campaign, unread)
    return [made.get(row.pk, row) for row in rows]


def _shown(
    campaign: Campaign, asked: RosterQuery, rows: Sequence[RosterRow], npcs: int, chosen: Chosen
) -> dict[str, Any]:
    found = groups(rows, asked)
    return {
        "everybody": len(rows),
        "count": sum(len(group.asked) for group in found),
        "groups": [_group(asked, group, chosen) | {"played": campaign.plays(group.system)} for group in found],
        "csv": asked.but(game="", every=""),
        "whole": asked.but(every="1"),
        "chips": list(_chips(asked, rows, npcs)),
        "sorts": SORTS if asked.sort in SORTS else {**SORTS, asked.sort: "A figure"},
    }


def _group(asked: RosterQuery, group: RosterGroup, chosen: Chosen) -> dict[str, Any]:
    """A game with the lines of its page, or in a line of its own. What a bar says is no number besides."""
    columns, lines = group.lines(chosen)
    bars = group.bars()
    barred = {column.label: column.key for column in columns if column.label in bars}
    shown = [place for place, column in enumerate(columns) if column.label not in barred]
    labels = tuple(columns[place].label if n < ON_PHONES else "" for n, place in enumerate(shown))
    return {
        "system": group.system,
        "name": group.name,
        "count": len(group.asked),
        "told": _told(group.asked),
        "link": asked.but(game=group.system),
        "named": _head(asked, "name", "Name"),
        "heads": [_head(asked, "player", "Player"), _head(asked, "standing", "Status")],
        "bars": [_head(asked, barred[one], one) if one in barred else {"label": one} for one in bars],
        "numbers": [_head(asked, column.key, column.label) for column in (columns[place] for place in shown)],
        "pages": [
            (asked.but(game=group.system, page=str(number)), words, number == group.page)
            for number, words in group.pages
        ],
        "lines": [
            (line.row.pk, drawn(line, asked, tuple(line.cells[place] for place in shown), len(bars), labels))
            for line in lines
        ],
    }


def _told(rows: Sequence[RosterRow]) -> str:
    """What is to be done about these, in words."""
    counts = (
        (sum(SHOWS[key][1](row) for row in rows), words)
        for key, words in ((SUBMITTED, "submitted"), (CHANGED, "changed"), (FIX, "to fix"))
    )
    approved = all(row.standing == ReviewStatus.APPROVED for row in rows)
    return " · ".join(f"{count} {words}" for count, words in counts if count) or ("all approved" if approved else "")


def _head(asked: RosterQuery, key: str, label: str) -> dict[str, str]:
    """The head of a column: where its link leads, and how the table is sorted by it now."""
    order = ("descending" if asked.down else "ascending") if (asked.sort or "name") == key else ""
    return {"label": label, "query": asked.by(key).query, "order": order}


def _chips(asked: RosterQuery, rows: Sequence[RosterRow], npcs: int) -> Iterator[dict[str, Any]]:
    """The filters with how many each one leaves; of a table that is not all read, so many at least. From among the
    NPCs one goes back to the party, whose sheets need not be read for it."""
    yield {
        "label": "Party",
        "count": "" if asked.npcs else len(rows),
        "query": asked.but(show=""),
        "on": not asked.show,
    }
    if not asked.npcs:
        more = "" if all(row.read for row in rows) else "+"
        for key, (label, wanted) in SHOWS.items():
            count = f"{sum(map(wanted, rows))}{'' if key == SUBMITTED else more}"
            yield {"label": label, "count": count, "query": asked.but(show=key), "on": asked.show == key}
    yield {"label": "NPCs", "count": npcs, "query": asked.but(show=NPCS), "on": asked.npcs}


# What a page has

MARK, FRAME, CHIPS = 6, "frame", "chips"


def _mark(*parts: Any) -> str:
    """A short mark of something: another as soon as any of it is."""
    return urlsafe_b64encode(sha256(repr(parts).encode(errors="replace")).digest())[:MARK].decode()


def _marks(asked: RosterQuery, shown: dict[str, Any]) -> dict[str, str]:
    """A mark for each part of a page that changes by itself, and first one for all around them."""
    own = ("told", "lines")
    frames = [{key: value for key, value in group.items() if key not in own} for group in shown["groups"]]
    lines = [line for group in shown["groups"] for line in group["lines"]]
    frame = asked.query, shown["everybody"], shown["count"], frames, [pk for pk, _ in lines]
    return {
        FRAME: _mark(frame),
        CHIPS: _mark(shown["chips"]),
        **{f"fold-{group['system']}": _mark(group["told"]) for group in shown["groups"] if not group["lines"]},
        **{f"row-{pk}": _mark(drawn) for pk, drawn in lines},
    }


def _moved(request: HttpRequest, context: dict[str, Any], marks: dict[str, str], held: str) -> HttpResponse:
    """What of a page is not as it has it: the frame is the same, so are the places of all else."""
    other = {name for n, (name, mark) in enumerate(marks.items()) if held[n * MARK : (n + 1) * MARK] != mark}
    folds = {f"fold-{group['system']}": SafeString(escape(group["told"])) for group in context["groups"]}
    lines = {f"row-{pk}": drawn for group in context["groups"] for pk, drawn in group["lines"]}
    return answer(
        request,
        ROSTER,
        [name for name in ("asking", CHIPS) if name == "asking" or name in other],
        context,
        parts=[(name, folds[name]) for name in folds if name in other],
        rows=[(name, lines[name]) for name in lines if name in other],
    )


# A file, and one of them


@never_cache
@require_safe
def roster_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The roster as it was asked for, as a file for a spreadsheet."""
    campaign = campaign_for(request, pk, "watch")
    asked = RosterQuery.of(request.GET.dict())
    people = [one for one in table.fingerprints(campaign, npcs=True) if one.npc == asked.npcs]
    lines = as_lines(table.rows(campaign, people), asked, chosen_by(person(request)))
    return as_file(written(lines), f"{slugify(campaign.name) or 'campaign'}-roster.csv")


def as_file(text: str, name: str) -> HttpResponse:
    """A CSV file to keep; with the mark by which spreadsheets know UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(f"\ufeff{text}", content_type="text/csv; charset=utf-8", headers=headers)


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def roster_panel(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """One character of the table beside the roster: numbers, findings, trackers, what changed; POST steps a tracker."""
    campaign = campaign_for(request, pk, "run" if request.method == "POST" else "watch")
    refusal = _step(request, campaign, who) if request.method == "POST" else ""
    if request.method == "POST" and not refusal and not wants_fragments(request):
        return redirect("roster_panel", pk, who)
    found = next(table.characters_of(campaign, [who], npcs=True), None)
    if found is None:
        raise Http404("Character not found.")
    fingerprint, character = found
    context = {"campaign": campaign, "refusal": refusal, **_one(campaign, fingerprint, character)}
    if wants_fragments(request):
        return answer(request, PANEL, ["panel"], {**context, "request": request, "beside": True})
    return render(request, PANEL, context, status=422 if refusal else 200)


def _step(request: HttpRequest, campaign: Campaign, who: int) -> str:
    """One step of a tracker of somebody whom the roster lists. Returns why not, "" where it was done."""
    character = character_for(request, who, "play")
    if character.campaign_id != campaign.pk or character.branch_of_id:
        raise Http404("Character not found.")
    try:
        refuse_archived(campaign)
        actions.change_play(character=character, by=request.user, **step_asked(request))
    except (PathError, Refused) as fault:
        return str(fault)
    return ""


def _one(campaign: Campaign, fingerprint: RowFingerprint, character: Character) -> dict[str, Any]:
    """What the panel says of somebody."""
    sheet = character.read()
    live, row = sheet.live(character.marks), RosterRow(fingerprint, table.verdict(character, sheet))
    stepped = fight_cards.trackers_of(live)
    drawn = {one.tracker.label for one in stepped}
    parts: dict[str, list[Vital]] = {}
    for figure in row.verdict.figures:
        parts.setdefault(figure.part, []).append(figure)
    return {
        "character": character,
        "row": row,
        "sheet": sheet,
        "line": shorten(character.game.layout(sheet).line, fight_cards.LONGEST),
        "trackers": stepped,
        "others": [
            says for one, says in zip(row.verdict.trackers, row.trackers, strict=True) if one.label not in drawn
        ],
        "vitals": vitals(live),
        "parts": list(parts.items()),
        "now": live.facts,
        "runs": campaign.seat and campaign.seat.role == TableRole.GM,
    }
