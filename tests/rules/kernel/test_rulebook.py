"""Rule data is read strictly: every mistake is an error that says where."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import Cite, Grant, Rulebook, RuleError, kind_of
from rules.kernel.basics.cites import HOUSE
from rules.kernel.basics.strict import read
from rules.kernel.books import make_book, read_rows
from rules.systems.hprpg.entries import Archetype
from tests.rules import toy

COVER = {"key": "core", "edition": "1", "system": "toy", "title": "Toy", "short": "Toy", "licence": "none"}
FLIGHT = {"key": "flight", "name": "Flight", "section": "2", "page": 4, "summary": "Up."}


@dataclass(frozen=True)
class Coin:
    """Something with a name of two words."""

    is_new: bool


def book(**rows: list[dict[str, Any]]) -> Any:
    sections = [{"number": "2", "title": "Everything", "page": 3}]
    return make_book(COVER, sections, rows, (toy.Power, toy.PowerLevel))


def test_a_folder_of_toml_is_a_book(tmp_path: Path) -> None:
    system = toy.game(toy.write(tmp_path, powers=toy.power() + toy.power("speed", "cost = 2")))
    found = system.rulebook.all(toy.Power)
    assert [(p.key, p.cost, p.book, p.cite) for p in found.values()] == [
        ("flight", 0, "core", Cite("Toy", "2", 4)),
        ("speed", 2, "core", Cite("Toy", "2", 4)),
    ]
    assert system.rulebook.editions == ("core@1",)
    assert dict(system.rulebook.all(toy.PowerLevel)) == {}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("powers", "key =", "powers.toml: Invalid value (at end of document)"),
        ("powers", "[power]\nkey = 1", "powers.toml: [power] should be a list of tables, [[power]]."),
        ("powers", "[book]\nkey = 'two'", "powers.toml: [book] is in another file already."),
        (
            "powers",
            "[[poewr]]\nkey = 'x'",
            "core.poewr: no kind of entry is called “poewr”; there are power, power-level.",
        ),
        ("powers", toy.power(more="csot = 1"), "core.power.flight: “csot” is not a key of Power; it has "),
        ("powers", toy.power(more="cost = '1'"), "core.power.flight.cost: wants int, not '1'."),
        ("powers", toy.power(more="cost = true"), "core.power.flight.cost: wants int, not True."),
        ("powers", toy.power(more="tags = 'x'"), "core.power.flight.tags: wants a list, not 'x'."),
        ("powers", toy.power(more="tags = ['x', 2]"), "core.power.flight.tags[1]: wants str, not 2."),
        ("powers", toy.power(more="book = 'x'"), "core.power.flight: “book” is not a key of Power; it has "),
        ("powers", toy.power() + toy.power(), "core.power.flight: duplicate key."),
        ("powers", "[[power]]\nname = 'x'", "core.power.0: Power needs “key”."),
        ("powers", "power = [3]", "core.power.0: wants a table, not 3."),
        ("powers", "[[section]]\nnumber = 2", "core.section.number: wants str, not 2."),
    ],
)
def test_a_mistake_in_rule_data_is_named_with_its_place(tmp_path: Path, name: str, text: str, message: str) -> None:
    system = toy.game(toy.write(tmp_path, **{name: text}))
    with pytest.raises(RuleError) as wrong:
        _ = system.core
    assert str(wrong.value).startswith(message)


def test_a_key_twice_in_toml_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"^powers\.toml: "):
        read_rows(toy.write(tmp_path, powers=toy.power(more="cost = 1\ncost = 2")))


def test_a_key_with_dash_and_underscore_is_one_key() -> None:
    with pytest.raises(RuleError, match=r"^x: “is_new” is listed twice\.$"):
        read(Coin, {"is-new": True, "is_new": False}, "x")


def test_a_nested_table_is_read_and_a_wrong_one_named() -> None:
    row = {**FLIGHT, "abilities": [], "experience": [], "grants": [{"options": ["charm"], "dots": 1}]}
    assert read(Archetype, row, "x").grants == (Grant(("charm",), 1),)
    with pytest.raises(RuleError, match=r"^x\.grants\[0\]: wants a table, not 5\.$"):
        read(Archetype, {**row, "grants": [5]}, "x")


def test_a_cover_that_is_no_table_is_an_error() -> None:
    with pytest.raises(RuleError, match=r"^book: wants a table, not 5\.$"):
        make_book(5, [], {}, ())  # type: ignore[arg-type]  # what a TOML file may hold


def test_a_later_book_overrides_an_earlier_one_key_by_key() -> None:
    core = book(power=[FLIGHT, {**FLIGHT, "key": "speed", "name": "Speed"}])
    house = make_book(
        {**COVER, "key": "house", "short": "House"},
        [{"number": "1", "title": "All", "page": 1}],
        {"power": [{**FLIGHT, "name": "Hover", "section": "1", "page": 1}]},
        (toy.Power,),
    )
    both = Rulebook.of([core, house])
    assert [(p.key, p.name, p.book) for p in both.all(toy.Power).values()] == [
        ("flight", "Hover", "house"),
        ("speed", "Speed", "core"),
    ]
    assert both.editions == ("core@1", "house@1")
    assert hash(both) == hash(Rulebook.of([core, house]))


def test_an_entry_is_found_by_key_or_alias() -> None:
    shelf = Rulebook.of([book(power=[{**FLIGHT, "aliases": ["hover"]}])])
    flight = shelf.all(toy.Power)["flight"]
    found = [shelf.find(toy.Power, key) for key in ("flight", "hover", "swim", "")]
    assert found == [flight, flight, None, None]


@pytest.mark.parametrize(
    ("cite", "resolves"),
    [
        (Cite("Toy", "2", 3), True),
        (Cite("Toy", "2", 9), True),
        (Cite("Toy", "2", 2), False),
        (Cite("Toy", "3", 3), False),
        (Cite("Other", "2", 3), False),
        (Cite("Toy", "house rule", 0, origin=HOUSE), True),
    ],
)
def test_a_cite_resolves_to_a_section_of_a_book_in_play(cite: Cite, resolves: bool) -> None:
    assert Rulebook.of([book()]).resolves(cite) is resolves


def test_a_cite_reads_as_a_place_in_a_book() -> None:
    assert str(Cite("Handbook", "5.2", 20)) == "Handbook 5.2, p. 20"
    assert str(Cite("Handbook", "5.2", 20, "H-10")) == "Handbook 5.2, p. 20 (our ruling)"
    alone = Cite("Handbook", "What no page says", 0, "H-10", origin="ruling")
    assert (str(alone), alone.short, alone.place) == ("our ruling", "our ruling", "our ruling")
    assert str(Cite("Handbook", "2", 6)) == Cite("Handbook", "2", 6).short == "Handbook, ch. 2, p. 6"


def test_a_kind_is_called_after_its_class() -> None:
    assert (kind_of(toy.Power), kind_of(toy.PowerLevel)) == ("power", "power-level")


PLACES = [
    {"number": "2", "title": "Everything", "page": 0, "origin": "public", "url": "https://example.org/everything"},
    {"number": "3", "title": "Gaps", "page": 0, "origin": "ruling"},
]


def test_an_entry_comes_from_where_its_section_comes_from() -> None:
    rows = [FLIGHT, {**FLIGHT, "key": "speed", "section": "3", "page": 0}, {**FLIGHT, "key": "luck", "section": "9"}]
    shelf = make_book(COVER, PLACES, {"power": rows}, (toy.Power,)).entries["power"]
    assert [(entry.cite.origin, entry.cite.url) for entry in shelf.values()] == [
        ("public", "https://example.org/everything"),
        ("ruling", ""),
        ("", ""),
    ]


def test_a_cite_says_where_its_section_comes_from(tmp_path: Path) -> None:
    text = toy.BOOK.replace("page = 3", 'page = 0\norigin = "public"\nurl = "https://example.org/"')
    (tmp_path / "book.toml").write_text(text)
    system = toy.game(tmp_path)
    assert system.cite("2", 0) == Cite("Toy", "2", 0, origin="public", url="https://example.org/")
    assert str(system.cite("2", 0)) == "Toy, ch. 2 (public page)"
    assert (system.cite("2", 0).place, system.cite("8", 4).place) == ("2 (public page)", "8, p. 4")
    assert str(system.cite("2", 0, "R-1")) == "Toy, ch. 2 (public page, our ruling)"
    assert system.cite("8", 4) == Cite("Toy", "8", 4)
    (tmp_path / "book.toml").write_text(f'{text}sure = "medium"')
    unsure = toy.game(tmp_path)
    assert (unsure.cite("2", 0).sure, str(unsure.cite("2", 0))) == ("medium", "Toy, ch. 2 (public page, likely)")
    assert str(Cite("Toy", "2", 3, sure="low")) == "Toy, ch. 2, p. 3 (our best guess)"
    assert [page.number for page in system.pages] == ["2"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"origin": "hearsay"}, r"^core\.section\.origin: “hearsay” is none of source, public, ruling, homebrew\.$"),
        ({"sure": "hopeful"}, r"^core\.section\.sure: “hopeful” is none of high, medium, low\.$"),
        ({"url": "javascript:alert(1)"}, r"^core\.section\.url: “javascript:alert\(1\)” should start with https://\.$"),
    ],
)
def test_an_origin_there_is_not_or_an_unsafe_address_is_an_error(wrong: dict[str, str], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        make_book(COVER, [{**PLACES[0], **wrong}], {}, ())
