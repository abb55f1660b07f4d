"""Characters kept as files: a sentence, a document and what is to be said of it. A game master could read them."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules.kernel.documents import parse_json

HERE = Path(__file__).parent


def files(game: str) -> list[Path]:
    """The cases of a game, by name."""
    return sorted((HERE / game.replace("-", "_") / "cases").glob("*.json"))


def case(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = parse_json(file.read_text(encoding="utf-8"))
    return found


def assess(text: str) -> tuple[list[dict[str, Any]], int]:
    """What the command line answers to documents on standard input, and its exit status."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        with pytest.raises(SystemExit) as ended:
            call_command("assess", "-", stdout=out, stderr=err)
    assert err.getvalue() == ""
    return [json.loads(line) for line in out.getvalue().splitlines()], int(str(ended.value.code))
