"""`make test`: every check, each announced, all told at the end.

`quick` leaves the tests out; `cover` has the tests alone, counting every line and not those of the core alone.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable

QUICK = {
    "the types agree": [PYTHON, "-m", "mypy"],
    "the code has its usual shape": [str(BIN / "ruff"), "format", "--check", "-q", "."],
    "the linter has nothing to say": [str(BIN / "ruff"), "check", "-q", "."],
    "the templates are well formed": [str(BIN / "djlint"), "templates", "--lint", "--quiet"],
    "Django's own checks, and those of the rules": [PYTHON, "manage.py", "check", "--fail-level", "WARNING"],
    "every model has its migration": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
}
WORDS = {
    "the words are those of the glossary": [PYTHON, "-m", "tests.words_check", ".", "--allow", "tests/words_allow.txt"],
}
"""For `quick` alone: `tests/test_words.py` asks the same."""
COUNTED = ROOT / "var" / "counted"
READABLE = {"every test can be read": [PYTHON, "-m", "pytest", "--collect-only", "-qq"]}
"""Keeps what it translated as well, which every process that runs tests would else translate for itself."""
HANGS = "1800"
"""Seconds after which a test is taken to hang, and says where. The longest takes twenty on two quiet processors."""
SLOW = {
    "every test, counting lines": [PYTHON, "-m", "pytest", "-n", "3", "--dist", "worksteal", "--timeout", HANGS],
    "rules and access are covered whole": [PYTHON, "-m", "tests.coverage_floor", str(COUNTED)],
}


def side_by_side(steps: dict[str, list[str]]) -> Iterator[str]:
    """As many at a time as there are processors; what one has to say is shown if it fails. Tells which failed."""

    def run(command: list[str]) -> tuple[subprocess.CompletedProcess[str], float]:
        started = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done, time.monotonic() - started

    print(f"-- side by side: {'; '.join(steps)} ...", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(run, command): what for what, command in steps.items()}
        for future in as_completed(running):
            what, (done, took) = running[future], future.result()
            if not announced(what, steps[what], done.returncode == 0, took, done.stdout):
                yield what


def one_by_one(steps: dict[str, list[str]]) -> Iterator[str]:
    """Each says what it has to say as it goes. Tells which failed."""
    for what, command in steps.items():
        print(f"-- {what} ...", flush=True)
        started = time.monotonic()
        good = subprocess.run(command, cwd=ROOT).returncode == 0
        if not announced(what, command, good, time.monotonic() - started):
            yield what


def announced(what: str, command: list[str], good: bool, took: float, said: str = "") -> bool:
    print(f"-- {what}: {'yes' if good else 'NO'}, {took:.1f} s ({Path(command[0]).name} {' '.join(command[1:3])})")
    if not good and said:
        print(said)
    sys.stdout.flush()
    return good


def main(quick: bool = False, cover: bool = False) -> int:
    shutil.rmtree(COUNTED, ignore_errors=True)
    os.environ["LOG_LEVEL"] = "ERROR"
    # Dozens of processes start in a run: each would translate the whole of the code for itself.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    failed = [] if cover else [*side_by_side(QUICK | WORDS if quick else READABLE | QUICK)]
    if not quick:
        os.environ.update({"COUNT_ALL": "1"} if cover else {})
        os.environ["COUNT_LINES"] = str(COUNTED)
        failed += one_by_one(SLOW)
    if failed:
        print("\nThis is not so yet: " + "; ".join(failed) + ".")
        return 1
    print("\nAll is well.")
    return 0


if __name__ == "__main__":
    sys.exit(main(**dict.fromkeys(sys.argv[1:], True)))
