"""The press: it fetches nothing it should not, nothing stops it, and one serves a whole process."""

import io
import multiprocessing
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import get_template
from PIL import Image

from campaigns.demo.demo import RAVEN
from characters.printing import print_html, rendering
from characters.printing.print_html import page_html
from characters.printing.print_page import PrintError
from characters.printing.rendering import make_pdf, press, render
from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel.documents import Exemption
from tests.characters.prints.hostile import SNIPPETS
from tests.characters.prints.hprpg import MODEL, chosen
from tests.characters.prints.paper import faults, open_pdf, structure, words

GAME, page = MODEL.system, MODEL.page
SMALL = "<!doctype html><html lang=en><head><title>Wand</title></head><body><p>Hornbeam, unyielding</p></body></html>"


# What depends on the character


def test_the_space_for_notes_has_no_page_of_its_own() -> None:
    """It is shorter, and all a little closer, where that keeps it on the page before."""
    game = systems.get("dominion")
    sheet = game.read(Build.parse({**RAVEN, "notes": {**RAVEN["notes"], "appearance": "A grey cloak."}}))
    fillable = replace(page(), system_key="dominion", system_name=game.name, variant="fillable")
    pages = open_pdf(render(sheet, fillable)).pages
    assert len(pages) == 2
    assert any("Notes" in str(one.get_object().get("/TU", "")) for one in pages[-1]["/Annots"])


def test_the_footer_counts_errors_and_exceptions() -> None:
    broken = MODEL.sheet("broken")
    assert print_html.verdict(broken) == f"{len(broken.errors)} errors"
    waivers = tuple(Exemption(f.code, f.at, "a gift", "Minerva") for f in broken.errors)
    pardoned = GAME.read(broken.build, table=RulesContext(waivers=waivers))
    plural = "s" if len(waivers) > 1 else ""
    assert print_html.verdict(pardoned) == f"{pardoned.status} · {len(waivers)} exception{plural}"


def test_the_band_has_the_colour_of_the_house() -> None:
    html, band = page_html(MODEL.read(chosen(picks={"personality": "leader"})), page())
    assert band == "#1d5a3c"
    assert "of Slytherin" in html


def test_ink_saver_has_a_thin_band_and_lighter_dots() -> None:
    html, band = page_html(MODEL.sheet("ordinary"), page(variant="ink-saver"))
    assert "-light.svg" in html
    assert "0.5mm" in print_html.page_rules("a4", band, thin=True)
    assert "0.5mm" not in print_html.page_rules("a4", band, thin=False)


@pytest.mark.parametrize("game", systems.PACKAGES)
def test_a_game_has_a_small_frame_and_a_shape_in_any_colour(game: str) -> None:
    for thin in (False, True):
        rules = print_html.page_rules("letter", "#D9A521", thin=thin, game=game)
        drawn = [press().fetcher(url).read() for url in set(re.findall(r"url\((print:[^)]+)", rules))]
        assert len(drawn) == 2
        assert max(map(len, drawn)) < 3000
        assert not any(b"currentColor" in svg for svg in drawn)
        assert all((b"#1e2532" if thin else b"#D9A521") in svg for svg in drawn)
        assert "--accent: #1e2532" in rules, "nobody can read gold on white"


def test_a_portrait_takes_the_place_of_the_crest() -> None:
    made = io.BytesIO()
    Image.new("RGB", (48, 62), "teal").save(made, "JPEG")
    pdf = render(MODEL.sheet("ordinary"), page(face=("0123456789abcdef", made.getvalue())))
    assert faults(pdf) == []
    assert len(open_pdf(pdf).pages) == 2
    assert "Portrait of Jane Alderwick" in [alt for _, alt in structure(pdf)]


# Nothing fetched


@dataclass
class Watched:
    """What was printed, and what was opened and whom was called for it."""

    pdfs: list[bytes]
    opened: list[str]
    called: list[str]


def watched(make: Callable[[], list[bytes]]) -> Watched:
    """Print in a child of this process, under watch: an audit hook can't be taken off, and slows what comes after."""
    get_template("print/base.html")  # the first one of a process reads all libraries of tags
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_watch, args=(theirs, make))
    child.start()
    theirs.close()
    found: Watched = ours.recv()
    child.join()
    return found


def _watch(pipe: Any, make: Callable[[], list[bytes]]) -> None:
    found = Watched([], [], [])

    def note(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[0], str | bytes | Path):
            found.opened.append(str(args[0]))
        if event in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
            found.called.append(str(args))

    sys.addaudithook(note)
    Path(__file__).open().close()
    assert found.opened.pop() == __file__
    found.pdfs = make()
    pipe.send(found)


@pytest.fixture
def snippets(tmp_path: Path) -> tuple[str, ...]:
    canary = tmp_path / "canary.txt"
    canary.write_text("CANARY-IN-THE-MINE")
    bare = "127.0.0.1:9"
    return tuple(s.format(file=canary.as_uri(), http=f"http://{bare}", bare=bare) for s in SNIPPETS)


def assert_clean(found: Watched) -> None:
    ours = tuple(f"{settings.BASE_DIR}/{room}/" for room in ("static", "templates", "rules", "characters"))
    fonts = f"{tempfile.gettempdir()}/weasyprint-"
    libraries = (sys.prefix, sys.base_prefix)
    assert [path for path in found.opened if not path.startswith((*ours, *libraries, fonts))] == []
    assert found.called == []
    for pdf in found.pdfs:
        assert b"CANARY" not in pdf
        assert not open_pdf(pdf).attachments
        assert "CANARY" not in words(pdf)


def test_hostile_words_and_control_characters_are_only_words(snippets: tuple[str, ...]) -> None:
    everything = " ".join(snippets)
    document = {
        "notes": {"backstory": everything, "<img src=x>": everything, "notes": "one\x01\x0b\ufffetwo\x85 three"},
        "entries": {"gear": [{"name": snippet[:200], "notes": {"d": snippet}} for snippet in snippets]},
        "picks": {"species": snippets[0][:200]},
    }
    sheet = GAME.read(Build.parse(document, snippets[5][:200]))
    where = page(f"Ja\x07ne\x1b{snippets[5]}"[:200], player=snippets[6], appendix=True)
    found = watched(lambda: [render(sheet, where)])
    assert_clean(found)
    [pdf] = found.pdfs
    assert "attachment" in words(pdf)
    assert "onetwo three" in words(pdf)
    assert faults(pdf) == []


def test_the_fetcher_alone_holds_where_nothing_is_escaped(snippets: tuple[str, ...]) -> None:
    head = "<!doctype html><html lang=en><head><title>t</title></head>"
    assert_clean(watched(lambda: [make_pdf(f"{head}<body><p>x</p>{snippet}</body></html>") for snippet in snippets]))


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
        "print:ornament/frame-forge-a4.svg",
        "print:ornament/frame-forge-a4.svg/url(x)",
        "PRINT:css/print.css",
        "",
    ],
)
def test_the_fetcher_refuses_whatever_is_not_on_its_list(url: str) -> None:
    with pytest.raises(ValueError, match="fetches nothing but"):
        press().fetcher(url)


# Bombs


BOMBS: dict[str, dict[str, Any]] = {
    "300 items": {
        "entries": {"gear": [{"name": f"Thing {n}", "notes": {"d": "so many words " * 8}} for n in range(300)]}
    },
    "20 kB of notes, a word of 10,000, and huge numbers": {
        "notes": {"backstory": "word " * 4_000, "notes": "x" * 10_000},
        "scores": {"charm": 10**6, "fitness": -5, "willpower": 10**6},
    },
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_print_in_bounds(bomb: str) -> None:
    start = time.process_time()
    pdf = render(GAME.read(Build.parse(BOMBS[bomb])), page())
    assert time.process_time() - start < 60
    assert len(open_pdf(pdf).pages) <= 60


def test_what_is_too_long_is_refused_with_a_sentence() -> None:
    sheet = GAME.read(Build.parse({"notes": {f"chapter-{n}": "word " * 3_999 for n in range(30)}}))
    with pytest.raises(PrintError, match="too long to print"):
        render(sheet, page())


def test_what_fills_too_many_pages_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "MOST_PAGES", 1)
    with pytest.raises(PrintError, match="has 2 pages"):
        make_pdf(SMALL.replace("</body>", '<p class="back">Phoenix feather</p></body>'))


def test_what_is_nested_too_deeply_is_refused_with_a_sentence() -> None:
    with pytest.raises(PrintError, match="nested too deeply"):
        make_pdf("<html lang=en><title>t</title><body>" + "<div>" * 500)


def test_a_game_nobody_knows_has_no_sheet() -> None:
    stranger = replace(page(), system_key="../../config")
    with pytest.raises(PrintError, match="This game has no printed sheet"):
        render(MODEL.sheet("empty"), stranger)


# One press for a process


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
