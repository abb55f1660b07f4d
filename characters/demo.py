"""The demo world: two players, a game master, finished characters of each game and one of each that breaks some.

Made again from nothing it is the same: every random choice has a seed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns.models import Campaign, Membership, Role
from characters import actions, judging
from characters.models import Character
from rules.kernel import Table
from rules.systems import get

PASSWORD = "alohomora-demo"  # the demo's door is open on purpose
PEOPLE = (("mira", "player"), ("tom", "player"), ("rowena", "game master"))
TABLE = "The Thursday Quidditch Mysteries"
CARAVAN = "The Broadkeep Caravan"
FERRY = "The Saltmarsh Ferry"
CROSSROADS = "The Crossroads Inn"


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


ISHKA: dict[str, Any] = {
    "scores": {"finesse": 1, "instinct": 1, "strength": -1, "life": 24, "control-fire": 2, "know-arcana": 1,
               "perceive-body": 1},
    "picks": {"tag-control-fire": "complex-powerful", "wealth": "modest"},
    "entries": {
        "experiences": [{"name": "Grew up in a lighthouse", "scores": {"bonus": 2}},
                        {"name": "Knows every smuggler by name", "scores": {"bonus": 1}}],
        "abilities": [{"name": "", "picks": {"ability": "take-the-advantage"}, "scores": {"level": 1}}],
        "styles": [
            {"name": "Longbow", "picks": {"style": "ranged", "statistic": "finesse"}},
            {"name": "", "picks": {"style": "evasive", "statistic": "instinct"}},
            {"name": "Beacon fire", "picks": {"style": "complex-powerful", "statistic": "willpower",
                                              "specialization": "control-fire"}},
        ],
        "items": [
            {"name": "Driftwood bow", "picks": {"kind": "weapon", "style": "0", "in-use": True},
             "entries": {"features": [{"name": "", "picks": {"feature": "attack"}, "scores": {"amount": 1}}]}},
            {"name": "Storm lantern", "picks": {"kind": "relic", "in-use": True},
             "entries": {"features": [{"name": "", "picks": {"feature": "experience"}, "scores": {"amount": 1}}]}},
        ],
    },
    "notes": {"backstory": "She kept the light for eleven years and let it go out once. She does not say for whom.",
              "magic": "Any flame she can see is hers to move, feed or put out. It has opinions of its own.",
              "goals": "Find the ship that passed in the dark."},
}  # fmt: skip

OSWIN: dict[str, Any] = {
    "scores": {"strength": 1, "willpower": 1, "knowledge": -1, "life": 26, "recovery": 12, "block": 1,
               "create-body": 1},
    "picks": {"tag-create-body": "simple-weak"},
    "entries": {
        "experiences": [{"name": "Rowed the dead across", "scores": {"bonus": 2}},
                        {"name": "Sang in the abbey choir", "scores": {"bonus": 1}}],
        "abilities": [{"name": "", "picks": {"ability": "tank"}, "scores": {"level": 2}},
                      {"name": "", "picks": {"ability": "natural-healer"}, "scores": {"level": 1}}],
        "styles": [{"name": "Oar", "picks": {"style": "melee", "statistic": "strength"}},
                   {"name": "", "picks": {"style": "shielded", "statistic": "willpower"}}],
        "items": [{"name": "Ferryman's oar", "picks": {"kind": "weapon", "style": "0", "in-use": True}},
                  {"name": "Hatch cover", "picks": {"kind": "weapon", "style": "1", "in-use": True}}],
    },
    "notes": {"backstory": "The fare is a coin or a story. He has a great many stories.",
              "magic": "He can close a wound no longer than a finger, if he sings."},
}  # fmt: skip

PELL: dict[str, Any] = {
    "scores": {"strength": 3, "finesse": 2, "life": 30, "destroy-mind": 2},
    "entries": {
        "styles": [{"name": "The Voice", "picks": {"style": "complex-powerful", "statistic": "presence",
                                                   "specialization": "destroy-mind"}},
                   {"name": "", "picks": {"style": "riposte", "statistic": "finesse"}}],
        "items": [{"name": "Somebody else's rapier", "picks": {"kind": "weapon", "style": "1", "in-use": True}}],
    },
    "notes": {"backstory": "He means to be the strongest, the quickest and the loudest, and by tomorrow."},
}  # fmt: skip


@transaction.atomic
def load() -> str:
    """Make the demo world if it is not there. Returns what to print: addresses of people, not of machines."""
    users = {name: _person(name) for name, _ in PEOPLE}
    table, fresh = _table(users, TABLE)
    if fresh:
        for name in ("mira", "tom"):
            Membership.objects.create(campaign=table, user=users[name])
        _make(users["mira"], table, "Jane Alderwick", JANE)
        for cast in CASTS:
            _make(users[cast.player], table, cast.name, _filled(cast))
        _make(users["tom"], table, "Cormac Overreach", BROKEN)
    caravan = _seat(users, CARAVAN, "dominion", (("mira", "Raven", RAVEN), ("tom", "Ursula", URSULA),
                                                 ("tom", "Otto", OTTO)))  # fmt: skip
    ferry = _seat(users, FERRY, "duality", (("mira", "Ishka", ISHKA), ("tom", "Brother Oswin", OSWIN),
                                            ("tom", "Pell", PELL)))  # fmt: skip
    inn = _inn(users)
    count = Character.objects.filter(campaign__in=(table, caravan, ferry, inn)).count()
    people = "\n".join(f"  {name:<8} {PASSWORD}   {role}" for name, role in PEOPLE)
    return f"The demo world has {count} characters. Log in as:\n{people}"


def _seat(
    users: Mapping[str, Any], name: str, system: str, cast: Sequence[tuple[str, str, dict[str, Any]]]
) -> Campaign:
    """A table of rowena's with finished characters, made once."""
    table, fresh = _table(users, name)
    if fresh:
        for player, called, build in cast:
            Membership.objects.get_or_create(campaign=table, user=users[player])
            _make(users[player], table, called, build, system)
    return table


def _inn(users: Mapping[str, Any]) -> Campaign:
    """A table where games meet, with characters as far with their game master as they can be; made once."""
    table, fresh = _table(users, CROSSROADS)
    if fresh:
        for name in ("mira", "tom"):
            Membership.objects.create(campaign=table, user=users[name])
        made = {name: _make(users[player], table, name, build, system) for player, name, build, system in _guests()}
        _judge(made, table, users["rowena"])
    return table


def _guests() -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Player, name, build and game of everybody at the inn."""
    keeper = Cast("mira", "Odile Marchbank", {"species": "human-halfblood", "personality": "leader"}, 71, {})
    yield "mira", "Odile Marchbank", _filled(keeper), "hprpg"
    yield (
        "mira",
        "Ida Thornquill",
        {**JANE, "entries": {}, "notes": {"goals": "Find her sister, then her wand."}},
        "hprpg",
    )
    yield "tom", "Barnaby Quill", {**BROKEN, "notes": {}}, "hprpg"
    yield "mira", "Sable", {**RAVEN, "notes": {"goals": "Pay for the ship."}}, "dominion"
    yield "tom", "Old Hesper", {**URSULA, "notes": {}}, "dominion"
    yield "tom", "Twitch", {**OTTO, "notes": {}}, "dominion"
    yield "mira", "Maren", {**ISHKA, "notes": {}}, "duality"
    yield "tom", "Corvin", {**PELL, "notes": {}}, "duality"


def _judge(made: Mapping[str, Character], table: Campaign, gm: Any) -> None:
    """What the game master of the inn has decided so far, and what the players did then."""
    for name in ("Odile Marchbank", "Sable", "Maren"):
        judging.submit(character=made[name])
        judging.approve(character=made[name], by=gm, seen=made[name].version)
    awarded = [made[name] for name in ("Odile Marchbank", "Sable")]
    judging.award(characters=awarded, campaign=table, by=gm, amount=3, reason="Kept the inn from burning down.")
    sable = Character.objects.get(pk=made["Sable"].pk)
    actions.change_build(character=sable, changes={"scores.dodge": 3}, drawn=sable.version, by=sable.owner)
    judging.submit(character=made["Old Hesper"])
    judging.submit(character=made["Twitch"])
    judging.give_back(character=made["Twitch"], by=gm, text="One suit of armour at a time, please.")
    worst = made["Barnaby Quill"].read().errors[0]
    judging.waive(character=made["Barnaby Quill"], by=gm, code=worst.code, at=worst.at, reason="He has earned it.")
    actions.change_play(character=made["Maren"], key="life", value=6)


def _table(users: Mapping[str, Any], name: str) -> tuple[Campaign, bool]:
    """A table that rowena runs, and whether it is new."""
    table, fresh = Campaign.objects.get_or_create(name=name)
    if fresh:
        Membership.objects.create(campaign=table, user=users["rowena"], role=Role.GM)
    return table, fresh


def _person(name: str) -> Any:
    user, fresh = get_user_model().objects.get_or_create(username=name)
    if fresh:
        user.set_password(PASSWORD)
        user.save()
    return user


def _make(player: Any, table: Campaign, name: str, build: dict[str, Any], system: str = "hprpg") -> Character:
    return actions.create_character(system=system, by=player, name=name, build=build, campaign=table)


def _filled(cast: Cast) -> dict[str, Any]:
    game = get("hprpg")
    start: dict[str, Any] = {
        "picks": {**cast.picks, "spells": ["lumos"]},
        "notes": cast.notes,
        "entries": {"gear": [{"name": name, "notes": {"detail": detail}} for name, detail in cast.gear]},
    }

    return game.random(start, Random(cast.seed), game.rulebook, Table())
