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
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from config.embedded import ROOT, Places, ServiceError, locked

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
        held.enter_context(locked(places.lock_file("in-use"), fcntl.LOCK_SH))
        ensure_keeper(places)
        announce(places)
        yield


def announce(places: Places) -> None:
    for url, ours in zip(URLS, (places.database_url, places.broker_url), strict=True):
        if not given(url):
            os.environ[url] = ours
    os.environ.setdefault("LOCAL", "1")


def ensure_keeper(places: Places) -> None:
    """Start the keeper unless one is there. The start lock makes two starters take turns."""
    with locked(places.lock_file("start"), fcntl.LOCK_EX):
        with locked(places.lock_file("keeper"), fcntl.LOCK_EX | fcntl.LOCK_NB) as free:
            if not free:
                return
        if not places.home.is_relative_to(ROOT):
            print(f"-- nobody else may enter {ROOT}, so the database is in {places.home}", file=sys.stderr)
        keeper = subprocess.Popen(
            [sys.executable, "-m", "config.embedded", places.name],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert keeper.stdout
        with keeper.stdout as said:
            answer = said.read().strip()
        keeper.returncode = 0  # it outlives us on purpose; nobody waits for it
        if answer != "ready":
            raise ServiceError(answer or "The embedded services ended without a word.")


def run(command: list[str], data: str) -> int:
    """Run a command with the services under it; its exit status."""
    try:
        with provided(data):
            return attend(command)
    except ServiceError as problem:
        print(problem, file=sys.stderr)
        return 1


def attend(command: list[str]) -> int:
    """Run a command, pass SIGTERM on to it, and leave Ctrl-C (which it hears too) for it to answer."""
    os.environ.setdefault("LOCAL", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with subprocess.Popen(command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as child:

        def forward(number: int, frame: FrameType | None) -> None:
            child.send_signal(number)

        signal.signal(signal.SIGTERM, forward)
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
