"""What `manage.py check` asks of the rules of each game: that the books load and every name leads somewhere.

Each question is a function that yields check messages; a message names the line to mend.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.core import checks

from rules import systems
from rules.kernel import MAPPINGS, Cite, RuleError, Sheet, Step, System
from rules.leads import entries_of, lost_grants, lost_picks
from rules.numbers import sheets

Message = checks.CheckMessage


def check_rules(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[Message]:
    """The system check: every game that is installed, when all apps or this one are checked."""
    if app_configs is not None and not any(app.name == "rules" for app in app_configs):
        return []
    return [message for key in systems.PACKAGES for message in audit_key(key)]


def audit_key(key: str) -> list[Message]:
    """Load a game and audit it."""
    try:
        return audit(systems.get(key))
    except RuleError as fault:
        hint = "Set what is missing on the game's System; rules/systems/__init__.py lists the parts."
        return [checks.Error(str(fault), hint=hint, obj=key, id="rules.E001")]


def audit(system: System) -> list[Message]:
    """Every question asked of one game; only the first where its book does not load."""
    try:
        system.rulebook  # noqa: B018  # loads the TOML
        samples = Samples(system)
        samples.sheets  # noqa: B018  # reads every sample
    except RuleError as fault:
        return [_broken(system, fault)]
    return [message for question in QUESTIONS for message in question(samples)]


def _broken(system: System, fault: RuleError) -> Message:
    file = _file_of(system.folder, str(fault))
    if file:
        hint = f"Mend that row of {file}."
    else:
        hint = f"Mend the rule, or its row in {system.folder.name}/*.toml."
    return checks.Error(str(fault), hint=hint, obj=system.key, id="rules.E002")


def _file_of(folder: Path, fault: str) -> str:
    """The TOML file a fault such as `core.spell.lumos: …` or `spells.toml: …` speaks of, or ""."""
    place = fault.split(":")[0]
    if place.endswith(".toml"):
        return str(folder / place)
    kind = place.split(".")[1] if "." in place else place
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        if f"[[{kind}]]" in text or f"[{kind}]" in text:
            return str(path)
    return ""


class Samples:
    """A game with a few characters of it: the empty one and some at random, in creation and advancement."""

    def __init__(self, system: System) -> None:
        self.system, self.rulebook = system, system.rulebook

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        return sheets(self.system, self.rulebook)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(chain.from_iterable(map(self.system.steps, self.sheets)))

    @cached_property
    def figures(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(sheet.figures for sheet in self.sheets))


def grants_lead_somewhere(samples: Samples) -> Iterator[Message]:
    """What a grant offers has a rating: a score of the game, or a group that some entry belongs to."""
    for place, said in lost_grants(samples.rulebook, samples.system, samples.rulebook):
        yield _row(samples, place, said, "rules.E003")


def picks_are_known(samples: Samples) -> Iterator[Message]:
    """The key under which a grant's choice is kept is one that builds of this game have."""
    for place, said in lost_picks(samples.rulebook, samples.system, samples.rulebook):
        yield _row(samples, place, said, "rules.E004")


def cites_resolve(samples: Samples) -> Iterator[Message]:
    """Every cite that a player may see points to a section of the book, on a page of it."""
    seen: set[Cite] = set()
    for place, cite in _cites(samples):
        if cite not in seen and not samples.rulebook.resolves(cite):
            yield checks.Error(
                f"{place} cites {cite}, and there is no such place.",
                hint=f"Mend the cite, or add the section to {samples.system.folder.name}/book.toml.",
                obj=samples.system.key,
                id="rules.E005",
            )
        seen.add(cite)


def _cites(samples: Samples) -> Iterator[tuple[str, Cite]]:
    """Every cite with words for what cites it."""
    yield from ((f"The entry {place}", entry.cite) for place, entry in entries_of(samples.rulebook))
    yield from ((f"The setting “{s.key}”", s.cite) for s in samples.system.settings.values())
    yield from ((f"The ruling “{r.key}”", r.cite) for r in samples.system.rulings)
    yield from ((f"The step “{step.key}”", step.cite) for step in samples.steps)
    yield from chain.from_iterable(map(_cites_of, samples.sheets))


def _cites_of(sheet: Sheet) -> Iterator[tuple[str, Cite]]:
    sides = [side for budget in sheet.budgets.values() for side in (budget.allowed, budget.spent)]
    for figure in (*sheet.figures.values(), *sides, *(check.pool for check in sheet.checks)):
        yield f"The figure “{figure.key}”", figure.cite
        yield from ((f"“{term.label}” in “{figure.key}”", term.cite) for term in figure.terms)
    yield from ((f"The budget “{budget.key}”", budget.cite) for budget in sheet.budgets.values())
    yield from ((f"The finding “{finding.code}”", finding.cite) for finding in sheet.findings)
    yield from ((f"The check “{check.key}”", check.cite) for check in sheet.checks)
    yield from ((f"The tracker “{tracker.key}”", tracker.cite) for tracker in sheet.trackers)


def names_in_steps_exist(samples: Samples) -> Iterator[Message]:
    """Budgets and figures that a step says it moves exist for some build; its fields are paths of a build."""
    budgets = frozenset(chain.from_iterable(sheet.budgets for sheet in samples.sheets))
    names = samples.system.names(samples.rulebook)
    told: set[str] = set()
    for step in samples.steps:
        missing = [f"a budget “{key}”" for key in step.budgets if key not in budgets]
        missing += [f"a figure “{key}”" for key in step.figures if key not in samples.figures]
        for field in step.fields:
            mapping, _, key = field.path.partition(".")
            known = getattr(names, mapping) if mapping in MAPPINGS else frozenset()
            if known is not None and key.split(".")[0] not in known:
                missing.append(f"a choice “{field.path}”")
        for what in missing:
            said = f"The step “{step.key}” speaks of {what}, which this game does not have."
            if said not in told:
                yield checks.Error(said, hint="Mend the step.", obj=samples.system.key, id="rules.E006")
            told.add(said)


def names_in_rules_exist(samples: Samples) -> Iterator[Message]:
    """`c["name"]` in the modules of a game names a figure, `c.setting("name")` a setting."""
    known = {
        "figure": samples.figures,
        "setting": samples.system.settings.keys(),
        "number": samples.system.settings.keys(),
    }
    for file in sorted(samples.system.folder.glob("*.py")):
        for what, name, line in _names(ast.parse(file.read_bytes())):
            if name not in known[what]:
                names = ", ".join(sorted(known[what]))
                noun = "figure" if what == "figure" else "setting"
                yield checks.Error(
                    f"{file}:{line} asks for the {noun} “{name}”, and there is none.",
                    hint=f"Mend the name, or write the rule for it. Known: {names[:300]}.",
                    obj=samples.system.key,
                    id="rules.E007",
                )


def _names(tree: ast.AST) -> Iterator[tuple[str, str, int]]:
    """Constant names asked of a reading: (what is asked for, the name, the line)."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id="c"), slice=ast.Constant(value=str(name))):
                yield "figure", name, node.lineno
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="c"), attr="figure" | "setting" | "number" as what),
                args=[ast.Constant(value=str(name))],
            ):
                yield what, name, node.lineno


def _row(samples: Samples, place: str, said: str, code: str) -> Message:
    file = _file_of(samples.system.folder, f"core.{place}")
    return checks.Error(f"{place} {said}.", hint=f"Mend that row of {file}.", obj=samples.system.key, id=code)


QUESTIONS: tuple[Callable[[Samples], Iterable[Message]], ...] = (
    grants_lead_somewhere,
    picks_are_known,
    cites_resolve,
    names_in_steps_exist,
    names_in_rules_exist,
)
