"""Pages of a table: its people and characters, the way in, its house rules. Each view is named like its address."""

from collections.abc import Callable, Iterable
from datetime import date
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import actions
from campaigns.access import campaign_for, invitation_for, person, seat_for, seats_of
from campaigns.actions import Refused
from campaigns.forms import house_posted, house_rows, words
from campaigns.models import Campaign, Event, Invitation, Membership, Role
from characters import actions as making
from characters import crowds, happenings, judging, shelves
from characters.access import character_for, characters_for, own
from characters.in_play import rulebook_of_table
from characters.models import Character, Standing
from rules.systems import PACKAGES, every, get

View = Callable[..., HttpResponse]


def telling(view: View) -> View:
    """What a table refuses is said in a sentence on the page the person comes back to."""

    @wraps(view)
    def told(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pk, *args, **kwargs)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("campaign", pk)

    return told


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
    kept = Q(campaign__characters__deleted_at=None)
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
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link to a seat."""
    table = campaign_for(request, pk, "run")
    seats = words(request.POST, "seats", 4)
    if seats and not seats.isdecimal():
        raise Refused("A link is for 1 to 99 people, or for any number.")
    role = words(request.POST, "role", 20) or Role.PLAYER
    actions.invite(campaign=table, by=person(request), role=role, seats=int(seats) if seats else None)
    messages.success(request, "The link is ready: send it to whoever should sit here.")
    return redirect(f"{table.get_absolute_url()}#invitations")


@require_POST
@telling
def revoke(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """Take a link back."""
    table = campaign_for(request, pk, "run")
    actions.revoke(invitation=get_object_or_404(table.invitations, pk=invitation), by=person(request))
    messages.success(request, "The link leads nowhere any more. Those who came by it keep their seats.")
    return redirect(f"{table.get_absolute_url()}#invitations")


@require_POST
@telling
def seat(request: HttpRequest, pk: int, seat: int) -> HttpResponse:
    """What a game master does with somebody's seat: another role, their own place, or the door."""
    mine = seat_for(request, pk, "run")
    theirs = get_object_or_404(Membership.objects.select_related("campaign", "user"), campaign_id=pk, pk=seat)
    deed = words(request.POST, "deed", 20)
    if deed == "remove":
        actions.remove(seat=theirs, by=person(request))
        messages.success(request, f"{theirs.user} has left the table, with their characters.")
    elif deed == "hand-over":
        actions.hand_over(seat=mine, to=theirs)
        messages.success(request, f"{theirs.user} runs the table now, and you play.")
    else:
        actions.give_role(seat=theirs, role=words(request.POST, "role", 20), by=person(request))
        messages.success(request, f"{theirs.user} is {theirs.get_role_display()} now.")
    return redirect("campaign", pk) if seats_of(request).filter(campaign_id=pk).exists() else redirect("campaigns")


@require_POST
@telling
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Get up from the table."""
    mine = seat_for(request, pk)
    actions.leave(seat=mine)
    messages.success(request, f"You have left {mine.campaign}. Your characters came with you.")
    return redirect("campaigns")


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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation leads: whose table it is, and the way in with a new, an own or no character."""
    invitation = invitation_for(token)
    table = invitation.campaign
    if not request.user.is_authenticated:
        if request.method == "POST":
            return redirect_to_login(request.path)
        here = urlencode({"next": request.path})
        return render(request, "campaigns/join.html", {"invitation": invitation, "campaign": table, "here": here})
    sits = seats_of(request).filter(campaign=table).first()
    if request.method == "POST":
        try:
            return _sit(request, invitation)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(table) if sits else redirect("join", token)
    free = characters_for(request).filter(own(request), campaign=None).originals().kept().order_by("name")
    context = {"invitation": invitation, "campaign": table, "sits": sits, "free": free, "games": every()}
    return render(request, "campaigns/join.html", context)


def _sit(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Take the seat, with what was chosen: a game for a new character, one of one's own, or nothing."""
    actions.join(invitation=invitation, user=person(request))
    table, chosen = invitation.campaign, words(request.POST, "character", 60)
    messages.success(request, f"You sit at {table} now.")
    if chosen in PACKAGES:
        character = making.create_character(system=chosen, by=person(request), campaign=table)
        _stocked(request, shelves.told((), character.homebrew))
        return redirect("build_start", character.pk)
    if chosen.isdecimal():
        held = character_for(request, int(chosen), "change")
        _stocked(request, judging.seat(character=held, campaign=table, by=person(request)))
    return redirect(table)


def _stocked(request: HttpRequest, lines: Iterable[str]) -> None:
    """Say which of the books in play a character was given."""
    for line in lines:
        messages.info(request, f"{line}: this table plays with it.")


@require_POST
@telling
def bring(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring one's own character to the table."""
    table = campaign_for(request, pk)
    if table.archived_at:
        raise Refused("This table is archived. Its game master can open it again.")
    chosen = words(request.POST, "character", 20)
    if not chosen.isdecimal():
        raise Refused("Choose one of your characters first.")
    character = character_for(request, int(chosen), "change")
    stocked = judging.seat(character=character, campaign=table, by=person(request))
    messages.success(request, f"{character} sits at {table} now.")
    _stocked(request, stocked)
    return redirect(table)


@require_POST
@telling
def crowd(request: HttpRequest, pk: int) -> HttpResponse:
    """Make people for the game master to play: so many of one kind."""
    table = campaign_for(request, pk, "run")
    if table.archived_at:
        raise Refused("This table is archived. Open it again first.")
    system, _, kind = words(request.POST, "kind", 120).partition(":")
    count = words(request.POST, "count", 4)
    made = crowds.make_crowd(
        campaign=table,
        by=person(request),
        system=system,
        kind=kind,
        name=words(request.POST, "name", 180),
        count=int(count) if count.isdecimal() else 0,
    )
    messages.success(request, f"{made[0]} is here." if len(made) == 1 else f"{made[0]} to {made[-1]} are here.")
    return redirect(f"{table.get_absolute_url()}#npcs")


@require_POST
@telling
def award(request: HttpRequest, pk: int) -> HttpResponse:
    """Grant points to one, some or all characters of the table."""
    table = campaign_for(request, pk, "run")
    if table.archived_at:
        raise Refused("This table is archived. Open it again first.")
    chosen = [int(key) for key in request.POST.getlist("character") if key.isdecimal() and len(key) <= 12]
    amount = words(request.POST, "amount", 6)
    count = judging.award(
        characters=list(table.characters.originals().kept().filter(pk__in=chosen)),
        campaign=table,
        by=person(request),
        amount=int(amount) if amount.isdecimal() else 0,
        reason=words(request.POST, "reason", 300),
    )
    messages.success(request, f"{count} character{'s have' if count > 1 else ' has'} {amount} more to spend.")
    return redirect(f"{table.get_absolute_url()}#awards")


@require_POST
def take_away(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own character from the table it sits at."""
    character = character_for(request, pk, "change")
    table = character.campaign_id
    judging.seat(character=character, campaign=None, by=request.user)
    messages.success(request, f"{character} sits at no table now.")
    sits = table and seats_of(request).filter(campaign_id=table).exists()
    return redirect("campaign", table) if sits else redirect(character)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_rules(request: HttpRequest, pk: int, system: str) -> HttpResponse:
    """The house rules of one game at this table; a game master sees what a change would do before keeping it."""
    seat = seat_for(request, pk, "run" if request.method == "POST" else "sit")
    if system not in PACKAGES:
        raise Http404("No such game.")
    table, game = seat.campaign, get(system)
    settings = list(game.settings.values())
    context: dict[str, Any] = {"campaign": table, "game": game, "runs": seat.role == Role.GM and not table.archived_at}
    decided, typed, status = table.house(system), {}, 200
    if request.method == "POST":
        try:
            decided = actions.house_with(table, system, house_posted(request.POST, settings))
            if "keep" in request.POST:
                actions.set_house_rules(
                    campaign=table,
                    system=system,
                    values=house_posted(request.POST, settings),
                    by=person(request),
                )
                messages.success(request, "These rules hold at this table now; every verdict follows them.")
                return redirect("campaign_rules", pk, system)
            context["shifts"] = judging.shifts(campaign=table, system=system, house=decided)
            context["changed"] = decided != table.house(system)
            context["clashes"] = game.clashes(decided)
        except Refused as refusal:
            context["refusal"], typed, status = str(refusal), request.POST.dict(), 422
    context["rows"] = house_rows(settings, decided, typed)
    return render(request, "campaigns/rules.html", context, status=status)


PER_PAGE = 50


class Told(NamedTuple):
    """Something that happened, in words."""

    event: Event
    lines: tuple[str, ...]

    @property
    def day(self) -> date:
        return timezone.localtime(self.event.at).date()


@never_cache
@require_safe
def campaign_history(request: HttpRequest, pk: int) -> HttpResponse:
    """What happened at a table, the newest first: who came and went, which rules were decided; searched by words."""
    table, query = campaign_for(request, pk), words(request.GET, "q", 120)
    told = [Told(event, _told(event)) for event in table.events.select_related("by")]
    found = [one for one in told if query.casefold() in " ".join(one.lines).casefold()]
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "campaigns/history.html", {"campaign": table, "page": page, "query": query})


def _told(event: Event) -> tuple[str, ...]:
    """An event in words, with the game where it is about one."""
    system = event.data.get("system")
    game = get(system) if system in PACKAGES else None
    told = happenings.lines(event, game)
    return tuple(f"{game.name}: {line}" for line in told) if game else told
