"""Where those who fight stand in their order by dice, and how each of them stands. No HTTP in here."""

from collections.abc import Iterable
from random import Random, SystemRandom

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign, Turn
from campaigns.tables import beasts
from characters.models import Character
from rules.kernel import Check
from rules.kernel.pages.turns import NOT_ROLLED
from rules.kernel.sheet import Live
from rules.systems import get


def roll(campaign: Campaign, by: User, turns: Iterable[Turn], rng: Random | None = None) -> None:
    """Roll for those of these whose game has a roll for it, and keep what came of it."""
    rolling = [turn for turn in turns if get(turn.system).turns.rolls]
    lives, dice, now = lives_of(campaign, rolling), rng or SystemRandom(), timezone.now()
    for system in dict.fromkeys(turn.system for turn in rolling):
        its, game = [turn for turn in rolling if turn.system == system], get(system)
        checks = {turn.pk: _check(lives[turn.pk], game.turns.rolls) for turn in its}
        scores = game.turns.scores({pk: check for pk, check in checks.items() if check}, dice)
        for turn in its:
            if made := scores.get(turn.pk):
                turn.score, turn.last, turn.story, turn.by, turn.at = made.value, made.last, made.story[:200], by, now
            elif lives[turn.pk].dead:
                turn.score, turn.last, turn.story, turn.by, turn.at = None, False, f"{NOT_ROLLED}: dead", by, now
    Turn.objects.bulk_update(rolling, ["score", "last", "story", "by", "at"])


def lives_of(campaign: Campaign, turns: Iterable[Turn]) -> dict[int, Live]:
    """How each of these stands; two queries."""
    of = list(turns)
    people = Character.objects.with_table().in_bulk([turn.character_id for turn in of if turn.character_id])
    found = {}
    for turn in of:
        if turn.beast:
            found[turn.pk] = beasts.read(turn.beast, campaign.house(turn.system)).live(turn.beast.marks)
        else:
            who = people[turn.character_id or 0]
            found[turn.pk] = who.unjudged().live(who.marks)
    return found


def out_of(campaign: Campaign, turns: Iterable[Turn]) -> frozenset[int]:
    """The keys of those of these who fight no more; two queries."""
    return frozenset(pk for pk, live in lives_of(campaign, turns).items() if live.out)


def fallen(keys: Iterable[int]) -> frozenset[int]:
    """Those of these characters who fight no more as they stand: one query. Nobody is read who has no marks: they alone
    bring down somebody who lives."""
    marked = Character.objects.with_table().filter(pk__in=list(keys)).exclude(play={})
    return frozenset(one.pk for one in marked if one.unjudged().live(one.marks).out)


def _check(live: Live, keys: Iterable[str]) -> Check | None:
    """The first of these checks that somebody has, as things stand; none of the dead."""
    had = {} if live.dead else {one.key: one for one in live.sheet.checks}
    return next((live.check(had[key]) for key in keys if key in had), None)
