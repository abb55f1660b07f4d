"""The cast is at hand in every test of characters, and a queue that no worker listens to."""

import uuid

import pytest

from characters.models import PrintJob
from characters.printing import print_jobs, print_queue
from tests.cast import Cast, book, cast
from tests.characters.ordered import A4

__all__ = ["book", "cast"]


@pytest.fixture
def quiet_broker(monkeypatch: pytest.MonkeyPatch) -> str:
    """A queue of this test's own, so that no other worker takes its jobs."""
    queue = f"test-{uuid.uuid4().hex}"
    send = print_queue.send
    monkeypatch.setattr(print_queue, "send", lambda *args, **how: send(*args, **{**how, "queue": queue}))
    return queue


@pytest.fixture
def job(cast: Cast) -> PrintJob:
    """A sheet of Jane's, asked for."""
    return print_jobs.request_print(character=cast.jane, options=A4)
