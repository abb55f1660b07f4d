"""The embedded servers, for real, in a pair of their own."""

import fcntl
import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import psycopg
import pytest

from config.embedded import ROOT, Places, ServiceError, locked, postgres_ready, valkey_ready
from tests.children import heed
from tests.waiting import wait_until

SLEEP = [sys.executable, "-c", "import time; time.sleep(3600)"]
ASK = [
    sys.executable,
    "-c",
    "import os, psycopg; psycopg.connect(os.getenv('DATABASE_URL')).close(); print(os.getenv('BROKER_URL'))",
]

STARTED: "list[subprocess.Popen[str]]" = []


@pytest.fixture
def places():
    """A pair nobody else uses. Its files go away, and its users before, where a test that failed left any."""
    own = Places(f"own-{uuid.uuid4().hex[:8]}")
    yield own
    while STARTED:
        STARTED.pop().kill()
    with locked(own.lock_file("keeper"), fcntl.LOCK_EX):
        pass  # the keeper is gone, and the servers before it
    subprocess.run(["rm", "-rf", str(own.home), str(own.sockets)], check=True)
    for lock in ("in-use", "keeper", "start"):
        own.lock_file(lock).unlink(missing_ok=True)


def start(places: Places, command: list[str]) -> "subprocess.Popen[str]":
    without = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}}
    user = subprocess.Popen(
        [sys.executable, "-m", "config.services", "run", "--data", places.name, "--", *command],
        cwd=ROOT,
        env=without,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed,
    )
    STARTED.append(user)
    return user


def server_pid(places: Places) -> int:
    return int((places.home / "postgres" / "postmaster.pid").read_text().splitlines()[0])


def test_four_starters_at_once_share_one_pair(places):
    answers = [process.communicate()[0].strip() for process in [start(places, ASK) for _ in range(4)]]
    assert answers == [places.broker_url] * 4


def test_the_servers_outlive_one_user_and_end_with_the_last(places):
    first, second = start(places, SLEEP), start(places, SLEEP)
    wait_until(lambda: postgres_ready(places) and valkey_ready(places))
    before = server_pid(places)
    first.terminate()
    first.communicate()
    assert start(places, ASK).communicate()[0].strip() == places.broker_url
    assert server_pid(places) == before
    second.terminate()
    second.communicate()
    wait_until(lambda: not postgres_ready(places))


def test_who_comes_while_the_servers_start_waits_until_they_are_there(places):
    first = start(places, SLEEP)
    wait_until(places.home.exists)
    first.kill()  # its keeper goes on
    first.communicate()
    assert start(places, ASK).communicate()[0].strip() == places.broker_url


def test_a_killed_user_leaves_no_server_behind(places):
    user = start(places, ["sleep", "3600"])
    wait_until(lambda: postgres_ready(places) and valkey_ready(places))
    user.kill()
    user.communicate()
    wait_until(lambda: not postgres_ready(places))


def test_a_killed_database_comes_back_with_its_rows(places):
    user = start(places, SLEEP)
    wait_until(lambda: postgres_ready(places) and valkey_ready(places))
    wait_until(lambda: start(places, ASK).communicate()[0])
    with psycopg.connect(places.database_url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS row")
    os.kill(server_pid(places), signal.SIGKILL)
    wait_until(lambda: answers(places, "SELECT row FROM kept") == 7)
    user.terminate()
    user.communicate()


def answers(places: Places, question: str) -> object:
    try:
        with psycopg.connect(places.database_url) as connection:
            row = connection.execute(question).fetchone()
            return row and row[0]
    except psycopg.OperationalError:
        return None


def test_the_sockets_are_private(places):
    user = start(places, SLEEP)
    wait_until(lambda: postgres_ready(places))
    assert places.sockets.stat().st_mode & 0o777 == 0o700
    assert len(str(places.sockets / ".s.PGSQL.5432")) < 108
    assert Path(places.sockets).parent == Path("/tmp")
    user.terminate()
    user.communicate()


def test_a_path_is_no_name_for_a_pair(tmp_path):
    with pytest.raises(ServiceError, match="small letters"):
        Places(str(tmp_path))
