"""What a player may wish for: styles, skills of everyday adventure, and a twist."""

from typing import Any

from rules.kernel.pages import Way, Wish, Wishes
from rules.systems.dominion.armoury import EQUIPMENT
from rules.systems.dominion.game import dominion

NAMES = {
    "braid": (
        "Aldith", "Edda", "Gisela", "Hawise", "Maud", "Nesta", "Quenild", "Rohese", "Sable", "Ysolde",
    ),
    "short-hair": (
        "Bertram", "Cenric", "Dunstan", "Fulk", "Ivo", "Joscelin", "Kenelm", "Osbern", "Perrin", "Thurstan", "Ulric",
        "Warin", "Wymond",
    ),
}  # fmt: skip


def armed(item: str, **picks: str) -> dict[str, Any]:
    return {"name": "", "picks": {"item": item, **picks, "wielded": True}}


SLIGHT = ("rogue", "witch", "monk")
"""Concepts that nobody pictures with a sword in both hands."""


def blade(item: str, vigour: int = 0, unlike: tuple[str, ...] = (), **picks: str) -> Way:
    """A way to have a blade: the weapon in hand, struck and parried with, and the Vigour it asks for."""
    strong = {"scores.vigour": vigour} if vigour else {}
    wants = (f"strike-with-{item}", f"parry-with-{item}")
    return Way({f"entries.{EQUIPMENT}": [armed(item, **picks)], **strong}, wants, unlike)


def worn(item: str) -> dict[str, Any]:
    return {"name": "", "picks": {"item": item, "worn": True}}


def style(key: str, label: str, summary: str, *wants: str, **skills: int) -> Wish:
    """A concept: a style of the book, with what it lives by."""
    trained = {f"scores.{skill.replace('_', '-')}": steps for skill, steps in skills.items()}
    return Wish(key, label, summary, {"picks.style": key, **trained}, wants)


CONCEPTS = (
    style(
        "soldier", "The soldier", "Knows weapons, armour and tactics.", "combat", "strike", "parry",
        strike=1, parry=1,
    ),
    style(
        "crusader", "The crusader", "A sword first, with a god behind it.", "strike", "priestcraft",
        strike=1, heal=1,
    ),
    style(
        "priest", "The priest", "A life given wholly to a god.", "heal", "bless", "channel",
        channel=1, heal=1, bless=1,
    ),
    style(
        "merchant-adventurer", "The merchant adventurer", "Trades far, and fights well enough to keep it.",
        "lie-detection", "strike", lie_detection=1, strike=1,
    ),
    style("rogue", "The rogue", "Thief, spy, assassin: no fair fights.", "stealth", "timing", stealth=1, pick_locks=1),
    style("fool", "The fool", "Leans on luck and survives almost anything.", "luck", "withstand-injury"),
    style(
        "monk", "The monk or nun", "Books, healing and a quiet life so far.", "literacy", "medical-lore",
        literacy=1, medical_lore=1,
    ),
    style("witch", "The witch", "Feared, hunted, and learning fast.", "witchcraft", "arcana", arcana=2, illusion=2),
)  # fmt: skip

GOOD_AT = (
    Wish("sneaking", "Sneaking", "Passing where nobody sees or hears you.", {"scores.stealth": 3}, ("stealth",)),
    Wish(
        "blade", "A blade", "A sword that strikes and parries.", {"scores.strike": 2},
        ways=(
            blade("longsword"), blade("bastardsword"), blade("bastardsword", unlike=SLIGHT, grip="2h"),
            blade("greatsword", vigour=3, unlike=SLIGHT),
        ),
    ),
    Wish("locks", "Picking locks", "Doors and chests are a matter of time.", {"scores.pick-locks": 3}, ("pick-locks",)),
    Wish("riding", "Riding", "At home in the saddle.", {"scores.horsemanship": 3}, ("horsemanship",)),
    Wish(
        "people", "Reading people", "A lie shows, and so does an ambush.",
        {"scores.lie-detection": 2, "scores.alertness": 1}, ("lie-detection", "alertness"),
    ),
    Wish("healing", "Tending wounds", "Wounds heal in your care.", {"scores.medical-lore": 3}, ("medical-lore",)),
    Wish(
        "archery", "Archery", "A longbow, and the eye for it.",
        {f"entries.{EQUIPMENT}": [armed("longbow")], "scores.missile-strike": 1}, ("missile-strike-with-longbow",),
    ),
    Wish("blows", "Taking a blow", "You are still standing.", {"scores.withstand-injury": 3}, ("withstand-injury",)),
    Wish(
        "letters", "Letters and lore", "You read, and know whose banner that is.",
        {"scores.literacy": 2, "scores.heraldry": 1}, ("literacy", "heraldry"),
    ),
    Wish(
        "climbing", "Climbing and swimming", "Neither wall nor river stops you.",
        {"scores.climbing": 1, "scores.swimming": 1}, ("climbing", "swimming"),
    ),
)  # fmt: skip

TWISTS = (
    Wish(
        "armoured", "Armoured", "Medium armour and an open helm.",
        {f"entries.{EQUIPMENT}": [worn("medium-armour"), worn("helm-open-faced")]}, ("within-torso",),
    ),
    Wish("fast", "Fast", "First to act, hard to hit.", {"scores.timing": 1, "scores.dodge": 1}, ("timing", "dodge")),
    Wish("lucky", "Lucky", "Fortune looks after you.", {"scores.luck": 2}, ("luck",)),
    Wish(
        "strong", "Strong", "Doors give way, and so does a guard.",
        {"scores.vigour": 2, "scores.muscle": 1, "scores.strike": 1}, ("vigour", "muscle"),
    ),
    Wish("stubborn", "Hard to bewitch", "Magic slides off you.", {"scores.withstand-magic": 2}, ("withstand-magic",)),
)  # fmt: skip

dominion.wishes = Wishes(
    CONCEPTS, GOOD_AT, TWISTS, ("combat", "injury", "movement", "luck"), NAMES, ("picks.race", "picks.style")
)
