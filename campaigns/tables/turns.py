"""Who acts when in a fight: rolled or said for each, kept until the fight ends. No HTTP in here.

How a game finds its order, `Game.turns` says. Every refusal is a `Refused` with a sentence.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random, SystemRandom
from types import MappingProxyType

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from campaigns.actions import lock_campaign, rewritten
from campaigns.models import Campaign, Turn
from campaigns.tables import beasts
from characters.models import Character, CharacterQuerySet
from characters.sheet.throwing import throw
from characters.tables import refuse_archived
from rules.form_values import keys_of
from rules.kernel import Check
from rules.kernel.basics import join_words, minus
from rules.kernel.pages import Game
from rules.kernel.sheet import Live
from rules.refusals import Refused
from rules.systems import PACKAGES, get

MOST = 40
"""So many fight at a time."""
HIGHEST = 999
NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
NOT_ROLLED = "not rolled"
FIELD = "score"
"""What the fields of a form are called in which numbers are typed, before the keys of their turns."""
Typed = Mapping[int, tuple[str, str]]
"""By the key of a turn the number that was typed for it, and the one that was shown there, both as they were sent."""
AGAIN = 20
"""So often ties are rolled again; whoever still ties then acts in the order in which they came."""
NOTHING: Typed = MappingProxyType({})


@dataclass(frozen=True)
class Score:
    """What somebody rolled for a place, and how in words. Whoever is `last` acts after all others."""

    value: int
    last: bool
    story: str


def may_fight(campaign: Campaign) -> CharacterQuerySet:
    """The characters of a table, those of players first."""
    named = campaign.characters.originals().kept().named()
    return named.order_by("npc", "system", "name", "pk")


def order(campaign: Campaign) -> list[Turn]:
    """Who fights, whoever acts first first; whose place nobody has said comes at the end. One query."""
    turns = _here(campaign).select_related("character", "beast")
    return list(turns.order_by("last", F("score").desc(nulls_last=True), "pk"))


def _here(campaign: Campaign) -> QuerySet[Turn]:
    """The turns of those who are of this table as it is now: who has left it, or lies in a bin, is nobody's to see."""
    people = Q(character__in=campaign.characters.originals().kept())
    return campaign.turns.filter(people | Q(beast__in=campaign.beasts.filter(system__in=PACKAGES)))


def _held(campaign: Campaign) -> Campaign:
    """The table, locked, and without the turns of those who are gone. Raises Refused where it is archived."""
    held = lock_campaign(campaign)
    refuse_archived(held)
    held.turns.exclude(pk__in=_here(held)).delete()
    return held


def by_game(turns: Iterable[Turn]) -> list[tuple[Game, list[Turn]]]:
    """An order game by game, for no two have one."""
    found: dict[str, list[Turn]] = {}
    for turn in turns:
        found.setdefault(turn.system, []).append(turn)
    return [(get(system), turns) for system, turns in found.items()]


def begin(
    *,
    campaign: Campaign,
    by: User,
    characters: Collection[str],
    animals: Collection[str],
    rng: Random | None = None,
) -> None:
    """Let these fight, besides those who do already, and roll for whoever has no place yet."""
    people, kept = keys_of(characters), keys_of(animals)
    with transaction.atomic():
        held = _held(campaign)
        there = list(held.turns.values_list("character", "beast"))
        came = may_fight(held).filter(pk__in=people - {one for one, _ in there})
        beasts_came = held.beasts.filter(pk__in=kept - {one for _, one in there})
        new = [Turn(campaign=held, character=one, by=by) for one in came]
        new += [Turn(campaign=held, beast=one, by=by) for one in beasts_came]
        if not new:
            raise Refused("Choose who fights.")
        if len(there) + len(new) > MOST:
            raise Refused(f"At most {MOST} fight at a time.")
        Turn.objects.bulk_create(new)
        _roll(held, by, [turn for turn in order(held) if turn.score is None], rng)


def roll(*, campaign: Campaign, by: User, typed: Typed = NOTHING, rng: Random | None = None) -> None:
    """A new round: what was typed is saved and stays; everybody whose game has a roll for it rolls anew."""
    with transaction.atomic():
        held = _held(campaign)
        _put(held, by, typed)
        _roll(held, by, order(held), rng)


def say(*, campaign: Campaign, by: User, typed: Typed) -> None:
    """Put those of these turns where they are said to be that stand elsewhere. Raises Clash where somebody else put
    one of them elsewhere meanwhile."""
    with transaction.atomic():
        _put(_held(campaign), by, typed)


def leave(*, campaign: Campaign, by: User, turn: int, typed: Typed = NOTHING) -> None:
    """Take somebody out of the fight; what was typed for others is saved."""
    with transaction.atomic():
        held = _held(campaign)
        _put(held, by, {key: texts for key, texts in typed.items() if key != turn})
        held.turns.filter(pk=turn).delete()


def number(text: str) -> str | None:
    """A number as it was typed, as it is kept; "" where none was, None where it can't be read."""
    plain = text.strip().replace("−", "-")
    return str(int(plain)) if NUMBER.fullmatch(plain) else None if plain else ""


def written(turn: Turn) -> str:
    """The score of a turn as a field has it, "" where nobody has said it."""
    return "" if turn.score is None else str(turn.score)


def field_of(turn: int) -> str:
    return f"{FIELD}:{turn}"


def _put(held: Campaign, by: User, typed: Typed) -> None:
    there = order(held)
    if typed and not there:
        raise Refused("This fight has ended.")
    moved = {key: text for key, (text, was) in typed.items() if text not in ("", was)}
    if moved.keys() - {turn.pk for turn in there}:
        raise Refused("Someone has left the fight. Save again for the others.")
    if wrong := [str(turn) for turn in there if number(moved.get(turn.pk, "")) is None]:
        raise Refused(f"{join_words(wrong)}: enter a whole number, {minus(-HIGHEST)} to {HIGHEST}.")
    new = rewritten(
        {field_of(turn.pk): written(turn) for turn in there},
        {field_of(key): number(text) or "" for key, text in moved.items()},
        {field_of(key): was for key, (_, was) in typed.items()},
    )
    for turn in there:
        if text := new.get(field_of(turn.pk)):
            turn.score, turn.last, turn.story, turn.by, turn.at = int(text), False, "typed", by, timezone.now()
            turn.save()


def end(*, campaign: Campaign) -> None:
    """The fight is over: nobody has a place any more."""
    with transaction.atomic():
        held = _held(campaign)
        held.turns.all().delete()


def _roll(campaign: Campaign, by: User, turns: Iterable[Turn], rng: Random | None = None) -> None:
    rolling = [turn for turn in turns if get(turn.system).turns.rolls]
    lives = _lives(campaign, rolling)
    checks = {turn.pk: _check(lives[turn.pk], get(turn.system).turns.rolls) for turn in rolling}
    scores = scored({pk: check for pk, check in checks.items() if check}, rng or SystemRandom())
    now = timezone.now()
    for turn in rolling:
        if made := scores.get(turn.pk):
            turn.score, turn.last, turn.story, turn.by, turn.at = made.value, made.last, made.story[:200], by, now
        elif lives[turn.pk].dead:
            turn.score, turn.last, turn.story, turn.by, turn.at = None, False, f"{NOT_ROLLED}: dead", by, now
    Turn.objects.bulk_update(rolling, ["score", "last", "story", "by", "at"])


def _lives(campaign: Campaign, turns: Iterable[Turn]) -> dict[int, Live]:
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


def _check(live: Live, keys: Iterable[str]) -> Check | None:
    """The first of these checks that somebody has, as things stand; none of the dead."""
    had = {} if live.dead else {one.key: one for one in live.sheet.checks}
    return next((live.check(had[key]) for key in keys if key in had), None)


def scored(checks: Mapping[int, Check], rng: Random) -> dict[int, Score]:
    """A roll for each of these; those that tie, or are last together, roll again among themselves, and the new score
    counts. Where nothing may be rolled, the figure is the score."""
    found = {key: _score(check, rng) for key, check in checks.items()}
    settled: set[int] = set()
    for _ in range(AGAIN):
        tied = defaultdict(list)
        for key, score in found.items():
            tied[score.last, None if score.last and key not in settled else score.value].append(key)
        again = [key for keys in tied.values() if len(keys) > 1 for key in keys if checks[key].dice]
        if not again:
            break
        settled |= {key for key in again if found[key].last}
        found |= {key: _again(found[key], _score(checks[key], rng)) for key in again}
    return found


def _again(first: Score, then: Score) -> Score:
    return Score(then.value, then.last or first.last, f"{first.story}, again {then.story}")


def _score(check: Check, rng: Random) -> Score:
    thrown, pool = throw(check, rng), check.pool.value
    if thrown is None:
        why = f" ({check.note.removesuffix('.')})" if check.note else ""
        return _cut(pool, last=False, story=f"{NOT_ROLLED}{why}")
    (die,) = (die for _, dice in thrown.result.hands for die in dice)
    last = die.mark.kind == "bad"
    return _cut(pool if last else pool + die.face, last, f"{die.face} {'−' if pool < 0 else '+'} {abs(pool)}")


def _cut(value: int, last: bool, story: str) -> Score:
    """A score as it can be kept: one further out than anybody may type is cut, and its story says so."""
    kept = max(-HIGHEST, min(HIGHEST, value))
    return Score(kept, last, story if kept == value else f"{story}, cut to {minus(kept)}")
