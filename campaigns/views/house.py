"""The house rules of one game at a table."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import actions
from campaigns.access import person, seat_for
from campaigns.forms import house_posted, house_rows, house_typed
from campaigns.tables.impact_preview import shifts
from characters.tables import TableRole
from rules.refusals import Refused
from rules.systems import PACKAGES, get


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_rules(request: HttpRequest, pk: int, system: str) -> HttpResponse:
    """The house rules of one game at this table; a game master sees what a change would do before keeping it."""
    seat = seat_for(request, pk, "run" if request.method == "POST" else "sit")
    if system not in PACKAGES:
        raise Http404("No such game.")
    table, game = seat.campaign, get(system)
    settings = list(game.settings.values())
    context: dict[str, Any] = {
        "campaign": table,
        "game": game,
        "runs": seat.role == TableRole.GM and not table.archived_at,
    }
    decided, status = table.house(system), 200
    typed = house_typed(request.POST, settings)
    if request.method == "POST":
        values, seen = house_posted(typed, settings), house_posted(request.POST, settings, "was:")
        try:
            decided = actions.house_with(table, system, values, seen)
            if "keep" in request.POST:
                actions.set_house_rules(campaign=table, system=system, values=values, seen=seen, by=person(request))
                messages.success(request, "House rules saved.")
                return redirect("campaign_rules", pk, system)
            context["shifts"] = shifts(campaign=table, system=system, house=decided)
            context["changed"] = decided != table.house(system)
            context["conflicts"] = game.conflicts(decided)
        except Refused as refusal:
            context["refusal"], status = str(refusal), 422
            table.refresh_from_db(fields=["settings"])
    context["rows"] = house_rows(settings, decided, typed, table.house(system))
    return render(request, "campaigns/rules.html", context, status=status)
