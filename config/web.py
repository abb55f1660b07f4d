"""The web server: a process for each processor, all on one socket, each with a few threads.

    python -m config.web [HOST [PORT]]      on a server: looks after its processes until SIGTERM

A request is read whole before a thread sees it, so who is slow to ask costs a socket and no thread, for a bounded
time; a body that is too large is refused by its head. The socket stays open while a process is started again: who
asks meanwhile waits, and is not refused.
"""

import logging
import signal
import socket
import sys
import time
from collections.abc import Callable

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from config.processes import Program, Supervisor, attend, cores, leave_gently

HEAD = 20.0
"""Seconds in which the head of a request must be there."""
WHOLE = 60.0
"""Seconds in which all of a request must be there: 2 MiB at 35 kB a second."""
IDLE = 60
"""Seconds after which a connection without a request, or whose answer nobody fetches, is closed."""
LOOK = 1
"""Seconds between two looks for such connections."""
CONNECTIONS = 1000
"""Open at a time in one process."""
CROWD = CONNECTIONS * 3 // 4
"""So many make a crowd, in which a connection that says nothing is closed: a few thousand would shut the door."""
HURRY = 2.0
"""Seconds of silence that are too many in a crowd."""
SWITCH = 0.0005
"""Seconds a thread may keep the interpreter while another wants it: with the usual 0.005 small pages wait for large."""


class PortTaken(Exception):
    """Somebody else listens there."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that takes connections, to be shared by the processes. Raises PortTaken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    line = socket.socket(family)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((host, port))
        line.listen(1024)
    except OSError as problem:
        line.close()
        raise PortTaken(problem.strerror) from problem
    return line


def programs(line: socket.socket) -> list[Program]:
    """A web process for each processor."""
    many, shared = cores(), line.fileno()
    command = [sys.executable, "-m", "config.web", f"--socket={shared}"]
    return [Program(f"web process {number} of {many}", command, keep=(shared,)) for number in range(1, many + 1)]


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that knows since when it waits for the rest of a request."""

    asked_at = 0.0

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.asked_at = time.time()
        return bool(super().received(data))

    def too_slow(self, now: float, crowded: bool) -> bool:
        """Has a request begun to come, and not come in time? While an answer is made, nothing is read.

        In a crowd, whoever has said nothing for a while is too slow as well.
        """
        if self.requests:
            return False
        if crowded and now - self.last_activity > HURRY:
            return True
        coming = self.request
        return coming is not None and now - self.asked_at > (WHOLE if coming.headers_finished else HEAD)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Waitress, which of itself knows only a limit for silence."""

    channel_class = Channel

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        crowded = len(self.active_channels) >= CROWD
        for channel in self.active_channels.values():
            channel.will_close |= channel.too_slow(now, crowded)


def server(
    application: Callable[..., object],
    line: socket.socket,
    *,
    threads: int,
    largest: int,
    proxies: int = 0,
    cookie: str = "sessionid",
) -> Server:
    """One process's server of a WSGI application.

    `largest` is the most bytes a body may have; `proxies` of ours stand in front, and `cookie` has a person's session.
    """
    # It wants Django, which whoever only looks after the processes does without.
    from config.fair_queue import dispatcher

    adjustments = Adjustments(
        sockets=[line],
        threads=threads,
        # It refuses what is as large as this.
        max_request_body_size=largest + 1,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE,
        cleanup_interval=LOOK,
        asyncore_use_poll=True,
        # Which of them to believe is decided by TRUSTED_PROXIES.
        clear_untrusted_proxy_headers=False,
        ident=None,
    )
    place = (line.family, line.type, line.proto, line.getsockname())
    turns = dispatcher(threads, proxies=proxies, cookie=cookie)
    return Server(application, _sock=line, dispatcher=turns, bind_socket=False, sockinfo=place, adj=adjustments)


def serve(shared: int) -> None:
    """Be one process: answer whoever comes to the socket with this file descriptor."""
    from django.conf import settings

    from config.wsgi import application

    # A request that waits its turn is nothing to be told of.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    line = socket.socket(fileno=shared)
    server(
        application,
        line,
        threads=settings.THREADS,
        largest=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        proxies=settings.ALLAUTH_TRUSTED_PROXY_COUNT,
        cookie=settings.SESSION_COOKIE_NAME,
    ).run()


def main(words: list[str]) -> int:
    if words and words[0].startswith("--socket="):
        serve(int(words[0].partition("=")[2]))
        return 0
    host, port = [*words, *("0.0.0.0", "8000")[len(words) :]]
    try:
        line = listening(host, int(port))
    except PortTaken as why:
        sys.exit(f"Port {port} of {host} can't be had: {why}.")
    leave_gently()
    return attend(Supervisor(programs(line)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
