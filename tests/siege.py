"""`make siege`: somebody at work while a guest without an account does what once stopped the whole site.

For each attack she opens her pages for a while, alone and then beside it, so that both are measured in the same minute.
No page may take more than 5 times its usual time, neither in the middle nor at its slowest, and neither may her print.
"""

import json
import math
import os
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import IO, Any

import requests

from tests.drill import ROOT, WEB, alone, named, running, until

TIMES = 5.0
"""So many times its usual time a page may take."""
ALONE = 12.0
BESIDE = 25.0
"""Seconds that she works alone, and beside an attack."""
SETTLE = 1.0
LINES = 4
"""Connections of the guest."""
SOCKETS = 400
COPIES = 40
PRINTS = 48
SOON = 2.0
"""Seconds after a print until she asks for the next."""
HX = {"HX-Request": "true"}
PAPER = {"paper": "a4", "pages": "two"}


class Visitor:
    """A browser without a screen: keeps cookies, sends the token along."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.browser = requests.Session()

    def get(self, path: str) -> requests.Response:
        return self.browser.get(self.site + path, timeout=60, allow_redirects=False)

    def post(self, path: str, form: Any, headers: dict[str, str] | None = None) -> requests.Response:
        pairs = [*(form.items() if isinstance(form, dict) else form)]
        token = ("csrfmiddlewaretoken", self.browser.cookies.get("csrftoken", ""))
        return self.browser.post(self.site + path, [*pairs, token], headers=headers, timeout=60, allow_redirects=False)

    def made(self, path: str, form: Any) -> int:
        """The character that a form makes."""
        answer = self.post(path, form)
        found = re.search(r"/characters/(\d+)/", answer.headers.get("Location", ""))
        if not found:
            raise SystemExit(f"{path} made nobody: {answer.status_code}\n{answer.text[:2000]}")
        return int(found[1])

    def twin(self) -> "Visitor":
        """The same person on another connection."""
        other = Visitor(self.site)
        other.browser.cookies.update(self.browser.cookies)  # type: ignore[no-untyped-call]
        return other


# Attacks: each makes ready, and comes back with what to do over and over on each connection

Move = Callable[[Visitor], int]


def imported(guest: Visitor, system: str, build: Any, **beside: Any) -> int:
    text = json.dumps({"system": system, "name": "Vast", "build": build, **beside})
    return guest.made("/characters/import/", {"text": text})


def form_bombs(guest: Visitor) -> Iterator[Move]:
    """Forms of as many fields as the site reads, of every kind that was once dear."""
    from tests.characters.test_prices import bombs

    page = f"/characters/{guest.made('/characters/new/', {'system': 'hprpg'})}/build/magic-and-gear/"
    forms = [
        [(name, one) for name, value in form.items() for one in ([value] if isinstance(value, str) else value)]
        for _, form in bombs()
    ]
    for first in range(LINES):
        turn = cycle(forms[first:] + forms[:first])
        yield lambda who, turn=turn: who.post(page, next(turn), HX).status_code


def vast_numbers(guest: Visitor) -> Iterator[Move]:
    """Every score of every game at a million, and one at 100000; then all of their pages."""
    from rules import systems
    from rules.kernel.documents.builds import SCORE_LIMIT
    from tests.by_game import largest

    pages = []
    for system in systems.every():
        scores = dict.fromkeys(system.names(system.rulebook).scores or (), SCORE_LIMIT)
        pk = imported(guest, system.key, {**largest(system.key), "scores": scores})
        steps = set(re.findall(rf"/characters/{pk}/build/[a-z-]+/", guest.get(f"/characters/{pk}/").text))
        pages += [f"/characters/{pk}/", *sorted(steps)]
    pk = guest.made("/characters/new/", {"system": "hprpg"})
    guest.post(f"/characters/{pk}/build/aspects/", {"version": "1", "scores.charm": "100000"}, HX)
    pages += [f"/characters/{pk}/build/aspects/", f"/characters/{pk}/"]
    return opened(pages)


def opened(pages: list[str]) -> Iterator[Move]:
    """Open these pages, one after the other, on all lines."""
    for first in range(LINES):
        turn = cycle(pages[first:] + pages[:first])
        yield lambda who, turn=turn: who.get(next(turn)).status_code


def stalled(guest: Visitor) -> Iterator[Move]:
    """Hundreds of sockets that announce a body and send none; those that are closed are opened again."""
    address = guest.site.removeprefix("http://")
    host, _, port = address.partition(":")
    token = guest.browser.cookies["csrftoken"]
    head = (
        f"POST /theme/ HTTP/1.1\r\nHost: {address}\r\nCookie: csrftoken={token}\r\nContent-Length: 100000\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\ntheme="
    ).encode()
    held: list[socket.socket] = []

    def move(_: Visitor) -> int:
        if len(held) < SOCKETS:
            line = socket.create_connection((host, int(port)), timeout=60)
            line.sendall(head)
            held.append(line)
        else:
            line = held.pop(0)
            line.setblocking(False)
            with suppress(BlockingIOError):
                line.recv(1000)
                line.close()
                return 408
            held.append(line)
            time.sleep(0.01)
        return 0

    yield move


def copies(guest: Visitor) -> Iterator[Move]:
    """As many characters as a guest may have, with numbers of hundreds of digits beside them; then the list of them."""
    odd = {f"odd {n}": [1e308] * 1000 for n in range(6)}
    pk = imported(guest, "hprpg", {}, **odd)
    refused = [guest.post(f"/characters/{pk}/duplicate/", {}).headers.get("Location", "") for _ in range(COPIES)]
    if "/characters/" not in refused[0]:
        raise SystemExit("Nothing was copied.")
    return opened(["/characters/", f"/characters/{pk}/export/", "/characters/?q=odd"])


def clicks(guest: Visitor) -> Iterator[Move]:
    """One tap after the other on the largest character that a guest may have."""
    from characters.limits import BUILD_BYTES
    from tests.characters.test_limits import notes

    pk = imported(guest, "hprpg", {**notes(BUILD_BYTES - 20_000), "entries": {"gear": [{}] * 190}})
    page, number = f"/characters/{pk}/build/aspects/", count()
    for _ in range(LINES):
        yield (
            lambda who: (
                who.post(page, {"version": "1", "tab": "s", "scores.charm": str(next(number) % 5 + 1)}, HX).status_code
            )
        )


def prints(guest: Visitor) -> Iterator[Move]:
    """Sheets of somebody with full notes, as many as were once enough to let others wait for minutes."""
    from tests.characters.test_limits import notes

    pks = [imported(guest, "hprpg", notes(100_000)) for _ in range(20)]
    turn = cycle(
        (pk, {"paper": paper, "pages": "two", "variant": variant})
        for variant in ("full", "ink-saver", "large-print")
        for paper in ("a4", "letter")
        for pk in pks
    )
    asked = count()

    def move(who: Visitor) -> int:
        pk, options = next(turn)
        if next(asked) >= PRINTS:
            time.sleep(0.2)
        return who.post(f"/characters/{pk}/print/", options).status_code

    yield move


ATTACKS: dict[str, Callable[[Visitor], Iterable[Move]]] = {
    "form bombs": form_bombs,
    "vast numbers": vast_numbers,
    "stalled bodies": stalled,
    "copies": copies,
    "clicks": clicks,
    "prints": prints,
}


def attack(name: str, site: str) -> int:
    """Be the guest: make ready and say so, begin at a word from outside, end at its end, and say what was answered."""
    import django

    django.setup()
    guest = Visitor(site)
    guest.get("/accounts/login/")
    moves = list(ATTACKS[name](guest))
    print("ready", flush=True)
    sys.stdin.readline()
    over, answers = threading.Event(), Counter[str]()

    def go(who: Visitor, move: Move) -> None:
        while not over.is_set():
            try:
                answers[str(move(who))] += 1
            except (OSError, requests.RequestException) as fault:
                answers[type(fault).__name__] += 1

    for move in moves:
        threading.Thread(target=go, args=(guest.twin(), move), daemon=True).start()
    sys.stdin.readline()
    over.set()
    print(json.dumps(answers), flush=True)
    return 0


@dataclass(frozen=True)
class Guest:
    """The guest of an attack, in a process of its own."""

    told: IO[str]
    said: IO[str]

    def tell(self, word: str) -> None:
        print(word, file=self.told, flush=True)

    def hear(self) -> str:
        return self.said.readline()


@contextmanager
def besieged(name: str, site: str) -> Iterator[Guest]:
    """The guest, ready to begin."""
    command = [sys.executable, "-m", "tests.siege", name, site]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdin
            assert process.stdout
            guest = Guest(process.stdin, process.stdout)
            if guest.hear() != "ready\n":
                raise SystemExit(f"The guest of {name} was not ready; why is above.")
            yield guest
        finally:
            process.kill()


# Somebody else


class Person(Visitor):
    """A player of the demonstration at work, with her game master beside her, and a clock."""

    def __init__(self, site: str) -> None:
        from django.contrib.auth import get_user_model

        from campaigns.demo.demo import PASSWORD, TABLE
        from campaigns.models import Campaign
        from characters.models import Character

        super().__init__(site)
        self.gm = Visitor(site)
        for who, name in ((self, "mira"), (self.gm, "rowena")):
            who.get("/accounts/login/")
            who.post("/accounts/login/", {"login": name, "password": PASSWORD})
        self.asker = f"user {get_user_model().objects.get(username='mira').pk}"
        self.pk = Character.objects.get(name="Jane Alderwick", owner__username="mira").pk
        self.table = Campaign.objects.get(name=TABLE).pk
        self.number = count()
        self.wrong: list[str] = []

    def work(self, seconds: float) -> tuple[dict[str, list[float]], list[float]]:
        """Open page after page for so long. The seconds each took, by page, and those that her prints took."""
        from characters.models import PrintJob

        mine = PrintJob.objects.filter(asker=self.asker)
        before = set(mine.values_list("pk", flat=True))
        took: dict[str, list[float]] = defaultdict(list)
        until_, asked = time.monotonic() + seconds, 0.0
        step, sheet = f"/characters/{self.pk}/build/magic-and-gear/", f"/characters/{self.pk}/"
        while time.monotonic() < until_:
            # A connection goes to one of the web processes and stays there.
            self.browser.close()
            self.gm.browser.close()
            self.timed(took, "home", lambda: self.get("/"))
            self.timed(took, "list", lambda: self.get("/characters/"))
            self.timed(took, "sheet", lambda: self.get(sheet))
            self.timed(took, "step", lambda: self.get(step))
            words = {"version": "1", "tab": "siege", "notes.wand": f"Hornbeam, {next(self.number)} inches"}
            self.timed(took, "change", lambda words=words: self.post(step, words, HX))
            self.timed(took, "roster", lambda: self.gm.get(f"/campaigns/{self.table}/roster/"))
            if time.monotonic() - asked > SOON and not mine.filter(state__in=("queued", "running")).exists():
                asked = time.monotonic()
                self.timed(took, "print asked", lambda: self.post(f"{sheet}print/", PAPER), 302)
        until(lambda: not mine.filter(state__in=("queued", "running")).exists(), "her prints")
        made = mine.exclude(pk__in=before).filter(state="done")
        return took, [(one.touched_at - one.created_at).total_seconds() for one in made]

    def timed(
        self, took: dict[str, list[float]], page: str, ask: Callable[[], requests.Response], expect: int = 200
    ) -> None:
        began = time.monotonic()
        answer = ask()
        took[page].append(time.monotonic() - began)
        if answer.status_code != expect:
            self.wrong.append(f"{page}: {answer.status_code}")


# The siege


@dataclass
class Row:
    """A page, alone and beside an attack: seconds."""

    attack: str
    page: str
    usual: list[float]
    under: list[float]

    @property
    def middle(self) -> float:
        return statistics.median(self.under) / statistics.median(self.usual)

    @property
    def slowest(self) -> float:
        return p95(self.under) / p95(self.usual)


def p95(found: list[float]) -> float:
    """What 19 of 20 were quicker than, or the slowest of few."""
    return sorted(found)[math.ceil(len(found) * 0.95) - 1]


@dataclass
class Part:
    """What one attack did."""

    attack: str
    rows: list[Row]
    answers: dict[str, int]
    largest: int
    grown: int

    def told(self) -> str:
        answers = ", ".join(f"{many} × {what}" for what, many in sorted(self.answers.items()))
        return (
            f"{self.attack}: largest web process {self.largest / 1e6:.0f} MB, database {self.grown / 1000:+,.0f} kB; "
            f"the guest was answered {answers}"
        )


@dataclass
class Scales:
    """The largest web process meanwhile, in bytes."""

    over: threading.Event = field(default_factory=threading.Event)
    largest: int = 0

    def look(self) -> None:
        pids = [one.pid for one in named(WEB)]
        while not self.over.wait(0.25):
            for pid in pids:
                with suppress(OSError):
                    pages = int(open(f"/proc/{pid}/statm").read().split()[1])  # noqa: SIM115
                    self.largest = max(self.largest, pages * os.sysconf("SC_PAGE_SIZE"))


def stored() -> int:
    """The bytes of the database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def part(name: str, her: Person) -> Part:
    with besieged(name, her.site) as guest:
        usual, waits = her.work(ALONE)
        scales, before = Scales(), stored()
        looking = threading.Thread(target=scales.look)
        looking.start()
        guest.tell("go")
        time.sleep(SETTLE)
        under, waits_under = her.work(BESIDE)
        guest.tell("stop")
        answers = json.loads(guest.hear())
    scales.over.set()
    looking.join()
    usual["print made"], under["print made"] = waits, waits_under
    rows = [Row(name, page, usual[page], under[page]) for page in usual if usual[page] and under[page]]
    return Part(name, rows, answers, scales.largest, stored() - before)


def siege(port: int) -> int:
    """Have a person and a guest meet on the stack at this port, and report. The status to end with."""
    wanted = sys.argv[1:] or list(ATTACKS)
    with running(port):
        her = Person(f"http://127.0.0.1:{port}")
        her.work(3.0)  # what is made once is made
        parts = []
        for name in wanted:
            print(f"-- {name}", flush=True)
            parts.append(part(name, her))
    return report(parts, her.wrong)


def report(parts: list[Part], wrong: list[str]) -> int:
    print(f"\n{'attack':15} {'page':12} {'usual ms':>13} {'beside it':>13} {'times':>11}  (median / 95 of 100)")
    for row in (row for one in parts for row in one.rows):
        usual, under = (
            f"{1000 * statistics.median(found):6.0f}{1000 * p95(found):7.0f}" for found in (row.usual, row.under)
        )
        print(f"{row.attack:15} {row.page:12} {usual} {under} {row.middle:5.1f} {row.slowest:5.1f}")
    for one in parts:
        print(one.told())
    for one in (one for one in parts if one.attack == "clicks" and one.answers.get("200")):
        print(f"a click grows the database by {one.grown / one.answers['200'] / 1000:.1f} kB")
    slow = [
        f"{row.page} beside {row.attack}" for one in parts for row in one.rows if max(row.middle, row.slowest) > TIMES
    ]
    for title, found in ((f"more than {TIMES:.0f} times", slow), ("wrongly answered", sorted(set(wrong)))):
        print(f"{title}: {'; '.join(found) or 'nothing'}")
    return 1 if slow or wrong else 0


if __name__ == "__main__":
    sys.exit(attack(*sys.argv[1:]) if len(sys.argv) == 3 else alone("siege", siege))
