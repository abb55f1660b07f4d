"""`manage.py check` finds what is wrong with a game before a player does."""

import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.checks import run_checks

from rules import systems
from rules.audit import audit, audit_key, check_rules
from rules.kernel import Entry, Grant, Names, Reading, RuleError, Setting, Step, System, Term, Write


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

Make = Callable[..., System]


@pytest.fixture
def toy(tmp_path: Path) -> Make:
    """A game of one skill; replace words in its TOML or its rules to break it."""

    def make(old: str = "", new: str = "") -> System:
        for name, text in (("book.toml", BOOK), ("skills.toml", SKILLS), ("game.py", RULES)):
            (tmp_path / name).write_text(textwrap.dedent(text).replace(old, new) if old else textwrap.dedent(text))
        game = System("toy", "Toy", "Small.", tmp_path, (Skill,), "Toy")
        game.setting(Setting("gravity", "Gravity", 1, game.cite("1", 3), "How much."))
        game.steps = lambda sheet: (Step("all", "All", "", game.cite("1", 3), (), figures=("height",)),)
        game.names = lambda rulebook: Names(scores=frozenset(rulebook.all(Skill)))
        game.random = lambda build, rng, rulebook, table: dict(build)
        game.odds = lambda arguments: {}

        @game.figure("height", "Height", game.cite("1", 3))
        def height(c: Reading) -> Iterable[Term]:
            yield Term(c.bought("jump"), "jump", game.cite("1", 3))

        return game

    return make


def messages(game: System) -> list[tuple[str | None, str]]:
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
        "skill.jump cites Toy 2, p. 3",
    ),
    "an entry before its section": (
        "page = 3\nsummary",
        "page = 2\nsummary",
        "rules.E005",
        "skill.jump cites Toy 1, p. 2",
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
    assert messages(game) == [("rules.E005", "The setting “weather” cites Toy 9, p. 9, and there is no such place.")]


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
    fields = (Write("notes.story", "Story"), Write("entries.gear.0.notes.look", "Look"))
    game.steps = lambda sheet: (Step("all", "All", "", cite, fields, budgets=("gold",), figures=("width",)),)
    assert [said for _, said in messages(game)] == [
        f"The step “all” speaks of {what}, which this game does not have."
        for what in ("a budget “gold”", "a figure “width”", "a choice “entries.gear.0.notes.look”")
    ]


def test_a_game_that_lacks_a_part_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(key: str) -> Any:
        raise RuleError("The game toy has no steps.")

    monkeypatch.setattr(systems, "get", broken)
    (message,) = audit_key("toy")
    assert (message.id, message.msg) == ("rules.E001", "The game toy has no steps.")


def test_checking_another_app_leaves_the_rules_alone() -> None:
    assert check_rules([apps.get_app_config("spells")]) == []
    assert check_rules([apps.get_app_config("rules")]) == []
