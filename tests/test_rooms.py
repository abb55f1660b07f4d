"""The house stands on its floors: imports run downwards only, in no circle, and where everybody sees them.

What is not so yet stands in a list by name, and a list only gets shorter: a test fails where an entry is not needed.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rules.systems import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
FLOORS = (
    ("config",),
    (
        "campaigns",
        "campaigns.chronicle",
        "campaigns.demo",
        "campaigns.management",
        "campaigns.management.commands",
        "campaigns.models",
        "campaigns.news",
        "campaigns.party",
        "campaigns.review",
        "campaigns.tables",
        "campaigns.templatetags",
        "campaigns.views",
    ),
    (
        "characters",
        "characters.actions",
        "characters.builder",
        "characters.history",
        "characters.library",
        "characters.management",
        "characters.management.commands",
        "characters.models",
        "characters.printing",
        "characters.sheet",
        "characters.templatetags",
        "characters.views",
    ),
    ("spells", "spells.templatetags"),
    (
        "rules",
        "rules.audit",
        "rules.catalogue",
        "rules.homebrew",
        "rules.management",
        "rules.management.commands",
        "rules.templatetags",
    ),
    ("rules.systems", *(f"rules.systems.{package}" for package in PACKAGES.values())),
    ("rules.dice",),
    ("rules.kernel.pages",),
    ("rules.kernel",),
    ("rules.kernel.books", "rules.kernel.documents", "rules.kernel.rolls"),
    ("rules.kernel.basics",),
)
"""Every folder of ours on its floor, the highest first; those of one floor see each other, but in no circle."""
UP: frozenset[tuple[str, str]] = frozenset()
"""Imports that run upwards."""
LATE = frozenset({("config.web", "config.fair_queue"), ("config.web", "config.wsgi")})
"""Imports of ours in a function: whoever only looks after web processes does without Django."""


class Import(NamedTuple):
    """That one module of ours imports another; `late` is the function it does so in, "" for at once."""

    module: str
    target: str
    late: str = ""


@cache
def modules() -> Mapping[str, Path]:
    """Every module of ours by its name, migrations left out."""
    rooms = {floor[0].partition(".")[0] for floor in FLOORS}
    files = [file for room in rooms for file in (ROOT / room).rglob("*.py") if "migrations" not in file.parts]
    return {_name(file): file for file in files}


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _folder(module: str) -> str:
    return ".".join(modules()[module].relative_to(ROOT).parent.parts)


@cache
def imports() -> frozenset[Import]:
    """Who imports whom, also where only types are meant."""
    return frozenset(
        found for name, file in modules().items() for found in _of(name, ast.parse(file.read_text(encoding="utf-8")))
    )


def _of(module: str, node: ast.AST, function: str = "") -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        names: list[str] = []
        if isinstance(child, ast.Import):
            names = [alias.name for alias in child.names]
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"{module}: imports are absolute"
            whole = [f"{child.module}.{alias.name}" for alias in child.names]
            names = [name if name in modules() else child.module or "" for name in whole]
        yield from (Import(module, name, function) for name in names if name in modules() and name != module)
        inner = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _of(module, child, (function or getattr(child, "name", "lambda")) if inner else function)


def floor_of(module: str) -> int:
    """How far down a module is."""
    folder = _folder(module)
    found = [number for number, floor in enumerate(FLOORS) if folder in floor]
    assert found, f"{folder} has no floor yet: give it one in FLOORS"
    return found[0]


def circling(graph: Mapping[str, set[str]]) -> set[str]:
    """Those of a graph that reach themselves."""
    found = set()
    for start in graph:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            new = graph[waiting.pop()] - seen
            seen |= new
            waiting += new
        if start in seen:
            found.add(start)
    return found


def test_every_folder_has_its_floor() -> None:
    listed = [folder for floor in FLOORS for folder in floor]
    assert len(listed) == len(set(listed))
    assert set(listed) == {_folder(module) for module in modules()}
    others = {"tests", "benchmarks"}
    rooms = {file.parent.name for file in ROOT.glob("*/*.py")} - others
    assert rooms == {folder for folder in listed if "." not in folder}


def test_imports_run_downwards() -> None:
    assert {(i.module, i.target) for i in imports() if floor_of(i.module) > floor_of(i.target)} == UP


def test_no_import_of_ours_hides_in_a_function() -> None:
    """But for what an app does once all others are there, for which Django has a function."""
    late = {i for i in imports() if i.late and not (i.late == "ready" and i.module.endswith(".apps"))}
    assert {(i.module, i.target) for i in late} == LATE


def test_modules_import_each_other_in_no_circle() -> None:
    graph = {name: {i.target for i in imports() if i.module == name} for name in modules()}
    assert circling(graph) == set()


def test_packages_import_each_other_in_no_circle() -> None:
    """A package counts as one, a module beside packages for itself."""

    def unit(module: str) -> str:
        folder = _folder(module)
        return folder if "." in folder else module

    graph: dict[str, set[str]] = {unit(name): set() for name in modules()}
    for one in imports():
        if unit(one.module) != unit(one.target):
            graph[unit(one.module)].add(unit(one.target))
    assert circling(graph) == set()
