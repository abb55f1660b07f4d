"""The page of a budget, the table of the builder, and a character with very many findings."""

import re
import sys
from html import unescape
from typing import Any

import pytest

from campaigns.review import decisions
from characters import actions
from characters.builder.grid import Board, draw_fields
from characters.models import Character
from characters.views.step_page import step_page
from rules.kernel import LedgerEntry
from rules.kernel.pages import game_of
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.posting import HX, at, filled_in, targets, words

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    """What a reader sees of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", words(answer))).split())


def make(cast: Cast, build: dict[str, Any]) -> Character:
    return actions.create_character(system="duality", by=cast.jane.owner, name="Ishka", build=build)


def test_a_budget_has_a_page_with_every_line(cast: Cast) -> None:
    ishka = make(cast, {"scores": {"strength": 2, "presence": -1}})
    page = text(cast["owner"].get(at(ishka, "budget", "xp")))
    for line in ("Earned 30", "Strength +1 → +2 6", "Statistics 9", "Refunded −3", "Left 24"):
        assert line in page, line
    over = make(cast, {"scores": {"strength": 2, "life": 40, "recovery": 15}})
    assert "What XP Source" in page
    assert "Over by 19" in text(cast["owner"].get(at(over, "budget", "xp")))
    assert cast["owner"].get(at(ishka, "budget", "luck")).status_code == 404


def test_a_budget_without_titles_lists_its_lines(cast: Cast) -> None:
    page = text(cast["owner"].get(at(cast.jane, "budget", "aspects-social")))
    assert "Earned" in page
    assert "Spent" in page


def test_the_rail_sums_up_each_title_and_leads_to_the_lines(cast: Cast) -> None:
    ishka = make(cast, {"scores": {"strength": 2}})
    page = cast["owner"].get(at(ishka, "build", "statistics"))
    assert "Statistics 9" in text(page)
    assert f'href="{at(ishka, "budget", "xp")}"' in page.content.decode()
    assert "/budgets/" not in cast["owner"].get(at(cast.jane, "build", "aspects")).content.decode()


def test_specializations_are_a_sentence_a_map_and_what_one_has_without_scripts(cast: Cast) -> None:
    ishka = make(cast, {"scores": {"know-mind": 1}})
    page = words(cast["owner"].get(f"{at(ishka, 'build', 'specializations')}?row=create&column=fire"))
    assert len(re.findall(r'<th scope="col">', page)) == 10
    assert len(re.findall(r'<th scope="row">(?:Control|Create|Destroy|Perceive|Know|Transform)</th>', page)) == 6
    assert len(re.findall(r': none"', page)) == 59
    assert re.findall(r'name="((?:scores|picks)\.[^"]+)"', page) == ["scores.know-mind", "picks.tag-know-mind"]
    assert re.findall(r'value="([a-z]+)" selected', page) == ["create", "fire"]
    paths = re.search(r'name="raise" value="([^"]+)"', page)
    assert paths is not None
    form = {"version": str(ishka.version), "tab": "one", "scores.know-mind": "2", "picks.tag-know-mind": "superhuman",
            "at:row": "create", "at:column": "fire", "at:tag": "simple-weak", "raise": paths[1]}  # fmt: skip
    assert cast["owner"].post(at(ishka, "build", "specializations"), form).status_code == 302
    ishka.refresh_from_db()
    assert ishka.build["scores"] == {"know-mind": 2, "create-fire": 1}
    assert ishka.build["picks"] == {"tag-know-mind": "superhuman", "tag-create-fire": "simple-weak"}
    for wrong in ({"at:row": ""}, {"raise": "name picks.*"}):
        assert cast["owner"].post(at(ishka, "build", "specializations"), form | wrong).status_code == 422


@pytest.mark.parametrize("onward", ["experiences", "statistics", ""], ids=["next", "back", "save"])
def test_leaving_with_a_tag_chosen_adds_it_once_and_says_so(cast: Cast, onward: str) -> None:
    ishka = make(cast, {})
    page = at(ishka, "build", "specializations")
    chosen = {"at:row": "create", "at:column": "fire", "at:tag": "simple-weak", "onward": onward}
    form = filled_in(cast["owner"].get(page)) | chosen
    said = text(cast["owner"].post(page, form, follow=True))
    assert "Added Create Fire +1, Simple & Weak." in unescape(said)
    said = text(cast["owner"].post(page, filled_in(cast["owner"].get(page)) | chosen, follow=True))
    assert "Added" not in said
    cast["owner"].post(page, filled_in(cast["owner"].get(page)) | chosen | {"at:row": "know", "at:tag": ""})
    ishka.refresh_from_db()
    assert (ishka.build["scores"], ishka.build["picks"]) == ({"create-fire": 1}, {"tag-create-fire": "simple-weak"})


def test_a_pair_is_redrawn_by_itself_with_its_square(cast: Cast) -> None:
    ishka = make(cast, {})
    page = at(ishka, "build", "specializations")
    form = filled_in(cast["owner"].get(page)) | {
        "raise": "scores.*-* picks.tag-*-*",
        "at:row": "know",
        "at:column": "mind",
    }
    answer = cast["owner"].post(page, form, headers=HX)
    of_pairs = [one for one in targets(answer) if one.startswith(("field-", "square-"))]
    assert of_pairs == ["square-field-scores-know-mind", "field-scores-know-mind", "field-picks-tag-know-mind"]
    assert "+1: 2 XP" in text(answer)
    assert "1 of 60" in text(answer)
    assert "Know Mind is +1 now." in answer["HX-Trigger-After-Swap"]
    form = filled_in(cast["owner"].get(page)) | {"scores.know-mind": "2"}
    assert len(cast["owner"].post(page, form, headers=HX).content) <= 6_000


def test_without_scripts_a_pair_is_told_after_it_is_added(cast: Cast) -> None:
    ishka = make(cast, {"scores": {"know-mind": 2}, "picks": {"tag-know-mind": "complex-powerful"}})
    page = at(ishka, "build", "specializations")
    assert "Know Mind: 2 is the maximum." in text(cast["owner"].get(f"{page}?row=know&column=mind"))
    form = filled_in(cast["owner"].get(page)) | {
        "raise": "scores.*-* picks.tag-*-*", "at:row": "know", "at:column": "mind"}  # fmt: skip
    answer = cast["owner"].post(page, form)
    assert answer["Location"] == f"{page}?row=know&column=mind#wish"
    sentence = text(cast["owner"].get(answer["Location"])).partition("Map of")[0]
    assert "Know Mind is 3; the maximum at creation is 2." in sentence
    told = text(cast["owner"].get(answer["Location"])).partition("What you could do")[2]
    assert "Wide and mighty magic" in told.partition("This step changes")[0]


def test_a_square_tells_which_tags_approval_keeps_from_it(cast: Cast) -> None:
    ishka = make(cast, {"scores": {"know-mind": 1}, "picks": {"tag-know-mind": "superhuman"}})
    decisions.approve(character=ishka, by=cast.users["gm"], seen=ishka.version)
    page = cast["owner"].get(at(ishka, "build", "specializations")).content.decode()
    squares = dict(re.findall(r'<a href="[^"]*" data-pair="([^"]*)"([^>]*)>', page))
    assert 'data-barred="simple-weak complex-powerful"' in squares["know mind"]
    assert 'data-why="After approval only your GM can allow a change."' in squares["know mind"]
    assert [pair for pair, told in squares.items() if "data-barred" in told] == ["know mind"]


def test_a_grid_may_have_holes(cast: Cast) -> None:
    sheet = make(cast, {}).read()
    step = next(step for step in game_of(sheet).steps(sheet) if step.key == "specializations")
    assert step.grid is not None
    board = Board.of(step.grid, draw_fields(step, sheet, frozenset())[2:], sheet)
    assert [bool(place) for _, squares in board.rows for place, *_ in squares].count(True) == 59
    assert (len(board.rows), board.count) == (6, "0 of 59")


def test_numbers_of_an_item_move_its_sum_and_its_prices(cast: Cast) -> None:
    features = [{"picks": {"feature": "strength"}, "scores": {"amount": 1}}, {"picks": {"feature": "finesse"}}]
    lamp = {"name": "<Lamp>", "picks": {"kind": "relic"}, "entries": {"features": features}}
    ishka = make(cast, {"entries": {"items": [lamp]}})
    path = "entries.items.0.entries.features.0.scores.amount"
    page = at(ishka, "build", "items")
    answer = cast["owner"].post(page, filled_in(cast["owner"].get(page)) | {path: "2"}, headers=HX)
    assert "Total bonus: +4" in text(answer)
    moved = targets(answer)
    assert "field-entries-items-0-entries-features-sum" in moved
    assert "field-entries-items-0-entries-features-1-picks-feature" in moved
    assert "Attack" not in text(answer)
    assert "Take · 7 XP" in text(answer)
    form = {"add": "entries.items.0.entries.features feature life", "tab": "one", "version": str(ishka.version)}
    assert cast["owner"].post(page, form).status_code == 302
    ishka.refresh_from_db()
    assert ishka.build["entries"]["items"][0]["entries"]["features"][2] == {"name": "", "picks": {"feature": "life"}}
    assert "field-entries-items-0-name" not in moved


def test_the_form_of_the_odds_follows_the_kind_of_roll(cast: Cast) -> None:
    ishka = make(cast, {})
    here = at(ishka, "odds")
    sent = {"kind": "unopposed", "statistic": "strength", "specialization": "none", "experience": "none",
            "difficulty": "medium", "increased": "0", "decreased": "0", "modifier": "0"}  # fmt: skip
    assert targets(cast["owner"].get(here, sent, headers=HX)) == ["result", "rolled"]
    assert targets(cast["owner"].get(here, {**sent, "dangerous": "yes"}, headers=HX)) == ["result", "rolled"]
    answer = cast["owner"].get(here, {**sent, "kind": "cooperative"}, headers=HX)
    assert targets(answer) == ["asked", "result", "rolled"]
    assert 'name="others"' in answer.content.decode()
    page = cast["owner"].get(here, {"kind": "cooperative", "others": "3, 2 hard"}).content.decode()
    assert 'value="3, 2 hard"' in page


def many(count: int) -> dict[str, Any]:
    """A build with so many things to mend, each on a field of its own."""
    return {"entries": {"experiences": [{"name": "x", "scores": {"bonus": 9}} for _ in range(count)]}}


def test_a_hundred_findings_are_placed_without_asking_each_field(cast: Cast) -> None:
    few, lots = make(cast, many(10)), make(cast, many(100))
    assert len(lots.read().errors) > 100

    def calls(character: Character) -> int:
        """How many functions are called to place what the sheet found."""
        character.read()
        met: list[str] = []
        before = sys.getprofile()
        sys.setprofile(lambda frame, event, _: met.append(event) if event == "call" else None)
        try:
            found = step_page(character, character.read(), "statistics")["findings"]
        finally:
            sys.setprofile(before)
        assert all(placed["where"].endswith("#field-entries-experiences") for placed in found[:10])
        return len(met)

    calls(few), calls(lots)  # each is drawn once and kept
    assert calls(lots) < 12 * calls(few)


def test_what_stays_spent_in_a_lost_item_nobody_has_to_work_out(cast: Cast) -> None:
    """The entry has it, for no later build shows what is gone."""
    ishka = make(cast, {"entries": {"items": [{"name": "Sword"}, {"name": "Lamp", "picks": {"kind": "relic"}}]}})
    decisions.approve(character=ishka, by=cast.users["gm"], seen=ishka.version)
    lost = actions.enter(character=ishka, entry=LedgerEntry("item-lost", subject="Lamp"), by=None, role="gm")
    assert lost.amount == -1
    with pytest.raises(Refused, match="No approved item"):
        actions.enter(character=ishka, entry=LedgerEntry("item-lost", subject="Axe"), by=None, role="gm")


def test_of_two_of_a_name_the_one_that_was_chosen_goes(cast: Cast) -> None:
    relic = {"name": "Lamp", "picks": {"kind": "relic"}}
    better = {**relic, "entries": {"features": [{"picks": {"feature": "strength"}}]}}
    ishka = make(cast, {"entries": {"items": [{"name": "Sword"}, better, relic]}})
    decisions.approve(character=ishka, by=cast.users["gm"], seen=ishka.version)
    chosen = ("Lamp (relic, its experience +1)", "Lamp (relic, its experience +1, Strength +1)")
    answer = unescape(cast["owner"].get(f"/characters/{ishka.pk}/ledger/").content.decode())
    assert [name for name in chosen if f'value="{name}"' not in answer] == []
    entry = LedgerEntry("item-lost", subject=chosen[0])
    lost = actions.enter(character=ishka, entry=entry, by=cast.users["gm"], role="gm")
    held = Character.objects.get(pk=ishka.pk)
    assert (lost.amount, held.build["entries"]["items"]) == (-1, [{"name": "Sword"}, better])
    assert held.read().legal
    assert held.ledger_entries.get(kind="item-lost").subject == chosen[0]
