"""One person's print with a guest's 48 in the queue, against the same print alone: the wait, with a real worker."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median
from typing import Any

from benchmarks.world import world

GOAL = 5
ROUNDS = 3
MANY = 48


def main() -> int:
    with world() as jane:
        from campaigns.demo.demo import JANE
        from characters import actions

        guest = actions.create_character(system="hprpg", guest=uuid.uuid4(), name="Guest", build=JANE)
        versions = count(1)
        with tempfile.TemporaryDirectory() as data, working(data):
            waited(jane, next(versions))
            alone = median(waited(jane, next(versions)) for _ in range(ROUNDS))
            waits = []
            for _ in range(ROUNDS):
                taken = sum(asked(guest, next(versions)) for _ in range(MANY))
                waits.append(waited(jane, next(versions)))
        beside = median(waits)
    print(f"alone                          {alone:6.2f} s")
    print(f"beside a guest who asks for {MANY} {beside:6.2f} s ({taken} of them were taken)")
    print(f"ratio                          {beside / alone:6.2f} (goal {GOAL})")
    return 0 if beside <= GOAL * alone else 1


@contextmanager
def working(data: str) -> Iterator[None]:
    """A worker on this database prints inside this block."""
    from django.db import connection
    from psycopg.conninfo import make_conninfo

    address = make_conninfo(os.environ["DATABASE_URL"], dbname=connection.settings_dict["NAME"])
    command = [sys.executable, "-m", "celery", "-A", "config.celery:app", "-q", "worker", "-c", "2"]
    around = {**os.environ, "DATABASE_URL": address, "DATA_DIR": data, "PYTHONWARNINGS": "ignore"}
    worker = subprocess.Popen([*command, "--loglevel", "error"], env=around, start_new_session=True)
    try:
        yield
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def asked(character: Any, n: int) -> bool:
    """Ask for a sheet nobody has asked for yet, as its own player. Whether it was taken."""
    from characters.printing import print_jobs
    from rules.refusals import Refused

    type(character).objects.filter(pk=character.pk).update(settings={"rating_limit": n})
    character.settings = {"rating_limit": n}
    options = {"paper": "a4", "variant": "full", "pages": "two", "appendix": True}
    try:
        print_jobs.request_print(character=character, options=options)
    except Refused:
        return False
    return True


def waited(character: Any, n: int) -> float:
    """Seconds from asking for a sheet to having it."""
    from characters.models import PrintJob

    began = time.monotonic()
    asked(character, n)
    while PrintJob.objects.filter(character=character).exclude(state="done").exists():
        time.sleep(0.02)
    return time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
