"""Two sheets side by side."""

from typing import Any

from campaigns.demo.demo import RAVEN
from characters.history.sheet_diff import TermChange, compare_figures, compare_sheets
from rules.kernel import Build, Cite, Figure, Sheet, Term
from rules.kernel.documents import apply
from rules.systems import get

BOOK = Cite("B", "1", 1)


def read(build: Any) -> Sheet:
    return get("dominion").read(Build.parse(build))


def figure(*terms: Term) -> Figure:
    return Figure.of("luck", "Luck", BOOK, terms)


def test_the_same_sheet_has_nothing_to_compare() -> None:
    found = compare_sheets(read(RAVEN), read(RAVEN))
    assert (found.figures, found.budgets, found.appeared, found.gone) == ((), (), (), ())


def test_a_step_less_shows_in_the_number_and_its_line() -> None:
    found = compare_sheets(read(RAVEN), read(apply(RAVEN, "scores.dodge", 1)))
    (dodge,) = [f for f in found.figures if f.key == "dodge"]
    assert (dodge.before, dodge.after) == (4, 3)
    (line,) = dodge.terms
    assert (line.before, line.after) == ("+2", "+1")
    assert [(b.before.spent.value > b.after.spent.value) for b in found.budgets if b.before and b.after] == [True]


def test_armour_taken_off_takes_its_numbers_with_it() -> None:
    bare = read(apply(apply(RAVEN, "entries.equipment.2", None), "entries.equipment.1", None))
    gone = {f.label: f for f in compare_sheets(read(RAVEN), bare).figures if f.after is None}
    assert {term.after for term in gone["Dodge with armour"].terms} == {""}
    assert [f.label for f in compare_sheets(bare, read(RAVEN)).figures if f.before is None] == list(gone)


def test_findings_come_and_go() -> None:
    broken = apply(RAVEN, "scores.dodge", 60)
    found = compare_sheets(read(RAVEN), read(broken))
    assert "aps-overspent" in [finding.code for finding in found.appeared]
    back = compare_sheets(read(broken), read(RAVEN))
    assert (back.gone, back.appeared) == (found.appeared, found.gone)


def test_lines_of_one_name_are_compared_in_their_order() -> None:
    one, other = Term(1, "Charm", BOOK), Term(3, "Charm", BOOK, counted=False)
    found = compare_figures(figure(one), figure(one, other))
    assert found is not None
    assert not found.moved
    assert found.terms == (TermChange("Charm", "B, ch. 1, p. 1", "", "+3 (not counted)"),)


def test_lines_that_only_change_places_are_no_change() -> None:
    one, other = Term(1, "Charm", BOOK), Term(-2, "Curse", BOOK)
    assert compare_figures(figure(one, other), figure(other, one)) is None
    assert compare_figures(None, None) is None


def ishka(*names: str, rusty: str = "") -> Sheet:
    """Of Duality, with a relic of each name, every one a better guide than the one before."""
    items = [
        {
            "name": name,
            "picks": {"kind": "relic", "in-use": True},
            "entries": {"features": [{"picks": {"feature": "experience"}, "scores": {"amount": place}}]},
        }
        for place, name in enumerate(("Old map", "Storm lantern", "Compass"))
        if name in names
    ]
    build = {"entries": {"items": items, "experiences": [{"name": rusty}]}}
    return get("duality").read(Build.parse(build))


def test_a_line_of_a_list_is_itself_wherever_it_stands() -> None:
    """The first item is sold: the others move up, and nothing of them has changed."""
    names = ("Old map", "Storm lantern", "Compass")
    before, after = ishka(*names), ishka(*names[1:])
    assert {"item-1-experience", "item-2-experience"} <= set(after.figures)
    found = compare_sheets(before, after)
    of_items = [f.label for f in found.figures if f.key.startswith("item-") and f.after is None]
    assert of_items == [f.label for key, f in before.figures.items() if key.startswith("item-1")]
    assert len(of_items) == len([f for f in found.figures if f.key.startswith("item-")])
    assert all("map" in one.message.casefold() for one in found.gone if one.at.startswith("entries.items"))
    assert not [one for one in found.appeared if one.at.startswith("entries.items")]
    back = compare_sheets(after, before)
    assert [f.label for f in back.figures if f.key.startswith("item-") and f.before is None] == of_items


def test_a_line_that_is_called_otherwise_is_the_same_number() -> None:
    found = compare_sheets(ishka(rusty="Sailor"), ishka(rusty="Captain"))
    assert not [f for f in found.figures if f.key == "experience-1" and f.moved]
