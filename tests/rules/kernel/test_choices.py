"""A choice said once: what is open, unknown, or has left its book."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.kernel import Build, Choice, Choices, Entry, Finding, Level, Reading, Rulebook
from rules.kernel.choices import choose_at_random
from rules.kernel.pages import Game, pick
from tests.rules import toy
from tests.rules.toy import PLACE, Power


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return toy.game(toy.write(tmp_path, powers=toy.power() + toy.power("flames").replace('"Flight"', '"Flames"')))


def findings(game: Game, picked: Any, **how: Any) -> list[Finding]:
    game.chooses(Choice("power", Power, PLACE, **how))
    return list(game.read(Build.parse({"picks": {"power": picked}} if picked else {})).findings)


def test_who_chose_is_found_under_the_key_of_the_choice(game: Game) -> None:
    game.chooses(Choice("power", Power, PLACE))
    sheet = game.read(Build.parse({"picks": {"power": "flight"}}))
    assert ([one.name for one in sheet.chosen["power"]], sheet.findings) == (["Flight"], ())
    assert game.read(Build.parse({})).chosen == {}


@pytest.mark.parametrize(("missing", "found"), [("", []), ("It lifts you.", [("power-missing", "It lifts you.")])])
def test_what_everybody_has_is_missed(game: Game, missing: str, found: list[tuple[str, str]]) -> None:
    said = findings(game, None, missing=missing)
    assert [(one.code, one.hint) for one in said] == found
    assert all(one.level is Level.TODO for one in said)


@pytest.mark.parametrize(
    ("picked", "how", "hint", "fixes"),
    [
        ("flihgt", {}, "Did you mean Flight?", ["Choose Flight", "Clear Power"]),
        ("zzz", {}, "Choose from the list.", ["Clear Power"]),
        ("zzz", {"level": Level.NOTE, "unknown": "It counts as none."}, "It counts as none.", []),
        ("flihgt", {"unknown": "None."}, "None. Did you mean Flight?", ["Choose Flight", "Clear Power"]),
        (["flames", "flight"], {}, "Choose one of “flames”, “flight”.", ["Clear Power"]),
        (True, {}, "Choose from the list.", ["Clear Power"]),
    ],
)
def test_what_no_book_has_is_told_with_what_was_likely_meant(
    game: Game, picked: Any, how: dict[str, Any], hint: str, fixes: list[str]
) -> None:
    (said,) = findings(game, picked, **how)
    assert (said.code, said.level, said.at) == ("power-unknown", how.get("level", Level.ERROR), "picks.power")
    assert (said.hint, [fix.label for fix in said.fixes]) == (hint, fixes)


def test_its_code_and_its_cite_may_be_others(game: Game) -> None:
    elsewhere = PLACE._replace(ruling="T-1")
    (said,) = findings(game, "zzz", code="unknown-choice", strange=elsewhere)
    assert (said.code, said.cite) == ("unknown-choice", elsewhere)


@pytest.mark.parametrize(
    ("build", "at"),
    [
        ({"picks": {"power": "flight"}}, ["picks.power"]),
        ({"picks": {"power": "wing"}, "scores": {"flight": 2}}, ["picks.power"]),
        ({"entries": {"powers": [{}, {"picks": {"power": "flight"}}]}}, ["entries.powers.1.picks.power"]),
        ({"notes": {"granted": "flight"}}, [""]),
        ({"picks": {"other": "flight"}}, []),
    ],
)
def test_what_left_its_book_is_noted_where_it_is_held(game: Game, build: dict[str, Any], at: list[str]) -> None:
    game.chooses(Choice("power", Power, PLACE))

    @game.holding
    def owned(c: Reading) -> list[Entry | None]:
        lines = [line.pick("power") for line in c.build.entries.get("powers", ())]
        return [c.rulebook.find(Power, key) for key in (*lines, c.build.notes.get("granted", ""))]

    entries = dict(game.core.entries)
    entries["power"] = {
        **entries["power"],
        "flight": replace(entries["power"]["flight"], retired=True, aliases=("wing",)),
    }
    book = Rulebook.of([replace(game.core, entries=entries)])
    said = [one for one in game.read(Build.parse(build), book).findings if one.code == "entry-retired"]
    assert [(one.at, one.level, one.message) for one in said] == [
        (path, Level.NOTE, "Flight was removed from the book.") for path in at
    ]


def test_a_line_chooses_like_the_build(game: Game) -> None:
    game.chooses(Choice("power", Power, PLACE, "Choose one.", lines="powers"))
    sheet = game.read(
        Build.parse({"entries": {"powers": [{"picks": {"power": "flight"}}, {"picks": {"power": "z"}}, {}]}})
    )
    assert [(one.code, one.at) for one in sheet.findings if one.code != "unknown-entries"] == [
        ("power-unknown", "entries.powers.1.picks.power"),
        ("power-missing", "entries.powers.2.picks.power"),
    ]
    assert sheet.chosen == {}


def test_by_chance_only_what_is_open_is_chosen_and_only_of_what_is_offered(game: Game) -> None:
    game.chooses(Choice("power", Power, PLACE), Choice("power", Power, PLACE, lines="powers"))
    game.chooses(Choice("level", toy.PowerLevel, PLACE))
    made = [choose_at_random(game, {}, Random(seed), game.rulebook) for seed in range(9)]
    assert {str(one) for one in made} == {"{'picks': {'power': 'flight'}}", "{'picks': {'power': 'flames'}}"}
    kept = {"picks": {"power": "other"}}
    assert choose_at_random(game, kept, Random(1), game.rulebook) == kept


@pytest.mark.parametrize(
    ("wanted", "held", "have"), [(0, [], 0), (1, [], 1), (5, [], 2), (2, ["flight"], 2), (1, ["x"], 1)]
)
def test_by_chance_somebody_has_as_many_of_several_as_they_say(
    game: Game, wanted: int, held: list[str], have: int
) -> None:
    game.chooses(Choices("powers", Power, PLACE, "power", at_random=wanted))
    made = choose_at_random(game, {"picks": {"powers": held}} if held else {}, Random(1), game.rulebook)
    picked = Build.parse(made).picked("powers")
    assert (len(picked), {*held} <= {*picked}) == (have, True)


def test_of_several_any_number_is_ticked_and_of_one_it_is_one(game: Game) -> None:
    """Radios of one name could send only one of those that are held."""
    game.chooses(Choice("power", Power, PLACE), Choices("powers", Power, PLACE, "power"))
    both = ["flames", "flight"]
    sheet = game.read(Build.parse({"picks": {"powers": both, "power": "flight"}}))
    several, one = pick(sheet, "picks.powers", "Powers", Power), pick(sheet, "picks.power", "Power", Power)
    assert (several.many, several.style, [*several.value]) == (True, "ticks", both)
    assert (one.many, one.style, one.value) == (False, "cards", ("flight",))
