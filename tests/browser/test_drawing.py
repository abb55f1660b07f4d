"""An answer drawn into a page: what comes out is what was sent, and what is the same stays the same element."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from characters import actions
from characters.models import Character
from tests.browser.keyboard import QUIET
from tests.by_game import largest

PAIRS = 300
DRAW_PAIRS = """pairs => {
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const name = () => `${random(2) ? "" : ` id="n-${ids.pop()}"`}${random(3) ? "" : ` title="${random(3)}"`}`;
  let ids = [];
  function tree(depth) {
    const kind = random(depth ? 5 : 3);
    if (kind === 0) return ` word ${random(4)} `;
    if (kind === 1) return `<input${name()} name="a" type="checkbox"${random(2) ? " checked" : ""}>`;
    if (kind === 2) return `<input${name()} name="b" value="${random(3)}">`;
    const tag = kind === 3 ? "p" : "div";
    const inner = Array.from({ length: random(4) }, () => tree(depth - 1));
    return `<span class="${tag}"${name()}>${inner.join("\\n")}</span>`;
  }
  function page() {
    ids = Array.from({ length: 40 }, (_, place) => place).sort(() => random(3) - 1);
    return Array.from({ length: 1 + random(5) }, () => tree(3)).join("\\n");
  }
  function told(within) {
    const copy = within.cloneNode(true);
    copy.normalize();
    const walk = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walk.nextNode()) words.push(walk.currentNode);
    for (const one of words) if (!(one.data = one.data.trim())) one.remove();
    return copy;
  }
  const ticks = (within) => [...within.querySelectorAll("input")].map((one) => `${one.checked} ${one.value}`).join();
  const target = document.getElementById("fields");
  const wrong = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const old = page();
    const fresh = random(2) ? page() : old.replaceAll("word 1", "word 2").replaceAll(" checked", "");
    target.innerHTML = old;
    for (const input of target.querySelectorAll("input")) if (!random(3)) input.click();
    const answer = `<div hx-swap-oob="innerHTML:#fields">${fresh}</div>`;
    const detail = { shouldSwap: true, serverResponse: answer };
    document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
    const wanted = target.cloneNode();
    wanted.innerHTML = fresh;
    if (told(target).isEqualNode(told(wanted)) && ticks(target) === ticks(wanted)) continue;
    wrong.push([old, fresh, target.innerHTML, ticks(target)]);
  }
  return wrong;
}"""
"""Draw one random page over another, and say of which pairs another page came out than was sent."""
SAME = """([old, fresh, names]) => {
  const target = document.getElementById("fields");
  target.innerHTML = old;
  const before = names.map((name) => document.getElementById(name));
  const answer = `<div hx-swap-oob="innerHTML:#fields">${fresh}</div>`;
  document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail: { shouldSwap: true, serverResponse: answer } }));
  return [target.innerHTML, before.map((one, place) => one === document.getElementById(names[place]))];
}"""
COUNT_SEARCHES = """() => {
  const { morph } = Idiomorph;
  window.searched = [];
  Idiomorph.morph = (old, ...rest) => {
    if (!old.matches("select, textarea")) window.searched.push(old.outerHTML.slice(0, 80));
    return morph(old, ...rest);
  };
}"""
"""Remember from now on where it is looked for what went where."""


@pytest.fixture
def forged(page: Page, guest: Any) -> Character:
    who = actions.create_character(system="forge", guest=guest, name="Somebody", build=largest("forge"))
    page.goto(f"/characters/{who.pk}/build/backgrounds/", wait_until="networkidle")
    return who


@pytest.mark.usefixtures("forged")
def test_what_comes_out_is_what_was_sent(page: Page) -> None:
    assert page.evaluate(DRAW_PAIRS, PAIRS) == []


@pytest.mark.usefixtures("forged")
def test_what_goes_elsewhere_stays_the_same_element(page: Page) -> None:
    old = '<ul><li id="a">1</li><li id="b">2</li><li id="c">3</li></ul><p id="d">4</p><button></button>'
    fresh = '<ul><li id="c">3</li><li id="e">5</li><li id="a">6</li></ul><p id="d">4</p><button></button>'
    assert page.evaluate(SAME, [old, fresh, ["a", "c", "d"]]) == [fresh, [True, True, True]]
    into = '<ul><li id="b">2</li></ul><p><i id="a">1</i></p><button></button>'
    assert page.evaluate(
        SAME, ['<ul><li id="b">2</li><i id="a">1</i></ul><p></p><button></button>', into, ["a", "b"]]
    ) == [
        into,
        [True, True],
    ]


@pytest.mark.usefixtures("forged")
def test_where_things_went_is_not_looked_for_when_dice_are_rolled(page: Page) -> None:
    page.evaluate(COUNT_SEARCHES)
    dice = page.locator("input[name='rolls.backgrounds']")
    page.locator("button[name=roll]").first.click()
    page.wait_for_function(QUIET)
    expect(page.locator(".chip.good", has_text="rolled in Dramatis").first).to_be_visible()
    assert dice.count()
    assert page.evaluate("window.searched") == []


def test_where_things_went_is_not_looked_for_in_a_list(page: Page, guest: Any) -> None:
    who = actions.create_character(system="duality", guest=guest, name="Somebody", build=largest("duality"))
    page.goto(f"/characters/{who.pk}/build/styles/", wait_until="networkidle")
    page.evaluate(COUNT_SEARCHES)
    rows = page.locator("#fields .entry-cards > .entry-row")
    before = rows.count()
    page.locator("#fields button[name=remove]:visible").first.click()
    expect(rows).to_have_count(before - 1)
    page.wait_for_function(QUIET)
    assert page.evaluate("window.searched") == []


@pytest.mark.usefixtures("forged")
def test_what_an_answer_only_names_is_what_stood_there(page: Page) -> None:
    row = '<div data-piece="" id="{0}"><p data-piece="" id="{0}-f"><input id="{0}-t" name="{0}"></p></div>'
    a, b, c, d = map(row.format, "abcd")
    fold = f'<details class="fold"><summary>more</summary>{c}</details>'
    before = ["a", "b", "c", "a-t"]
    for fresh, wanted in (
        ('<i data-stays="a 3"></i>', a + b + c),
        (
            f'<i data-stays="b 1"></i>{d}<i data-stays="a 1"></i><p></p><i data-stays="c 1"></i>',
            b + d + a + "<p></p>" + c,
        ),
    ):
        drawn, _ = page.evaluate(SAME, [a + b + fold, f"{fresh}<button></button>", before])
        assert drawn == f"{wanted}<button></button>"
    drawn, same = page.evaluate(
        SAME, [a + b + fold + "<button></button>", f'<i data-stays="a 2"></i>{d}<button></button>', before]
    )
    assert (drawn, same[:2], same[3]) == (f"{a}{b}{d}<button></button>", [True, True], True)


@pytest.mark.usefixtures("forged")
@pytest.mark.parametrize("name", ["a 3", "c 1"])
def test_an_answer_that_names_what_is_not_there_is_not_drawn_and_the_page_is_loaded_anew(page: Page, name: str) -> None:
    there = '<p data-piece="" id="a"></p><p data-piece="" id="b"></p>'
    with page.expect_navigation():
        drawn, _ = page.evaluate(SAME, [there, f'<p>new</p><i data-stays="{name}"></i>', []])
    assert drawn == there
    expect(page.locator("#fields .field").first).to_be_visible()


@pytest.mark.usefixtures("forged")
def test_what_is_the_same_in_several_places_is_drawn_in_each(page: Page) -> None:
    drawn = page.evaluate("""() => {
      document.getElementById("fields").innerHTML = "<p id='a'>1</p><p id='b'>2</p><p id='c'>3</p>";
      const serverResponse = '<div hx-swap-oob="innerHTML:#a,#c"><b>4</b></div>';
      const detail = { shouldSwap: true, serverResponse };
      document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
      return [document.getElementById("fields").innerText.split(/\\s+/), detail.serverResponse];
    }""")
    assert drawn == [["4", "2", "4"], ""]


def test_what_is_typed_in_a_row_that_stays_is_still_there(page: Page, guest: Any) -> None:
    """A purchase is answered with its own row alone: the rows before it stay, with what is written in them."""
    who = actions.create_character(system="dominion", guest=guest, name="Somebody", build=largest("dominion"))
    page.goto(f"/characters/{who.pk}/build/equipment/", wait_until="networkidle")
    rows = page.locator("#field-entries-equipment-list > .entry-row")
    before = rows.count()
    name = page.locator("#field-entries-equipment-0-name-t")
    name.evaluate("field => { window.held = field; }")
    name.fill("Old friend")
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and "add=" in str(answer.request.post_data)
    ) as told:
        page.locator("#fields button[name=add]:visible").nth(1).click()
    assert "data-stays" in told.value.text()
    expect(rows).to_have_count(before + 1)
    page.wait_for_function(QUIET)
    assert name.evaluate("field => [field === window.held, field.value]") == [True, "Old friend"]
    who.refresh_from_db()
    assert who.build["entries"]["equipment"][0]["name"] == "Old friend"
