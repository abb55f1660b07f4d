"""What game masters get ready: scenes in their order with who is in them, and notes that they share."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import actions
from campaigns.chronicle import scenes
from campaigns.chronicle.scene_tags import TAGS, scene_lines
from campaigns.chronicle.scenes import SceneDraft
from campaigns.models import Scene
from campaigns.tables import beasts, turns
from characters import actions as making
from characters.models import Character
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def post(cast: Cast, name: str, *args: Any, **data: Any) -> str:
    return words(cast["gm"].post(reverse(name, args=[cast.table.pk, *args]), data, follow=True))


def prep(cast: Cast, who: str = "gm", **asked: str) -> str:
    return words(cast[who].get(reverse("prep", args=[cast.table.pk]), asked))


def guard(cast: Cast, table: Any) -> Character:
    return making.create_character(system="hprpg", by=cast.users["gm"], name="Guard", campaign=table, npc=True)


def test_a_scene_has_what_of_its_table_was_chosen(cast: Cast) -> None:
    elsewhere = actions.create_campaign(name="Elsewhere", by=cast.users["gm"])
    here, there = guard(cast, cast.table), guard(cast, elsewhere)
    chosen = {"npcs": [here.pk, there.pk, cast.jane.pk, "x"], "handouts": [cast.paper.pk]}
    sent = {"title": "The gate", "text": "It is *shut*.", "asks": "Alertness, in secret\r\n\r\nClimb", **chosen}
    form = words(cast["gm"].get(reverse("scene_new", args=[cast.table.pk])))
    named = re.search(r'name="uid" value="([\w-]+)"', form)
    assert named
    for _ in range(2):
        post(cast, "scene_new", **sent, uid=named[1])
    held = Scene.objects.get()
    assert (list(held.npcs.all()), held.asks) == ([here], ["Alertness, in secret", "Climb"])
    page = words(cast["gm"].get(reverse("scene", args=[cast.table.pk, held.pk])))
    for text in ("It is <em>shut</em>.", "Ask: Climb", "Handout: A letter", f'id="npc-{here.pk}"'):
        assert text in page, text
    making.bin_character(character=here)
    assert "Guard" not in words(cast["gm"].get(reverse("scene", args=[cast.table.pk, held.pk])))
    post(cast, "scene", held.pk, title="The gate", **{"was:text": "It is *shut*."})
    held.refresh_from_db()
    assert (held.text, held.asks, held.handouts.count()) == ("", [], 0)


def test_a_second_scene_may_say_the_same(cast: Cast) -> None:
    for uid in (uuid4(), uuid4(), ""):
        post(cast, "scene_new", title="Ambush", uid=uid)
    assert Scene.objects.filter(title="Ambush").count() == 3


def test_a_scene_has_room_for_so_many_and_its_line_names_the_first(cast: Cast) -> None:
    crowd = Character.objects.bulk_create(
        Character(system="hprpg", book=cast.jane.book, name=f"Guard {n:03} {'w' * 150}", campaign=cast.table, npc=True)
        for n in range(scenes.MOST_IN + 1)
    )
    sent = {"title": "The gate", "asks": "Climb"}
    refused = post(cast, "scene_new", **sent, npcs=[one.pk for one in crowd])
    assert f"You chose {scenes.MOST_IN + 1} NPCs for one scene; {scenes.MOST_IN} is the maximum." in refused
    first = [one.pk for one in crowd[:-1]]
    post(cast, "scene_new", **sent, npcs=first, handouts=[cast.paper.pk])
    for n in range(9):
        Scene.objects.create(campaign=cast.table, title=f"{n}").npcs.set(crowd)
    with CaptureQueriesContext(connection) as few:
        lines = scene_lines(cast.table)
    assert (len(few), len(lines), len(lines[0].tags), lines[0].more) == (4, 10, TAGS, scenes.MOST_IN + 2 - TAGS)
    shown = prep(cast).partition('id="scenes"')[2].partition("</section>")[0]
    assert (shown.count('class="tag"'), "w" * 60 in shown) == (10 * TAGS, False)
    assert f"{scenes.MOST_IN + 2 - TAGS} more" in shown


def test_who_left_the_table_is_in_no_scene_of_it(cast: Cast) -> None:
    one = guard(cast, cast.table)
    post(cast, "scene_new", title="The gate", npcs=[one.pk])
    shown = prep(cast).partition('id="scenes"')[2].partition("</section>")[0]
    assert ">Guard<" in shown
    Character.objects.filter(pk=one.pk).update(campaign=None, name="Prowler")
    assert "Prowler" not in prep(cast)
    assert "Prowler" not in words(cast["gm"].get(reverse("scene", args=[cast.table.pk, Scene.objects.get().pk])))


def test_scenes_stand_in_their_order_and_are_played(cast: Cast) -> None:
    first, second = (scenes.write(campaign=cast.table, draft=SceneDraft(title)) for title in ("Toll", "Ford"))
    post(cast, "scene", second.pk, deed="up")
    post(cast, "scene", second.pk, deed="up")
    assert list(cast.table.scenes.all()) == [second, first]
    post(cast, "scene", second.pk, deed="down")
    assert list(cast.table.scenes.all()) == [first, second]
    assert "played" in post(cast, "scene", first.pk, deed="played").partition("Toll")[2]
    post(cast, "scene", first.pk, deed="not-played")
    assert cast.table.scenes.filter(played_on=None).count() == 2
    assert "Delete “Toll”?" in post(cast, "scene", first.pk, remove="1")
    post(cast, "scene", first.pk, remove="1", sure="1")
    assert list(cast.table.scenes.all()) == [second]
    with pytest.raises(Refused, match="was deleted"):
        scenes.move(scene=first, by=1)


def test_a_scene_offers_a_few_of_many_and_searches_the_others(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is chosen stays on top, whatever is searched for; nothing is saved meanwhile."""
    monkeypatch.setattr("campaigns.views.scenes.OFFERED", 2)
    people = [guard(cast, cast.table) for _ in range(5)]
    for place, one in enumerate(people):
        Character.objects.filter(pk=one.pk).update(name=f"Guard {place}")
    held = scenes.write(campaign=cast.table, draft=SceneDraft("Toll", "Rain.", npcs={people[4].pk}))
    page = words(cast["gm"].get(reverse("scene", args=[cast.table.pk, held.pk])))
    ticks = re.findall(r'name="npcs" value="(\d+)"( checked)?', page)
    assert ticks == [(str(people[4].pk), " checked"), (str(people[0].pk), ""), (str(people[1].pk), "")]
    assert "2 more" in page
    sent = {"title": "Toll", "text": "Sun.", "was:npcs": str(people[4].pk), "npcs": [people[4].pk, people[0].pk]}
    found = post(cast, "scene", held.pk, find="", **sent, **{"find:npcs": "guard 3"})
    ticks = re.findall(r'name="npcs" value="(\d+)"( checked)?', found)
    chosen = [(str(people[place].pk), " checked") for place in (0, 4)]
    assert ticks == [*chosen, (str(people[3].pk), "")]
    assert "Sun.</textarea>" in found
    held.refresh_from_db()
    assert (held.text, held.npcs.count()) == ("Rain.", 1)
    nobody = post(cast, "scene", held.pk, enter="", **sent, **{"find:npcs": "dragon", "was:find:npcs": ""})
    assert "No NPCs match." in nobody
    post(cast, "scene", held.pk, enter="", **sent, **{"find:npcs": "dragon", "was:find:npcs": "dragon"})
    held.refresh_from_db()
    assert (held.text, held.npcs.count()) == ("Sun.", 2)


def test_a_roll_to_ask_for_leads_to_the_chances_of_the_party(cast: Cast) -> None:
    held = scenes.write(campaign=cast.table, draft=SceneDraft("Toll", asks=["Alertness, in secret"]))
    page = words(cast["gm"].get(reverse("scene", args=[cast.table.pk, held.pk])))
    there = re.search(r'href="([^"]*)">Ask: Alertness, in secret</a>', page)
    assert there
    assert "Alertness" in words(cast["gm"].get(there[1])).partition('id="coverage"')[2]


def test_what_cannot_be_saved_of_a_scene_stays_where_it_was_typed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    page = post(cast, "scene_new", title=" ", text="Kept.", handouts=[cast.paper.pk])
    assert ("Enter a title." in page, "Kept.</textarea>" in page, " checked" in page) == (True, True, True)
    held = scenes.write(campaign=cast.table, draft=SceneDraft("Toll"))
    assert str(held) == "Toll"
    scenes.rewrite(scene=held, draft=SceneDraft("Toll", "Rain."))
    both = post(cast, "scene", held.pk, title="Toll", text="Sun.", **{"was:text": ""})
    assert ("Someone else edited" in both, ">Sun.</textarea>" in both) == (True, True)
    assert '<div class="prose"><p>Rain.</p>' in both, "what somebody else saved stands beside it"
    monkeypatch.setattr(scenes, "MOST", 1)
    assert "1 scenes, and that is the maximum" in post(cast, "scene_new", title="Ford")
    actions.archive(campaign=cast.table)
    with pytest.raises(Refused, match="archived"):
        scenes.play(scene=held, played=True)


def test_notes_are_shared_by_game_masters_and_nothing_of_them_is_lost(cast: Cast) -> None:
    assert "Who drew it?</textarea>" in post(cast, "campaign_notes", text="Who drew it?", before="")
    page = post(cast, "campaign_notes", text="Not the clerk.", before="")
    assert ("Nothing was deleted" in page, "Saved your notes." in page) == (True, False)
    assert scenes.notes(cast.table) == "Who drew it?\n\nNot the clerk."
    page = post(cast, "campaign_notes", text="x" * 20_001, before="Who drew it?")
    assert ("20,000 is the maximum" in page, "xxx</textarea>" in page) == (True, True)
    assert 'name="before" value="Who drew it?"' in page
    stale = post(cast, "campaign_notes", text="", before="Who drew it?")
    assert ("Nothing was deleted" in stale, "Saved your notes." in stale) == (True, False)
    assert scenes.notes(cast.table) == "Who drew it?\n\nNot the clerk."
    assert "Who drew it?" not in prep(cast, "spectator")


def test_cards_stand_closed_until_they_are_asked_for(cast: Cast) -> None:
    guard(cast, cast.table)
    row = re.compile(r'<details class="npcrow"[^>]*>')
    assert row.findall(prep(cast))[0].endswith('">')
    assert row.findall(prep(cast, cards="all"))[0].endswith(" open>")


def test_a_scene_begins_a_fight_with_those_in_it_ticked(cast: Cast) -> None:
    here, beside = guard(cast, cast.table), guard(cast, cast.table)
    one, other = beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system="dominion", key="troll", count=2)
    post(cast, "scene_new", title="The ford", npcs=[here.pk], beasts=[one.pk])
    scene = Scene.objects.get()

    def offered() -> str:
        (leads,) = re.findall(
            r'href="([^"]*)"> *(?:Begin|Bring into|Open) the fight<',
            " ".join(words(cast["gm"].get(reverse("scene", args=[cast.table.pk, scene.pk]))).split()),
        )
        return str(leads)

    def ticked(page: str) -> list[str]:
        return sorted(re.findall(r'id="come-([\w-]+)"[^>]* checked>', page))

    leads = offered()
    assert leads == f"{reverse('prep', args=[cast.table.pk])}?scene={scene.pk}#others"
    expected = [f"beast-{one.pk}", f"character-{here.pk}"]
    assert ticked(words(cast["gm"].get(leads))) == sorted([*expected, f"character-{cast.jane.pk}"])
    for key in ("x", "999", ""):
        assert ticked(prep(cast, scene=key)) == [f"character-{cast.jane.pk}"]
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=[str(beside.pk)], animals=[str(other.pk)])
    page = words(cast["gm"].get(offered()))
    assert ('id="others" open' in page, ticked(page)) == (True, expected)
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=[str(here.pk)], animals=[str(one.pk)])
    assert offered() == f"{reverse('prep', args=[cast.table.pk])}#turns", "nobody in it is beside the fight"
