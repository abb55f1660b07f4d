"""The database and the broker: yours, if DATABASE_URL and BROKER_URL name them, or embedded ones.

    python -m config.services run [--data NAME] -- COMMAND...

`--data run` (the default) keeps its data in var/services/run; any other name is a pair of its own that starts
empty, so that tests never meet the data you play with. Several users may share a pair at the same time.
"""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import IO

from config.embedded import ROOT, Places, ServiceError, locked
from config.processes import heeded, tied

URLS = ("DATABASE_URL", "BROKER_URL")


def given(url: str) -> bool:
    return bool(os.environ.get(url) or os.environ.get(f"{url}_FILE"))


def addressed() -> bool:
    """Does the environment name a server of its own?"""
    return any(map(given, URLS))


def needed() -> bool:
    """Is at least one address left to us?"""
    return not all(map(given, URLS))


@contextmanager
def provided(data: str = "run") -> Iterator[None]:
    """The services are up inside this block, and the environment says where.

    Raises ServiceError with a sentence when they can't start.
    """
    if not needed():
        yield
        return
    places = Places(data)
    with ExitStack() as held:
        # Shared while we live; the keeper stops the servers when it can have the file for itself.
        in_turn(held, places.lock_file("in-use"), fcntl.LOCK_SH, "the database and the broker of before to stop")
        ensure_keeper(places)
        announce(places)
        yield


def in_turn(held: ExitStack, file: Path, how: int, what: str) -> IO[str] | None:
    """Take a file lock, and say what is waited for when somebody else has it."""
    taken = held.enter_context(locked(file, how | fcntl.LOCK_NB))
    if taken is None:
        print(f"-- waiting for {what}", file=sys.stderr)
        taken = held.enter_context(locked(file, how))
    return taken


def announce(places: Places) -> None:
    for url, ours in zip(URLS, (places.database_url, places.broker_url), strict=True):
        if not given(url):
            os.environ[url] = ours
    os.environ.setdefault("LOCAL", "1")


def ensure_keeper(places: Places) -> None:
    """Start the keeper unless one is there. Two starters take turns: the start lock is free when the first is done."""
    with ExitStack() as held:
        what = "another command to start the database and the broker"
        turn = in_turn(held, places.lock_file("start"), fcntl.LOCK_EX, what)
        with locked(places.lock_file("keeper"), fcntl.LOCK_EX | fcntl.LOCK_NB) as free:
            if not free:
                return
        if not places.home.is_relative_to(ROOT):
            print(f"-- nobody else may enter {ROOT}, so the database is in {places.home}", file=sys.stderr)
        keeper = subprocess.Popen(
            [sys.executable, "-m", "config.embedded", places.name],
            cwd=ROOT,
            stdin=turn,  # the lock, held until it is ready although we are killed
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert keeper.stdout
        with keeper.stdout as said:
            answer = heard(said)
        keeper.returncode = 0  # it outlives us on purpose; nobody waits for it
        if answer != "ready":
            raise ServiceError(answer or "The embedded services ended without a word.")


def heard(said: Iterable[str]) -> str:
    """The keeper's answer; what it waits for meanwhile is passed on."""
    answer = ""
    for line in said:
        if line.startswith("-- "):
            print(line, end="", file=sys.stderr, flush=True)
        else:
            answer += line
    return answer.strip()


def run(command: list[str], data: str) -> int:
    """Run a command with the services under it; its exit status."""
    try:
        with provided(data):
            return attend(command)
    except ServiceError as problem:
        print(problem, file=sys.stderr)
        return 1


def attend(command: list[str]) -> int:
    """Run a command, pass SIGTERM and SIGHUP on to it, and leave Ctrl-C (which it hears too) for it to answer.

    Should this process be killed, the command gets a SIGTERM.
    """
    os.environ.setdefault("LOCAL", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tie = tied(signal.SIGTERM)

    def begin() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        tie()

    with subprocess.Popen(command, preexec_fn=begin) as child:

        def forward(number: int, frame: FrameType | None) -> None:
            child.send_signal(number)

        for number in heeded():
            signal.signal(number, forward)
        status = child.wait()
    return status if status >= 0 else 128 - status  # as shells tell of a signal


def main(words: list[str]) -> int:
    """`run [--data NAME] -- COMMAND...`"""
    if "--" not in words or words[0] != "run":
        print(__doc__, file=sys.stderr)
        return 2
    options, command = words[1 : words.index("--")], words[words.index("--") + 1 :]
    return run(command, data=options[1] if options[:1] == ["--data"] else "run")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
