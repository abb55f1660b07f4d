"""Turns at the threads of the web server: nobody holds them all, and who has the fewest at work comes first."""

import http.client
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from threading import Event, Lock
from typing import Any

import pytest

from config.fair_queue import Asker, Turns, asker
from tests.config.test_web import connect, serving
from tests.waiting import PATIENCE, wait_until

HOME, AWAY = "192.0.2.1", "192.0.2.2"


@pytest.mark.parametrize(
    ("headers", "proxies", "expected"),
    [
        ({}, 0, Asker(f"{HOME}/32", "")),
        ({"COOKIE": "csrftoken=a; sessionid=b"}, 0, Asker(f"{HOME}/32", "b")),
        ({"COOKIE": "a[]=c; nonsense; sessionid=b"}, 0, Asker(f"{HOME}/32", "b")),
        ({"X_FORWARDED_FOR": AWAY}, 0, Asker(f"{HOME}/32", "")),
        ({"X_FORWARDED_FOR": f"made up, {AWAY}"}, 1, Asker(f"{AWAY}/32", "")),
        ({"X_FORWARDED_FOR": AWAY}, 2, Asker(f"{HOME}/32", "")),
        ({"X_FORWARDED_FOR": "nonsense"}, 1, Asker("nonsense", "")),
        ({"X_FORWARDED_FOR": "2001:db8::a:b:c:d"}, 1, Asker("2001:db8::/64", "")),
    ],
)
def test_a_person_is_an_address_and_a_session(headers: dict[str, str], proxies: int, expected: Asker) -> None:
    assert asker(headers, HOME, proxies=proxies, cookie="sessionid") == expected


def test_people_take_turns_and_those_of_one_address_share() -> None:
    one, two, away = Asker(HOME, "1"), Asker(HOME, "2"), Asker(AWAY, "1")
    turns = Turns(lambda task: task, 8, Lock())
    for who, many in ((one, 5), (two, 3), (away, 3)):
        for _ in range(many):
            turns.append(who)
    begun = []
    while turns:
        begun.append(turns.popleft())
    # Two of a session, four of an address.
    assert [turn.asker for turn in begun] == [one, away, two, away, one, two]
    assert len(turns) == 5
    with turns.lock:
        turns.over(away)
    assert turns.popleft().asker == away


def test_one_person_leaves_threads_to_others() -> None:
    go, busy, lock = Event(), Counter[str](), Lock()

    def site(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if environ["PATH_INFO"] == "/held":
            with lock:
                busy[environ["HTTP_X_FORWARDED_FOR"]] += 1
            go.wait(PATIENCE)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def held(address: str, session: str) -> bytes:
        return f"GET /held HTTP/1.1\r\nX-Forwarded-For: {address}\r\nCookie: sessionid={session}\r\n\r\n".encode()

    def ask(address: str, session: str = "") -> bytes:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            line.request("GET", "/", headers={"X-Forwarded-For": address, "Cookie": f"sessionid={session}"})
            with line.getresponse() as answer:
                return answer.read()

    with serving(site, threads=4, proxies=1) as port, ExitStack() as lines:
        try:
            same = [lines.enter_context(connect(port, held(HOME, "one"))) for _ in range(6)]
            # Somebody else at the same address, and made up sessions at another.
            assert [ask(HOME, "two") for _ in range(3)] == [b"ok"] * 3
            assert busy == {HOME: 1}
            made_up = [lines.enter_context(connect(port, held(AWAY, f"made-up-{n}"))) for n in range(6)]
            wait_until(lambda: busy[AWAY] == 2)
            assert [ask(HOME, "two") for _ in range(3)] == [b"ok"] * 3
            assert busy == {HOME: 1, AWAY: 2}
        finally:
            go.set()
        for line in [*same, *made_up]:
            assert line.recv(12) == b"HTTP/1.1 200"
    assert busy == {HOME: 6, AWAY: 6}
