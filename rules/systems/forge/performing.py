"""Rolls and marks of play, and what the marks mean just now."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Check, Fact, PlayFacts, Reading, Rest, Sheet, Tracker
from rules.kernel.rolls import standing
from rules.systems.forge.creation import POOLS, ancestries, backgrounds, rollable
from rules.systems.forge.game import POISE, cite, forge
from rules.systems.forge.rolling import RollRequest, check_of

MOST_CHECKS = 12
USED_WITH = {
    "artisan": "cunning", "charlatan": "cunning", "guard": "brawn", "healer": "cunning", "historian": "cunning",
    "hunter": "agility", "laborer": "brawn", "merchant": "cunning", "nomad": "agility", "outlaw": "agility",
    "performer": "agility",
}  # fmt: skip
"""The ability that a background helps most often."""


@forge.check
def usual_checks(c: Reading) -> Iterable[Check]:
    """Each ability and each value by itself, at standard difficulty."""
    for key in rollable(c)[:MOST_CHECKS]:
        yield check_of(c, RollRequest(key))


@forge.check
def background_checks(c: Reading) -> Iterable[Check]:
    """Each background with the ability it helps most often, at standard difficulty."""
    for past in c.memo(backgrounds)[:MOST_CHECKS]:
        ability = USED_WITH.get(past.row.key, "") if past.row else ""
        if ability:
            made = check_of(c, RollRequest(ability, backgrounds=(past.name,)))
            place = past.place + 1
            yield replace(made, key=f"{ability}-{place}", answers=(*made.answers, (f"background-{place}", "yes")))


WHICH = " The rules we have don’t say which of them a hit takes from: mark it on the one your GM names."
OVER = "mark them on the pool your GM names next."


@forge.tracker
def trackers(c: Reading) -> Iterable[Tracker]:
    """Poise and the other pools, stress, fate points."""
    poise = c.figure("poise")
    yield Tracker(
        "poise", "Poise", cite("abilities.html"), poise, max(0, poise.value), "Points left.", POISE + WHICH, hit=-1,
        over=OVER,
    )  # fmt: skip
    for key in POOLS:
        label, where = key.capitalize(), cite("abilities.html", "F-05")
        if key in c:
            pool = c.figure(key)
            yield Tracker(key, label, where, pool, max(0, pool.value), "Points left.", hit=-1, over=OVER)
        else:
            yield Tracker(key, label, where, None, 0, hit=-1, over=OVER)
    afflictions = ((c[f"affliction-{n}"], word) for n, word in enumerate(("1st", "2nd"), 1))
    yield Tracker(
        "stress", "Stress", cite("stress.html"), None, 0, _stress_words(c),
        labels=tuple((stress, word) for stress, word in afflictions if stress > 0),
    )  # fmt: skip
    yield Tracker(
        "fate", "Fate points", cite("fate.html"), c.figure("fate-points"), 0,
        "Gain one for deeds that fit your values, and when a background gets in the way.",
        "Spend them on twists of fate and on some skills.",
    )  # fmt: skip


def _stress_words(c: Reading) -> str:
    """When the afflictions come."""
    first, second = c["affliction-1"], c["affliction-2"]
    return f"First affliction at {first}, second at {second}. Your GM says what an affliction does."


RELIEF = {
    "good-night": ("A good night", -3),
    "rough-night": ("A rough night", -1),
    "gourmet-meal": ("A gourmet meal", -1),
}
"""What takes so much stress away by itself, by how it is called."""


@forge.rest
def rests(c: Reading) -> Iterable[Rest]:
    """What a night and a good meal do for anybody, and a day outdoors for an elf, where ancestries count."""
    for key, (label, change) in RELIEF.items():
        yield Rest(key, label, cite("stress.html"), (("stress", change),))
    yield Rest("indulgence", "Indulgence", cite("stress.html"), (("stress", -1),), "Or more, if your GM says so.")
    if c.setting("ancestry_effects") and any(found.key == "elf" for found in c.memo(ancestries)):
        yield Rest("outdoors", "A day outdoors", cite("ancestry.html", "F-06"), (("stress", -1),))


# What the marks mean now


def afflicted(c: Reading, stress: int) -> int:
    """How many afflictions so much stress brings."""
    return sum(stress >= c.figure(key).value for key in ("affliction-1", "affliction-2"))


def now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """Afflictions, and how far off the next is."""
    stress = standing(play, "stress")
    if not stress:
        return PlayFacts()
    c = sheet.reading
    count = afflicted(c, stress)
    left = c.figure(f"affliction-{count + 1}").value - stress if count < 2 else 0
    words = f"{left} more stress brings {'another' if count else 'one'}." if left else "There is no third."
    return PlayFacts((Fact("Afflictions", str(count), words, cite("stress.html", "F-09")),))


forge.now = now
