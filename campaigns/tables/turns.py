"""Who acts when in a fight, which round it is and whose turn: kept until the fight ends. No HTTP in here.

How a game finds its order, `Game.turns` says. Every refusal is a `Refused` with a sentence.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from campaigns.actions import lock_campaign
from campaigns.merging import rewritten
from campaigns.models import Beast, Campaign, Turn
from campaigns.tables import fight_records
from campaigns.tables.frays import Fray, able, frays
from campaigns.tables.turn_dice import Lives, roll
from characters.models import Character, CharacterQuerySet
from characters.tables import refuse_archived
from rules.form_values import keys_of
from rules.kernel.basics import join_words, minus
from rules.kernel.pages import Game
from rules.refusals import Refused
from rules.systems import PACKAGES, get

MOST = 40
"""So many fight at a time."""
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
ENDED = "This fight has ended."
MOVED_ON = "The fight isn’t the one that was on your page any more. Look who acts now, then press again."
FIELD = "score"
"""What the fields of a form are called in which numbers are typed, before the keys of their turns."""
Typed = Mapping[int, tuple[str, str]]
"""By the key of a turn the number that was typed for it, and the one that was shown there, both as they were sent."""
NOTHING: Typed = MappingProxyType({})


@dataclass(frozen=True)
class Held:
    """A table whose fights are locked for a press, who pressed (None for whoever deletes a character), and how those
    who fight stand."""

    table: Campaign
    by: User | None
    lives: Lives


def may_fight(campaign: Campaign) -> CharacterQuerySet:
    """The characters of a table, those of players first."""
    named = campaign.characters.originals().kept().named().among_others()
    return named.order_by("npc", "system", "name", "pk")


def in_order(campaign: Campaign) -> list[Turn]:
    """Who fights, whoever acts first first; whose place nobody has said comes at the end. Two queries."""
    return _read_in_order(_here(campaign))


def _read_in_order(turns: QuerySet[Turn]) -> list[Turn]:
    read = turns.prefetch_related(Prefetch("character", Character.objects.among_others())).select_related("beast")
    return list(read.order_by("last", F("score").desc(nulls_last=True), "pk"))


def _here(campaign: Campaign) -> QuerySet[Turn]:
    """The turns of those who are of this table as it is now: who has left it, or lies in a bin, is nobody's to see."""
    people = Q(character__in=campaign.characters.originals().kept())
    return campaign.turns.filter(people | Q(beast__in=campaign.beasts.filter(system__in=PACKAGES)))


def _held(campaign: Campaign, by: User) -> Held:
    """The table, locked, and without the turns of those who are gone. Raises Refused where it is archived."""
    table = lock_campaign(campaign)
    refuse_archived(table)
    held = Held(table, by, Lives(table))
    _dismiss(held, table.turns.exclude(pk__in=_here(table)))
    return held


def _dismiss(held: Held, leaving: QuerySet[Turn]) -> None:
    """Take turns out. With the last of a game its fight is over, and leaves a line in the chronicle."""
    gone = set(leaving.values_list("pk", flat=True))
    if not gone:
        return
    known = [turn for turn in _read_in_order(held.table.turns.all()) if turn.system in PACKAGES]
    for there in frays(held.table, known, held.lives):
        if parting := [turn for turn in there.turns if turn.pk in gone]:
            _part(held, there, parting)
    held.table.turns.filter(pk__in=gone).delete()


def _part(held: Held, there: Fray, parting: Collection[Turn]) -> None:
    """These leave a fight. The turn of one of them is that of whoever comes next and can act, after the last of nobody
    before the next round."""
    lives, gone = held.lives.of(parting), {turn.pk for turn in parting}
    left = fight_records.joined(there.left, [fight_records.record(turn, lives[turn.pk]) for turn in parting])
    rest = [*there.after(gone), *there.before(gone)]
    if gone == there.keys:
        fight_records.keep(held.table, held.by, there.game, there.round, left)
        held.table.fights.filter(system=there.game.key).delete()
        return
    held.table.fights.update_or_create(system=there.game.key, defaults={"left": left})
    if there.now.pk in gone:
        _turn_of(held, there, able(held.lives, rest))


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
        held = _held(campaign, by)
        here = in_order(held.table)
        fought = {one.system for one in here}
        there = [(one.character_id, one.beast_id) for one in here]
        came = may_fight(held.table).defer(None).filter(pk__in=people - {one for one, _ in there})
        beasts_came = held.table.beasts.filter(pk__in=kept - {one for _, one in there})
        new = [Turn(campaign=held.table, character=one, by=by, came=one.marks) for one in came]
        new += [Turn(campaign=held.table, beast=one, by=by, came=one.marks) for one in beasts_came]
        if not new:
            raise Refused("Choose who fights.")
        if len(there) + len(new) > MOST:
            raise Refused(f"At most {MOST} fight at a time.")
        held.table.fights.exclude(system__in=fought).delete()
        before = fight_records.came_first(held.table.fights.all())
        for turn in new:
            turn.came = before.get(fight_records.who_of(turn), turn.came)
        Turn.objects.bulk_create(new)
        roll(held.lives, by, [turn for turn in in_order(held.table) if turn.score is None], rng)


def new_round(
    *, campaign: Campaign, by: User, system: str, shown: int, acts: int, typed: Typed = NOTHING,
    rng: Random | None = None,
) -> None:  # fmt: skip
    """The round of a game after the one that was `shown`, in which this turn acted: what was typed is saved and stays;
    everybody who has a roll for it rolls anew. Nothing more where somebody else has begun it meanwhile."""
    with transaction.atomic():
        held = _held(campaign, by)
        _of(held, system, acts)
        _put(held, typed)
        _begin_round(held, _of(held, system), shown, rng)


def waiting(campaign: Campaign, system: str, shown: int, acts: int) -> list[Turn]:
    """Whose turns still come in this round of a game, the one that was `shown` with this turn acting; none of those who
    are out."""
    lives = Lives(campaign)
    for there in frays(campaign, in_order(campaign), lives):
        if there.game.key == system and there.round == shown and acts in there.keys:
            return there.after(lives.out(there.turns))
    return []


def move_on(
    *, campaign: Campaign, by: User, system: str, change: int, shown: int, typed: Typed = NOTHING,
    rng: Random | None = None,
) -> None:  # fmt: skip
    """The turn of the next one in a game, or of the one before, counted from whose was `shown`; whoever is out is
    passed over, and after the last a new round begins. Nothing more where somebody else has moved on meanwhile."""
    with transaction.atomic():
        held = _held(campaign, by)
        now = _of(held, system, shown).now
        _put(held, typed)
        if now.pk != shown:
            return
        there = replace(_of(held, system), now=now)  # whoever is first by what was typed doesn't act by that
        out = held.lives.out(there.turns)
        if able := there.after(out) if change > 0 else there.before(out):
            _turn_of(held, there, able[0])
        elif change > 0:
            _begin_round(held, there, there.round, rng)


def _of(held: Held, system: str, acts: int | None = None) -> Fray:
    """The fight of a game as it stands. Raises Refused where nobody of it fights, and where a page was of another: the
    turn that it shows to act is none of this one."""
    found = next((one for one in frays(held.table, in_order(held.table), held.lives) if one.game.key == system), None)
    if found is None:
        raise Refused(ENDED)
    if acts is not None and acts not in found.keys:
        raise Refused(MOVED_ON)
    return found


def _begin_round(held: Held, there: Fray, shown: int, rng: Random | None) -> None:
    if there.round != shown:
        return
    roll(held.lives, held.by, there.turns, rng)
    held.table.fights.update_or_create(system=there.game.key, defaults={"round": there.round + 1, "turn": None})
    there = _of(held, there.game.key)
    out = held.lives.out(there.turns)
    _turn_of(held, there, next((turn for turn in there.turns if turn.pk not in out), there.now))


def _turn_of(held: Held, there: Fray, turn: Turn) -> None:
    """It is the turn of this one; nobody is named while it is the first's, whoever that will be."""
    now = None if turn == there.turns[0] else turn
    held.table.fights.update_or_create(system=there.game.key, defaults={"turn": now}, create_defaults={"turn": now})


def say(*, campaign: Campaign, by: User, typed: Typed) -> None:
    """Put those of these turns where they are said to be that stand elsewhere. Raises Clash where somebody else put
    one of them elsewhere meanwhile."""
    with transaction.atomic():
        _put(_held(campaign, by), typed)


def leave(*, campaign: Campaign, by: User, turn: int, typed: Typed = NOTHING) -> None:
    """Take somebody out of the fight; what was typed for others is saved."""
    with transaction.atomic():
        held = _held(campaign, by)
        _put(held, {key: texts for key, texts in typed.items() if key != turn})
        _dismiss(held, held.table.turns.filter(pk=turn))


def forget(character: Character) -> None:
    """Take a character out of the fight that is about to be deleted, so that the fight remembers it."""
    for table in Campaign.objects.filter(turns__character=character).order_by("pk"):
        held = Held(lock_campaign(table), None, Lives(table))
        _dismiss(held, table.turns.filter(character=character))


def remove_beast(*, beast: Beast, by: User) -> None:
    """Take a beast out of its campaign, with its log, and out of the fight."""
    with transaction.atomic():
        held = _held(beast.campaign, by)
        _dismiss(held, held.table.turns.filter(beast=beast))
        beast.delete()


def number(text: str, game: Game) -> str | None:
    """A number as it was typed, as it is kept; "" where none was, None where it can't be read or is too far from 0."""
    plain = text.strip().replace("−", "-")
    if not NUMBER.fullmatch(plain):
        return None if plain else ""
    return str(int(plain)) if abs(int(plain)) <= game.turns.most else None


def written(turn: Turn) -> str:
    """The score of a turn as a field has it, "" where nobody has said it."""
    return "" if turn.score is None else str(turn.score)


def field_of(turn: int) -> str:
    return f"{FIELD}:{turn}"


def _put(held: Held, typed: Typed) -> None:
    there = in_order(held.table)
    if typed and not there:
        raise Refused(ENDED)
    moved = {key: text for key, (text, was) in typed.items() if text not in ("", was)}
    if moved.keys() - {turn.pk for turn in there}:
        raise Refused("Someone has left the fight. Save again for the others.")
    games = {turn.pk: get(turn.system) for turn in there}
    if wrong := [turn for turn in there if number(moved.get(turn.pk, ""), games[turn.pk]) is None]:
        most = min(games[turn.pk].turns.most for turn in wrong)
        raise Refused(f"{join_words([str(turn) for turn in wrong])}: enter a whole number, {minus(-most)} to {most}.")
    new = rewritten(
        {field_of(turn.pk): written(turn) for turn in there},
        {field_of(key): number(text, games[key]) or "" for key, text in moved.items()},
        {field_of(key): was for key, (_, was) in typed.items()},
    )
    for turn in there:
        if text := new.get(field_of(turn.pk)):
            turn.score, turn.last, turn.story, turn.by, turn.at = int(text), False, "typed", held.by, timezone.now()
            turn.save()


def end(*, campaign: Campaign, by: User, system: str = "") -> None:
    """The fight is over, or only that of one game: nobody of it has a place any more."""
    of_game = Q(character__system=system) | Q(beast__system=system)
    with transaction.atomic():
        held = _held(campaign, by)
        _dismiss(held, held.table.turns.filter(of_game) if system else held.table.turns.all())
