"""A request that uses too much of the processor is ended, with a sentence, and its thread goes on serving.

Work is bounded where it is done; this is the net below. One thread of each process looks a few times a second how much
processor time each request has used, by the clock of the thread that serves it, and raises `TooDear` in it. Waiting
costs nothing: neither a slow line nor a busy machine ends a request.

What it cannot do. An exception from outside is raised between two instructions of Python: one long call of C (a huge
regular expression, a huge number) ends first. It could hit code that leaves something half done, so nothing is raised
while the thread is inside what is named in `LEAVE_ALONE`, and the request's connection to the database is thrown away:
PostgreSQL takes back what was not committed, and what was, stays. An answer that is sent in pieces is made after this.
Where threads have no clock (macOS) there is no limit.
"""

import ctypes
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string

logger = logging.getLogger(__name__)

LOOK = 0.2
"""Seconds between two looks."""
TITLE = "This took too long"
SENTENCE = (
    "We stopped this because it took too long. Reload the page to see what was saved, then try something smaller."
)
LEAVE_ALONE = ("psycopg", "django.db.backends", "django.db.transaction", "threading", "logging", "importlib", __name__)
"""Modules, with all in them, whose work is not cut off."""


class TooDear(BaseException):
    """This request has used its processor time. No `Exception`, so that nobody takes it for a fault of theirs."""


@dataclass
class Request:
    """One request at work: whose thread, by which clock, and until what that may show."""

    thread: int
    clock: int
    until: float
    told: bool = field(default=False)


class Watch:
    """Knows the requests at work in this process, and ends those beyond their time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy = threading.Event()
        self._open: dict[int, Request] = {}
        self._watcher: threading.Thread | None = None

    def enter(self, seconds: float) -> None:
        """This thread begins a request that may use so many seconds of its own."""
        thread = threading.get_ident()
        clock = time.pthread_getcpuclockid(thread)
        with self._lock:
            self._open[thread] = Request(thread, clock, time.clock_gettime(clock) + seconds)
            if self._watcher is None or not self._watcher.is_alive():
                self._watcher = threading.Thread(target=self._look, name="time limit", daemon=True)
                self._watcher.start()
        self._busy.set()

    def leave(self) -> None:
        """This thread is done, and nothing will be raised in it after this. May be called again."""
        thread = threading.get_ident()
        with self._lock:
            request = self._open.pop(thread, None)
        if request and request.told:
            _settle(thread)

    def _look(self) -> None:
        while self._busy.wait():
            with self._lock:
                for request in self._open.values():
                    _end_if_over(request)
                if not self._open:
                    self._busy.clear()
            time.sleep(LOOK)


def _end_if_over(request: Request) -> None:
    if request.told or time.clock_gettime(request.clock) < request.until:
        return
    # No other thread runs Python between this look and the order.
    frame = sys._current_frames().get(request.thread)
    if frame and not any(_left_alone(name) for name in _modules(frame)):
        request.told = True
        _raise_in(request.thread)


def _modules(frame: FrameType | None) -> Iterator[str]:
    """The modules that a thread is inside of, from where it is up to its request."""
    while frame:
        name = frame.f_globals.get("__name__", "")
        if name == __name__ and frame.f_code is TimeLimit.__call__.__code__:
            return
        yield name
        frame = frame.f_back


def _left_alone(name: str) -> bool:
    return any(name == one or name.startswith((f"{one}.", f"{one}_")) for one in LEAVE_ALONE)


def _raise_in(thread: int) -> None:
    """Have `TooDear` raised in a thread at its next instruction."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooDear))


def _settle(thread: int) -> None:
    """Let what was ordered in this thread come now, if it has not yet.

    Python could take the order back, but would look for it at every instruction ever after, and a profiler would hang.
    """
    with suppress(TooDear):
        _raise_in(thread)
        while True:
            pass


WATCH = Watch()


class TimeLimit:
    """Middleware, outside of whatever works."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not hasattr(time, "pthread_getcpuclockid"):
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            try:
                WATCH.enter(settings.REQUEST_SECONDS)
                return self.get_response(request)
            finally:
                WATCH.leave()
        except TooDear:
            WATCH.leave()  # it may have been raised in the one above
            _throw_away_connections()
            logger.error("%s %s used more than %s s", request.method, request.path, settings.REQUEST_SECONDS)
            return refusal(request)


def _throw_away_connections() -> None:
    """Close this thread's connections, whatever they are in the midst of. It gets new ones when it asks."""
    for name in list(connections):
        held = connections[name]
        if held.connection is not None:
            with suppress(Exception):
                held.connection.close()
            with suppress(Exception):
                held._close()  # type: ignore[attr-defined]  # back to the pool, which replaces what is closed
        del connections[name]


def refusal(request: HttpRequest) -> HttpResponse:
    """The sentence, as a page or, for an open page that asks for a part of it, by itself."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(SENTENCE, status=503, content_type="text/plain")
    return HttpResponse(render_to_string("503.html", {"title": TITLE, "sentence": SENTENCE}), status=503)
