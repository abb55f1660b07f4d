"""What entries do to numbers: additions with their cites, requirements, and circles that never raise."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from rules.kernel import Budget, Build, Cite, Entry, Reading, Rulebook, RulesContext, Term, on_list
from rules.kernel.books import make_book
from rules.kernel.pages import Game
from tests.rules import toy

PLACE = toy.PLACE
COVER = {"key": "deep", "edition": "1", "system": "toy", "title": "Deep", "short": "Deep", "licence": ""}
SECTIONS = [{"number": "Powers", "title": "Powers", "page": 0, "origin": "homebrew"}]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game of two figures and a budget: luck is what was bought, fate is twice luck, wishes are three."""
    system = toy.game(toy.write(tmp_path, powers=toy.power()))

    @system.figure("luck", "Luck", PLACE)
    def luck(c: Reading) -> Iterable[Term]:
        yield Term(c.bought("luck"), "Bought", PLACE)

    @system.figure("fate", "Fate", PLACE)
    def fate(c: Reading) -> Iterable[Term]:
        yield Term(2 * c["luck"], "Luck twice", PLACE)

    @system.budget
    def wishes(c: Reading) -> Iterable[Budget]:
        yield Budget.of("wishes", "Wishes", PLACE, allowed=[Term(3, "All", PLACE)], spent=[])

    @system.holding
    def had(c: Reading) -> Iterable[Entry | None]:
        yield from (c.rulebook.find(toy.Power, key) for key in c.picked("power"))
        yield from on_list(c, toy.Power, "gear")

    return system


def shelf(game: Game, **powers: object) -> Rulebook:
    """The game's rulebook and a homebrew book with these powers: key to what the row says beyond its name."""
    rows = [
        {"key": key, "name": key.capitalize(), "section": "Powers", "page": 0, "summary": "Up.", **row}  # type: ignore[dict-item]
        for key, row in powers.items()
    ]
    return Rulebook.of([game.core, make_book(COVER, SECTIONS, {"power": rows}, game.kinds)])


def read(game: Game, book: Rulebook, *powers: str, luck: int = 2):  # type: ignore[no-untyped-def]
    return game.read(Build.parse({"scores": {"luck": luck}, "picks": {"power": list(powers)}}), book, RulesContext())


def test_an_effect_is_a_term_with_its_books_cite(game: Game) -> None:
    book = shelf(game, wings={"effects": [{"to": "luck", "amount": 1}]})
    assert read(game, book)["fate"] == 4
    sheet = read(game, book, "wings")
    assert (sheet["luck"], sheet["fate"]) == (3, 6)
    term = sheet.figures["luck"].terms[-1]
    assert (term.amount, term.label, term.cite) == (1, "Wings", Cite("Deep", "Powers", 0, origin="homebrew"))
    assert str(term.cite) == "Deep Powers (homebrew)"
    assert str(term.cite._replace(book="Deep Powers")) == "Deep Powers (homebrew)"


def test_an_effect_may_follow_another_figure(game: Game) -> None:
    book = shelf(game, oracle={"effects": [{"to": "fate", "amount": -1, "per": "luck"}]})
    assert read(game, book, "oracle")["fate"] == 2


def test_effects_that_multiply_end_at_a_million(game: Game) -> None:
    rise = {"effects": [{"to": "luck", "amount": 10_000}, {"to": "fate", "amount": -10_000, "per": "luck"}]}
    sheet = read(game, shelf(game, rise=rise), "rise")
    assert (sheet["luck"], sheet["fate"]) == (10_002, 20_004 - 1_000_000)


def test_an_effect_widens_a_budget(game: Game) -> None:
    book = shelf(game, genie={"effects": [{"to": "wishes-allowed", "amount": 2}]})
    budget = read(game, book, "genie").budgets["wishes"]
    assert (budget.allowed.value, budget.allowed.terms[-1].label) == (5, "Genie")
    assert read(game, book).budgets["wishes"].allowed.value == 3


@pytest.mark.parametrize(
    ("build", "luck"),
    [
        ({"picks": {"power": "wings"}}, 1),
        ({"entries": {"gear": [{"picks": {"power": "wings"}}]}}, 1),
        ({"entries": {"gear": [{"picks": {"power": "wings"}, "scores": {"quantity": 0}}]}}, 0),
        ({"entries": {"gear": [{"picks": {"item": "wings"}}]}}, 0),
        ({"entries": {"wardrobe": [{"picks": {"power": "wings"}}]}}, 0),
        ({"picks": {"hat": "wings"}}, 0),
        ({"ranks": {"power": ["wings"]}}, 0),
        ({"scores": {"wings": 1}}, 0),
    ],
)
def test_a_key_counts_where_the_game_says_and_nowhere_else(game: Game, build: dict[str, object], luck: int) -> None:
    book = shelf(game, wings={"effects": [{"to": "luck", "amount": 1}]})
    assert game.read(Build.parse(build), book)["luck"] == luck


def test_a_requirement_says_what_is_missing(game: Game) -> None:
    book = shelf(game, wings={"requires": [{"of": "luck", "least": 3}]})
    assert not [f for f in read(game, book, "wings", luck=3).findings if f.code.startswith("requires")]
    (finding,) = [f for f in read(game, book, "wings").findings if f.code.startswith("requires")]
    assert finding.message == "Wings requires Luck 3 (you have 2)."
    assert finding.hint == "Raise Luck to 3, or remove Wings."
    assert dict(finding.values) == {"required": 3, "has": 2}
    assert [fix.label for fix in finding.fixes] == ["Raise Luck to 3", "Remove Wings"]
    assert finding.breaks


def test_a_circle_is_said_and_never_raised(game: Game) -> None:
    book = shelf(
        game,
        oracle={"effects": [{"to": "luck", "amount": 1, "per": "fate"}, {"to": "fate", "amount": 1}]},
        wings={"effects": [{"to": "luck", "amount": 5}]},
    )
    sheet = read(game, book, "oracle", "wings")
    assert (sheet["luck"], sheet["fate"]) == (7, 15)
    (finding,) = [f for f in sheet.findings if f.code == "effects-circle"]
    assert "luck → fate → luck" in finding.message
    assert "“Oracle”" in finding.hint
    assert "Wings" not in finding.hint
    assert game.reading(sheet.build, book)["fate"] == 15


def test_a_number_nobody_makes_does_not_count_and_is_said(game: Game) -> None:
    book = shelf(
        game,
        wings={
            "effects": [{"to": "height", "amount": 1}, {"to": "luck", "amount": 1, "per": "depth"}],
            "requires": [{"of": "age", "least": 3}],
        },
    )
    sheet = read(game, book, "wings")
    assert sheet["luck"] == 2
    assert sheet.legal
    (finding,) = [f for f in sheet.findings if f.code == "unknown-number-wings"]
    assert "“height”, “depth”, “age”" in finding.message
