"""A request that uses too much of the processor is ended, and nothing but that request."""

import http.client
import threading
import time
from contextlib import closing
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config import time_limit
from config.urls import urlpatterns as site
from tests.config.test_web import serving
from tests.waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db(transaction=True)]
LIMIT = 0.3
AGES = 20
"""Seconds of its own processor time after which a view here gives up; nothing ever comes so far."""


def spin() -> None:
    until = time.thread_time() + AGES
    while time.thread_time() < until:
        str(2**64)
    raise AssertionError("nobody ended it")


def spinning(request: HttpRequest) -> HttpResponse:
    spin()
    return HttpResponse()


def writing(request: HttpRequest) -> HttpResponse:
    """Spins in the midst of a transaction, and takes whatever is raised for a fault of a rule."""
    with transaction.atomic():
        get_user_model().objects.create(username="half")
        try:
            spin()
        except Exception:
            return HttpResponse("swallowed")
    return HttpResponse()


def quick(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{threading.get_ident()} {get_user_model().objects.count()}")


def waiting(request: HttpRequest) -> HttpResponse:
    """Uses no processor while it waits for longer than the limit."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_sleep(%s)", [2 * LIMIT])
    return HttpResponse("waited")


urlpatterns = [*site, *(path(f"{view.__name__}/", view) for view in (spinning, writing, quick, waiting))]


@pytest.fixture(autouse=True)
def short(settings: Any) -> None:
    settings.REQUEST_SECONDS = LIMIT


def test_it_ends_with_a_page_and_a_line_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/spinning/?a=1")
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "<h1>This took too long</h1>" in page
    assert time_limit.SENTENCE in page
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    # The pool says, sooner or later, that it got a closed connection back.
    said = [words for name, _, words in caplog.record_tuples if not name.startswith("psycopg")]
    assert said == [f"GET /spinning/ used more than {LIMIT} s", "Service Unavailable: /spinning/"]
    part = client.get("/spinning/", headers={"HX-Request": "true"})
    assert (part.status_code, part.content.decode(), part["Content-Type"]) == (503, time_limit.SENTENCE, "text/plain")


def test_nothing_of_it_is_kept_and_the_database_answers_after(client: Client) -> None:
    assert client.post("/writing/").status_code == 503
    assert client.get("/quick/").content.endswith(b" 0")
    with transaction.atomic():
        get_user_model().objects.create(username="whole")
    assert client.get("/quick/").content.endswith(b" 1")


def test_waiting_costs_nothing(client: Client) -> None:
    assert client.get("/waiting/").content == b"waited"


def test_the_thread_goes_on_serving() -> None:
    def ask(address: str) -> tuple[int, bytes]:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            line.request("GET", address, headers={"Host": "localhost", "Connection": "close"})
            with line.getresponse() as answer:
                return answer.status, answer.read()

    with serving(get_wsgi_application(), threads=1) as port:
        status, first = ask("/quick/")
        for address in ("/spinning/", "/writing/") * 2:
            assert ask(address)[0] == 503
            assert ask("/quick/") == (status, first)


def test_what_holds_a_lock_of_others_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside of a module that is left alone nothing is raised, however long it takes."""
    monkeypatch.setattr(time_limit, "LEAVE_ALONE", (__name__,))
    watch = time_limit.Watch()
    watch.enter(0)
    until = time.thread_time() + 3 * time_limit.LOOK
    while time.thread_time() < until:
        pass
    watch.leave()
    watch.leave()
    assert not watch._open
    wait_until(lambda: not watch._busy.is_set())
