"""What the handbook leaves open or contradicts, decided: settings a game master can change, and readings."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Clash, Ruling, Setting
from rules.systems.hprpg.game import ASPECT_DOTS, CAP, TYPES, cite, hprpg

DISCIPLINES = 14
"""Two in each of the seven schools, and each has an affinity (7.1, 7.2)."""
OF_A_TYPE = 3
"""Aspects of each type; everybody begins with a dot in each (5.2)."""
ASPECTS = OF_A_TYPE * len(TYPES)
GIFTED = 2
"""Dots of room for aspects that the gifts of an archetype and a personality take at most, where ratings go to five."""
GIFTED_AT_FOUR = 5
"""The same where they go to four: there each dot of a gift takes one."""

for setting in (
    Setting(
        "archetype_ability_dots",
        "Free dots for archetype abilities",
        3,
        cite("4.1", 12, "H-01"),
        "Chapter 4.1 gives five, each archetype's page three. Three is legal under both.",
        low=0,
        high=9,
    ),
    Setting(
        "affinity_dots",
        "Dots for affinities",
        6,
        cite("7.1", 34, "H-02"),
        "The handbook promises dots for affinities and never says how many. 0 leaves the archetype's alone.",
        high=42,
    ),
    Setting(
        "affinity_cap",
        "Most dots bought in one affinity",
        3,
        cite("7.1", 34, "H-02"),
        "The same three as for aspects and abilities.",
        high=7,
    ),
    Setting(
        "species_pool",
        "Extra aspect dots from the species",
        0,
        cite("2", 6, "H-03"),
        "The chapter promises a pool of extra points per species and prints no figure.",
        high=ASPECTS * CAP - sum(ASPECT_DOTS) - GIFTED,
    ),
    Setting(
        "rating_limit",
        "Highest rating that stays",
        5,
        cite("5.1", 20, "H-09"),
        "Seven dots exist, but nobody keeps more than five; six and seven are gifts of the moment.",
        low=1,
        high=7,
    ),
    Setting(
        "health_levels",
        "Levels of health",
        7,
        cite("5.4", 22, "H-11"),
        "The Health chapter is empty; elsewhere seven levels of harm kill an ordinary person.",
        low=1,
        high=30,
    ),
    Setting(
        "fortitude_bonus",
        "Fortitude beyond Willpower",
        0,
        cite("5.5", 22, "H-11"),
        "The Fortitude chapter is empty. Fortitude is the Willpower rating, plus this.",
        high=20,
    ),
    Setting(
        "starting_feats",
        "Feats at creation",
        0,
        cite("4.2", 12, "H-13"),
        "Nobody starts with a feat unless the game master allows it.",
        high=22,
    ),
    Setting(
        "free_fields",
        "Fields a personality may choose",
        "any",
        cite("3", 7, "H-14"),
        "Prodigy, Aspirant and Acolyte choose a field, and the pages of some name a few.",
        choices=("any", "suggested"),
        words=("anything rated in dots", "only what the page suggests"),
    ),
    Setting(
        "rows_may_repeat",
        "Two archetype rows may land on one capability",
        False,
        cite("4", 12, "H-15"),
        "The handbook forbids the same choice twice within an archetype's table.",
    ),
    Setting(
        "known_spells_need_affinity",
        "A known spell wants an affinity",
        True,
        cite("8.1", 36, "H-17"),
        "Warn about a known spell whose discipline has no dot; its Nihil form needs none.",
    ),
    Setting(
        "untrained_practical_dv",
        "Difficulty of an untrained practical ability",
        2,
        cite("5.3", 21, "H-18"),
        "Added to the DV when the ability has no dot.",
        high=10,
    ),
    Setting(
        "untrained_knowledge",
        "Untrained knowledge may be tried",
        False,
        cite("5.3", 21, "H-18"),
        "Without a dot of knowledge there is nothing to recall, unless the game master allows the aspect alone.",
    ),
):
    hprpg.setting(setting)

hprpg.rulings = (
    Ruling("H-01", "Archetype ability dots", "Three free dots, not five; four is the most in one.",
           cite("4.1", 12, "H-01"), ("archetype_ability_dots",)),
    Ruling("H-02", "Affinity dots", "Six dots at creation, at most three bought in one discipline.",
           cite("7.1", 34, "H-02"), ("affinity_dots", "affinity_cap")),
    Ruling("H-03", "Species figures", "No species changes a number until a game master says how much.",
           cite("2", 6, "H-03"), ("species_pool",)),
    Ruling("H-04", "Druid and Sophisticate tables",
           "Their dots cannot be read; both follow the Scholar's pattern of 2, 2, 2, 1, 1.",
           cite("4", 15, "H-04")),
    Ruling("H-05", "Empty archetype pages", "Artificer and Outlaw grant no dots and no feats, Scholar no feats.",
           cite("4", 13, "H-05")),
    Ruling("H-06", "Noble or Sophisticate", "One archetype under two names.", cite("4", 12, "H-06")),
    Ruling("H-07", "Names of disciplines", "Chapter 7's names count; the other spellings are aliases.",
           cite("7.2", 34, "H-07")),
    Ruling("H-08", "Thirty aspects", "Section 5.3 means the thirty abilities.", cite("5.3", 20, "H-08")),
    Ruling("H-09", "Ratings above five", "A rating above five that stays is illegal.",
           cite("5.1", 20, "H-09"), ("rating_limit",)),
    Ruling("H-10", "Three-dot caps", "They cap what is bought; gifts of archetype and personality come on top.",
           cite("5.2", 20, "H-10")),
    Ruling("H-11", "Health, Fortitude, Heroism and Villainy",
           "Seven levels of health, Fortitude equal to Willpower, two counters that start at nothing.",
           cite("5.4", 22, "H-11"), ("health_levels", "fortitude_bonus")),
    Ruling("H-12", "What experience buys", "The game master awards dots; a dot costs one and is never given back.",
           cite("4", 12, "H-12")),
    Ruling("H-13", "Starting feats", "None by default, and only feats of the character's own archetype.",
           cite("4.2", 12, "H-13"), ("starting_feats",)),
    Ruling("H-14", "Fields to choose", "The Geek picks a knowledge ability; Prodigy, Aspirant and Acolyte anything.",
           cite("3", 7, "H-14"), ("free_fields",)),
    Ruling("H-15", "Rows with a choice", "Each is a pick, and two rows never land on one capability.",
           cite("4", 12, "H-15"), ("rows_may_repeat",)),
    Ruling("H-16", "Dots left over", "A warning, never an error.", cite("5.2", 20, "H-16")),
    Ruling("H-17", "Spells", "The five spells named in passing are here; their disciplines are partly a reading.",
           cite("8.1", 36, "H-17"), ("known_spells_need_affinity",)),
    Ruling("H-18", "Untrained", "Practical at a higher DV, knowledge only by the game master's leave.",
           cite("5.3", 21, "H-18"), ("untrained_practical_dv", "untrained_knowledge")),
    Ruling("H-19", "Firmness", "A misprint for Fitness.", cite("8.2", 37, "H-19")),
    Ruling("H-20", "Formulas of chapter 10", "The outcome tables are right; three printed fractions are misprints.",
           cite("10.1", 44, "H-20")),
    Ruling("H-21", "Six circles or seven", "Every scale has seven dots.", cite("6.1", 24, "H-21")),
    Ruling("H-23", "Another species",
           "By the GM's word: the dots of the old one go, those of the new one "
           "come, and what was bought stays.",
           cite("2", 6, "H-23")),
    Ruling("H-24", "Another personality",
           "By the GM's word, and so is where its free dot lies.",
           cite("3", 7, "H-24")),
    Ruling("H-26", "Another archetype at once",
           "By the GM's word.",
           cite("4.3", 12, "H-26")),
    Ruling("H-27", "Rankings and rows after creation",
           "A ranking is settled, for it only divided the dots of creation. A row of the "
           "table is moved by the GM's word.",
           cite("5.2", 20, "H-27")),
    Ruling("H-29", "Feats after creation",
           "Each by the GM's word, of one's own archetype, and none is refunded.",
           cite("4.2", 12, "H-29")),
)  # fmt: skip


@hprpg.clash
def more_dots_than_affinities_hold(house: Mapping[str, Any]) -> Iterable[Clash]:
    dots, cap = house["affinity_dots"], house["affinity_cap"]
    room = DISCIPLINES * cap
    if dots > room:
        yield Clash(
            ("affinity_dots", "affinity_cap"),
            f"There are {dots} dots for affinities, and fourteen of at most {cap} hold {room}.",
            f"Lower the dots to {room}, or raise the most dots in one affinity.",
        )


@hprpg.clash
def more_dots_than_aspects_hold(house: Mapping[str, Any]) -> Iterable[Clash]:
    limit, dots = house["rating_limit"], ASPECT_DOTS[0]
    room = OF_A_TYPE * min(CAP, limit - 1)
    if dots > room:
        yield Clash(
            ("rating_limit",),
            f"There are {dots} dots for the aspects ranked first, and three that begin with one and stop at {limit} "
            f"hold {room}.",
            "Raise the highest rating to 4 or more.",
        )


@hprpg.clash
def more_dots_than_gifts_leave_room_for(house: Mapping[str, Any]) -> Iterable[Clash]:
    """Where ratings go to four, what an archetype gives takes room from what is bought beside it."""
    if house["rating_limit"] != CAP + 1:
        return
    rooms = {"species_pool": ("in the species' pool", ASPECTS * CAP - sum(ASPECT_DOTS) - GIFTED_AT_FOUR)}
    if house["affinity_cap"] == CAP:
        rooms["affinity_dots"] = ("for affinities", DISCIPLINES * CAP - 1)
    for key, (words, room) in rooms.items():
        if house[key] > room:
            yield Clash(
                (key, "rating_limit"),
                f"There are {house[key]} dots {words}, and where ratings stop at {CAP + 1} some archetypes have room "
                f"for {room}.",
                f"Lower the dots to {room}, or raise the highest rating to {CAP + 2}.",
            )
