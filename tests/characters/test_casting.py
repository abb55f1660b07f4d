"""Spells in a character's hands: what is in reach, and the desk."""

import re
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.demo.demo import RAVEN, URSULA
from characters import actions
from characters.models import Character
from rules.systems import get
from tests.cast import Cast
from tests.characters.posting import words
from tests.marking import mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def tom(client: Client) -> Client:
    client.force_login(get_user_model().objects.create(username="tom"))
    return client


@pytest.fixture
def ursula(tom: Client) -> Character:
    user = get_user_model().objects.get(username="tom")
    return actions.create_character(system="dominion", by=user, name="Ursula", build=URSULA)


def names(page: object) -> list[str]:
    return [facts.spell.name for facts in page.context["shown"]]  # type: ignore[attr-defined]


def test_the_grimoire_is_filtered_to_what_ursula_can_cast(tom: Client, ursula: Character) -> None:
    address = f"/characters/{ursula.pk}/spells/"
    page = tom.get(address)
    reach, every = names(page), names(tom.get(address, {"can": "all"}))
    assert set(reach) < set(every)
    assert len(every) == 81
    assert "Castable by Ursula" in page.content.decode()
    slumber = next(facts for facts in page.context["shown"] if facts.spell.key == "slumber")
    assert (slumber.hand.roll, slumber.hand.chance) == ("1d12, 6 or less", "50%")
    assert slumber.hand.url == f"/characters/{ursula.pk}/spells/slumber/"


def test_a_typo_and_a_filter_work_on_what_is_in_reach(tom: Client, ursula: Character) -> None:
    address = f"/characters/{ursula.pk}/spells/"
    assert names(tom.get(address, {"q": "slumbr"}))[0] == "Slumber"
    fragment = tom.get(address, {"kind": "hex"}, headers={"HX-Request": "true"}).content.decode()
    assert f'href="{address}?kind=hex"' in fragment
    assert "<html" not in fragment


def test_what_is_out_of_reach_says_why(tom: Client) -> None:
    user = get_user_model().objects.get(username="tom")
    raven = actions.create_character(system="dominion", by=user, name="Raven", build=RAVEN)
    page = tom.get(f"/characters/{raven.pk}/spells/")
    assert names(page) == []
    assert "?can=all" in page.content.decode()
    every = tom.get(f"/characters/{raven.pk}/spells/", {"can": "all"})
    assert {facts.hand.reason for facts in every.context["shown"]} == {"You need a Witchcraft skill to cast."}


def test_a_casting_has_its_number_its_lines_and_its_chance(tom: Client, ursula: Character) -> None:
    page = tom.get(f"/characters/{ursula.pk}/spells/slumber/", {"resisted": "2"}).content.decode()
    assert "Resistance Penalty" in page
    assert "4 or less" in page
    assert "1/3" in page
    part = tom.get(f"/characters/{ursula.pk}/spells/slumber/", headers={"HX-Request": "true"}).content.decode()
    assert "6 or less" in part
    assert "<html" not in part


def test_wounds_weigh_on_a_casting(tom: Client, ursula: Character) -> None:
    hurt = ursula.read()["injury"] + 2
    mark(ursula, "injury", to=hurt)
    assert "Injury Penalty" in tom.get(f"/characters/{ursula.pk}/spells/slumber/").content.decode()


def test_spells_in_reach_are_those_of_somebody_hurt(tom: Client, ursula: Character) -> None:
    """Slumber at 6, and at 3 beyond which the wounds have come three points."""
    reach = f"/characters/{ursula.pk}/spells/?q=slumber"
    assert "6 or less" in words(tom.get(reach))
    mark(ursula, "injury", to=7)
    assert "3 or less" in words(tom.get(reach))
    mark(ursula, "injury", to=16)
    assert "Dead" in words(tom.get(f"{reach}&can=all"))


def test_a_spell_no_book_has_is_not_found(tom: Client, ursula: Character) -> None:
    assert tom.get(f"/characters/{ursula.pk}/spells/nope/").status_code == 404
    assert tom.get(f"/characters/{ursula.pk}/spells/lumos/").status_code == 404


def test_a_game_without_spells_has_no_desk(tom: Client, ursula: Character, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(get("dominion"), "desk")
    assert tom.get(f"/characters/{ursula.pk}/spells/").status_code == 404
    assert "Castable spells" not in tom.get(ursula.get_absolute_url()).content.decode()


def test_a_list_of_castable_spells_spells_out_its_difficulty(cast: Cast) -> None:
    page = words(cast["owner"].get(f"/characters/{cast.jane.pk}/spells/"))
    assert page.index("DV is the Difficulty Value") < page.index(" vs DV ")


def test_pages_of_spells_name_those_who_may_cast_them(tom: Client, ursula: Character, cast: Cast) -> None:
    assert f"/characters/{ursula.pk}/spells/" in tom.get("/spells/").content.decode()
    assert f"/characters/{ursula.pk}/spells/slumber/" in tom.get("/spells/dominion/slumber/").content.decode()
    assert "Cast as" not in tom.get("/spells/hprpg/lumos/").content.decode()
    assert "Castable by" not in cast["stranger"].get("/spells/").content.decode()
    assert "Castable by" not in Client().get("/spells/").content.decode()


def test_those_without_a_name_are_told_apart_where_one_has_to_choose(
    tom: Client, ursula: Character, cast: Cast
) -> None:
    user = get_user_model().objects.get(username="tom")
    for race in ("dwarf", "elf"):
        actions.create_character(system="dominion", by=user, build={"picks": {"race": race}})
    for page in ("/spells/", "/spells/dominion/slumber/"):
        told = words(tom.get(page))
        for race in ("Dwarf", "Elf"):
            assert re.search(rf"Unnamed · {race}.* · \d+ [A-Z][a-z]+ \d\d:\d\d", told)
    assert "Ursula ·" not in words(tom.get("/spells/"))


def test_the_spells_of_a_character_cost_a_fixed_number_of_queries(tom: Client, ursula: Character) -> None:
    page, counts = f"/characters/{ursula.pk}/spells/", []
    tom.get(page)  # the first reader in a process fetches the rulebook, too
    for query in ({"q": "slumber"}, {"can": "all"}):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            tom.get(page, query)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_spell_is_rolled_at_play_like_any_check(tom: Client, ursula: Character) -> None:
    page, url = f"/characters/{ursula.pk}/play/", f"/characters/{ursula.pk}/rolls/"
    assert "Slumber" in words(tom.get(page))
    asked = {"cast": "slumber", "resisted": "2"}
    before = words(tom.get(f"/characters/{ursula.pk}/odds/", {**asked, "at": "play"}))
    assert 'name="cast" value="slumber"' in before
    assert "4 or less" in before
    press = {"since": "0", "deed": str(uuid.uuid4())}
    assert tom.post(url, {**asked, **press}).status_code == 302
    assert ursula.roll_log.get().dice == "1d12, 4 or less"
    for unknown in ("lumos", "nope"):
        answer = tom.post(url, {"cast": unknown, **press, "deed": str(uuid.uuid4())})
        assert answer.status_code == 422, "and nothing else is rolled instead"


def test_a_spell_is_rolled_in_the_stage_of_its_table_on_every_page(tom: Client, ursula: Character) -> None:
    """The house rule of A-31: in the lists to play from and to look through, and on the page of a spell, also of one
    that the character does not cast."""
    own = f"/characters/{ursula.pk}"
    ways = ("/play/", "/spells/", "/spells/?can=all", "/spells/slumber/", "/spells/disguise/", "/")
    pages = [own + way for way in ways]
    told = [words(tom.get(page)).count("Modifier Stage") for page in pages]
    assert min(told) > 0
    actions.change_settings(
        character=ursula, values={"spell_stage": "resolution"}, by=get_user_model().objects.get(username="tom")
    )
    assert [words(tom.get(page)).count("Modifier Stage") for page in pages] == [0] * len(pages)


def test_the_spells_of_a_campaign_are_told_by_its_house_rules(cast: Cast) -> None:
    address = reverse("spells_at", args=[cast.table.pk])
    actions.create_character(system="dominion", by=cast.users["owner"], build=URSULA, campaign=cast.table)
    assert "Modifier Stage" in words(cast["owner"].get(address))
    cast.table.settings = {"dominion": {"spell_stage": "resolution"}}
    cast.table.save()
    assert "Modifier Stage" not in words(cast["owner"].get(address))


def test_only_who_casts_is_shown_spells(tom: Client) -> None:
    user = get_user_model().objects.get(username="tom")
    raven = actions.create_character(system="dominion", by=user, name="Raven", build=RAVEN)
    for page in (raven.get_absolute_url(), f"/characters/{raven.pk}/play/"):
        assert "Castable spells" not in words(tom.get(page))
        assert 'id="spells"' not in words(tom.get(page))


def test_a_spell_says_when_it_is_cast_and_what_it_takes_off_at_play_and_on_the_sheet(
    tom: Client, ursula: Character
) -> None:
    """Stage, penalty and chance: by these one chooses."""
    spells = words(tom.get(f"/characters/{ursula.pk}/play/")).partition('id="spells"')[2].partition("</section>")[0]
    fly = spells.partition(">Fly</a>")[2].partition("</tr>")[0]
    assert "1d12, 4 or less · Modifier Stage (before attacks) · Difficulty Penalty: −2" in fly
    assert ">33%</button>" in fly
    assert "Modifier Stage" in spells.partition(">Dark</a>")[2].partition("</tr>")[0]
    sheet = words(tom.get(ursula.get_absolute_url()))
    assert ">33%</td>" in sheet.partition(">Fly</a>")[2].partition("</tr>")[0]
    assert "Roll 4 or less when unhurt, Modifier Stage, Difficulty Penalty −2." in sheet
    assert (
        "Roll at most 2 (Inherent) or 0 (Radical; 1 with all rites and charms) when unhurt, Resolution Stage." in sheet
    )
