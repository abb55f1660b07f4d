"""What the chapter and the public pages leave open or contradict: settings a game master can change, and readings."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ruling, Setting, SettingConflict
from rules.systems.rough_magic.game import ATTRIBUTES, POWER, cite, rough_magic

for setting in (
    Setting(
        "bonus_dice",
        "What bonus dice do",
        "sum",
        cite("Mechanical musings 3", "R-01"),
        "The pages describe both.",
        choices=("sum", "keep2"),
        words=("every die counts", "more are thrown, the best two count"),
    ),
    Setting(
        "character_points",
        "Character points to start with",
        40,
        cite("House readings", "R-02"),
        "The sum of suggestions of 25, 10 and 5, not a rule; 0 only shows what everything costs.",
        high=1000,
        blank=0,
    ),
    Setting(
        "expertise",
        "What expertise does",
        "reroll_1s_2s",
        cite("Introduction 8564", "R-04"),
        "What is thrown again is thrown until it is neither.",
        choices=("reroll_1s_2s", "reroll_1s", "bonus_die", "none"),
        words=("ones and twos are thrown again", "ones are thrown again", "one die more", "nothing"),
    ),
    Setting(
        "untrained",
        "A roll without the skill",
        "no_attribute",
        cite("Introduction 8564", "R-05"),
        "Nobody casts untrained.",
        choices=("no_attribute", "one_die"),
        words=("only tools count", "the attribute counts, with a single die"),
    ),
    Setting(
        "endurance",
        "How Endurance is found",
        "max_brawn_presence",
        cite("Endurance of the sister game", "R-06"),
        "The first is how the sister game has it.",
        choices=("max_brawn_presence", "sum", "by_hand"),
        words=("the higher of Brawn and Presence", "Brawn and Presence together", "a number of your own"),
    ),
    Setting(
        "general_av",
        "The value that rolls a spell whose own is Power Level",
        "roll",
        cite("Creation", "R-10"),
        "Sections on such spells name Power Level, and roll with Reason beside it.",
        choices=("roll", "spell"),
        words=("Reason and Power Level", "Power Level alone"),
    ),
    Setting(
        "ward_and_move_av",
        "The attribute for wards and for moving",
        "section",
        cite("Basics", "R-11"),
        "The sections on these spells and the summary table differ.",
        choices=("section", "table"),
        words=("Reason, as the sections have it", "Agility, as the summary has it"),
    ),
    Setting(
        "transmute_unwilling",
        "Changing somebody who does not want it",
        "section",
        cite("Transmutation", "R-11"),
        "The section has the first, the summary table the second.",
        choices=("section", "table"),
        words=("Reason against Presence and Power Level", "Presence against Agility and equipment"),
    ),
    Setting(
        "mental_defense",
        "What resists magic on the mind",
        "presence",
        cite("Mental Attacks", "R-12"),
        "A mental attack ignores charms and wards in any case.",
        choices=("presence", "charm"),
        words=("Presence alone", "Presence, and a charm or a ward"),
    ),
    Setting(
        "specialty_change",
        "Another specialty after the approval",
        "gm_word",
        cite("Specialization", "R-23"),
        "A specialty costs nothing and moves a die, and nobody says whether it may be exchanged.",
        choices=("gm_word", "never", "free"),
        words=("by the GM's word", "never", "is free"),
    ),
):
    rough_magic.setting(setting)

rough_magic.rulings = (
    Ruling("R-01", "Bonus and penalty dice", "A bonus die is one more die thrown and counted, a penalty die one fewer; "
           "with none left the spell cannot be cast.", cite("Mechanical musings 3", "R-01"), ("bonus_dice",)),
    Ruling("R-02", "Character points", "Forty: 25 for attributes, 10 for skills, 5 for gifts and traits. Those are "
           "suggested budgets, not a rule; only the total binds.", cite("House readings", "R-02"),
           ("character_points",)),
    Ruling("R-03", "Limits of attributes", "Attributes run from 1 to 10, Power Level from 0 to 10; Power Level 0 is "
           "free.", cite("Attributes 7320", "R-03")),
    Ruling("R-04", "Expertise", "It costs a point more than its skill, and throws ones and twos again until they "
           "are 3 or better.", cite("Introduction 8564", "R-04"), ("expertise",)),
    Ruling("R-05", "Untrained", "Without the skill the attribute does not count.", cite("Introduction 8564", "R-05"),
           ("untrained",)),
    Ruling("R-06", "Endurance", "The higher of Brawn and Presence, as a sister game has it. Maximum lost to magic is "
           "marked by itself, and never leaves less than 0.", cite("Endurance of the sister game", "R-06"),
           ("endurance",)),
    Ruling("R-07", "Plot points", "A counter without a start or an end: nobody says how many there are.",
           cite("Equipment 6954", "R-07")),
    Ruling("R-08", "Specialty", "It costs nothing and wants Thaumaturgy. What is prohibited or unrecognised may be "
           "chosen, with a warning.", cite("Specialization", "R-08")),
    Ruling("R-09", "Skills, gifts and traits", "Any name will do, once each, for a point; more than five gifts and "
           "traits together bring a warning.", cite("Supernaturals 8152", "R-09")),
    Ruling("R-10", "Power Level or the roll", "Where a section calls Power Level the value of a spell and rolls with "
           "Reason beside it, the roll is what counts. Power Level stays the value for whoever opposes the spell "
           "later.", cite("Creation", "R-10"), ("general_av",)),
    Ruling("R-11", "Summary or section", "Where the summary table and a spell's own section differ, the section "
           "wins.", cite("Basics", "R-11"), ("ward_and_move_av", "transmute_unwilling")),
    Ruling("R-12", "Equipment against the mind", "Presence alone resists. A table may let charms and wards help, but "
           "a mental attack ignores them always.", cite("Mental Attacks", "R-12"), ("mental_defense",)),
    Ruling("R-13", "Failed by more than twelve", "Critical.", cite("Unintended Consequences", "R-13")),
    Ruling("R-14", "The row of a consequence", "Two dice and three for each level above minor, counted from the top; "
           "white hair, the first, never comes up.", cite("Unintended Consequences", "R-14")),
    Ruling("R-15", "Between and beyond the rows", "What lies between two rows counts as the higher; what lies beyond "
           "the last cannot be done.", cite("Scope", "R-15")),
    Ruling("R-16", "What a rating is worth", "Expertise rates 1; points of an attribute and armour rate as many as "
           "they are. Points climb by the prices of attributes, and what does not reach a step is lost.",
           cite("Empowering Objects", "R-16")),
    Ruling("R-17", "Power Level falls", "Objects beyond the new limit are a warning, and the player says which stop.",
           cite("Empowering Objects", "R-17")),
    Ruling("R-18", "Left to the table", "Damage, movement, initiative, dodging and margin of success are not in the "
           "source. The sheet has blanks for them.", cite("House readings", "R-18")),
    Ruling("R-19", "The avenue of a spell", "Each kind of spell begins in the avenue its heading speaks of, or in "
           "none; the caster names another where the spell belongs there.", cite("Avenues Of Magic", "R-19")),
    Ruling("R-20", "Magic's own wounds", "Healing them is twice as hard: twice the total lost, and never easier than "
           "the level of the worst.", cite("Healing", "R-20")),
    Ruling("R-21", "After approval", "Points earned in play buy at the prices of creation, and nothing that was "
           "approved is refunded.", cite("House readings", "R-21")),
    Ruling("R-22", "Power Level that was lost", "An entry of the ledger, and another when it returns; the points stay "
           "spent. A step bought meanwhile costs what it does from where it starts, and the higher of both levels "
           "counts afterwards.", cite("Unintended Consequences", "R-22")),
    Ruling("R-23", "Another specialty", "By the GM's word; a first one is free, with a note.",
           cite("Specialization", "R-23"), ("specialty_change",)),
    Ruling("R-24", "Objects", "One for good keeps its rating and what it gives, is judged by the Power Level of the "
           "day it was made, and its points stay spent when it is destroyed. What lasts a week comes and goes freely.",
           cite("Empowering Objects", "R-24")),
    Ruling("R-25", "What lasts of a consequence", "Maximum Endurance returns by rest or by Healing: each loss and each "
           "return is an entry. So is a disfigurement that a morning's roll of 2 made permanent: Healing ends it, or a "
           "polymorph.",
           cite("Recovering From Magical Consequences", "R-25")),
)  # fmt: skip


@rough_magic.conflict
def fewer_points_than_attributes_cost(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    points, least = house["character_points"], len([key for key in ATTRIBUTES if key != POWER])
    if 0 < points < least:
        yield SettingConflict(
            ("character_points",),
            f"All attributes but Power Level are at least 1, which costs {least} points, so {points} would never do.",
            f"Give {least} or more; with 0 nobody counts them.",
        )
