"""What a player may wish for: ways to fight and to work wonders, written for this game, which has no classes."""

from typing import Any

from rules.kernel.pages import Wish, Wishes
from rules.systems.duality.game import duality

NAMES = {
    "braid": (
        "Anwen", "Cosima", "Elowen", "Galina", "Hesper", "Juna", "Liesel", "Noor", "Ottoline", "Ravenna", "Tamsin",
        "Ursa", "Vesna", "Zora",
    ),
    "short-hair": (
        "Bram", "Darro", "Farid", "Ishmar", "Kaveh", "Mirek", "Pavo", "Quill", "Soren", "Wilder",
    ),
}  # fmt: skip


def style(key: str, statistic: str) -> dict[str, Any]:
    return {"name": "", "picks": {"style": key, "statistic": statistic}}


def fighter(key: str, label: str, summary: str, attack: dict[str, Any], defence: dict[str, Any]) -> Wish:
    """A concept: how one strikes and how one is not struck."""
    statistic = attack["picks"]["statistic"]
    return Wish(
        key, label, summary, {"entries.styles": [attack, defence], f"scores.{statistic}": 1}, (statistic, "style-1")
    )


def gifted(key: str, label: str, summary: str, statistic: str, does: str) -> Wish:
    """A concept: a specialization with a narrow gift of magic, and the statistic it is rolled with."""
    start = {f"scores.{statistic}": 1, f"scores.{does}": 2, f"picks.tag-{does}": "simple-weak"}
    return Wish(key, label, summary, start, (statistic, does), roll(statistic, does))


def able(key: str, label: str, summary: str, statistic: str, does: str) -> Wish:
    """A specialization, as far as skilled people go."""
    return Wish(key, label, summary, {f"scores.{does}": 2}, (statistic, does), roll(statistic, does))


def roll(statistic: str, does: str) -> dict[str, str]:
    """How the form of a roll asks for a statistic with a specialization."""
    return {"statistic": statistic, "specialization": does}


CONCEPTS = (
    fighter(
        "blade", "A swordhand", "Strikes first, and strikes back.",
        style("melee", "strength"), style("riposte", "instinct"),
    ),
    fighter(
        "archer", "An archer", "Far away, and never where you aim.",
        style("ranged", "finesse"), style("evasive", "instinct"),
    ),
    fighter(
        "knight", "A knight", "Plate, sword and patience.", style("melee", "strength"), style("armored", "willpower"),
    ),
    fighter(
        "shield", "A shieldbearer", "Stands between you and it.",
        style("melee", "willpower"), style("shielded", "strength"),
    ),
    gifted("flame", "A flame-caller", "Small fires come when called.", "willpower", "create-fire"),
    gifted("tide", "A tide-speaker", "Water goes where you ask.", "presence", "control-water"),
    gifted("mask", "A weaver of masks", "Faces and voices are clothes.", "presence", "create-illusion"),
    gifted("beasts", "A beast-friend", "Wings and paws answer you.", "presence", "control-animals"),
    gifted("hedge", "A hedge-healer", "Hurts close under your hands.", "knowledge", "transform-body"),
)  # fmt: skip

GOOD_AT = (
    able("medicine", "Medicine", "You know what is broken and why.", "knowledge", "know-body"),
    able("animals", "Handling animals", "Horses stop shying.", "presence", "control-animals"),
    able("herbs", "Herbs and brews", "The right leaf, boiled long enough.", "knowledge", "know-plants"),
    able("people", "Reading people", "You hear what they leave out.", "instinct", "perceive-mind"),
    able("disguise", "Disguise", "You can be anyone by supper.", "presence", "create-illusion"),
    able("spirits", "Lore of magic", "You have read the forbidden shelf.", "knowledge", "know-arcana"),
    able("stone", "Stone and metal", "You build it, or bring it down.", "strength", "transform-earth"),
    able("weather", "Weather", "You smell the storm a day off.", "instinct", "perceive-air"),
    able("boats", "Boats and rivers", "The current is an old friend.", "finesse", "know-water"),
    able("persuading", "Talking people round", "They think it was their idea.", "presence", "control-mind"),
    able("demolition", "Breaking things", "Doors, walls, stubborn chests.", "strength", "destroy-earth"),
)  # fmt: skip

TWISTS = (
    Wish("tough", "Hard to kill", "You bleed slowly.", {"scores.life": 21}, ("life",)),
    Wish("fast", "Fast on your feet", "Nobody outruns you.", {"picks.speed": "fast"}),
    Wish("moneyed", "Not poor", "A rope, a tent, a decent meal.", {"picks.wealth": "modest"}),
    Wish(
        "lucky", "Born lucky", "Every story starts with luck on your side.",
        {"entries.abilities": [{"name": "", "picks": {"ability": "take-the-advantage"}, "scores": {"level": 1}}]},
    ),
    Wish("restless", "Quick to recover", "A night's sleep, and on.", {"scores.recovery": 11}, ("recovery",)),
)  # fmt: skip

duality.wishes = Wishes(CONCEPTS, GOOD_AT, TWISTS, ("strength", "finesse", "willpower", "instinct"), NAMES)
