"""The web server, for real: who stalls costs nobody else anything, and what died comes back."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any

import pytest
from waitress.wasyncore import close_all

from config import web
from config.embedded import ROOT
from config.processes import left_over
from tests.children import child
from tests.waiting import PATIENCE, wait_until

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localh"
# With a token, for without one nobody reads the body.
BODY = (
    b"POST /theme/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ntheme="
)
LARGE = b"POST /theme/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
STALLED = 12
"""Of each kind; more than there are threads."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def ask(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            return int(answer.status)
    except OSError:
        return 0


def connect(port: int, words: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(words)
    return line


def test_stalled_requests_hold_nobody_up_and_a_killed_process_comes_back() -> None:
    port = free_port()
    mark = f"DRAMATIS_RUN=web:{port}"
    name, _, value = mark.partition("=")
    around = {**os.environ, name: value}
    command = [sys.executable, "-m", "config.web", "127.0.0.1", str(port)]
    with (
        child(command, cwd=ROOT, env=around, stdout=subprocess.PIPE) as site,
        ExitStack() as held,
    ):
        assert site.stdout
        wait_until(lambda: ask(port) == 200)
        for words in [HEAD, BODY] * STALLED:
            held.enter_context(connect(port, words))
        assert [ask(port) for _ in range(4)] == [200] * 4
        with connect(port, LARGE % (8 * 1024 * 1024 + 1)) as line:
            assert line.recv(12) == b"HTTP/1.1 413"
        os.kill(next(pid for pid in left_over(mark) if pid != site.pid), signal.SIGKILL)
        assert site.stdout.readline().endswith("ended with signal 9; starting it again\n")
        assert [ask(port) for _ in range(4)] == [200] * 4
        site.terminate()
        assert (site.communicate()[0], site.returncode, left_over(mark)) == ("-- stopping\n", 0, [])


def hello(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    start_response("200 OK", [])
    return [environ["HTTP_X_FORWARDED_PROTO"].encode()]


@contextmanager
def serving(application: Callable[..., Any] = hello, threads: int = 2, proxies: int = 0) -> Iterator[int]:
    """One process's server, in a thread; its port."""
    line = web.listening("127.0.0.1", 0)
    server = web.server(application, line, threads=threads, largest=100, proxies=proxies)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield line.getsockname()[1]
    finally:
        # First those who serve: one that is done with an answer still tells the server so.
        server.task_dispatcher.shutdown()
        server.trigger.pull_trigger(lambda: close_all(server._map, ignore_all=True))
        thread.join()


def test_who_does_not_go_on_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("HEAD", "WHOLE", "IDLE"):
        monkeypatch.setattr(web, limit, 0)
    with serving() as port:
        for words in (HEAD, BODY, b""):
            with connect(port, words) as line:
                assert line.recv(1) == b""


def test_in_a_crowd_who_says_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "CROWD", 3)
    monkeypatch.setattr(web, "HURRY", 0)
    with serving() as port, ExitStack() as held:
        lines = [held.enter_context(connect(port, words)) for words in (HEAD, BODY, b"")]
        assert [line.recv(1) for line in lines] == [b""] * 3


def test_what_a_proxy_says_is_left_to_the_site_to_believe() -> None:
    with (
        serving() as port,
        connect(port, b"GET / HTTP/1.1\r\nConnection: close\r\nX-Forwarded-Proto: https\r\n\r\n") as line,
    ):
        assert line.makefile("rb").read().endswith(b"https")
