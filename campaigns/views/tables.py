"""The tables somebody sits at, and one of them with all that belongs to it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import actions, crest_picture, next_session, own_words
from campaigns.access import campaign_for, person, seat_for, seats_of
from campaigns.campaign_games import choose_games
from campaigns.campaign_rows import campaign_rows, soonest
from campaigns.merging import seen_of, texts_seen
from campaigns.models import Face
from campaigns.views.page import party_page, prep_page, settings_page
from campaigns.views.refusals import telling
from characters.pictures import crest_of
from characters.views.portraits import picture_sent
from rules.form_values import whole_text, words
from rules.refusals import Refused

COVER = ("name", "about", "sign", "colour")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaigns(request: HttpRequest) -> HttpResponse:
    """The tables somebody sits at, and a form to found one."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        try:
            table = actions.create_campaign(
                name=whole_text(request.POST, "name"), by=person(request), about=whole_text(request.POST, "about")
            )
        except Refused as refusal:
            return render(request, "campaigns/campaigns.html", _tables(request, str(refusal)), status=422)
        messages.success(request, f"Created {table}. Now invite your players.")
        return redirect(table)
    return render(request, "campaigns/campaigns.html", _tables(request))


def _tables(request: HttpRequest, refusal: str = "") -> dict[str, Any]:
    query = words(request.GET, "q", 120)
    mine = seats_of(request)
    found = mine.filter(campaign__name__icontains=query) if query else mine
    return {
        "open": campaign_rows(list(soonest(found))),
        "archived": found.exclude(campaign__archived_at=None).order_by("campaign__name", "pk"),
        "query": query,
        "refusal": refusal,
    }


@never_cache
@require_safe
def campaign(request: HttpRequest, pk: int) -> HttpResponse:
    """One table: its party."""
    return party_page(request, seat_for(request, pk))


@never_cache
@require_safe
def prep(request: HttpRequest, pk: int) -> HttpResponse:
    """What its game masters get ready."""
    return prep_page(request, seat_for(request, pk, "watch"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Its settings; POST is a game master changing what it is called and its face, its games or their own words."""
    if request.method == "POST":
        deeds = (act for name, act in DEEDS.items() if name in request.POST)
        return next(deeds, _rename)(request, pk)
    return settings_page(request, seat_for(request, pk))


@telling
def _choose_games(request: HttpRequest, pk: int) -> HttpResponse:
    table = campaign_for(request, pk, "run")
    seen = seen_of(request.POST, "game")
    choose_games(campaign=table, games=request.POST.getlist("game"), seen=seen, by=person(request))
    messages.success(request, "Games saved.")
    return redirect(f"{reverse('campaign_settings', args=[pk])}#rules")


@telling
def _set_date(request: HttpRequest, pk: int) -> HttpResponse:
    table = campaign_for(request, pk, "run")
    day, hour = words(request.POST, "next_on", 10), words(request.POST, "next_at", 8)
    seen = texts_seen(request.POST, "next_on", "next_at")
    next_session.set_date(campaign=table, day=day, hour=hour, seen=seen, by=person(request))
    messages.success(request, "Next session saved." if day else "No date yet.")
    return redirect(table)


@telling
def _own_words(request: HttpRequest, pk: int) -> HttpResponse:
    table = campaign_for(request, pk, "run")
    seen = whole_text(request.POST, "was:own") if "was:own" in request.POST else None
    own_words.say(campaign=table, text=whole_text(request.POST, "own"), seen=seen, by=person(request))
    messages.success(request, "Saved your own words.")
    return redirect(f"{reverse('campaign_settings', args=[pk])}#own-words")


DEEDS = {"games": _choose_games, "next_on": _set_date, "own": _own_words}
"""What a form of the settings changes, by a field that only this form has; without any of them, the face."""


@telling
def _rename(request: HttpRequest, pk: int) -> HttpResponse:
    table = campaign_for(request, pk, "run")
    if "no-picture" in request.POST:
        crest_picture.remove(campaign=table, by=person(request))
        messages.success(request, "Picture removed.")
        return redirect("campaign_settings", pk)
    jpeg = picture_sent(request, crest_of) if request.FILES.get("picture") else b""
    called = str(table)
    table = actions.rename(
        campaign=table,
        name=whole_text(request.POST, "name"),
        about=whole_text(request.POST, "about"),
        face=Face(words(request.POST, "sign", 20), words(request.POST, "colour", 20)),
        seen=texts_seen(request.POST, *COVER),
        by=person(request),
    )
    if jpeg:
        crest_picture.give(campaign=table, jpeg=jpeg, by=person(request))
    messages.success(request, "Saved." if str(table) == called else f"Renamed {called} to {table}.")
    return redirect("campaign_settings", pk)


@require_POST
@telling
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the table, or open it again."""
    table = campaign_for(request, pk, "run")
    if table.archived_at:
        actions.reopen(campaign=table, by=person(request))
        messages.success(request, f"Reopened {table}.")
    else:
        actions.archive(campaign=table, by=person(request))
        messages.success(request, f"Archived {table}. You can reopen it any time.")
    return redirect("campaign_settings", pk)
