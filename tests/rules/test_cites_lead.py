"""Every place that a rule cites is in its book, those too that only an answer or a roll brings."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import systems
from rules.kernel import Cite
from rules.kernel.pages import Game

LAST = 10**6
"""The page of a cite that writes none: no section starts after it."""


def written(tree: ast.AST) -> Iterator[tuple[int, str, int]]:
    """The line, section and page of each `cite(…)` whose section is written there and not worked out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cite":
            section, page = (*(part.value if isinstance(part, ast.Constant) else None for part in node.args), None)[:2]
            if isinstance(section, str):
                yield node.lineno, section, page if isinstance(page, int) else LAST


def lost(game: Game, tree: ast.AST) -> list[str]:
    """The cites that lead nowhere, each with its line."""
    places = ((line, Cite(game.short, section, page)) for line, section, page in written(tree))
    return [f"{line}: {place.section}" for line, place in places if not game.rulebook.resolves(place)]


@pytest.mark.parametrize(("key", "package"), systems.PACKAGES.items())
def test_every_cite_in_the_code_leads_somewhere(key: str, package: str) -> None:
    game, seen = systems.get(key), 0
    for module in sorted(Path(systems.__path__[0], package).glob("*.py")):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        seen += len(list(written(tree)))
        assert lost(game, tree) == [], module.name
    assert seen


def test_a_cite_of_nowhere_is_found() -> None:
    tree = ast.parse('a = cite("Rolls")\nb = cite("Roll")\nc = cite(where)\nd = cite("Rolls", key)')
    assert lost(systems.get("forge"), tree) == ["2: Roll"]
