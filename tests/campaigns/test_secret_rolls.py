"""Rolls in secret: of whoever plays a character and judges it as well, of a whole party for a scene, and whose they
are where the character goes."""

import re
from datetime import timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone

from campaigns.actions import archive, create_campaign
from campaigns.chronicle import scenes
from campaigns.chronicle.scenes import SceneDraft
from campaigns.demo.demo import JANE, RAVEN
from campaigns.models import Campaign, Scene
from campaigns.review import decisions
from campaigns.tables import fight_cards
from characters import actions
from characters.actions import create_character
from characters.actions.play_log import LATEST
from characters.models import Character, Event, Roll
from characters.tables import TableRole
from tests.campaigns.test_fight_cards import SCRIPT, turn
from tests.cast import Cast, book, cast
from tests.characters.posting import words
from tests.marking import mark

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def both(cast: Cast) -> Character:
    """A character of the game master's own."""
    return create_character(system="hprpg", by=cast.users["gm"], name="Both", build=JANE, campaign=cast.table)


def test_a_game_master_sees_and_undoes_the_rolls_in_secret_of_their_own_character(cast: Cast) -> None:
    """Who may judge sees them, be it their own: on the card, in the log, beside the odds and where they undo."""
    gm, users = cast["gm"], cast.users
    own = both(cast)
    mark(own, "health", -1, by=users["gm"])
    gm.post(reverse("turns", args=[cast.table.pk]), {"deed": "begin", "character": [own.pk]})
    (roll, query, uid), *_ = fight_cards.read(cast.table.pk, [own.pk])[own.pk].rolls
    asked = {"deed": uid, "since": 1, **dict(roll.asks), "secret": "1"}
    gm.post(turn(cast, own), asked)
    made = own.roll_log.get()
    for page in ("play", "play_log"):
        assert (made.story in words(gm.get(reverse(page, args=[own.pk]))), page) == (True, page)
    assert "Roll in secret" in words(gm.get(f"{reverse('odds', args=[own.pk])}?{query}"))
    address = reverse("undo_play", args=[own.pk, made.number])
    assert f'action="{address}"' in words(gm.get(reverse("play", args=[own.pk])))
    assert gm.post(address, headers=SCRIPT).status_code == 200
    made.refresh_from_db()
    assert made.undone


def test_whoever_does_not_run_the_campaign_undoes_what_they_see_last(cast: Cast) -> None:
    """Once a game master, now a player: their secret rolls are neither shown to them nor in the way of an undo."""
    seat = cast.table.memberships.get(user=cast.users["gm"])
    cast.table.memberships.create(user=cast.users["stranger"], role=TableRole.GM)
    own = both(cast)
    mark(own, "health", -1, by=cast.users["gm"])
    (roll, _, uid), *_ = fight_cards.read(cast.table.pk, [own.pk])[own.pk].rolls
    sent = {"deed": uid, "since": 1, **dict(roll.asks), "secret": "1"}
    assert cast["gm"].post(reverse("roll", args=[own.pk]), sent).status_code == 302
    seat.role = TableRole.PLAYER
    seat.save()
    address = reverse("undo_play", args=[own.pk, 1])
    assert f'action="{address}"' in words(cast["gm"].get(reverse("play", args=[own.pk])))
    assert cast["gm"].post(address, headers=SCRIPT).status_code == 200


def lying(cast: Cast) -> tuple[Scene, list[Character]]:
    """A scene that asks for a roll in secret, and a party of which two of three have it."""
    party = [
        create_character(system="dominion", by=cast.users["owner"], name=name, build=RAVEN, campaign=cast.table)
        for name in ("Otto", "Raven")
    ]
    scene = scenes.write(
        campaign=cast.table,
        draft=SceneDraft("The gate", asks=["Lie Detection, in secret", "Stealth", "Flight, In Secret"]),
    )
    return scene, party


def press(page: str, check: str) -> dict[str, str]:
    """What the button sends that rolls this in secret."""
    (name,) = set(re.findall(r'name="press" value="([^"]+)"', page))
    assert f'name="secret" value="{check}"' in page
    return {"press": name, "secret": check}


def test_a_scene_rolls_in_secret_for_the_party_with_one_press(cast: Cast) -> None:
    scene, party = lying(cast)
    address = reverse("scene", args=[cast.table.pk, scene.pk])
    page = words(cast["gm"].get(address))
    assert 'name="secret" value="Stealth"' not in page, "that one is asked for aloud"
    sent = press(page, "Lie Detection")
    shown = [words(cast["gm"].post(address, sent, follow=True)) for _ in range(2)][1]
    rolls = [one.roll_log.get() for one in party]
    assert all((roll.secret, roll.by, roll.label) == (True, cast.users["gm"], "Lie Detection") for roll in rolls)
    assert all(roll.outcome in shown and roll.story in shown for roll in rolls), "pressed twice it is one roll each"
    assert "Not rolled: Jane Alderwick." in " ".join(shown.split())
    for one, roll in zip(party, rolls, strict=True):
        for name in ("play", "play_log"):
            asked = reverse(name, args=[one.pk])
            assert (roll.story in words(cast["gm"].get(asked)), roll.story in words(cast["owner"].get(asked))) == (
                True,
                False,
            )
    asked = cast["gm"].post(address, sent)["Location"].partition("#")[0]
    assert cast["owner"].get(asked).status_code == 404
    other = scenes.rewrite(scene=scene, draft=SceneDraft("The gate", asks=["Alertness, in secret"]))
    cast["gm"].post(address, {**sent, "secret": other.asks[0].partition(",")[0]})
    assert [one.roll_log.count() for one in party] == [2, 2], "another roll of that page falls anew"


def test_a_roll_in_secret_that_makes_no_sense_is_refused_in_a_sentence(cast: Cast) -> None:
    scene, party = lying(cast)
    address = reverse("scene", args=[cast.table.pk, scene.pk])
    sent = press(words(cast["gm"].get(address)), "Flight")
    for wrong, sentence in (
        (sent, "No one in the party can roll “Flight”."),
        ({**sent, "secret": "Stealth"}, "This page is out of date."),
        ({**sent, "press": "x"}, "This page is out of date."),
    ):
        answer = cast["gm"].post(address, wrong)
        assert (answer.status_code, sentence in words(answer)) == (422, True), wrong
    archive(campaign=cast.table)
    assert "This campaign is archived" in words(cast["gm"].post(address, {**sent, "secret": "Lie Detection"}))
    assert 'name="secret"' not in words(cast["gm"].get(address))
    assert not any(one.roll_log.exists() for one in party)


def test_who_is_out_does_not_roll_and_is_named(cast: Cast) -> None:
    scene, (otto, raven) = lying(cast)
    mark(otto, "injury", 99)
    address = reverse("scene", args=[cast.table.pk, scene.pk])
    shown = words(cast["gm"].post(address, press(words(cast["gm"].get(address)), "Lie Detection"), follow=True))
    assert "Not rolled: Jane Alderwick, Otto." in " ".join(shown.split())
    assert (otto.roll_log.exists(), raven.roll_log.count()) == (False, 1)


def test_of_a_roll_that_nobody_has_the_nearest_is_named(cast: Cast) -> None:
    scene, party = lying(cast)
    asks = ["Lie detection (Intuition)", "Xyzzy", "Lie Detection"]
    scenes.rewrite(scene=scene, draft=SceneDraft("The gate", asks=[f"{one}, in secret" for one in asks]))
    for one in party:
        mark(one, "injury", 99)
    address = reverse("scene", args=[cast.table.pk, scene.pk])
    page = words(cast["gm"].get(address))
    for check, meant in zip(asks, (" Did you mean “Lie Detection”?", "", ""), strict=True):
        answer = words(cast["gm"].post(address, press(page, check)))
        assert f"No one in the party can roll “{check}”.{meant} Nothing was changed." in answer, check


def test_what_fight_cards_call_by_another_name_is_rolled_by_it(cast: Cast) -> None:
    scene, party = lying(cast)
    scenes.rewrite(scene=scene, draft=SceneDraft("The gate", asks=["Withstand torso, in secret"]))
    address = reverse("scene", args=[cast.table.pk, scene.pk])
    cast["gm"].post(address, press(words(cast["gm"].get(address)), "Withstand torso"))
    assert all("Withstand Injury" in one.roll_log.get().label for one in party)


# A campaign's own


def in_secret(cast: Cast, character: Character) -> Roll:
    """What the game master rolls in secret for somebody else's character."""
    sent = {"deed": str(uuid4()), "since": "0", "secret": "1"}
    assert cast["gm"].post(reverse("roll", args=[character.pk]), sent).status_code == 302
    return character.roll_log.latest("number")


def test_nobody_else_reads_a_roll_in_secret_wherever_its_character_goes(cast: Cast) -> None:
    """Its player takes it to a campaign of their own, begins a fight there and has a friend run it."""
    users, jane = cast.users, cast.jane
    made = in_secret(cast, jane)
    assert made.campaign == cast.table
    decisions.seat(character=jane, campaign=None, by=users["owner"])
    own = create_campaign(name="Own", by=users["owner"])
    own.memberships.create(user=users["companion"], role=TableRole.GM)
    decisions.seat(character=jane, campaign=own, by=users["owner"])
    cast["owner"].post(reverse("turns", args=[own.pk]), {"deed": "begin", "character": [jane.pk]})

    def read(who: str, campaign: Campaign) -> list[bool]:
        pages = [reverse(name, args=[jane.pk]) for name in ("play", "play_log")]
        pages += [f"{reverse('fighters_now', args=[campaign.pk])}?has=player-{jane.pk}:0.0"]
        pages += [reverse(name, args=[campaign.pk]) for name in ("prep", "campaign")]
        return [made.story in words(cast[who].get(page)) for page in pages]

    for who in ("owner", "companion"):
        assert not any(read(who, own)), who
        press = {"deed": str(uuid4()), "since": "0", "change": "+1", "tracker": "health", "uid": str(uuid4())}
        answer = cast[who].post(reverse("fighter", args=[own.pk, jane.pk]), press, headers=SCRIPT)
        assert (answer.status_code, made.story in words(answer)) == (200, False), who
    again = {"deed": str(made.uid), "since": "0"}
    for secret in ({}, {"secret": "1"}):
        answer = cast["companion"].post(reverse("roll", args=[jane.pk]), again | secret, headers=SCRIPT)
        assert answer.status_code == 422
    decisions.seat(character=jane, campaign=None, by=users["owner"])
    decisions.seat(character=jane, campaign=cast.table, by=users["owner"])
    cast["gm"].post(reverse("turns", args=[cast.table.pk]), {"deed": "begin", "character": [jane.pk]})
    assert read("gm", cast.table) == [True, True, True, True, False]
    assert not any(read("owner", cast.table))


def test_a_roll_in_secret_moves_nothing_that_its_player_sees(cast: Cast) -> None:
    """Not who stands first in their list, nor when it changed, nor what their page has seen; nor does undoing it."""
    owner, jane = cast["owner"], cast.jane
    other = create_character(system="hprpg", by=cast.users["owner"], name="Quill")
    mark(other, "health", -1, by=cast.users["owner"])
    address = f"{reverse('marks', args=[jane.pk])}?at=play"

    def seen(who: str) -> tuple[object, ...]:
        first = owner.get(reverse("characters")).context["page"][0].character.pk
        changed = Character.objects.get(pk=jane.pk).changed_at
        return first, changed, cast[who].get(address)["ETag"]

    before, hidden = seen("owner"), seen("gm")
    made = in_secret(cast, jane)
    assert seen("owner") == before
    assert owner.get(address, headers={"If-None-Match": str(before[-1])}).status_code == 304
    assert seen("gm") != hidden, "whoever sees it looks again"
    assert cast["gm"].post(reverse("undo_play", args=[jane.pk, made.number])).status_code == 302
    made.refresh_from_db()
    assert made.undone
    assert seen("owner") == before
    mark(jane, "health", -1, by=cast.users["owner"])
    assert seen("owner")[0] == jane.pk


def test_a_player_undoes_behind_however_many_rolls_in_secret(cast: Cast) -> None:
    jane = cast.jane
    mark(jane, "health", -1, by=cast.users["owner"])
    for _ in range(LATEST + 1):
        actions.roll(character=jane, answers={}, by=cast.users["gm"], secret=True)
    address = reverse("undo_play", args=[jane.pk, 1])
    assert f'action="{address}"' in words(cast["owner"].get(reverse("play", args=[jane.pk])))
    assert cast["owner"].post(address, headers=SCRIPT).status_code == 200


def test_rolls_of_before_go_to_the_campaign_they_were_made_in(cast: Cast) -> None:
    """As far as that is known: where the character has been since, and whoever rolled runs it."""
    jane, gm = cast.jane, cast.users["gm"]
    here, moved, theirs = (
        actions.roll(character=jane, answers={}, by=by, secret=True) for by in (gm, gm, cast.users["owner"])
    )
    seated = jane.events.create(kind="seated", data={"table": cast.table.name})
    Event.objects.filter(pk=seated.pk).update(at=timezone.now() - timedelta(days=1))
    Roll.objects.filter(pk=moved.pk).update(at=timezone.now() - timedelta(days=2))
    Roll.objects.update(campaign=None)
    Character.objects.update(hidden=0)
    import_module("characters.migrations.0033_rolls_of_a_campaign").give(apps, None)
    assert [Roll.objects.get(pk=one.pk).campaign for one in (here, moved, theirs)] == [cast.table, None, None]
    assert Character.objects.get(pk=jane.pk).hidden == 3
