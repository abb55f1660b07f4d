"""The cast is at hand in every test of characters, and a queue that no worker listens to."""

import uuid

import pytest

from characters import prints, tasks
from characters.models import PrintJob
from tests.cast import Cast, book, cast
from tests.characters.ordered import A4

__all__ = ["book", "cast"]


@pytest.fixture
def quiet_broker(monkeypatch: pytest.MonkeyPatch) -> str:
    """A queue of this test's own, so that no other worker takes its jobs."""
    queue = f"test-{uuid.uuid4().hex}"
    for task in (tasks.make_print, tasks.bind_party):
        monkeypatch.setattr(task, "queue", queue, raising=False)
        # Celery keeps the options of the first message a process sent, the queue among them.
        monkeypatch.setattr(task, "_exec_options", None, raising=False)
    return queue


@pytest.fixture
def job(cast: Cast) -> PrintJob:
    """A sheet of Jane's, asked for."""
    return prints.request_print(character=cast.jane, options=A4)
