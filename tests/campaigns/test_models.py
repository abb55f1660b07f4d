"""Who sits at which table."""

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from campaigns.models import Campaign, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Campaign:
    gm = get_user_model().objects.create(username="gm")
    return Campaign.objects.create(name="Thursday", system="hprpg", gm=gm)


def test_a_player_has_one_seat_at_a_table(table: Campaign) -> None:
    player = get_user_model().objects.create(username="ann")
    seat = Membership.objects.create(campaign=table, user=player)
    assert (str(table), str(seat)) == ("Thursday", "ann at Thursday")
    assert list(table.players.all()) == [player]
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(campaign=table, user=player)


def test_a_table_does_not_vanish_with_its_game_master(table: Campaign) -> None:
    with pytest.raises(ProtectedError):
        table.gm.delete()
    assert Campaign.objects.count() == 1


def test_tables_are_listed_by_name(table: Campaign) -> None:
    Campaign.objects.create(name="A quiet one", system="hprpg", gm=table.gm)
    assert [str(t) for t in Campaign.objects.all()] == ["A quiet one", "Thursday"]
