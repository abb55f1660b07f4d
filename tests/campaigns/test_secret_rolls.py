"""Rolls in secret: of whoever plays a character and judges it as well, and of a whole party for a scene."""

import re

import pytest
from django.urls import reverse

from campaigns.actions import archive
from campaigns.chronicle import scenes
from campaigns.chronicle.scenes import SceneDraft
from campaigns.demo.demo import JANE, RAVEN
from campaigns.models import Scene
from campaigns.tables import fight_cards
from characters.actions import create_character
from characters.models import Character
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
