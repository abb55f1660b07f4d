"""Who lives in the demo world: what each of its characters chose."""

from dataclasses import dataclass
from typing import Any


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
        "wand": "Hornbeam, ten and a quarter inches, unyielding. It belonged to someone who disappeared.",
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
         {"backstory": "She answers questions no one has asked yet."}, (("Lumos jar", "holds an hour of light"),)),
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
                              "failure": "No one at this market deals with her again today."}}],
        "equipment": [
            {"name": "", "picks": {"item": "longsword", "wielded": True}},
            {"name": "", "picks": {"item": "light-armour", "worn": True}},
            {"name": "Road boots", "picks": {"item": "boots-leather", "worn": True}},
        ],
    },
    "notes": {"backstory": "She buys in one town and sells in the next, and some of what she sells she bought.",
              "goals": "A ship of her own, and no one asking what paid for it."},
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
    "notes": {"backstory": "No one has told him about the rules yet. See what the page says."},
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


EDDA: dict[str, Any] = {
    "picks": {"race": "human", "style": "priest", "table-1": "stamina"},
    "rolls": {"attribute-dice": [4, 10, 9], "table": [3]},
    "scores": {
        "vigour": 2, "stamina": 2, "intellect": 1, "luck": 2, "movement": 1,
        "channel": 2, "bless": 2, "consecrate": 2, "heal": 2,
        "literacy": 2, "medical-lore": 2, "horsemanship": 2, "direction-sense": 1, "weather-sense": 1,
    },
    "entries": {"equipment": [{"name": "Walking staff", "picks": {"item": "quarterstaff", "wielded": True}}]},
    "notes": {"backstory": "She blesses the inn’s well every spring. No one has been ill from it since.",
              "goals": "Hallow the ground behind the stable for good, whatever it costs her."},
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
        "items": [{"name": "Someone else's rapier", "picks": {"kind": "weapon", "style": "1", "in-use": True}}],
    },
    "notes": {"backstory": "He means to be the strongest, the quickest and the loudest, and by tomorrow."},
}  # fmt: skip

HALLA: dict[str, Any] = {
    "rolls": {"backgrounds": [3, 7, 15]},
    "scores": {"agility": 3, "brawn": 2, "cunning": 3, "momentum": 12},
    "picks": {"ancestry": "mixed", "ancestry-first": "elf", "ancestry-second": "orc", "archetype": "rogues"},
    "entries": {
        "backgrounds": [{"name": ""}, {"name": ""}, {"name": "Bell-ringer"}],
        "values": [{"name": "Keep your word", "scores": {"rating": 3}},
                   {"name": "No one is left behind", "scores": {"rating": 4}}],
        "bonds": [{"name": "The ferryman who taught her to lie"}, {"name": "A sister who writes every month"}],
        "skills": [{"name": "Over the rooftops", "picks": {"type": "maneuver"},
                    "notes": {"detail": "Twice the pace, as long as no one looks up."}}],
        "possessions": [{"name": "Grapnel and line", "scores": {"bulk": 3}, "picks": {"price": "silver"}},
                        {"name": "Someone's candlestick", "scores": {"bulk": 2, "quantity": 2},
                         "picks": {"price": "gold"}},
                        {"name": "Iron stove", "scores": {"bulk": 9}, "picks": {"price": "copper", "left": True}}],
    },
    "notes": {"backstory": "She rang the bell the night the river rose, and let go of the rope to open a door.",
              "goals": "Hear it ring again."},
}  # fmt: skip

TORVALD: dict[str, Any] = {
    "rolls": {"backgrounds": [4, 4, 19]},
    "scores": {"agility": 2, "brawn": 6, "cunning": 2},
    "picks": {"ancestry": "mixed", "ancestry-first": "dwarf", "ancestry-second": "dwarf", "archetype": "warriors"},
    "entries": {"possessions": [{"name": "A door he is fond of", "scores": {"bulk": 50}}]},
    "notes": {"backstory": "Both of his parents were dwarves, which is why he calls himself mixed."},
}  # fmt: skip


MELISANDE: dict[str, Any] = {
    "scores": {"agility": 3, "brawn": 2, "presence": 4, "reason": 5, "power-level": 4},
    "picks": {"avenue": "illusion"},
    "entries": {
        "skills": [{"name": "Thaumaturgy", "picks": {"expertise": True}}, {"name": "Perception"},
                   {"name": "Performance"}, {"name": "Deception"}, {"name": "Culture"}],
        "gifts": [{"name": "Fascinating"}, {"name": "Attentive"}],
        "empowered": [
            {"name": "Pearl that stays warm", "scores": {"rating": 2},
             "picks": {"effect": "armour", "permanent": True}},
            {"name": "Cordial for heavy trunks", "scores": {"rating": 3},
             "picks": {"effect": "attribute", "attribute": "brawn"}},
        ],
    },
    "notes": {"backstory": "She holds the only licence in the room, and it is for someone of the same name.",
              "goals": "An illusion that no one sees through, so that she may at last stop watching the door.",
              "equipment": "Opera glasses, rating 1. A trunk with three false bottoms, rating 2."},
}  # fmt: skip

CORBIN: dict[str, Any] = {
    "scores": {"agility": 2, "brawn": 3, "presence": 10, "reason": 6, "power-level": 2},
    "picks": {"avenue": "necromancy", "consequence": "severe"},
    "rolls": {"consequence": [5, 4]},
    "entries": {
        "skills": [{"name": "Thaumaturgy"}, {"name": "Occult"}, {"name": "occult"}],
        "empowered": [{"name": "Finger bone", "scores": {"rating": 3}},
                      {"name": "Candle stub", "scores": {"rating": 1}},
                      {"name": "Grave dirt", "scores": {"rating": 1}}],
    },
    "notes": {"backstory": "He has read that the dead do not complain. He has not read on."},
}  # fmt: skip
