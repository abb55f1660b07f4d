"""What holds for every answer, and what the health check says."""

import json
import logging
import sys
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection

from config import logs

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}


@pytest.mark.django_db
def test_the_health_check_answers(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db(transaction=True)
def test_the_health_check_says_no_more_than_that_the_database_is_away(client, settings):
    address = {**connection.settings_dict}
    connection.close()
    connection.close_pool()
    connection.settings_dict["HOST"] = "/nowhere"
    connection.settings_dict["OPTIONS"] = {}
    try:
        answer = client.get("/healthz")
    finally:
        connection.settings_dict.update(address)
        connection.close()
    assert (answer.status_code, answer.content) == (503, "The database isn’t responding.\n".encode())


@pytest.mark.django_db
def test_every_answer_carries_the_policy(client):
    answer = client.get("/healthz")
    assert set(answer["Content-Security-Policy"].split("; ")) == POLICY
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def logged(message: str, *args: object, machine_readable: bool = True, **more: Any) -> str:
    """A line, or lines with a traceback, as they come to the log."""
    maker = logs.plan(level="info", machine_readable=machine_readable)["formatters"]["lines"]
    made = maker["()"](foreign_pre_chain=maker["foreign_pre_chain"], processors=maker["processors"])
    record = logging.LogRecord("dramatis", logging.INFO, "", 0, message, args, more.pop("exc_info", None))
    vars(record).update(more)
    return made.format(record)


def test_a_server_logs_one_json_object_a_line():
    line = logged("two\nlines")
    assert "\n" not in line
    assert json.loads(line)["event"] == "two\nlines"
    assert json.loads(line)["timestamp"].endswith("Z")


@pytest.mark.parametrize("machine_readable", [True, False])
def test_a_line_of_the_log_is_as_long_as_we_say_and_not_as_somebody_asks(rf, machine_readable):
    request = rf.get("/spells/", query_params={"q": "&" * 200_000})
    line = logged("Not Found: %s", request.get_full_path(), request=request, machine_readable=machine_readable)
    assert len(line) < 3 * logs.LONGEST
    assert "Not Found: /spells/?q=" in line
    try:
        raise ValueError("x" * 75_000)
    except ValueError:
        long = logged("A fault", exc_info=sys.exc_info(), machine_readable=machine_readable)
    assert logs.LONGEST_TRACEBACK < len(long) < logs.LONGEST_TRACEBACK + 2 * logs.LONGEST
    assert "Traceback" in long


@pytest.mark.parametrize("machine_readable", [True, False])
def test_who_reads_the_log_is_not_let_in_by_it(rf, machine_readable):
    misspelt = ("/calendar//Abc-123_xyz/", "/calendar/./Abc-123_xyz/", "/calendar/join/Abc-123_xyz/")
    calendars = ("/calendar/Abc-123_xyz/sessions.ics", *misspelt)
    for way_in, where in (("/join/Abc-123_xyz/", "join"), *((address, "calendar") for address in calendars)):
        onwards = f"/accounts/login/?next={quote(way_in, '')}", f"/a/?next={quote(quote(way_in, ''), '')}"
        for address in (way_in, *onwards):
            line = logged("Forbidden: %s", address, request=rf.get(address), machine_readable=machine_readable)
            assert (where in line, "123_xyz" in line) == (True, False)
    assert "joining/the-table" in logged("joining/the-table")
