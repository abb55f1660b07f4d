"""Who sits at which table."""

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from campaigns import actions
from campaigns.models import Campaign, Membership
from characters.tables import TableRole

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Campaign:
    return actions.create_campaign(name="Thursday", by=get_user_model().objects.create(username="gm"))


def test_a_player_has_one_seat_at_a_table(table: Campaign) -> None:
    player = get_user_model().objects.create(username="ann")
    seat = Membership.objects.create(campaign=table, user=player)
    assert (str(table), str(seat)) == ("Thursday", "ann at Thursday")
    assert list(table.people.filter(memberships__role=TableRole.PLAYER)) == [player]
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(campaign=table, user=player)


def test_a_table_does_not_vanish_with_its_game_master(table: Campaign) -> None:
    get_user_model().objects.get(username="gm").delete()
    assert Campaign.objects.count() == 1


def test_tables_are_listed_by_name(table: Campaign) -> None:
    Campaign.objects.create(name="A quiet one")
    assert [str(t) for t in Campaign.objects.all()] == ["A quiet one", "Thursday"]


def test_house_rules_that_are_none_are_no_rules() -> None:
    for odd in (None, [], {"hprpg": 7}, {"hprpg": ["rating_limit"]}):
        assert Campaign(settings=odd).house("hprpg") == {}
    assert Campaign(settings={"hprpg": {"rating_limit": 4}}).house("hprpg") == {"rating_limit": 4}
