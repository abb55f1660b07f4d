"""The calendar of somebody's campaigns: making and revoking its link, and the file that a program reads by it."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns import calendars, icalendar
from campaigns.access import calendar_for, person
from campaigns.views.news import news_page
from rules.form_values import words
from rules.refusals import Refused
from rules.sure import ask, sure


@require_POST
def calendar(request: HttpRequest) -> HttpResponse:
    """Make the link to one's calendar, or revoke it."""
    back = f"{reverse('news')}#calendar"
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    if "revoke" in request.POST:
        if not sure(request):
            follows = "Calendars that subscribed to it get no more sessions."
            return ask(request, "Revoke the link to your calendar?", follows, "Revoke", back)
        calendars.withdraw(who=person(request))
        messages.success(request, "Calendar link revoked.")
        return redirect(back)
    zone = words(request.POST, "zone", 40)
    try:
        calendars.make(who=person(request), zone=zone)
    except Refused as refusal:
        return news_page(request, str(refusal), zone)
    messages.success(request, "Calendar link created. Anyone who has it can see when your campaigns meet.")
    return redirect(back)


@never_cache
@require_safe
def calendar_file(request: HttpRequest, token: str) -> HttpResponse:
    """The calendar, for whoever has its link; no search engine keeps it."""
    found = calendars.sessions(
        calendar_for(token),
        address=lambda campaign: request.build_absolute_uri(campaign.get_absolute_url()),
    )
    file = icalendar.written(found, title="Dramatis sessions", now=timezone.now())
    response = HttpResponse(file, content_type="text/calendar; charset=utf-8")
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
