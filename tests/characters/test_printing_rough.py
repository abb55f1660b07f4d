"""The printed sheet of Rough Magic: every value and table is on it, with where it comes from."""

from datetime import date
from typing import Any

import pytest

from characters.demo import MELISANDE
from characters.printing import PrintPage, page_html, render
from rules.kernel import Build, Sheet
from rules.systems.rough_magic import system
from tests.characters.prints.paper import faults, open_pdf, words


def page(name: str = "Melisande", **how: Any) -> PrintPage:
    given = {"player": "Mira", **how}
    return PrintPage(name, system.key, system.name, "core 1", 3, date(2026, 11, 20), **given)


def melisande() -> Sheet:
    return system.read(Build.parse(MELISANDE))


def hoarder() -> Sheet:
    """More of everything than anybody has, and words that do not end."""
    names = [{"name": f"Trade {n} {'odd ' * (n % 9)}"} for n in range(60)]
    things = [{"name": "U" * (n + 150), "scores": {"rating": n}} for n in range(50)]
    entries = {"skills": names, "gifts": names, "traits": [{"name": "W" * 200}], "empowered": things}
    scores = {"brawn": 900_000, "power-level": 44, "agility": -7}
    notes = {"backstory": "Once upon a time. " * 150 + "\n\nThe last word is finis."}
    return system.read(Build.parse({"scores": scores, "entries": entries, "notes": notes}))


def test_an_ordinary_character_takes_two_accessible_pages() -> None:
    pdf = render(melisande(), page())
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) == 2
    text = words(pdf)
    for piece in ("Specialised in Illusion", "3 2 4 5 4", "Illusion 9 DV 6", "Attack 7 Agility", "Another world",
                  "National treasury", "Pearl that stays warm", "Fascinating gift", "Thaumaturgy expertise",
                  "suggested budgets, not a rule", "legal under Rough Magic core@1"):  # fmt: skip
        assert piece in text


def test_the_appendix_says_where_every_number_comes_from() -> None:
    pdf = render(melisande(), page(appendix=True))
    assert faults(pdf) == []
    text = words(pdf).replace(" ", "")
    for piece in ("Attributes7320(publicpage)", "Creation(source)", "rulingR-02onRoughMagicHousereadings(ruling)"):
        assert piece in text
    for section in system.core.sections:
        if section.url:
            assert section.url.replace(" ", "") in text


def test_the_band_has_the_colour_of_the_game() -> None:
    assert page_html(system.read(Build.parse({})), page())[1] == "#9a4a16"


@pytest.mark.parametrize(
    ("paper", "variant"), [("letter", "full"), ("a4", "ink-saver"), ("a4", "large-print"), ("letter", "large-print")]
)
def test_every_paper_and_variant_is_accessible(paper: str, variant: str) -> None:
    pdf = render(melisande(), page(paper=paper, variant=variant))
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) <= (5 if variant == "large-print" else 2)


def test_nothing_and_too_much_are_accessible() -> None:
    assert faults(render(system.read(Build.parse({})), page("", player=""))) == []
    pdf = render(hoarder(), page("Albus " * 33))
    assert faults(pdf) == []
    assert "The last word is finis." in words(pdf)
