"""What is done with a card of the page Prep: a step of a tracker, a roll; and beasts, which come, change and go."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for, person, seat_for
from campaigns.models import Beast, Campaign, Membership
from campaigns.tables import beasts, fight_cards, numbering
from campaigns.tables.fight_cards import Fighter
from campaigns.views.page import frame
from campaigns.views.refusals import telling
from characters import actions
from characters.access import character_for, person_key
from characters.fragments import out_of_band
from characters.models import Character
from characters.views.marks import (
    acknowledged,
    answers_asked,
    deed_named,
    of_another,
    scripted,
    someone_else,
    step_asked,
)
from rules.form_values import whole_number, words
from rules.homebrew.access import Closed
from rules.kernel.documents import PathError
from rules.refusals import Refused
from rules.sure import ask, sure

NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
CARD = "campaigns/fight_card.html"


@never_cache
@vary_on_headers("Accept")
@require_POST
def npc_turn(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """Step a tracker of an NPC, or roll for it; either is an entry of its log like one from its own page."""
    if of_another(request):
        return someone_else()
    table, character = campaign_for(request, pk, "run"), character_for(request, who, "play")
    if character.campaign_id != table.pk or not character.npc:
        raise Closed("NPC not found.")
    try:
        says = _npc_did(request, character)
    except (PathError, Refused) as fault:
        return refused(request, pk, f"npc-{who}", fault)
    if not scripted(request):
        return back(request, pk, f"npc-{who}", says)
    now = fight_cards.of_npc(pk, character_for(request, who, "play"), fight_cards.last_rolls([who]).get(who))
    return drawn(request, table, now, says)


def _npc_did(request: HttpRequest, character: Character) -> str:
    """Do what was asked; what there is to say of it, "" for nothing."""
    if "change" not in request.POST:
        answers = answers_asked(request)
        actions.roll(character=character, answers=answers, by=request.user, **deed_named(request, "deed"))
        return ""
    mark = actions.change_play(character=character, by=request.user, **step_asked(request))
    says: str = acknowledged(mark, character)["says"]
    return says


@require_POST
@telling
def bring_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring in beasts of the books: their ranges are rolled as they come."""
    came = beasts.bring_in(
        campaign=campaign_for(request, pk, "run"),
        by=person(request),
        system=words(request.POST, "system", 40),
        key=words(request.POST, "beast", 120),
        name=words(request.POST, "name", numbering.LONGEST_NAME),
        count=whole_number(request.POST, "count"),
    )
    messages.success(request, f"{came[0]} is here." if len(came) == 1 else f"{came[0]} to {came[-1]} are here.")
    return redirect(f"{reverse('prep', args=[pk])}#beast-{came[0].pk}")


@never_cache
@vary_on_headers("Accept")
@require_http_methods(["GET", "HEAD", "POST"])
def beast(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """A beast with its figures and its log; posted to, one of its rolls or steps, other figures, or its removal."""
    if of_another(request):
        return someone_else()
    seat = seat_for(request, pk, "run" if request.method == "POST" else "watch")
    found = seat.campaign.beasts.filter(pk=who).first()
    if found is None:
        raise Closed("Beast not found.")
    if request.method != "POST":
        return _beast_page(request, seat, found)
    if "remove" in request.POST or "save" in request.POST:
        return _changed(request, seat, found)
    try:
        says = _beast_did(request, found)
    except (PathError, Refused) as fault:
        return refused(request, pk, f"beast-{who}", fault)
    if "undo" in request.POST:
        messages.info(request, says)
        return redirect(f"{found.get_absolute_url()}#log")
    if not scripted(request):
        return back(request, pk, f"beast-{who}", says)
    (now,) = beasts.fighters(seat.campaign.beasts.filter(pk=who), seat.campaign)
    return drawn(request, seat.campaign, now, says)


def _beast_did(request: HttpRequest, found: Beast) -> str:
    """Do what was asked; what there is to say of it, "" for nothing."""
    if "undo" in request.POST:
        return (
            f"Undone: {beasts.undo(beast=found, number=whole_number(request.POST, 'undo'), by=person(request)).label}."
        )
    if "change" not in request.POST:
        answers = answers_asked(request)
        beasts.roll(beast=found, answers=answers, by=person(request), **deed_named(request, "deed"))
        return ""
    made = beasts.step(beast=found, by=person(request), **step_asked(request))
    return (
        "" if made.done == made.asked else f"{abs(made.done)} of {abs(made.asked)}: {made.label} is at {made.stands}."
    )


def _changed(request: HttpRequest, seat: Membership, found: Beast) -> HttpResponse:
    """Other figures, or away with it; what can't be is said where it was typed."""
    prep = reverse("prep", args=[seat.campaign_id])
    try:
        if "remove" in request.POST:
            if not sure(request):
                follows = "Its figures and its log go with it."
                return ask(request, f"Remove {found}?", follows, f"Remove {found}", found.get_absolute_url())
            beasts.remove(beast=found)
            messages.success(request, f"Removed {found}.")
            return redirect(f"{prep}#beasts")
        name = "" if words(request.POST, "was:name") == words(request.POST, "name") else words(request.POST, "name")
        beasts.change_figures(beast=found, name=name, values=_typed(request, found), by=person(request))
    except (PathError, Refused) as fault:
        return _beast_page(request, seat, found, str(fault))
    messages.success(request, "Saved.")
    return redirect(f"{prep}#beast-{found.pk}")


def _typed(request: HttpRequest, found: Beast) -> dict[str, int | None]:
    """The figures that were typed over, None where a field was left empty. Raises Refused for what is no number."""
    values: dict[str, int | None] = {}
    for one, _ in beasts.figures_of(found):
        typed = words(request.POST, f"figure.{one.key}").replace("−", "-")
        if typed == request.POST.get(f"was:figure.{one.key}"):
            continue  # as it was shown: whoever changed it meanwhile is not overwritten
        if not typed and f"figure.{one.key}" in request.POST:
            values[one.key] = None
        elif typed and not NUMBER.fullmatch(typed):
            raise Refused(f"{one.label}: enter a whole number.")
        elif typed:
            values[one.key] = int(typed)
    return values


def _beast_page(request: HttpRequest, seat: Membership, found: Beast, refusal: str = "") -> HttpResponse:
    figures = [
        (one, *(request.POST.get(f"{was}figure.{one.key}", "" if value is None else value) for was in ("", "was:")))
        for one, value in beasts.figures_of(found)
    ]
    (fighter,) = beasts.fighters([found], seat.campaign)
    log = list(beasts.logged(found))
    context = {
        **frame(seat, "prep", refusal, {}),
        "beast": found,
        "fighter": fighter,
        "figures": figures,
        "called": request.POST.get("name", found.name),
        "was_called": request.POST.get("was:name", found.name),
        "log": log,
        "undoable": beasts.undoable_of(log, person(request)),
        "person": person_key(request),
    }
    return render(request, "campaigns/beast.html", context, status=422 if refusal else 200)


def drawn(request: HttpRequest, campaign: Campaign, fighter: Fighter, says: str) -> HttpResponse:
    """What a script is told: the card as it stands now, and what there is to say."""
    context = {"fighter": fighter, "campaign": campaign, "runs": True}
    name = words(request.POST, "uid") or words(request.POST, "deed")
    card = fighter.key, render_to_string(CARD, context, request)
    return JsonResponse({"uid": name, "says": says, "drawn": out_of_band([card])})


def refused(request: HttpRequest, campaign: int, key: str, fault: Exception) -> HttpResponse:
    """Why nothing was done, to a script or on the page again."""
    if scripted(request):
        return JsonResponse({"says": str(fault)}, status=422)
    messages.error(request, str(fault))
    return redirect(f"{reverse('prep', args=[campaign])}#{key}")


def back(request: HttpRequest, campaign: int, key: str, says: str) -> HttpResponse:
    """Back to the card."""
    if says:
        messages.info(request, says)
    return redirect(f"{reverse('prep', args=[campaign])}#{key}")
