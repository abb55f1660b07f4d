"""What a player may wish for: archetypes, what one learns at school and elsewhere, houses."""

from collections.abc import Sequence

from rules.kernel.pages import Wish, Wishes
from rules.systems.hprpg.game import hprpg

NAMES = {
    "braid": (
        "Agnes Thistlewood", "Cordelia Finch", "Edith Marrow", "Gwendolen Pike", "Imogen Vane", "Keziah Bramble",
        "Mabel Stourton", "Odette Fairweather", "Rosalind Tarn", "Tabitha Rook", "Una Merrywater", "Winifred Oakes",
    ),
    "short-hair": (
        "Barnaby Quill", "Dorian Ashgrove", "Felix Hartshorn", "Hugo Larkspur", "Jasper Crowe", "Lionel Wick",
        "Nathaniel Moss", "Percival Dunn", "Silas Greengage", "Vernon Sallow",
    ),
}  # fmt: skip


def pair(aspect: str, ability: str) -> dict[str, str]:
    """How the form of a check asks for an aspect with an ability or an affinity."""
    return {"aspect": aspect, "ability": ability}


def knowing(spells: Sequence[str]) -> dict[str, list[str]]:
    """What chooses spells; a dot in the discipline of each comes with them."""
    return {"picks.spells": list(spells)} if spells else {}


def learned(key: str, label: str, summary: str, aspect: str, ability: str, *spells: str) -> Wish:
    """An aspect and what is rolled with it, with the spells that are known best for it."""
    start = {f"scores.{aspect}": 1, f"scores.{ability}": 2}
    return Wish(key, label, summary, {**start, **knowing(spells)}, (aspect, ability), pair(aspect, ability))


def archetype(
    key: str, label: str, summary: str, aspects: str, abilities: str, *wants: str, spells: Sequence[str] = ()
) -> Wish:
    """A concept: an archetype with what it ranks first, and the spells it is known for."""
    first = {"ranks.aspects": [aspects], "ranks.abilities": [abilities]}
    return Wish(key, label, summary, {"picks.archetype": key, **first, **knowing(spells)}, wants)


def house(key: str, label: str, summary: str, *wants: str) -> Wish:
    return Wish(key, label, summary, {"picks.personality": key}, wants)


CONCEPTS = (
    archetype(
        "artificer", "An artificer", "Builds it, enchants it, takes it apart.", "mental", "practical", "craft", "imbue",
    ),
    archetype(
        "auror", "An Auror", "Hunts villains with sharp eyes.", "mental", "knowledge", "insight", "investigation",
        spells=("stupefy",),
    ),
    archetype(
        "druid", "A druid", "Guards the wild and draws on it.", "mental", "innate", "kinship", "nature",
        spells=("aguamente", "incendio"),
    ),
    archetype("outlaw", "An outlaw", "Lives by stealth and by lies.", "physical", "practical", "covert", "deception"),
    archetype(
        "scholar", "A scholar", "After the deep and the strange.", "mental", "knowledge", "intelligence", "arcane",
    ),
    archetype("sophisticate", "A sophisticate", "Charm, gossip and a name.", "social", "innate", "charm", "eloquence"),
    archetype(
        "warrior", "A warrior", "Fights for a living, and studies first.", "physical", "practical", "fitness", "hexes",
        spells=("reducto",),
    ),
)  # fmt: skip

GOOD_AT = (
    learned("sneaking", "Sneaking", "Neither you nor your hands are seen.", "precision", "covert"),
    learned("flying", "Flying", "Brooms do as you please.", "perception", "pilot"),
    learned("potions", "Potions", "What you brew works.", "precision", "imbue"),
    learned("duels", "Duels", "Your hexes find their mark.", "willpower", "hexes", "reducto", "stupefy"),
    learned("shields", "Shield charms", "You and yours stay safe.", "intelligence", "warding"),
    learned("mending", "Healing", "Spells that close wounds.", "insight", "healing"),
    learned("transfiguration", "Transfiguration", "A teapot is a tortoise in waiting.", "precision", "alteration"),
    learned("talking", "Winning people over", "The right word at the right time.", "charm", "eloquence"),
    learned("lies", "Lies and illusions", "They see what you want them to.", "deception", "bewitchment"),
    learned(
        "clues", "Finding things out", "Libraries, fingerprints, loose tongues.", "intelligence", "investigation",
        "lumos",
    ),
    learned("beasts", "Magical beasts", "They come to you and stay.", "charm", "kinship"),
)  # fmt: skip

TWISTS = (
    house("champion", "A champion of Gryffindor", "Right first, careful later.", "bravery"),
    house("caregiver", "A caregiver of Hufflepuff", "Everyone has a place at your fire.", "kindness"),
    house("geek", "A geek of Ravenclaw", "One subject, all of it.", "intelligence"),
    house("schemer", "A schemer of Slytherin", "Everyone owes you something.", "eloquence", "alertness"),
    house("loner", "A loner", "You need no one, so you say.", "willpower", "alertness"),
    Wish("sturdy", "Hard to hurt", "Hexes that floor others only make you blink.",
         {"scores.vitality": 2}, ("vitality",)),
)  # fmt: skip

hprpg.wishes = Wishes(
    CONCEPTS, GOOD_AT, TWISTS, ("health", "fortitude", "passive-perception"), NAMES, ("picks.species",)
)
