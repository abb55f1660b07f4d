"""Fight cards of a game master: steps and rolls that wait, and what others did meanwhile."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from campaigns import actions as sitting
from campaigns.demo.demo import RAVEN
from campaigns.models import Campaign, Turn
from campaigns.tables import beasts, turns
from campaigns.tables.frays import frays
from characters import actions
from characters.models import Character, Mark
from tests.browser.conftest import Windows
from tests.conftest import Complaints

LogIn = Callable[[BrowserContext, str], Any]
WAITING = "() => Object.keys(localStorage).filter(key => key.startsWith('mark ')).length"


def fought(page: Page, gm: Any, *names: str) -> tuple[Campaign, list[Locator]]:
    """A campaign with these NPCs, and their cards on its open page Prep."""
    table = sitting.create_campaign(name="Thursdays", by=gm)
    for name in names:
        actions.create_character(system="dominion", by=gm, name=name, build=RAVEN, campaign=table, npc=True)
    page.goto(f"{reverse('prep', args=[table.pk])}?cards=all")
    return table, [page.get_by_role("article", name=name) for name in names]


def test_a_removed_fighter_does_not_hold_up_the_others(windows: Windows, log_in: LogIn, complaints: Complaints) -> None:
    window = windows()
    page = window.new_page()
    _, (raven, otto) = fought(page, log_in(window, "rowena"), "Raven", "Otto")
    Character.objects.filter(name="Raven").update(deleted_at=timezone.now())
    for card in (raven, otto):
        card.get_by_role("button", name="Injury taken +1").click()
    expect(otto).to_contain_text("1 of 16 Injury taken")
    expect(page.locator("#fight-said")).to_have_text("Raven was removed.")
    assert page.evaluate(WAITING) == 0
    assert list(Mark.objects.values_list("character__name", "done")) == [("Otto", 1)]
    complaints.forgive("404")


def test_whoever_is_logged_out_keeps_what_they_marked(windows: Windows, log_in: LogIn, complaints: Complaints) -> None:
    window = windows()
    page = window.new_page()
    _, (otto,) = fought(page, log_in(window, "rowena"), "Otto")
    log_in(window, "mira")
    otto.get_by_role("button", name="Injury taken +1").click()
    expect(page.locator("#fight-said")).to_contain_text(
        "You may have been logged out. Waiting: Injury taken +1 (Otto)."
    )
    log_in(window, "rowena")
    page.reload()
    expect(otto).to_contain_text("1 of 16 Injury taken")
    assert page.evaluate(WAITING) == 0
    complaints.forgive("403")


FIGURES = """card => [...card.querySelectorAll(".five > div")].map(figure => {
  const label = document.createRange(), number = document.createRange(), box = figure.getBoundingClientRect();
  label.selectNodeContents(figure.querySelector("dt"));
  number.selectNode((figure.querySelector("button") ?? figure.querySelector("dd")).lastChild);
  const text = number.getBoundingClientRect(), words = label.getBoundingClientRect();
  return [Math.min(words.left - box.left, box.right - words.right) >= 1, Math.round(text.bottom), Math.round(box.top)];
})"""
"""Of each figure of a card: whether its label keeps off the rules beside it, where its number ends, its row."""


def test_figures_stand_in_a_row_on_a_phone(windows: Windows, log_in: LogIn) -> None:
    page = windows(viewport={"width": 360, "height": 780}).new_page()
    table = sitting.create_campaign(name="Thursdays", by=log_in(page.context, "rowena"))
    (horse,) = beasts.bring_in(
        campaign=table, by=table.memberships.get().user, system="dominion", key="light-war-horse", count=1
    )
    page.goto(f"{reverse('prep', args=[table.pk])}?cards=all")
    figures = page.get_by_role("article", name=str(horse)).evaluate(FIGURES)
    assert len(figures) == 5
    assert [kept for kept, _, _ in figures] == [True] * 5
    assert len({end for _, end, _ in figures}) == len({row for _, _, row in figures}) == 1


def test_what_another_gm_did_is_seen_and_the_log_of_a_beast_follows(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, (otto,) = fought(page, gm, "Otto")
    (troll,) = beasts.bring_in(campaign=table, by=gm, system="dominion", key="troll", count=1)
    npc = Character.objects.with_table().get(name="Otto")
    actions.change_play(character=npc, key="injury", change=2, uid=uuid4(), since=0, by=gm)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(otto).to_contain_text("2 of 16 Injury taken")
    page.goto(troll.get_absolute_url())
    card, log = page.get_by_role("article", name=str(troll)), page.locator("#beast-log > li")
    expect(log).to_have_count(1)
    card.get_by_role("button", name="Injury taken +1").click()
    expect(log).to_have_count(2)
    card.get_by_role("button", name="Undo Injury").click()
    expect(log.first).to_contain_text("Undone")
    expect(card.get_by_role("button", name="Undo Injury")).to_have_count(0)


def test_the_turn_follows_another_gm_and_what_is_typed_stays(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, _ = fought(page, gm, "Otto", "Raven", "Sable")
    keys = [str(one.pk) for one in table.characters.exclude(name="Sable")]
    turns.begin(campaign=table, by=gm, characters=keys, animals=[])
    page.reload()
    first, second = turns.in_order(table)
    number = page.locator(f"#score-{second.pk}")
    page.locator("#others > summary").click()
    page.get_by_role("checkbox", name="Sable").check()
    number.fill("1")
    number.press("2")
    turns.move_on(campaign=table, by=gm, system="dominion", change=1, shown=first.pk)
    was, now = second.score, turns.in_order(table)[0].score
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".whose")).to_have_text(f"Round 1 {second}’s turn")
    expect(page.get_by_role("button", name="New round")).to_have_class("button small primary way-on")
    expect(number).to_be_focused()
    expect(number).to_have_value("12")
    number.press("3")
    expect(number).to_have_value("123")
    expect(page.get_by_role("checkbox", name="Sable")).to_be_checked()
    # Typed over what somebody else puts elsewhere meanwhile, it is still told so.
    turns.say(campaign=table, by=gm, typed={first.pk: ("77", str(now)), second.pk: ("55", str(was))})
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(f"#score-{first.pk}")).to_have_value("77")
    expect(number).to_have_value("123")
    expect(number).to_be_focused()
    number.press("Enter")
    expect(page.get_by_role("group", name="Saved by someone else")).to_contain_text("55")
    complaints.forgive("422")


def test_a_card_goes_into_the_fight_as_it_stands_here(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, (raven, otto) = fought(page, gm, "Raven", "Otto")
    keys = {one.name: str(one.pk) for one in table.characters.all()}
    turns.begin(campaign=table, by=gm, characters=[keys["Raven"]], animals=[])
    page.reload()
    otto.locator(".took summary").click()
    otto.locator("[name=other]").fill("7")
    turns.begin(campaign=table, by=gm, characters=[keys["Otto"]], animals=[])
    page.evaluate(LOOK)
    inside = page.locator("#turns").get_by_role("article", name="Otto")
    expect(inside.locator("[name=other]")).to_have_value("7")
    expect(page.get_by_role("article", name="Otto")).to_have_count(1)
    for turn in turns.in_order(table):
        turns.leave(campaign=table, by=gm, turn=turn.pk)
    page.evaluate(LOOK)
    expect(page.locator("#npcs").get_by_role("article", name="Otto").locator("[name=other]")).to_have_value("7")
    expect(raven.get_by_role("button", name="Injury taken +1")).to_be_visible()


def test_conditions_are_set_one_after_another_on_a_card(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, (otto,) = fought(page, gm, "Otto")
    actions.create_character(system="rough-magic", by=gm, name="Wren", campaign=table, npc=True)
    page.reload()
    wren = page.get_by_role("article", name="Wren")
    otto.get_by_text("Conditions of Otto").click()
    more = otto.get_by_role("button", name="Darkness +1")
    more.focus()
    more.press("Enter")
    more.press("Enter")
    expect(otto.locator("summary", has_text="Conditions")).to_contain_text("Darkness 2")
    expect(otto).to_contain_text("Combat conditions −2")
    expect(otto.get_by_role("button", name="Darkness +1")).to_be_focused()
    otto.get_by_role("button", name="Injury taken +1").press("Enter")
    expect(otto).to_contain_text("1 of 16 Injury taken")
    expect(otto.get_by_role("button", name="Injury taken +1")).to_be_focused()
    otto.get_by_role("button", name="Darkness −1").click()
    wren.get_by_text("Conditions of Wren").click()
    once = wren.get_by_role("button", name="Suggestion")
    for marked in ("true", "false"):
        once.click()
        expect(once).to_have_attribute("aria-pressed", marked)
        said = expect(wren.locator("summary", has_text="Conditions"))
        (said.to_contain_text if marked == "true" else said.not_to_contain_text)(": Suggestion")
    done = list(Mark.objects.order_by("pk").values_list("tracker", "done"))
    assert done == [("darkness", 2), ("injury", 1), ("darkness", -1), ("suggestion", 1), ("suggestion", -1)]


LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def two_in_a_fight(page: Page, gm: Any) -> tuple[Campaign, Turn, Turn]:
    """Two whose turns follow each other, on the open page Prep."""
    table, _ = fought(page, gm, "Otto", "Raven", "Sable")
    keys = [str(one.pk) for one in table.characters.all()]
    turns.begin(campaign=table, by=gm, characters=keys, animals=[])
    page.reload()
    return table, *turns.in_order(table)[:2]


def test_a_press_that_meets_a_turn_of_another_gm_moves_nobody_on(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, first, second = two_in_a_fight(page, gm)
    way = page.locator(".way-on")
    box = way.bounding_box()
    assert box
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    turns.move_on(campaign=table, by=gm, system="dominion", change=1, shown=first.pk)
    page.evaluate(LOOK)
    expect(page.locator(".whose")).to_have_text(f"Round 1 {first}’s turn")
    page.mouse.up()
    expect(page.locator(".whose")).to_have_text(f"Round 1 {second}’s turn")
    turns.move_on(campaign=table, by=gm, system="dominion", change=-1, shown=second.pk)
    # Pressed in the very moment in which the poll has drawn another turn: nobody can have meant that one.
    page.evaluate(
        """() => new Promise(done => {
            const way = document.querySelector(".way-on"), was = way.value;
            const press = () => { if (way.value !== was) { way.click(); done(); } };
            new MutationObserver(press).observe(way, { attributes: true });
            document.dispatchEvent(new Event("visibilitychange"));
        })"""
    )
    expect(page.locator("#fight-said")).to_have_text(f"Someone else went on. Round 1 {first}’s turn: press again.")
    way.click(delay=0, trial=True)
    expect(page.locator(".whose")).to_have_text(f"Round 1 {first}’s turn")
    assert frays(table, turns.in_order(table))[0].now == first


def test_what_is_wrong_with_a_number_is_told_until_it_is_another(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, first, second = two_in_a_fight(page, gm)
    number = page.locator(f"#score-{second.pk}")
    number.fill("soon")
    number.press("Enter")
    expect(page.locator(f"#score-{second.pk}-error")).to_contain_text("Enter a whole number")
    turns.move_on(campaign=table, by=gm, system="dominion", change=1, shown=first.pk)
    page.evaluate(LOOK)
    expect(page.locator(".whose")).to_have_text(f"Round 1 {second}’s turn")
    expect(page.locator(f"#score-{second.pk}-error")).to_contain_text("Enter a whole number")
    expect(number).to_have_value("soon")
    expect(number).to_have_attribute("aria-invalid", "true")
    complaints.forgive("422")


def test_an_open_builder_of_an_npc_is_told_that_its_campaign_was_archived(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    window = windows()
    page, gm = window.new_page(), log_in(window, "rowena")
    table, _ = fought(page, gm, "Otto")
    otto = Character.objects.get(name="Otto")
    page.goto(reverse("build", args=[otto.pk, "story"]))
    sitting.archive(campaign=table)
    page.locator("[name='notes.goals']").fill("Get home.")
    page.keyboard.press("Tab")
    expect(page.get_by_text("This campaign is archived. A GM can reopen it.")).to_be_visible()
    expect(page.locator("[name='notes.goals']")).to_have_value("Get home.")
    complaints.forgive("403")


TORN = """node => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), torn = [], range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const tops = new Set(Array.from(range.getClientRects(), one => Math.round(one.top)));
            if (tops.size > 1) torn.push(word[0]);
        }
    }
    return torn;
}"""
"""The words of an element that stand on more than one line."""


def test_no_word_of_a_figure_on_an_open_card_is_broken_on_a_phone(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    page = window.new_page()
    page.set_viewport_size({"width": 360, "height": 800})
    _, (raven,) = fought(page, log_in(window, "rowena"), "Raven")
    expect(raven.locator(".five dt")).to_have_text(["Timing", "Dodge", "Withstand torso", "Withstand head", "Movement"])
    assert raven.locator(".five").evaluate(TORN) == []
    narrow = "one => Object.assign(one.style, { overflowWrap: 'anywhere', inlineSize: '2rem' })"
    raven.locator(".five dt").nth(2).evaluate(narrow)
    assert "Withstand" in raven.locator(".five").evaluate(TORN), "a broken one is found"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_open_cards_stand_beside_each_other(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    page = window.new_page()
    page.set_viewport_size({"width": 1280, "height": 900})
    _, cards = fought(page, log_in(window, "rowena"), "Raven", "Otto")
    (first, second) = (card.bounding_box() for card in cards)
    assert first
    assert second
    assert first["y"] == second["y"]
    assert first["x"] != second["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
