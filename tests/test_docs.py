"""The documentation stays true: what it names in backticks is there, and what must be named is named."""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from config.environment import Environment
from rules import systems
from rules.kernel import PlayFacts, Setting, System
from rules.kernel.pages import Game

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ROOMS = ("config", "rules", "spells", "campaigns", "characters", "templates", "static", "tests", "benchmarks")
PACKAGES = ("config", "rules", "spells", "campaigns", "characters", "tests", "benchmarks")
WRITTEN = {".py", ".html", ".css", ".js", ".toml"}
MADE = ("var/", "secrets/", ".venv/", "requirements")
"""What a fresh copy may not have yet, and what is too long to search for names."""

FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FILE = re.compile(r"[\w<>./*-]*\w\.(?:py|toml|md|html|css|js|csv|json|yml|txt|svg|ttf)|[\w<>.-]+(?:/[\w<>.-]+)*/")
NAME = re.compile(r"@?[A-Za-z_][\w-]*(?:\.[A-Za-z_]\w*)*(?:\(\))?")
VARIABLE = re.compile(r"[A-Z][A-Z_]*[A-Z]")


# What the project has


@cache
def source() -> str:
    """Everything written here, in one text; vendored files are not ours."""
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*")) if file.suffix in WRITTEN]
    ours = [file for file in files if "vendor" not in file.parts and file != Path(__file__)]
    ours += [ROOT / name for name in ("Makefile", "Dockerfile", "docker-compose.yml", "pyproject.toml", "manage.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in ours)


@cache
def words() -> frozenset[str]:
    """Every word of the source, with hyphens and without."""
    return frozenset(re.findall(r"[A-Za-z_]\w*", source())) | frozenset(re.findall(r"\w+(?:-\w+)+", source()))


@cache
def targets() -> frozenset[str]:
    return frozenset(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@cache
def variables() -> frozenset[str]:
    """What the outside may set: `config.environment`, and what programs that run before it look up."""
    looked_up = re.findall(r"""(?:environ\.get\(|environ\[)"([A-Z_]+)\"""", source())
    compose = re.findall(r"\$\{([A-Z_]+)", (ROOT / "docker-compose.yml").read_text())
    make = re.findall(r"^([A-Z]+) \?=", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return frozenset(map(str.upper, Environment.model_fields)) | {*looked_up, *compose, *make}


# What a page says


def code(text: str) -> tuple[list[str], list[str]]:
    """Lines of code blocks, and pieces in backticks outside them."""
    lines = [line.strip() for block in FENCED.findall(text) for line in block.splitlines()]
    return lines, SPAN.findall(FENCED.sub("", text))


def untruths(text: str, page: Path = ROOT / "README.md") -> list[str]:
    """What a page names that is not there, as sentences."""
    lines, spans = code(text)
    told = [f"there is no command “{said}”" for piece in (*lines, *spans) for said in strange_commands(piece)]
    told += [f"there is no “{span}”" for span in spans if " " not in span and not exists(span)]
    return told + [f"“{link}” leads nowhere" for link in LINK.findall(FENCED.sub("", text)) if not leads(page, link)]


def strange_commands(piece: str) -> Iterator[str]:
    for target in re.findall(r"(?:^|=\d+ )make (?!itself)([a-z]+)", piece):
        if target not in targets():
            yield f"make {target}"
    for command in re.findall(r"manage\.py ([a-z_]+)", piece):
        if command not in get_commands():
            yield f"manage.py {command}"
    for module in re.findall(r"python -m ([\w.]+)", piece):
        if not found(module):
            yield f"python -m {module}"
    for file in re.findall(r"(?:pytest|--ignore) (tests/\S+)", piece):
        if not (ROOT / file).exists():
            yield f"pytest {file}"


def exists(span: str) -> bool:
    """Whether a single piece in backticks is a file, a module, or a word of the source."""
    if span.startswith(MADE) or (ROOT / span.lstrip("/")).is_file():
        return True
    if VARIABLE.fullmatch(span) and span in variables():
        return True
    if span.startswith("/"):
        return is_address(span)
    if FILE.fullmatch(span):
        pattern = re.sub(r"<\w+>", "*", span).rstrip("/")
        return any(ROOT.glob(pattern)) or any(next((ROOT / room).rglob(pattern), None) for room in ROOMS)
    if "/" in span and span.split("/")[0] in ROOMS:
        return any(ROOT.glob(re.sub(r"<\w+>", "*", span)))
    if NAME.fullmatch(span):
        parts = span.removeprefix("@").removesuffix("()").split(".")
        return resolves(parts) if parts[0] in PACKAGES and len(parts) > 1 else words().issuperset(parts)
    return span in source() or not re.search(r"[a-z]{3}", span) or not re.fullmatch(r"[\w.:/@-]+", span)


def is_address(path: str) -> bool:
    """Whether the site answers at an address."""
    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def resolves(parts: list[str]) -> bool:
    """Whether a dotted name of ours leads to a module or to something in one."""
    for length in range(len(parts), 0, -1):
        if found(".".join(parts[:length])):
            here: Any = import_module(".".join(parts[:length]))
            for part in parts[length:]:
                if not hasattr(here, part):
                    return part in getattr(here, "__annotations__", {})
                here = getattr(here, part)
            return True
    return False


def found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def leads(page: Path, link: str) -> bool:
    """Whether a link within these pages has a target; addresses elsewhere are believed."""
    if re.match(r"[a-z]+:", link):
        return True
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists() or not anchor:
        return target.exists()
    titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return anchor in {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def rows(text: str) -> list[list[str]]:
    """Cells of every table's rows that begin with a name in backticks."""
    table = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]


def said(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def setting_row(system: System, setting: Setting) -> list[str]:
    bounds = f"{setting.low} to {setting.high}" if type(setting.default) is int else "yes, no"
    rulings = [ruling.key for ruling in system.rulings if setting.key in ruling.settings]
    return [
        f"`{setting.key}`",
        setting.label,
        said(setting.default),
        ", ".join(setting.choices) or bounds,
        ", ".join(rulings),
    ]


# The tests


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    assert untruths(page.read_text(encoding="utf-8"), page) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("`make haste`", ["there is no command “make haste”"]),
        ("```\nPORT=1 make haste\n```", ["there is no command “make haste”"]),
        ("`manage.py fly`", ["there is no command “manage.py fly”"]),
        ("`python -m config.nowhere`", ["there is no command “python -m config.nowhere”"]),
        ("```\npytest tests/none\n```", ["there is no command “pytest tests/none”"]),
        ("`NOT_A_VARIABLE`", ["there is no “NOT_A_VARIABLE”"]),
        ("`rules/nowhere.py`", ["there is no “rules/nowhere.py”"]),
        ("`rules/nowhere/`", ["there is no “rules/nowhere/”"]),
        ("`rules/nowhere`", ["there is no “rules/nowhere”"]),
        ("`rules.kernel.nothing`", ["there is no “rules.kernel.nothing”"]),
        ("`Step.unheard_of`", ["there is no “Step.unheard_of”"]),
        ("`/nowhere/at/all/`", ["there is no “/nowhere/at/all/”"]),
        ("`an-unheard-of-key`", ["there is no “an-unheard-of-key”"]),
        ("`picks.unheard-of.path`", ["there is no “picks.unheard-of.path”"]),
        ("[x](docs/none.md)", ["“docs/none.md” leads nowhere"]),
        ("[x](docs/decisions.md#none)", ["“docs/decisions.md#none” leads nowhere"]),
        ("`make run`, `rules/kernel`, `rules.kernel.documents.apply`, `Step.made`, `game.py`, `PORT`", []),
    ],
)
def test_a_page_that_names_what_is_not_there_is_caught(text: str, told: list[str]) -> None:
    assert untruths(text) == told


def test_what_a_page_says_is_in_a_folder_is_there() -> None:
    """In a table, names before a folder: “`RosterRow` and `as_lines` (the CSV) in `campaigns/tables/`”."""
    told = [
        (name, folder)
        for page in PAGES
        for row in re.findall(r"^\|.*\|$", page.read_text(encoding="utf-8"), re.MULTILINE)
        for cell in row.split("|")
        for names, folder in re.findall(r"((?:`\w+`[^`|;]*?)+) in `([\w/]+/)`", cell)
        for name in SPAN.findall(names)
    ]
    assert ("as_lines", "campaigns/tables/") in told
    for name, folder in told:
        sources = (file.read_text(encoding="utf-8") for file in (ROOT / folder).rglob("*") if file.suffix in WRITTEN)
        assert any(re.search(rf"\b{name}\b", text) for text in sources), f"no {name} in {folder}"


def test_every_environment_variable_has_its_row_and_every_row_its_variable() -> None:
    page = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")
    assert sorted(row[0].strip("`") for row in rows(page)) == sorted(map(str.upper, Environment.model_fields))


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_every_setting_and_ruling_of_a_game_has_its_row(key: str) -> None:
    system = systems.get(key)
    file = ROOT / "docs" / "games" / f"{key}.md"
    page = file.read_text(encoding="utf-8") if file.exists() else ""
    settings = [setting_row(system, setting) for setting in system.settings.values()]
    rulings = [[f"`{r.key}`", r.title, r.text, r.cite.place] for r in system.rulings]
    expected = settings + rulings
    assert rows(page) == expected, "\n".join(f"| {' | '.join(row)} |" for row in expected)


def test_the_guide_to_a_game_names_all_that_marks_mean_and_what_goes_on_under_another_name() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    named = ["Check.instead", "Tracker.was", "LedgerKind.marks", *(field.name for field in fields(PlayFacts))]
    assert [name for name in named if f"`{name}`" not in page] == []


def test_the_guide_to_a_game_names_all_that_the_rules_and_pages_ask_of_one() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    hooks = [name for one in (System, Game) for name in one.__annotations__]
    assert [name for name in hooks if f"`{name}`" not in page and f"game.{name} = " not in page] == []


def test_every_page_can_be_reached_from_the_first() -> None:
    reached, waiting = set(), [PAGES[0]]
    while waiting:
        page = waiting.pop()
        if page.is_dir():
            waiting += sorted(page.glob("*.md"))
        elif page not in reached and page.suffix == ".md":
            reached.add(page)
            links = [link.partition("#")[0] for link in LINK.findall(page.read_text(encoding="utf-8"))]
            waiting += [(page.parent / link).resolve() for link in links if link and ":" not in link]
    assert sorted(reached) == sorted(PAGES)


def test_the_first_page_fits_a_screen() -> None:
    assert len(PAGES[0].read_text(encoding="utf-8").splitlines()) <= 45


def test_every_command_of_the_makefile_is_told_of() -> None:
    told = "\n".join(piece for page in PAGES for part in code(page.read_text(encoding="utf-8")) for piece in part)
    assert [name for name in sorted(targets() - {"help"}) if f"make {name}" not in told] == []


def test_no_page_knows_a_machine_or_a_registry() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    hosts = set(re.findall(r"https?://([\w.-]+)", text))
    assert hosts <= {"localhost"}
    assert re.findall(r"(?<![\w.])/(?:work|home|root|tmp|usr|opt|var)/\S*", text) == []
