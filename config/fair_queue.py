"""Whose request is next: people take turns at the threads of a web process, and nobody holds all of them.

Waitress serves whoever came first, so that one person's requests could fill every thread and all others' wait behind.
Here who has the fewest at work comes first, then who waited longest for a turn. One session may hold a quarter of the
threads, and one address half of them: a session is quickly made up, so those of one address count together. What is
over that waits, and is not refused.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from django.http import parse_cookie
from waitress.task import ThreadedTaskDispatcher

from rules.networks import network


class Asker(NamedTuple):
    """Who sent a request, as far as can be told before it is served: an address, and the session there or none."""

    address: str
    session: str


def asker(headers: Mapping[str, str], peer: str, *, proxies: int, cookie: str) -> Asker:
    """Who sent a request with these headers, as waitress names them, over a connection from this address.

    `proxies` of ours stand in front, each of which has added from whom it got the request; `cookie` has the session.
    """
    hops = [hop.strip() for hop in headers.get("X_FORWARDED_FOR", "").split(",")]
    address = network(hops[-proxies] if 0 < proxies <= len(hops) else peer)
    return Asker(address, parse_cookie(headers.get("COOKIE", "")).get(cookie, ""))


class Turns:
    """The queue of a dispatcher, asked with its lock held; true if somebody may have a turn."""

    def __init__(self, who: Callable[[Any], Asker], threads: int, lock: Lock) -> None:
        """`who` tells of a task whose it is."""
        self.who, self.lock = who, lock
        self.of_session, self.of_address = max(1, threads // 4), max(1, threads // 2)
        self.waiting: dict[Asker, deque[Any]] = {}
        self.sessions: Counter[Asker] = Counter()
        self.addresses: Counter[str] = Counter()

    def append(self, task: Any) -> None:
        self.waiting.setdefault(self.who(task), deque()).append(task)

    def may(self, one: Asker) -> bool:
        return self.sessions[one] < self.of_session and self.addresses[one.address] < self.of_address

    def __bool__(self) -> bool:
        return any(map(self.may, self.waiting))

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def popleft(self) -> "Turn":
        """The next turn, which counts as at work until it is over."""
        able = filter(self.may, self.waiting)
        one = min(able, key=lambda one: (self.addresses[one.address], self.sessions[one]))
        tasks = self.waiting.pop(one)
        task = tasks.popleft()
        if tasks:
            self.waiting[one] = tasks  # behind the others
        self.sessions[one] += 1
        self.addresses[one.address] += 1
        return Turn(task, one, self)

    def over(self, one: Asker) -> None:
        """A turn of somebody's is over."""
        # Nobody is kept whose count is nought.
        self.sessions -= Counter([one])
        self.addresses -= Counter([one.address])


@dataclass(frozen=True)
class Turn:
    """One request at work. The thread that serves it looks for the next when it is over, so nobody has to be woken."""

    task: Any
    asker: Asker
    turns: Turns

    def service(self) -> None:
        try:
            self.task.service()
        finally:
            with self.turns.lock:
                self.turns.over(self.asker)

    def cancel(self) -> None:
        """Instead of service; the dispatcher has its lock."""
        self.task.cancel()
        self.turns.over(self.asker)


def dispatcher(threads: int, *, proxies: int, cookie: str) -> ThreadedTaskDispatcher:
    """Waitress' threads, with turns; `proxies` and `cookie` as for `asker`."""

    def who(channel: Any) -> Asker:
        return asker(channel.requests[0].headers, channel.addr[0], proxies=proxies, cookie=cookie)

    made = ThreadedTaskDispatcher()
    made.queue = Turns(who, threads, made.lock)
    made.set_thread_count(threads)
    return made
