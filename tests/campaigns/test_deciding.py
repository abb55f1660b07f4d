"""What is decided at a table: its house rules for a game, and what it says of itself."""

import pytest
from django.urls import reverse

from campaigns import actions
from campaigns.models import Campaign
from characters.models import Character
from tests.cast import Cast, book, cast
from tests.characters.posting import filled_in, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db
RULES = '<form id="house" method="post"'


def test_house_rules_are_decided_for_one_game_and_given_back(cast: Cast) -> None:
    held = actions.set_house_rules(campaign=cast.table, system="hprpg", values={"rating_limit": 4})
    assert held.settings == {"hprpg": {"rating_limit": 4}}
    held = actions.set_house_rules(campaign=held, system="dominion", values={})
    assert held.settings == {"hprpg": {"rating_limit": 4}}
    assert actions.set_house_rules(campaign=held, system="hprpg", values={"rating_limit": None}).settings == {}


def test_house_rules_show_what_they_would_do_before_they_are_kept(cast: Cast) -> None:
    url = reverse("campaign_rules", args=[cast.table.pk, "hprpg"])
    before = words(cast["gm"].get(url))
    assert "Default (" in before
    shown = words(cast["gm"].post(url, {"archetype_ability_dots": "2", "preview": ""}))
    assert "This would make 1 of 1 character illegal" in shown
    assert "Jane Alderwick" in shown
    assert Campaign.objects.get(pk=cast.table.pk).settings == {}
    assert "No changes to preview" in words(cast["gm"].post(url, {"archetype_ability_dots": "", "preview": ""}))
    cast["gm"].post(url, {"archetype_ability_dots": "2", "free_fields": "x", "keep": ""})
    assert Campaign.objects.get(pk=cast.table.pk).settings == {}
    cast["gm"].post(url, {"archetype_ability_dots": "2", "keep": ""})
    assert not Character.objects.with_table().get(pk=cast.jane.pk).read().legal
    assert "make 1 of 1 character legal" in words(cast["gm"].post(url, {"archetype_ability_dots": "", "preview": ""}))
    odd = cast["gm"].post(url, {"rating_limit": "99", "keep": ""})
    assert (odd.status_code, "Nothing was changed" in words(odd)) == (422, True)
    assert cast["owner"].get(reverse("campaign_rules", args=[cast.table.pk, "chess"])).status_code == 404
    other = reverse("campaign_rules", args=[cast.table.pk, "duality"])
    assert "No characters use this game yet" in words(cast["gm"].post(other, {"starting_xp": "10", "preview": ""}))


def test_two_game_masters_on_one_page_of_house_rules_keep_only_what_each_changed(cast: Cast) -> None:
    url, gm = reverse("campaign_rules", args=[cast.table.pk, "hprpg"]), cast["gm"]
    shown = filled_in(gm.get(url), RULES)
    assert shown["was:rating_limit"] == shown["rating_limit"] == [""]
    gm.post(url, {**shown, "archetype_ability_dots": "2", "keep": ""})
    for how in ("preview", "keep"):
        late = gm.post(url, {**shown, "archetype_ability_dots": "1", "rating_limit": "4", how: ""})
        assert "was set to 2 since you opened this page" in words(late)
        assert Campaign.objects.get(pk=cast.table.pk).settings == {"hprpg": {"archetype_ability_dots": 2}}
    gm.post(url, {**shown, "rating_limit": "4", "keep": ""})
    assert Campaign.objects.get(pk=cast.table.pk).settings == {
        "hprpg": {"archetype_ability_dots": 2, "rating_limit": 4}
    }
    again = filled_in(late, RULES)
    assert (again["was:archetype_ability_dots"], again["archetype_ability_dots"]) == (["2"], ["1"])
    assert (again["was:rating_limit"], again["rating_limit"]) == ([""], ["4"])
    gm.post(url, {**again, "keep": ""})
    assert Campaign.objects.get(pk=cast.table.pk).house("hprpg")["archetype_ability_dots"] == 1


def test_two_game_masters_write_about_one_table_and_neither_is_overwritten_unheard(cast: Cast) -> None:
    url, gm = reverse("campaign_settings", args=[cast.table.pk]), cast["gm"]
    shown = {"was:name": "Thursday", "was:about": cast.table.about}
    assert "Saved." in words(gm.post(url, {**shown, "name": "Thursday", "about": "Owls."}, follow=True))
    gm.post(url, {**shown, "name": "Fridays", "about": cast.table.about})
    assert Campaign.objects.filter(name="Fridays", about="Owls.").exists()
    late = words(gm.post(url, {**shown, "name": "Thursday", "about": "Toads."}))
    assert "Someone else edited this too" in late
    assert ("Toads.</textarea>" in late, 'name="was:about" value="Owls."' in late) == (True, True)
    assert ('name="name" value="Fridays"' in late, 'name="was:name" value="Fridays"' in late) == (True, True)
    assert Campaign.objects.filter(name="Fridays", about="Owls.").exists()
    assert "Changed the description" in words(gm.get(reverse("campaign_history", args=[cast.table.pk])))


def test_what_is_said_of_a_table_is_kept_to_its_last_line_or_refused_with_its_text(cast: Cast) -> None:
    url, lines = reverse("campaign_settings", args=[cast.table.pk]), ["Owls, and a cellar."] * 199 + ["The end."]
    for at, name in ((url, "Thursday"), ("/campaigns/", "Friday")):
        cast["gm"].post(at, {"name": name, "about": "\r\n".join(lines)})
        assert Campaign.objects.get(name=name).about == "\n".join(lines)
    long = cast["gm"].post(url, {"name": "Thursday", "about": "x" * 4_001})
    assert "4,001 characters; 4,000 is the maximum" in words(long)
    assert ("x" * 4_001 in words(long), Campaign.objects.get(name="Thursday").about) == (True, "\n".join(lines))
