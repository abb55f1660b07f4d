"""Rolls in secret of whoever plays a character and judges it as well."""

import pytest
from django.urls import reverse

from campaigns.demo.demo import JANE
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
