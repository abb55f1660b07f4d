"""`docs/adding-a-game.md`, followed to the letter with a game nobody needs: no view and no builder template changes."""

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from characters import actions
from characters.printing.print_page import PrintPage
from characters.printing.rendering import render
from rules import systems
from rules.audit.checks import audit_key
from rules.catalogue.loading import load_rulebooks
from rules.kernel import Build, Choices, RuleError, RulesContext, rolls
from rules.kernel.documents import apply, awarded
from rules.kernel.documents.ledger import Ledger, LedgerEntry
from rules.kernel.pages import Game
from rules.kernel.pages.fixes import fix_works
from rules.startgame import SKELETON, begin_game
from tests import words_check
from tests.characters.prints.paper import faults, words

KEY, PACKAGE = "paper-lantern", "paper_lantern"
CHECKLIST = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The game, written by the command that begins one, in a folder that is gone afterwards."""
    (tmp_path / "rules" / "systems").mkdir(parents=True)
    begin_game(KEY, "Paper Lantern", tmp_path)
    folder = tmp_path / "rules" / "systems" / PACKAGE
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(folder.parent)])
    monkeypatch.setitem(systems.PACKAGES, KEY, PACKAGE)
    yield systems.get(KEY)
    systems.get.cache_clear()
    for name in [name for name in sys.modules if name.startswith(f"rules.systems.{PACKAGE}")]:
        del sys.modules[name]
    delattr(systems, PACKAGE)


def asked_for() -> set[str]:
    """The files the first part of the checklist wants of every game."""
    part = CHECKLIST.partition("## 2.")[0]
    return set(re.findall(r"^### `([\w.]+)`$", part, re.MULTILINE))


def test_the_checklist_names_every_file_and_no_other() -> None:
    written = {file.name.removesuffix(".txt") for file in SKELETON.iterdir()}
    assert asked_for() == written - {"callings.toml", "rulings.md"}


def test_the_code_of_the_checklist_is_that_of_a_game(tmp_path: Path) -> None:
    begin_game("night-market", "Night Market", tmp_path)
    files = [*tmp_path.rglob("*.*"), *Path(systems.__file__).parent.glob("*/*.py")]
    sources = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
    shown = re.findall(r"^```(?:python|toml)\n(.*?)^```", CHECKLIST, re.MULTILINE | re.DOTALL)
    assert len(shown) > len(asked_for())
    assert [piece for piece in shown if not any(piece in source for source in sources)] == []


@pytest.mark.parametrize("label", ["TOTAL", "SIDES", "MARGIN"])
def test_the_checklist_names_every_label_that_the_log_looks_for(label: str) -> None:
    assert hasattr(rolls, label)
    assert f"`{label}`" in CHECKLIST


def test_a_game_without_a_part_is_refused_by_the_name_of_the_part(lantern: Game) -> None:
    systems.get.cache_clear()
    del lantern.__dict__["odds"]
    assert [message.msg for message in audit_key(KEY)] == ["The game has no odds."]
    with pytest.raises(RuleError, match=f"^The game {KEY} has no odds.$"):
        systems.get(KEY)


def test_it_reads_and_the_audit_is_content(lantern: Game) -> None:
    sheet = lantern.read(Build.parse({"picks": {"calling": "smith"}, "scores": {"might": 5}}))
    assert (sheet["might"], [finding.code for finding in sheet.findings]) == (7, ["points-overspent"])
    (fix,) = sheet.findings[0].fixes
    assert (fix.label, fix.value) == ("Remove 1 from Might", 4)
    assert lantern.read(Build.parse(apply({"scores": {"might": 5}}, fix.path, fix.value))).legal
    assert lantern.read(sheet.build, table=RulesContext(settings={"points": 5})).legal
    assert audit_key(KEY) == []
    awards = RulesContext(stage="advancement", ledger=awarded(1))
    made = lantern.random({}, Random(1), lantern.rulebook, awards)
    assert not lantern.read(Build.parse(made), table=awards).findings, "awards are spent, too"
    made = lantern.random({}, Random(1), lantern.rulebook, RulesContext())
    assert not lantern.read(Build.parse(made)).findings
    assert lantern.odds(["--might", "3"])["success"]["exact"] == "1/2"


@pytest.mark.parametrize(
    ("module", "old", "new", "said"),
    [
        ("creation.py", "yield from c.", 'c["gleam"]\n    yield from c.', "asks for the figure “gleam”"),
        ("purchases.py", 'budget="points"', 'budget="coins"', "asks for the budget “coins”"),
        ("purchases.py", 'common_kinds("points"', 'common_kinds("coins"', "asks for the budget “coins”"),
        ("purchases.py", 'spent(c, "points")', 'spent(c, "coins")', "asks for the budget “coins”"),
        ("rulings.py", "game.setting(", 'cite("1", 1, "N-9")\ngame.setting(', "cites the ruling “N-9”"),
        ("performing.py", 'cite("1", 1), faces', 'cite("7", 1), faces', "cites Paper Lantern, ch. 7, p. 1"),
    ],
)
def test_the_audit_names_the_line_to_mend(lantern: Game, module: str, old: str, new: str, said: str) -> None:
    file = lantern.folder / module
    text = file.read_text()
    line = text.partition(old)[0].count("\n") + 1
    file.write_text(text.replace(old, new, 1))
    (message,) = audit_key(KEY)
    assert message.msg.startswith(f"{file}:{line} {said}")


@pytest.mark.parametrize("part", ["vitals", "fight"])
def test_the_audit_draws_what_stands_at_the_head_and_in_a_fight(lantern: Game, part: str) -> None:
    setattr(lantern, part, lambda live: (live.sheet["gleam"],))
    assert [message.msg for message in audit_key(KEY)] == ["KeyError: 'gleam'"]


def test_a_key_that_another_file_has_is_refused(tmp_path: Path) -> None:
    base = tmp_path / "docs" / "games" / "base.md"
    base.parent.mkdir(parents=True)
    base.write_text("Every sheet")
    with pytest.raises(ValueError, match=r"There is a file docs/games/base\.md already"):
        begin_game("base", "Base", tmp_path)
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == [base]
    assert base.read_text() == "Every sheet"


def test_the_rules_of_a_module_count_that_nobody_imports(lantern: Game) -> None:
    line = "from rules.systems.paper_lantern.game import cite, game"
    setting = 'game.setting(Setting("rain", "Rain", True, cite("1", 1), "Nobody says."))'
    (lantern.folder / "weather.py").write_text(f"from rules.kernel import Setting\n{line}\n{setting}\n")
    assert "rain" not in lantern.settings
    assert "rain" in lantern.with_modules("rules.systems.paper_lantern").settings


@pytest.mark.django_db
def test_every_page_draws_it_and_none_had_to_change(lantern: Game) -> None:
    load_rulebooks([lantern])
    player = get_user_model().objects.create_user("ann")
    client = Client()
    client.force_login(player)
    made = actions.create_character(system=KEY, by=player, name="Lamp", build={"picks": {"calling": "miller"}})
    home = made.get_absolute_url()
    expected = {
        "/": "Paper Lantern",
        f"/rulings/{KEY}/": "Points to start with",
        f"/reference/{KEY}/": "Loads",
        home: "Strong from carrying sacks.",
        f"{home}build/calling/": "4 points left",
        f"{home}figures/might/": "Paper Lantern, ch. 1, p.\u00a02",
        f"{home}odds/?faces=2": "50% chance",
        reverse("house_rules", args=[made.pk]): "Points to start with",
        f"{home}print/": "Create PDF",
    }
    pages = {path: client.get(path) for path in expected}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(expected, 200)
    texts = {
        path: page.content.decode().casefold().replace("<b>", "").replace("</b>", "") for path, page in pages.items()
    }
    assert [path for path, words in expected.items() if words.casefold() not in texts[path]] == []
    click(client, f"{home}build/calling/", version=made.version, **{"scores.might": "3"})
    made.refresh_from_db()
    assert made.build["scores"] == {"might": 3}
    assert made.read().legal


def click(client: Client, path: str, **fields: Any) -> None:
    assert client.post(path, {"tab": "a", **fields}).status_code == 302


def test_it_is_printed_and_a_screen_reader_can_follow(lantern: Game) -> None:
    sheet = lantern.read(Build.parse({"picks": {"calling": "miller"}, "scores": {"might": 3}}))
    pdf = render(sheet, PrintPage("Lamp", KEY, lantern.name, 1, date(2026, 11, 20)))
    assert "4 Might" in words(pdf)
    assert "Paper Lantern · version 1 · 20 November 2026 · Legal · 1 to do" in words(pdf)
    assert faults(pdf) == []


@pytest.mark.parametrize(
    ("build", "code", "words"),
    [
        ({"picks": {"calling": "nobody"}}, "calling-unknown", "Calling: “nobody” isn't in the book."),
        ({"scores": {"might": -1}}, "negative", "Might is −1; the minimum is 0."),
        ({"scores": {"might": 6}}, "too-much", "Might is 6; the maximum is 5."),
    ],
)
def test_what_it_begins_with_judges_as_the_checklist_says(lantern: Game, build: Any, code: str, words: str) -> None:
    found = next(one for one in lantern.read(Build.parse(build)).errors if one.code == code)
    assert found.message.startswith(words)
    assert fix_works(lantern.read(Build.parse(build)), build, found, found.fixes[-1])


def test_several_of_a_kind_are_had_and_judged_like_one(lantern: Game) -> None:
    lantern.chooses(Choices("callings", lantern.kinds[0], lantern.cite("1", 1), "calling"))
    build = {"picks": {"callings": ["smith", "nope", "a b"]}}
    sheet = lantern.read(Build.parse(build))
    assert [entry.key for entry in sheet.chosen["callings"]] == ["smith"]
    (found,) = (one for one in sheet.errors if one.code == "callings-unknown")
    assert found.message == "Calling: “a b”, “nope” aren't in the book."
    assert [fix_works(sheet, build, found, fix) for fix in found.fixes] == [True, True]


def test_a_game_grows_with_what_its_ledger_says(lantern: Game) -> None:
    table = RulesContext(stage="advancement", ledger=awarded(4), baseline=Build.parse({"scores": {"might": 3}}))
    assert lantern.read(Build.parse({"scores": {"might": 5}}), table=table).legal
    less = lantern.read(Build.parse({"scores": {"might": 2}}), table=table)
    assert [(finding.code, finding.message) for finding in less.errors] == [
        ("given-back", "Might was 3 when approved and can't go down.")
    ]
    one = RulesContext(stage="advancement", baseline=Build.parse({"scores": {"might": 1}}))
    assert "Might was 1 when" in lantern.read(Build.parse({}), table=one).errors[0].message


@pytest.mark.parametrize("kinds", [{"award"}, {"died"}, {"award", "died"}])
def test_a_death_is_read_in_a_game_without_awards_or_deaths(lantern: Game, kinds: set[str]) -> None:
    for key in kinds:
        del lantern.ledger_kinds[key]
    ledger = Ledger((LedgerEntry("award", 3, by="gm"), LedgerEntry("died", by="gm", more={"spent": 0})))
    sheet = lantern.read(Build.parse({"scores": {"might": 2}}), table=RulesContext(ledger=ledger))
    assert sheet.dead is ("died" not in kinds)
    unknown = [finding.message for finding in sheet.findings if finding.code == "unknown-entry"]
    assert len(unknown) == len(kinds)
    assert ["Dead"] * sheet.dead == [fact.label for fact in sheet.live({}).facts if fact.death]


def test_a_game_is_begun_where_there_is_none() -> None:
    for key, name, sentence in (
        ("Paper Lantern", "x", "A key is lower-case words"),
        ("hprpg", "x", "There is a game hprpg already."),
        ("class", "x", "is a word of Python"),
        ("x", 'A "name"', "without quotation marks"),
    ):
        with pytest.raises(ValueError, match=sentence):
            begin_game(key, name, Path("var"))


def test_the_command_says_what_comes_next(tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]) -> None:
    settings.BASE_DIR = tmp_path
    call_command("startgame", KEY, "Paper Lantern")
    said = capsys.readouterr().out
    assert "rules/systems/paper_lantern/game.py" in said
    assert 'Add "paper-lantern": "paper_lantern" to PACKAGES' in said
    with pytest.raises(SystemExit, match="2"):
        call_command("startgame", KEY, "Paper Lantern")


def test_a_skeleton_is_as_tidy_as_the_house(tmp_path: Path) -> None:
    begin_game(KEY, "Paper Lantern", tmp_path)
    for command in (["format", "--check"], ["check", "--ignore", "I001"]):  # out here no import is the house's own
        ruff = [sys.executable, "-m", "ruff", *command, "-q", "--config", "pyproject.toml", str(tmp_path)]
        subprocess.run(ruff, check=True)
    lines = sum(len(file.read_text().splitlines()) for file in tmp_path.rglob("*.py"))
    assert lines <= 250


def test_a_skeleton_speaks_as_the_house_does(tmp_path: Path) -> None:
    begin_game(KEY, "Paper Lantern", tmp_path)
    nothing = tmp_path / "allowed.txt"
    nothing.touch()
    assert [str(finding) for finding in words_check.run(tmp_path, nothing)] == []
