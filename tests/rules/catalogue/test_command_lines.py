"""`manage.py assess`, `odds` and `schema`: JSON on standard output, sentences on standard error."""

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from campaigns.demo import demo_cast
from rules import systems
from rules.kernel import RuleError, RulesContext
from rules.management import documents as command
from tests.by_game import BUYING

HPRPG = systems.get("hprpg")
ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Said:
    status: int
    out: str
    err: str

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(*words: str) -> Said:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*words, stdout=out, stderr=err)
    except SystemExit as ended:
        return Said(int(str(ended.code)), out.getvalue(), err.getvalue())
    return Said(0, out.getvalue(), err.getvalue())


def character(**rest: Any) -> dict[str, Any]:
    build = HPRPG.random({}, Random(7), HPRPG.rulebook, RulesContext())
    return {"format": "dramatis/1", "system": "hprpg", "name": "Jane", "build": build, **rest}


ILLEGAL = character(name="Tom", build={"scores": {"charm": 9}})


@pytest.fixture
def document(tmp_path: Path) -> Any:
    """Write a document, as JSON or as it is, and answer its path."""

    def write(content: Any, name: str = "document.json") -> str:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Any:
    def give(content: bytes) -> None:
        monkeypatch.setattr(command.sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return give


def test_a_legal_character_ends_with_0(document: Any) -> None:
    said = run("assess", document(character()))
    (verdict,) = said.verdicts
    assert said.status == 0
    assert said.err == ""
    assert list(verdict) == ["name", "system", "legal", "budgets", "figures", "findings"]
    assert (verdict["name"], verdict["system"], verdict["legal"]) == ("Jane", "hprpg", True)


def test_every_figure_is_the_sum_of_its_counted_terms(document: Any) -> None:
    (verdict,) = run("assess", document(character())).verdicts
    for figure in verdict["figures"].values():
        assert figure["value"] == sum(term["amount"] for term in figure["terms"] if term["counted"])
        assert all(list(term) == ["amount", "label", "cite", "counted"] for term in figure["terms"])
    for budget in verdict["budgets"]:
        assert list(budget) == ["key", "label", "allowed", "spent", "remaining"]
        assert budget["remaining"] == budget["allowed"] - budget["spent"]


def test_an_illegal_character_ends_with_1_and_says_why(document: Any) -> None:
    said = run("assess", document(ILLEGAL))
    (verdict,) = said.verdicts
    worst = verdict["findings"][0]
    assert (said.status, verdict["legal"]) == (1, False)
    assert list(worst) == ["code", "level", "message", "hint", "at", "cite", "waived"]
    assert (worst["level"], worst["at"], worst["waived"]) == ("error", "scores.charm", "")
    assert worst["cite"] == "Handbook 5.2, p. 20 (our ruling)"


def test_a_line_each_and_the_worst_decides_the_status(document: Any) -> None:
    good, bad = document(character(), "good.json"), document(ILLEGAL, "bad.json")
    said = run("assess", bad, good)
    assert ([verdict["name"] for verdict in said.verdicts], said.status) == (["Tom", "Jane"], 1)


def test_standard_input_has_a_document_a_line(stdin: Any) -> None:
    lines = [json.dumps(character(name=name)).encode() for name in ("Ann", "Ben")]
    stdin(b"\xef\xbb\xbf" + lines[0] + b"\n\n" + lines[1] + b"\r\n")
    said = run("assess", "-")
    assert ([verdict["name"] for verdict in said.verdicts], said.status) == (["Ann", "Ben"], 0)


def test_an_unreadable_line_is_named_and_the_others_are_still_assessed(stdin: Any) -> None:
    stdin(b"{\n" + json.dumps(character()).encode())
    said = run("assess", "-")
    assert (said.status, len(said.verdicts)) == (2, 1)
    assert said.err.startswith("line 1: It is not JSON")


UNREADABLE = {
    "not JSON": ("{", "It is not JSON"),
    "empty": ("", "It is not JSON"),
    "a list": ("[]", "must be a JSON object"),
    "NaN": ('{"system":"hprpg","awards":NaN}', "NaN is not a number"),
    "infinity": ('{"system":"hprpg","awards":-Infinity}', "Infinity is not a number"),
    "the same key twice": ('{"system":"hprpg","system":"hprpg"}', "duplicate key"),
    "half a character twice": ('{"\\ud800":1,"\\ud800":2}', "duplicate key"),
    "5,000 digits": ('{"system":"hprpg","awards":' + "9" * 5000 + "}", "It is not JSON we can keep"),
    "deep nesting": ("[" * 100_000, "nested too deeply"),
    "not UTF-8": (b'{"system":"hprpg","name":"\xff"}', "not UTF-8 text (byte 26)"),
    "no game": ("{}", "which game"),
    "a game nobody plays": ('{"system":"hprgp"}', "No game is called “hprgp”; the games are hprpg"),
    "a nameless kind of name": ('{"system":"hprpg","name":"\\ud800"}', "Its name holds half a character"),
}


@pytest.mark.parametrize(("content", "reason"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_an_unreadable_document_is_a_sentence_and_ends_with_2(document: Any, content: Any, reason: str) -> None:
    path, good = document(content), document(character(), "good.json")
    said = run("assess", path, good)
    assert said.status == 2
    assert said.err.startswith(f"{path}: ")
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert [verdict["name"] for verdict in said.verdicts] == ["Jane"]


@pytest.mark.parametrize("path", ["nowhere.json", ".", "a\x00b"])
def test_a_file_that_cannot_be_opened_ends_with_2(path: str, tmp_path: Path) -> None:
    said = run("assess", str(tmp_path / path))
    assert (said.status, said.out) == (2, "")
    assert "It cannot be opened: " in said.err


STRANGE = {
    "the wrong types": {
        "scores": [],
        "picks": 3,
        "ranks": "x",
        "rolls": None,
        "entries": {"gear": {}},
        "notes": {},
    },
    "half characters": {
        "scores": {"\ud800": 1},
        "notes": {"backstory": "\udfff"},
        "picks": {"species": "\x00"},
    },
    "big numbers": {"scores": {"charm": int("9" * 4000), "deception": -(10**30), "insight": 1.5}},
    "no build": None,
    "nesting": {"scores": {"charm": [[[[[[[[]]]]]]]]}},
}


@pytest.mark.parametrize("build", STRANGE.values(), ids=STRANGE.keys())
def test_strange_choices_are_findings(document: Any, build: Any) -> None:
    said = run("assess", document(character(build=build)))
    (verdict,) = said.verdicts
    assert (said.status, said.err) == (1, "")
    assert verdict["findings"]
    assert said.out.isascii()


@pytest.mark.parametrize("depth", [200, 400, 600, 800, 900, 950, 980])
def test_a_nested_setting_is_a_finding_or_a_sentence(document: Any, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    said = run("assess", document('{"system":"hprpg","settings":{"species_pool":' + nested + "}}"))
    if said.status == 2:
        assert "nested too deeply" in said.err
    else:
        assert "unreadable-setting" in [finding["code"] for finding in said.verdicts[0]["findings"]]


def test_wrong_rules_are_no_verdict(document: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def circle(*words: Any, **more: Any) -> None:
        raise RuleError("These figures need each other: a → b → a.")

    monkeypatch.setattr(HPRPG, "read", circle)
    said = run("assess", document(ILLEGAL))
    assert (said.status, said.out) == (2, "")
    assert "a → b → a" in said.err


def test_two_hundred_thousand_keys_are_one_verdict(document: Any) -> None:
    build = {"scores": {f"k{number}": 1 for number in range(200_000)}}
    said = run("assess", document(character(build=build)))
    (verdict,) = said.verdicts
    assert "unknown-scores" in [finding["code"] for finding in verdict["findings"]]
    assert len(said.out) < 50_000


def test_the_document_says_at_which_table(document: Any) -> None:
    document_ = character(settings={"health_levels": 9}, stage="advancement", awards=2)
    (verdict,) = run("assess", document(document_)).verdicts
    assert verdict["figures"]["health"]["value"] == 9
    assert [b["allowed"] for b in verdict["budgets"] if b["key"] == "awarded-dots"] == [2]


def test_odds_are_exact_fractions_beside_floats() -> None:
    said = run("odds", "hprpg", "--pool", "1", "--dv", "8")
    found = json.loads(said.out)
    assert said.status == 0
    assert list(found) == ["catastrophe", "failure", "1", "2", "3", "4", "5", "6", "7+"]
    assert found["1"] == {"exact": "5/12", "float": 5 / 12}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["hprpg"], "Give the number of dice"),
        (["hprpg", "--pool", "many"], "invalid int value"),
        (["hprpg", "--spell", "9"], "Power levels run from 0"),
        (["chess", "--pool", "1"], "No game is called “chess”"),
    ],
)
def test_odds_that_cannot_be_are_a_sentence(words: list[str], reason: str) -> None:
    said = run("odds", *words)
    assert (said.status, said.out) == (2, "")
    assert reason in said.err


LIVED = {
    "format": "dramatis/1", "system": "dominion", "stage": "advancement", "build": demo_cast.URSULA,
    "baseline": demo_cast.URSULA, "spells": ["fly", "no such spell"],
    "ledger": [{"kind": "award", "amount": 3}, {"kind": "lucky-break", "amount": -1}],
    "play": {"injury": 9, "lucky-break": 1},
}  # fmt: skip


def test_what_is_shown_is_what_is_rolled(document: Any) -> None:
    (told,) = run("shown", document(LIVED)).verdicts
    assert [(one["key"], one["value"], one["chance"]) for one in told["sheet"]] == [
        (one["key"], one["value"], one["chance"]) for one in told["rolled"]
    ]
    (plain,) = run("shown", document({**LIVED, "play": {}})).verdicts
    assert told["sheet"] != plain["sheet"]
    assert told["paper"] == plain["paper"] != [], "paper is unmarked"
    assert list(told["reach"]) == list(told["desk"]) == ["fly"]
    assert "Lucky Break" in [label for label, _, _ in told["facts"]]
    assert {"key": "aps", "top": 8, "start": 7} in told["trackers"]
    cursed = {"system": "rough-magic", "build": {"scores": {"brawn": 4, "presence": 2}}, "play": {"cursed-brawn": 1}}
    (told,) = run("shown", document(cursed)).verdicts
    assert {"key": "endurance-lost", "top": 3, "start": 0} in told["trackers"], "as far as they go now"


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_whoever_is_made_at_random_is_legal_and_asked_for_again(key: str, document: Any) -> None:
    words = ("random", key, "--count", "2", "--seed", "7", "--stage", "advancement", "--awards", "9")
    made = run(*words)
    assert made.out == run(*words).out
    for line in made.verdicts:
        (verdict,) = run("assess", document(line)).verdicts
        (without,) = run("assess", document({**line, "ledger": []})).verdicts
        paid, unpaid = ([budget["allowed"] for budget in one["budgets"]] for one in (verdict, without))
        assert (verdict["legal"], line["baseline"] != line["build"]) == (True, paid != unpaid)
        (promised,) = run("fields", document(line)).verdicts
        assert promised["errors"] == []
        assert bool(promised["fields"]) is (key in BUYING)
        told = {"path", "value", "low", "limit", "high", "reason"}
        assert all(field.keys() == told for field in promised["fields"])
        assert run("shown", document(line)).verdicts
    (fresh,) = run("random", key, "--house-rules", "{}").verdicts
    assert (fresh["stage"], "baseline" in fresh) == ("creation", False)


def test_each_broken_rule_comes_with_what_mends_it(document: Any) -> None:
    (told,) = run("fields", document(ILLEGAL)).verdicts
    offered = [button for error in told["errors"] for button in error["offered"]]
    assert [button["changes"] for button in offered if "scores.charm" in button["changes"]]
    for button in offered:
        assert button["label"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["random", "chess"], "No game is called “chess”"),
        (["random", "forge", "--count", "0"], "It makes 1 to 100,000 characters"),
        (["random", "forge", "--house-rules", "[]"], "Settings are a JSON object."),
        (["random", "forge", "--house-rules", "{"], "It is not JSON"),
    ],
)
def test_what_cannot_be_made_is_a_sentence(words: list[str], reason: str) -> None:
    said = run(*words)
    assert (said.status, said.out) == (2, "")
    assert reason in said.err


def test_spells_to_ask_for_are_keys(document: Any) -> None:
    said = run("shown", document({**LIVED, "spells": "fly"}))
    assert (said.status, said.out) == (2, "")
    assert "Its “spells” are not a list of keys." in said.err


def test_a_document_fits_the_schema_of_its_game() -> None:
    schema = json.loads(run("schema", "hprpg").out)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert validator.is_valid(character())
    assert not validator.is_valid(character(system="dominion"))


def test_the_schema_of_no_game_is_a_sentence() -> None:
    said = run("schema", "chess")
    assert (said.status, said.out) == (2, "")
    assert "No game is called “chess”" in said.err


EACH = """
import json, os, sys
import django, manage

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
for words in json.loads(sys.argv[1]):
    child = os.fork()
    if not child:
        sys.argv = ["manage.py", *words]
        sys.exit(manage.main())
    print(json.dumps({"status": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}), flush=True)
"""
"""Runs each command in a process of its own, where nothing but Django is set up, which takes most of the time."""


def test_the_command_lines_need_no_database(document: Any, tmp_path: Path) -> None:
    """In processes of their own they say what they say here, where a test without a database has none."""
    nowhere = {
        "PATH": "/usr/bin:/bin",
        "LOCAL": "1",
        "DATABASE_URL": f"postgresql://nobody@/none?host={tmp_path}",
        "BROKER_URL": f"redis+socket://{tmp_path}/none.sock",
        "DATA_DIR": str(tmp_path),
    }
    commands = [
        ["assess", document(ILLEGAL, "bad.json"), document(character(), "good.json")],
        ["odds", "hprpg", "--pool", "2"],
        ["shown", document(LIVED, "lived.json")],
        ["fields", document(LIVED, "lived.json")],
        ["random", "forge", "--settings", "{}"],
    ]
    ended = subprocess.run(
        [sys.executable, "-c", EACH, json.dumps(commands)], cwd=ROOT, env=nowhere, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    said: list[Any] = []
    for words, status in zip(commands, (1, 0, 0, 0, 0), strict=True):
        here = ["--house-rules" if word == "--settings" else word for word in words]
        said += [*run(*here).verdicts, {"status": status}]
    assert [json.loads(line) for line in ended.stdout.splitlines()] == said
