"""Characters kept as files: a sentence, a document and what is to be said of it. A game master could read them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rules.kernel import parse_json

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def files(game: str) -> list[Path]:
    """The cases of a game, by name."""
    return sorted((HERE / game.replace("-", "_") / "cases").glob("*.json"))


def case(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = parse_json(file.read_text(encoding="utf-8"))
    return found


def assess(text: str) -> tuple[list[dict[str, Any]], int]:
    """What the command line answers to documents on standard input, and its exit status."""
    done = subprocess.run(
        [sys.executable, "manage.py", "assess", "-"],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode
