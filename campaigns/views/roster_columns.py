"""Which figures somebody has as columns of their rosters."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for, person
from campaigns.models import Campaign
from campaigns.tables import roster as table
from campaigns.tables import roster_columns as kept
from campaigns.tables.roster_row import RosterRow
from campaigns.tables.roster_table import PAGE
from characters.fragments import answer, go_on, wants_fragments
from rules.form_values import words
from rules.refusals import Refused
from rules.systems import PACKAGES, get

TEMPLATE = "campaigns/roster_columns.html"


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def roster_columns(request: HttpRequest, pk: int) -> HttpResponse:
    """A form for each game at a table; posted to, one of them is kept."""
    campaign = campaign_for(request, pk, "watch")
    rows = _some_of_each(campaign)
    context: dict[str, Any] = {"campaign": campaign, "most": kept.MOST_COLUMNS}
    if request.method == "POST":
        system = words(request.POST, "system", 40)
        try:
            _choose(request, system, rows)
        except Refused as refusal:
            context |= {"refusal": str(refusal), "system": system, "sent": request.POST.getlist("column")}
        else:
            messages.success(request, f"Columns of {get(system).name} saved.")
            return redirect("roster", pk)
    context["games"] = _games(request, rows, context)
    if wants_fragments(request):
        return go_on(answer(request, TEMPLATE, ["panel"], context), "columns-title")
    return render(request, TEMPLATE, context, status=422 if "refusal" in context else 200)


def _some_of_each(campaign: Campaign) -> list[RosterRow]:
    """The characters of a table whose figures are offered: as many of each game as a page has."""
    found = table.fingerprints(campaign, npcs=True)
    mine = [[one for one in found if one.system == system][:PAGE] for system in PACKAGES]
    return table.rows(campaign, [one for group in mine for one in group])


def _choose(request: HttpRequest, system: str, rows: list[RosterRow]) -> None:
    if "usual" in request.POST:
        kept.choose_usual(by=person(request), system=system)
        return
    there = [column.figure for column in kept.offered(rows) if column.system == system]
    kept.choose(by=person(request), system=system, keys=request.POST.getlist("column"), there=there)


def _games(request: HttpRequest, rows: list[RosterRow], said: dict[str, Any]) -> list[dict[str, Any]]:
    """Each game with its figures and whether each has a column: as chosen, or as somebody tried to choose."""
    own = kept.chosen_by(person(request))
    chosen = {**own, said["system"]: said["sent"]} if "sent" in said else own
    usual = {(row.system, one.key) for row in rows for one in row.verdict.vitals}
    made: dict[str, dict[str, Any]] = {}
    for column in kept.offered(rows):
        system, key = column.system, column.figure
        ticked = key in chosen[system] if system in chosen else (system, key) in usual
        game = made.setdefault(system, {"game": get(system), "own": system in own, "many": 0, "parts": {}})
        game["parts"].setdefault(column.part, []).append((key, column.label, ticked))
        game["many"] += ticked
    opened = said.get("system") or next(iter(made), "")
    return [game | {"open": system == opened} for system, game in made.items()]
