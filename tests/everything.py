"""`make test`: every check in turn, each announced, all told at the end. `quick` leaves the tests out."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable

QUICK = {
    "the code has its usual shape": [str(BIN / "ruff"), "format", "--check", "-q", "."],
    "the linter has nothing to say": [str(BIN / "ruff"), "check", "-q", "."],
    "the types agree": [PYTHON, "-m", "mypy"],
    "the templates are well formed": [str(BIN / "djlint"), "templates", "--lint", "--quiet"],
    "Django's own checks, and those of the rules": [PYTHON, "manage.py", "check", "--fail-level", "WARNING"],
    "every model has its migration": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
}
COUNTED = ROOT / "var" / "counted"
SLOW = {
    "every test, counting lines": [PYTHON, "-m", "pytest", "-n", "3", "--dist", "worksteal"],
    "rules and access are covered whole": [PYTHON, "-m", "tests.coverage_floor", str(COUNTED)],
}


def passes(what: str, command: list[str]) -> bool:
    print(f"-- {what} ({Path(command[0]).name} {' '.join(command[1:3])})", flush=True)
    started = time.monotonic()
    good = subprocess.run(command, cwd=ROOT).returncode == 0
    print(f"   {'yes' if good else 'NO'}, {time.monotonic() - started:.1f} s", flush=True)
    return good


def main(steps: dict[str, list[str]]) -> int:
    shutil.rmtree(COUNTED, ignore_errors=True)
    os.environ.update(LOG_LEVEL="ERROR", COUNT_LINES=str(COUNTED))
    # Dozens of processes start in a run: each would translate the whole of the code for itself.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    failed = [what for what, command in steps.items() if not passes(what, command)]
    if failed:
        print("\nThis is not so yet: " + "; ".join(failed) + ".")
        return 1
    print("\nAll is well.")
    return 0


if __name__ == "__main__":
    sys.exit(main(QUICK if "quick" in sys.argv else {**QUICK, **SLOW}))
