"""`make run`: fill the database, then web and worker side by side until Ctrl-C."""

import hashlib
import io
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import FrameType

BIN = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
VAR = Path(os.environ.get("DATA_DIR", ROOT / "var"))
HOST = os.environ.get("HOST", "127.0.0.1")


def say(words: str) -> None:
    print(f"-- {words}", flush=True)


def free_port() -> int:
    """PORT, or an end with a sentence when it is taken or no number."""
    wanted = os.environ.get("PORT", "8000")
    if not wanted.isdigit() or not 0 < int(wanted) < 65536:
        sys.exit(f"PORT is {wanted!r}, which is no port. Give a number: PORT=8001 make run")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(wanted)))
        except OSError:
            sys.exit(f"Port {wanted} is taken. Choose another: PORT={int(wanted) + 1} make run")
    return int(wanted)


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
    collecting = subprocess.Popen(command, cwd=ROOT)

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
    wait_for_static = collect_static()
    say("bringing the database up to date")
    call_command("migrate", verbosity=0)
    say("loading the rulebooks")
    call_command("load_rulebooks")
    say("loading the demonstration")
    told = io.StringIO()
    call_command("load_demo", stdout=told)
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's has it
    wait_for_static()
    return told.getvalue()


def web(port: int) -> list[str]:
    workers = str(os.cpu_count() or 1)
    return [
        *(str(BIN / "granian"), "--interface", "wsgi", "config.wsgi:application", "--no-ws"),
        *("--host", HOST, "--port", str(port), "--workers", workers, "--blocking-threads", "1"),
        *("--log-level", "warning"),
    ]


def worker() -> list[str]:
    return [
        *(str(BIN / "celery"), "-A", "config.celery:app", "-q", "worker", "-c", "2", "-B"),
        *("--without-gossip", "--without-mingle", "--loglevel", "warning"),
    ]


def answering(address: str, patience: float = 20) -> bool:
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return False


def stop_all(children: "list[subprocess.Popen[bytes]]") -> None:
    for child in children:
        if child.poll() is None:
            child.terminate()
    for child in children:
        try:
            child.wait(15)
        except subprocess.TimeoutExpired:
            child.kill()


def leave(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    port = free_port()
    told = fill()
    say("starting web and worker")
    # Celery frowns on root; on one's own computer and behind a private socket that is nobody's worry.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
    signal.signal(signal.SIGTERM, leave)
    # In sessions of their own, so that Ctrl-C reaches them through us only, once.
    children = [subprocess.Popen(command, start_new_session=True) for command in (web(port), worker())]
    try:
        if not answering(f"http://{HOST}:{port}"):
            say("the web server does not answer; its words are above")
            return 1
        print(f"\n{told}\nDramatis is at http://localhost:{port}  (Ctrl-C stops it)\n", flush=True)
        while all(child.poll() is None for child in children):
            time.sleep(0.5)
        say("web or worker ended by itself; its words are above")
        return 1
    except KeyboardInterrupt:
        say("stopping")
        return 0
    finally:
        stop_all(children)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
