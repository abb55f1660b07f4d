"""The cast is at hand in every test of characters, and a queue that no worker listens to."""

import uuid

import pytest

from characters import tasks
from tests.cast import book, cast

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
