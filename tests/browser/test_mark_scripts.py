"""The script of the sheet itself in three windows of two people, over lines that come and go: what is stored is the sum
of what the pages were told."""

import os
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.test_marks import at_the_table
from tests.conftest import Complaints

LogIn = Callable[[BrowserContext, str], Any]
SCRIPTS = int(os.environ.get("SCRIPTS", "2"))
TRACKERS = ("health", "fortitude", "heroism")
STEPS = 18

LINE = """
    const [site, note] = [window.fetch, (key, told) =>
        sessionStorage.setItem(key, JSON.stringify([...JSON.parse(sessionStorage.getItem(key) ?? "[]"), told]))];
    window.fetch = async (where, options) => {
        const line = options.method === "POST" ? sessionStorage.getItem("line") : "good";
        if (line === "lost") throw new TypeError("lost on the way there");
        if (line === "busy") return new Response("busy", { status: 503 });
        const answer = await site(where, options);
        if (line === "deaf") throw new TypeError("lost on the way back");
        return answer;
    };
    document.addEventListener("mark:told", (event) => note("told", event.detail));
    window.press = (tracker, place) => {
        const boxes = document.querySelectorAll(`[id^="box-${tracker}-"]`);
        const box = boxes[place % boxes.length];
        note("made", [tracker, Number(box.value)]);
        box.click();
    };
"""
"""What a page does beside its own script: it loses what its line loses, and notes what was pressed and told."""

SENT = """() => {
    window.dispatchEvent(new Event("online"));
    return !Object.keys(localStorage).some(key => key.startsWith("mark ")) && !document.querySelector("[data-waiting]");
}"""
"""Whether all has arrived; what waits for another try need not wait for its time."""


def act(page: Page, rng: Random) -> None:
    """One step of a script, on one device."""
    what = rng.choice(["press"] * 6 + ["line"] * 3 + ["offline", "online", "reload"])
    if what == "press":
        page.evaluate("([tracker, place]) => window.press(tracker, place)", [rng.choice(TRACKERS), rng.randrange(9)])
    elif what == "line":
        line = rng.choice(["good", "lost", "busy", "deaf"])
        page.evaluate("line => { sessionStorage.setItem('line', line); dispatchEvent(new Event('online')); }", line)
    elif what == "reload":
        page.context.set_offline(False)
        page.reload()
    else:
        page.context.set_offline(what == "offline")


def heard(page: Page, key: str) -> list[Any]:
    """What a page noted since it was asked last."""
    noted: list[Any] = page.evaluate("key => JSON.parse(sessionStorage.getItem(key) ?? '[]')", key)
    page.evaluate("key => sessionStorage.removeItem(key)", key)
    return noted


def standing(jane: Character) -> dict[str, int]:
    held = Character.objects.with_table().get(pk=jane.pk)
    return {tracker.key: tracker.stands(held.marks) for tracker in held.read().trackers}


def tops(jane: Character) -> dict[str, int | None]:
    return {tracker.key: tracker.top for tracker in jane.read().trackers}


def test_what_is_stored_is_the_sum_of_what_was_acknowledged(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    phone, laptop, desk = windows(), windows(), windows()
    mira, rowena = log_in(phone, "mira"), log_in(desk, "rowena")
    log_in(laptop, "mira")
    jane = at_the_table(mira, rowena)
    pages = [window.new_page() for window in (phone, laptop, desk)]
    for page in pages:
        page.add_init_script(LINE)
        page.goto(jane.get_absolute_url())
    marks, most = 0, tops(jane)
    for number in range(SCRIPTS):
        rng, start = Random(number), standing(jane)
        for _ in range(STEPS):
            act(rng.choice(pages), rng)
        told = []
        for page in pages:
            page.context.set_offline(False)
            page.evaluate("sessionStorage.removeItem('line')")
            page.wait_for_function(SENT, polling=30)
            made, answers = heard(page, "made"), heard(page, "told")
            assert [[one["mark"]["tracker"], one["mark"]["change"]] for one in answers] == made, number
            told += [one["answer"] for one in answers]
        cut = [one for one in told if one["done"] != one["asked"]]
        assert all(one["stands"] in (0, most[one["tracker"]]) for one in cut), number
        sums = {key: at + sum(one["done"] for one in told if one["tracker"] == key) for key, at in start.items()}
        assert standing(jane) == sums, number
        assert jane.mark_log.count() == min(marks := marks + len(told), 500)
    for page, (key, stands) in product(pages, standing(jane).items()):
        expect(page.locator(f"form.tracker:has([value={key}])")).to_have_attribute("data-value", str(stands))
    for expected in ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED"):
        complaints.forgive(expected)
