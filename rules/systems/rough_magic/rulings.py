"""What the chapter and the public pages leave open or contradict: settings a game master can change, and readings."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ruling, Setting, SettingConflict
from rules.systems.rough_magic.game import ATTRIBUTES, POWER, cite, rough_magic

for setting in (
    Setting(
        "bonus_dice",
        "Bonus dice",
        "sum",
        cite("Mechanical musings 3", "R-01"),
        "The pages describe both.",
        choices=("sum", "keep2"),
        words=("add all dice", "keep the best two"),
    ),
    Setting(
        "character_points",
        "Starting character points",
        40,
        cite("Dramatis rulings", "R-02"),
        "25 + 10 + 5 are suggestions, not a rule. Set 0 for no limit.",
        high=1000,
        blank=0,
        starts=True,
        ours=True,
        zero="no limit",
    ),
    Setting(
        "expertise",
        "Expertise",
        "reroll_1s_2s",
        cite("Introduction 8564", "R-04"),
        "Keep rerolling until it's neither.",
        choices=("reroll_1s_2s", "reroll_1s", "bonus_die", "none"),
        words=("reroll 1s and 2s", "reroll 1s", "1 more die", "no effect"),
    ),
    Setting(
        "untrained",
        "Untrained rolls",
        "no_attribute",
        cite("Introduction 8564", "R-05"),
        "You can't cast untrained.",
        choices=("no_attribute", "one_die"),
        words=("tools only", "attribute with 1 die"),
    ),
    Setting(
        "endurance",
        "Calculating Endurance",
        "max_brawn_presence",
        cite("Endurance of a related game", "R-06"),
        "The rules don't say. A related game uses the first.",
        choices=("max_brawn_presence", "sum", "by_hand"),
        words=("the higher of Brawn and Presence", "Brawn plus Presence", "set by hand"),
    ),
    Setting(
        "general_av",
        "What to roll for Power Level spells",
        "roll",
        cite("Creation", "R-10"),
        "Their sections name Power Level, but roll it with Reason.",
        choices=("roll", "spell"),
        words=("Reason and Power Level", "Power Level alone"),
    ),
    Setting(
        "ward_and_move_av",
        "Attribute for wards and moving",
        "section",
        cite("Basics", "R-11"),
        "The sections on these spells and the summary table differ.",
        choices=("section", "table"),
        words=("Reason, as in the sections", "Agility, as in the summary table"),
    ),
    Setting(
        "transmute_unwilling",
        "Transforming an unwilling target",
        "section",
        cite("Transmutation", "R-11"),
        "The section and the summary table disagree.",
        choices=("section", "table"),
        words=("Reason against Presence and Power Level", "Presence against Agility and equipment"),
    ),
    Setting(
        "mental_defense",
        "Resisting mental magic",
        "presence",
        cite("Mental Attacks", "R-12"),
        "Mental attacks always ignore charms and wards.",
        choices=("presence", "charm"),
        words=("Presence alone", "Presence, and a charm or a ward"),
    ),
    Setting(
        "specialty_change",
        "Changing an approved specialty",
        "gm_word",
        cite("Specialization", "R-23"),
        "A specialty is free and moves a die. The book doesn't say whether it can change.",
        choices=("gm_word", "never", "free"),
        words=("if the GM allows it", "never", "free"),
    ),
):
    rough_magic.setting(setting)

rough_magic.rulings = (
    Ruling("R-01", "Bonus and penalty dice", "A bonus die is 1 more die to roll and add, a penalty die 1 fewer. With "
           "no dice left, you can't cast the spell.", cite("Mechanical musings 3", "R-01"), ("bonus_dice",)),
    Ruling("R-02", "Character points", "40: 25 for attributes, 10 for skills, 5 for gifts and traits. Those are "
           "suggestions, not a rule; only the total counts.", cite("Dramatis rulings", "R-02"), ("character_points",)),
    Ruling("R-03", "Limits of attributes", "Attributes go from 1 to 10, Power Level from 0 to 10. Power Level 0 is "
           "free.", cite("Attributes 7320", "R-03")),
    Ruling("R-04", "Expertise", "It costs 1 point more than its skill. Reroll 1s and 2s until they are 3 or better.",
           cite("Introduction 8564", "R-04"), ("expertise",)),
    Ruling("R-05", "Untrained rolls", "Without the skill, don't add the attribute.", cite("Introduction 8564", "R-05"),
           ("untrained",)),
    Ruling("R-06", "Endurance", "The higher of Brawn and Presence, as in a related game. Max Endurance lost is "
           "tracked separately and never goes below 0. Curses and blessings on Brawn or Presence move it, too.",
           cite("Endurance of a related game", "R-06"), ("endurance",)),
    Ruling("R-07", "Plot points", "Your GM says how many you have.", cite("Equipment 6954", "R-07")),
    Ruling("R-08", "Specialty", "Free, but requires Thaumaturgy. Prohibited and unrecognised avenues are allowed, with "
           "a warning.", cite("Specialization", "R-08")),
    Ruling("R-09", "Skills, gifts and traits", "Any name works, once each, for 1 point. More than 5 gifts and traits "
           "together get a note.", cite("Supernaturals 8152", "R-09")),
    Ruling("R-10", "Rolling Power Level spells", "Where a section names Power Level but rolls Reason with it, roll "
           "both. To oppose the spell later, use Power Level.", cite("Creation", "R-10"), ("general_av",)),
    Ruling("R-11", "Summary table or section", "Where the summary table and a spell's own section differ, the section "
           "wins.", cite("Basics", "R-11"), ("ward_and_move_av", "transmute_unwilling")),
    Ruling("R-12", "Charms against mental magic", "Only Presence resists. A campaign can let charms and wards help, "
           "but never against mental attacks.", cite("Mental Attacks", "R-12"), ("mental_defense",)),
    Ruling("R-13", "Failing by more than 12", "Critical.", cite("Unintended Consequences", "R-13")),
    Ruling("R-14", "Rows of the consequences table", "Roll 2 dice, add 3 for each level above minor, and count from "
           "the top. White hair, the first row, never comes up.", cite("Unintended Consequences", "R-14")),
    Ruling("R-15", "Values between and beyond the rows", "Between two rows, use the higher. Beyond the last row, it's "
           "impossible.", cite("Scope", "R-15")),
    Ruling("R-16", "Rating of an effect", "Expertise has rating 1; attribute points and armour have as many as "
           "they give. The points raise an attribute at its normal prices; what is too little for a rank is lost.",
           cite("Empowering Objects", "R-16")),
    Ruling("R-17", "Objects when Power Level falls", "If you have too many objects, choose which ones stop.",
           cite("Empowering Objects", "R-17")),
    Ruling("R-18", "Left to the GM", "Damage, movement, initiative, dodging and margin of success are up to your GM. "
           "The sheet has space for them.", cite("Dramatis rulings", "R-18")),
    Ruling("R-19", "Avenue of a spell", "Each kind of spell starts in the avenue its heading names, or in none. Choose "
           "another where the spell belongs there.", cite("Avenues Of Magic", "R-19")),
    Ruling("R-20", "Healing what failed magic took", "The DV is twice the total lost, and at least the DV of the worst "
           "failure in the table of healing.", cite("Healing", "R-20")),
    Ruling("R-21", "Points after approval", "Points earned in play buy at the same prices. What was approved isn't "
           "refunded.", cite("Dramatis rulings", "R-21")),
    Ruling("R-22", "Losing Power Level", "Enter the loss in the ledger, and its return. The points stay spent. A rank "
           "bought before the return is priced from the lowered level; after it, the higher of both levels counts.",
           cite("Unintended Consequences", "R-22")),
    Ruling("R-23", "Changing a specialty", "Ask your GM. A first one is free, with a note.",
           cite("Specialization", "R-23"), ("specialty_change",)),
    Ruling("R-24", "Permanent and temporary objects", "A permanent object keeps its rating and effect, even if Power "
           "Level falls later. Its points stay spent when it is destroyed. A temporary one comes and goes freely.",
           cite("Empowering Objects", "R-24")),
    Ruling("R-25", "Lasting consequences", "Maximum Endurance returns with rest or Healing. Mark or enter each loss; a "
           "rest or Healing in play gives it back. Also enter a disfigurement that a morning roll of 2 made permanent: "
           "Healing or a polymorph ends it.", cite("Recovering From Magical Consequences", "R-25")),
)  # fmt: skip


@rough_magic.conflict
def fewer_points_than_attributes_cost(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    points, least = house["character_points"], len([key for key in ATTRIBUTES if key != POWER])
    if 0 < points < least:
        yield SettingConflict(
            ("character_points",),
            f"{points} points aren't enough: all attributes but Power Level are at least 1, which costs {least}.",
            f"Set {least} or more, or 0 for no limit.",
        )
