"""Entries that depend on others: none stands without its cause unseen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, Finding, LedgerEntry, RulesContext, Sheet
from rules.kernel.causes import causes, without_cause
from rules.kernel.documents import Ledger
from tests.by_game import DYING
from tests.rules.lives import entry

DIED = entry("died")


def returned(amount: int, on: str = "2026-03-03") -> LedgerEntry:
    return entry("return", amount, "Smuggler", on, gained="Came Back")


def about(kind: str, subject: str = "") -> LedgerEntry:
    return entry(kind, subject=subject)


def read(key: str, entries: Sequence[LedgerEntry]) -> Sheet:
    house: dict[str, Any] = {"resurrection": True} if key == "duality" else {}
    return systems.get(key).read(Build.parse({}), table=RulesContext(house, "advancement", Ledger(entries)))


def told(sheet: Sheet) -> list[Finding]:
    return [one for one in sheet.findings if one.code == "entry-without-cause"]


IN_TURN = [
    ("dominion", [DIED, about("resurrected"), DIED]),
    ("dominion", [about("infirmity", "arm"), about("healed", "Arm "), about("infirmity", "arm")]),
    ("dominion", [about("infirmity", "arm"), about("infirmity", "leg"), about("healed")]),
    ("dominion", [about("infirmity", "arm"), DIED, about("resurrected"), about("infirmity", "arm")]),
    ("dominion", [about("forsaken", "heal"), about("forgiven", "Heal"), about("forsaken", "heal")]),
    ("dominion", [about("forsaken", "heal"), about("forgiven")]),
    ("dominion", [entry("mount", -5, "timing", beast="Noble War Horse", name="Bess"), about("mount-gone", "bess")]),
    ("duality", [DIED, returned(1), returned(2)]),
    ("rough-magic", [about("empowered", "Ring"), about("expired", "ring"), about("empowered", "ring")]),
    ("rough-magic", [about("expired", "Ring"), about("made-permanent", "Cup"), about("destroyed", "Staff")]),
    ("rough-magic", [entry("loss"), entry("loss", subject="power-level"), about("restored"), about("restored")]),
    ("rough-magic", [entry("endurance", -2), *2 * [entry("endurance-returned", 1)]]),
    ("rough-magic", [about("disfigured", "Lame"), about("healed", "lame"), about("disfigured", "Lame")]),
]
OUT_OF_TURN = [
    *((game, [DIED, DIED]) for game in DYING),
    ("dominion", [about("resurrected")]),
    ("dominion", [about("infirmity", "arm"), about("resurrected")]),
    ("dominion", [DIED, about("resurrected"), about("resurrected")]),
    ("dominion", [about("infirmity", "arm"), about("healed", "leg")]),
    ("dominion", [about("disease", "Ague"), about("disease", "ague")]),
    ("dominion", [about("forsaken", "bless"), about("forgiven", "heal")]),
    ("dominion", [about("forsaken", "heal"), about("forsaken", "Heal")]),
    ("dominion", [about("mount-gone", "Bess")]),
    ("duality", [returned(1)]),
    ("duality", [DIED, returned(2), returned(2)]),
    ("duality", [DIED, returned(1), returned(1, on="2026-03-04")]),
    ("rough-magic", [about("empowered", "Ring"), about("empowered", " ring")]),
    ("rough-magic", [about("restored")]),
    ("rough-magic", [entry("endurance", -1), *2 * [entry("endurance-returned", 1)]]),
    ("rough-magic", [about("healed", "Lame")]),
]


@pytest.mark.parametrize(("game", "entries"), IN_TURN)
def test_what_begins_and_ends_in_turn_is_nothing_to_tell(game: str, entries: list[LedgerEntry]) -> None:
    sheet = read(game.replace("_", "-"), entries)
    assert without_cause(sheet.reading) == ()
    assert told(sheet) == []


@pytest.mark.parametrize(("game", "entries"), OUT_OF_TURN)
def test_an_entry_without_its_cause_is_told(game: str, entries: list[LedgerEntry]) -> None:
    """The last of them, each time, whoever wrote the file."""
    sheet = read(game.replace("_", "-"), entries)
    assert without_cause(sheet.reading) == (entries[-1],)
    (finding,) = told(sheet)
    assert not finding.breaks
    kinds = sheet.game.ledger_kinds
    kind = kinds[entries[-1].kind]
    assert finding.message.startswith(f"“{kind.label}”")
    assert all(f"“{kinds[key].label}”" in finding.message for key in causes(kind))
    assert finding.hint == "Cancel the entry, or enter what is missing."


def test_a_cancelled_cause_is_told_in_a_file() -> None:
    died, void = replace(DIED, id="a"), entry("void", subject="a")
    assert [one.message for one in told(read("dominion", [died, about("resurrected"), void]))] == [
        "“Resurrected” needs “Death” before it in the ledger."
    ]
    twice = [about("infirmity", "arm"), about("infirmity", "Arm")]
    assert [one.message for one in told(read("dominion", twice))] == [
        "“Infirmity” (Arm) is in the ledger twice, and the first hasn’t ended."
    ]
