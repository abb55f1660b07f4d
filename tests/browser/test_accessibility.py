"""Every page, by day and by night, wide and narrow: readable, named, inside the window, and quiet on the console."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.urls import is_valid_path, resolve
from playwright.sync_api import Page

from tests.browser import pages
from tests.browser.conftest import Windows
from tests.conftest import Complaints
from tests.waiting import wait_until

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
World = tuple[Page, Page, list[str], list[str]]
WIDE, NARROW = {"width": 1400, "height": 900}, {"width": 320, "height": 780}
PARTS = 2
"""The walk is long, so it is shared out among the processes that run tests; each makes the demo world once more."""
COLOURS = ["color-contrast"]
NARROWED = ["scrollable-region-focusable", "button-name", "link-name", "label", "target-size"]
"""Rules whose answer may differ in a narrow window; the others read the same document."""
RUN = """async ([rules, but]) => {
  const plain = new CSSStyleSheet();
  plain.replaceSync(".scroll, .jump, .steps ol { background-image: none !important; }");
  document.adoptedStyleSheets = [plain];
  const only = rules.length ? {runOnly: {type: "rule", values: rules}} : {};
  const slight = axe._audit.rules.filter(rule => ["minor", "moderate"].includes(rule.impact)).map(rule => rule.id);
  const without = Object.fromEntries([...slight, ...but].map(rule => [rule, {enabled: false}]));
  const found = await axe.run(document, {...only, rules: without, resultTypes: ["violations"], elementRef: false});
  return found.violations.filter(fault => ["serious", "critical"].includes(fault.impact)).map(
    fault => `${fault.id}: ` + fault.nodes.slice(0, 3).map(node => node.target.join(" ")).join(" | "));
}"""
"""Run axe, all of it or these rules only, but not those; what is serious or critical, a line each. A rule that says of
itself that it finds nothing serious is not asked. The shadows at the edges of what scrolls are away meanwhile: axe
judges no colours in front of a gradient."""
SPILLS = """() => {
  const room = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - room;
  if (wide <= 0) return [];
  const clips = element => getComputedStyle(element).overflowX !== "visible";
  const framed = element => element && (clips(element) || framed(element.parentElement));
  const sticks = element => element.getBoundingClientRect().right > room + 1 && !framed(element.parentElement);
  const far = [...document.body.querySelectorAll("*")].filter(sticks).slice(-3);
  return [`${wide} px too wide: ` + far.map(e => `${e.tagName}.${e.className}#${e.id}`).join(" | ")];
}"""
"""What sticks out of the window sideways, leaving out what scrolls inside a frame of its own."""
LARGE = f"""() => {{
  document.documentElement.style.fontSize = "200%";
  const found = ({SPILLS})();
  document.documentElement.style.fontSize = "";
  return found;
}}"""
"""The same with letters twice as large."""
UNFOLDED = f"""async (how) => {{
  const folded = [...document.querySelectorAll("details:not([open])")];
  folded.forEach(details => {{ details.open = true; }});
  const found = await ({RUN})(how);
  folded.forEach(details => {{ details.open = false; }});
  return found;
}}"""
"""Run axe with all unfolded."""
TALL = """() => [...document.querySelectorAll('button, .button, .chip')].flatMap(one => {
  const style = getComputedStyle(one), lines = document.createRange();
  lines.selectNodeContents(one);
  const tops = new Set([...lines.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.bottom / 8)));
  const high = one.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const room = 2 * (parseFloat(style.lineHeight) || 1.4 * parseFloat(style.fontSize)) + 4;
  const told = `“${one.innerText.trim().slice(0, 60)}” takes more than two lines`;
  return one.offsetParent && tops.size > 2 && high > room ? [told] : [];
})"""
"""Buttons with words on more than two lines."""
TORN = """() => {
  const torn = [], range = document.createRange(), whole = new CSSStyleSheet();
  whole.replaceSync("* { content-visibility: visible !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, whole];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    const around = text.parentElement;
    range.selectNodeContents(text);
    if (range.getClientRects().length < 2 || around.closest("pre, code, textarea")) continue;
    if (around.offsetWidth === 1 || !around.checkVisibility({visibilityProperty: true})) continue;
    for (const word of text.data.matchAll(/\\p{L}{2,16}/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top / 4));
      if (new Set(tops).size > 1) torn.push(`“${word[0]}” on two lines, in ${around.tagName}.${around.className}`);
    }
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== whole);
  return torn.slice(0, 3);
}"""
"""Words that a line ends in the middle of, leaving out longer ones than any of ours and what stands on the page for
screen readers alone, in a box of one pixel."""
CUT = "[...document.querySelectorAll('.scroll:has(> .map)')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.id)"
"""Maps of small squares that scroll sideways: there is always a shape of them that fits."""
CRAMPED = """() => !matchMedia("(pointer: coarse)").matches ? ["no finger"] : [...document.querySelectorAll("nav a")]
  .filter(link => link.clientWidth && link.scrollWidth > link.clientWidth + 1)
  .map(link => `no room for ${link.text}`)"""
"""Links of a row that lie on top of each other."""


@pytest.fixture
def world(windows: Windows) -> World:
    """Mira, who is logged in and has the demo's characters, a stranger, and the addresses each may visit."""
    inside, outside = pages.addresses()
    mira, stranger = (windows(viewport=WIDE, reduced_motion="reduce").new_page() for _ in range(2))
    for page in (mira, stranger):
        page.add_init_script(AXE)
    pages.log_in(mira, "mira")
    return mira, stranger, inside, outside


def visits(world: World, part: int) -> Iterator[tuple[Page, str, bool, bool]]:
    """Each page of a part with its address, and whether it is the first of its name and colours, and of its name."""
    mira, stranger, inside, outside = world
    kinds: set[tuple[str, str | None]] = set()
    names: set[str] = set()
    for page, list_ in ((mira, inside), (stranger, outside)):
        seen: set[str] = set()
        for address in shared_out(list_)[part]:
            page.goto(address)
            if page.url not in seen:
                seen.add(page.url)
                name = name_of(urlsplit(page.url).path)
                kind = (name, page.locator("body").get_attribute("data-system"))
                yield page, address, kind not in kinds, name not in names
                kinds.add(kind)
                names.add(name)


def name_of(path: str) -> str:
    return resolve(path).view_name if is_valid_path(path) else ""


def shared_out(addresses: list[str]) -> list[list[str]]:
    """The addresses in parts of much the same length, those of one name together."""
    named: dict[str, list[str]] = {}
    for address in addresses:
        named.setdefault(name_of(urlsplit(address).path), []).append(address)
    parts: list[list[str]] = [[] for _ in range(PARTS)]
    for same in sorted(named.values(), key=len, reverse=True):
        min(parts, key=len).extend(same)
    return parts


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_usable_by_everybody(world: World, complaints: Complaints, part: int) -> None:
    faults: dict[str, list[str]] = {}
    for page, address, coloured, shaped in visits(world, part):
        if found := [*reads(page, coloured=coloured), *fits(page, coloured=coloured, shaped=shaped)]:
            faults[address] = found
        # What is not shown needs not be laid out anew.
        page.evaluate("document.documentElement.style.display = 'none'")
        page.set_viewport_size(WIDE)
    complaints.forgive("404 (Not Found)")
    complaints.forgive("Blocked script execution")  # axe does not get into the preview of a print, which runs nothing
    assert not faults, "\n".join(f"{address}\n  " + "\n  ".join(found) for address, found in faults.items())


def reads(page: Page, *, coloured: bool) -> Iterator[str]:
    """What keeps somebody from reading or using the page by day on a desk.

    Colours follow from the stylesheet and the game: the first page of a kind shows them.
    """
    yield from (f"day, wide: {fault}" for fault in page.evaluate(RUN, [[], [] if coloured else COLOURS]))
    if coloured:
        yield from (f"wide: {fault}" for fault in page.evaluate(TORN))


def fits(page: Page, *, coloured: bool, shaped: bool) -> Iterator[str]:
    """Where the page is wider than its window, and what it is like by night on the smallest phone with all unfolded.

    Sizes, and what a narrow window folds away, follow from the stylesheet: the first page of a name shows what large
    letters, twice the zoom and a finger do. Ends in the narrowest window.
    """
    if page.locator(".map").count():
        for width in (1400, 1280, 1200, 640, 360):
            page.set_viewport_size({"width": width, "height": 900})
            yield from (f"{width} px: a map is cut off" for _ in page.evaluate(CUT))
    if shaped:
        page.set_viewport_size({"width": 1280, "height": 900})
        yield from (f"letters twice as large: {fault}" for fault in page.evaluate(LARGE))
        page.set_viewport_size({"width": 640, "height": 780})
        yield from (f"640 px: {fault}" for fault in page.evaluate(SPILLS))
        page.set_viewport_size({"width": 360, "height": 780})
        yield from (
            f"360 px: {fault}" for fault in [*page.evaluate(SPILLS), *page.evaluate(TALL), *page.evaluate(TORN)]
        )
        yield from (f"360 px: {fault}" for fault in page.evaluate(RUN, [NARROWED, []]))
        touch = page.context.new_cdp_session(page)
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        yield from (f"under a finger, 360 px: {fault}" for fault in page.evaluate(SPILLS))
        page.set_viewport_size(NARROW)
        yield from (f"under a finger: {fault}" for fault in [*page.evaluate(SPILLS), *page.evaluate(CRAMPED)])
        touch.detach()
    page.set_viewport_size(NARROW)
    yield from (f"narrow: {fault}" for fault in page.evaluate(SPILLS))
    if coloured:
        page.emulate_media(color_scheme="dark")
        yield from (f"night, narrow, all open: {fault}" for fault in page.evaluate(UNFOLDED, [COLOURS, []]))
        page.emulate_media(color_scheme="light")


def test_a_planted_fault_is_found(page: Page) -> None:
    page.goto("/")
    page.evaluate(AXE)
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    page.evaluate("document.querySelector('main > input').style.width = '3000px'")
    assert [fault.split(":")[0] for fault in page.evaluate(RUN, [[], []])] == ["label"]
    assert page.evaluate(SPILLS) != []
    assert page.evaluate(TORN) == []
    page.evaluate("document.querySelector('h1').textContent = 'Knowledge'")
    page.evaluate("document.querySelector('h1').style.cssText = 'width: 3em; overflow-wrap: anywhere'")
    assert [fault.split("”")[0] for fault in page.evaluate(TORN)] == ["“Knowledge"]


def test_a_violation_of_the_policy_is_heard(page: Page, complaints: Complaints) -> None:
    page.goto("/")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.evil = 1'}))")
    page.evaluate("setTimeout(() => { throw new Error('a slip of the pen'); })")
    wait_until(lambda: len(complaints) >= 3, lambda: page.wait_for_timeout(20))
    assert page.evaluate("window.evil") is None
    assert sum("Content Security Policy" in complaint for complaint in complaints) == 2
    assert any("a slip of the pen" in complaint for complaint in complaints)
    with pytest.raises(AssertionError, match="the browser complained"):
        complaints.expect_none()
    complaints.clear()
