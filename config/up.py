"""`make run`: fill the database, then web, worker and clock side by side until Ctrl-C."""

import fcntl
import hashlib
import io
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from config import web
from config.embedded import Places, locked
from config.newer import too_new
from config.processes import GivenUp, Patience, Program, Supervisor, attend, leave_gently, left_over, say, tied

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
VAR = Path(os.environ.get("DATA_DIR", ROOT / "var"))
HOST = os.environ.get("HOST", "127.0.0.1")


def wanted_port() -> int:
    """PORT, or an end with a sentence when it is no number."""
    wanted = os.environ.get("PORT", "8000")
    if not wanted.isdigit() or not 0 < int(wanted) < 65536:
        sys.exit(f"PORT is {wanted!r}, which is no port. Give a number: PORT=8001 make run")
    return int(wanted)


@contextmanager
def only_one(port: int) -> Iterator[None]:
    """Inside this block no other `make run` of this copy has the port; ends with a sentence when one has it."""
    VAR.mkdir(parents=True, exist_ok=True)
    with locked(VAR / f"up-{port}.lock", fcntl.LOCK_EX | fcntl.LOCK_NB) as mine:
        if not mine:
            sys.exit(
                f"Dramatis runs already, at http://localhost:{port}, started from here in another terminal. "
                f"Stop it there, or run a second one: PORT={port + 1} make run"
            )
        yield


def clear_left_over(mark: str) -> None:
    """End what an earlier `make run` of this copy left on this port. Its own word is in each one's environment."""
    found = left_over(mark)
    if not found:
        return
    many = "1 process" if len(found) == 1 else f"{len(found)} processes"
    say(f"ending {many} that an earlier run on this port left behind")
    for pid in found:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    patience = Patience("them to end", lambda: left_over(mark))
    while left_over(mark) and patience.lasts():
        time.sleep(0.05)


def open_door(port: int) -> socket.socket:
    """The socket of the web server, or an end with a sentence when somebody else has it."""
    try:
        return web.listening(HOST, port)
    except web.PortTaken as why:
        sys.exit(
            f"Port {port} can't be had ({why}): another program of this computer listens there, and it is not ours "
            f"to stop. Choose another: PORT={port + 1} make run"
        )


def collect_static() -> Callable[[], None]:
    """Hash and compress static files beside other work, unless they are what they were. Call it to wait."""
    files = [ROOT / "requirements.txt", *sorted(file for file in STATIC.rglob("*") if file.is_file())]
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    stamp = VAR / "static" / ".collected"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return lambda: None
    say("collecting static files (only after a change)")
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    collecting = subprocess.Popen(command, cwd=ROOT, preexec_fn=tied())

    def finish() -> None:
        if collecting.wait():
            sys.exit("The static files could not be collected; the reason is above.")
        stamp.write_text(digest.hexdigest())

    return finish


def fill() -> str:
    """Tables, rulebooks, demonstration, static files. What the demonstration says comes back."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    if told := too_new():
        sys.exit(told)
    wait_for_static = collect_static()
    say("bringing the database up to date")
    call_command("migrate", verbosity=0)
    say("loading the rulebooks")
    call_command("load_rulebooks")
    say("loading the demonstration")
    demonstration = io.StringIO()
    call_command("load_demo", stdout=demonstration)
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's has it
    wait_for_static()
    return demonstration.getvalue()


def celery(*words: str) -> list[str]:
    return [str(BIN / "celery"), "-A", "config.celery:app", "-q", *words, "--loglevel", "warning"]


def programs(line: socket.socket) -> list[Program]:
    """Web, worker and clock."""
    clock = celery("beat", "--pidfile=", "--schedule", str(VAR / f"clock-{line.getsockname()[1]}"))
    return [
        *web.programs(line),
        Program("the worker", celery("worker", "-c", "2", "--without-gossip", "--without-mingle")),
        Program("the clock", clock),
    ]


def answers(address: str, patience: float) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=patience) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def await_answer(supervisor: Supervisor, port: int) -> None:
    """Come back when the web server answers; as long as it works towards that, it may take as long as it likes."""
    patience = Patience("the web server to answer", supervisor.work)
    # The longer it takes anyhow, the longer a single answer may take.
    while not answers(f"http://{HOST}:{port}", max(1, patience.waited / 2)):
        supervisor.tend()
        if not patience.lasts():
            raise GivenUp("The web server does not answer, and nothing has moved for two minutes. Try again.")
        time.sleep(0.1)


def main() -> int:
    leave_gently()
    port = wanted_port()
    mark = f"DRAMATIS_RUN={Places('run').mark}:{VAR.resolve()}:{port}"
    with only_one(port):
        clear_left_over(mark)
        line = open_door(port)
        told = fill()
        say("starting web, worker and clock")
        # Celery frowns on root; on one's own computer and behind a private socket that is nobody's worry.
        os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
        supervisor = Supervisor(programs(line), mark)

        def ready() -> None:
            await_answer(supervisor, port)
            print(f"\n{told}\nDramatis is at http://localhost:{port}  (Ctrl-C stops it)\n", flush=True)

        return attend(supervisor, ready)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
