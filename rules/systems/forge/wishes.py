"""What a player may wish for: an archetype with an ancestry, trades of the past, and a twist."""

from rules.kernel.pages import Wish, Wishes
from rules.systems.forge.game import forge

NAMES = {
    "braid": (
        "Ashka", "Dagny", "Fenna", "Hilda", "Jorunn", "Maren", "Orla", "Quilla", "Runa", "Sorrel", "Ulla", "Wren",
        "Yrsa",
    ),
    "short-hair": (
        "Brannoch", "Cael", "Eskil", "Garrod", "Ingmar", "Kestrel", "Lorne", "Nils", "Piers", "Torvald", "Vigo",
    ),
}  # fmt: skip


def born(key: str, label: str, summary: str, ancestry: str, archetype: str, *wants: str, **scores: int) -> Wish:
    """A concept: an archetype and the people it comes from, the first ability it wants, and others it needs."""
    people = {"picks.ancestry": ancestry, "picks.archetype": archetype}
    needs = {f"scores.{key}": score for key, score in scores.items()}
    return Wish(key, label, summary, {**people, f"scores.{wants[0]}": 3, **needs}, wants)


def trade(key: str, label: str, summary: str, *wants: str) -> Wish:
    """Something one is good at, because one did it for a living."""
    return Wish(key, label, summary, {"entries.backgrounds": [{"name": "", "picks": {"row": key}}]}, wants)


def bound(key: str, label: str, summary: str, bond: str) -> Wish:
    """A twist: somebody who matters."""
    return Wish(key, label, summary, {"entries.bonds": [{"name": bond}]})


def apt(key: str, label: str, summary: str, ability: str) -> Wish:
    """A twist: an ability well above the usual."""
    return Wish(key, label, summary, {f"scores.{ability}": 3}, (ability,))


CONCEPTS = (
    born("orc-warrior", "An orc warrior", "Large, loud, and first through the door.", "orc", "warriors", "brawn"),
    born(
        "dwarf-warrior", "A dwarf at the gate", "Nothing gets past, not even fear.", "dwarf", "warriors", "brawn",
        agility=2,
    ),
    born("elf-rogue", "An elven rogue", "Gone before the alarm.", "elf", "rogues", "agility"),
    born(
        "human-rogue", "A human rogue", "Talks faster than the guard thinks.", "human", "rogues", "cunning", "agility",
    ),
    born("elf-mage", "An elven mage", "Feels magic before seeing it.", "elf", "mages", "cunning"),
    born("gnome-mage", "A gnome mage", "Forgets lunch, remembers the spell.", "gnome", "mages", "cunning"),
    born(
        "human-acolyte", "A human acolyte", "Someone greater walks alongside.", "human", "acolytes", "cunning", "brawn",
    ),
    born(
        "beast-kin", "A child of the wild", "Fur, claws and a long memory.",
        "beast-kin", "primalists", "agility", "brawn",
    ),
)  # fmt: skip

GOOD_AT = (
    trade("artisan", "Making things", "Give you tools and a day.", "cunning"),
    trade("charlatan", "Talking people round", "They thank you for it, too.", "cunning"),
    trade("guard", "Standing your ground", "You hold the door.", "brawn"),
    trade("healer", "Healing", "Steady hands, clean bandages.", "cunning"),
    trade("historian", "Old stories", "You know who built this, and why.", "cunning"),
    trade("hunter", "Hunting", "Quiet feet and patience.", "agility"),
    trade("laborer", "Heavy work", "You carry what others leave behind.", "brawn"),
    trade("merchant", "A bargain", "Both sides smile, and you more.", "cunning"),
    trade("nomad", "The road", "Weather and distance don't tire you.", "agility"),
    trade("outlaw", "Not being found", "You know how the hunted think.", "agility"),
    trade("performer", "Holding a crowd", "All eyes on your other hand.", "agility", "cunning"),
)  # fmt: skip

TWISTS = (
    apt("quick", "Quick", "Hard to catch, hard to pin down.", "agility"),
    apt("strong", "Strong", "Your blows are felt.", "brawn"),
    apt("sharp", "Sharp", "Three moves ahead.", "cunning"),
    bound("sworn", "Bound by an oath", "You keep your word, even to the dead.", "An oath to a dead captain"),
    bound("sought", "Hunted", "Someone out there has not forgotten you.", "The hunter who let you go once"),
    bound("fond", "Not alone", "Someone waits for your letters.", "A sister who writes every month"),
)  # fmt: skip

forge.wishes = Wishes(CONCEPTS, GOOD_AT, TWISTS, (), NAMES, ("picks.ancestry",))
