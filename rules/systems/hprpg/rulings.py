"""What the handbook leaves open or contradicts, decided: settings a game master can change, and readings."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ruling, Setting, SettingConflict, amount
from rules.systems.hprpg.game import ASPECT_DOTS, CAP, TYPES, cite, hprpg

DISCIPLINES = 14
"""Two in each of the seven schools, and each has an affinity (7.1, 7.2)."""
OF_A_TYPE = 3
"""Aspects of each type; everybody begins with a dot in each (5.2)."""
ASPECTS = OF_A_TYPE * len(TYPES)
MOST_FOR_A_FEAT = 9
"""Awarded dots that a table may ask for a feat."""
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
    Setting(
        "personality_change",
        "Another personality in the story",
        "gm_word",
        cite("3", 7, "H-24"),
        "Nothing is said of it. A species and an archetype change by agreement with the GM.",
        choices=("gm_word", "never"),
        words=("by the GM's word", "never: it is who one is"),
    ),
    Setting(
        "archetype_step_dots",
        "Dots of an ability that is exchanged for one of another archetype",
        "carried",
        cite("4.3", 12, "H-25"),
        "The example exchanges abilities and is silent on their dots.",
        choices=("carried", "one"),
        words=("go along", "are lost, and the new ability starts at one"),
    ),
    Setting(
        "leftover_dots",
        "Dots of creation left at the approval",
        "lapse",
        cite("5.2", 20, "H-28"),
        "Kept, they would be awards that nobody gave, so only what stays within the caps of creation may be bought.",
        choices=("lapse", "kept"),
        words=("lapse", "may be spent later, within the caps of creation"),
    ),
    Setting(
        "feat_price",
        "A feat after creation",
        "gm_word",
        cite("4.2", 12, "H-29"),
        "Feats are unlocked by progress, and nobody says what that costs.",
        choices=("gm_word", "free", *map(str, range(1, MOST_FOR_A_FEAT + 1))),
        words=(
            "by the GM's word",
            "is free",
            *(f"costs {amount(n, 'awarded dot')}" for n in range(1, MOST_FOR_A_FEAT + 1)),
        ),
    ),
    Setting(
        "learning_spells",
        "Learning a spell after creation",
        "note",
        cite("8.5", 39, "H-30"),
        "The section is empty, and a memorised spell takes from no budget.",
        choices=("note", "gm_word", "free"),
        words=("is noted for the GM", "by the GM's word", "is free"),
    ),
    Setting(
        "muggle_magic",
        "Magic of a Muggle",
        "note",
        cite("1", 5, "H-31"),
        "They have little magic or none, and no list says which. Some archetypes grant affinities to anyone.",
        choices=("note", "forbidden", "allowed"),
        words=("is noted for the GM", "is not bought, learned or cast", "is like anyone's"),
    ),
    Setting(
        "nourishment",
        "Fortitude that nourishment returns",
        "1",
        cite("3", 7, "H-33"),
        "Each personality says what gives it back, and not how much. Never more than the rating.",
        choices=("1", "full"),
        words=("one point", "all of it"),
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
    Ruling("H-22", "What approval settles",
           "Every choice of creation; only two passages know a way to change one, and both call it rare.",
           cite("2", 6, "H-22")),
    Ruling("H-23", "Another species",
           "By the GM's word: the dots of the old one go, those of the new one "
           "come, and what was bought stays.",
           cite("2", 6, "H-23")),
    Ruling("H-24", "Another personality",
           "By the GM's word; its dots go, and those of the new one come.",
           cite("3", 7, "H-24"), ("personality_change",)),
    Ruling("H-25", "Another archetype step by step",
           "One entry for each of three abilities, like for like, on days of their own; the dots go along. The third "
           "makes the new archetype. Rows and feats stay as learned, and the new rows grant nothing. Once the "
           "new one is approved, cancelling a step takes nothing back.",
           cite("4.3", 12, "H-25"), ("archetype_step_dots",)),
    Ruling("H-26", "Another archetype at once",
           "By the GM's word, a new page: rows, feats and dots of the old one go, its rows come. What was bought in "
           "the three abilities moves like for like.",
           cite("4.3", 12, "H-26")),
    Ruling("H-27", "Rankings and rows after creation",
           "A ranking is settled, for it only divided the dots of creation. A row of the "
           "table or the free dot of a personality is moved by the GM's word, each by its own.",
           cite("5.2", 20, "H-27")),
    Ruling("H-28", "Dots left at the approval",
           "They lapse: each dot bought since the first approval is an awarded one.",
           cite("5.2", 20, "H-28"), ("leftover_dots",)),
    Ruling("H-29", "Feats after creation",
           "Each by the GM's word, of one's own archetype, and none is refunded.",
           cite("4.2", 12, "H-29"), ("feat_price",)),
    Ruling("H-30", "Learning spells", "Noted for the GM: a spell costs nothing.",
           cite("8.5", 39, "H-30"), ("learning_spells",)),
    Ruling("H-31", "Magic of Muggles", "Noted for the GM, whether granted or bought.",
           cite("1", 5, "H-31"), ("muggle_magic",)),
    Ruling("H-32", "Abilities of one's own",
           "Known by name and class. A further one takes the GM's word after the approval, and awarded dots.",
           cite("5.3", 21, "H-32")),
    Ruling("H-33", "Nourishment", "A point of Fortitude each time, never beyond the rating.",
           cite("3", 7, "H-33"), ("nourishment",)),
    Ruling("H-34", "Death", "The GM enters it, and nobody returns. Health at nothing is a mark alone.",
           cite("9.1", 40, "H-34")),
)  # fmt: skip


@hprpg.conflict
def more_dots_than_affinities_hold(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    dots, cap = house["affinity_dots"], house["affinity_cap"]
    room = DISCIPLINES * cap
    if dots > room:
        yield SettingConflict(
            ("affinity_dots", "affinity_cap"),
            f"There are {dots} dots for affinities, and fourteen of at most {cap} hold {room}.",
            f"Lower the dots to {room}, or raise the most dots in one affinity.",
        )


@hprpg.conflict
def more_dots_than_aspects_hold(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    limit, dots = house["rating_limit"], ASPECT_DOTS[0]
    room = OF_A_TYPE * min(CAP, limit - 1)
    if dots > room:
        yield SettingConflict(
            ("rating_limit",),
            f"There are {dots} dots for the aspects ranked first, and three that begin with one and stop at {limit} "
            f"hold {room}.",
            "Raise the highest rating to 4 or more.",
        )


@hprpg.conflict
def more_dots_than_gifts_leave_room_for(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    """Where ratings go to four, what an archetype gives takes room from what is bought beside it."""
    if house["rating_limit"] != CAP + 1:
        return
    rooms = {"species_pool": ("in the species' pool", ASPECTS * CAP - sum(ASPECT_DOTS) - GIFTED_AT_FOUR)}
    if house["affinity_cap"] == CAP:
        rooms["affinity_dots"] = ("for affinities", DISCIPLINES * CAP - 1)
    for key, (words, room) in rooms.items():
        if house[key] > room:
            yield SettingConflict(
                (key, "rating_limit"),
                f"There are {house[key]} dots {words}, and where ratings stop at {CAP + 1} some archetypes have room "
                f"for {room}.",
                f"Lower the dots to {room}, or raise the highest rating to {CAP + 2}.",
            )
