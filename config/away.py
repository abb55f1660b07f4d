"""While the database is away every address says so, and what to do: 503, for a browser and whoever stands between."""

import sys
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import escape_leading_slashes
from django.views.defaults import server_error

TITLE = "The database isn’t answering"
SENTENCE = "We can’t read or save anything just now. What you saved before is safe."
NEXT = "Wait a minute, then try again."
AGAIN = 30
"""Seconds after which it is worth asking again."""


def fallen(request: HttpRequest) -> HttpResponse:
    """What is said where something raised: that the database is away, where that is why."""
    fault = sys.exc_info()[1]
    if not (_lost(fault) and (connection.connection is None or connection.connection.closed)):
        return server_error(request)
    retry = {"Retry-After": str(AGAIN)}
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(f"{SENTENCE} {NEXT}", status=503, content_type="text/plain", headers=retry)
    # Of the request no more than its address: whoever asks can't be known without the database.
    looks = request.method in ("GET", "HEAD")
    # An address that begins with two slashes would lead to somebody else's site.
    again = escape_leading_slashes(request.get_full_path()) if looks else ""
    said = {"title": TITLE, "sentence": f"{SENTENCE} {NEXT}", "again": again}
    return HttpResponse(render_to_string("503.html", said), status=503, headers=retry)


def _lost(fault: BaseException | None) -> bool:
    return any(isinstance(one, OperationalError | InterfaceError) for one in _chain(fault))


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    while fault:
        yield fault
        fault = fault.__cause__ or fault.__context__
