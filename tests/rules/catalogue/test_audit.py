"""`manage.py check` finds what is wrong with a game before a player does."""

import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.checks import run_checks

from rules import systems
from rules.audit.checks import audit, audit_key, check_rules
from rules.dice import RollUnder
from rules.kernel import (
    Budget,
    Check,
    Entry,
    Figure,
    Finding,
    Fix,
    Grant,
    KnownKeys,
    Level,
    Purchase,
    PurchaseRule,
    Reading,
    Ruling,
    Setting,
    Sheet,
    Term,
    common_kinds,
)
from rules.kernel.pages import FigureGroup, Game, Panel, Question, RatingField, Step, TextField, print_blocks
from rules.kernel.purchases import flat


@dataclass(frozen=True, kw_only=True)
class Skill(Entry):
    """Something rated."""

    grants: tuple[Grant, ...] = ()


BOOK = """
    [book]
    key = "core"
    edition = "1"
    system = "toy"
    title = "Toy"
    short = "Toy"
    licence = "none"

    [[section]]
    number = "1"
    title = "All"
    page = 3
"""
SKILLS = """
    [[skill]]
    key = "jump"
    name = "Jump"
    section = "1"
    page = 3
    summary = "Up."
    grants = [{ options = ["jump"], dots = 1 }]
"""
RULES = """
    def rules(c):
        c["height"], c.figure("height"), c.number("gravity"), c.setting("gravity")
"""

HEIGHT = print_blocks.Numbers(title="Height", numbers=())
Make = Callable[..., Game]


@pytest.fixture
def toy(tmp_path: Path) -> Make:
    """A game of one skill; replace words in its TOML or its rules to break it."""

    def make(old: str = "", new: str = "") -> Game:
        for name, text in (("book.toml", BOOK), ("skills.toml", SKILLS), ("game.py", RULES)):
            (tmp_path / name).write_text(textwrap.dedent(text).replace(old, new) if old else textwrap.dedent(text))
        game = Game("toy", "Toy", "Small.", tmp_path, (Skill,), "Toy")
        game.setting(Setting("gravity", "Gravity", 1, game.cite("1", 3), "How much."))
        game.steps = lambda sheet: (Step("all", "All", "", game.cite("1", 3), (), figures=("height",)),)
        game.names = lambda rulebook: KnownKeys(scores=frozenset(rulebook.all(Skill)))
        game.random = lambda build, rng, rulebook, table: dict(build)
        game.odds = lambda arguments: {}
        game.facts = lambda sheet: ()
        game.panels = lambda sheet: (Panel("all", "All", game.cite("1", 3), (FigureGroup("", ("height",)),)),)
        game.layout = lambda sheet: print_blocks.Layout(band="#000000", front=(HEIGHT,))
        game.ask = lambda sheet, answers: Question((), leap(game, sheet))

        @game.figure("height", "Height", game.cite("1", 3))
        def height(c: Reading) -> Iterable[Term]:
            yield Term(c.bought("jump"), "jump", game.cite("1", 3))

        return game

    return make


def leap(game: Game, sheet: Sheet) -> Check:
    return Check("leap", "Leap", game.cite("1", 3), sheet.figures["height"], RollUnder(sheet["height"], 12))


def messages(game: Game) -> list[tuple[str | None, str]]:
    return [(message.id, message.msg) for message in audit(game)]


def test_the_games_here_are_sound() -> None:
    assert run_checks(tags=["rules"]) == []


def test_a_sound_toy_has_nothing_to_mend(toy: Make) -> None:
    assert messages(toy()) == []


BROKEN = {
    "TOML that cannot be read": ("[[skill]]", "[[skill", "rules.E002", "skills.toml: "),
    "a mistyped key": ("summary", "sumary", "rules.E002", "core.skill.jump: “sumary” is not a key of Skill"),
    "a grant of nothing": ('["jump"]', '["fly"]', "rules.E003", "skill.jump grants “fly”"),
    "a group of nothing": ('["jump"]', '["group:fly"]', "rules.E003", "skill.jump grants “group:fly”"),
    "a choice kept nowhere": ("dots = 1", 'dots = 1, pick = "which"', "rules.E004", "under “which”"),
    "a choice without a pick": ('["jump"]', '["jump", "jump"]', "rules.E004", "no “pick”"),
    "a grant without options": ('["jump"]', "[]", "rules.E004", "without options"),
    "an entry of no section": (
        'section = "1"',
        'section = "2"',
        "rules.E005",
        "skill.jump cites Toy, ch. 2, p. 3",
    ),
    "an entry before its section": (
        "page = 3\nsummary",
        "page = 2\nsummary",
        "rules.E005",
        "skill.jump cites Toy, ch. 1, p. 2",
    ),
    "a figure nobody makes": (
        'c["height"]',
        'c["hight"]',
        "rules.E007",
        "game.py:3 asks for the figure “hight”",
    ),
    "a figure called wrong": ('figure("height")', 'figure("hight")', "rules.E007", "the figure “hight”"),
    "a setting nobody has": ('number("gravity")', 'number("gravy")', "rules.E007", "the setting “gravy”"),
}


@pytest.mark.parametrize(("old", "new", "code", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_toy_is_found_out(toy: Make, old: str, new: str, code: str, said: str) -> None:
    game = toy(old, new)
    found = messages(game)
    assert [message for message in found if message[0] == code and said in message[1]], found


def test_the_hint_names_the_file_to_mend(toy: Make) -> None:
    for old, new in (("summary", "sumary"), ('["jump"]', '["fly"]'), ("[[skill]]", "[[skill")):
        (message,) = audit(toy(old, new))
        assert "skills.toml" in str(message.hint)


def test_a_cite_of_any_rule_is_looked_up(toy: Make) -> None:
    game = toy()
    game.setting(Setting("weather", "Weather", 1, game.cite("9", 9), ""))
    assert messages(game) == [
        ("rules.E005", "The setting “weather” cites Toy, ch. 9, p. 9, and there is no such place.")
    ]


def test_figures_that_need_each_other_are_named(toy: Make) -> None:
    game = toy()

    @game.figure("depth", "Depth", game.cite("1", 3))
    def depth(c: Reading) -> Iterable[Term]:
        yield Term(c["depth"], "itself", game.cite("1", 3))

    ((code, said),) = messages(game)
    assert (code, said) == ("rules.E002", "These figures need each other: depth → depth.")


def test_a_step_that_speaks_of_what_is_not_there_is_found_out(toy: Make) -> None:
    game = toy()
    cite = game.cite("1", 3)
    fields = (TextField("notes.story", "Story"), TextField("entries.gear.0.notes.look", "Look"))
    game.steps = lambda sheet: (Step("all", "All", "", cite, fields, budgets=("gold",), figures=("width",)),)
    assert [said for _, said in messages(game)] == [
        f"The step “all” speaks of {what}, which this game does not have."
        for what in ("a budget “gold”", "a figure “width”", "a choice “entries.gear.0.notes.look”")
    ]


def test_a_field_that_its_step_does_not_own_is_found_out(toy: Make) -> None:
    """What a page posts goes to the step whose paths have it."""
    game = toy()
    field = TextField("notes.story", "Story")
    game.steps = lambda sheet: (Step("all", "All", "", game.cite("1", 3), (field,), paths=("scores.jump",)),)
    ((code, said),) = messages(game)
    assert (code, said) == ("rules.E006", "The step “all” has a field notes.story, which is not among its paths.")


def breaks(game: Game, *, at: str = "", fix: str = "scores.jump", amount: Any = 1) -> None:
    """Every character of it breaks a rule, and has a budget."""
    where = game.cite("1", 3)

    @game.rule
    def never(c: Reading, budgets: Any) -> Iterable[Finding]:
        yield Finding("never", Level.ERROR, "Nobody may.", where, at=at, fixes=(Fix("Stop", fix, None),))

    @game.budget
    def gold(c: Reading) -> Iterable[Budget]:
        yield Budget.of("gold", "Gold", where, allowed=[], spent=[Term(amount, "a coin", where, path=at)])


def lost(where: str) -> str:
    return f"{where}, which is no choice of this game."


def test_who_leaves_it_to_chance_breaks_no_rule(toy: Make) -> None:
    game = toy()
    breaks(game)
    seeds = [f"The random character of seed {seed}" for seed in range(4)]
    assert messages(game) == [
        ("rules.E009", f"{who} breaks a rule, “never”: Nobody may.") for who in ("The empty character", *seeds)
    ]


def test_terms_findings_and_fixes_stand_at_choices(toy: Make) -> None:
    game = toy()
    breaks(game, at="score.jump", fix="scores.hop")
    assert [said for code, said in messages(game) if code == "rules.E010"] == [
        lost("“a coin” in “gold-spent” stands at “score.jump”"),
        lost("The finding “never” stands at “score.jump”"),
        lost("The fix “Stop” stands at “scores.hop”"),
    ]


def test_a_panel_shows_figures_there_are(toy: Make) -> None:
    game = toy()
    game.panels = lambda sheet: (Panel("all", "All", game.cite("1", 3), (FigureGroup("", ("hight",)),)),)
    said = "The panel “all” shows a figure “hight”, which a character here does not have."
    assert messages(game) == [("rules.E010", said)]


def test_a_field_draws_on_a_budget_there_is(toy: Make) -> None:
    game = toy()
    field = RatingField(
        "scores.jump", "Jump", Figure.of("height", "Height", game.cite("1", 3), ()), 0, 0, 1, 1, budget="gold"
    )
    game.steps = lambda sheet: (
        Step("all", "All", "", game.cite("1", 3), (field,), paths=("scores.jump", "scores.jmp")),
    )
    assert messages(game) == [
        ("rules.E006", "The step “all” speaks of a budget “gold”, which this game does not have."),
        ("rules.E010", lost("The step “all” stands at “scores.jmp”")),
    ]


def test_what_points_buy_and_what_the_ledger_does_have_a_budget(toy: Make) -> None:
    game = toy('c["height"]', 'BUDGETS = "gold", "silver"')
    where = game.cite("1", 3)
    rule = PurchaseRule("gold", "coin", flat(1), where)
    game.purchases(lambda c: [Purchase("scores.jump", "Jump", rule, "jump")])
    game.enters(*common_kinds("silver", where, "Awarded"))
    assert messages(game) == [
        ("rules.E007", f"{game.folder}/game.py:3 asks for the budget “{name}”, and there is none.")
        for name in ("gold", "silver")
    ]


def test_a_setting_cites_a_ruling_there_is(toy: Make) -> None:
    game = toy()
    game.setting(Setting("wind", "Wind", True, game.cite("1", 3, "T-1"), "It blows."))
    assert messages(game) == [("rules.E005", "The setting “wind” cites the ruling “T-1”, and there is none.")]
    game.rulings = (Ruling("T-1", "Wind", "It blows.", game.cite("1", 3, "T-1"), ("wind",)),)
    assert messages(game) == []


def test_settings_fit_themselves_and_rulings_name_them(toy: Make) -> None:
    game = toy()
    where = game.cite("1", 3)
    game.setting(Setting("wind", "Wind", "none", where, "", choices=("east", "west"), words=("from the east",)))
    game.rulings = (Ruling("T-1", "Wind", "It blows.", where, ("winds",)),)
    assert messages(game) == [
        ("rules.E011", "The setting “wind” has the default 'none', which does not fit it."),
        ("rules.E011", "The setting “wind” has 2 choices and 1 words."),
        ("rules.E011", "The ruling “T-1” names the setting “winds”, and there is none."),
    ]


def test_a_cover_is_that_of_its_game(toy: Make) -> None:
    for old, said in (('system = "toy"', "system = “boat”, and the game “toy”"), ('short = "Toy"', "short = “boat”")):
        ((code, message),) = messages(toy(old, old.partition('"')[0] + '"boat"'))
        assert (code, said in message) == ("rules.E008", True)


def test_a_game_has_a_printed_sheet(toy: Make) -> None:
    game = toy()
    game.layout = lambda sheet: print_blocks.Layout(band="#000000")
    assert messages(game) == [("rules.E012", "Its printed sheet is empty.")]


def test_whatever_a_rule_raises_is_told_with_its_line(toy: Make, tmp_path: Path) -> None:
    game, module = toy(), tmp_path / "panels.py"
    code = compile("def panels(sheet):\n    return sheet.hight\n", module, "exec")
    exec(code, vars(game))  # noqa: S102  # a module of the toy's folder
    (message,) = audit(game)
    assert message.msg == "AttributeError: 'Sheet' object has no attribute 'hight'"
    assert message.hint == f"Fix {module}:2, or what it reads."


def test_a_line_that_is_no_number_is_told_by_its_figure(toy: Make) -> None:
    game = toy()
    breaks(game, amount="two")
    ((code, said),) = messages(game)
    assert (code, said.partition(":")[0]) == (
        "rules.E002",
        "“gold-spent” has a line that is no term with a whole number",
    )


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a registered game that is only begun."""
    folder = tmp_path / "systems" / "begun"
    folder.mkdir(parents=True)
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(folder.parent)])
    monkeypatch.setitem(systems.PACKAGES, "begun", "begun")
    yield folder
    for name in [name for name in sys.modules if name.startswith("rules.systems.begun")]:
        del sys.modules[name]
    vars(systems).pop("begun", None)


GAME = """
from pathlib import Path
from rules.kernel.pages import Game
system = Game("toy", "Toy", "Small.", Path(__file__).parent, (), "Toy")
"""


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, ["has no “system”: import the game into its __init__.py under that name."]),
        ({"__init__.py": "import rules.systems.begun.gone"}, ["No module named 'rules.systems.begun.gone'"]),
        ({"__init__.py": "def ("}, ["SyntaxError: ", "(__init__.py, line 1)"]),
        ({"__init__.py": GAME}, ["calls its game “toy”, and PACKAGES calls it “begun”"]),
    ],
)
def test_a_game_that_cannot_be_loaded_says_why(package: Path, files: dict[str, str], said: list[str]) -> None:
    (package / "__init__.py").touch()
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    (message,) = audit_key("begun")
    assert (message.id, message.msg.startswith("The game cannot be loaded. ")) == ("rules.E001", True)
    assert [words for words in said if words not in message.msg] == []
    assert "rules/systems/begun/" in str(message.hint)


def test_of_a_game_that_lacks_parts_the_book_is_read_all_the_same(package: Path) -> None:
    (package / "__init__.py").write_text(GAME.replace('"toy"', '"begun"'), encoding="utf-8")
    (package / "book.toml").write_text("[book]\nkey =", encoding="utf-8")
    lacks, broken = audit_key("begun")
    lacking = ("steps", "names", "panels", "facts", "ask", "odds", "random", "layout", "story")
    assert lacks.msg == f"The game has no {', no '.join(lacking)}."
    assert "steps.py, panels.py, performing.py, generate.py, printing.py" in str(lacks.hint)
    assert (broken.id, broken.msg.partition(":")[0]) == ("rules.E002", "book.toml")


def test_checking_another_app_leaves_the_rules_alone() -> None:
    assert check_rules([apps.get_app_config("spells")]) == []
    assert check_rules([apps.get_app_config("rules")]) == []
