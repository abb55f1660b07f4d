"""Which figures somebody has as columns of their rosters."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for, person
from campaigns.merging import seen_of
from campaigns.models import Campaign
from campaigns.tables import roster as table
from campaigns.tables import roster_columns as kept
from campaigns.tables.roster_row import RosterRow
from campaigns.tables.roster_table import PAGE
from characters.fragments import answer, go_on, wants_fragments
from rules.refusals import Refused
from rules.systems import PACKAGES, get

TEMPLATE = "campaigns/roster_columns.html"


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def roster_columns(request: HttpRequest, pk: int) -> HttpResponse:
    """The figures of each game at a table; posted to, those of every game are kept that were changed."""
    campaign = campaign_for(request, pk, "watch")
    rows = _some_of_each(campaign)
    refusal = ""
    if request.method == "POST":
        try:
            with transaction.atomic():
                saved = _choose(request, rows)
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, f"Columns of {', '.join(saved)} saved." if saved else "Nothing was changed.")
            return redirect("roster", pk)
    games = _games(request, rows, request.POST if refusal else None)
    context = {"campaign": campaign, "most": kept.MOST_COLUMNS, "refusal": refusal, "games": games}
    if wants_fragments(request):
        return go_on(answer(request, TEMPLATE, ["panel"], {**context, "beside": True}), "columns-title")
    return render(request, TEMPLATE, context, status=422 if refusal else 200)


def _some_of_each(campaign: Campaign) -> list[RosterRow]:
    """The characters of a table whose figures are offered: as many of each game as a page has."""
    found = table.fingerprints(campaign, npcs=True)
    mine = [[one for one in found if one.system == system][:PAGE] for system in PACKAGES]
    return table.rows(campaign, [one for group in mine for one in group])


def _choose(request: HttpRequest, rows: list[RosterRow]) -> list[str]:
    """Keep what was chosen, game by game; of one that is as the page had shown it, nothing. Returns their names."""
    offered, saved, by = kept.offered(rows), [], person(request)
    for system in request.POST.getlist("system")[: len(PACKAGES)]:
        if request.POST.get("usual") == system:
            kept.choose_usual(by=by, system=system)
        elif (keys := _sent(request.POST, system)) != seen_of(request.POST, system):
            there = [column.figure for column in offered if column.system == system]
            kept.choose(by=by, system=system, keys=keys, there=there)
        else:
            continue
        saved.append(get(system).name)
    return saved


def _sent(post: QueryDict, system: str) -> frozenset[str]:
    """The figures of a game that were ticked."""
    mine = f"{system}."
    return frozenset(key.removeprefix(mine) for key in post.getlist("column") if key.startswith(mine))


def _games(request: HttpRequest, rows: list[RosterRow], sent: QueryDict | None) -> list[dict[str, Any]]:
    """Each game with its figures and whether each has a column: as chosen, or as somebody tried to choose."""
    own = kept.chosen_by(person(request))
    usual = {(row.system, one.key) for row in rows for one in row.verdict.vitals}
    made: dict[str, dict[str, Any]] = {}
    for column in kept.offered(rows):
        system, key = column.system, column.figure
        stands = key in own[system] if system in own else (system, key) in usual
        ticked = column.key in sent.getlist("column") if sent else stands
        game = made.setdefault(system, {"game": get(system), "own": system in own, "many": 0, "was": [], "parts": {}})
        game["parts"].setdefault(column.part, []).append((column.key, column.label, ticked))
        game["many"] += ticked
        game["was"] += [key] if stands else []
    too_many = (system for system, game in made.items() if sent and game["many"] > kept.MOST_COLUMNS)
    opened = next(too_many, next(iter(made), ""))
    return [game | {"open": system == opened} for system, game in made.items()]
