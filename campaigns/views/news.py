"""What is new for whoever is logged in, and whether they get it as a letter."""

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import person
from campaigns.models import NewsReader
from campaigns.news.gathering import news_of, reader_of
from campaigns.news.letters import verified_address
from rules.form_values import words

PAGE = "campaigns/news.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def news(request: HttpRequest) -> HttpResponse:
    """The latest news, and a form for letters; POST marks them as read, or changes the letters."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path) if request.method == "POST" else render(request, PAGE)
    reader = reader_of(person(request))
    if request.method == "POST":
        _change(request, reader)
        return redirect("news")
    told = news_of(person(request))
    unread = sum(line.at > reader.seen_at for line in told)
    context = {"told": told, "unread": unread, "reader": reader, "address": verified_address(reader)}
    return render(request, PAGE, context)


def _change(request: HttpRequest, reader: NewsReader) -> None:
    if request.POST.get("deed") == "mail":
        reader.mail, reader.mailed_at = "mail" in request.POST, timezone.now()
        reader.address = request.build_absolute_uri("/").rstrip("/")
        messages.success(request, "You get one email a day, when there is news." if reader.mail else "No more emails.")
    else:
        seen = min(_moment(words(request.POST, "upto", 40)), timezone.now())
        reader.seen_at = max(reader.seen_at, seen)
    reader.save()


def _moment(text: str) -> datetime:
    """What a page says that it has shown; now where it says nothing that can be read."""
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    return found if found and timezone.is_aware(found) else timezone.now()
