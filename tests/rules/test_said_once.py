"""No number of a rule is written twice: what two places compare with has a name."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules import systems

BOUNDING = {"min", "max", "range", "Cap"}
DRAWN = "heraldry.py"
"""The pictures of a game: their numbers are places on paper, and no rule's."""
SMALL = 2
"""None, one and two are said everywhere, and mean themselves."""


def bounds(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Each number that something is compared with or bounded by, and its line."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BOUNDING:
            parts = node.args
        for part in parts:
            inner = part.operand if isinstance(part, ast.UnaryOp) else part
            if isinstance(inner, ast.Constant) and type(inner.value) is int and inner.value > SMALL:
                yield inner.value, part.lineno


@pytest.mark.parametrize("package", systems.PACKAGES.values())
def test_a_bound_that_two_places_have_has_a_name(package: str) -> None:
    found: dict[int, set[str]] = defaultdict(set)
    modules = sorted(Path(systems.__path__[0], package).glob("*.py"))
    for module in modules:
        if module.name == DRAWN:
            continue
        for number, line in bounds(ast.parse(module.read_text(encoding="utf-8"))):
            found[number].add(f"{module.name}:{line}")
    assert {number: places for number, places in found.items() if len(places) > 1} == {}


def test_what_is_passed_over_is_there() -> None:
    assert any(Path(systems.__path__[0]).glob(f"*/{DRAWN}"))


def test_a_number_said_twice_is_found() -> None:
    code = "if dots > 7: pass\nlevel = min(7, dots)\nTOP = 7\nsmall = dots > 1"
    assert list(bounds(ast.parse(code))) == [(7, 1), (7, 2)]
