"""The house rules of one game at a table."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import actions, own_words
from campaigns.access import person, seat_for
from campaigns.house_allowed import NOTHING_WRONG, Wrong, allowed_posted, allowed_rows, refuse_unknown
from campaigns.house_settings import house_posted, house_rows, house_typed
from campaigns.house_users import NO_USERS, Users, users_of
from campaigns.merging import theirs_of
from campaigns.models import Campaign
from campaigns.review.house_exceptions import save_with_exceptions
from campaigns.rulebook import rulebook_of_table
from campaigns.tables.impact_preview import shifts
from characters.fragments import answer, wants_fragments
from characters.tables import TableRole
from rules.form_values import keys_of, whole_text
from rules.kernel.basics.wording import counted
from rules.kernel.pages import Game
from rules.refusals import Refused
from rules.systems import PACKAGES, get

TEMPLATE = "campaigns/rules.html"
HOWS = (("but", "All but these"), ("only", "Only these"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_rules(request: HttpRequest, pk: int, system: str) -> HttpResponse:
    """The house rules of one game at this table; a game master sees what a change would do before keeping it."""
    seat = seat_for(request, pk, "run" if request.method == "POST" else "sit")
    if system not in PACKAGES:
        raise Http404("No such game.")
    table, game = seat.campaign, get(system)
    context: dict[str, Any] = {
        "campaign": table,
        "game": game,
        "gm": seat.role == TableRole.GM,
        "runs": seat.role == TableRole.GM and not table.archived_at,
        "own": request.POST.get("own", table.own_words),
    }
    decided, typed, status, wrong = table.house(system), {}, 200, NOTHING_WRONG
    if request.method == "POST":
        values, wrong = allowed_posted(request.POST, game.allowed, rulebook_of_table(table, system))
        post = {**request.POST.dict(), **values}
        typed = house_typed(post, game.house_settings.values())
        context["excepted"] = keys_of(request.POST.getlist("except"))
        try:
            if wrong:
                raise Refused(" ".join(one.sentence for one in wrong.values()))
            decided, kept = _decide(request, table, game, post, typed)
            if kept:
                # Else a browser keeps the fragment of the page before, and what the answer says is out of sight.
                return redirect(f"{reverse('campaign_rules', args=[pk, system])}#messages")
            context["shifts"] = shifts(campaign=table, system=system, house=decided)
            context["changed"] = decided != table.house(system)
            context["conflicts"] = game.conflicts(decided)
        except Refused as refusal:
            context |= {"refusal": str(refusal), "theirs": theirs_of(refusal)}
            status = 422
            table.refresh_from_db(fields=["settings", "own_words"])
    users = users_of(table, game, rulebook_of_table(table, system)) if seat.role == TableRole.GM else NO_USERS
    context |= _lists(table, game, decided, typed, users, wrong)
    if wants_fragments(request):
        return answer(request, TEMPLATE, ["preview", *(["allowed"] if status == 200 or wrong else [])], context)
    return render(request, TEMPLATE, context, status=status)


def _decide(
    request: HttpRequest, table: Campaign, game: Game, post: Mapping[str, str], typed: Mapping[str, str]
) -> tuple[dict[str, Any], bool]:
    """What was asked for, and whether it is saved now. Raises Refused."""
    settings = game.house_settings.values()
    values, seen = house_posted(typed, settings), house_posted(post, settings, "was:")
    refuse_unknown(values, game.allowed, rulebook_of_table(table, game.key), table.house(game.key))
    decided = actions.house_with(table, game.key, values, seen)
    if "keep" not in post:
        return decided, False
    with transaction.atomic():
        if "own" in request.POST:
            own_words.say(
                campaign=table, text=whole_text(request.POST, "own"), seen=whole_text(request.POST, "was:own"),
                by=person(request),
            )  # fmt: skip
        excepted = save_with_exceptions(
            campaign=table, system=game.key, values=values, seen=seen,
            excepted=request.POST.getlist("except"), by=person(request),
        )  # fmt: skip
    with_them = f" with exceptions for {counted(excepted, 'character')}" if excepted else ""
    messages.success(request, f"House rules saved{with_them}.")
    return decided, True


def _lists(
    table: Campaign,
    game: Game,
    decided: Mapping[str, Any],
    typed: Mapping[str, str],
    users: Users,
    wrong: Mapping[str, Wrong],
) -> dict[str, Any]:
    """The parts of the form: where everybody starts, what may be chosen, and what the book leaves open, which is
    `opened` where something typed there is not saved."""
    stands, rulebook = table.house(game.key), rulebook_of_table(table, game.key)
    plain = [setting for setting in game.house_settings.values() if setting not in game.allowed]
    rows = house_rows(plain, decided, typed, stands)
    allowed = allowed_rows(game.allowed, rulebook, {**decided, **typed}, stands, users, wrong)
    return {
        "starts": [row for row in rows if row.setting.starts],
        "rows": [row for row in rows if not row.setting.starts],
        "opened": any(row.typed is not None for row in rows if not row.setting.starts),
        "answered": sum(row.value is not None for row in rows if not row.setting.starts),
        "allowed": allowed,
        "hows": HOWS,
    }
