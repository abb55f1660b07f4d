"""The printed sheet of every game: what is on it, that nothing is cut or split, that a screen reader can follow.

To draw a sheet takes a second or more, so each is drawn once and asked everything. What a game's sheet has to say is in
`prints/`, in a module a game. Both papers, and full, saving ink and in large print take turns with whom they show.
"""

import re
from dataclasses import fields, is_dataclass
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.utils.html import strip_tags

from characters.printing.print_html import page_html
from characters.printing.print_page import PrintError
from characters.printing.rendering import MOST_PAGES, press
from rules import systems
from rules.kernel import RulesContext
from rules.kernel.documents import Exemption
from tests.characters.prints.drawings import Drawing, Laid, classes, draw, lay_out, sheet_of, squeezed
from tests.characters.prints.models import model
from tests.characters.prints.paper import boxes, open_pdf

GAMES = tuple(systems.PACKAGES)
PAPERS = {"a4": (595, 842), "letter": (612, 792)}
NAME = "Albus " * 33
MULTILINE = 1 << 12
APPENDED = next(system.key for system in systems.every() if system.pages)
pytestmark = pytest.mark.parametrize("game", GAMES)


def turn(game: str, *either: str) -> str:
    """One of two: the games take turns."""
    return either[GAMES.index(game) % 2]


def assert_laid_out(laid: Laid) -> None:
    assert laid.split == (), "a part that must not split did"
    assert laid.outside == (), "these words leave the paper"
    assert laid.small == (), "these words are too small to read"
    assert laid.whole, "there are parts that could have been split"
    pages = len(laid.pages)
    assert [n for n, page in enumerate(laid.pages, 1) if f"{n} of {pages}" not in page] == [], "pages are counted"


def assert_sound(drawn: Drawing) -> None:
    """What holds for every file, of whomever and on whatever paper."""
    assert_laid_out(drawn)
    assert drawn.faults == [], "a screen reader can follow"
    found = open_pdf(drawn.pdf)
    root, paper = found.trailer["/Root"], found.pages[0].mediabox
    assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("en-GB", True)
    assert found.metadata
    assert found.metadata.title == f"{drawn.page.title} · {drawn.page.system_name}"
    assert (round(paper.width), round(paper.height)) == PAPERS[drawn.page.paper]
    assert unembedded(found) == [], "these fonts a reader would have to have"
    assert len(found.pages) == len(drawn.pages)


def assert_filled_in_by_any_reader(found: Any) -> None:
    """As MuPDF, Poppler and pypdf do: each field by its name and in its turn, a box with its own tick."""
    fields = [note.get_object() for page in found.pages for note in page.get("/Annots", ())]
    assert [field["/T"] for field in fields] == [f"field-{n}" for n in range(1, len(fields) + 1)]
    assert len({field["/TU"] for field in fields}) == len(fields), "each is called something else"
    assert {page["/Tabs"] for page in found.pages} == {"/S"}
    assert not found.trailer["/Root"]["/AcroForm"]["/NeedAppearances"].value, "Poppler would draw boxes without a tick"
    boxes, texts = ([field for field in fields if field["/FT"] == sort] for sort in ("/Btn", "/Tx"))
    assert [box["/TU"] for box in boxes if "/on" not in box["/AP"]["/N"]] == []
    lines = [bool(int(text.get("/Ff", 0)) & MULTILINE) for text in texts]
    assert lines == [": text " in text["/TU"] for text in texts], "what has room for lines breaks them"


def unembedded(found: Any) -> list[str]:
    """The fonts that are named in a PDF and not in it."""
    fonts = [font.get_object() for page in found.pages for font in page["/Resources"]["/Font"].values()]
    inner = [kid.get_object()["/FontDescriptor"] for font in fonts for kid in font["/DescendantFonts"]]
    return [str(font["/FontName"]) for font in inner if not {"/FontFile2", "/FontFile3"} & set(font)]


def test_an_ordinary_character_takes_two_small_pages_and_everything_is_on_them(game: str) -> None:
    drawn, wanted = draw(game, "ordinary", paper=turn(game, *reversed(PAPERS))), model(game)
    assert_sound(drawn)
    assert len(drawn.pages) == 2
    assert len(drawn.pdf) <= 80_000
    text = squeezed(drawn.words)
    pieces = ("Jane Alderwick", "Mira", "1 of 2", "2 of 2", *wanted.said(drawn.sheet))
    assert [piece for piece in pieces if squeezed(piece) not in text] == []
    title = drawn.sheet.rulebook.books[0].cover.title
    footer = f"Dramatis · {title} · version 42 · 20 November 2026 · Complete"
    assert drawn.words.count(footer) == 2
    # It is read in the order it is seen, by eye and by ear.
    story = [note.title for note in wanted.system.layout(drawn.sheet).notes[:1]]
    assert story, "the model has written nothing"
    assert drawn.missing(*wanted.order) == []
    places = [drawn.words.index(piece) for piece in ("Jane Alderwick", *wanted.order, "Story", *story)]
    assert places == sorted(places)
    tags = [tag for tag, _ in drawn.tags]
    assert tags.count("/H1") == 1
    assert tags.index("/H1") < tags.index("/H2")
    pictures = [alt for tag, alt in drawn.tags if tag == "/Figure"]
    assert [alt for alt in wanted.drawn(drawn.sheet) if alt not in pictures] == []
    heard = [next(n for n, alt in enumerate(pictures) if alt.startswith(f"{label} ")) for label in wanted.order_drawn]
    assert heard == sorted(heard)


def test_in_large_print_it_takes_a_page_or_two_more(game: str) -> None:
    laid = lay_out(game, "ordinary", paper=turn(game, *PAPERS), variant="large-print")
    assert_laid_out(laid)
    assert len(laid.pages) <= model(game).large


def test_nobody_has_a_sheet_with_room_on_it(game: str) -> None:
    variant = turn(game, "fillable", "ink-saver")
    drawn = draw(game, "empty", name="", player="", paper=turn(game, *PAPERS), variant=variant)
    assert_sound(drawn)
    assert bool(open_pdf(drawn.pdf).get_fields()) == (variant == "fillable")
    if variant == "fillable":
        assert_filled_in_by_any_reader(open_pdf(drawn.pdf))
    assert len(drawn.pages) == 2
    assert drawn.missing("Unnamed", *model(game).blanks) == []


def test_too_much_of_everything_goes_on_over_the_page(game: str) -> None:
    """A name of two hundred letters, lists of thirty, a page of notes, and words that do not end."""
    paper, variant = turn(game, *reversed(PAPERS)), turn(game, "large-print", "full")
    drawn, wanted = draw(game, "overfull", name=NAME, paper=paper, variant=variant), model(game)
    assert_sound(drawn)
    assert 2 < len(drawn.pages) <= MOST_PAGES
    assert drawn.letters.count("Albus") >= 33
    assert sum(map(len, re.findall("W{40,}", drawn.letters))) == 500, "a page may end within the word, and it is whole"
    assert drawn.missing("The last word is finis.", "U" * 200, *wanted.said_overfull) == []
    lists = drawn.sheet.build.entries.values()
    named = {entry.name for entries in lists for entry in entries if len(entry.name) < 150}
    assert len(named) >= 30
    assert drawn.missing(*named) == []
    # Where a section goes on, its heading comes again.
    assert wanted.goes_on, "name a list of the game, and words of its last page"
    for heading, part in (*wanted.goes_on, ("Story", "water. Once")):
        with_part = [page for page in drawn.pages if part in page]
        assert with_part, part
        assert [page for page in with_part if heading not in page] == [], heading


def test_what_is_owned_is_on_pocket_cards(game: str) -> None:
    """Eight to a page, however much there is to say; one game's are drawn, for all have the same."""
    how: dict[str, Any] = {"pages": "cards", "paper": "letter", "name": NAME}
    wanted, sheet = model(game), sheet_of(game, "overfull")
    cards = wanted.system.layout(sheet).cards_of()
    assert cards
    if game == GAMES[0]:
        drawn = draw(game, "overfull", **how)
        assert drawn.faults == []
        assert (drawn.split, drawn.outside) == ((), ())
        assert {(round(one.mediabox.width), round(one.mediabox.height)) for one in open_pdf(drawn.pdf).pages} == {
            (792, 612)
        }
        text, sheets = drawn.letters, len(drawn.pages)
    else:
        html, _ = page_html(sheet, wanted.page(**how))
        text, sheets = squeezed(unescape(strip_tags(html))), html.count('class="eight"')
    assert len(cards) <= 8 * sheets
    assert [card.title for card in cards if squeezed(card.title)[:50] not in text] == []
    assert page_html(sheet, wanted.page(pages="cards-gear"))[0].count("<h2>") < len(cards)
    blank, _ = page_html(sheet, wanted.page(pages="cards-blank"))
    assert (blank.count('<div class="cell'), blank.count("<h2>")) == (8, 0)


def test_nobody_has_no_pocket_cards(game: str) -> None:
    gear = model(game).page(pages="cards-gear")
    with pytest.raises(PrintError, match="no pocket cards"):
        page_html(sheet_of(game, "empty"), gear)


def test_the_appendix_has_every_number_with_its_lines_and_every_finding(game: str) -> None:
    """All games have the same one: it is drawn for a game that has all its parts, and read in the others."""
    wanted = model(game)
    how: dict[str, Any] = {"paper": "letter", "variant": "full", "appendix": True}
    if game == APPENDED:
        drawn = draw(game, "broken", **how)
        assert_sound(drawn)
        assert drawn.missing(str(drawn.sheet.status)) == []
        sheet, text = drawn.sheet, drawn.letters
    else:
        sheet = sheet_of(game, "broken")
        html, _ = page_html(sheet, wanted.page(**how))
        assert str(sheet.status) in html
        text = squeezed(unescape(strip_tags(html)))
    said = [finding.message for finding in sheet.findings]
    said += [figure.label for figure in sheet.figures.values()]
    said += [f"{term.amount} {term.label}" for figure in sheet.figures.values() for term in figure.terms]
    said += [*(page.url for page in sheet.game.pages), *wanted.appended]
    assert sheet.errors
    assert [piece for piece in said if squeezed(piece) not in text] == []


def test_the_band_has_the_colour_of_the_game(game: str) -> None:
    wanted = model(game)
    assert page_html(sheet_of(game, "empty"), wanted.page())[1] == wanted.band


def loose(value: Any) -> set[str]:
    """The names of those types in a layout that are neither plain values nor frozen blocks."""
    if isinstance(value, tuple):
        return {name for part in value for name in loose(part)}
    if is_dataclass(value) and type(value).__dataclass_params__.frozen:
        return {name for field in fields(value) for name in loose(getattr(value, field.name))}
    return set() if isinstance(value, str | int | range | Fraction | None) else {type(value).__name__}


@pytest.mark.parametrize("who", ["ordinary", "overfull", "empty"])
def test_a_layout_is_frozen_blocks_of_plain_values(game: str, who: str) -> None:
    assert loose(model(game).system.layout(sheet_of(game, who))) == set()


def test_what_stays_at_home_is_not_on_it(game: str) -> None:
    """Whoever prints one page gets the one for play, and notes only if they are wanted."""
    wanted = model(game)
    sheet = sheet_of(game, "ordinary")
    whole, short = (page_html(sheet, wanted.page(**how))[0] for how in ({}, {"pages": "one"}))
    assert ("<h2>Story" in whole, "<h2>Story" in short) == (True, False)
    assert [tracker.label for tracker in sheet.trackers if tracker.help and tracker.help in whole] == []
    assert short.partition("<main>")[2].partition("</main>")[0].rstrip() in whole
    assert ("· first page only ·" in whole, "· first page only ·" in short) == (False, True)
    told, untold = (page_html(sheet_of(game, "overfull"), wanted.page(notes=notes))[0] for notes in (True, False))
    assert ("The last word is finis." in told, "The last word is finis." in untold) == (True, False)


def test_nothing_stands_where_the_lines_to_write_on_are(game: str) -> None:
    """They go down to the foot of the page, whatever follows: what was waived as well comes before them."""
    wanted, at = model(game), press()
    broken = sheet_of(game, "broken")
    waivers = tuple(Exemption(found.code, found.at, "A gift", "rowena") for found in broken.errors)
    sheet = wanted.system.read(broken.build, table=RulesContext(waivers=waivers))
    html, band = page_html(sheet, wanted.page())
    placed = list(boxes(at.lay_out(html, at.pages("a4", band, False, game))))
    number, lines = next((n, box) for n, box in placed if "writing" in classes(box))
    below = [
        box.text
        for n, box in placed
        if type(box).__name__ == "TextBox" and (n, box.position_y) > (number, lines.position_y)
    ]
    assert "Allowed by the GM" in html
    assert [text for text in below if not text.startswith("Dramatis ·") and " of " not in text] == []
    assert "Allowed by the GM" in page_html(sheet, wanted.page(pages="one"))[0]
