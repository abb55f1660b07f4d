"""A new character, at a table or at none."""

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_for
from campaigns.campaign_games import refuse_unplayed
from campaigns.models import Campaign
from characters import actions
from characters.access import become_guest, named_for, own
from characters.library import character_books
from characters.models import Character
from characters.views.site import games
from rules.form_values import whole_number, words
from rules.refusals import Refused
from rules.systems import PACKAGES


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose a game: what it is, what there is to decide, how long it takes."""
    system, to = request.POST.get("system", ""), whole_number(request.POST or request.GET, "campaign")
    campaign = campaign_for(request, to) if to else None
    status = 200
    if request.method == "POST":
        try:
            return redirect("build_start", _begun(request, system, campaign).pk)
        except Refused as refusal:
            messages.error(request, str(refusal))
            status = 422
    last = dict(
        named_for(request).kept().filter(own(request)).order_by().values_list("system").annotate(Max("changed_at"))
    )
    offered = [
        game | {"last": last.get(str(game["key"]))}
        for game in games() if campaign is None or campaign.plays(str(game["key"]))
    ]  # fmt: skip
    return render(request, "characters/new.html", {"games": offered, "campaign": campaign}, status=status)


def _begun(request: HttpRequest, system: str, campaign: Campaign | None) -> Character:
    """The new character that was asked for, by hand or filled at random. Raises Refused."""
    if system not in PACKAGES:
        raise Refused("Choose a game.")
    if campaign:
        refuse_unplayed(campaign, system)
    character = actions.create_character(
        system=system,
        by=request.user,
        campaign=campaign if campaign and campaign.archived_at is None else None,
        guest=None if request.user.is_authenticated else become_guest(request),
        name=words(request.POST, "name"),
    )
    tell_of_campaign(request, campaign, character)
    if "random" in request.POST:
        actions.fill_at_random(character=character, by=request.user)
    return character


def tell_of_campaign(request: HttpRequest, campaign: Campaign | None, character: Character) -> None:
    """Say of a new character that a campaign is over, and which of its books are used."""
    if campaign and not character.campaign:
        messages.warning(request, f"{campaign} is archived, so {character} isn’t in it.")
    for line in character_books.told((), character.homebrew):
        messages.info(request, f"{line}: used in this campaign.")
