"""What the handbook leaves open or contradicts, decided: settings a GM can change, and readings."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ruling, Setting, SettingConflict, amount
from rules.systems.hprpg.game import ASPECT_DOTS, ASPECT_RULES, CAP, TYPES, cite, hprpg

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
        "Free dots for special abilities",
        3,
        cite("4.1", 12, "H-01"),
        "Chapter 4.1 says 5; the archetype pages say 3. 3 is legal under both.",
        low=0,
        high=9,
    ),
    Setting(
        "affinity_dots",
        "Dots for affinities",
        6,
        cite("7.1", 34, "H-02"),
        "The Handbook doesn't say how many dots you get for affinities. Set 0 for only your archetype's.",
        high=42,
    ),
    Setting(
        "affinity_cap",
        "Maximum bought dots per affinity",
        3,
        cite("7.1", 34, "H-02"),
        "3 for aspects and abilities.",
        high=7,
    ),
    Setting(
        "species_pool",
        "Bonus aspect dots from species",
        0,
        cite("2", 6, "H-03"),
        "The chapter mentions bonus points per species but gives no number.",
        high=ASPECTS * CAP - sum(ASPECT_DOTS) - GIFTED,
    ),
    Setting(
        "rating_limit",
        "Maximum permanent rating",
        5,
        cite("5.1", 20, "H-09"),
        "The scale has seven dots, but 5 is the permanent maximum. 6 and 7 are temporary.",
        low=1,
        high=7,
    ),
    Setting(
        "health_levels",
        "Health levels",
        7,
        cite("5.4", 22, "H-11"),
        "The Health chapter is empty. Elsewhere, seven levels of harm kill an ordinary person.",
        low=1,
        high=30,
    ),
    Setting(
        "fortitude_bonus",
        "Bonus Fortitude",
        0,
        cite("5.5", 22, "H-11"),
        "The Fortitude chapter is empty. Fortitude is your Willpower rating plus this.",
        high=20,
    ),
    Setting(
        "starting_feats",
        "Feats at creation",
        0,
        cite("4.2", 12, "H-13"),
        "Characters start without feats unless the GM allows one.",
        high=22,
    ),
    Setting(
        "free_fields",
        "Where a personality's free dots can go",
        "any",
        cite("3", 7, "H-14"),
        "Prodigy, Aspirant and Acolyte choose a field; some pages suggest a few.",
        choices=("any", "suggested"),
        words=("anything with dots", "only the book's suggestions"),
    ),
    Setting(
        "rows_may_repeat",
        "Allow the same archetype bonus twice",
        False,
        cite("4", 12, "H-15"),
        "The Handbook forbids the same choice twice within an archetype's table.",
    ),
    Setting(
        "known_spells_need_affinity",
        "Known spells need an affinity",
        True,
        cite("8.1", 36, "H-17"),
        "If off, spells without an affinity get no note. Power level 0 (Nihil) never needs one.",
    ),
    Setting(
        "untrained_practical_dv",
        "Higher DV for untrained practical checks",
        2,
        cite("5.3", 21, "H-18"),
        "Added to the DV if you have no dot.",
        high=10,
    ),
    Setting(
        "untrained_knowledge",
        "Allow untrained knowledge checks",
        False,
        cite("5.3", 21, "H-18"),
        "Untrained knowledge checks need your GM's permission.",
    ),
    Setting(
        "personality_change",
        "Changing your personality",
        "gm_word",
        cite("3", 7, "H-24"),
        "The Handbook doesn't say. Species and archetype can change if the GM agrees.",
        choices=("gm_word", "never"),
        words=("if the GM allows it", "never"),
    ),
    Setting(
        "archetype_step_dots",
        "Dots of a swapped special ability",
        "carried",
        cite("4.3", 12, "H-25"),
        "The example swaps abilities but doesn't mention their dots.",
        choices=("carried", "one"),
        words=("move to the new ability", "lost; the new ability starts at 1"),
    ),
    Setting(
        "leftover_dots",
        "Unspent dots after approval",
        "lapse",
        cite("5.2", 20, "H-28"),
        "If kept, they only buy dots within the maximum at creation.",
        choices=("lapse", "kept"),
        words=("lost", "kept"),
    ),
    Setting(
        "feat_price",
        "Feats after creation",
        "gm_word",
        cite("4.2", 12, "H-29"),
        "You unlock feats as you progress. The Handbook gives no price.",
        choices=("gm_word", "free", *map(str, range(1, MOST_FOR_A_FEAT + 1))),
        words=(
            "if the GM allows it",
            "free",
            *(f"{amount(n, 'awarded dot')}" for n in range(1, MOST_FOR_A_FEAT + 1)),
        ),
    ),
    Setting(
        "learning_spells",
        "Learning spells after creation",
        "note",
        cite("8.5", 39, "H-30"),
        "The section is empty, and memorised spells cost nothing.",
        choices=("note", "gm_word", "free"),
        words=("note for the GM", "if the GM allows it", "free"),
    ),
    Setting(
        "muggle_magic",
        "Muggle magic",
        "note",
        cite("1", 5, "H-31"),
        "Muggles have little magic or none, but some archetypes grant affinities to anyone.",
        choices=("note", "forbidden", "allowed"),
        words=("note for the GM", "none", "no limits"),
    ),
    Setting(
        "nourishment",
        "Fortitude restored by nourishment",
        "1",
        cite("3", 7, "H-33"),
        "Nourishment is the deed that restores it. Each personality names one, but not how much. "
        "Never above your rating.",
        choices=("1", "full"),
        words=("1 point", "all of it"),
    ),
):
    hprpg.setting(setting)

hprpg.rulings = (
    Ruling("H-01", "Dots for special abilities", "3 free dots, not 5; 4 is the maximum in one.",
           cite("4.1", 12, "H-01"), ("archetype_ability_dots",)),
    Ruling("H-02", "Affinity dots", "6 dots at creation, at most 3 bought in one discipline.",
           cite("7.1", 34, "H-02"), ("affinity_dots", "affinity_cap")),
    Ruling("H-03", "Species bonuses", "No species changes a number until your GM says how much.",
           cite("2", 6, "H-03"), ("species_pool",)),
    Ruling("H-04", "Druid and Sophisticate tables",
           "Their dots are illegible; both follow the Scholar's pattern of 2, 2, 2, 1, 1.",
           cite("4", 15, "H-04")),
    Ruling("H-05", "Empty archetype pages", "Artificer and Outlaw grant no dots and no feats, Scholar no feats.",
           cite("4", 13, "H-05")),
    Ruling("H-06", "Noble or Sophisticate", "One archetype under two names.", cite("4", 12, "H-06")),
    Ruling("H-07", "Names of disciplines", "Chapter 7's names count; the other spellings are aliases.",
           cite("7.2", 34, "H-07")),
    Ruling("H-08", "Thirty aspects or abilities", "Section 5.3 means the thirty abilities.", cite("5.3", 20, "H-08")),
    Ruling("H-09", "Ratings above 5", "5 is the permanent maximum.",
           cite("5.1", 20, "H-09"), ("rating_limit",)),
    Ruling("H-10", "Maximum dots at creation",
           "Caps limit bought dots only. Archetype and personality dots are extra.",
           cite("5.2", 20, "H-10")),
    Ruling("H-11", "Health, Fortitude, Heroism and Villainy",
           "7 levels of health, Fortitude equal to Willpower, two counters that start at 0.",
           cite("5.4", 22, "H-11"), ("health_levels", "fortitude_bonus")),
    Ruling("H-12", "Spending experience",
           "The GM awards dots. Each buys one dot, and none is refunded.",
           cite("4", 12, "H-12")),
    Ruling("H-13", "Starting feats", "None by default, and only feats of your archetype.",
           cite("4.2", 12, "H-13"), ("starting_feats",)),
    Ruling("H-14", "Free dots of a personality",
           "The Geek picks a knowledge ability; Prodigy, Aspirant and Acolyte anything.",
           cite("3", 7, "H-14"), ("free_fields",)),
    Ruling("H-15", "Choices in an archetype's table",
           "You choose one option a row, and never the same one twice.",
           cite("4", 12, "H-15"), ("rows_may_repeat",)),
    Ruling("H-16", "Unspent dots", "A to-do, never an error.", cite("5.2", 20, "H-16")),
    Ruling("H-17", "Spells in the Handbook",
           "The Handbook has no list, only five spells that it mentions; some disciplines are our best guess.",
           cite("8.1", 36, "H-17"), ("known_spells_need_affinity",)),
    Ruling("H-18", "Untrained checks", "Practical checks at a higher DV; knowledge checks only if the GM allows.",
           cite("5.3", 21, "H-18"), ("untrained_practical_dv", "untrained_knowledge")),
    Ruling("H-19", "Firmness", "A misprint for Fitness.", cite("8.2", 37, "H-19")),
    Ruling("H-20", "Formulas of chapter 10", "The outcome tables are right; three printed fractions are misprints.",
           cite("10.1", 44, "H-20")),
    Ruling("H-21", "Number of dots on the scale", "Every scale has seven dots.", cite("6.1", 24, "H-21")),
    Ruling("H-22", "Choices after approval",
           "Choices of creation are fixed. Two passages allow changes, and call them rare.",
           cite("2", 6, "H-22")),
    Ruling("H-23", "Changing species",
           "If the GM allows it: you lose the old species' dots, gain the new one's and keep bought dots.",
           cite("2", 6, "H-23")),
    Ruling("H-24", "Changing personality",
           "If the GM allows it: you lose the old one's dots and gain the new one's.",
           cite("3", 7, "H-24"), ("personality_change",)),
    Ruling("H-25", "Changing archetype step by step",
           "Swap three special abilities, each for one of the same kind and on its own day; their dots move along. "
           "After the third you have the new archetype. Your rows and feats stay, and the new rows grant nothing. "
           "Once the new archetype is approved, cancelling a step changes nothing.",
           cite("4.3", 12, "H-25"), ("archetype_step_dots",)),
    Ruling("H-26", "Changing archetype at once",
           "If the GM allows it: you lose the old archetype's rows, feats and dots and gain the new one's rows. Dots "
           "bought in the three special abilities move to those of the same kind.",
           cite("4.3", 12, "H-26")),
    Ruling("H-27", "Rankings and rows after creation",
           "Rankings are fixed: they only divided the dots of creation. The GM can allow moving a row of the "
           "archetype's table or a personality's free dot, one at a time.",
           cite("5.2", 20, "H-27")),
    Ruling("H-28", "Unspent dots after approval",
           "They're lost: dots bought after the first approval are awarded dots.",
           cite("5.2", 20, "H-28"), ("leftover_dots",)),
    Ruling("H-29", "Feats after creation",
           "Only if the GM allows it, only of your archetype, and without refunds.",
           cite("4.2", 12, "H-29"), ("feat_price",)),
    Ruling("H-30", "Learning spells", "Spells cost nothing; the GM sees a note.",
           cite("8.5", 39, "H-30"), ("learning_spells",)),
    Ruling("H-31", "Muggle magic", "The GM sees a note, whether it was granted or bought.",
           cite("1", 5, "H-31"), ("muggle_magic",)),
    Ruling("H-32", "Custom abilities",
           "Known by name and kind. After approval a new one needs the GM's permission and awarded dots.",
           cite("5.3", 21, "H-32")),
    Ruling("H-33", "Nourishment", "Restores 1 Fortitude each time, never above your rating.",
           cite("3", 7, "H-33"), ("nourishment",)),
    Ruling("H-34", "Death", "The GM records it, and it is final. Health at 0 alone doesn't kill.",
           cite("9.1", 40, "H-34")),
)  # fmt: skip


@hprpg.conflict
def more_dots_than_affinities_hold(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    dots, cap = house["affinity_dots"], house["affinity_cap"]
    room = DISCIPLINES * cap
    if dots > room:
        yield SettingConflict(
            ("affinity_dots", "affinity_cap"),
            f"{dots} dots for affinities are too many: {DISCIPLINES} affinities of up to {cap} hold {room}.",
            f"Lower the dots to {room}, or raise the maximum per affinity.",
        )


@hprpg.conflict
def more_dots_than_aspects_hold(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    limit, most, key = house["rating_limit"], house["most_bought"], max(ASPECT_RULES, key=lambda key: house[key])
    dots, room = house[key], OF_A_TYPE * min(most, limit - 1)
    if dots > room and most < limit:
        yield SettingConflict(
            (key, "most_bought"),
            f"{dots} dots for one type of aspect are too many: {OF_A_TYPE} aspects with up to {most} bought in each "
            f"hold {room}.",
            f"Lower the dots to {room}, or raise the most dots bought in one.",
        )
    elif dots > room:
        yield SettingConflict(
            ("rating_limit",),
            f"{dots} dots for the aspects ranked first are too many: {OF_A_TYPE} aspects up to {limit} hold {room}.",
            "Raise the maximum rating to 4 or more.",
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
                f"{house[key]} dots {words} are too many: with a maximum rating of {CAP + 1}, some "
                f"archetypes have room for {room}.",
                f"Lower the dots to {room}, or raise the maximum rating to {CAP + 2}.",
            )
