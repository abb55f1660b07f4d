"""Two games written by `docs/adding-a-game.md`, one with all that the guide begins and one that leaves out whatever it
may, in a copy of the house: they pass what is asked of every game."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.startgame import begin_game

ROOT = Path(__file__).parents[2]
COPIED = {"config", "docs", "rules", "tests"}
LEFT = shutil.ignore_patterns("__pycache__", "browser")
WITH, WITHOUT = "night-market", "bare-lantern"
CREATION = """from collections.abc import Iterable

from rules.kernel import Choice, Origin, Reading, Term
from rules.systems.bare_lantern.entries import Calling
from rules.systems.bare_lantern.game import cite, game

game.chooses(Choice("calling", Calling, cite("1", 1)))


@game.figure("might", "Might", cite("1", 1))
def might(c: Reading) -> Iterable[Term]:
    found = c.chosen(Calling, "calling")
    if found:
        yield Term(found.strength, found.name, found.cite, Origin.GRANTED, path="picks.calling")
"""
GENERATE = """from rules.kernel.choices import choose_at_random
from rules.systems.bare_lantern.game import game

game.random = lambda document, rng, rulebook, table: choose_at_random(game, document, rng, rulebook)
"""
STEPS = """from rules.kernel import KnownKeys
from rules.kernel.pages import Step, Story, pick
from rules.systems.bare_lantern.entries import Calling
from rules.systems.bare_lantern.game import cite, game

game.names = lambda rulebook: KnownKeys(picks=frozenset({"calling"}))
game.story = Story("Who they are.", cite("1", 1), {})
game.steps = lambda sheet: (
    Step(
        "calling", "Calling", "Choose a calling.", cite("1", 1),
        lambda: (pick(sheet, "picks.calling", "Calling", Calling),), paths=("picks.calling",),
    ),
)
"""
BARE = {"creation.py": CREATION, "generate.py": GENERATE, "steps.py": STEPS}
"""The modules of a game without points, purchases, ledger, settings and rulings."""
SCORES = {WITH: {"might": 4}, WITHOUT: {}}
PRINTED = """[calling]
miller = "page 2, strength 1"
smith = "page 2, strength 2"
"""
TABLES = """[card]
"loads" = "1 9 / 2 5"

[cite]
"1" = "1 / 2"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what knows the games, with both of them; the rest as it is."""
    for place in ROOT.iterdir():
        if place.name in COPIED:
            shutil.copytree(place, tmp_path / place.name, ignore=LEFT)
        elif place.name == "pyproject.toml" or (place.is_dir() and place.name[0] != "." and place.name != "var"):
            (tmp_path / place.name).symlink_to(place)
    for key, name in ((WITH, "Night Market"), (WITHOUT, "Bare Lantern")):
        begin_game(key, name, tmp_path)
        _in_part_2_and_3(tmp_path, key, name)
    bare = tmp_path / "rules" / "systems" / "bare_lantern"
    for name in ("purchases.py", "rulings.py"):
        (bare / name).unlink()
    for name, text in BARE.items():
        (bare / name).write_text(text)
    return tmp_path


def _in_part_2_and_3(root: Path, key: str, name: str) -> None:
    """The line in PACKAGES, and the tests that every game has."""
    package = key.replace("-", "_")
    _replace(root / "rules/systems/__init__.py", "PACKAGES = {", f'PACKAGES = {{\n    "{key}": "{package}",')
    free = f'FREE: dict[str, dict[str, str]] = {{\n    "{key}": {{r"picks\\.calling": "nobody says that it stays"}},'
    _replace(root / "tests/by_game.py", "FREE: dict[str, dict[str, str]] = {", free)
    tests = root / "tests" / "rules" / package
    (tests / "cases").mkdir(parents=True)
    (tests / "printed.toml").write_text(PRINTED)
    (tests / "tables.toml").write_text(TABLES)
    unknown = {
        "code": "calling-unknown", "level": "error", "at": "picks.calling", "cite": f"{name}, ch. 1, p. 1",
    }  # fmt: skip
    for place, calling in enumerate(["miller", "smith"] * 3 + ["baker", "cook", "tinker", "thief", "monk", "king"]):
        told = {
            "sentence": f"Number {place} is a {calling}.",
            "document": {
                "format": "dramatis/1", "system": key, "name": f"{calling} {place}",
                "build": {"picks": {"calling": calling}, "scores": SCORES[key]},
            },
            "expected": {
                "legal": place < 6, "findings": [unknown] * (place >= 6), "figures": {}, "budgets": {},
            },
        }  # fmt: skip
        (tests / "cases" / f"case-{place}.json").write_text(json.dumps(told))


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_games_written_by_the_guide_pass_what_is_asked_of_every_game(house: Path) -> None:
    asked = [place.relative_to(house) for place in sorted((house / "tests/rules").glob("test_*.py"))]
    asked += [Path("tests/rules/catalogue/test_command_lines.py"), Path("tests/rules/catalogue/test_loading.py")]
    named = " or ".join(word for key in (WITH, WITHOUT) for word in (key, key.replace("-", "_")))
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly", "-k", named, *map(str, asked)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(run, cwd=house, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr
