"""What the modules of a game name in so many words: figures, settings, budgets, passages; each with its line."""

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from rules.kernel import Cite, PurchaseRule

BUDGETS = {"PurchaseRule": 0, "common_kinds": 0, "LedgerKind": 4, "spent": 1, "received": 1, "paid_out": 1}
"""What is given the key of a budget, and in which place if not as `budget`."""


class Named(NamedTuple):
    """What is asked for by which name, and where that is written: "file:line"."""

    what: str
    name: str
    place: str


def names(folder: Path) -> Iterator[Named]:
    """Constant names asked of a reading, and constant keys of budgets."""
    for file, node in _nodes(folder):
        place = f"{file}:{getattr(node, 'lineno', 0)}"
        match node:
            case ast.Subscript(value=ast.Name(id="c"), slice=ast.Constant(value=str(name))):
                yield Named("figure", name, place)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="c"), attr="figure" | "setting" | "number" as what),
                args=[ast.Constant(value=str(name))],
            ):
                yield Named("figure" if what == "figure" else "setting", name, place)
            case ast.Call(func=ast.Name(id=function)) if function in BUDGETS:
                given = [one.value for one in node.keywords if one.arg == "budget"]
                for argument in given or node.args[BUDGETS[function] :][:1]:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield Named("budget", argument.value, f"{file}:{argument.lineno}")


def places_of(folder: Path, text: str) -> Iterator[str]:
    """Wherever a module says this word for word."""
    for file, node in _nodes(folder):
        if isinstance(node, ast.Constant) and node.value == text:
            yield f"{file}:{node.lineno}"


def cites(folder: Path) -> Iterator[tuple[str, Cite]]:
    """Every passage that a module cites by constants, also for what is hardly ever seen; with where it does."""
    loaded = _modules(folder)
    for file, node in _nodes(folder):
        cite: Callable[..., Cite] | None = getattr(loaded.get(file), "cite", None)
        if cite and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cite":
            keywords = {one.arg or "": one.value for one in node.keywords}
            if all(isinstance(one, ast.Constant) for one in (*node.args, *keywords.values())):
                given = (ast.literal_eval(one) for one in node.args)
                named = {key: ast.literal_eval(one) for key, one in keywords.items()}
                yield f"{file}:{node.lineno}", cite(*given, **named)


def purchase_rules(folder: Path) -> Iterator[PurchaseRule]:
    """What the modules declare of purchases, also where no sample has such a line."""
    for module in _modules(folder).values():
        yield from (value for value in vars(module).values() if isinstance(value, PurchaseRule))


def _modules(folder: Path) -> dict[Path, ModuleType]:
    """The modules of a game that are loaded, by their files."""
    files = {Path(file): module for module in [*sys.modules.values()] if (file := getattr(module, "__file__", None))}
    return {file: module for file, module in files.items() if file.parent == folder}


def _nodes(folder: Path) -> Iterator[tuple[Path, ast.AST]]:
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            yield file, node
