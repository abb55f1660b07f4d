"""While the database is away every address says so, and what to do: 503, for a browser and whoever stands between."""

import sys
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import escape_leading_slashes
from django.views.defaults import server_error
from psycopg import InterfaceError, OperationalError

TITLE = "The database isn’t answering"
SENTENCE = "We can’t read or save anything just now. What you saved before is safe."
NEXT = "Wait a minute, then try again."
AGAIN = 30
"""Seconds after which it is worth asking again."""
LEAVES = ("08", "57P")
"""How the codes begin by which PostgreSQL says that a connection broke, or that it ends or can't take one yet."""


def fallen(request: HttpRequest) -> HttpResponse:
    """What is said where something raised: that the database is away, where that is why."""
    if not any(_lost(one) for one in _chain(sys.exc_info()[1])):
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


def _lost(fault: BaseException) -> bool:
    """Whether a fault says that the connection is gone. A connection of now may be a new one: to leave a transaction
    asks for it."""
    if isinstance(fault, OperationalError):
        # Without a code it is no answer of the database at all.
        return fault.sqlstate is None or fault.sqlstate.startswith(LEAVES)
    return isinstance(fault, InterfaceError)


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    while fault:
        yield fault
        fault = fault.__cause__ or fault.__context__
