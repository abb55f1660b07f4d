"""What is new for whoever is logged in, whether they get it as a letter, and the link to their calendar."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import person
from campaigns.calendars import UTC_ZONE
from campaigns.models import CalendarLink, NewsReader
from campaigns.news.gathering import CHOSEN, LETTERS, MOST, SOON, news_of, reader_of, soon_of, told_before, told_of
from campaigns.news.letters import verified_address
from characters.news import mark_all_read
from rules.form_values import whole_number, words

PAGE = "campaigns/news.html"
MOST_ADDRESS = 200
"""Characters that a column has for the address of the site."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def news(request: HttpRequest) -> HttpResponse:
    """The latest news, and a form for letters; POST marks them as read, or changes the letters."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path) if request.method == "POST" else render(request, PAGE)
    if request.method == "POST":
        (_change_letters if request.POST.get("deed") == "mail" else _mark_read)(request)
        table = whole_number(request.POST, "campaign")
        return redirect("campaign_settings", table) if table else redirect("news")
    return news_page(request)


def news_page(request: HttpRequest, refusal: str = "", zone: str = UTC_ZONE) -> HttpResponse:
    """The page of somebody who is logged in; where no calendar came of it, with the reason and the `zone` they sent."""
    reader = reader_of(person(request))
    link = CalendarLink.objects.filter(user=person(request)).first()
    before = _moment(words(request.GET, "before", 40)) if "before" in request.GET else None
    told = news_of(person(request), before=before)
    context = {
        "told": told,
        "before": before,
        "older": told[-1].at if len(told) == MOST else None,
        "reader": reader,
        "address": verified_address(reader),
        "letters": [(kind, label, soon_of(reader, kind)) for kind, label in LETTERS.items()],
        "soon": SOON.items(),
        "calendar": link,
        "calendar_address": _calendar_address(request, link) if link else "",
        "zone": zone,
        "refusal": refusal,
    }
    return render(request, PAGE, context, status=422 if refusal else 200)


def _calendar_address(request: HttpRequest, link: CalendarLink) -> str:
    return request.build_absolute_uri(reverse("calendar_file", args=[link.token]))


def _change_letters(request: HttpRequest) -> None:
    wanted, address = "mail" in request.POST, _address(request)
    if wanted and not address:
        messages.error(request, "Emails can’t link to the address you opened this site by. Open it by another.")
        return
    chosen = {kind: request.POST.get(f"mail:{kind}", "") for kind in LETTERS}
    letters: dict[str, Any] = {"mail": wanted, **({"address": address} if wanted else {})}
    if any(chosen.values()):
        letters |= {column: [kind for kind, soon in chosen.items() if soon == column] for column in CHOSEN}
    stored = _stored(request)
    before = stored.get()
    if wanted and not before.mail:  # what was there before anybody wanted letters is in none
        letters |= dict.fromkeys(("daily_until", "at_once_until"), timezone.now()) | {"told_before": {}}
    elif moved := {kind: soon for kind, soon in chosen.items() if soon in SOON and soon != soon_of(before, kind)}:
        letters["told_before"] = told_before(before, moved)  # what one kind of letter has told the other doesn't
        letters |= {"waits": True} if "at_once" in moved.values() else {}
    stored.update(**letters)
    reader = stored.get()
    if wanted:
        messages.success(request, f"You get emails. {told_of(reader)}")
    elif (before.at_once, before.left_out) == (reader.at_once, reader.left_out):
        messages.success(request, "No more emails." if before.mail else "You get no emails.")
    else:
        messages.warning(request, "Saved, but you get no emails: tick “Email me” to have them.")


def _address(request: HttpRequest) -> str:
    """Where the links of letters begin, in its plainest form; "" for a port that can't be or what no column holds."""
    called = urlsplit(request.build_absolute_uri("/"))
    try:
        port = called.port
    except ValueError:
        return ""
    host = (called.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}.get(called.scheme)
    found = f"{called.scheme}://{host}" + (f":{port}" if port not in (None, 0, usual) else "")
    return found if host and len(found) <= MOST_ADDRESS else ""


def _mark_read(request: HttpRequest) -> None:
    """All that the page has shown, on their characters' sheets too: nothing from before they came or after now."""
    now = timezone.now()
    seen = min(max(_moment(words(request.POST, "upto", 40)), person(request).date_joined), now)
    with transaction.atomic():
        _stored(request).filter(Q(seen_at__lt=seen) | Q(seen_at__gt=now)).update(seen_at=seen)
        mark_all_read(owner=person(request), upto=seen)


def _stored(request: HttpRequest) -> QuerySet[NewsReader]:
    """Their row, made if need be, for a change of what was sent alone: another tab may be changing the rest."""
    who = person(request)
    made, _ = NewsReader.objects.get_or_create(user=who, defaults={"seen_at": reader_of(who).seen_at})
    return NewsReader.objects.filter(pk=made.pk)


def _moment(text: str) -> datetime:
    """What a page says that it has shown; now where it says nothing that can be read."""
    try:
        found = parse_datetime(text)
        # A zone that only Python knows is none that the database can compare with.
        return found.astimezone(UTC) if found and timezone.is_aware(found) else timezone.now()
    except (ValueError, OverflowError):
        return timezone.now()
