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


class Lives:
    """How those who fight at a table stand, each read once: nothing that is pressed of a fight moves a mark."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._read: dict[int, Live] = {}

    def of(self, turns: Iterable[Turn]) -> dict[int, Live]:
        """By the keys of these turns; one query for the characters among those who were not read yet."""
        asked = list(turns)
        new = [turn for turn in asked if turn.pk not in self._read]
        of = [turn.character_id for turn in new if turn.character_id]
        people = Character.objects.with_table().in_bulk(of) if of else {}
        for turn in new:
            if turn.beast:
                sheet = beasts.read(turn.beast, self._campaign.house(turn.system))
                self._read[turn.pk] = sheet.live(turn.beast.marks)
            else:
                self._read[turn.pk] = _live(people[turn.character_id or 0])
        return {turn.pk: self._read[turn.pk] for turn in asked}

    def out(self, turns: Iterable[Turn]) -> frozenset[int]:
        """The keys of those of these who fight no more."""
        return frozenset(pk for pk, live in self.of(turns).items() if live.out)


def roll(lives: Lives, by: User | None, turns: Iterable[Turn], rng: Random | None = None) -> None:
    """Roll for those of these whose game has a roll for it, and keep what came of it."""
    rolling = [turn for turn in turns if get(turn.system).turns.rolls]
    standing, dice, now = lives.of(rolling), rng or SystemRandom(), timezone.now()
    for system in dict.fromkeys(turn.system for turn in rolling):
        its, game = [turn for turn in rolling if turn.system == system], get(system)
        checks = {turn.pk: _check(standing[turn.pk], game.turns.rolls) for turn in its}
        scores = game.turns.scores({pk: check for pk, check in checks.items() if check}, dice)
        for turn in its:
            if made := scores.get(turn.pk):
                turn.score, turn.last, turn.story, turn.by, turn.at = made.value, made.last, made.story[:200], by, now
            elif standing[turn.pk].dead:
                turn.score, turn.last, turn.story, turn.by, turn.at = None, False, f"{NOT_ROLLED}: dead", by, now
    Turn.objects.bulk_update(rolling, ["score", "last", "story", "by", "at"])


def fallen(keys: Iterable[int]) -> frozenset[int]:
    """Those of these characters who fight no more as they stand: one query. Nobody is read who has no marks: they alone
    bring down somebody who lives."""
    marked = Character.objects.with_table().filter(pk__in=list(keys)).exclude(play={})
    return frozenset(one.pk for one in marked if _live(one).out)


def _live(who: Character) -> Live:
    return who.unjudged().live(who.marks)


def _check(live: Live, keys: Iterable[str]) -> Check | None:
    """The first of these checks that somebody has, as things stand; none of the dead."""
    had = {} if live.dead else {one.key: one for one in live.sheet.checks}
    return next((live.check(had[key]) for key in keys if key in had), None)
