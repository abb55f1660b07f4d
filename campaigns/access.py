"""Who may see and run which table. Holding the object is the permission: views get it only here."""

from typing import Literal, cast

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from campaigns.models import CalendarLink, Campaign, Invitation, Membership
from characters.tables import TableRole
from rules.homebrew.access import Closed

Deed = Literal["sit", "play", "watch", "run"]
"""Sit: everybody at the table. Play (say whether one comes): players. Watch (the roster, all sheets): game masters and
spectators. Run: game masters."""
ROLES: dict[Deed, tuple[str, ...]] = {
    "sit": (TableRole.GM, TableRole.PLAYER, TableRole.SPECTATOR),
    "play": (TableRole.PLAYER,),
    "watch": (TableRole.GM, TableRole.SPECTATOR),
    "run": (TableRole.GM,),
}


def person(request: HttpRequest) -> User:
    """The account behind a request that passed a check which only accounts pass."""
    return cast(User, request.user)


def seats_of(request: HttpRequest) -> QuerySet[Membership]:
    """The seats this person has, with their tables."""
    if not request.user.is_authenticated:
        return Membership.objects.none()
    return Membership.objects.filter(user_id=request.user.pk).select_related("campaign")


def seat_for(request: HttpRequest, pk: int, deed: Deed = "sit") -> Membership:
    """This person's seat at one table, with the table, or Closed: one that is not there and not yours look alike."""
    seat = seats_of(request).filter(campaign_id=pk, role__in=ROLES[deed]).first()
    if seat is None:
        raise Closed("Campaign not found.")
    seat.campaign.seat = seat
    return seat


def campaign_for(request: HttpRequest, pk: int, deed: Deed = "sit") -> Campaign:
    """One table at which this person may do this, or Closed."""
    return seat_for(request, pk, deed).campaign


def invitation_for(token: str) -> Invitation:
    """The invitation somebody has the link of, or Http404. One that was revoked looks like one that never was."""
    found = Invitation.objects.select_related("campaign").filter(token=token, revoked_at=None).first()
    if found is None:
        raise Http404("Invite not found.")
    return found


def calendar_for(token: str) -> CalendarLink:
    """The calendar somebody has the link of, or Http404. One that was revoked looks like one that never was."""
    found = CalendarLink.objects.filter(token=token, user__is_active=True).first()
    if found is None:
        raise Http404("Calendar not found.")
    return found
