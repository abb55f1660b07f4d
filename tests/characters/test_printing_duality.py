"""The printed sheet of Duality: every number is on it, nothing is cut or split, and a screen reader can follow."""

from datetime import date
from typing import Any

import pytest

from characters.demo import ISHKA
from characters.printing import PrintPage, page_html, press, render
from rules.kernel import Build, Sheet
from rules.systems.duality import system
from rules.systems.duality.entries import Noun, Verb
from rules.systems.duality.game import STATISTICS
from rules.systems.duality.pricing import signed
from tests.characters.prints.paper import boxes, faults, open_pdf, words

WAYS = ("melee", "riposte", "armored", "simple-weak")


def page(name: str = "Ishka", **how: Any) -> PrintPage:
    given = {"player": "Mira", **how}
    return PrintPage(name, system.key, system.name, "core 1", 3, date(2026, 11, 20), **given)


def ishka() -> Sheet:
    return system.read(Build.parse(ISHKA))


def nobody() -> Sheet:
    return system.read(Build.parse({}))


def hoarder() -> Sheet:
    """More of everything than anybody has: experiences, styles, items, Life, and words that do not end."""
    kinds = ("experience", "strength", "life", "ability", "specialization")
    detail = {"ability": "tank", "specialization": "create-air", "tag": "superhuman"}

    def item(n: int) -> dict[str, Any]:
        feature = {"name": "W" * n, "picks": {"feature": kinds[n % 5], **detail}, "scores": {"amount": n}}
        picks = {"kind": "relic" if n % 2 else "weapon", "style": str(n % 8), "in-use": n % 3 == 0}
        return {"name": f"Thing {n} {'odd ' * (n % 9)}", "picks": picks, "entries": {"features": [feature]}}

    past = [{"name": f"Lesson {n} {'odd ' * (n % 9)}", "scores": {"bonus": n}} for n in range(60)]
    styles = [
        {"name": f"Way {n} {'very ' * (n % 7)}", "picks": {"style": WAYS[n % 4], "statistic": "finesse"},
         "scores": {"dice": n}} for n in range(40)
    ]  # fmt: skip
    document = {
        "scores": {"life": 130, "control-air": 44, "know-mind": -7, "willpower": 900_000},
        "picks": {"swim": "slow", "fly": "fast", "wealth": "x" * 200},
        "entries": {
            "experiences": [*past, {"name": "U" * 200}],
            "styles": styles,
            "items": [item(n) for n in range(60)],
        },
        "notes": {"backstory": "Once upon a time on the water. " * 150 + "W" * 500 + "\n\nThe last word is finis."},
    }
    return system.read(Build.parse(document))


def is_row(kept: Any) -> bool:
    """Whether an element is a row of a table; its head comes again on every page."""
    return getattr(kept, "tag", "") == "tr" and kept.find("td") is not None


@pytest.fixture(scope="module")
def ordinary() -> bytes:
    return render(ishka(), page())


@pytest.fixture(scope="module")
def overfull() -> bytes:
    return render(hoarder(), page("Albus " * 33))


def test_an_ordinary_character_takes_two_accessible_pages(ordinary: bytes) -> None:
    assert faults(ordinary) == []
    assert len(open_pdf(ordinary).pages) == 2
    assert len(ordinary) <= 80_000


def test_every_number_stands_on_the_sheet(ordinary: bytes) -> None:
    sheet, text = ishka(), words(ordinary)
    assert " ".join(signed(sheet[key]) for key in STATISTICS) in text
    assert f"Life Recovery Block {sheet['life']} {sheet['recovery']} {sheet['block']}" in text
    for verb in sheet.rulebook.all(Verb):
        row = (signed(sheet[f"{verb}-{noun}"]) for noun in sheet.rulebook.all(Noun))
        assert f"{verb.capitalize()} {' '.join(row)}" in text.replace("+2 C", "+2")
    for key, figure in sheet.figures.items():
        if "experience" in key:
            assert f"{figure.label} {signed(figure.value)}" in text
    assert "Longbow Ranged, on Finesse, within a reasonable distance +2 +4 +1 1d6 +1" in text
    assert "30 received · 30 spent · 0 left" in text


def test_words_and_things_stand_on_the_sheet(ordinary: bytes) -> None:
    text = words(ordinary)
    for piece in ("Driftwood bow", "Storm lantern", "Take the Advantage 1", "eleven years", "Modest", "2 of 2",
                  "legal under Duality core@1"):  # fmt: skip
        assert piece in text


def test_the_band_has_the_colour_of_the_game() -> None:
    assert page_html(nobody(), page())[1] == "#5b3f8c"


@pytest.mark.parametrize(
    ("paper", "variant"), [("letter", "full"), ("a4", "ink-saver"), ("a4", "large-print"), ("letter", "large-print")]
)
def test_every_paper_and_variant_is_accessible(paper: str, variant: str) -> None:
    pdf = render(ishka(), page(paper=paper, variant=variant, appendix=variant == "full"))
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) <= (3 if variant == "large-print" else 2) + 6 * (variant == "full")


def test_an_empty_character_is_accessible_and_has_its_boxes() -> None:
    pdf = render(nobody(), page("", player=""))
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) == 2
    assert "None yet; one is free." in words(pdf)


def test_too_much_of_everything_goes_on_over_the_page(overfull: bytes) -> None:
    text = words(overfull)
    assert faults(overfull) == []
    assert "The last word is finis." in text
    assert "U" * 200 in text.replace(" ", "")
    for n in range(60):
        assert f"Thing {n} " in text
        assert f"Lesson {n} " in text
    for n in range(40):
        assert f"Way {n} " in text
    pages = [found.extract_text() for found in open_pdf(overfull).pages]
    for heading, part in (("Experiences", "Lesson 3"), ("Items", "put away ·"), ("Story", "upon a time")):
        with_part = [found for found in pages if part in found]
        assert with_part, part
        assert all(heading in found for found in with_part)


@pytest.mark.parametrize(
    ("sheet", "how"),
    [(hoarder, {}), (hoarder, {"variant": "large-print"}), (ishka, {"paper": "letter"}), (nobody, {})],
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
        if {"box", "entry", "ten"} & set(name.split()) or is_row(kept):
            seen.setdefault(id(kept), set()).add(number)
        if type(box).__name__ == "TextBox":
            assert box.position_x >= 0
            assert box.position_x + box.width <= paper.width - 40
            assert box.position_y + box.height <= paper.height
    assert seen
    assert all(len(pages) == 1 for pages in seen.values())
