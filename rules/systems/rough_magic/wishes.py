"""What a player may wish for: magicians of an avenue or people without magic, skills, gifts."""

from typing import Any

from rules.kernel.pages import Wish, Wishes
from rules.systems.rough_magic.creation import THAUMATURGY
from rules.systems.rough_magic.game import POWER, rough_magic
from rules.systems.rough_magic.performing import USUAL

NAMES = {
    "braid": (
        "Ada Pellworth", "Clementine Fray", "Eulalia Marsh", "Greta Lindqvist", "Ines Duarte", "Jubilee Stokes",
        "Lottie Banerjee", "Nell Okoro", "Pearl Vasquez", "Rosa Hartmann", "Viola Kemp",
    ),
    "short-hair": (
        "Bastian Rook", "Desmond Achebe", "Fitz Calloway", "Horace Tandy", "Kit Farrow", "Milo Sparrow",
        "Otis Grange", "Quincy Adebayo", "Sid Melrose", "Theo Whitlock", "Winston Cray",
    ),
}  # fmt: skip


def skills(*names: str) -> list[dict[str, Any]]:
    """Skills with expertise."""
    return [{"name": name, "picks": {"expertise": True}} for name in names]


def magician(key: str, label: str, summary: str, attribute: str, *spells: str) -> Wish:
    """A concept: an avenue of magic, and the spells that show it."""
    start = {
        f"scores.{POWER}": 3, f"scores.{attribute}": 4, "picks.avenue": key,
        "entries.skills": skills(THAUMATURGY.capitalize()),
    }  # fmt: skip
    return Wish(key, label, summary, start, tuple(f"av-{spell}" for spell in spells))


def plain(key: str, label: str, summary: str, skill: str) -> Wish:
    """A concept without magic."""
    attribute = USUAL[skill.casefold()]
    start = {f"scores.{POWER}": 0, f"scores.{attribute}": 5, "entries.skills": skills(skill)}
    return Wish(key, label, summary, start, (attribute,), roll(skill, attribute))


def roll(skill: str, attribute: str) -> dict[str, str]:
    """How the form of a roll asks for a skill with an attribute."""
    return {"roll": "skill", "skill": skill.casefold(), "attribute": attribute}


def practised(key: str, label: str, summary: str, skill: str) -> Wish:
    """A skill with the attribute it is mostly rolled with."""
    attribute = USUAL[skill.casefold()]
    start = {f"scores.{attribute}": 4, "entries.skills": skills(skill)}
    return Wish(key, label, summary, start, (attribute,), roll(skill, attribute))


def gifted(key: str, label: str, summary: str, gift: str, attribute: str) -> Wish:
    """A gift, and enough of an attribute that it shows."""
    return Wish(key, label, summary, {"entries.gifts": [{"name": gift}], f"scores.{attribute}": 4}, (attribute,))


CONCEPTS = (
    magician("conjuration", "A conjurer", "Things out of thin air.", "reason", "creation", "summoning"),
    magician("divination", "A diviner", "Knows what is hidden.", "reason", "scrying"),
    magician("enchantment", "An enchanter", "People do as you suggest.", "presence", "suggestion", "sleep"),
    magician("illusion", "An illusionist", "Nothing is what it looks like.", "reason", "illusion", "phantasm"),
    magician("alteration", "A shaper", "One thing becomes another.", "reason", "transmutation", "mending"),
    plain("detective", "A detective", "No magic, only questions.", "Investigation"),
    plain("prizefighter", "A prizefighter", "Settles it by hand.", "Hand-to-hand Combat"),
    plain("burglar", "A burglar", "In by the skylight, out by the door.", "Stealth"),
)  # fmt: skip

GOOD_AT = (
    practised("sneaking", "Sneaking", "Floorboards are on your side.", "Stealth"),
    practised("fists", "A fist fight", "You know where it hurts.", "Hand-to-hand Combat"),
    practised("shooting", "Shooting", "You rarely need the second shot.", "Ranged Combat"),
    practised("lies", "Lying", "With a straight face and the right hat.", "Deception"),
    practised("clues", "Finding clues", "The ash was the wrong colour.", "Investigation"),
    practised("noticing", "Noticing", "Little escapes you.", "Perception"),
    practised("doctoring", "Doctoring", "Stitches, splints and a calm voice.", "Medicine"),
    practised("wheels", "Fast cars", "You drive, they hold on.", "Piloting"),
    practised("stage", "The stage", "They came to see you.", "Performance"),
    practised("machines", "Machines", "You can make that run.", "Engineering"),
    practised("running", "Running and climbing", "Over the wall and away.", "Athletics"),
)  # fmt: skip

TWISTS = (
    gifted("connected", "Well connected", "You know who to ring.", "Connected", "presence"),
    gifted("elusive", "Elusive", "They had you a moment ago.", "Elusive", "agility"),
    gifted("famous", "Famous", "Strangers know your name.", "Famous", "presence"),
    gifted("beasts", "Good with animals", "Dogs come to you.", "Animal Empathy", "presence"),
    gifted("tricks", "Full of tricks", "There's always one more in the bag.", "Bag Of Tricks", "reason"),
    Wish("tough", "Hard to stop", "You get up again.", {"scores.brawn": 4}, ("brawn", "endurance")),
)  # fmt: skip

rough_magic.wishes = Wishes(CONCEPTS, GOOD_AT, TWISTS, ("endurance",), NAMES, ("picks.avenue",))
