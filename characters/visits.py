"""A visit renews: whoever comes back finds the session, and as a guest the characters, kept for as long again."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from characters.access import SEEN, guest_key, person_key
from characters.limits import GUEST_DAYS
from characters.models import Guest


def renew_sessions(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Any:
    """Middleware: the first page of a day that asks who is there renews their session, which sends the cookie anew."""

    def renewing(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.session.accessed:
            renew(request)
        return response

    return renewing


def renew(request: HttpRequest) -> None:
    """Note the visit, once a day: the first request after midnight writes the session, and a guest's day.

    A later day that is noted already stays: a clock that was set back writes nothing.
    """
    today = timezone.localdate().isoformat()
    if request.session.is_empty() or request.session.get(SEEN, "") >= today:
        return
    request.session[SEEN] = today
    if key := guest_key(request):
        Guest.objects.update_or_create(key=key, defaults={"seen_at": timezone.now()})


def visitor(request: HttpRequest) -> dict[str, str]:
    """Context processor: what pages call the person they are drawn for, "" where nobody knows yet."""
    return {"visitor": person_key(request) if hasattr(request, "user") else ""}


def kept_until() -> date:
    """Until when a guest's characters are kept who visits now."""
    return timezone.localdate() + timedelta(days=GUEST_DAYS)
