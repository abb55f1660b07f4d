"""What went before in the demo world: a character who came about over a week, one that has drifted, a what-if, and logs
of play."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import cycle, islice
from random import Random
from typing import Any

from django.utils import timezone

from campaigns import proposed_dates, stash
from campaigns.coming import say
from campaigns.models import Campaign, Event
from campaigns.review import decisions
from campaigns.tables import fight_records, turns
from characters import actions, versions
from characters.history.revisions import rewind
from characters.models import Character, Revision
from rules.kernel.documents import Change

Day = tuple[int, dict[str, Any]]

WEEK: tuple[Day, ...] = (
    (6, {"scores.strike": 3}),
    (5, {"scores.dodge": 4, "notes.goals": "A ship of her own."}),
    (4, {"scores.pick-pockets": 2, "scores.stealth": 2, "scores.withstand-injury": None}),
    (3, {"entries.equipment.1": {"name": "", "picks": {"item": "light-armour", "worn": True}}}),
    (2, {"scores.dodge": 2, "scores.strike": 4, "scores.withstand-injury": 2}),
    (1, {"entries.equipment.2": {"name": "Road boots", "picks": {"item": "boots-leather", "worn": True}},
         "notes.goals": "A ship of her own, and no one asking what paid for it."}),
)  # fmt: skip
"""Days ago, and what was changed then; the last of each is how the character stands today."""
LIVED = "Raven"
TRYING = "Brother Oswin"
THURSDAY = 3
STASH = (
    ("mira", 20, "Silver", "Counted twice"),
    ("rowena", 1, "A key that fits no door here", ""),
    ("tom", 1, "The innkeeper’s good lantern", "Lent"),
)


def live(table: Campaign) -> None:
    """Give the character of this table who has a past the past: it is begun anew and changed day by day."""
    for character in Character.objects.filter(campaign=table, name=LIVED, version=1):
        name, today = character.name, character.build
        paths = [path for _, changes in reversed(WEEK) for path in reversed(changes)]
        for path in paths:
            _, character.build = rewind(name, character.build, [Change(path, None, None)])
        character.save(update_fields=["build"])
        for _, changes in WEEK:
            character = actions.change_build(
                character=character, changes=changes, drawn=character.version, by=character.owner
            ).character
        assert character.build == today, "the last day is today"
        _date(character)


def drift(table: Campaign, gm: Any) -> None:
    """Approve the character of this table who then tries a house rule of their own."""
    for character in Character.objects.filter(campaign=table, name=TRYING, version=1):
        decisions.submit(character=character, by=character.owner)
        decisions.approve(character=character, by=gm, seen=character.version)
        actions.change_settings(character=character, values={"attack_tags": True}, by=character.owner)


def _date(character: Character) -> None:
    """Set each revision back to an afternoon of its own, whatever the time is now."""
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    for version, days in enumerate((7, *(days for days, _ in WEEK)), 1):
        Revision.objects.filter(character=character, version=version).update(
            at=noon - timedelta(days=days) + timedelta(hours=version)
        )


def answer(table: Campaign) -> None:
    """Let the players of this table say whether they come to the next session."""
    for name, said in (("mira", "yes"), ("tom", "maybe")):
        seat = table.memberships.select_related("campaign").get(user__username=name)
        say(seat=seat, answer=said, day=str(seat.campaign.next_day))


def ask(table: Campaign, by: Any) -> None:
    """Three days that the players of this table are asked about; one of them hasn't said all."""
    today = timezone.localdate()
    thursday = today + timedelta(days=(THURSDAY - today.weekday()) % 7 or 7)
    moments = ((thursday, "19:00"), (thursday + timedelta(days=2), "15:00"), (thursday + timedelta(days=7), "19:00"))
    asked = [(day.isoformat(), hour) for day, hour in moments]
    made = proposed_dates.propose(campaign=table, moments=asked, by=by)
    seats = {seat.user.username: seat for seat in table.memberships.select_related("campaign", "user")}
    for name, answers in (("mira", ("yes",)), ("tom", ("yes", "no", "maybe"))):
        for one, can in zip(made, answers, strict=False):
            proposed_dates.answer(seat=seats[name], key=one.pk, can=can)


def share(table: Campaign, users: Mapping[str, Any]) -> None:
    """What the guests of this table own together, and how it came to that."""
    for name, amount, what, note in STASH:
        stash.put_in(campaign=table, by=users[name], name=what, amount=amount, note=note)
    silver = table.stash.get(name="Silver")
    stash.step(campaign=table, by=users["tom"], key=silver.pk, change=-6)


def fight(table: Campaign, by: Any) -> None:
    """A fight on the evening of the last session of this table, which went badly for one of its guards, who is well
    again."""
    those, hurt = list(turns.may_fight(table)[:4]), 3
    guard, dice = Character.objects.get(pk=those[-1].pk), Random(3)
    tracker = next(tracker for tracker in guard.read().trackers if tracker.defeat)
    turns.begin(campaign=table, by=by, characters=[str(one.pk) for one in those], animals=[], rng=dice)
    actions.change_play(character=guard, key=tracker.key, change=hurt, by=by)
    turns.end(campaign=table, by=by)
    actions.change_play(character=guard, key=tracker.key, change=-hurt, by=by)
    evening = table.sessions.values_list("held_on", flat=True)[0]
    late = timezone.localtime().replace(year=evening.year, month=evening.month, day=evening.day, hour=22, minute=10)
    Event.objects.filter(campaign=table, kind=fight_records.KIND).update(at=late)


def try_out(character: Character) -> Character:
    """A what-if of a character, with one thing tried out."""
    branch = versions.what_if(character=character, by=character.owner)
    return actions.change_build(
        character=branch, changes={"picks.personality": "leader"}, drawn=branch.version, by=branch.owner
    ).character


def play(character: Character, by: Any, rolls: int = 2) -> None:
    """Let somebody roll checks of a character, and mark its first tracker there and back between them."""
    read, dice = character.read(), Random(41)
    tracker = next(tracker for tracker in read.trackers if not tracker.entry)
    change = 1 if tracker.stands(character.marks) == 0 else -1
    checks = islice(cycle(check for check in read.checks if check.dice), rolls)
    for check, by_so_much in zip(checks, cycle((change, -change)), strict=False):
        actions.roll(character=character, answers=dict(check.answers), by=by, rng=dice)
        actions.change_play(character=character, key=tracker.key, change=by_so_much, by=by)
