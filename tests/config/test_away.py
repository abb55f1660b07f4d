"""While the database is away every address answers 503, with a sentence and a way on."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from config import away
from config.urls import handler500
from config.urls import urlpatterns as site
from tests.test_permissions import MISSING_JOB, names

PLACES = {"int": "1", "uuid": MISSING_JOB, "slug": "a", "str": "a", "path": "a"}
STANDS = {"manifest", "play_worker", "old_campaigns", "old_spells", "credits"}
"""What needs nobody to be known: files, and addresses that only lead on."""


def broken(request: object) -> HttpResponse:
    raise RuntimeError("A fault of ours")


def bereft(request: object) -> HttpResponse:
    """While something is written, the database ends the connection."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    return HttpResponse()


def slow(request: object) -> HttpResponse:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 1")
        cursor.execute("SELECT pg_sleep(60)")
    return HttpResponse()


urlpatterns = [*site, path("broken/", broken), path("bereft/", bereft), path("slow/", slow)]
assert handler500


@contextmanager
def database_away() -> Iterator[None]:
    """Connections lead nowhere."""
    address = {**connection.settings_dict}
    connection.close()
    connection.close_pool()
    connection.settings_dict.update(HOST="/nowhere", OPTIONS={})
    try:
        yield
    finally:
        connection.settings_dict.update(address)
        connection.close()


@pytest.fixture
def client() -> Client:
    """Somebody who is logged in, and gets what a browser would."""
    made = Client(raise_request_exception=False)
    made.force_login(get_user_model().objects.create_user("mira"))
    return made


def addresses() -> Iterator[tuple[str, str]]:
    for name, pattern in names():
        if not name.startswith("admin:"):
            yield name, "/" + re.sub(r"<(?:(\w+):)?\w+>", lambda found: PLACES[found[1] or "str"], pattern)


@pytest.mark.django_db(transaction=True)
def test_every_address_says_that_the_database_is_away_and_what_to_do(client: Client) -> None:
    with database_away():
        told = {name: client.get(url) for name, url in addresses()}
        sent = client.post("/characters/1/bin/")
        part = client.get("/campaigns/1/roster/", headers={"HX-Request": "true"})
        nobody = Client(raise_request_exception=False).get("/campaigns/1/")
        astray = client.generic("GET", "/", PATH_INFO="//elsewhere.example/").content.decode()
    others = {name: answer.status_code for name, answer in told.items() if answer.status_code != 503}
    assert not {name: status for name, status in others.items() if name not in STANDS}
    assert not [status for status in others.values() if status >= 400]
    page = told["roster"].content.decode()
    assert all(words in page for words in (away.TITLE, away.SENTENCE, away.NEXT))
    assert 'href="/campaigns/1/roster/">Try again</a>' in page
    assert told["roster"]["Retry-After"] == "30"
    assert "default-src 'none'" in told["roster"]["Content-Security-Policy"]
    assert (sent.status_code, "Try again</a>" in sent.content.decode()) == (503, False)
    assert (part.status_code, part["Content-Type"]) == (503, "text/plain")
    assert part.content.decode() == f"{away.SENTENCE} {away.NEXT}"
    assert ('href="//' in astray, 'href="/%2Felsewhere.example/">Try again</a>' in astray) == (False, True)
    assert nobody.status_code in (302, 503), "a stranger's log-in says it then"


@pytest.mark.django_db(transaction=True)
@pytest.mark.urls(__name__)
def test_another_fault_is_no_outage_and_after_one_the_site_goes_on(client: Client) -> None:
    with database_away():
        assert client.get("/").status_code == 503
        assert Client(raise_request_exception=False).get("/broken/").status_code == 500
    assert client.get("/").status_code == 200
    assert client.get("/broken/").status_code == 500


@pytest.mark.django_db(transaction=True)
@pytest.mark.urls(__name__)
def test_whoever_saves_in_the_moment_it_dies_is_told_so_though_it_is_back_already(client: Client) -> None:
    told = client.post("/bereft/")
    assert (told.status_code, told["Retry-After"]) == (503, "30")
    assert away.TITLE in told.content.decode()
    assert client.post("/slow/").status_code == 500, "it answers: no"
    assert client.get("/").status_code == 200
