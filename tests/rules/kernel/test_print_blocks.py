"""What every printed sheet shares."""

from fractions import Fraction
from pathlib import Path

import pytest

from rules import systems
from rules.dice import RollUnder
from rules.kernel import Build, Check, Cite, Figure, Term, Tracker
from rules.kernel.pages import Chance, Layout, Track, in_rows, percent
from rules.kernel.pages.print_blocks import Beside, Block, Cards, Crib, Values, if_room
from rules.kernel.pages.print_parts import Card, Deck, Passage, PrintedItem, written_lists
from rules.systems.hprpg import system

WHERE = Cite("Toy", "1", 1)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 1000), "<1"),
        (Fraction(1, 3), "33"),
        (Fraction(999, 1000), ">99"),
        (Fraction(1), "100"),
    ],
)
def test_a_chance_is_never_nothing_or_all_where_it_is_not(chance: Fraction, said: str) -> None:
    assert percent(chance) == f"{said}%"


@pytest.mark.parametrize(("top", "boxes", "more"), [(4, 4, ""), (35, 30, "and 5 more"), (-3, 0, "")])
def test_a_track_has_as_many_boxes_as_fit(top: int, boxes: int, more: str) -> None:
    figure = Figure.of("hurt", "Hurt", WHERE, [Term(top, "all", WHERE)])
    track = Track.of(Tracker("hurt", "Hurt", WHERE, figure))
    assert (len(track.boxes), track.more, track.maximum) == (boxes, more, top)
    assert len(Track.of(Tracker("luck", "Luck", WHERE, None)).boxes) == 8


def test_things_have_a_name_and_a_number() -> None:
    things = [{"name": "Rope", "scores": {"quantity": 2}, "notes": {"a": "wet", "b": ""}}, {}]
    sheet = system.read(Build.parse({"entries": {"gear": things, "none": []}}))
    assert written_lists(sheet) == (("Gear", (PrintedItem("Rope", 2, "wet"), PrintedItem("Unnamed item", 1, ""))),)


def test_a_thing_without_a_name_is_called_like_what_it_is_of_a_book() -> None:
    lines = [
        {"picks": {"spell": "lumos"}},
        {"name": "Light", "picks": {"spell": "lumos"}},
        {"picks": {"spell": "none"}},
    ]
    ((_, items),) = written_lists(system.read(Build.parse({"entries": {"gear": lines}})))
    assert [item.name for item in items] == ["Lumos", "Light", "Unnamed item"]


def test_the_last_row_has_what_is_left() -> None:
    assert in_rows((1, 2, 3, 4, 5), 2) == ((1, 2), (3, 4), (5,))
    assert in_rows((), 2) == ()


def test_a_chance_is_that_of_its_check() -> None:
    pool = Figure.of("climb", "Climb", WHERE, [Term(9, "Agility", WHERE)])
    assert Chance.of(Check("climb", "Climb", WHERE, pool, RollUnder(9, 12))) == Chance("Climb", 9, Fraction(3, 4))
    barred = Chance.of(Check("climb", "Climb", WHERE, pool, None))
    assert (barred.chance, str(barred), str(Chance("Climb", 9, Fraction(3, 4)))) == (None, "–", "75%")


def test_no_printed_sheet_words_a_chance_by_itself() -> None:
    """A chance on paper is one of a check, so that it can be compared with what is rolled."""
    sheets = list(Path("rules/systems").rglob("printing.py"))
    assert len(sheets) == len(systems.PACKAGES)
    assert not [file for file in sheets if "percent(" in file.read_text()]


@pytest.mark.parametrize(("held", "rows"), [(0, 1), (2, 1), (3, 2), (4, 2), (6, 2)])
def test_the_last_row_is_filled_with_blank_cards(held: int, rows: int) -> None:
    deck = Deck(tuple(Card(f"Thing {n}") for n in range(held)))
    assert [len(row) for row in deck.by_rows] == [3] * rows
    assert sum(not card.title for row in deck.by_rows for card in row) == 3 * rows - held


def test_a_long_card_stands_alone() -> None:
    long = Card("Saga", text="word " * 100)
    deck = Deck((long, Card("Rope")))
    assert deck.broad == (long,)
    assert [card.title for row in deck.by_two for card in row] == ["Rope", ""]


def test_rules_to_have_at_hand_stand_where_there_is_room() -> None:
    cribs = (Crib(title="Falling", lines=(("Each pace", "hurts."),)),) * 4
    assert if_room(cribs, 9, [Passage("Story", "Short.")]) == cribs
    assert if_room(cribs, 10, []) == if_room(cribs, 0, [Passage("Story", "Long. " * 200)]) == ()
    assert [len(row) for row in Layout(band="#000000", cribs=cribs).cribs_by_three] == [3, 1]


def test_each_block_has_one_template_of_its_own() -> None:
    templates = {block.__name__: block.template for block in Block.__subclasses__()}
    assert [name for name in templates.values() if not Path("templates", name).is_file()] == []
    assert len(set(templates.values())) == len(templates)


def test_columns_stand_apart_where_one_of_them_may_go_on_over_the_page() -> None:
    short, long = Values(title="Bonds", lines=()), Cards(title="Gear", deck=Deck(()))
    assert not Beside(((short,), (short,))).splits
    assert Beside(((short,), (short, long))).splits
