"""Books that a build uses and its table does not play with."""

from pathlib import Path
from typing import Any

import pytest

from rules.kernel import Build, Cite, Finding, Level, Rulebook, RulesContext
from rules.kernel.books import make_book
from rules.kernel.documents import Exemption
from rules.kernel.findings import plain
from rules.kernel.pages import Game
from tests.rules import toy

SECTIONS = [{"number": "Powers", "title": "Powers", "page": 0, "origin": "homebrew"}]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return toy.game(toy.write(tmp_path, powers=toy.power()))


def row(key: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "name": key.capitalize(), "section": "Powers", "page": 0, "summary": "Up.", **more}


def shelf(game: Game, *books: tuple[str, list[dict[str, Any]]]) -> Rulebook:
    """The core book and homebrew: ref and powers of each."""
    made = []
    for ref, rows in books:
        key, _, edition = ref.partition("@")
        cover = {"key": key, "edition": edition, "system": "toy", "title": key.title(), "short": key, "licence": ""}
        made.append(make_book(cover, SECTIONS, {"power": rows}, game.kinds))
    return Rulebook.of([game.core, *made])


def found(game: Game, book: Rulebook, build: dict[str, Any], *played: str, **table: Any) -> list[Finding]:
    sheet = game.read(Build.parse(build), book, RulesContext(books=frozenset(played), **table))
    return [f for f in sheet.findings if "in-play" in f.code or "edition" in f.code]


def test_where_nobody_decides_any_book_goes(game: Game) -> None:
    book = shelf(game, ("deep@1", [row("wings")]))
    sheet = game.read(Build.parse({"picks": {"power": "wings"}}), book, RulesContext())
    assert [f.code for f in sheet.findings] == []


def test_what_is_used_of_a_book_that_is_not_in_play_breaks_a_rule(game: Game) -> None:
    book = shelf(game, ("deep@1", [row("wings"), row("gills", aliases=["gill"]), row("horns")]))
    build = {"picks": {"power": ["gill"]}, "entries": {"gear": [{"ranks": {"best": ["wings"]}}]}}
    (finding,) = found(game, book, build)
    assert (finding.code, finding.level, finding.at) == (
        "not-in-play-deep",
        Level.ERROR,
        "entries.gear.0.ranks.best",
    )
    assert finding.message == "“Wings”, “Gills” are from Deep, which this campaign doesn't use."
    assert finding.cite == Cite("deep", "Powers", 0, origin="homebrew")
    assert book.resolves(finding.cite)
    assert plain(finding.values) == {"edition": "1", "uses": ["Gills", "Wings"]}
    assert [(fix.label, fix.path) for fix in finding.fixes] == [
        ("Remove Wings", "entries.gear.0.ranks.best"), ("Remove Gills", "picks.power.gill"),
    ]  # fmt: skip
    assert found(game, book, build, "deep@1") == []


@pytest.mark.parametrize("build", [{}, {"picks": {"power": "flight"}}, {"scores": {"wings": 0}}])
def test_a_book_of_which_nothing_is_used_is_not_spoken_of(game: Game, build: dict[str, Any]) -> None:
    assert found(game, shelf(game, ("deep@1", [row("wings")])), build) == []


def test_another_edition_in_play_is_only_a_note(game: Game) -> None:
    book = shelf(game, ("deep@1", [row("wings")]))
    (finding,) = found(game, book, {"scores": {"wings": 1}}, "deep@2", "deeper@1")
    assert (finding.code, finding.level, finding.at) == ("another-edition-deep", Level.NOTE, "scores.wings")
    assert finding.message == "“Wings” is from Deep, edition 1; this campaign uses edition 2."
    assert "You can switch to edition 2." in finding.hint


def test_what_a_later_book_overrides_is_that_books(game: Game) -> None:
    book = shelf(game, ("deep@1", [row("wings")]), ("high@1", [row("wings")]))
    assert [f.code for f in found(game, book, {"picks": {"power": "wings"}})] == ["not-in-play-high"]


def test_a_waiver_stands_until_more_of_the_book_is_used(game: Game) -> None:
    book = shelf(game, ("deep@1", [row("wings"), row("gills")]))
    build: dict[str, Any] = {"picks": {"power": ["wings"]}}
    (finding,) = found(game, book, build)
    word = Exemption(finding.code, finding.at, "It is pretty.", "gm", plain(finding.values))
    (waived,) = found(game, book, build, waivers=(word,))
    assert waived.waived == "It is pretty. (gm)"
    (more,) = found(game, book, {"picks": {"power": ["gills", "wings"]}}, waivers=(word,))
    assert more.breaks
