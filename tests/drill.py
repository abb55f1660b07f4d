"""`make drill`: people at work while everything the site is made of is killed, one after the other, with kill -9.

Each person keeps a ledger of what the site told them was done. Afterwards all of it must be there, every print that
was asked for must be made within a minute, and whatever was refused meanwhile must have been worth trying again.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import requests

from config import services
from config.embedded import Places

ROOT = Path(__file__).resolve().parent.parent
SOON = 60.0
"""Seconds within which a print is there, whatever died."""
STRETCH = 8.0
"""Seconds that people go on after each kill."""
SILENCE = 20.0
PATIENCE = 300.0
"""Seconds after which something that should come about never will."""
PEOPLE = ("mira", "tom", "")
"""Who works: two with an account of the demonstration, and a guest."""


# What the site is made of


@dataclass(frozen=True)
class Process:
    """One process of the stack."""

    pid: int
    parent: int
    command: str


def data() -> Path:
    """Where the stack of this process keeps what is its own."""
    return Path(os.environ["DATA_DIR"])


def stack() -> list[Process]:
    """Everything that was started for this run: its folder is in the environment, or its socket among the words."""
    sign, line = f"DATA_DIR={data()}".encode(), str(Places(data().name).sockets)
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            said = (place / "stat").read_text().rpartition(")")[2].split()
            words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if said[0] != "Z" and (line in words or sign in (place / "environ").read_bytes().split(b"\0")):
                found.append(Process(int(place.name), int(said[1]), words))
    return found


def named(pattern: str) -> list[Process]:
    """The processes with such a command, those first that have no parent among them."""
    found = [one for one in stack() if re.search(pattern, one.command) and one.pid != os.getpid()]
    pids = {one.pid for one in found}
    return sorted(found, key=lambda one: one.parent in pids)


def first(pattern: str) -> Callable[[], list[int]]:
    return lambda: [one.pid for one in named(pattern)[:1]]


def children(pattern: str) -> Callable[[], list[int]]:
    def find() -> list[int]:
        found = named(pattern)
        return [one.pid for one in found if found and one.parent == found[0].pid]

    return find


WEB, WORKER, CLOCK = r"config\.web --socket", r"celery .*\bworker\b", r"celery .*\bbeat\b"
KILLS: dict[str, Callable[[], list[int]]] = {
    "a web process": first(WEB),
    "the worker": first(WORKER),
    "its children": children(WORKER),
    "the clock": first(CLOCK),
    "the broker": first(r"valkey-server"),
    "the database": first(r"postgres\b.* -D "),
}


@contextmanager
def running(port: int) -> Iterator[None]:
    """The real stack, as `make run` starts it, on data of its own."""
    data().mkdir(parents=True, exist_ok=True)
    around = {**os.environ, "PORT": str(port), "LOCAL": "1"}
    with (data() / "stack.log").open("wb") as log:
        made = subprocess.Popen(
            [sys.executable, "-m", "config.up"], cwd=ROOT, env=around, stdout=log, stderr=log, start_new_session=True
        )
    try:
        until(lambda: made.poll() is not None or answers(port), "the site to answer")
        yield
    finally:
        made.send_signal(signal.SIGTERM)
        made.wait(120)


def answers(port: int) -> bool:
    with suppress(requests.RequestException):
        return requests.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200
    return False


def until(true: Callable[[], object], what: str) -> float:
    """Wait for something. How long it took."""
    began = time.monotonic()
    while not true():
        if time.monotonic() - began > PATIENCE:
            raise SystemExit(f"Waited {PATIENCE:.0f} s for {what}, in vain. The words of the site: {data()}/stack.log")
        time.sleep(0.05)
    return time.monotonic() - began


# People


@dataclass
class Print:
    """One print that the site took."""

    address: str
    asked: float
    done: float = 0.0
    end: str = ""


@dataclass
class Person:
    """Somebody at work in a browser, and the ledger of what the site told them."""

    name: str
    site: str
    over: threading.Event = field(default_factory=threading.Event)
    edits: list[str] = field(default_factory=list)
    prints: list[Print] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0
    pk: int = 0

    def __post_init__(self) -> None:
        self.browser = requests.Session()

    def work(self) -> None:
        """Log in, make somebody, then edit and print until it is over."""
        self.ask("/accounts/login/")
        if self.name:
            from campaigns.demo.demo import PASSWORD

            self.ask("/accounts/login/", {"login": self.name, "password": PASSWORD}, expect=302)
        made = self.ask("/characters/new/", {"system": "hprpg", "name": "Nobody yet"}, expect=302)
        self.pk = int(made.headers["Location"].split("/")[2])
        waiting: Print | None = None
        while not self.over.is_set() or waiting:
            if not self.over.is_set():
                self.edit()
            waiting = self.look(waiting) if waiting else self.print()

    def edit(self) -> None:
        name = f"{self.name or 'guest'} {len(self.edits)}"
        form = {"name": name, "version": "1", "tab": "drill"}
        self.ask(f"/characters/{self.pk}/build/aspects/", form, headers={"HX-Request": "true"})
        self.edits.append(name)

    def print(self) -> Print | None:
        if self.over.is_set():
            return None
        answer = self.ask(f"/characters/{self.pk}/print/", {"paper": "a4", "pages": "two"}, expect=302)
        self.prints.append(Print(answer.headers["Location"], time.monotonic()))
        return self.prints[-1]

    def look(self, waiting: Print) -> Print | None:
        """The print that is waited for, or none once it is there."""
        page = self.ask(waiting.address).text
        if 'id="download"' not in page and "Try again" not in page:
            time.sleep(0.3)
            return waiting
        waiting.done, waiting.end = time.monotonic(), "there" if 'id="download"' in page else "failed"
        if waiting.end == "there" and not self.ask(f"{waiting.address}file/").content.startswith(b"%PDF"):
            waiting.end = "no PDF"
        return None

    def ask(
        self, path: str, form: dict[str, str] | None = None, expect: int = 200, headers: dict[str, str] | None = None
    ) -> requests.Response:
        """Ask until the site does it, as a person would who is told to try again."""
        while True:
            began = time.monotonic()
            try:
                answer = self._once(path, form, headers or {})
            except requests.RequestException as fault:
                self.refused[type(fault).__name__] += 1
            else:
                if answer.status_code == expect:
                    return answer
                self.refused[str(answer.status_code)] += 1
                if answer.status_code < 500:
                    self.wrong.append(f"{path}: {answer.status_code}")
                    raise SystemExit(self.wrong[-1])
            self.slowest = max(self.slowest, time.monotonic() - began)
            time.sleep(0.2)

    def _once(self, path: str, form: dict[str, str] | None, headers: dict[str, str]) -> requests.Response:
        if form is None:
            return self.browser.get(self.site + path, timeout=20, allow_redirects=False)
        token = {"csrfmiddlewaretoken": self.browser.cookies.get("csrftoken", "")}
        return self.browser.post(
            self.site + path, {**form, **token}, headers=headers, timeout=20, allow_redirects=False
        )


# The drill


@dataclass
class Row:
    """What one kill did."""

    what: str
    back: float
    refused: Counter[str]
    edits: int
    prints: list[Print]
    ended: float

    @property
    def longest(self) -> float:
        """Seconds that somebody waited for a print, from when they asked or all was there again."""
        return max((one.done - max(one.asked, self.ended) for one in self.prints), default=0.0)


def kill(what: str, people: list[Person], port: int) -> Row:
    """Kill one thing in the midst of work, and let people go on for a while."""
    from characters.models import PrintJob

    find = KILLS[what]
    before = Tally(people)
    until(lambda: something(lambda: PrintJob.objects.filter(state="running").exists()), "a print in the making")
    pids = find()
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    back = until(lambda: replaced(find(), pids) and answers(port), f"{what} to come back") if pids else -1.0
    return rest(what, back, before, people, time.monotonic())


def silence(people: list[Person]) -> Row:
    """The broker stops answering for a while, and nobody is told."""
    before = Tally(people)
    (pid,) = KILLS["the broker"]()
    os.kill(pid, signal.SIGSTOP)
    time.sleep(SILENCE)
    os.kill(pid, signal.SIGCONT)
    return rest(f"the broker, mute {SILENCE:.0f} s", 0.0, before, people, time.monotonic())


def rest(what: str, back: float, before: "Tally", people: list[Person], ended: float) -> Row:
    time.sleep(STRETCH)
    asked = [one for person in people for one in person.prints]
    until(lambda: all(one.done for one in asked), "every print that was asked for")
    now = Tally(people)
    new = [one for one in asked if one.address not in before.prints]
    return Row(what, back, now.refused - before.refused, now.edits - before.edits, new, ended)


class Tally:
    """Where the ledgers stand."""

    def __init__(self, people: list[Person]) -> None:
        self.edits = sum(len(one.edits) for one in people)
        self.refused: Counter[str] = sum((one.refused for one in people), Counter())
        self.prints = {one.address for person in people for one in person.prints if one.done}


def replaced(now: list[int], before: list[int]) -> bool:
    return bool(now) and not set(now) & set(before)


def something(ask: Callable[[], bool]) -> bool:
    """What the database says, where it can say anything just now."""
    from django.db import Error, connection

    try:
        return ask()
    except Error:
        connection.close()
        return False


def missing(people: list[Person]) -> list[str]:
    """What the site said it had done, and has not."""
    from characters.models import Revision

    lost = []
    for person in people:
        told = Revision.objects.filter(character=person.pk).values_list("changes", flat=True)
        stored = {after for changes in told for path, _, after in changes if path == "name"}
        lost += [f"edit {name!r}" for name in person.edits if name not in stored]
        lost += [f"print {one.address}: {one.end}" for one in person.prints if one.end != "there"]
    return lost


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def report(rows: list[Row], people: list[Person], lost: list[str]) -> int:
    print(f"\n{'killed':24} {'back':>6}  {'edits':>5} {'prints':>6} {'longest':>8}  refused and tried again")
    for row in rows:
        told = ", ".join(f"{many} × {what}" for what, many in row.refused.items()) or "nothing"
        back = f"{row.back:5.1f} s" if row.back >= 0 else "   none"
        print(f"{row.what:24} {back} {row.edits:6} {len(row.prints):6} {row.longest:6.1f} s  {told}")
    wrong = [fault for person in people for fault in person.wrong]
    late = [row.what for row in rows if row.longest > SOON]
    absent = [row.what for row in rows if row.back < 0]
    for title, found in (("missing", lost), ("wrongly refused", wrong), ("late", late), ("not found", absent)):
        print(f"{title}: {'; '.join(found) or 'nothing'}")
    print(f"the longest that a request was refused: {max(person.slowest for person in people):.1f} s")
    return 1 if lost or wrong or late or absent else 0


def alone(name: str, run: Callable[[int], int]) -> int:
    """Run something that wants a free port, on services and data of this name. The status to end with."""
    os.environ["DATA_DIR"] = str(ROOT / "var" / name)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with services.provided(name):
        import django

        django.setup()
        return run(free_port())


def drill(port: int) -> int:
    """Have people work on the stack at this port, kill it bit by bit, and report. The status to end with."""
    from django.db import connection

    with running(port):
        people = [Person(name, f"http://127.0.0.1:{port}") for name in PEOPLE]
        threads = [threading.Thread(target=person.work, daemon=True) for person in people]
        for thread in threads:
            thread.start()
        until(
            lambda: all(one.wrong or (one.prints and one.prints[0].done) for one in people), "everybody's first print"
        )
        rows: list[Row] = []
        for what in KILLS:
            print(f"-- kill -9 {what}", flush=True)
            rows.append(kill(what, people, port))
        print("-- the broker stops answering", flush=True)
        rows.append(silence(people))
        for person in people:
            person.over.set()
        for thread in threads:
            thread.join(PATIENCE)
        connection.close()  # it dates from before the database was killed
        return report(rows, people, missing(people))


if __name__ == "__main__":
    sys.exit(alone("drill", drill))
