"""How long the builder takes to draw an answer, beside Idiomorph alone.

Keeps the answer to a press and the one to its undoing, and draws them in turn on the page they came to, both ways in
the same run. The script does more: it keeps what was written meanwhile, filters, counts and says what moved.
"""

import sys

from playwright.sync_api import Browser

from benchmarks.clicks import CONTROLS, served
from tests.browser.keyboard import QUIET
from tests.by_game import largest

GOAL = 1.0
ROUNDS = 40
PRESSES = (
    ("hprpg", "abilities", "dot"),
    ("dominion", "equipment", "add"),
    ("duality", "styles", "remove"),
    ("duality", "items", "remove"),
    ("forge", "backgrounds", "roll"),
)
DRAW = """async ([answers, rounds]) => {
  const ours = (html) => {
    const detail = { shouldSwap: true, serverResponse: html };
    document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
  };
  const bring = (target, part) => { // what stays is only named
    part.querySelector("[data-marks]")?.replaceWith(target.querySelector("[name=shown]").cloneNode());
    const pieces = part.querySelector("[data-stays]") ? Array.from(target.querySelectorAll("[data-piece]")) : [];
    for (const name of part.querySelectorAll("[data-stays]")) {
      const [id, many] = name.dataset.stays.split(" ");
      const staying = [];
      for (const one of pieces.slice(pieces.indexOf(document.getElementById(id)?.closest("[data-piece]")))) {
        if (staying.length < Number(many) && !staying.at(-1)?.contains(one)) staying.push(one);
      }
      name.replaceWith(...staying.map((one) => one.cloneNode(true)));
    }
  };
  const theirs = (html) => {
    const answer = document.createElement("template");
    answer.innerHTML = html;
    for (const part of Array.from(answer.content.children)) {
      for (const id of part.getAttribute("hx-swap-oob")?.replace("innerHTML:#", "").split(",#") ?? []) {
        const target = document.getElementById(id);
        if (!target) continue;
        const own = part.cloneNode(true);
        bring(target, own);
        Idiomorph.morph(target, own.childNodes, { morphStyle: "innerHTML" });
      }
    }
  };
  const least = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, draw] of [ours, theirs].entries()) {
      const begun = performance.now();
      for (const html of answers) draw(html);
      least[place] = Math.min(least[place], performance.now() - begun);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  }
  return least;
}"""
"""The least time to draw all answers, by the page's own script and by Idiomorph alone, in ms."""


def drawn(browser: Browser, home: str, session: str, address: str, kind: str) -> tuple[float, float]:
    """Of a press and its undoing."""
    page = browser.new_page(base_url=home, viewport={"width": 1280, "height": 844}, service_workers="block")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": home}])
    page.goto(address, wait_until="networkidle")
    answers = []
    shown = page.locator(f"{CONTROLS[kind]}:visible")
    for control in (shown.nth(1) if shown.count() > 1 else shown.first, page.locator("#press-undo")):
        with page.expect_response(lambda answer: answer.request.method == "POST") as caught:
            control.click()
        answers.append(caught.value.text())
        page.wait_for_function(QUIET)
    ours, theirs = page.evaluate(DRAW, [answers, ROUNDS])
    page.close()
    return ours, theirs


def main() -> int:
    ratios = []
    with served() as (browser, home, session, jane):
        from characters import actions

        for system, step, kind in PRESSES:
            who = actions.create_character(system=system, by=jane.owner, name="Somebody", build=largest(system))
            ours, theirs = drawn(browser, home, session, f"/characters/{who.pk}/build/{step}/", kind)
            ratios.append(ours / theirs)
            print(f"{ours:6.1f} ms beside {theirs:6.1f} ms: {ours / theirs:.2f}  {system}/{step} {kind}")
    mean = sum(ratios) / len(ratios)
    print(f"drawing takes {mean:.2f} of what Idiomorph takes (goal {GOAL})")
    return 0 if mean <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
