"""`make bare`: both commands, twice each, in a system that has next to nothing. Needs root and a Debian or Ubuntu.

    python3 -m tests.bare [run] [test]

debootstrap makes the system in var/bare: minbase, ca-certificates, git, make, python3, python3-venv. What is
committed is cloned into it. How this machine reaches its registries (sources of apt, settings of pip and uv,
proxies, certificates) goes along. For each command it is told how long it took, what was downloaded, and whether a
process was left behind.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from config import install

ROOT = Path(__file__).resolve().parent.parent
SYSTEM = ROOT / "var" / "bare"
HAS = "ca-certificates,git,make,python3,python3-venv"
NEEDS = {"debootstrap": "debootstrap", "util-linux": "unshare"}
OURS = "/root/dramatis"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
APT = ("sources.list", "sources.list.d", "auth.conf", "auth.conf.d", "keyrings", "trusted.gpg", "trusted.gpg.d")
TOLD = re.compile(r"(?i)(pip_|uv_|ssl_cert_|requests_ca_bundle$|curl_ca_bundle$|(https?|ftp|all|no)_proxy$)")
"""Variables that say how registries are reached."""
DOWNLOADS = {
    "lists of apt": "var/lib/apt/lists",
    "packages of apt": "var/cache/apt/archives",
    "cache of pip": "root/.cache/pip",
    "cache of uv, unpacked": "root/.cache/uv",
}
FIRST = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
status = subprocess.call(sys.argv[1:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
def alive():
    return [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) != os.getpid()]
until = time.monotonic() + 120
while alive() and time.monotonic() < until:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]: pass
    except ChildProcessError: pass
    time.sleep(0.1)
for pid in alive():
    print("LEFT BEHIND:", open(f"/proc/{pid}/cmdline").read().replace(chr(0), " "), flush=True)
sys.exit(status if status >= 0 else 128 - status)
"""
"""The first process of the system: runs a command, and tells what that leaves behind."""


def say(words: str) -> None:
    print(f"== {words}", flush=True)


def asked(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build() -> None:
    """The system, made anew."""
    shutil.rmtree(SYSTEM, ignore_errors=True)
    SYSTEM.parent.mkdir(exist_ok=True)
    sources = asked("apt-get", "indextargets", "--format", "$(SITE) $(CODENAME)", "Identifier: Packages").splitlines()
    mirror, suite = sources[0].split()
    say(f"making a {suite} with only {HAS}")
    subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={HAS}", suite, str(SYSTEM), mirror],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    shutil.rmtree(SYSTEM / "var/cache/apt/archives")
    (SYSTEM / "var/cache/apt/archives/partial").mkdir(parents=True)
    shutil.rmtree(SYSTEM / "etc/apt/sources.list.d", ignore_errors=True)
    (SYSTEM / "etc/apt/sources.list").unlink(missing_ok=True)


def hand_over() -> dict[str, str]:
    """Copy how this machine reaches its registries; the variables that say it."""
    for name in APT:
        copied(Path("/etc/apt") / name)
    for keys in Path("/usr/share/keyrings").glob("*"):
        copied(keys)
    (SYSTEM / "etc/apt/apt.conf.d/90reached").write_text(asked("apt-config", "dump", "Acquire"))
    home = Path.home()
    for file in ("/etc/pip.conf", "/etc/xdg/pip", "/etc/uv", "/etc/resolv.conf", "/etc/hosts", CERTIFICATES):
        copied(Path(file))
    for file in (".config/pip", ".config/uv", ".pip", ".netrc"):
        copied(home / file, SYSTEM / "root" / file)
    kept = {name: value for name, value in os.environ.items() if TOLD.match(name)}
    return {**kept, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb"}


def copied(source: Path, target: Path | None = None) -> None:
    target = target or SYSTEM / source.relative_to("/")
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    elif source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def shelves() -> Iterator[Path]:
    """Folders of this machine that pip's settings name: they are looked at there, and not copied."""
    settings = asked(sys.executable, "-m", "pip", "config", "list")
    for word in re.findall(r"(?:file://)?(/[^\s']+)", settings):
        if Path(word).is_dir() and not Path(word).is_relative_to("/etc"):
            yield Path(word)


def enter(command: list[str], environment: dict[str, str]) -> "subprocess.Popen[str]":
    """Start a command inside, with processes and mounts of its own that go when it goes."""
    mounts = ["mount -t proc proc proc", "mount --rbind /dev dev", "mount --rbind /sys sys"]
    for shelf in shelves():
        mounts.append(f"mkdir -p .{shelf} && mount --bind {shelf} .{shelf}")
    inside = f'{" && ".join(mounts)} && exec chroot . sh -c \'cd {OURS} 2>/dev/null; exec "$@"\' sh "$@"'
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", inside, "sh"]
    return subprocess.Popen(
        [*apart, "python3", "-c", FIRST, *command],
        cwd=SYSTEM,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )


def clone(environment: dict[str, str]) -> None:
    bundle = SYSTEM / "root" / "project.bundle"
    subprocess.run(["git", "-C", str(ROOT), "bundle", "create", "-q", str(bundle), "HEAD"], check=True)
    cloning = enter(
        ["git", "-c", "advice.detachedHead=false", "clone", "-q", "/root/project.bundle", OURS], environment
    )
    if heard(cloning):
        sys.exit("The project could not be cloned; the reason is above.")


def heard(process: "subprocess.Popen[str]") -> int:
    """Show what it says; its status. Once it serves, it is stopped as Ctrl-C would."""
    assert process.stdout
    started = time.monotonic()
    for line in process.stdout:
        print(f"   {time.monotonic() - started:6.1f} s  {line.rstrip()}", flush=True)
        if "(Ctrl-C stops it)" in line:
            say(f"it serves after {time.monotonic() - started:.1f} s; stopping it")
            os.killpg(process.pid, signal.SIGINT)
    return process.wait()


def sizes() -> dict[str, int]:
    """Bytes in each folder that keeps downloads."""
    return {what: sum(size(file) for file in (SYSTEM / folder).rglob("*")) for what, folder in DOWNLOADS.items()}


def size(file: Path) -> int:
    return file.stat().st_size if file.is_file() and not file.is_symlink() else 0


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def attempt(command: str, which: str, environment: dict[str, str]) -> str:
    """`make run` or `make test` in there; one line that says how it went."""
    say(f"make {command}, {which} time")
    before, started = sizes(), time.monotonic()
    status = heard(enter(["make", command], {**environment, "PORT": free_port()}))
    took = time.monotonic() - started
    came = {what: (after - before[what]) / 1e6 for what, after in sizes().items() if after > before[what]}
    downloads = ", ".join(f"{what} {size:.1f} MB" for what, size in came.items()) or "nothing"
    # Ctrl-C ends make with 2.
    good = status in ({0, 2, 130} if command == "run" else {0})
    return f"make {command}, {which} time: {'well' if good else 'NOT WELL'}, {took:.0f} s; downloaded {downloads}"


def main(commands: list[str]) -> int:
    if os.geteuid():
        sys.exit("Only root can make such a system. Run: sudo make bare")
    install.system_packages(NEEDS)
    build()
    environment = hand_over()
    clone(environment)
    told = [attempt(command, which, environment) for command in commands for which in ("first", "second")]
    say("in short")
    print("\n".join(told))
    return any("NOT WELL" in line for line in told)


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word in {"run", "test"}] or ["run", "test"]))
