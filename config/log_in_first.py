"""Whoever is not known here is sent to the log-in and back, whether there is anything behind the address or not."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from characters.access import guest_key
from rules.homebrew.access import Closed

SENTENCE = "You are not logged in, so nothing was changed. Log in in another tab, then try again."


class LogInFirst:
    """Middleware: what is closed to a stranger asks for a person. People and guests are told that nothing is there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Closed) or request.user.is_authenticated or guest_key(request):
            return None
        if request.headers.get("HX-Request") == "true":
            # A page that is open keeps what was typed on it, and says this; a log-in drawn in its middle would not.
            return HttpResponse(SENTENCE, status=401, content_type="text/plain")
        return redirect_to_login(came_from(request) or "/", resolve_url(settings.LOGIN_URL))


def expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What a form is told that belongs to no session any more, with the page it came from."""
    return render(request, "403_csrf.html", {"back": came_from(request)}, status=403)


def came_from(request: HttpRequest) -> str:
    """The page to come back to: the one asked for, or the one whose form was sent; "" where nobody knows that one."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    page = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return urlsplit(page)._replace(scheme="", netloc="").geturl() if ours else ""
