"""The builder's pages and fragments: what a change moves, what two hands do to each other, what no field could send."""

import json
import re
from collections import Counter

import pytest
from django.template.loader import render_to_string
from django.test import Client
from lxml import html

from campaigns.demo import demo
from campaigns.review import decisions
from characters import actions
from characters.builder.entry_lists import draw
from characters.builder.page_state import titles
from characters.models import Character
from rules.homebrew import authoring
from rules.kernel import Cite, Figure, Origin, Term
from rules.kernel.pages import RatingField
from rules.models import Book
from rules.systems import PACKAGES
from tests.cast import Cast, shelved
from tests.characters.clicking import click
from tests.characters.posting import HX, at, filled_in, targets, words

pytestmark = pytest.mark.django_db


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


def test_a_step_that_waits_for_another_leads_there(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven")
    page, goes = at(raven, "build", "table"), []
    for changes in ({}, {"picks.race": "elf"}, {"rolls.attribute-dice": [6, 6, 6]}):
        raven.refresh_from_db()
        actions.change_build(character=raven, changes=changes, drawn=raven.version, by=cast.jane.owner)
        goes.append(re.findall(r'href="[^"]*/build/([^/]*)/">Go to ([^<]*)', cast["owner"].get(page).content.decode()))
    assert goes == [[("race", "Race and style")], [("attributes", "Attributes")], []]
