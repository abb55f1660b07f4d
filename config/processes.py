"""Programs that are started again when they die, end with whoever started them, and are waited for while they work.

Of the standard library only: it runs before Django and below it.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

STILL = 120.0
"""Seconds in which nothing at all moves: whatever it is, it hangs."""
SAY_EVERY = 10.0
STEADY = 60.0
"""Seconds after which a program counts as well, and what happened before is forgotten."""
MOST_DEATHS = 6
"""Deaths in a row, each before the program was steady, after which it is given up."""
GRACE = 15.0
"""Seconds to end by oneself when asked. What is cut off is done again: every job is a row first."""

PR_SET_PDEATHSIG = 1
# Linux has it; elsewhere a killed parent leaves its children to `left_over`.
PRCTL = getattr(ctypes.CDLL(None), "prctl", None)
PROC = Path("/proc")


class GivenUp(Exception):
    """A program dies again and again. A sentence for the person at the terminal."""


def say(words: str) -> None:
    """Tell whoever sits at the terminal, if they still do."""
    with suppress(OSError):
        os.write(1, f"-- {words}\n".encode())


def tied(number: int = signal.SIGKILL) -> Callable[[], None]:
    """For `preexec_fn`: the child gets this signal when its parent, this process, is gone, even by kill -9."""
    parent = os.getpid()

    def tie() -> None:
        if PRCTL:
            PRCTL(PR_SET_PDEATHSIG, int(number))
        if os.getppid() != parent:
            os.kill(os.getpid(), number)

    return tie


# What /proc tells


def fields(pid: int) -> list[str]:
    """What the kernel says of a process after its name: state, parent, group, session, ...; empty when it has gone."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def everybody() -> Iterator[int]:
    if PROC.is_dir():
        yield from (int(name) for name in os.listdir(PROC) if name.isdigit())


def of_sessions(sessions: Iterable[int]) -> list[int]:
    """The living processes of these sessions."""
    wanted = {str(session) for session in sessions}
    told = ((pid, fields(pid)) for pid in everybody())
    return [pid for pid, said in told if said and said[3] in wanted and said[0] != "Z"]


def work(sessions: Iterable[int]) -> object:
    """Something that changes whenever these sessions' processes have done anything: who they are, their time."""
    if not PROC.is_dir():
        return time.monotonic()
    return {pid: fields(pid)[11:15] for pid in of_sessions(sessions)}


def left_over(mark: str) -> list[int]:
    """Living processes of ours with this word in their environment, but not this one."""
    sign = mark.encode()
    found = []
    for pid in everybody():
        with suppress(OSError):
            ours = (PROC / str(pid)).stat().st_uid == os.geteuid()
            if ours and pid != os.getpid() and sign in (PROC / str(pid) / "environ").read_bytes().split(b"\0"):
                found.append(pid)
    return [pid for pid in found if fields(pid)[:1] not in ([], ["Z"])]


# Waiting


class Patience:
    """Waiting for as long as those who bring it about do anything, and saying so now and then."""

    def __init__(self, what: str, seen: Callable[[], object], tell: Callable[[str], None] = say) -> None:
        """`what` completes "waiting for ..."; `seen` returns something that differs when there was progress."""
        self.what, self.seen, self.tell = what, seen, tell
        self.began = self.moved = self.told = time.monotonic()
        self.last: object = None

    @property
    def waited(self) -> float:
        return time.monotonic() - self.began

    def lasts(self) -> bool:
        """Is it worth waiting on? False once nothing has moved for two minutes."""
        now = time.monotonic()
        if now - self.told > SAY_EVERY:
            self.told = now
            self.tell(f"waiting for {self.what}: {self.waited:.0f} s so far{crowd()}")
        seen = self.seen()
        if seen != self.last:
            self.last, self.moved = seen, now
        return now - self.moved < STILL


def crowd() -> str:
    """Words for a machine that has more to do than it can; none for one at ease."""
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    return f" (this machine is busy: load {load:.0f} on {cores} processors)" if load > 1.5 * cores else ""


# Programs


@dataclass
class Program:
    """One process that should always run, in a session of its own so that all of it can be ended."""

    name: str
    command: Sequence[str]
    keep: Sequence[int] = ()
    """File descriptors it shares with us."""
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    due: float = 0.0
    began: float = field(default=0.0)

    def start(self, environment: dict[str, str]) -> None:
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            env=environment,
            pass_fds=self.keep,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=tied(),
        )

    def tend(self, environment: dict[str, str]) -> None:
        """Start it again if it has died, later each time. Raises GivenUp."""
        if self.process is None:
            if time.monotonic() >= self.due:
                self.start(environment)
        elif self.process.poll() is not None:
            self.mourn(self.process)

    def mourn(self, dead: subprocess.Popen[bytes]) -> None:
        """Say how it ended and when it comes back."""
        end_session(dead.pid, signal.SIGKILL)
        self.process = None
        self.deaths = 1 if time.monotonic() - self.began > STEADY else self.deaths + 1
        how = f"signal {-dead.returncode}" if dead.returncode < 0 else f"status {dead.returncode}"
        if self.deaths >= MOST_DEATHS:
            raise GivenUp(
                f"{self.name} has ended {self.deaths} times, each soon after its start, last with {how}. "
                "Its own words are above."
            )
        wait = 0 if self.deaths == 1 else 2 ** (self.deaths - 2)
        say(f"{self.name} ended with {how}; starting it again{f' in {wait} s' if wait else ''}")
        self.due = time.monotonic() + wait


def end_session(session: int, number: int) -> None:
    """Send a signal to every process of a session."""
    for pid in of_sessions([session]):
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class Supervisor:
    """Keeps programs running, and ends all of them together with everything they started."""

    def __init__(self, programs: Sequence[Program], mark: str = "") -> None:
        """`mark`, a NAME=value, is put into every program's environment, to know them again."""
        self.programs = programs
        name, _, value = mark.partition("=")
        self.environment = {**os.environ, **({name: value} if mark else {})}

    def tend(self) -> None:
        """Start what is not running. Raises GivenUp."""
        for program in self.programs:
            program.tend(self.environment)

    @property
    def running(self) -> list[subprocess.Popen[bytes]]:
        return [program.process for program in self.programs if program.process]

    def work(self) -> object:
        return work(process.pid for process in self.running)

    def stop(self) -> None:
        """Ask every program to end, then end what is left of its session."""
        for process in self.running:
            if process.poll() is None:
                process.terminate()
        told, until = time.monotonic(), time.monotonic() + GRACE
        while any(process.poll() is None for process in self.running) and time.monotonic() < until:
            if time.monotonic() - told > 3:
                told = until
                busy = ", ".join(p.name for p in self.programs if p.process and p.process.poll() is None)
                say(f"waiting for {busy} to finish, {GRACE:.0f} s at most")
            time.sleep(0.05)
        for process in self.running:
            end_session(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()


def attend(supervisor: Supervisor, ready: Callable[[], None] = lambda: None) -> int:
    """Keep the programs running until Ctrl-C, SIGTERM or SIGHUP; the status to end with."""
    try:
        supervisor.tend()
        ready()
        while True:
            supervisor.tend()
            time.sleep(0.25)
    except GivenUp as sentence:
        say(str(sentence))
        return 1
    except KeyboardInterrupt:
        say("stopping")
        return 0
    finally:
        supervisor.stop()


def heeded() -> list[int]:
    """The signals that ask one to end, beside Ctrl-C. Under nohup the end of the terminal is none."""
    return [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) != signal.SIG_IGN]


def leave_gently() -> None:
    """SIGTERM and SIGHUP are as good as Ctrl-C."""

    def leave(*_: object) -> None:
        raise KeyboardInterrupt

    for number in heeded():
        signal.signal(number, leave)


def cores() -> int:
    """Processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
