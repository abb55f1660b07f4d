"""How long a press in the builder keeps the page from answering, on a processor four times slower.

Goes through every step of every game with somebody large, presses one control of each kind, and looks in the browser's
own trace for the longest task of the page between the press and the drawn answer. It takes the time of the processor
and multiplies it: a browser that is slowed down counts what other programs take, too.

`GAME=forge` names one game, `ROUNDS=5` another number of rounds, and `KEEP=folder` keeps the traces.
"""

import json
import os
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.world import world
from tests.browser.keyboard import QUIET
from tests.by_game import largest

SLOWER = 4
MOST = 50.0
"""ms, in which no hand notices that a page is busy."""
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PAUSE = 250
"""ms between a press and the next, so that what an answer leaves to do is counted with it."""
CONTROLS = {
    "dot": "fieldset.dots label.dot:has(:not(:checked))",
    "stepper": ".stepper > [data-by='1']",
    "card": ".choice > label:has(:not(:checked))",
    "option": ".options .option:has(:not(:checked))",
    "flag": "label.flag",
    "rank": ".rank",
    "add": "#fields button[name=add]",
    "roll": "#fields button[name=roll]",
    "remove": "#fields button[name=remove]",
    "grid": "#at-add",
    "undo": "#press-undo",
}
CATEGORIES = ["toplevel", "blink.user_timing", *(["devtools.timeline"] if "KEEP" in os.environ else [])]


def press(page: Page, step: str) -> None:
    """Press one of each kind of control of a step, the second if there are several, between two marks."""
    for kind, selector in CONTROLS.items():
        shown = page.locator(f"{selector}:visible")
        control = shown.nth(1) if shown.count() > 1 else shown.first
        if not shown.count() or not control.is_enabled():
            continue
        control.click(trial=True)  # comes into sight, and nothing lies above it
        box = control.bounding_box()
        assert box is not None
        page.wait_for_timeout(PAUSE)
        page.evaluate("name => performance.mark(name)", f"> {step} {kind}")
        # Playwright's own click looks in the page what it meets, at each of its events, which nobody's finger does.
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_function(QUIET)
        page.wait_for_timeout(PAUSE)
        page.evaluate("name => performance.mark(name)", f"< {step} {kind}")


def longest(trace: bytes) -> Iterator[tuple[str, float]]:
    """Of each press its name and its longest task, in ms on the slower processor."""
    events = json.loads(trace)["traceEvents"]
    marks = [event for event in events if event["cat"] == "blink.user_timing" and event["name"][:2] in ("> ", "< ")]
    marks.sort(key=lambda event: event["ts"])
    for begin, end in zip(marks[::2], marks[1::2], strict=True):
        tasks = (
            event["tdur"]
            for event in events
            if event.get("ph") == "X" and "tdur" in event and event["name"].endswith("RunTask")
            if (event["pid"], event["tid"]) == (begin["pid"], begin["tid"]) and begin["ts"] <= event["ts"] <= end["ts"]
        )
        yield begin["name"][2:], max(tasks, default=0) / 1000 * SLOWER


def walk(browser: Browser, home: str, session: str, who: Any) -> Iterator[tuple[str, float]]:
    """Every step of a character."""
    page = browser.new_page(base_url=home, viewport={"width": 1280, "height": 844}, service_workers="block")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": home}])
    for step in who.game.steps(who.read()):
        page.goto(f"/characters/{who.pk}/build/{step.key}/", wait_until="networkidle")
        browser.start_tracing(page=page, categories=CATEGORIES)
        press(page, f"{who.system}/{step.key}")
        trace = browser.stop_tracing()
        if "KEEP" in os.environ:
            (Path(os.environ["KEEP"]) / f"{who.system}-{step.key}.json").write_bytes(trace)
        yield from longest(trace)
    page.close()


@contextmanager
def served() -> Iterator[tuple[Browser, str, str, Any]]:
    """A browser, the address of a server in this process, the session of Jane's owner, and Jane."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread, and so do queries.
    with world() as jane:
        from django.contrib.staticfiles.handlers import StaticFilesHandler
        from django.db import connection
        from django.test import Client, override_settings
        from django.test.testcases import LiveServerThread

        from tests.conftest import FLAGS, chromium

        client = Client()
        client.force_login(jane.owner, backend="django.contrib.auth.backends.ModelBackend")
        server = LiveServerThread("localhost", StaticFilesHandler, port=0)
        server.daemon = True
        server.start()
        server.is_ready.wait()
        with override_settings(ALLOWED_HOSTS=["*"]), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            yield browser, f"http://localhost:{server.port}", client.cookies["sessionid"].value, jane
            browser.close()
        server.terminate()
        with connection.cursor() as cursor:
            others = "datname = current_database() and pid <> pg_backend_pid()"
            cursor.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where {others}")


def main() -> int:
    found: dict[str, list[float]] = defaultdict(list)
    with served() as (browser, home, session, jane):
        from characters import actions
        from rules import systems

        games = [os.environ["GAME"]] if "GAME" in os.environ else systems.PACKAGES
        for system in [game for game in games for _ in range(ROUNDS)]:
            who = actions.create_character(system=system, by=jane.owner, name="Somebody", build=largest(system))
            for name, took in walk(browser, home, session, who):
                found[name].append(took)
    took = {name: statistics.median(runs) for name, runs in found.items()}
    for name, ms in sorted(took.items(), key=lambda one: -one[1]):
        print(f"{ms:6.0f} ms  {name}")
    long = sum(ms > MOST for ms in took.values())
    print(f"{long} of {len(took)} presses keep the page busy for more than {MOST:.0f} ms")
    return 1 if long else 0


if __name__ == "__main__":
    sys.exit(main())
