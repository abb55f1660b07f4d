"""The rules stand alone: no Django, and nobody reaches upwards."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rules

RULES = Path(rules.__file__).parent
STANDARD = sys.stdlib_module_names
BLOCKED = """
import sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "psycopg", "celery", "weasyprint"}:
            raise ImportError(f"{name} is out of bounds")

sys.meta_path.insert(0, Wall())
try:
    import django
except ImportError:
    import rules.kernel, rules.dice, rules.systems, rules.systems.hprpg
    sheet = rules.systems.get("hprpg").read(rules.kernel.Build.parse({}))
    print(sheet.legal, sheet["charm"])
"""


def imported(file: Path) -> set[str]:
    """The modules a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            found.add(node.module or "")
    return found


def strangers(folder: str, *allowed: str) -> dict[str, list[str]]:
    """What the files of a folder import besides the standard library and what they may."""
    found = {}
    files = sorted((RULES / folder).rglob("*.py"))
    assert files
    for file in files:
        wrong = sorted(
            name
            for name in imported(file)
            if name.split(".")[0] not in STANDARD
            and not any(name == known or name.startswith(f"{known}.") for known in allowed)
        )
        if wrong:
            found[str(file.relative_to(RULES))] = wrong
    return found


def test_the_rules_work_where_django_cannot_be_imported() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], cwd=RULES.parent, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("True 1\n", "", 0)


def test_the_kernel_imports_itself_and_the_standard_library() -> None:
    assert strangers("kernel", "rules.kernel") == {}


def test_dice_import_dice_and_the_kernel() -> None:
    assert strangers("dice", "rules.dice", "rules.kernel") == {}


@pytest.mark.parametrize("game", sorted(p.parent.name for p in (RULES / "systems").glob("*/__init__.py")))
def test_a_game_imports_dice_kernel_and_itself(game: str) -> None:
    assert strangers(f"systems/{game}", f"rules.systems.{game}", "rules.dice", "rules.kernel") == {}
