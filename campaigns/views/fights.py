"""What is done with a card of the page Prep: a step of a tracker, a roll."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for
from campaigns.models import Campaign
from campaigns.tables import fight_cards
from campaigns.tables.fight_cards import Fighter
from characters import actions
from characters.access import character_for
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
from rules.form_values import words
from rules.homebrew.access import Closed
from rules.kernel.documents import PathError

CARD = "campaigns/fight_card.html"


@never_cache
@vary_on_headers("Accept")
@require_POST
def npc_turn(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """Step a tracker of an NPC, or roll for it; either is an entry of its log like one from its own page."""
    table, character = campaign_for(request, pk, "run"), character_for(request, who, "play")
    if character.campaign_id != table.pk or not character.npc:
        raise Closed("NPC not found.")
    if of_another(request):
        return someone_else()
    try:
        says = _npc_did(request, character)
    except PathError as fault:
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
