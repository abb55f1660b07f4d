"""Words that a newcomer meets: each says what it means to the one who reads it."""

import re

import pytest
from django.urls import reverse

from campaigns.review import decisions
from characters import actions
from rules.systems import get
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db


def test_a_budget_stands_under_what_it_counts(cast: Cast) -> None:
    """“3 of 7” is what is spent: it cannot stand under a title that speaks of what is left."""
    page = words(cast["owner"].get(at(cast.jane, "build", "aspects")))
    budgets = page[page.index("<h2>Left to spend</h2>") : page.index('id="todo"')]
    counted = re.findall(r'<span class="num[^"]*">(.*?)</span>', budgets)
    assert len(counted) > 3
    assert [words for words in counted if not re.search(r"left of \d|over$", words)] == []


def test_what_all_of_a_group_start_from_stands_in_its_title(cast: Cast) -> None:
    """A skill shows the steps that were bought and, bold beside them, what it stands at: the attribute is the rest."""
    pip = actions.create_character(system="dominion", by=cast.jane.owner, name="Pip")
    assert 'id="head-agility"' in cast["owner"].get(at(pip, "build", "skills")).content.decode()


def test_what_is_left_of_a_budget_leads_to_the_first_rating_that_it_buys(cast: Cast) -> None:
    """The special abilities stand below thirty others: the top of their step is no answer to “Show me”."""
    build = {"picks": {"archetype": "auror"}}
    nell = actions.create_character(system="hprpg", by=cast.jane.owner, name="Nell", build=build)
    for step in ("archetype", "abilities"):
        page = words(cast["owner"].get(at(nell, "build", step)))
        assert 'build/abilities/#field-scores-intuition">Show me' in page


def test_a_name_tells_what_it_is_where_dots_are_given(cast: Cast) -> None:
    page = words(cast["owner"].get(at(cast.jane, "build", "abilities")))
    assert '<span class="gist">Brew potions and lay enchantments on things.</span>' in page


def test_a_player_is_spoken_to_and_not_about(cast: Cast) -> None:
    page = {who: words(cast[who].get(at(cast.jane, "review"))) for who in ("owner", "gm")}
    assert all("Not submitted yet." in shown for shown in page.values())
    assert [who for who, shown in page.items() if "Your GM can already see it." in shown] == ["owner"]


def test_where_a_game_has_no_kinds_of_people_none_are_asked_for() -> None:
    """The first choice of this game is a speed with its price: no guard is “Fast (1 XP)”."""
    assert [choice.key for choice in get("duality").npc_choices] == ["trade"]


def test_the_table_says_who_has_drifted(cast: Cast) -> None:
    """The roster and the review have it: a page that still says “Approved” sends its game master home too soon."""
    decisions.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version)
    page = words(cast["gm"].get(cast.table.get_absolute_url()))
    assert ("Approved</span>" in page, "Changed since approval</span>" in page) == (True, False)
    actions.change_build(
        character=cast.jane, changes={"scores.charm": 0}, drawn=cast.jane.version, by=cast.users["owner"]
    )
    page = words(cast["gm"].get(cast.table.get_absolute_url()))
    assert ("Approved</span>" in page, "Changed since approval</span>" in page) == (False, True)


def test_what_is_only_looked_at_is_not_called_decided(cast: Cast) -> None:
    address = reverse("campaign_rules", args=[cast.table.pk, "hprpg"])
    page = words(cast["gm"].post(address, {"affinity_dots": "0", "preview": "1"}))
    assert "Nothing changes until you save" in page
    assert ("Not saved yet." in page, "House rule." in page) == (True, False)
    saved = words(cast["gm"].post(address, {"affinity_dots": "0", "keep": ""}, follow=True))
    assert ("Not saved yet." in saved, "House rule." in saved) == (False, True)
    both = {"affinity_dots": "0", "was:affinity_dots": "0", "rating_limit": "4", "was:rating_limit": "", "preview": "1"}
    page = words(cast["gm"].post(address, both))
    assert (page.count("Not saved yet."), page.count("House rule.")) == (1, 1)


def test_a_seat_is_not_lost_by_one_stray_click(cast: Cast) -> None:
    """Handing over, removing and leaving stand folded away, each with what it means."""
    page = words(cast["gm"].get(reverse("campaign_settings", args=[cast.table.pk])))
    for deed in ('value="remove"', 'value="hand-over"', ">Leave Thursday<"):
        inside = page[: page.index(deed)].rpartition("<details")[2]
        assert "</details>" not in inside
        assert 'class="help"' in inside


def test_one_level_is_no_levels(cast: Cast) -> None:
    page = words(cast["owner"].get("/spells/", {"game": "hprpg"}))
    assert ("level 1<" in page, "levels 0, 1<" in page, "levels 1<" in page) == (True, True, False)


def test_who_casts_nothing_is_told_so_and_not_to_search_otherwise(cast: Cast) -> None:
    pip = actions.create_character(system="dominion", by=cast.jane.owner, name="Pip")
    page = words(cast["owner"].get(at(pip, "spells_of")))
    assert ("Pip can’t cast any spells yet" in page, "No matching spells" in page) == (True, False)
    assert "need a Witchcraft skill to cast" in words(cast["owner"].get(at(pip, "spells_of"), {"can": "all"}))


def test_a_sheet_leads_to_its_campaign(cast: Cast) -> None:
    link = f'<a href="{cast.table.get_absolute_url()}">{cast.table}</a>'
    assert [link in words(cast[who].get(at(cast.jane, "sheet"))) for who in ("owner", "gm")] == [True, True]
    assert "<dt>Campaign</dt>" not in words(cast["guest"].get(at(cast.guests_own, "sheet")))
