"""What fields ask of whoever writes an entry, and what lists of a build take from a book."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from rules.kernel import Build, CircleError, Effect, Entry, Item, Reading, Rulebook, RuleError, Term, display_name
from rules.kernel.basics import Ask, ask_of, asked
from rules.kernel.books import make_book
from rules.kernel.pages import Game, homebrew_pick
from rules.kernel.pages.print_parts import written_lists
from tests.rules import toy

COVER = {"key": "deep", "edition": "1", "system": "toy", "title": "Deep", "short": "Deep", "licence": ""}
SECTIONS = [{"number": "Items", "title": "Items", "page": 0, "origin": "homebrew"}]


@dataclass(frozen=True, kw_only=True)
class Potion(Entry):
    """A kind whose taste is one of three."""

    taste: str = asked("Taste", "As one says it.", among=("", "sweet", "foul"), default="")
    plain: int = 0


def row(key: str, **more: object) -> dict[str, object]:
    return {"key": key, "name": key.capitalize(), "section": "Items", "page": 0, "summary": "Up.", **more}


def test_a_field_says_what_it_asks_and_others_say_nothing() -> None:
    said = {field.name: ask_of(field) for field in fields(Potion)}
    assert said["taste"] == Ask("Taste", "As one says it.", ("", "sweet", "foul"))
    assert said["plain"] == Ask()
    assert Potion(key="a", name="A", section="1", page=0, summary="").taste == ""


def test_a_book_that_says_something_else_is_refused() -> None:
    assert make_book(COVER, SECTIONS, {"potion": [row("mead", taste="sweet")]}, [Potion]).entries["potion"]["mead"]
    with pytest.raises(RuleError, match=r"^deep\.potion\.mead\.taste: “salty” is none of “”, “sweet”, “foul”\.$"):
        make_book(COVER, SECTIONS, {"potion": [row("mead", taste="salty")]}, [Potion])


@pytest.fixture
def shelf() -> Rulebook:
    rows = [row("lamp", sort="Lights"), row("rope"), row("sail", retired=True)]
    return Rulebook.of([make_book(COVER, SECTIONS, {"item": rows}, [Item])])


def test_a_list_offers_what_players_wrote_and_nothing_retired(shelf: Rulebook) -> None:
    (pick,) = homebrew_pick(shelf, Item, "entries.gear.0", ())
    assert (pick.path, pick.label, pick.style) == ("entries.gear.0.picks.item", "Item of a book", "select")
    assert [(option.key, option.group) for option in pick.options] == [("lamp", "Lights"), ("rope", "")]
    (kept,) = homebrew_pick(shelf, Item, "entries.gear.0", ("sail",))
    assert [option.key for option in kept.options] == ["lamp", "rope", "sail"]


def test_a_list_offers_nothing_where_no_player_wrote_anything() -> None:
    core = make_book(COVER, [{**SECTIONS[0], "origin": "source"}], {"item": [row("lamp")]}, [Item])
    assert homebrew_pick(Rulebook.of([core]), Item, "entries.gear.0", ()) == ()


def test_what_is_on_a_list_is_called_as_the_player_says_or_as_the_book_does(shelf: Rulebook) -> None:
    lamp = Build.parse({"picks": {"item": "lamp"}})
    assert display_name(lamp, shelf) == "Lamp"
    assert display_name(replace(lamp, name=" Old Brass "), shelf) == "Old Brass"
    assert display_name(lamp, shelf, None) == ""
    assert display_name(Build.parse({"picks": {"item": "ghost"}}), shelf) == ""


def test_paper_calls_it_the_same(tmp_path: Path, shelf: Rulebook) -> None:
    game = toy.game(toy.write(tmp_path, powers=toy.power()))
    game.names = lambda book: replace(toy_names, entries=frozenset({"gear"}))
    toy_names = toy.game(tmp_path).names(game.rulebook)
    build = Build.parse({"entries": {"gear": [{"picks": {"item": "lamp"}}, {}], "empty": []}})
    ((title, items),) = written_lists(game.read(build, Rulebook.of([game.core, *shelf.books])))
    assert (title, [item.name for item in items]) == ("Gear", ["Lamp", "Unnamed item"])


def test_a_reading_may_wear_what_the_build_does_not_have(tmp_path: Path) -> None:
    game: Game = toy.game(toy.write(tmp_path, powers=toy.power()))

    @game.figure("luck", "Luck", toy.PLACE)
    def luck(c: Reading) -> list[Term]:
        return [Term(1, "everyone", toy.PLACE)]

    @game.figure("fate", "Fate", toy.PLACE)
    def fate(c: Reading) -> list[Term]:
        return [Term(c["luck"], "Luck", toy.PLACE)]

    lamp = Item(key="lamp", name="Lamp", section="2", page=3, summary="", effects=(Effect("luck", 2),))
    assert game.with_effects([lamp], Build.parse({}))["fate"] == 3
    ring = replace(lamp, effects=(Effect("luck", 1, "fate"),))
    with pytest.raises(CircleError, match="luck → fate → luck"):
        game.with_effects([ring], Build.parse({})).figures()
