"""A game played through before anybody plays it: its pages are made, its paths followed, its cover and settings read.

Each answer is a sentence about what does not hold; what the rules raise meanwhile is for the caller to tell. It has a
note with the name of the page that cannot be drawn, which `page_of` gives back.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain

from rules.kernel import Build, Check, Entry, KnownKeys, Sheet, kind_of
from rules.kernel.documents import MAPPINGS
from rules.kernel.pages import Field, Game, Question, game_of

EXTREMES = ("", "0", "-1", "999999999999", "none", "\U0001f409")
"""What a form may be answered with besides what it offers."""


def _sheet(sheet: Sheet) -> None:
    game = game_of(sheet)
    with on("the sheet"):
        _rolled(sheet.checks)
        for shown in (game.panels, game.facts, game.one_liner):
            shown(sheet)
        _ = sheet.trackers, game.now(sheet, {}), game.vitals(sheet.live({}))


def _fight_card(sheet: Sheet) -> None:
    with on("the fight card"):
        game_of(sheet).fight(sheet.live({}))


def _builder(sheet: Sheet) -> None:
    with on("the builder"):
        _ = [step.fields for step in game_of(sheet).steps(sheet)]


def _odds(sheet: Sheet) -> None:
    with on("the page of odds"):
        _asked(game_of(sheet).ask(sheet, {}))


def _reference(sheet: Sheet) -> None:
    with on("the reference"):
        game_of(sheet).references(sheet.rulebook)


def _paper(sheet: Sheet) -> None:
    game = game_of(sheet)
    with on("the printed sheet"):
        _ = game.layout(sheet), game.lists(sheet)


PAGES = (_sheet, _fight_card, _builder, _odds, _reference, _paper)
"""Each makes all that one page, or the printed sheet, shows of a character."""


def draw(sheet: Sheet) -> None:
    """Make all of them."""
    for page in PAGES:
        page(sheet)


def point(sheet: Sheet, keys: Container[str], most: int = 30) -> None:
    """Ask for the odds of each of these wherever the page of odds offers it, of `most` in one place."""
    with on("the page of odds"):
        ask = game_of(sheet).ask
        for field in ask(sheet, {}).fields:
            named = [option.key for option in getattr(field, "options", ()) if option.key in keys]
            for key in named[:most]:
                _asked(ask(sheet, {field.path: key}))


def press(sheet: Sheet) -> None:
    """Ask for odds as nobody would."""
    with on("the page of odds"):
        ask = game_of(sheet).ask
        for answers in extremes(ask(sheet, {}).fields):
            _asked(ask(sheet, answers))


def show(sheet: Sheet, entry: Entry, *, pressed: bool = False) -> None:
    """Make all that pages show of one entry by itself: where it is a spell, what it is and how well it is cast.

    `pressed`, its desk is answered as nobody would.
    """
    game = game_of(sheet)
    if kind_of(type(entry)) != "spell":
        return
    with on("the spell list"):
        game.spell_facts(entry, sheet.rulebook)
        _rolled([game.casting(sheet, entry, {})])
    with on("the casting page"):
        usual = game.desk(sheet, entry, {})
        _asked(usual)
        for answers in extremes(usual.fields) if pressed else ():
            _asked(game.desk(sheet, entry, answers))


def extremes(fields: Sequence[Field]) -> Iterator[Mapping[str, str]]:
    """Answers to a form: the last of whatever each field offers, and the same nonsense in all of them."""
    yield {field.path: options[-1].key for field in fields if (options := getattr(field, "options", ()))}
    for answer in EXTREMES:
        yield {field.path: answer for field in fields}


def _asked(question: Question) -> None:
    _rolled([question.check, *(way.check for way in question.ways)])


def _rolled(checks: Iterable[Check]) -> None:
    for check in checks:
        if check.dice:
            check.dice.odds()


@contextmanager
def on(page: str) -> Iterator[None]:
    """Whatever is raised within is raised over this page."""
    try:
        yield
    except Exception as problem:
        problem.add_note(page)
        raise


def page_of(problem: Exception) -> str:
    """The page that could not be drawn."""
    return next(iter(getattr(problem, "__notes__", ())), "the sheet")


def lost_figures(sheet: Sheet) -> Iterator[str]:
    """Figures that a panel shows and the character does not have."""
    for panel in game_of(sheet).panels(sheet):
        for key in chain.from_iterable(group.figures for group in panel.groups):
            if key not in sheet.figures:
                yield f"The panel “{panel.key}” shows a figure “{key}”, which a character here does not have."


def lost_paths(sheet: Sheet, names: KnownKeys) -> Iterator[str]:
    """Paths of terms, findings, fixes and steps that are no choice of a build of this game."""
    for place, path in _paths(sheet):
        mapping, _, key = path.partition(".")
        known = getattr(names, mapping) if mapping in MAPPINGS else frozenset()
        if path and mapping != "settings" and known is not None and key.split(".")[0] not in known:
            yield f"{place} stands at “{path}”, which is no choice of this game."


def _paths(sheet: Sheet) -> Iterator[tuple[str, str]]:
    sides = [side for budget in sheet.budgets.values() for side in (budget.allowed, budget.spent)]
    for figure in (*sheet.figures.values(), *sides):
        yield from ((f"“{term.label}” in “{figure.key}”", term.path) for term in figure.terms)
    for finding in sheet.findings:
        yield f"The finding “{finding.code}”", finding.at
        yield from ((f"The fix “{fix.label}”", path) for fix in finding.fixes for path in fix.changes)
    yield from ((f"The step “{step.key}”", path) for step in game_of(sheet).steps(sheet) for path in step.paths)


def broken_by_chance(system: Game, builds: Sequence[Build]) -> Iterator[str]:
    """Characters that nobody has decided anything about, empty or at random, and that break a rule all the same."""
    for number, build in enumerate(builds):
        who = f"the random character of seed {number - 1}" if number else "the empty character"
        for finding in system.read(build).errors:
            yield f"{who.capitalize()} breaks a rule, “{finding.code}”: {finding.message}"


def unfit_settings(system: Game) -> Iterator[str]:
    """Settings whose default or words do not fit them, and rulings that name a setting there is not."""
    for setting in system.settings.values():
        if not setting.accepts(setting.default):
            yield f"The setting “{setting.key}” has the default {setting.default!r}, which does not fit it."
        if len(setting.words) != len(setting.choices):
            yield f"The setting “{setting.key}” has {len(setting.choices)} choices and {len(setting.words)} words."
    for ruling in system.rulings:
        for key in ruling.settings:
            if key not in system.settings:
                yield f"The ruling “{ruling.key}” names the setting “{key}”, and there is none."


def unfit_cover(system: Game) -> Iterable[str]:
    """Where the cover of the book and the game say different things of themselves."""
    cover = system.core.cover
    for name, said, wanted in (("system", cover.system, system.key), ("short", cover.short, system.short)):
        if said != wanted:
            yield f"The book says {name} = “{said}”, and the game “{wanted}”."
