"""Everything the commands need on this machine, installed once: `python3 config/install.py run|test`.

Runs before there is an environment, so it uses the standard library only. Does nothing the second time.
"""

import ctypes
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
UV = "uv==0.13.8"

#: Debian package -> how to know that it is there: a library to load, or a program to find.
FOR_RUN = {"libpangoft2-1.0-0": "libpangoft2-1.0.so.0", "libharfbuzz-subset0": "libharfbuzz-subset.so.0"}
FOR_TEST = {
    **FOR_RUN,
    "chromium-headless-shell": "chromium-headless-shell",
    "poppler-utils": "pdftoppm",
    "libatomic1": "libatomic.so.1",  # for the node that drives the browser
}
BREATH = 2.0
"""Seconds between two tries while another program has the system's packages."""


def say(words: str) -> None:
    print(f"-- {words}", flush=True)


def stop(sentence: str) -> None:
    """End with one sentence for the person at the terminal."""
    sys.exit(f"make: {sentence}")


def present(package: str, sign: str) -> bool:
    if package == "chromium-headless-shell" and (os.environ.get("CHROMIUM") or shutil.which("chromium")):
        return True
    if ".so" not in sign:
        return shutil.which(sign) is not None
    try:
        ctypes.CDLL(sign)
    except OSError:
        return False
    return True


def system_packages(wanted: dict[str, str]) -> None:
    """apt-get whatever is missing, with sudo when we aren't root."""
    absent = [package for package, sign in wanted.items() if not present(package, sign)]
    try:
        import ensurepip  # noqa: F401  # Debian packs it apart
    except ImportError:
        absent.append("python3-venv")
    if not absent:
        return
    names = " ".join(absent)
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    if not shutil.which("apt-get") or (sudo and not shutil.which("sudo")):
        stop(f"system packages are missing and apt-get can't be used here. Install {names}.")
    say(f"installing system packages: {names}")
    apt_get("update", sudo=sudo)
    if not apt_get("install", "-y", "--no-install-recommends", *absent, sudo=sudo):
        stop(f"apt-get could not install {names}; its own words are above.")


def apt_get(*words: str, sudo: Sequence[str] = ()) -> bool:
    """Did it do it? Waits for as long as another program holds apt's or dpkg's lock, and says which."""
    command = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "apt-get", "-q", *words]
    waiting = ""
    while True:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        lock = re.search(r"Could not get lock (\S+?)\.?(?: .*?held by process (.+))?$", done.stderr, re.MULTILINE)
        if not done.returncode or not lock:
            sys.stderr.write(done.stderr)
            return not done.returncode
        if lock[0] != waiting:
            waiting = lock[0]
            holder = f"process {lock[2]}" if lock[2] else "another program"
            say(f"waiting for {holder} to finish with the system's packages (it holds {lock[1]})")
        time.sleep(BREATH)


def environment() -> None:
    """The virtual environment with uv in it."""
    python = VENV / "bin" / "python"
    if not python.exists() or subprocess.run([python, "-c", ""]).returncode:
        say("making the virtual environment .venv")
        must([sys.executable, "-m", "venv", "--clear", str(VENV)], "could not make .venv")
    if not (VENV / "bin" / "uv").exists():
        must(
            [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", UV],
            "could not install uv",
        )


def must(command: list[str], otherwise: str) -> None:
    if subprocess.run(command, cwd=ROOT).returncode:
        stop(f"{otherwise}; the reason is above.")


def python_packages(lock: str) -> None:
    """The locked packages, by hash, unless this very lock is installed already."""
    text = (ROOT / lock).read_bytes()
    stamp = VENV / f".installed-{hashlib.sha256(text).hexdigest()[:16]}"
    if stamp.exists():
        return
    say(f"installing Python packages from {lock}")
    started = time.monotonic()
    os.environ["UV_PYTHON_DOWNLOADS"] = "never"
    command = [str(VENV / "bin" / "uv"), "pip", "install", "-q", "--python", str(VENV / "bin" / "python")]
    # Without bytecode every process would take seconds longer to start.
    command += ["--require-hashes", "--compile-bytecode", "-r", lock]
    must(command, f"could not install {lock}")
    stamp.touch()
    say(f"installed in {time.monotonic() - started:.0f} s")


def main(purpose: str) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  # whoever runs this may have an older one
        stop(f"Python 3.11 or newer is needed, {sys.executable} is {sys.version.split()[0]}. Set PYTHON=...")
    system_packages(FOR_TEST if purpose == "test" else FOR_RUN)
    environment()
    python_packages("requirements-dev.txt" if purpose == "test" else "requirements.txt")


if __name__ == "__main__":
    main(sys.argv[1])
