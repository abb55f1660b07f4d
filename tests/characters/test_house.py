"""House rules: every setting of a game can be changed where no table has decided it."""

from html import unescape
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Campaign
from characters import actions
from characters.models import Character
from rules.kernel.documents import PathError
from rules.systems import every
from rules.templatetags.cites import where
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def page(cast: Cast, data: dict[str, Any] | None = None) -> Any:
    address = f"/characters/{cast.jane.pk}/house-rules/"
    answer = cast["owner"].post(address, data, follow=True) if data is not None else cast["owner"].get(address)
    cast.jane.refresh_from_db()
    return answer


def whole(cast: Cast, **changed: Any) -> dict[str, Any]:
    """The form as the page shows it, with changes; None leaves a tick out."""
    form = {}
    for row in page(cast).context["rows"]:
        if row.kind != "flag":
            form[row.setting.key] = row.value
        elif row.value:
            form[row.setting.key] = "on"
    return {key: value for key, value in {**form, **changed}.items() if value is not None}


def test_every_setting_is_shown_with_its_ruling(cast: Cast) -> None:
    shown = unescape(page(cast).content.decode())
    for setting in cast.jane.game.settings.values():
        assert setting.label in shown
        assert where(setting.cite) in shown
    assert ">House rules<" in cast["owner"].get(f"/characters/{cast.jane.pk}/build/aspects/").content.decode()


def test_a_changed_setting_changes_the_verdict_and_a_default_is_forgotten(cast: Cast) -> None:
    assert cast.jane.read().legal
    answer = page(cast, whole(cast, rating_limit="3", untrained_knowledge="on"))
    assert "House rules saved." in answer.content.decode()
    assert cast.jane.settings == {"rating_limit": 3, "untrained_knowledge": True}
    assert not cast.jane.read().legal
    assert "Changed from the default" in page(cast).content.decode()
    page(cast, whole(cast, rating_limit="5", untrained_knowledge=None))
    assert cast.jane.settings == {}


def test_choices_and_numbers_that_do_not_fit_change_nothing(cast: Cast) -> None:
    for odd in ({"rating_limit": "99"}, {"rating_limit": "x"}, {"free_fields": "anything"}):
        answer = page(cast, whole(cast, health_levels="9", **odd))
        assert answer.status_code == 422
        assert "Nothing was changed" in answer.content.decode()
        assert cast.jane.settings == {}


def test_what_the_table_decided_stays(cast: Cast) -> None:
    Campaign.objects.filter(pk=cast.table.pk).update(settings={"hprpg": {"rating_limit": 6}})
    shown = page(cast)
    assert "Set by your campaign" in shown.content.decode()
    page(cast, whole(cast, rating_limit="2", health_levels="8"))
    assert cast.jane.settings == {"health_levels": 8}
    cast.jane.campaign.refresh_from_db()  # type: ignore[union-attr]
    assert cast.jane.table.settings == {"health_levels": 8, "rating_limit": 6}


def test_a_setting_nobody_has_is_refused_and_a_stranger_kept(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(settings={"from elsewhere": [1]})
    with pytest.raises(PathError, match="can’t have that value"):
        actions.change_settings(character=cast.jane, values={"gravity": 9})
    held = actions.change_settings(character=cast.jane, values={"health_levels": 8})
    assert held.settings == {"from elsewhere": [1], "health_levels": 8}


def test_every_game_with_settings_has_the_page(client: Client) -> None:
    for game in every():
        client.post("/characters/new/", {"system": game.key})
        held = Character.objects.latest("pk")
        answer = client.get(f"/characters/{held.pk}/house-rules/")
        assert answer.status_code == 200
        assert ("No house rules" in answer.content.decode()) is not bool(game.settings)
