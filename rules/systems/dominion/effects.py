"""What a success does where the book can be read in two ways: sentences for a roll (A-13, A-14, A-18, A-22 to A-54)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import Entry, Reading
from rules.kernel.basics import signed
from rules.systems.dominion.armoury import armed
from rules.systems.dominion.entries import WHEN, Skill, Spell
from rules.systems.dominion.game import dominion
from rules.systems.dominion.performing import UNAIMED, way_of

WORTH = {
    "swimming": "A success moves you {} m.",
    "feint": "On a success, one Strike gets a bonus of {}.",
    "movement": "A successful Sprint moves you {} m plus the number rolled.",
    "movement-as-worn": "A successful Sprint moves you {} m plus the number rolled.",
    "heal-1": "A success heals {} points of Injury.",
    "heal-2": "A success heals {} points of an Illness, or stops a Disease.",
    "wrath": "The number rolled comes off the target's Withstand Injury. Failing it costs {} points of Injury.",
}
"""Effects that equal the stat of what is rolled (4.6, 7.3.6, 7.3.13, 10.5.9, 10.5.11)."""
AS_ROLLED = {
    "smite-1": "A target that doesn't withstand it suffers the number rolled + 2 in points of Injury.",
    "smite-2": "A target that doesn't withstand it suffers the number rolled, and the same each day until healed.",
    "smite-3": "A target that doesn't withstand it suffers the Infirmity you name, and no Injury.",
    "resurrect": "The dead return with an Injury stat of 0 and no Infirmity.",
}
"""Effects of one way of a skill that are the number rolled, or none (10.5.10, 10.5.13)."""
BY_ENTRY = ("bless", "curse", "medical-lore")
"""Skills whose entry says what the number rolled does (8.12, 10.5.5, 10.5.7)."""
ARMOUR = {"enchant-armour": "The Armour Bonus", "hex-armour": "The Armour Penalty"}


def worth(c: Reading, stat: int, rolled: int) -> int:
    """What an effect comes to that equals a stat: `stat` bare, `rolled` with what modifies it this round (A-22)."""
    return max(0, rolled if c.setting("stat_effects") == "modified" else stat)


def read_spell(spell: Entry, house: Mapping[str, int | bool | str]) -> Entry:
    """A spell in the stage it is rolled in (12.0.3, A-31)."""
    assert isinstance(spell, Spell)
    return replace(spell, stage=_stage(spell.stage, house["spell_stage"]))


def _stage(stage: str, decided: object) -> str:
    return "resolution" if stage and decided == "resolution" else stage


def told(c: Reading, key: str, stat: int, rolled: int) -> Iterable[str]:
    """What a success at a skill does, as this table reads it."""
    if key in WORTH:
        counts = "The unmodified stat counts" if c.setting("stat_effects") == "stat" else "The modified stat counts"
        yield f"{WORTH[key].format(worth(c, stat, rolled))} {counts}."
    if key in AS_ROLLED:
        yield AS_ROLLED[key]
    skill = c.rulebook.find(Skill, "withstand-injury" if key == UNAIMED else key)
    if skill and key in BY_ENTRY:
        yield skill.roll
    if skill:
        yield from skill.hazards
    if way_of(c.rulebook, key).channel:
        yield "Trying costs 1 point of Channel, even if it fails."
    if key in ("consecrate-1", "defile-1"):
        yield _for_this_round(c, key.removesuffix("-1"))
    yield from as_armed(c, key)


def _for_this_round(c: Reading, skill: str) -> str:
    """What an object gains or loses for a round (10.5.6, 10.5.8, A-42)."""
    more = " + 2" if c.setting("two_more") in (skill, "both") else ""
    return f"The {'bonus' if skill == 'consecrate' else 'penalty'} is the number rolled{more}."


def as_armed(c: Reading, key: str) -> Iterable[str]:
    """What a weapon does to whoever is hit, and what the heaviest do to Timing (9.2.2, 9.3.5, 9.3.6)."""
    skill, _, item = key.partition("-with-")
    weapon = next((thing.weapon for thing in c.memo(armed) if thing.item == item), None)
    if weapon and skill in ("strike", "missile-strike"):
        if weapon.within_penalty:
            yield f"The target rolls Withstand Injury at {signed(weapon.within_penalty)}."
        if weapon.armour_penalty:
            yield f"Armour protects {-weapon.armour_penalty} less against it."
    if weapon and skill == "timing" and weapon.forfeit:
        lost = "you don't roll for Timing: this stat is the score"
        if c.setting("forfeit") == "stat":
            lost = "you lose the Timing stat: the number rolled is the score"
        yield f"Forfeit: in a fight, {lost}."


def of_spell(c: Reading, spell: Spell, stat: int, rolled: int) -> Iterable[str]:
    """When a spell is rolled, and what it is worth where its entry says two things or none (A-31, A-51, A-54)."""
    stage = _stage(spell.stage, c.setting("spell_stage"))  # that of an aid is none of the spell's row
    if stage:
        yield f"Roll it in the {WHEN.get(stage, stage)}."  # a rite or a charm may name it in words of its own
    amounts = {"roll": "the number rolled", "stat": f"{worth(c, stat, rolled)} (the stat)"}
    if spell.key in ARMOUR:
        yield f"{ARMOUR[spell.key]} is {amounts[str(c.setting('armour_spells'))]}."
    if spell.key == "phantom-wound":
        yield f"The victim's penalty is {amounts[str(c.setting('phantom_wound'))]}."


dominion.read_spell = read_spell
