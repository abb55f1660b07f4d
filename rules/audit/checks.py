"""What `manage.py check` asks of the rules of each game: that the books load and every name leads somewhere.

Each question is a function that yields check messages; a message names the line to fix.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from traceback import extract_tb
from typing import Any

from django.apps import AppConfig
from django.core import checks

from rules import systems
from rules.audit import dry_run
from rules.audit.dangling_refs import entries_of, lost_grants, lost_picks
from rules.audit.figure_choices import builds, sheets
from rules.audit.source_names import Named, cites, names, places_of, purchase_rules
from rules.kernel import Cite, Rulebook, RuleError, Sheet
from rules.kernel.documents import MAPPINGS
from rules.kernel.pages import Game, Step
from rules.kernel.purchases import purchases_of

Message = checks.CheckMessage


def check_rules(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[Message]:
    """The system check: every game that is installed, when all apps or this one are checked."""
    if app_configs is not None and not any(app.name == "rules" for app in app_configs):
        return []
    return [message for key in systems.PACKAGES for message in audit_key(key)]


def audit_key(key: str) -> list[Message]:
    """Load a game and audit it; of one that is not whole yet, only its book."""
    try:
        system = systems.load(key)
    except Exception as fault:  # whatever its modules raise
        hint = f"Fix it in rules/systems/{systems.PACKAGES[key]}/; docs/adding-a-game.md says what goes where."
        return [checks.Error(f"The game cannot be loaded. {_said(fault)}", hint=hint, obj=key, id="rules.E001")]
    missing = systems.lacking(system)
    if not missing:
        return audit(system)
    files = ", ".join(dict.fromkeys(systems.PARTS[part] for part in missing))
    hint = f"Set them on the Game in {files}; docs/adding-a-game.md shows each."
    return [
        checks.Error(f"The game has no {', no '.join(missing)}.", hint=hint, obj=key, id="rules.E001"),
        *_asked(system, (book_loads,)),
    ]


def audit(system: Game) -> list[Message]:
    """Every question asked of one game with a sound book, until the rules break over one of them."""
    return _asked(system, (book_loads,)) or _asked(system, QUESTIONS)


def _asked(system: Game, questions: Iterable["Question"]) -> list[Message]:
    samples, found = Samples(system), list[Message]()
    try:
        for question in questions:
            found += question(samples)
    except Exception as fault:  # rules are code: they may raise anything
        found.append(_broken(system, fault))
    return found


def _broken(system: Game, fault: Exception) -> Message:
    file, line = _file_of(system.folder, str(fault)) if isinstance(fault, RuleError) else "", _line_of(system, fault)
    if file:
        hint = f"Fix that row of {file}."
    elif line:
        hint = f"Fix {line}, or what it reads."
    else:
        hint = f"Fix the rule, or its row in {system.folder.name}/*.toml."
    return checks.Error(_said(fault), hint=hint, obj=system.key, id="rules.E002")


def _said(fault: Exception) -> str:
    return str(fault) if isinstance(fault, RuleError) else f"{type(fault).__name__}: {fault}"


def _line_of(system: Game, fault: Exception) -> str:
    """The last line of the game's own folder on the way to a fault, or ""."""
    way = [frame for frame in extract_tb(fault.__traceback__) if Path(frame.filename).parent == system.folder]
    return f"{way[-1].filename}:{way[-1].lineno}" if way else ""


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

    def __init__(self, system: Game) -> None:
        self.system = system

    @property
    def rulebook(self) -> Rulebook:
        return self.system.rulebook

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        return sheets(self.system, self.rulebook)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(chain.from_iterable(map(self.system.steps, self.sheets)))

    @cached_property
    def figures(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(sheet.figures for sheet in self.sheets))


def book_loads(samples: Samples) -> Iterator[Message]:
    """The TOML can be read, and its cover is that of the game."""
    for said in dry_run.unfit_cover(samples.system):
        yield _told(samples, said, f"Fix [book] in {samples.system.folder.name}/book.toml.", "rules.E008")


def characters_can_be_read(samples: Samples) -> Iterator[Message]:
    """Nothing raises while a few characters are read; who decided nothing, or leaves it to chance, breaks no rule."""
    _ = samples.sheets
    for said in dry_run.broken_by_chance(samples.system, builds(samples.system, samples.rulebook)):
        yield _told(samples, said, "Fix the generator, or let the finding be a warning.", "rules.E009")


def grants_lead_somewhere(samples: Samples) -> Iterator[Message]:
    """What a grant offers has a rating: a score of the game, or a group that some entry belongs to."""
    for place, said in lost_grants(samples.rulebook, samples.system, samples.rulebook):
        yield _row(samples, place, said, "rules.E003")


def picks_are_known(samples: Samples) -> Iterator[Message]:
    """The key under which a grant's choice is kept is one that builds of this game have."""
    for place, said in lost_picks(samples.rulebook, samples.system, samples.rulebook):
        yield _row(samples, place, said, "rules.E004")


def cites_resolve(samples: Samples) -> Iterator[Message]:
    """Every cite points to a section of the book, on a page of it, and the ruling it names is one of the game's."""
    rulings, book = {ruling.key for ruling in samples.system.rulings}, f"{samples.system.folder.name}/book.toml"
    seen: set[Cite] = set()
    for place, cite in _cites(samples):
        if cite not in seen and not samples.rulebook.resolves(cite):
            hint = f"Fix the cite, or add the section to {book}."
            yield _told(samples, f"{place} cites {cite}, and there is no such place.", hint, "rules.E005")
        if cite not in seen and cite.ruling and cite.ruling not in rulings:
            hint = "Fix the cite, or add the ruling to rulings.py."
            yield _told(samples, f"{place} cites the ruling “{cite.ruling}”, and there is none.", hint, "rules.E005")
        seen.add(cite)


def _cites(samples: Samples) -> Iterator[tuple[str, Cite]]:
    """Every cite with words for what cites it."""
    yield from ((f"The entry {place}", entry.cite) for place, entry in entries_of(samples.rulebook))
    yield from ((f"The setting “{s.key}”", s.cite) for s in samples.system.settings.values())
    yield from ((f"The ruling “{r.key}”", r.cite) for r in samples.system.rulings)
    yield from ((f"The step “{step.key}”", step.cite) for step in samples.steps)
    yield from chain.from_iterable(map(_cites_of, samples.sheets))
    yield from cites(samples.system.folder)


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
    keys = samples.system.names(samples.rulebook)
    told: set[str] = set()
    for step in samples.steps:
        missing = [f"a budget “{key}”" for key in step.budgets if key not in budgets]
        missing += [f"a figure “{key}”" for key in step.figures if key not in samples.figures]
        for field in step.fields:
            if (budget := getattr(field, "budget", "")) and budget not in budgets:
                missing.append(f"a budget “{budget}”")
            mapping, _, key = field.path.partition(".")
            known = getattr(keys, mapping) if mapping in MAPPINGS else frozenset()
            if known is not None and key.split(".")[0] not in known:
                missing.append(f"a choice “{field.path}”")
        found = {f"The step “{step.key}” speaks of {what}, which this game does not have.": "" for what in missing}
        strays = (field.path for field in step.fields if not step.owns(field.path))
        found |= {
            f"The step “{step.key}” has a field {path}, which is not among its paths.": " Add the path."
            for path in strays
        }
        for said, hint in found.items():
            if said not in told:
                yield _told(samples, said, f"Fix the step.{hint}", "rules.E006")
            told.add(said)


def names_in_rules_exist(samples: Samples) -> Iterator[Message]:
    """`c["name"]` in the modules of a game names a figure, `c.setting("name")` a setting, what points buy a budget."""
    budgets = frozenset(chain.from_iterable(sheet.budgets for sheet in samples.sheets))
    known = {"figure": samples.figures, "setting": samples.system.house_settings.keys(), "budget": budgets | {""}}
    told = dict.fromkeys(one for one in names(samples.system.folder) if one.name not in known[one.what])
    written = {one.name for one in told if one.what == "budget"}
    for name in sorted(_budgets_of(samples) - budgets - written):
        places = places_of(samples.system.folder, name)
        told[Named("budget", name, next(places, f"A rule in {samples.system.folder}"))] = None
    for what, name, place in told:
        others = ", ".join(sorted(known[what] - {""}))
        hint = f"Fix the name, or write the rule for it. Known: {others[:300]}."
        yield _told(samples, f"{place} asks for the {what} “{name}”, and there is none.", hint, "rules.E007")


def _budgets_of(samples: Samples) -> set[str]:
    """The budgets of everything that a sample could buy or a module declares, and of what the ledger does."""
    bought = {one.rule.budget for sheet in samples.sheets for one in purchases_of(sheet.reading)}
    bought |= {rule.budget for rule in purchase_rules(samples.system.folder)}
    return bought | {kind.budget for kind in samples.system.ledger_kinds.values() if kind.budget}


def pages_can_be_drawn(samples: Samples) -> Iterator[Message]:
    """Nothing raises while pages and the printed sheet are made; what they show and point to is there."""
    keys, told = samples.system.names(samples.rulebook), dict[str, None]()
    for sheet in samples.sheets:
        dry_run.draw(sheet)
        told |= dict.fromkeys(chain(dry_run.lost_figures(sheet), dry_run.lost_paths(sheet, keys)))
    for said in told:
        yield _told(samples, said, "Fix the name there, or the rule that should make it.", "rules.E010")


def settings_fit(samples: Samples) -> Iterator[Message]:
    """Defaults are among what is allowed, choices have words, rulings name settings there are."""
    for said in dry_run.unfit_settings(samples.system):
        yield _told(samples, said, f"Fix it in {samples.system.folder.name}/rulings.py.", "rules.E011")


def it_can_be_printed(samples: Samples) -> Iterator[Message]:
    """The printed sheet lists its blocks."""
    if not any(samples.system.layout(sheet).front for sheet in samples.sheets):
        yield _told(samples, "Its printed sheet is empty.", "List blocks in the layout’s front.", "rules.E012")


def _told(samples: Samples, said: str, hint: str, code: str) -> Message:
    return checks.Error(said, hint=hint, obj=samples.system.key, id=code)


def _row(samples: Samples, place: str, said: str, code: str) -> Message:
    file = _file_of(samples.system.folder, f"core.{place}")
    return checks.Error(f"{place} {said}.", hint=f"Fix that row of {file}.", obj=samples.system.key, id=code)


Question = Callable[[Samples], Iterable[Message]]
QUESTIONS: tuple[Question, ...] = (
    grants_lead_somewhere,
    picks_are_known,
    characters_can_be_read,
    cites_resolve,
    names_in_steps_exist,
    names_in_rules_exist,
    settings_fit,
    pages_can_be_drawn,
    it_can_be_printed,
)
