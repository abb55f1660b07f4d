"""What only a GM may enter counts for nothing where a document says that a player did: the same for every kind."""

from dataclasses import replace
from random import Random

import pytest

from rules import systems
from rules.kernel import Build, LedgerEntry, LedgerKind, RulesContext, Sheet
from rules.kernel.documents import Ledger
from rules.kernel.documents.ledger import NO_ENTRIES
from rules.kernel.ledger_kinds import nothing_else
from rules.kernel.pages import Game
from tests.by_game import AWARDED

GAMES = systems.every()
JUDGED = [(game, kind) for game in GAMES for kind in game.ledger_kinds.values() if kind.by == "judge"]
APPROVED = [
    (game, kind)
    for game in GAMES
    for kind in game.ledger_kinds.values()
    if kind.by == "change" or (kind.by == "play" and kind.edits is not nothing_else)
]


def read(game: Game, build: Build, ledger: Ledger) -> Sheet:
    return game.read(build, table=RulesContext({}, "advancement", ledger, baseline=build))


def told(sheet: Sheet) -> object:
    """All that a sheet says, but for the warning itself."""
    findings = [one for one in sheet.findings if one.code != "entry-without-gm"]
    return sheet.figures, sheet.budgets, findings, sheet.table, sheet.live({}).facts


@pytest.mark.parametrize(("game", "kind"), JUDGED, ids=[f"{game.key}-{kind.key}" for game, kind in JUDGED])
def test_an_entry_of_the_gm_by_a_player_counts_for_nothing(game: Game, kind: LedgerKind) -> None:
    build = Build.parse(game.random({}, Random(3), game.rulebook, RulesContext()))
    more = {"from": "a", "to": "b", "gained": "x"}
    entry = LedgerEntry(kind.key, 5, "2026-01-01", "Somebody", "player", "", "mine", more=more)
    without, with_it = read(game, build, NO_ENTRIES), read(game, build, Ledger((entry,)))
    assert told(with_it) == told(without)
    (finding,) = [one for one in with_it.findings if one.code == "entry-without-gm"]
    assert finding.message == f"“{kind.label}” in the ledger was entered by a player; only a GM can enter it."
    assert not any(one.code == "entry-without-gm" for one in without.findings)


@pytest.mark.parametrize("key", AWARDED)
def test_a_player_voids_no_entry_of_the_gm(key: str) -> None:
    game = systems.get(key)
    build = Build.parse(game.random({}, Random(3), game.rulebook, RulesContext()))
    award = LedgerEntry("award", 5, "2026-01-01", by="gm", id="gift")
    void = LedgerEntry("void", 0, "2026-01-02", "gift", "player", "No", "mine")
    kept, voided = read(game, build, Ledger((award,))), read(game, build, Ledger((award, void)))
    assert told(kept) == told(voided)
    assert "entry-without-gm" in [one.code for one in voided.findings]
    by_gm = read(game, build, Ledger((award, replace(void, by="gm"))))
    assert (by_gm.table.ledger.total("award"), voided.table.ledger.total("award")) == (0, 5)
    own = LedgerEntry("deed", 1, "2026-01-01", by="player", id="own")
    ledger = Ledger((own, replace(void, subject="own")))
    assert read(game, build, ledger).table.ledger is ledger


@pytest.mark.parametrize(("game", "kind"), APPROVED, ids=[f"{game.key}-{kind.key}" for game, kind in APPROVED])
def test_a_player_voids_nothing_that_was_lost_or_bought_before_the_approval(game: Game, kind: LedgerKind) -> None:
    """Its points would come back without the thing; the GM voids it, and so does a player as long as it is fresh."""
    build = Build.parse(game.random({}, Random(3), game.rulebook, RulesContext()))
    gone = LedgerEntry(kind.key, 5, "2026-01-01", "Thing", "player", id="gone", settled=True)
    void = LedgerEntry("void", 0, "2026-01-02", "gone", "player", "Mine", "mine")

    def standing(*entries: LedgerEntry) -> tuple[int, list[str]]:
        sheet = read(game, build, Ledger(entries))
        told = [one.message for one in sheet.findings if one.code == "entry-without-gm"]
        return len(sheet.table.ledger.standing), told

    assert standing(gone, void) == (1, [f"A player cancelled “{kind.label}” in the ledger; only a GM can."])
    assert standing(gone, replace(void, by="gm")) == (0, [])
    assert standing(replace(gone, settled=False), void) == (0, [])
    assert standing(gone, replace(void, settled=True)) == (0, [])
