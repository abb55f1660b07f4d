"""Programs that are looked after: they come back, and nothing of them outlives whoever looks after them."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from config import processes
from config.embedded import ROOT, locked
from config.processes import Patience, left_over
from config.up import clear_left_over, open_door
from tests.children import child
from tests.waiting import wait_until

SLEEP = "import time; time.sleep(3600)"
PARENT = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', '{SLEEP}']); {SLEEP}"
"""A program with a child of its own, of which nobody but itself knows."""
LOOK_AFTER = """
import sys
from config.processes import *
leave_gently()
programs = [Program("the first", [sys.executable, "-c", sys.argv[2]]), Program("the second", ["sleep", "3600"])]
sys.exit(attend(Supervisor(programs, sys.argv[1])))
"""

Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def mark() -> Iterator[str]:
    """A word for the environment of what a test starts; what carries it ends with the test."""
    own = f"DRAMATIS_RUN={uuid.uuid4().hex}"
    yield own
    for pid in left_over(own):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def look_after(mark: str) -> Iterator[Start]:
    """Start somebody who looks after this code and a sleeper."""
    with ExitStack() as started:

        def start(code: str) -> "subprocess.Popen[str]":
            command = [sys.executable, "-c", LOOK_AFTER, mark, code]
            return started.enter_context(child(command, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True))

        yield start


def test_a_program_that_was_killed_comes_back(look_after: Start, mark: str) -> None:
    keeper = look_after(SLEEP)
    wait_until(lambda: len(left_over(mark)) == 2)
    doomed = min(left_over(mark))
    os.kill(doomed, signal.SIGKILL)
    assert keeper.stdout
    assert keeper.stdout.readline().endswith("ended with signal 9; starting it again\n")
    wait_until(lambda: len(left_over(mark)) == 2 and doomed not in left_over(mark))
    keeper.terminate()
    assert (keeper.wait(), left_over(mark)) == (0, [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_takes_everything_along(look_after: Start, mark: str, number: int) -> None:
    keeper = look_after(PARENT)
    wait_until(lambda: len(left_over(mark)) == 3)
    keeper.send_signal(number)
    assert keeper.communicate()[0] == "-- stopping\n"
    assert (keeper.returncode, left_over(mark)) == (0, [])


def test_nothing_outlives_whoever_was_killed(look_after: Start, mark: str) -> None:
    keeper = look_after(SLEEP)
    wait_until(lambda: len(left_over(mark)) == 2)
    keeper.kill()
    keeper.communicate()
    wait_until(lambda: not left_over(mark))


def test_what_dies_again_and_again_is_given_up(
    mark: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processes, "MOST_DEATHS", 2)
    broken = processes.Program("the worker", [sys.executable, "-c", "raise SystemExit(3)"])
    assert processes.attend(processes.Supervisor([broken], mark)) == 1
    assert capfd.readouterr().out.splitlines() == [
        "-- the worker ended with status 3; starting it again",
        "-- the worker has ended 2 times, each soon after its start, last with status 3. Its own words are above.",
    ]


def test_one_waits_while_something_moves_and_says_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "SAY_EVERY", -1)
    monkeypatch.setattr(processes, "STILL", 1e-9)
    monkeypatch.setattr(os, "getloadavg", lambda: (99.0, 0, 0))
    said: list[str] = []
    seen = iter([1, 2, 2])
    patience = Patience("the worker", lambda: next(seen), said.append)
    assert [patience.lasts() for _ in range(3)] == [True, True, False]
    busy = f"(this machine is busy: load 99 on {os.cpu_count()} processors)"
    assert said == [f"waiting for the worker: 0 s so far {busy}"] * 3


# `make run`, before it fills the database


def up(port: int, **more: str) -> "subprocess.CompletedProcess[str]":
    around = {**os.environ, "PORT": str(port), **more}
    return subprocess.run([sys.executable, "-m", "config.up"], cwd=ROOT, env=around, capture_output=True, text=True)


def test_a_port_of_somebody_else_is_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        done = up(port)
    assert done.returncode == 1
    assert f"Port {port} can't be had (Address already in use)" in done.stderr
    assert f"PORT={port + 1} make run" in done.stderr


def test_a_second_run_on_the_same_port_is_a_sentence(tmp_path: Path) -> None:
    with locked(tmp_path / "up-8123.lock", fcntl.LOCK_EX):
        done = up(8123, DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("Dramatis runs already, at http://localhost:8123")


def test_what_an_earlier_run_left_is_ended_and_nobody_else(mark: str, capfd: pytest.CaptureFixture[str]) -> None:
    name, _, value = mark.partition("=")
    with socket.create_server(("127.0.0.1", 0)) as line:
        port = line.getsockname()[1]
        holder = subprocess.Popen(
            ["sleep", "3600"], env={**os.environ, name: value}, pass_fds=[line.fileno()], start_new_session=True
        )
    with child(["sleep", "3600"]) as stranger:
        wait_until(lambda: left_over(mark) == [holder.pid])
        with pytest.raises(SystemExit, match=f"Port {port} can't be had"):
            open_door(port)
        clear_left_over(mark)
        open_door(port).close()
        assert stranger.poll() is None
    assert holder.wait() == -signal.SIGKILL
    assert capfd.readouterr().out == "-- ending 1 process that an earlier run on this port left behind\n"
