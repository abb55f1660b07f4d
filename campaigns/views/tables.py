"""The tables somebody sits at, and one of them with all that belongs to it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import actions
from campaigns.access import campaign_for, person, seat_for, seats_of
from campaigns.actions import Refused
from campaigns.models import Campaign, Invitation, Role
from campaigns.views.refusals import telling
from characters import crowds
from characters.access import characters_for, own
from characters.in_play import rulebook_of_table
from characters.models import Character, Standing
from rules.posted import words
from rules.systems import every


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaigns(request: HttpRequest) -> HttpResponse:
    """The tables somebody sits at, and a form to found one."""
    name = words(request.POST, "name", 120)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        try:
            table = actions.found(name=name, by=person(request), about=words(request.POST, "about", 4000))
        except Refused as refusal:
            return render(request, "campaigns/campaigns.html", _tables(request, str(refusal)), status=422)
        messages.success(request, f"{table} is founded. Invite your players with a link.")
        return redirect(table)
    return render(request, "campaigns/campaigns.html", _tables(request))


def _tables(request: HttpRequest, refusal: str = "") -> dict[str, Any]:
    query = words(request.GET, "q", 120)
    kept = Q(campaign__characters__deleted_at=None, campaign__characters__branch_of=None)
    seats = seats_of(request).annotate(
        people=Count("campaign__memberships", distinct=True),
        characters=Count("campaign__characters", filter=kept, distinct=True),
    )
    if query:
        seats = seats.filter(campaign__name__icontains=query)
    found = list(seats.order_by("campaign__name", "pk"))
    return {
        "open": [seat for seat in found if seat.campaign.archived_at is None],
        "archived": [seat for seat in found if seat.campaign.archived_at],
        "query": query,
        "refusal": refusal,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaign(request: HttpRequest, pk: int) -> HttpResponse:
    """One table; POST is its game master changing what it is called."""
    if request.method == "POST":
        return _rename(request, pk)
    seat = seat_for(request, pk)
    table = seat.campaign
    everybody = list(
        table.characters.originals().kept().with_table().select_related("owner").order_by("system", "name", "pk")
    )
    at_table = [character for character in everybody if not character.npc]
    waiting = [character for character in at_table if character.standing == Standing.SUBMITTED]
    context = {
        "campaign": table,
        "seat": seat,
        "runs": seat.role == Role.GM,
        "watches": seat.role != Role.PLAYER,
        "people": table.memberships.select_related("user"),
        "roles": Role.choices,
        "characters": at_table,
        "npcs": [character for character in everybody if character.npc] if seat.role != Role.PLAYER else [],
        "kinds": [(game, crowds.kind_of(game, rulebook_of_table(table, game.key))) for game in every()]
        if seat.role == Role.GM
        else [],
        "waiting": waiting,
        "free": characters_for(request).filter(own(request), campaign=None).originals().kept().order_by("name"),
        "games": _games(table, at_table),
        "invitations": _invitations(request, table) if seat.role == Role.GM else [],
    }
    return render(request, "campaigns/campaign.html", context)


@telling
def _rename(request: HttpRequest, pk: int) -> HttpResponse:
    table = campaign_for(request, pk, "run")
    actions.rename(
        campaign=table,
        name=words(request.POST, "name", 120),
        about=words(request.POST, "about", 4000),
        by=person(request),
    )
    messages.success(request, "The table is called that now.")
    return redirect(table)


def _games(table: Campaign, characters: list[Character]) -> list[dict[str, Any]]:
    """Every game with how many play it here and how many house rules it has, those that are played first."""
    played = [character.system for character in characters]
    games = [{"game": game, "played": played.count(game.key), "rules": len(table.house(game.key))} for game in every()]
    return sorted(games, key=lambda entry: -entry["played"])


def _invitations(request: HttpRequest, table: Campaign) -> list[tuple[Invitation, str]]:
    """The links that stand, with their whole address."""
    standing = table.invitations.filter(revoked_at=None).select_related("campaign")
    return [(i, request.build_absolute_uri(reverse("join", args=[i.token]))) for i in standing]


@require_POST
@telling
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the table, or open it again."""
    table = campaign_for(request, pk, "run")
    if table.archived_at:
        actions.reopen(campaign=table, by=person(request))
        messages.success(request, f"{table} is open again.")
    else:
        actions.archive(campaign=table, by=person(request))
        messages.success(request, f"{table} is archived. Everything can still be read, and it can be opened again.")
    return redirect(table)
