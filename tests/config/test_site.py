"""What holds for every answer, and what the health check says."""

import json
import logging
import logging.config

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
    assert (answer.status_code, answer.content) == (503, b"The database does not answer.\n")


@pytest.mark.django_db
def test_every_answer_carries_the_policy(client):
    answer = client.get("/healthz")
    assert set(answer["Content-Security-Policy"].split("; ")) == POLICY
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def test_a_server_logs_one_json_object_a_line(capsys):
    plan = logs.plan(level="info", machine_readable=True)
    handler = logging.StreamHandler()
    maker = plan["formatters"]["lines"]
    handler.setFormatter(maker["()"](foreign_pre_chain=maker["foreign_pre_chain"], processors=maker["processors"]))
    record = logging.LogRecord("dramatis", logging.INFO, "", 0, "two\nlines", None, None)
    line = handler.format(record)
    assert "\n" not in line
    assert json.loads(line)["event"] == "two\nlines"
    assert json.loads(line)["timestamp"].endswith("Z")
