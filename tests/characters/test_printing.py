"""The printed sheet: what is on it, that nothing is cut, and that it never fetches what it should not."""

import multiprocessing
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from characters import printing
from characters.printing import PrintError, make_pdf, page_html, press, render
from rules.kernel import Build, Table
from rules.kernel.findings import Waiver
from rules.systems.hprpg.entries import Trait
from tests.characters.prints.cast import GAME, chosen, hoarder, jane, nobody, page
from tests.characters.prints.hostile import SNIPPETS
from tests.characters.prints.paper import boxes, faults, open_pdf, structure, words

VARIANTS = ("full", "ink-saver", "large-print")
PAPERS = {"a4": (595, 842), "letter": (612, 792)}


@pytest.fixture(scope="module")
def ordinary() -> bytes:
    return render(jane(), page())


@pytest.fixture(scope="module")
def overfull() -> bytes:
    return render(hoarder(), page("Albus " * 33))


def laid_out(sheet: Any, **how: Any) -> Any:
    html, band = page_html(sheet, page(**how))
    return press().lay_out(html, press().pages(how.get("paper", "a4"), band, False))


# Standards


@pytest.mark.parametrize(("paper", "variant"), [*(("a4", variant) for variant in VARIANTS), ("letter", "full")])
def test_every_paper_and_variant_is_accessible(paper: str, variant: str) -> None:
    pdf = render(jane(), page(paper=paper, variant=variant, appendix=variant == "full"))
    assert faults(pdf) == []
    found = open_pdf(pdf)
    assert found.trailer["/Root"]["/Lang"] == "en-GB"
    assert found.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert found.metadata
    assert found.metadata.title == "Jane Alderwick · Harry Potter RPG"
    assert (round(found.pages[0].mediabox.width), round(found.pages[0].mediabox.height)) == PAPERS[paper]


@pytest.mark.parametrize("paper", PAPERS)
def test_an_ordinary_character_takes_two_small_pages(paper: str, ordinary: bytes) -> None:
    pdf = ordinary if paper == "a4" else render(jane(), page(paper=paper))
    assert len(open_pdf(pdf).pages) == 2
    assert len(pdf) <= 80_000


@pytest.mark.parametrize("sheet", [nobody, hoarder])
def test_empty_and_overfull_characters_are_accessible_too(sheet: Callable[[], Any]) -> None:
    assert faults(render(sheet(), page("", player=""))) == []


# What is on it


def test_every_rating_stands_on_the_sheet(ordinary: bytes) -> None:
    sheet, text = jane(), words(ordinary)
    drawn = {alt for tag, alt in structure(ordinary) if tag == "/Figure"}
    for trait in sheet.rulebook.all(Trait).values():
        if trait.key in sheet.figures:
            assert trait.name in text
            assert f"{trait.name} {sheet[trait.key]} of 7" in drawn


def test_every_check_stands_on_the_sheet_with_its_chances(ordinary: bytes) -> None:
    layout, text = GAME.layout(jane()), words(ordinary)
    for check in layout.checks:
        mark = " †" if check.untrained else ""
        assert (
            f"{check.label}{mark} {check.dice} {' '.join(c.replace(chr(0x202F), ' ') for c in check.chances)}" in text
        )


def test_words_and_things_stand_on_the_sheet(ordinary: bytes) -> None:
    text = words(ordinary)
    for piece in ("Jane Alderwick", "Mira", "Dark detector ×3", "So she did.", "Blackthorn", "1 of 2", "2 of 2"):
        assert piece in text


def test_the_footer_says_what_was_printed(ordinary: bytes) -> None:
    footer = "Dramatis · Harry Potter RPG core 1 · version 42 · 20 November 2026 · legal under Handbook core@1"
    assert words(ordinary).count(footer) == 2


def test_the_footer_counts_what_is_to_mend_and_what_was_waived() -> None:
    document = chosen()
    document["scores"] = {**document["scores"], "charm": 6}
    broken = GAME.read(Build.parse(document))
    assert printing.verdict(broken) == f"{len(broken.errors)} to mend"
    waivers = tuple(Waiver(f.code, f.at, "a gift", "Minerva") for f in broken.errors)
    pardoned = GAME.read(Build.parse(document), table=Table(waivers=waivers))
    plural = "s" if len(waivers) > 1 else ""
    assert printing.verdict(pardoned) == f"legal under Handbook core@1 with {len(waivers)} waiver{plural}"


def test_the_appendix_has_every_number_with_its_lines_and_every_finding() -> None:
    document = chosen()
    document["scores"] = {**document["scores"], "charm": 6}
    sheet = GAME.read(Build.parse(document))
    text = words(render(sheet, page(appendix=True)))
    for figure in sheet.figures.values():
        assert figure.label in text
        assert all(f"{term.amount} {term.label}" in text for term in figure.terms)
    assert all(finding.message in text for finding in sheet.findings)


def test_one_page_is_the_page_for_play() -> None:
    pdf = render(jane(), page(pages="one"))
    assert len(open_pdf(pdf).pages) == 1
    assert "Casting" not in words(pdf)


def test_notes_can_stay_at_home() -> None:
    assert "Blackthorn" not in words(render(jane(), page(notes=False)))


def test_the_band_has_the_colour_of_the_house() -> None:
    document = chosen(picks={"personality": "leader"})
    html, band = page_html(GAME.read(Build.parse(document)), page())
    assert band == "#1d5a3c"
    assert "of Slytherin" in html
    assert page_html(nobody(), page())[1] == "#7a1f2b"


def test_ink_saver_has_a_thin_band_and_lighter_dots() -> None:
    html, band = page_html(jane(), page(variant="ink-saver"))
    assert "-light.svg" in html
    assert "0.5mm" in printing.page_rules("a4", band, thin=True)
    assert "0.5mm" not in printing.page_rules("a4", band, thin=False)


# In order


def test_it_is_read_in_the_order_it_is_seen(ordinary: bytes) -> None:
    text = words(ordinary)
    order = (
        "Jane Alderwick",
        "Aspects everyone",
        "Manipulate",
        "Abilities untrained",
        "Alertness",
        "World",
        "In play",
        "Checks you use most",
        "Disciplines cast",
        "Occultism",
        "Casting DV",
        "Spells known",
        "At heart",
        "Feats",
        "Gear",
        "Dark detector",
        "Story",
        "Backstory",
        "So she did.",
        "Blackthorn",
    )
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)


def test_the_tags_follow_the_same_order(ordinary: bytes) -> None:
    tags = structure(ordinary)
    assert [tag for tag, _ in tags if tag == "/H1"] == ["/H1"]
    assert [tag for tag, _ in tags].index("/H1") < [tag for tag, _ in tags].index("/H2")
    dots = [alt for tag, alt in tags if tag == "/Figure"]
    labels = ["Fitness", "Vitality", "Perception", "Alertness", "Acrobatics", "Arcane", "Elemental", "Occultism"]
    places = [next(n for n, alt in enumerate(dots) if alt.startswith(f"{label} ")) for label in labels]
    assert places == sorted(places)


# Nothing cut, nothing split


def test_too_much_of_everything_goes_on_over_the_page(overfull: bytes) -> None:
    text = words(overfull)
    assert len(open_pdf(overfull).pages) >= 4
    assert "The last word is finis." in text
    assert text.replace(" ", "").count("W" * 500) == 1
    assert text.count("Albus") >= 33
    for n in range(40):
        assert f"Incantation the {n}th" in text
    for n in range(60):
        assert f"Thing {n} " in text
    assert "U" * 200 in text.replace(" ", "")


def test_headings_come_again_where_a_section_goes_on(overfull: bytes) -> None:
    pages = [found.extract_text() for found in open_pdf(overfull).pages]
    for heading, part in (("Spells known", "Incantation the"), ("Gear", "Thing "), ("Story", "in the attic")):
        with_part = [text for text in pages if part in text]
        assert with_part, part
        assert all(heading in text for text in with_part)
    assert sum("Spells known" in text for text in pages) > 1


def test_numbers_beyond_every_scale_are_written_out(overfull: bytes) -> None:
    text = words(overfull)
    assert "Willpower (900" in text
    assert "more" in text
    assert "Hexes (44)" in text


@pytest.mark.parametrize(
    ("sheet", "how"),
    [(hoarder, how) for how in ({}, {"paper": "letter"}, {"variant": "large-print"}, {"appendix": True})]
    + [(jane, {"appendix": True}), (jane, {"variant": "large-print"}), (nobody, {})],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_no_box_splits_and_nothing_leaves_the_paper(sheet: Callable[[], Any], how: dict[str, Any]) -> None:
    document = laid_out(sheet(), name="Albus " * 33, **how)
    seen: dict[int, set[int]] = {}
    for number, box in boxes(document):
        paper = document.pages[number - 1]
        kept = getattr(box, "element", None)
        name = (kept.get("class") or "") if hasattr(kept, "get") else ""
        if {"box", "row", "entry", "track"} & set(name.split()):
            seen.setdefault(id(kept), set()).add(number)
        if type(box).__name__ == "TextBox":
            assert box.position_x >= 0
            assert box.position_x + box.width <= paper.width - 40
            assert box.position_y + box.height <= paper.height
    assert seen
    assert all(len(pages) == 1 for pages in seen.values())


# Nothing fetched


class Watch:
    """What this process opens and whom it calls, while it is on."""

    def __init__(self) -> None:
        self.on, self.opened, self.called = False, list[str](), list[object]()
        sys.addaudithook(self.note)

    def note(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event == "open" and isinstance(args[0], str | bytes | Path):
            self.opened.append(str(args[0]))
        if event in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
            self.called.append(args)


@pytest.fixture(scope="module")
def watcher() -> Watch:
    return Watch()


@pytest.fixture
def watch(watcher: Watch) -> Iterator[Watch]:
    watcher.opened.clear()
    watcher.called.clear()
    watcher.on = True
    yield watcher
    watcher.on = False


@pytest.fixture
def snippets(tmp_path: Path) -> tuple[str, ...]:
    canary = tmp_path / "canary.txt"
    canary.write_text("CANARY-IN-THE-MINE")
    bare = "127.0.0.1:9"
    return tuple(s.format(file=canary.as_uri(), http=f"http://{bare}", bare=bare) for s in SNIPPETS)


def assert_clean(pdf: bytes, watch: Watch) -> None:
    ours = tuple(f"{settings.BASE_DIR}/{room}/" for room in ("static", "templates", "rules", "characters"))
    fonts = f"{tempfile.gettempdir()}/weasyprint-"
    libraries = (sys.prefix, sys.base_prefix)
    assert [path for path in watch.opened if not path.startswith((*ours, *libraries, fonts))] == []
    assert watch.called == []
    assert b"CANARY" not in pdf
    found = open_pdf(pdf)
    assert not found.attachments
    assert "CANARY" not in words(pdf)


def test_hostile_words_are_only_words(snippets: tuple[str, ...], watch: Watch) -> None:
    everything = " ".join(snippets)
    document = {
        "notes": {"backstory": everything, "<img src=x>": everything},
        "entries": {"gear": [{"name": snippet[:200], "notes": {"d": snippet}} for snippet in snippets]},
        "picks": {"species": snippets[0][:200]},
    }
    sheet = GAME.read(Build.parse(document, snippets[5][:200]))
    pdf = render(sheet, page(snippets[5][:200], player=snippets[6], appendix=True))
    assert_clean(pdf, watch)
    assert "attachment" in words(pdf)
    assert faults(pdf) == []


def test_the_fetcher_alone_holds_where_nothing_is_escaped(snippets: tuple[str, ...], watch: Watch) -> None:
    for snippet in snippets:
        html = f"<!doctype html><html lang=en><head><title>t</title></head><body><p>x</p>{snippet}</body></html>"
        assert_clean(make_pdf(html), watch)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "data:text/css,p{}",
        "print:/etc/passwd",
        "print:css/../config.py",
        "print:dots/7-3.svg/../../x",
        "print:fonts/pdf/x.ttf\n",
        "print:css/dramatis.css",
        "PRINT:css/print.css",
        "",
    ],
)
def test_the_fetcher_refuses_whatever_is_not_on_its_list(url: str) -> None:
    with pytest.raises(ValueError, match="fetches nothing but"):
        press().fetcher(url)


# Bombs


@pytest.mark.parametrize(
    "sheet",
    [
        {"entries": {"gear": [{"name": f"Thing {n}", "notes": {"d": "so many words " * 8}} for n in range(300)]}},
        {"notes": {"notes": "x" * 10_000}},
        {"notes": {"notes": "word " * 4_000, "backstory": "word " * 4_000, "goals": "word " * 4_000}},
        {"scores": {"charm": 10**6, "fitness": -5, "willpower": 10**6}},
    ],
    ids=["300 items", "a word of 10,000", "60 kB of notes", "huge numbers"],
)
def test_bombs_print_in_bounds(sheet: dict[str, Any]) -> None:
    start = time.process_time()
    pdf = render(GAME.read(Build.parse(sheet)), page())
    assert time.process_time() - start < 20
    assert len(open_pdf(pdf).pages) <= 60


def test_what_is_too_long_is_refused_with_a_sentence() -> None:
    sheet = GAME.read(Build.parse({"notes": {f"chapter-{n}": "word " * 3_999 for n in range(30)}}))
    with pytest.raises(PrintError, match="too long to print"):
        render(sheet, page())


def test_what_fills_too_many_pages_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "MOST_PAGES", 1)
    with pytest.raises(PrintError, match="would fill 2 pages"):
        render(nobody(), page())


def test_what_is_nested_too_deeply_is_refused_with_a_sentence() -> None:
    with pytest.raises(PrintError, match="nested too deeply"):
        make_pdf("<html lang=en><title>t</title><body>" + "<div>" * 2_000)


def test_a_game_nobody_knows_has_no_sheet() -> None:
    stranger = replace(page(), system_key="../../config")
    with pytest.raises(PrintError, match="Nobody here knows this game"):
        render(nobody(), stranger)


def test_control_characters_do_no_harm() -> None:
    pdf = render(GAME.read(Build.parse({"notes": {"notes": "one\x01\x0b\ufffetwo\x85 three"}})), page("Ja\x07ne\x1b"))
    assert faults(pdf) == []
    assert "onetwo three" in words(pdf)


# One press for a process

SMALL = "<!doctype html><html lang=en><head><title>Wand</title></head><body><p>Hornbeam, unyielding</p></body></html>"


def test_threads_share_the_press() -> None:
    made: list[bytes] = []
    threads = [threading.Thread(target=lambda: made.append(make_pdf(SMALL))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [words(pdf) for pdf in made] == ["Hornbeam, unyielding 1 of 1"] * 3


def _print_in_child(pipe: Any) -> None:
    pipe.send(words(make_pdf(SMALL)))


def test_a_forked_child_has_a_press_of_its_own() -> None:
    make_pdf(SMALL)
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=_print_in_child, args=(theirs,))
    child.start()
    child.join(30)
    assert child.exitcode == 0
    assert ours.recv() == "Hornbeam, unyielding 1 of 1"
