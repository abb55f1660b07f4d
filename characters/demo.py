"""The demo world: two players, a game master, finished characters of each game and one with three broken rules.

Made again from nothing it is the same: every random choice has a seed.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns.models import Campaign, Membership
from characters import actions
from characters.models import Character
from rules.kernel import Table
from rules.systems import get

PASSWORD = "alohomora-demo"  # the demo's door is open on purpose
PEOPLE = (("mira", "player"), ("tom", "player"), ("rowena", "game master"))
TABLE = "The Thursday Quidditch Mysteries"
CARAVAN = "The Broadkeep Caravan"


@dataclass(frozen=True)
class Cast:
    """One demo character: who plays it, what is decided, and the seed for the rest."""

    player: str
    name: str
    picks: dict[str, Any]
    seed: int
    notes: dict[str, str]
    gear: tuple[tuple[str, str], ...] = ()


JANE: dict[str, Any] = {
    "scores": {
        "charm": 1, "deception": 1, "insight": 1,
        "willpower": 3, "intelligence": 3, "perception": 1,
        "fitness": 2, "precision": 2, "vitality": 1,
        "alertness": 3, "conviction": 2, "logic": 2, "speed": 1,
        "covert": 1, "skirmish": 1, "pilot": 1, "performance": 1,
        "arcane": 3, "investigation": 2, "history": 2, "medicine": 2, "nature": 2, "world": 1,
        "intuition": 1, "interrogate": 1, "tracking": 1,
        "elemental": 3, "curses": 2, "healing": 1,
    },
    "picks": {
        "species": "human-halfblood", "personality": "schemer", "archetype": "auror",
        "archetype-dot-3": "warding", "archetype-dot-6": "hexes",
        "spells": ["aguamente", "incendio", "lumos", "stupefy"],
    },
    "ranks": {"aspects": ["mental", "physical", "social"], "abilities": ["knowledge", "innate", "practical"]},
    "notes": {
        "backstory": "Jane learned to read a room before she learned to read. An aunt at the Ministry took her "
        "along on a stake-out when she was nine, and nothing at school has been as good since.",
        "wand": "Hornbeam, ten and a quarter inches, unyielding. It belonged to somebody who disappeared.",
        "goals": "Find out who wrote the letters.",
    },
    "entries": {
        "gear": [
            {"name": "Notebook with a lock", "notes": {"detail": "writes back, sometimes"}},
            {"name": "Broom, second-hand", "notes": {"detail": "pulls to the left"}},
            {"name": "Dungbombs", "notes": {"detail": "four"}},
        ]
    },
}  # fmt: skip

CASTS = (
    Cast("mira", "Neha Okonjo", {"species": "human-muggleborn", "personality": "educator", "archetype": "scholar"}, 11,
         {"backstory": "She answers questions nobody has asked yet."}, (("Lumos jar", "holds an hour of light"),)),
    Cast("mira", "Bruce Tanglewood", {"species": "half-giant", "personality": "sportsman", "archetype": "warrior"}, 23,
         {"backstory": "Broke three goalposts and apologised to each."}, (("Beater's bat", "signed by the team"),)),
    Cast("tom", "Michael Ashdown", {"species": "human-pureblood", "personality": "leader",
                                    "archetype": "sophisticate"}, 37,
         {"backstory": "The family name opens doors; he is learning to close them again."}),
    Cast("tom", "Wren Hollow", {"species": "centaur", "personality": "preserver", "archetype": "druid"}, 41,
         {"backstory": "Left the herd over a question about the stars."}, (("Seed pouch", "thirteen kinds"),)),
    Cast("tom", "Fennimore Slake", {"species": "goblin", "personality": "trickster", "archetype": "outlaw"}, 59,
         {"backstory": "Banks are puzzles that other people put their money into."}),
)  # fmt: skip

RAVEN: dict[str, Any] = {
    "picks": {"race": "human", "style": "merchant-adventurer"},
    "rolls": {"attribute-dice": [4, 9, 10], "table": [11]},
    "scores": {
        "vigour": 1, "agility": 2, "stamina": 1, "intuition": 1, "intellect": 1, "luck": 1,
        "strike": 4, "parry": 2, "dodge": 2, "timing": 1, "stealth": 2, "pick-pockets": 2,
        "withstand-injury": 2, "literacy": 1,
    },
    "entries": {
        "skills": [{"name": "Haggling", "picks": {"attribute": "intuition"}, "scores": {"steps": 1},
                    "notes": {"description": "Brings a price down, or talks it up.",
                              "failure": "Nobody at this market deals with her again today."}}],
        "equipment": [
            {"name": "", "picks": {"item": "longsword", "wielded": True}},
            {"name": "", "picks": {"item": "light-armour", "worn": True}},
            {"name": "Road boots", "picks": {"item": "boots-leather", "worn": True}},
        ],
    },
    "notes": {"backstory": "She buys in one town and sells in the next, and some of what she sells she bought.",
              "goals": "A ship of her own, and nobody asking what paid for it."},
}  # fmt: skip

URSULA: dict[str, Any] = {
    "picks": {"race": "human", "style": "witch",
              "spells": ["conceal-magic", "counter-spell", "dark", "fly", "gem-trap", "slumber", "transmute-object"]},
    "rolls": {"attribute-dice": [4, 4, 5], "table": [11, 12]},
    "scores": {
        "agility": 1, "intellect": 1, "luck": 2,
        "enchantment": 3, "conjuring": 2, "arcana": 2, "illusion": 1, "hex": 1, "alchemy": 1,
        "withstand-magic": 3, "withstand-injury": 3, "alertness": 2, "literacy": 2,
    },
    "entries": {"equipment": [{"name": "", "picks": {"item": "dagger", "wielded": True}}]},
    "notes": {"backstory": "The village thinks she keeps bees. She does keep bees."},
}  # fmt: skip

BROKEN: dict[str, Any] = {
    **JANE,
    "scores": {key: dots for key, dots in JANE["scores"].items() if key != "speed"} | {"alertness": 4},
    "picks": {**JANE["picks"], "personality": "leader", "archetype-dot-3": "hexes", "feats": ["ambush"]},
    "notes": {"backstory": "Nobody has told him about the rules yet. See what the page says."},
    "entries": {},
}


OTTO: dict[str, Any] = {
    "picks": {"race": "halfling", "style": "rogue", "spells": ["fly"]},
    "rolls": {"attribute-dice": [3, 2, 5], "table": [7, 7]},
    "scores": {"agility": 1, "luck": 1, "vigour": 1, "stealth": 4, "pick-pockets": 4, "pick-locks": 3},
    "entries": {"equipment": [
        {"name": "", "picks": {"item": "greatsword", "wielded": True}},
        {"name": "", "picks": {"item": "light-armour", "worn": True}},
        {"name": "", "picks": {"item": "heavy-armour", "worn": True}},
    ]},
    "notes": {"backstory": "He found the sword. Both suits of armour he found as well, in other people's wardrobes."},
}  # fmt: skip


@transaction.atomic
def load() -> str:
    """Make the demo world if it is not there. Returns what to print: addresses of people, not of machines."""
    users = {name: _person(name) for name, _ in PEOPLE}
    table, fresh = Campaign.objects.get_or_create(name=TABLE, defaults={"system": "hprpg", "gm": users["rowena"]})
    if fresh:
        for name in ("mira", "tom"):
            Membership.objects.create(campaign=table, user=users[name])
        _make(users["mira"], table, "Jane Alderwick", JANE)
        for cast in CASTS:
            _make(users[cast.player], table, cast.name, _filled(cast))
        _make(users["tom"], table, "Cormac Overreach", BROKEN)
    caravan, new = Campaign.objects.get_or_create(name=CARAVAN, defaults={"system": "dominion", "gm": users["rowena"]})
    if new:
        for player, name, build in (("mira", "Raven", RAVEN), ("tom", "Ursula", URSULA), ("tom", "Otto", OTTO)):
            Membership.objects.get_or_create(campaign=caravan, user=users[player])
            _make(users[player], caravan, name, build)
    count = Character.objects.filter(campaign__in=(table, caravan)).count()
    people = "\n".join(f"  {name:<8} {PASSWORD}   {role}" for name, role in PEOPLE)
    return f"The demo world has {count} characters. Log in as:\n{people}"


def _person(name: str) -> Any:
    user, fresh = get_user_model().objects.get_or_create(username=name)
    if fresh:
        user.set_password(PASSWORD)
        user.save()
    return user


def _make(player: Any, table: Campaign, name: str, build: dict[str, Any]) -> None:
    actions.create_character(system=table.system, by=player, name=name, build=build, campaign=table)


def _filled(cast: Cast) -> dict[str, Any]:
    game = get("hprpg")
    start: dict[str, Any] = {
        "picks": {**cast.picks, "spells": ["lumos"]},
        "notes": cast.notes,
        "entries": {"gear": [{"name": name, "notes": {"detail": detail}} for name, detail in cast.gear]},
    }

    return game.random(start, Random(cast.seed), game.rulebook, Table())
