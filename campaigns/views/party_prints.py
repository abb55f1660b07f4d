"""Printing a party: choose who and what, wait for the workers, take one file."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.access import ROLES, person, seat_for
from campaigns.models import Campaign
from campaigns.party import party_prints
from campaigns.party.access import party_for
from campaigns.tables.roster_row import in_natural_order
from characters.access import characters_for
from characters.fragments import answer, wants_fragments
from characters.ledger import the_dead
from characters.models import CharacterQuerySet, PartyPrint
from characters.models.printing import BOUND, PAGES, PAPERS
from characters.printing.jobs import path_of
from characters.printing.print_queue import look_after
from characters.views.printing import one_of
from rules.refusals import Refused

PAGE = "campaigns/party_print.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def print_party(request: HttpRequest, pk: int) -> HttpResponse:
    """The print room of a table: who, what, on which paper. A player finds their own characters there."""
    seat = seat_for(request, pk)
    campaign, watches = seat.campaign, seat.role in ROLES["watch"]
    people = in_natural_order(_seen(request, campaign))
    if request.method == "POST":
        try:
            party = party_prints.request_party(
                campaign=campaign, by=person(request), whole=watches, **_wanted(request, campaign, people, watches)
            )
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("print_party", pk)
        return redirect("party_print", party.pk)
    context = {
        "campaign": campaign,
        "watches": watches,
        "groups": _groups(people, watches),
        "people": people,
        "npcs": any(one.npc for one in people),
        "beasts": campaign.beasts.only("name", "system") if watches else (),
        "papers": PAPERS,
        "variants": BOUND,
        "pages": PAGES,
        "before": campaign.party_prints.filter(by=person(request), whole=watches)[:5],
    }
    return render(request, "campaigns/print_party.html", context)


def _seen(request: HttpRequest, campaign: Campaign) -> CharacterQuerySet:
    """Those at a table whose sheets this person may see."""
    there = characters_for(request).filter(campaign=campaign).originals().kept()
    return there.select_related("campaign", "owner")


def _wanted(request: HttpRequest, campaign: Campaign, people: list[Any], watches: bool) -> dict[str, Any]:
    """Whom and what: as it was ticked, or by a button of those who watch the cards of everybody alive who fights."""
    options = _options(request, watches)
    if not (watches and "fighters" in request.POST):
        chosen = set(request.POST.getlist("character"))
        drawn = set(request.POST.getlist("beast")) if options["cards"] else ()
        beasts = [pk for pk in _prowling(campaign) if str(pk) in drawn]
        return {
            "characters": [one for one in people if str(one.pk) in chosen],
            "options": {**options, **({"beasts": beasts} if beasts else {})},
        }
    npcs = [one for one in people if one.npc]
    dead = the_dead(npcs)
    only = dict.fromkeys(("sheets", "npc_sheets", "summary"), False)
    return {
        "characters": [one for one in npcs if one.pk not in dead],
        "options": {**options, **only, "cards": True, "beasts": _prowling(campaign)},
    }


def _prowling(campaign: Campaign) -> list[int]:
    return list(campaign.beasts.values_list("pk", flat=True))


def _groups(people: list[Any], watches: bool) -> list[tuple[str, list[Any]]]:
    """Who can be chosen, the players' characters before those of the game master."""
    groups = [
        ("Party" if watches else "Your characters", [one for one in people if not one.npc]),
        ("NPCs", [one for one in people if one.npc]),
    ]
    return [(title, found) for title, found in groups if found]


def _options(request: HttpRequest, watches: bool) -> dict[str, Any]:
    """What was asked for; the pages for a game master are for those who watch."""
    wanted = {key: key in request.POST for key in ("sheets", "npc_sheets")}
    around = {key: watches and key in request.POST for key in ("summary", "cards")}
    papers = (("paper", PAPERS), ("variant", BOUND), ("pages", PAGES))
    return {**wanted, **around, **{key: one_of(request.POST, key, choices) for key, choices in papers}}


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def party_print(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """How far a party's print is, and who could not be drawn; POST tries those again."""
    party = party_for(request, pk)
    seen = _seen(request, party.campaign)
    if request.method == "POST":
        party_prints.retry(party, list(seen))
        return redirect("party_print", pk)
    known = set(seen.values_list("pk", flat=True))
    context = {"party": party, "campaign": party.campaign, **_progress(party, known)}
    if wants_fragments(request):
        return answer(request, PAGE, ["job"], context)
    return render(request, PAGE, context)


def _progress(party: PartyPrint, seen: set[int]) -> dict[str, Any]:
    """How many sheets are ready and who failed, of those that can still be seen."""
    every = party.parts.select_related("job", "character").defer("character__build")
    parts = [part for part in every if part.character_id in seen]
    jobs = [part.job for part in parts if part.job]
    waiting = [job for job in jobs if not job.finished]
    look_after(*waiting if waiting else (party,))
    failed = [part for part in parts if part.job and part.job.state == part.job.State.FAILED]
    return {
        "closed": len(parts) < party.size,
        "gone": party.state == party.State.DONE and not path_of(party).is_file(),
        "failed": failed,
        "sheets": len(jobs),
        "ready": sum(job.state == job.State.DONE for job in jobs),
        "waiting": len(waiting),
        "value": sum(100 if job.finished else job.progress for job in jobs) + party.progress,
        "whole": 100 * (len(jobs) + 1),
    }


@require_safe
def party_file(request: HttpRequest, pk: uuid.UUID) -> HttpResponseBase:
    """The bound file, for as long as everybody in it can be seen."""
    party = party_for(request, pk)
    there = party.parts.filter(character__in=_seen(request, party.campaign).values("pk")).count()
    try:
        done = party.state == party.State.DONE and there == party.size
        file = path_of(party).open("rb") if done else None
    except FileNotFoundError:
        file = None
    if file is None:
        return redirect("party_print", pk)
    name = slugify(party.campaign.name) or "campaign"
    response = FileResponse(file, content_type="application/pdf", filename=f"{name}-party.pdf")
    response["Cache-Control"] = "private, no-store"
    return response
