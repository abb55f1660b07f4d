"""Beasts at a table: brought in with figures that are rolled as they come, fought with, changed, removed."""

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns import actions as sitting
from campaigns.models import Beast, BeastEntry
from campaigns.tables import beasts
from campaigns.tables.beasts import MOST, MOST_HERE
from characters.actions.play_log import undo_seconds
from rules.homebrew.access import uses_of
from rules.refusals import Refused
from tests.cast import Cast, book, cast, shelved
from tests.characters.posting import SCRIPT, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def came(cast: Cast, key: str = "troll", count: int = 1, **more: object) -> list[Beast]:
    return beasts.bring_in(
        campaign=cast.table, by=cast.users["gm"], system="dominion", key=key, count=count, seed=7, **more
    )


def prep(cast: Cast, who: str = "gm", query: str = "") -> str:
    return words(cast[who].get(reverse("prep", args=[cast.table.pk]) + query))


def test_a_search_finds_beasts_of_the_games_played_here(cast: Cast) -> None:
    assert "Mythical beast · Dominion Rules · Timing 5–7, Withstand Injury 6–8" in prep(cast, query="?q=TROLL")
    assert "Bring in Deer" not in prep(cast, query="?q=troll")
    assert "No beast of that name" in prep(cast, query="?q=unicorn")
    assert "Bring in Deer" in prep(cast)
    assert "Bring in Deer" not in prep(cast, "spectator")
    cast.table.games = ["forge"]
    cast.table.save()
    assert "have no beasts" in prep(cast)


def test_several_come_with_numbers_and_figures_of_their_own(cast: Cast) -> None:
    sent = {"system": "dominion", "beast": "dragon", "count": "3", "name": "\u2060\u00ad"}
    answer = cast["gm"].post(reverse("bring_in", args=[cast.table.pk]), sent, follow=True)
    assert "Dragon 1 to Dragon 3 are here." in words(answer)
    there = list(cast.table.beasts.all())
    assert [one.name for one in there] == ["Dragon 1", "Dragon 2", "Dragon 3"]
    assert len({str(one.build["scores"]) for one in there}) == 3
    for one in there:
        for shown, value in beasts.figures_of(one):
            assert value is None if shown.low is None else shown.low <= value <= shown.high, shown
        (first,) = one.log.all()
        assert f"Timing {one.build['scores']['timing']} (8–11)" in first.story
        assert first.story in words(cast["gm"].get(one.get_absolute_url()))


def test_a_card_has_the_beasts_figures_and_its_attacks(cast: Cast) -> None:
    (troll,) = came(cast)
    (card,) = beasts.fighters([troll], cast.table)
    assert [one.label for one in card.card.figures] == [
        "Timing", "Dodge", "Withstand Injury", "Withstand Magic", "Movement",
    ]  # fmt: skip
    assert [roll.label for roll, _, _ in card.rolls] == ["Claw Strike", "Bite", "Dodge", "Retreat"]
    (injury,) = card.trackers
    stat = troll.build["scores"]["withstand-injury"]
    assert (injury.top, injury.tracker.free) == (stat + 12, stat)
    assert card.card.manner.startswith("Claw Strike and Bite")
    assert f"0 of {stat + 12} Injury taken · penalties from {stat + 1}" in prep(cast, "spectator")


def test_wounds_lower_what_it_rolls_and_end_it(cast: Cast) -> None:
    (troll,) = came(cast)
    claw, stat = troll.build["scores"]["claw-strike"], troll.build["scores"]["withstand-injury"]
    for taken, need in ((stat, claw), (stat + 2, claw - 2)):
        troll.play = {"injury": taken}
        (card,) = beasts.fighters([troll], cast.table)
        assert card.card.rolls[0].need == f"{need} or less"
        assert card.card.figures[4].built == "", "plain Movement is no action"
    troll.play = {"injury": stat + 12}
    (card,) = beasts.fighters([troll], cast.table)
    assert card.dead
    assert not card.rolls


def test_everything_a_dragon_does_is_rolled_and_so_is_what_others_make_it_roll(cast: Cast) -> None:
    (dragon,) = came(cast, "dragon")
    stat = dragon.build["scores"]
    dragon.play = {"injury": stat["withstand-injury"] + 2}
    dragon.save()
    (card,) = beasts.fighters([dragon], cast.table)
    needs = {roll.label: roll.need for roll, _, _ in card.rolls}
    assert list(needs)[-2:] == ["Bat Wings", "Retreat"]
    assert needs["Retreat"] == f"{stat['movement'] - 2} or less", "a Retreat is slowed as plain Movement is not"
    asked = {vital.label: (vital.value, vital.asks) for vital, _, _ in card.figures}
    assert asked["Timing"] == (str(stat["timing"] - 2), (("skill", "timing"),))
    assert asked["Withstand Injury"] == (str(stat["withstand-injury"]), (("skill", "withstand-injury"),))
    assert asked["Movement"] == (str(stat["movement"]), ())
    for skill in ("timing", "withstand-injury", "withstand-magic", "bat-wings", "movement"):
        roll = {"skill": skill, "since": "2", "deed": str(uuid4())}
        assert cast["gm"].post(dragon.get_absolute_url(), roll, headers=SCRIPT).status_code == 200, skill
    told = [one.story.partition(":")[0] for one in dragon.log.order_by("number") if one.kind == "roll"]
    assert told[:2] == [f"1d12 + {stat['timing'] - 2}", f"1d12, {stat['withstand-injury']} or less"]


def test_what_makes_a_beast_deadly_is_told_in_whole(cast: Cast) -> None:
    for key in ("dragon", "light-war-horse", "troll"):
        came(cast, key)
    for page in (prep(cast), prep(cast, "spectator")):
        for told in ("Blocked but not Parried", "Ballade (defensive)", "Troll Disease"):
            assert told in page
    dragon = cast.table.beasts.get(name="Dragon")
    own = words(cast["gm"].get(dragon.get_absolute_url()))
    assert "Blocked but not Parried" in own
    reference = f"{reverse('reference', args=['dominion'])}#dragon"
    assert reference in own
    assert 'id="dragon"' in words(cast["gm"].get(reference.partition("#")[0]))


def test_who_serves_and_never_fights_has_stats_of_at_least_one_and_no_blow(cast: Cast) -> None:
    for henchman in came(cast, "henchman", 12):
        assert 1 <= henchman.build["scores"]["skills"] <= 3
        assert 1 <= henchman.build["scores"]["combat-skills"] <= 2
        (card,) = beasts.fighters([henchman], cast.table)
        assert (card.rolls, card.card.manner[-13:]) == ([], "never fights.")


def test_a_step_and_a_roll_count_once_and_are_written_in_its_log(cast: Cast) -> None:
    (troll,) = came(cast)
    at = troll.get_absolute_url()
    step = {"tracker": "injury", "change": "30", "since": "1", "uid": str(uuid4())}
    assert cast["gm"].post(at, step).url == f"{reverse('prep', args=[cast.table.pk])}#beast-{troll.pk}"
    told = cast["gm"].post(at, step, headers=SCRIPT).json()
    assert told["says"].endswith(f"Injury taken is at {troll.build['scores']['withstand-injury'] + 12}.")
    cast["gm"].post(at, step | {"uid": str(uuid4()), "change": "-30"})
    roll = {"skill": "bite", "since": "3", "deed": str(uuid4())}
    for _ in range(2):
        assert cast["gm"].post(at, roll, headers=SCRIPT).status_code == 200
    entries = list(troll.log.order_by("number").values_list("kind", "label"))
    assert entries == [
        ("came", "Brought in"), ("step", "Injury taken"), ("step", "Injury taken"), ("roll", "Bite"),
    ]  # fmt: skip
    assert 'Bite <span class="soft">1d12, 6 or less:' in prep(cast)
    for wrong, says in (
        (roll | {"skill": "sing", "deed": str(uuid4())}, "You can’t attempt this roll."),
        (step | {"tracker": "luck", "uid": str(uuid4())}, "This beast has no such tracker."),
        (step | {"uid": "none"}, "This page is out of date. Reload it."),
    ):
        refused = cast["gm"].post(at, wrong, headers=SCRIPT)
        assert (refused.status_code, refused.json()["says"]) == (422, says)
    assert cast["gm"].post(at, step | {"person": "another"}).status_code == 403


def test_dice_are_the_servers_and_seeded_ones_can_be_told(cast: Cast) -> None:
    (troll,) = came(cast)
    made = beasts.roll(
        beast=troll, answers={"skill": "bite"}, uid=uuid4(), since=1, by=cast.users["gm"], rng=Random(3)
    )  # fmt: skip
    assert made.story == f"1d12, 6 or less: {Random(3).randint(1, 12)}"


def test_any_figure_may_be_changed_and_opened(cast: Cast) -> None:
    (champion,) = came(cast, "champion")
    at = champion.get_absolute_url()
    assert [v.label for v in beasts.fighters([champion], cast.table)[0].card.figures] == []
    sent = {"save": "1", "name": "The\nAnswer", "figure.withstand-injury": "11", "figure.combat-skills": "7"}
    cast["gm"].post(at, sent)
    champion.refresh_from_db()
    (card,) = beasts.fighters([champion], cast.table)
    assert (card.name, card.rolls[0][0].need, card.trackers[0].top) == ("The Answer", "7 or less", 23)
    told = champion.log.first().story
    assert "Withstand Injury open → 11" in told
    assert "Champion → The Answer" in told
    cast["gm"].post(at, {"save": "1", "name": "The Answer", "figure.combat-skills": ""})
    champion.refresh_from_db()
    assert "combat-skills" not in champion.build["scores"]
    for typed, says in (("high", "Combat Skills: enter a whole number."), ("400", "A figure is −99 to 99.")):
        answer = cast["gm"].post(at, {"save": "1", "name": "Champion", "figure.combat-skills": typed})
        assert answer.status_code == 422
        assert says in words(answer)
        assert f'value="{typed}"' in answer.content.decode(), "what was typed stays"


def test_a_beast_is_removed_after_a_question(cast: Cast) -> None:
    (troll,) = came(cast)
    assert "Remove Troll?" in words(cast["gm"].post(troll.get_absolute_url(), {"remove": "1"}))
    assert "Removed Troll." in words(
        cast["gm"].post(troll.get_absolute_url(), {"remove": "1", "sure": "1"}, follow=True)
    )
    assert not BeastEntry.objects.exists()


def test_how_many_may_come_and_be_there(cast: Cast) -> None:
    page = words(
        cast["gm"].post(
            reverse("bring_in", args=[cast.table.pk]), {"system": "dominion", "beast": "troll", "count": "13"}
        )
    )
    assert f"You can bring in 1 to {MOST} beasts at a time." in page
    for key, system in (("unicorn", "dominion"), ("troll", "tic-tac-toe"), ("troll", "forge")):
        with pytest.raises(Refused):
            beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system=system, key=key, count=1)
    for _ in range(MOST_HERE // MOST):
        came(cast, "deer", MOST)
    with pytest.raises(Refused, match="A campaign can have 60 beasts, and this one has 60"):
        came(cast)


def test_beasts_of_an_archived_campaign_stay_as_they_are(cast: Cast) -> None:
    (troll,) = came(cast)
    sitting.archive(campaign=cast.table)
    step = {"tracker": "injury", "change": "1", "since": "1", "uid": str(uuid4())}
    for sent in (step, {"save": "1", "figure.bite": "9"}, {"remove": "1", "sure": "1"}):
        assert "This campaign is archived." in words(cast["gm"].post(troll.get_absolute_url(), sent, follow=True))
    with pytest.raises(Refused):
        came(cast)
    assert troll.log.count() == 1
    assert "<button" not in prep(cast).partition('id="beasts"')[2].partition("fight-said")[0]


def test_who_runs_the_table_has_its_beasts(cast: Cast) -> None:
    (troll,) = came(cast)
    heir = cast.table.memberships.get(user=cast.users["companion"])
    sitting.transfer_gm(seat=cast.table.memberships.get(user=cast.users["gm"]), to=heir)
    assert "Bring in Deer" in prep(cast, "companion")
    step = {"tracker": "injury", "change": "1", "since": "1", "uid": str(uuid4())}
    assert cast["companion"].post(troll.get_absolute_url(), step).status_code == 302
    assert cast["gm"].post(troll.get_absolute_url(), step).status_code == 404
    cast.table.delete()
    assert not Beast.objects.exists()


def test_homebrew_beasts_come_and_hold_their_book(cast: Cast) -> None:
    wyrm = {"key": "wyrm", "name": "Wyrm", "summary": "Long.", "stats": [{"key": "spit", "low": 4, "high": 9}]}
    shelf = shelved(cast.users["gm"], "dominion", "wyrms", "1", {"beast": [wyrm]})
    cast.table.books = [shelf.pk]
    cast.table.save()
    first, *_ = beasts.found(cast.table, "")[0]
    assert first.entry.key == "wyrm", "one's own come first"
    (one,) = came(cast, "wyrm")
    assert 4 <= one.build["scores"]["spit"] <= 9
    assert uses_of(shelf)["beast"] == 1
    cast.table.books = []
    cast.table.save()
    assert "Spit" in prep(cast), "it is read with the book it came from"


def test_numbers_go_on_from_those_that_are_there(cast: Cast) -> None:
    assert [one.name for one in came(cast, count=2)] == ["Troll 1", "Troll 2"]
    assert [one.name for one in came(cast, count=3)] == ["Troll 3", "Troll 4", "Troll 5"]
    assert [one.name for one in came(cast)] == ["Troll 6"]
    assert [one.name for one in came(cast, name="Old Grim")] == ["Old Grim"]
    assert [one.name for one in came(cast, name="Old Grim")] == ["Old Grim 2"]
    assert [one.name for one in came(cast, count=2, name="Trolls")] == ["Trolls 1", "Trolls 2"]


def test_ones_own_last_step_or_roll_of_a_beast_is_undone(cast: Cast) -> None:
    (troll,) = came(cast)
    gm, address = cast["gm"], troll.get_absolute_url()
    for change in ("3", "2"):
        gm.post(address, {"tracker": "injury", "change": change, "uid": str(uuid4()), "since": "1"})
    troll.refresh_from_db()
    first, last = troll.log.filter(kind="step").order_by("number")
    now = timezone.now()
    troll.log.filter(pk=last.pk).update(at=now - timedelta(minutes=11))
    assert beasts.undoable_of(beasts.logged(troll), cast.users["gm"]) is None
    troll.log.filter(pk=last.pk).update(at=now + timedelta(days=400))  # the clock was set back since
    ahead = beasts.undoable_of(beasts.logged(troll), cast.users["gm"])
    assert ahead == last
    assert undo_seconds(ahead) <= 600
    page = words(gm.get(address))
    assert (f'name="undo" value="{last.number}"' in page, f'name="undo" value="{first.number}"' in page) == (
        True,
        False,
    )
    assert "only your own last entry" in words(gm.post(address, {"undo": str(first.number)}, follow=True))
    for _ in range(2):
        assert "Undone: Injury" in words(gm.post(address, {"undo": str(last.number)}, follow=True))
    troll.refresh_from_db()
    assert troll.marks["injury"] == 3
    page = words(gm.get(address))
    assert ("</s> Undone" in page, f'name="undo" value="{first.number}"' in page) == (True, True)
    beasts.change_figures(beast=troll, name="Grudge", values={}, by=cast.users["gm"])
    gm.post(address, {"undo": str(first.number)})
    troll.refresh_from_db()
    assert troll.marks["injury"] == 0
