"""The builder's pages and fragments: what a change moves, what two hands do to each other, what no field could send."""

import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client
from lxml import html

from campaigns.demo import demo
from campaigns.review import decisions
from characters import actions
from characters.builder.entry_lists import draw
from characters.builder.page_state import layout, titles
from characters.builder.rail import step_states
from characters.models import Character
from rules.homebrew import authoring
from rules.kernel import Cite, Figure, Origin, Sheet, System, Term
from rules.kernel.documents.builds import LIST_LIMIT
from rules.kernel.pages import Field, RatingField, Step
from rules.models import Book
from rules.systems import PACKAGES
from tests.cast import Cast, shelved
from tests.characters.posting import FORM, HX, at, filled_in, targets, words

pytestmark = pytest.mark.django_db


def click(cast: Cast, step: str, data: dict[str, Any], **headers: str) -> Any:
    cast.jane.refresh_from_db()
    shown = next((one for one in cast.jane.game.steps(cast.jane.read()) if one.key == step), None)
    page = {"version": str(cast.jane.version), "tab": "one", "layout": layout(shown) if shown else ""}
    data = page | data
    return cast["owner"].post(at(cast.jane, "build", step), data, headers=headers)


ALWAYS = ["status", "page-version", "page-shown", "conflict"]
MOVING = [*ALWAYS, "steps", "budgets", "figures", "todo", "findings", "rail-bar"]
MOST = 6_000
"""Bytes of the answer to a dot."""


def test_a_click_answers_what_it_moved_and_costs_four_queries(cast: Cast, django_assert_num_queries: Any) -> None:
    click(cast, "aspects", {"scores.charm": "2"}, **HX)
    version = Character.objects.get(pk=cast.jane.pk).version
    url = at(cast.jane, "build", "aspects")
    data = filled_in(cast["owner"].get(url)) | {"version": version, "tab": "one", "scores.charm": "3"}
    with django_assert_num_queries(4):  # session, user, character; the save with its history
        answer = cast["owner"].post(url, data, headers=HX)
    assert answer.status_code == 200
    moved = targets(answer)
    assert moved[:4] == ALWAYS
    assert {"field-scores-charm", "budget-aspects-social", "spent-aspects-social"} <= set(moved)
    assert not {"steps", "budgets", "figures", "budget-aspects-mental", "field-scores-logic"} & set(moved)
    assert len(answer.content) <= MOST
    assert "HX-Request" in answer["Vary"]
    cast.jane.refresh_from_db()
    assert cast.jane.build["scores"]["charm"] == 3
    assert f'name="version" value="{cast.jane.version}"' in words(answer)


def test_skills_are_narrowed_down_by_links_that_say_how_many_there_are(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=demo.RAVEN)
    url = at(raven, "build", "skills")

    def shown(query: str) -> tuple[dict[str, str], list[str], list[str]]:
        page = html.fromstring(words(cast["owner"].get(f"{url}{query}")))
        chips = {one.text_content().strip().rpartition(" ")[0].strip(): one for one in page.xpath("//a[@data-chip]")}
        pressed = [name for name, chip in chips.items() if chip.get("aria-current")]
        names = page.xpath(
            "//section[not(@hidden)]//div[@data-room or @tabindex][not(@hidden)]/label[@class='name']/text()"
        )
        counts = {name: chip.xpath("string(span)") for name, chip in chips.items()}
        return counts, pressed, [name for name in names if name in ("Stealth", "Timing", "Grip", "APs spent")]

    counts, pressed, names = shown("")
    assert (pressed, sorted(names)) == (["All"], ["APs spent", "Grip", "Stealth", "Timing"])
    assert int(counts["All"]) == int(counts["Raised"]) + int(counts["Rollable untrained"])
    assert shown("?show=raised")[1:] == (["Raised"], ["Stealth", "Timing"])
    assert shown("?show=untrained")[1:] == (["Rollable untrained"], ["Grip"])
    assert shown("?show=nothing")[1] == ["All"]
    data = filled_in(cast["owner"].get(url)) | {"scores.grip": "1"}
    answer = words(cast["owner"].post(url, data, headers=HX))
    assert f'<div hx-swap-oob="innerHTML:#kind-raised">{int(counts["Raised"]) + 1}</div>' in answer
    assert cast["owner"].post(f"{url}?show=raised", {"scores.grip": "0"})["Location"] == f"{url}?show=raised"


def test_the_title_of_a_group_says_what_all_of_it_starts_from(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=demo.RAVEN)
    page = html.fromstring(words(cast["owner"].get(at(raven, "build", "skills"))))
    titles = [" ".join(one.text_content().split()) for one in page.xpath("//section[@class='group']/header/h2")]
    assert titles[1] == "3 Agility Nimble feet and quick hands"


def test_no_single_dot_has_a_larger_answer_than_6_kb(cast: Cast) -> None:
    """One dot more of each aspect, up to those that break a rule and have three fixes."""
    url = at(cast.jane, "build", "aspects")
    form = filled_in(cast["owner"].get(url))
    counts = []
    for path in [name for name in form if name.startswith("scores.")]:
        before = transaction.savepoint()
        answer = cast["owner"].post(url, form | {path: int(form[path][0]) + 1}, headers=HX)
        if words(answer).count('class="finding error"') < 2:
            assert len(answer.content) <= MOST, path
        counts.append([one for one in targets(answer) if one.startswith(("spent-", "spread-"))])
        transaction.savepoint_rollback(before)
    assert max(map(len, counts)) == 1  # Two of the three kinds of aspects stay as they are.


def test_a_tick_is_not_answered_with_the_list_that_shows_it_already(cast: Cast) -> None:
    """The list of Dominion's spells has 60 kB. What an undo ticks is answered with it."""
    url = at(cast.jane, "build", "magic-and-gear")
    page = cast["owner"].get(url)
    form = filled_in(page)
    options = re.findall(r'name="picks[.]spells" value="([^"]+)"', words(page))
    more = next(key for key in options if key not in form["picks.spells"])
    answer = cast["owner"].post(url, form | {"picks.spells": [*form["picks.spells"], more]}, headers=HX)
    cast.jane.refresh_from_db()
    assert more in cast.jane.build["picks"]["spells"]
    assert "field-picks-spells" not in targets(answer)
    sent = filled_in(cast["owner"].get(url))
    told = {"step": "magic-and-gear", "steps": titles(cast.jane.game.steps(cast.jane.read())), "deed": "d1"}
    told |= {key: sent[key] for key in ("layout", "shown")}
    assert "field-picks-spells" in targets(cast["owner"].post(at(cast.jane, "undo"), told, headers=HX))


def test_what_is_bought_is_answered_with_the_parts_of_its_list(cast: Cast) -> None:
    """Its catalogue says anew what there is money for; the list around both stays, with its title and its places."""
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=demo.RAVEN)
    url = at(raven, "build", "equipment")
    page = cast["owner"].get(url)
    button = re.search(r'name="add"[^>]*value="(entries[.]equipment item [^"]+)"', words(page))
    assert button
    drawn = targets(cast["owner"].post(url, filled_in(page) | {"add": button[1], "deed": "d1"}, headers=HX))
    assert {"field-entries-equipment-list", "field-entries-equipment-offers"} <= {*drawn}
    assert "field-entries-equipment" not in drawn


def test_whoever_buys_something_has_the_sheet_read_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes in use at once is known without a verdict, and where findings lead without another step's fields."""
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=demo.RAVEN)
    url = at(raven, "build", "equipment")
    page = cast["owner"].get(url)
    button = re.search(r'name="add"[^>]*value="(entries[.]equipment item [^"]+)"', words(page))
    read, reads, made = System.read, Counter[str](), Counter[str]()

    def counted(game: System, *args: Any) -> Sheet:
        reads[game.key] += 1
        return read(game, *args)

    steps = raven.game.steps

    def watched(sheet: Sheet) -> tuple[Step, ...]:
        def of(step: Step) -> Step:
            def fields() -> tuple[Field, ...]:
                made[step.key] += 1
                return step.fields

            return replace(step, made=fields)

        return tuple(map(of, steps(sheet)))

    assert button
    form = filled_in(page) | {"add": button[1], "deed": "d1"}
    with monkeypatch.context() as patch:
        patch.setattr(System, "read", counted)
        patch.setattr(raven.game, "steps", watched)
        assert cast["owner"].post(url, form, headers=HX).status_code == 200
    assert (reads, made) == ({"dominion": 1}, {"equipment": 1})


def test_what_comes_and_goes_stands_in_no_fieldset_itself(cast: Cast) -> None:
    """A browser lays out all of a fieldset from the start when a child of it comes or goes."""
    found = Counter[str]()
    for system, build in (("dominion", demo.RAVEN), ("hprpg", demo.JANE)):
        who = actions.create_character(system=system, by=cast.jane.owner, name="Somebody", build=build)
        for step in who.game.steps(who.read()):
            page = html.fromstring(words(cast["owner"].get(at(who, "build", step.key))))
            for kind in ("choice", "entry-row"):
                drawn = page.xpath(f"//*[contains(concat(' ', @class, ' '), ' {kind} ')]")
                found[kind] += len(drawn)
                assert [one for one in drawn if one.getparent().tag == "fieldset"] == []
    assert all(found[kind] for kind in ("choice", "entry-row"))


def test_a_pick_redraws_the_step_and_leaves_what_is_being_written(cast: Cast) -> None:
    picked = targets(click(cast, "species", {"picks.species": "goblin"}, **HX))
    assert "field-picks-species" in picked
    moved = targets(click(cast, "story", {"notes.wand": "oak"}, **HX))
    assert [t for t in moved if t.startswith("field") and not t.endswith("-says")] == []


def test_pointing_tells_what_would_move_and_saves_nothing(cast: Cast) -> None:
    def told(step: str, query: str) -> str:
        return words(cast["owner"].get(f"{at(cast.jane, 'build', step)}if/?{query}"))

    before = cast.jane.version
    page = told("aspects", "scores.charm=5")
    assert re.search(r"<dt>Social</dt><dd>.*?0 left.*?4 over", page, re.S), page
    assert "Error" in page
    assert "Charm" in told("aspects", "scores.charm=3")
    assert [told("aspects", query).strip() for query in ("", "scores.charm=x", "entries.gear.99.name=x")] == [""] * 3
    assert cast["owner"].get(f"{at(cast.jane, 'build', 'nowhere')}if/").status_code == 404
    cast.jane.refresh_from_db()
    assert cast.jane.version == before


def test_without_scripts_a_save_goes_on(cast: Cast) -> None:
    plain = click(cast, "aspects", {"scores.charm": "2"})
    onward = click(cast, "aspects", {"scores.charm": "2", "onward": "abilities"})
    astray = click(cast, "aspects", {"onward": "https://elsewhere.example/"})
    assert [plain.url, onward.url, astray.url] == [
        at(cast.jane, "build", step) for step in ("aspects", "abilities", "aspects")
    ]


def test_a_row_of_dots_is_as_long_as_its_game_says() -> None:
    where = Cite("Book", "1", 1)
    lines = (Term(1, "everybody", where, Origin.BASE), Term(2, "bought", where, Origin.BOUGHT))
    drawn = draw(RatingField("scores.legs", "Legs", Figure.of("legs", "Legs", where, lines), 2, 0, high=4, limit=4))
    assert '<span class="sr">, 3 of 5: 1 everybody, 2 bought</span>' in " ".join(drawn.split())


def test_what_a_book_takes_away_makes_no_row_of_ten_thousand_dots(cast: Cast) -> None:
    bare = len(cast["owner"].get(at(cast.jane, "build", "aspects")).content)
    curse = {"key": "deep-curse", "effects": [{"to": "charm", "amount": -10_000}]}
    book = cast.play(shelved(cast.users["gm"], "hprpg", "deep-curse", "1", {"item": [curse]}))
    assert authoring.faults_of(book) == ()
    cursed = {f"entries.gear.{len(cast.jane.build['entries'].get('gear', ()))}": {"picks": {"item": "deep-curse"}}}
    actions.change_build(character=cast.jane, changes=cursed, drawn=cast.jane.version)
    assert len(cast["owner"].get(at(cast.jane, "build", "aspects")).content) < 2 * bare
    assert click(cast, "aspects", {"scores.charm": "30"}).status_code == 302
    cast.jane.refresh_from_db()
    assert cast.jane.build["scores"]["charm"] == 30
    assert len(cast["owner"].get(at(cast.jane, "build", "aspects")).content) < 2 * bare


def test_only_a_game_with_points_has_something_left_to_spend() -> None:
    part = "characters/build.html#budgets"
    told = [render_to_string(part, {"budget_lines": lines}) for lines in ([], [("points", "4 points left")])]
    assert ["<h2>Left to spend</h2>" in one for one in told] == [False, True]


@pytest.mark.parametrize("system", PACKAGES)
def test_going_on_chooses_nothing(book: Book, client: Client, system: str) -> None:
    client.post("/characters/new/", {"system": system})
    character = Character.objects.get()
    for step in character.game.steps(character.read()):
        page = client.get(at(character, "build", step.key))
        assert client.post(at(character, "build", step.key), filled_in(page)).status_code == 302
    character.refresh_from_db()
    assert (character.version, character.build) == (1, {})


def test_the_words_of_a_grid_are_explained_above_it(book: Book, client: Client) -> None:
    client.post("/characters/new/", {"system": "duality"})
    page = words(client.get(at(Character.objects.get(), "build", "specializations")))
    assert page.count("A narrow gift of magic") == 1


def test_the_dice_say_what_they_left_open(book: Book, client: Client) -> None:
    client.post("/characters/new/", {"system": "forge"})
    character = Character.objects.get()
    form = filled_in(client.get(at(character, "build", "abilities"))) | {"scores.agility": ["2"]}
    client.post(at(character, "build", "abilities"), form)
    assert "Randomised everything that was left" in words(client.post(at(character, "random"), follow=True))
    client.post(at(character, "undo"))
    form |= {"version": ["4"], "scores.brawn": ["2"], "scores.cunning": ["2"]}
    client.post(at(character, "build", "abilities"), form)
    assert "your choices leave something to do" in words(client.post(at(character, "random"), follow=True))


def test_a_number_that_all_begin_with_can_be_left_and_come_back_to(book: Book, client: Client) -> None:
    client.post("/characters/new/", {"system": "forge"})
    character = Character.objects.get()
    for agility in ("2", "1"):
        form = filled_in(client.get(at(character, "build", "abilities"))) | {"scores.agility": [agility]}
        client.post(at(character, "build", "abilities"), form)
    character.refresh_from_db()
    assert (character.version, character.build["scores"]) == (3, {"agility": 1})


def test_a_fix_is_a_button(cast: Cast) -> None:
    click(cast, "aspects", {"scores.charm": "3"}, **HX)
    page = cast["owner"].get(at(cast.jane, "build", "aspects"))
    fix = next(fix for placed in page.context["findings"] for fix in placed["fixes"])
    assert click(cast, "aspects", {"fix": fix.sent}).status_code == 302
    cast.jane.refresh_from_db()
    assert cast.jane.read().legal


def test_a_fix_may_empty_another_place(cast: Cast) -> None:
    click(cast, "aspects", {"path": "scores.charm", "value": "null"})
    click(cast, "aspects", {"path": "scores.chram", "value": "1"})
    page = cast["owner"].get(at(cast.jane, "build", "aspects"))
    sent = [
        fix.sent for placed in page.context["findings"] for fix in placed["fixes"] if fix.label.startswith("Change to")
    ]
    assert sent == ["scores.charm scores.chram=1"]
    click(cast, "aspects", {"fix": sent[0]})
    cast.jane.refresh_from_db()
    assert (cast.jane.build["scores"].get("charm"), "chram" in cast.jane.build["scores"]) == (1, False)


def test_a_fix_that_would_break_something_else_is_no_button(cast: Cast) -> None:
    """The greatsword keeps Vigour where it is, so the points come back from Agility alone."""
    sword = {"picks": {"item": "greatsword", "wielded": True}}
    build = {"rolls": {"attribute-dice": [7, 7, 7]}, "scores": {"vigour": 2, "agility": 7}}
    pip = actions.create_character(system="dominion", by=cast.jane.owner, name="Pip")
    changes = {f"{mapping}.{key}": value for mapping, held in build.items() for key, value in held.items()}
    actions.change_build(
        character=pip, changes={**changes, "entries.equipment.0": sword}, drawn=pip.version, by=pip.owner
    )
    page = cast["owner"].get(at(pip, "build", pip.game.steps(pip.read())[0].key))
    labels = [fix.label for one in page.context["findings"] for fix in one["fixes"]]
    assert "Remove 2 from Agility" in labels
    assert "Take two from Vigour" not in labels


def test_gear_is_added_and_removed(cast: Cast) -> None:
    page = targets(click(cast, "magic-and-gear", {"add": "entries.gear"}, **HX))
    assert "field-entries-gear" in page
    click(cast, "magic-and-gear", {"entries.gear.3.name": "Lamp"}, **HX)
    click(cast, "magic-and-gear", {"remove": "entries.gear.0"}, **HX)
    cast.jane.refresh_from_db()
    assert [entry["name"] for entry in cast.jane.build["entries"]["gear"]][-1] == "Lamp"
    assert len(cast.jane.build["entries"]["gear"]) == 3


@pytest.mark.parametrize("headers", [HX, {}], ids=["htmx", "no scripts"])
def test_what_is_bought_is_in_use_at_once(book: Book, client: Client, headers: dict[str, str]) -> None:
    client.post("/characters/new/", {"system": "dominion"})
    knight = Character.objects.get()
    page = at(knight, "build", "equipment")
    for place, thing in enumerate(("mace", "heavy-armour", "dagger")):
        form = filled_in(client.get(page)) | {"add": f"entries.equipment item {thing}"}
        bought = client.post(page, form, headers=headers)
        assert (bought.headers.get("HX-Trigger-After-Swap") is not None) == bool(headers), place
    knight.refresh_from_db()
    assert [entry["picks"] for entry in knight.build["entries"]["equipment"]] == [
        {"item": "mace", "wielded": True}, {"item": "heavy-armour", "worn": True}, {"item": "dagger"},
    ]  # fmt: skip


def test_another_thing_is_chosen_within_the_entry_of_the_first(cast: Cast) -> None:
    entries = {"equipment": [{"picks": {"item": "mace"}}, {"picks": {"item": "club"}}]}
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build={"entries": entries})
    page, path = at(raven, "build", "equipment"), "entries.equipment.1.picks.item"
    radio = f'name="{path}" value="mace"'
    closed = words(cast["owner"].get(page))
    assert radio not in closed
    sent = filled_in(cast["owner"].get(page)) | {"change": path}
    opened = cast["owner"].post(page, sent)
    assert opened.headers["Location"] == f"{page}?change={path}#field-entries-equipment-1-picks-item"
    whole = words(cast["owner"].get(opened.headers["Location"]))
    assert radio in whole
    assert 'name="entries.equipment.0.picks.item"' not in whole
    part = cast["owner"].get(page, {"change": path}, headers=HX)
    assert radio in words(part)
    assert "field-entries-equipment-1-picks-item-q" in part.headers["HX-Trigger-After-Swap"]
    kept = cast["owner"].get(page, {"keep": path}, headers=HX)
    assert ("Change" in words(kept), radio in words(kept)) == (True, False)
    assert cast["owner"].get(page, {"change": "entries.equipment.9.picks.item"}, headers=HX).status_code == 404
    cast["owner"].post(page, filled_in(cast["owner"].get(page)) | {path: "dagger"})
    raven.refresh_from_db()
    assert [one["picks"]["item"] for one in raven.build["entries"]["equipment"]] == ["mace", "dagger"]


def test_who_points_at_a_thing_sees_its_numbers_after_those_of_what_is_held(cast: Cast) -> None:
    entries = {"equipment": [{"picks": {"item": "longsword", "wielded": True}}]}
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build={"entries": entries})
    address = f"{at(raven, 'build', 'equipment')}if/"
    told = words(cast["owner"].get(address, {"add": "entries.equipment item spear"}))
    strike = told[told.index("<dt>Strike</dt>") :][:200]
    assert ">3<span" in strike
    assert ">5</span>" in strike
    for wrong in ("entries.equipment item moon", "entries.moon item spear", "entries.equipment"):
        assert "Strike" not in words(cast["owner"].get(address, {"add": wrong}))


def test_what_is_open_comes_in_the_order_of_the_steps_with_a_way_there(cast: Cast) -> None:
    pip = actions.create_character(system="hprpg", by=cast.jane.owner, name="Pip")
    page = words(cast["owner"].get(at(pip, "build", "species")))
    rail = page[page.index('id="findings"') :]
    told = [
        "Choose your species",
        "Choose your personality",
        "Choose your archetype",
        "left in Physical",
        "left in Innate",
        "left in affinities",
    ]
    assert [rail.index(words) for words in told] == sorted(rail.index(words) for words in told)
    entry = rail[rail.index("left in Physical") :].partition("</li>")[0]
    assert f'href="{at(pip, "build", "aspects")}#field-scores-' in entry


def test_points_that_nobody_touched_have_a_way_to_where_they_are_spent(cast: Cast) -> None:
    build = {"rolls": {"attribute-dice": [4, 5, 11]}}
    bo = actions.create_character(system="dominion", by=cast.jane.owner, name="Bo", build=build)
    rail = words(cast["owner"].get(at(bo, "build", "story"))).partition('id="findings"')[2]
    entries = [part for part in rail.split("</li>") if "Spend some of your points" in part]
    assert len(entries) == len(bo.read().untouched) > 0
    assert [part for part in entries if not re.search(r'href="[^"]*/build/[a-z-]+/[^"]*">Show me', part)] == []


def test_what_is_over_is_said_of_its_points_and_of_no_choice_among_many(cast: Cast) -> None:
    """Under the dearest line it read as if that were wrong; the way there stays."""
    scores = {"life": 40, "block": 3, "recovery": 9}
    over = actions.create_character(system="duality", by=cast.jane.owner, name="Ada", build={"scores": scores})
    (finding,) = (one for one in over.read().errors if one.code == "xp-overspent")
    assert (finding.apart, finding.at != "", over.read().at(finding.at)) == (True, True, ())
    assert f'href="{at(over, "build", "statistics")}#' in words(cast["owner"].get(at(over, "build", "story")))


def test_a_step_where_nothing_was_chosen_has_no_error_of_another(cast: Cast) -> None:
    """Skills and attributes share their points: what is over can't be removed where nothing was bought."""
    scores = dict.fromkeys(("agility", "brawn", "presence", "reason"), 10)
    entries = {"entries": {"skills": [{"name": "Perception"}]}}
    found = {}
    for name, build in (("Ada", {"scores": scores}), ("Bea", {"scores": scores, **entries})):
        made = actions.create_character(system="rough-magic", by=cast.jane.owner, name=name, build=build)
        sheet = made.read()
        found[name] = {one.key: one.words for one in step_states(made.game.steps(sheet), sheet, "skills")}
    assert [(one["attributes"], one["skills"]) for one in found.values()] == [("1 error", "–"), ("1 error", "1 error")]


def test_what_steps_share_is_counted_at_one_of_them(cast: Cast) -> None:
    """APs buy skills of every kind: "5 left" on three steps would look like 15."""
    rolls = {"attribute-dice": [4, 9, 10], "table": [11]}
    build = {"rolls": rolls, "scores": {"vigour": 3, "agility": 3, "stealth": 1, "strike": 1}}
    made = actions.create_character(system="dominion", by=cast.jane.owner, name="Bo", build=build)
    sheet = made.read()
    left = f"{sheet.budgets['aps'].remaining} left"
    told = {one.key: one.words for one in step_states(made.game.steps(sheet), sheet, "race")}
    assert (told["skills"], told["combat"], [*told.values()].count(left)) == (left, "started", 1)


def test_the_bar_says_what_is_left_even_where_nothing_is_spent(cast: Cast) -> None:
    pip = actions.create_character(system="hprpg", by=cast.jane.owner, name="Pip")
    left = sum(budget.remaining for budget in pip.read().budgets.values())
    assert f"<b>{left} dots left</b> on other steps" in words(cast["owner"].get(at(pip, "build", "species")))
    assert "on other steps" not in words(cast["owner"].get(at(pip, "build", "aspects")))
    bo = actions.create_character(
        system="dominion", by=cast.jane.owner, name="Bo", build={"rolls": {"attribute-dice": [4, 5, 11]}}
    )
    page = words(cast["owner"].get(at(bo, "build", "race")))
    assert "<b>6 points and 47 APs left</b> on other steps" in page
    assert "<b>47 APs left</b>" in words(cast["owner"].get(at(bo, "build", "skills")))
    dov = actions.create_character(system="forge", by=cast.jane.owner, name="Dov")
    scores = {"scores.agility": 4, "scores.brawn": 2, "scores.cunning": 2}
    actions.change_build(character=dov, changes=scores, drawn=dov.version)
    bar = words(cast["owner"].get(at(dov, "build", "abilities"))).partition('id="rail-bar"')[2]
    assert "<b>0 ability points left</b>" in bar


def test_the_page_goes_on_where_something_was_added_removed_or_rolled(cast: Cast) -> None:
    """Not at its top: a list may stand below thirty skills, and whoever uses the keyboard is in the middle of it."""
    gear = at(cast.jane, "build", "magic-and-gear")
    held = len(cast.jane.build["entries"]["gear"])
    assert click(cast, "magic-and-gear", {"add": "entries.gear"}).url == f"{gear}#field-entries-gear-{held}-name-t"
    neighbour = f"{gear}#field-entries-gear-{held - 1}-name-t"
    assert click(cast, "magic-and-gear", {"remove": f"entries.gear.{held}"}).url == neighbour
    for _ in range(held):
        last = click(cast, "magic-and-gear", {"remove": "entries.gear.0"}).url
    assert last == f"{gear}#field-entries-gear-add"
    assert click(cast, "magic-and-gear", {"remove": "entries.hats.0"}).status_code in (302, 422)
    pip = actions.create_character(system="dominion", by=cast.jane.owner, name="Pip")
    rolled = cast["owner"].post(at(pip, "build", "attributes"), {"roll": "rolls.attribute-dice=3d12"})
    assert rolled.url == f"{at(pip, 'build', 'attributes')}#field-rolls-attribute-dice-roll"


@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_two_hands_on_one_field_see_both_values(cast: Cast, headers: dict[str, str]) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    answer = click(cast, "story", {"notes.wand": "ash", "version": "1"}, **headers)
    assert answer.status_code == 409
    assert ">oak<" in words(answer)
    assert ">ash<" in words(answer)
    assert "HX-Request" in answer["Vary"]
    if headers:
        assert targets(answer) == [target for target in MOVING if target != "page-version"]
    kept = click(cast, "story", {"path": "notes.wand", "value": json.dumps("ash")})
    assert kept.status_code == 302
    cast.jane.refresh_from_db()
    assert cast.jane.build["notes"]["wand"] == "ash"


def test_a_place_in_a_ranking_moves_what_it_gives_and_not_the_whole_step(cast: Cast) -> None:
    data = filled_in(cast["owner"].get(at(cast.jane, "build", "aspects")))
    order = ["social", *(name for name in cast.jane.build["ranks"]["aspects"] if name != "social")]
    data |= {"version": cast.jane.version, "tab": "one", "rank": f"ranks.aspects social {' '.join(order)}"}
    moved = set(targets(cast["owner"].post(at(cast.jane, "build", "aspects"), data, headers=HX)))
    assert {"field-ranks-aspects", "spent-aspects-social"} <= moved
    assert not {"fields", "field-scores-charm"} & moved


def test_two_hands_on_ticks_and_lists_read_as_words(cast: Cast) -> None:
    click(cast, "magic-and-gear", {"path": "picks.feats.ambush", "value": "true", "tab": "two"})
    answer = click(cast, "magic-and-gear", {"path": "picks.feats.ambush", "value": "false", "version": "1"})
    assert ">chosen<" in words(answer)
    assert ">nothing<" in words(answer)
    click(cast, "aspects", {"path": "ranks.aspects", "value": '["social","mental","physical"]', "tab": "two"})
    told = click(cast, "aspects", {"path": "ranks.aspects", "value": '["physical","mental","social"]', "version": "1"})
    assert "social, mental, physical" in words(told)


def test_a_conflict_saves_what_nobody_disputes(cast: Cast) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    both = {"notes.wand": "ash", "notes.goals": "fame", "version": "1"}
    assert click(cast, "story", both, **HX).status_code == 409
    cast.jane.refresh_from_db()
    assert (cast.jane.build["notes"]["wand"], cast.jane.build["notes"]["goals"]) == ("oak", "fame")


def test_a_conflict_beside_something_malformed_is_still_a_conflict(cast: Cast) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    both = {"notes.wand": "ash", "notes.goals": "x" * 20_001, "version": "1"}
    assert click(cast, "story", both, **HX).status_code == 409
    cast.jane.refresh_from_db()
    assert cast.jane.version == 2


def test_two_tabs_on_different_fields_merge_and_show_it(cast: Cast) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    answer = click(cast, "story", {"notes.goals": "fame", "version": "1"}, **HX)
    assert answer.status_code == 200
    cast.jane.refresh_from_db()
    assert (cast.jane.build["notes"]["wand"], cast.jane.build["notes"]["goals"]) == ("oak", "fame")


def test_undo_redo_and_random_come_back_to_their_step(cast: Cast) -> None:
    click(cast, "aspects", {"scores.charm": "2"})
    for name in ("undo", "redo", "random"):
        answer = cast["owner"].post(at(cast.jane, name), {"step": "aspects"})
        assert answer.url == at(cast.jane, "build", "aspects")
        assert cast["owner"].post(at(cast.jane, name), {"step": "x\x00"}).url == at(cast.jane, "build_start")


def test_undo_in_place_draws_its_step_or_loads_another(cast: Cast) -> None:
    before = cast.jane.build
    click(cast, "aspects", {"scores.charm": "2"})
    sent = {"step": "aspects", "steps": titles(cast.jane.game.steps(cast.jane.read())), "deed": "d1"}
    answer = cast["owner"].post(at(cast.jane, "undo"), sent, headers=HX)
    assert json.loads(answer.headers["HX-Trigger-After-Swap"]) == {"goon": {"at": "press-redo", "said": "Undone."}}
    assert "innerHTML:#fields" in answer.content.decode()
    for step, steps, address in (
        ("x\x00", sent["steps"], ("build_start",)),
        ("aspects", "others", ("build", "aspects")),
    ):
        again = cast["owner"].post(at(cast.jane, "redo"), sent | {"step": step, "steps": steps}, headers=HX)
        assert again.headers["HX-Redirect"] == at(cast.jane, *address)
    cast.jane.refresh_from_db()
    assert (cast.jane.version, cast.jane.build) == (3, before)


MALFORMED: list[dict[str, Any]] = [
    {"scores.charm": "two"},
    {"scores.charm": "--5"},
    {"scores.charm": "9" * 400},
    {"notes.wand": "oak\x00"},
    {"notes.wand": "x" * 20_001},
    {"name": "x" * 201},
    {"name": "\x00"},
    {"path": "scores.charm", "value": '"\\ud800"'},
    {"path": "scores.charm", "value": "[" * 3000 + "]" * 3000},
    {"path": "entries.gear.0", "value": '{"name": "", "x": "\\u0000"}'},
    {"path": "x" * 50_000, "value": "1"},
    {"path": "scores.charm", "value": "1e400"},
    {"fix": "scores.charm"},
    {"fix": "scores.charm=[1"},
    {"add": "nowhere"},
    {"remove": "entries.gear.99"},
    {"remove": "scores"},
    {"roll": "rolls.x=1d"},
    {"has:picks.feats": "1", "picks.feats": "<script>"},
    {"picks.species": "x" * 300},
    {"scores.évil": "1"},
]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1e3", "Charm must be a whole number. Nothing was changed."),
        ("9" * 30, "Charm can be 1,000,000 at most. Nothing was changed."),
    ],
)
def test_a_number_that_cannot_be_says_why_and_what_can(cast: Cast, typed: str, said: str) -> None:
    assert said in words(click(cast, "aspects", {"scores.charm": typed}, **HX))


def test_no_two_elements_of_a_step_share_an_id(cast: Cast) -> None:
    """Too many dots have two findings here, and both are mended by the same fix."""
    build = {**demo.JANE, "scores": {**demo.JANE["scores"], "willpower": 4}}
    jane = actions.create_character(system="hprpg", by=cast.jane.owner, name="Jane", build=build)
    ids = Counter(re.findall(r'<\w[^>]* id="([^"]+)"', words(cast["owner"].get(at(jane, "build", "aspects")))))
    assert any(name.startswith("fix-") for name in ids)
    assert [name for name, count in ids.items() if count > 1] == []


def test_a_number_below_nought_can_be_emptied_like_any_other(cast: Cast) -> None:
    raven = actions.create_character(
        system="dominion", by=cast.jane.owner, name="Raven", build={"scores": {"climbing": -5, "grip": 1}}
    )
    cast["owner"].post(at(raven, "build", "skills"), {"version": "1", "scores.climbing": "", "scores.grip": "1"})
    raven.refresh_from_db()
    assert raven.build["scores"] == {"grip": 1}


def test_a_great_sum_is_written_the_same_way_throughout(cast: Cast) -> None:
    build = {"scores": {"climbing": 12000}}
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=build)
    page = words(cast["owner"].get(at(raven, "build", "skills")))
    assert "Advancement Points over (72," in page


@pytest.mark.parametrize("data", MALFORMED, ids=lambda data: str(data)[:40])
@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_what_no_field_could_send_is_refused_and_nothing_lost(
    cast: Cast, data: dict[str, Any], headers: dict[str, str]
) -> None:
    answer = click(cast, "aspects", data, **headers)
    assert answer.status_code == 422
    assert "Nothing was changed." in words(answer)
    cast.jane.refresh_from_db()
    assert (cast.jane.version, cast.jane.build) == (1, demo.JANE)


@pytest.mark.parametrize(
    "data",
    [
        {"tab": "\x00"},
        {"tab": "x" * 500},
        {"version": "-1"},
        {"version": "9" * 9},
        {"version": "x\x00"},
        {"version": "٣"},
        {"version": "0"},
    ],
)
def test_an_odd_version_or_tab_is_no_harm(cast: Cast, data: dict[str, str]) -> None:
    assert click(cast, "aspects", {"scores.charm": "2", **data}, **HX).status_code == 200


def test_whoever_is_approved_advances(cast: Cast) -> None:
    page = at(cast.jane, "build", "species")
    assert 'Creating<span id="making">Jane Alderwick' in words(cast["owner"].get(page))
    decisions.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version)
    assert 'Advancing<span id="making">Jane Alderwick' in words(cast["owner"].get(page))


def test_a_number_that_nothing_adds_to_has_no_total_beside_it(cast: Cast) -> None:
    load = {"picks": {"item": "longsword"}, "scores": {"quantity": 3}}
    carried = {"entries": {"equipment": [load]}, "scores": {"lucky-breaks": 2}}
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=carried)
    thing = {"entries": {"empowered": [{"name": "Lantern", "scores": {"rating": 2}}]}}
    dov = actions.create_character(system="rough-magic", by=cast.jane.owner, name="Dov", build=thing)
    for character, step, label in (
        (raven, "equipment", "Quantity"),
        (raven, "skills", "APs spent"),
        (dov, "objects", "Rating"),
    ):
        page = words(cast["owner"].get(at(character, "build", step)))
        assert f">{label}</label>" in page, label
        assert f"{label} 0" not in page


@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_a_step_that_is_not_there_changes_nothing(cast: Cast, headers: dict[str, str]) -> None:
    assert click(cast, "no-such-step", {"scores.charm": "2"}, **headers).status_code == 404
    cast.jane.refresh_from_db()
    assert cast.jane.version == 1


def test_a_hundred_thousand_fields_are_too_many(cast: Cast) -> None:
    url = at(cast.jane, "build", "aspects")
    body = "&".join(f"scores.f{n}=1" for n in range(100_000))
    answer = cast["owner"].post(url, body, content_type=FORM)
    assert answer.status_code == 400
    cast.jane.refresh_from_db()
    assert cast.jane.version == 1


def test_the_longest_list_a_build_may_hold_can_still_be_saved(cast: Cast) -> None:
    entry = {"name": "Lamp", "notes": {"detail": "Old."}}
    Character.objects.filter(pk=cast.jane.pk).update(
        build={**cast.jane.build, "entries": {"gear": [entry] * LIST_LIMIT}}
    )
    form = filled_in(cast["owner"].get(at(cast.jane, "build", "magic-and-gear")))
    form |= {f"entries.gear.{n}.notes.detail": [entry["notes"]["detail"]] for n in range(LIST_LIMIT)}
    form[f"entries.gear.{LIST_LIMIT - 1}.name"] = ["Lantern"]
    answer = cast["owner"].post(at(cast.jane, "build", "magic-and-gear"), urlencode(form, True), content_type=FORM)
    assert answer.status_code == 302
    cast.jane.refresh_from_db()
    assert [item["name"] for item in cast.jane.build["entries"]["gear"]][-2:] == ["Lamp", "Lantern"]


@pytest.mark.parametrize("body", [b"\xff\xfe%00=%ff", b"%ED%A0%80=1&name=%ED%A0%80", b"{", b"a" * 3_000_000])
def test_bytes_that_are_no_form_are_no_harm(cast: Cast, body: bytes) -> None:
    for url in (at(cast.jane, "build", "aspects"), "/characters/import/", "/characters/new/", "/theme/"):
        assert cast["owner"].post(url, body, content_type=FORM).status_code < 500


def test_what_no_page_shows_is_not_lost_by_saving_the_page(book: Book, client: Client) -> None:
    client.post("/characters/new/", {"system": "hprpg"})
    character = Character.objects.get()
    odd = {"picks": {"feats": ["ambush", "from-another-edition"]}, "notes": {"wand": 7}}
    Character.objects.update(build=odd)
    url = at(character, "build", "magic-and-gear")
    form = filled_in(client.get(url))
    assert form.pop("picks.feats") == ["ambush"]
    assert client.post(url, form).status_code == 302
    character.refresh_from_db()
    assert character.build == {"picks": {"feats": ["from-another-edition"]}, "notes": {"wand": 7}}


def test_points_over_stand_out_beside_the_title(cast: Cast) -> None:
    page = at(cast.jane, "build", "aspects")
    form = filled_in(cast["owner"].get(page)) | {"scores.charm": "6", "scores.insight": "6"}
    answer = cast["owner"].post(page, form, headers=HX).content.decode()
    over = re.search(r'innerHTML:#spent-aspects-social">(.*?)</div>', answer)
    assert over
    assert re.fullmatch(r'<b class="over">\d+ over</b>', over[1])
    assert over[1] in cast["owner"].get(page).content.decode()


def test_a_step_that_waits_for_another_leads_there(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven")
    page, goes = at(raven, "build", "table"), []
    for changes in ({}, {"picks.race": "elf"}, {"rolls.attribute-dice": [6, 6, 6]}):
        raven.refresh_from_db()
        actions.change_build(character=raven, changes=changes, drawn=raven.version, by=cast.jane.owner)
        goes.append(re.findall(r'href="[^"]*/build/([^/]*)/">Go to ([^<]*)', cast["owner"].get(page).content.decode()))
    assert goes == [[("race", "Race and style")], [("attributes", "Attributes")], []]
