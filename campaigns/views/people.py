"""Who sits at a table: links to a seat, the way in, the seats, and the way out."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import actions
from campaigns.access import campaign_for, invitation_for, person, seat_for, seats_of
from campaigns.campaign_games import refuse_unplayed
from campaigns.house_settings import house_told
from campaigns.models import Invitation, Membership
from campaigns.review import decisions
from campaigns.views.characters import tell_stocked
from campaigns.views.page import may_come
from campaigns.views.refusals import telling
from characters import actions as making
from characters.access import character_for
from characters.glances import for_choice
from characters.library import character_books
from characters.tables import TableRole, refuse_archived
from rules.form_values import whole_number, words
from rules.refusals import Refused
from rules.sure import ask, sure
from rules.systems import PACKAGES, every


@require_POST
@telling
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link to a seat."""
    table = campaign_for(request, pk, "run")
    seats = words(request.POST, "seats", 4)
    if seats and not seats.isdecimal():
        raise Refused(actions.LINK_SEATS)
    role = words(request.POST, "role", 20) or TableRole.PLAYER
    actions.invite(campaign=table, by=person(request), role=role, seats=int(seats) if seats else None)
    messages.success(request, "Invite link created. Send it to your players.")
    return redirect(f"{reverse('campaign_settings', args=[pk])}#invitations")


@require_POST
@telling
def revoke(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """Take a link back."""
    table = campaign_for(request, pk, "run")
    held = get_object_or_404(table.invitations, pk=invitation)
    back = f"{reverse('campaign_settings', args=[pk])}#invitations"
    if not sure(request):
        question = f"Revoke this {held.get_role_display()} invite link?"
        return ask(
            request, question, "No one can join with it any more. People who already joined stay.", "Revoke", back
        )
    actions.revoke(invitation=held, by=person(request))
    messages.success(request, "Invite link revoked. People who already joined stay.")
    return redirect(back)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation leads: whose table it is, and the way in with a new, an own or no character."""
    invitation = invitation_for(token)
    table = invitation.campaign
    games = [game for game in every() if table.plays(game.key)]
    decided = [(game, lines) for game in games if (lines := house_told(table, game))]
    context = {"invitation": invitation, "campaign": table, "games": games, "decided": decided}
    if not request.user.is_authenticated:
        if request.method == "POST":
            return redirect_to_login(request.path)
        here = urlencode({"next": request.path})
        return render(request, "campaigns/join.html", {**context, "here": here})
    sits = seats_of(request).filter(campaign=table).first()
    if request.method == "POST":
        try:
            return _sit(request, invitation)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(table) if sits else redirect("join", token)
    context |= {"sits": sits, "free": for_choice(may_come(request, table))}
    return render(request, "campaigns/join.html", context)


def _sit(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Take the seat, with what was chosen: a game for a new character, one of one's own, or nothing."""
    table, chosen = invitation.campaign, words(request.POST, "character", 60)
    to: HttpResponse = redirect(table)
    stocked: tuple[str, ...] = ()
    refuse_archived(table)
    with transaction.atomic():
        actions.join(invitation=invitation, user=person(request))
        if chosen in PACKAGES:
            refuse_unplayed(table, chosen)
            character = making.create_character(system=chosen, by=person(request), campaign=table)
            to, stocked = redirect("build_start", character.pk), character_books.told((), character.homebrew)
        elif brought := whole_number(request.POST, "character"):
            held = character_for(request, brought, "change")
            stocked = decisions.seat(character=held, campaign=table, by=person(request))
    messages.success(request, f"You’ve joined {table}.")
    tell_stocked(request, stocked)
    return to


@require_POST
@telling
def seat(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """What a game master does with somebody's seat: another role, their own place, or the door."""
    mine = seat_for(request, pk, "run")
    theirs = get_object_or_404(Membership.objects.select_related("campaign", "user"), campaign_id=pk, pk=seat)
    deed = words(request.POST, "deed", 20)
    role = words(request.POST, "role", 20)
    asked = None if sure(request) else _question(theirs, deed, role)
    if asked:
        _refuse(theirs, deed, role)
        return ask(request, *asked, back=f"{reverse('campaign_settings', args=[pk])}#people")
    if deed == "remove":
        actions.remove(seat=theirs, by=person(request))
        messages.success(request, f"Removed {theirs.user} and their characters.")
    elif deed == "hand-over":
        actions.transfer_gm(seat=mine, to=theirs)
        messages.success(request, f"{theirs.user} is now the GM. You’re a player.")
    else:
        actions.give_role(seat=theirs, role=role, by=person(request))
        messages.success(request, f"{theirs.user} is now a {theirs.get_role_display()}.")
    return (
        redirect("campaign_settings", pk)
        if seats_of(request).filter(campaign_id=pk).exists()
        else redirect("campaigns")
    )


def _refuse(theirs: Membership, deed: str, role: str) -> None:
    """Refuse what can't be, before anybody is asked whether they are sure of it."""
    if deed == "remove":
        actions.refuse_leaving(theirs)
    else:
        actions.refuse_role(theirs, TableRole.GM if deed == "hand-over" else role)


def _question(theirs: Membership, deed: str, role: str) -> tuple[str, str, str] | None:
    """What to ask before somebody runs the table, goes, or stops running it: the question, what follows, the button."""
    name, table = theirs.user.get_username(), theirs.campaign
    if deed == "hand-over":
        goes = "Your NPCs go to the new GM: you can no longer see or change them."
        return f"Make {name} the GM of {table}?", f"You become a player. {goes}", f"Make {name} GM"
    if deed == "remove":
        follows = f"{name}’s characters leave the campaign too. {name} can rejoin with an invite link."
        return f"Remove {name} from {table}?", follows, f"Remove {name}"
    if theirs.role == TableRole.GM and role in (TableRole.PLAYER, TableRole.SPECTATOR):
        follows = f"{name} is no longer a GM. The NPCs {name} made go to another GM."
        return f"Make {name} a {TableRole(role).label}?", follows, f"Make {name} a {TableRole(role).label}"
    return None


@require_POST
@telling
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Get up from the table."""
    mine = seat_for(request, pk)
    table, npcs = mine.campaign, mine.campaign.characters.originals().filter(owner=mine.user_id, npc=True)
    if not sure(request):
        actions.refuse_leaving(mine)
        stay = " Your NPCs stay: they go to another GM, and you can no longer see them." if npcs.exists() else ""
        follows = f"Your characters leave with you.{stay} You’ll need a new invite to come back."
        back = f"{reverse('campaign_settings', args=[pk])}#people"
        return ask(request, f"Leave {table}?", follows, f"Leave {table}", back)
    stayed = " Your NPCs stayed." if npcs.exists() else ""
    actions.leave(seat=mine)
    messages.success(request, f"You’ve left {table}. Your characters left with you.{stayed}")
    return redirect("campaigns")
