"""The printed sheet of Forge of Legends: every number with its origin, blanks to write on, nothing cut or split."""

from datetime import date
from typing import Any

import pytest

from characters.demo import HALLA
from characters.printing import PrintPage, page_html, press, render
from rules.kernel import Build, Sheet
from rules.systems.forge import system
from rules.systems.forge.game import VALUES
from tests.characters.prints.paper import boxes, faults, open_pdf, words


def page(name: str = "Halla", **how: Any) -> PrintPage:
    given = {"player": "Mira", **how}
    return PrintPage(name, system.key, system.name, "core 1", 3, date(2026, 11, 20), **given)


def halla() -> Sheet:
    return system.read(Build.parse(HALLA))


def nobody() -> Sheet:
    return system.read(Build.parse({}))


def hoarder() -> Sheet:
    """More of everything than anybody has, and words that do not end."""
    document = {
        "scores": {"agility": 900_000, "brawn": -7, "cunning": 44, "focus": 12},
        "rolls": {"backgrounds": [20, 20, 20, 20]},
        "picks": {"ancestry": "mixed", "ancestry-first": "elf"},
        "entries": {
            "backgrounds": [{"name": f"Life {n} {'odd ' * (n % 9)}"} for n in range(40)],
            "values": [{"name": f"Drive {n}", "scores": {"rating": n}} for n in range(30)],
            "bonds": [*({"name": f"Friend {n} {'old ' * (n % 9)}"} for n in range(60)), {"name": "U" * 200}],
            "classes": [{"name": "x" * 200}, {"name": "y"}],
            "skills": [{"name": f"Trick {n}", "notes": {"detail": "W" * n}} for n in range(60)],
            "possessions": [{"name": f"Thing {n}", "scores": {"bulk": n, "quantity": n}} for n in range(60)],
        },
        "notes": {"backstory": "Once upon a time on the water. " * 150 + "W" * 500 + "\n\nThe last word is finis."},
    }
    return system.read(Build.parse(document))


@pytest.fixture(scope="module")
def ordinary() -> bytes:
    return render(halla(), page())


@pytest.fixture(scope="module")
def overfull() -> bytes:
    return render(hoarder(), page("Albus " * 33))


def test_an_ordinary_character_takes_two_accessible_pages(ordinary: bytes) -> None:
    assert faults(ordinary) == []
    assert len(open_pdf(ordinary).pages) == 2
    assert len(ordinary) <= 80_000


def test_every_number_stands_on_the_sheet_with_its_origin(ordinary: bytes) -> None:
    text = words(ordinary)
    for piece in (
        "S the Rolls page · P another page of the game · R a ruling of ours",
        "Fate 3 at most (P)",
        "Agility P", "Brawn P", "Cunning P", "3 2 3", "Poise P 20", "Speed R 4", "Threat P 3", "Threat in melee R 5",
        "Momentum R 12", "Focus R", "carries, in bulk P 11", "most, encumbered P 22", "jump with a run, paces P 3",
        "jump standing, paces P 1½", "jump upwards, feet P 2", "Keep your word R 3", "7 bulk carried R",
        "10: first affliction", "20: second affliction", "an affliction at each threshold P",
    ):  # fmt: skip
        assert piece in text, piece


def test_words_and_things_and_the_crib_stand_on_the_sheet(ordinary: bytes) -> None:
    text = words(ordinary)
    for piece in (
        "Mixed, Rogues", "Charlatan P 3", "Hunter P 7", "Bell-ringer R 15", "The ferryman who taught her to lie",
        "Over the rooftops", "Somebody's candlestick ×2", "left behind", "rang the bell", "Standard", "against 6+",
        "TN −2", "2 of 2", "legal under Forge core@1",
    ):  # fmt: skip
        assert piece in text, piece


def test_the_band_has_the_colour_of_the_game() -> None:
    assert page_html(nobody(), page())[1] == "#31506e"


@pytest.mark.parametrize(
    ("paper", "variant"), [("letter", "full"), ("a4", "ink-saver"), ("a4", "large-print"), ("letter", "large-print")]
)
def test_every_paper_and_variant_is_accessible(paper: str, variant: str) -> None:
    pdf = render(halla(), page(paper=paper, variant=variant, appendix=variant == "full"))
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) <= (4 if variant == "large-print" else 2) + 3 * (variant == "full")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_what_one_plays_from_is_one_page(paper: str) -> None:
    assert len(open_pdf(render(halla(), page(paper=paper, pages="one"))).pages) == 1
    assert len(open_pdf(render(halla(), page(paper=paper))).pages) == 2


def test_the_appendix_lists_the_pages_it_rests_on() -> None:
    text = words(render(halla(), page(appendix=True)))
    assert "Where it comes from" in text
    assert "https://forgeoflegends.com/ancestry.html" in text
    assert "a public page (medium confidence)" in text


def test_an_empty_character_is_accessible_and_has_its_blanks() -> None:
    sheet = nobody()
    pdf = render(sheet, page("", player=""))
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) == 2
    shown = system.layout(sheet)
    assert [(value.label, value.value) for value in shown.values] == [("", "")] * VALUES
    assert [past.label for past in shown.backgrounds] == ["", "", ""]


def test_too_much_of_everything_goes_on_over_the_page(overfull: bytes) -> None:
    text = words(overfull)
    assert faults(overfull) == []
    assert "The last word is finis." in text
    assert "U" * 200 in text.replace(" ", "")
    for n in range(60):
        for piece in (f"Friend {n} ", f"Trick {n} ", f"Thing {n} "):
            assert piece in text


@pytest.mark.parametrize(
    ("sheet", "how"),
    [(hoarder, {}), (hoarder, {"variant": "large-print"}), (halla, {"paper": "letter"}), (nobody, {})],
    ids=["overfull", "overfull and large", "letter", "empty"],
)
def test_no_box_splits_and_nothing_leaves_the_paper(sheet: Any, how: dict[str, Any]) -> None:
    html, band = page_html(sheet(), page("Albus " * 33, **how))
    document = press().lay_out(html, press().pages(how.get("paper", "a4"), band, False))
    seen: dict[int, set[int]] = {}
    for number, box in boxes(document):
        paper = document.pages[number - 1]
        kept = getattr(box, "element", None)
        name = (kept.get("class") or "") if hasattr(kept, "get") else ""
        if {"box", "entry"} & set(name.split()):
            seen.setdefault(id(kept), set()).add(number)
        if type(box).__name__ == "TextBox":
            assert box.position_x >= 0
            assert box.position_x + box.width <= paper.width - 40
            assert box.position_y + box.height <= paper.height
    assert seen
    assert all(len(pages) == 1 for pages in seen.values())
