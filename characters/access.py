"""Who may see and change which character. Holding the object is the permission: views get it only here."""

import uuid
from typing import Literal

from django.db.models import Q
from django.http import Http404, HttpRequest

from characters.models import Character, CharacterQuerySet, PrintJob

GUEST = "guest"
"""Key of the session under which a visitor without an account is remembered."""

Deed = Literal["see", "change"]


def guest_key(request: HttpRequest) -> uuid.UUID | None:
    """The key of a visitor without an account, if they have made something."""
    try:
        return uuid.UUID(str(request.session.get(GUEST)))
    except ValueError:
        return None


def become_guest(request: HttpRequest) -> uuid.UUID:
    """The visitor's key, a new one on their first character."""
    key = guest_key(request) or uuid.uuid4()
    request.session[GUEST] = str(key)
    return key


def own(request: HttpRequest, at: str = "") -> Q:
    """Characters that are this person's own: a user's, or a guest's. `at` leads to them from another table."""
    if request.user.is_authenticated:
        return Q((f"{at}owner_id", request.user.pk))
    key = guest_key(request)
    return Q((f"{at}guest", key)) if key else Q(pk__in=())


def may(request: HttpRequest, deed: Deed, at: str = "") -> Q:
    """Characters this person may see or change. A game master sees those at the own tables."""
    mine = own(request, at)
    if deed == "see" and request.user.is_authenticated:
        return mine | Q((f"{at}campaign__gm_id", request.user.pk), (f"{at}deleted_at", None))
    return mine


def characters_for(request: HttpRequest, deed: Deed = "see") -> CharacterQuerySet:
    """Every character this person may see or change, with what reading a sheet needs."""
    return Character.objects.with_table().filter(may(request, deed))


def character_for(request: HttpRequest, pk: int, deed: Deed = "see", *, binned: bool = False) -> Character:
    """One character, or Http404: one that is not there and one that is not yours look alike."""
    try:
        return Character.objects.with_table().get(may(request, deed), pk=pk, deleted_at__isnull=not binned)
    except Character.DoesNotExist:
        raise Http404("No character here.") from None


def print_for(request: HttpRequest, pk: uuid.UUID) -> PrintJob:
    """One print of a character this person may see, or Http404."""
    jobs = PrintJob.objects.select_related("character").only(*JOB)
    try:
        return jobs.get(may(request, "see", "character__"), pk=pk, character__deleted_at=None)
    except PrintJob.DoesNotExist:
        raise Http404("No print here.") from None


JOB = ("state", "progress", "file", "error", "options", "version", "character__name", "character__system")
"""What the pages of a print show; the rest of a character stays in the database."""
