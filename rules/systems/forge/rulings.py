"""What no source settles, decided: settings a game master can change, and the readings they belong to."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ruling, Setting, SettingConflict
from rules.kernel.documents.builds import LIST_LIMIT
from rules.systems.forge.game import ABILITIES, LEAST, MOST, cite, forge

for setting in (
    Setting(
        "ability_points", "Points for the three abilities", 8, cite("abilities.html", "F-01"),
        "The page on abilities has eight; the Rolls page names no number.",
        low=LEAST * len(ABILITIES), high=MOST * len(ABILITIES),
    ),
    Setting(
        "source_only", "Abilities by the Rolls page alone", False, cite("Target Number", "F-01"),
        "Then there is neither a sum nor a ceiling: the game master types any ability from 1 up.",
    ),
    Setting(
        "value_points", "Points for the six values", 0, cite("fate.html", "F-02"),
        "How values are set is in no source we have. At 0 nobody counts them.",
    ),
    Setting(
        "distinct_backgrounds", "Three different backgrounds", True, cite("personality.html", "F-03"),
        "The page has dice that come up alike rolled again. Without this, the same one twice is only noted.",
    ),
    Setting(
        "unlisted_backgrounds", "A background that no known row has", "warning", cite("personality.html", "F-03"),
        "Eight rows of the table are in no source we have, so words of your own are welcome.",
        choices=("warning", "error", "welcome"), words=("is noted", "is an error", "is welcome"),
    ),
    Setting(
        "bond_limit", "Bonds at most", 0, cite("Boons & Banes", "F-04"),
        "How many bonds one has is in no source we have. At 0 there are as many as a list holds, "
        f"{LIST_LIMIT}.", high=LIST_LIMIT - 1,
    ),
    Setting(
        "momentum_focus", "Momentum and focus", "unknown", cite("abilities.html", "F-05"),
        "The page breaks off before their formulas.", choices=("unknown", "same_as_poise"),
        words=("left blank for the player", "guessed as poise is found"),
    ),
    Setting(
        "ancestry_effects", "Ancestries change numbers", True, cite("ancestry.html", "F-06"),
        "The page calls itself unfinished. Without this an ancestry is only a word.",
    ),
    Setting(
        "classes_at_creation", "Classes at creation", 1, cite("class.html", "F-07"),
        "More is a warning: another class may come in play.", low=0, high=15,
    ),
    Setting(
        "check_bulk", "Nobody carries more than double", True, cite("equipment.html", "F-08"),
        "Bulk is all that is checked of equipment. Without this, too much is only noted.",
    ),
    Setting(
        "affliction_thresholds", "Stress that brings an affliction", "10,20", cite("stress.html", "F-09"),
        "The first affliction and the second.", choices=("10,20", "8,16", "12,24", "15,30"),
        words=("at 10 and 20", "at 8 and 16", "at 12 and 24", "at 15 and 30"),
    ),
    Setting(
        "tolerance_shifts_thresholds", "Stress tolerance moves the afflictions", False, cite("ancestry.html", "F-09"),
        "An ancestry changes a stress tolerance that is defined nowhere. It is shown, and counts only with this.",
    ),
    Setting(
        "opponent_from_one", "An opponent's value starts at 1", True, cite("Opposed Rolls", "F-10"),
        "The table has nothing below. Without this, less than 1 counts as 1.",
    ),
    Setting(
        "push_and_safe", "Push and safe on one roll", "forbid", cite("Play it Safe", "F-11"),
        "They cancel each other exactly: the same target number, the same dice.", choices=("forbid", "allow"),
        words=("not together", "allowed"),
    ),
    Setting(
        "group_tools", "Several tools in a group", "best", cite("Group Rolls", "F-12"),
        "The page has several backgrounds and bonds count together, and says no such thing of tools.",
        choices=("best", "all"), words=("the best one counts", "all of them count"),
    ),
    Setting(
        "sure_things", "Rolls that cannot go wrong, or right", True, cite("Target Number", "F-13"),
        "A target number as high as the die always succeeds, one of 0 never. Without this one face of each die is "
        "always spared.",
    ),
    Setting(
        "several_tools", "Several tools for one character", "one", cite("Target Number", "F-14"),
        "One tool bonus a roll, from −1 to +2.", choices=("one", "all"), words=("one counts", "all of them count"),
    ),
    Setting(
        "ability_growth", "Abilities after the approval", "never", cite("abilities.html", "F-15"),
        "The page calls them fixed, but only as a rule.", choices=("never", "gm_word"),
        words=("never change", "change by the GM's word, from 1 to 5, for no points"),
    ),
    Setting(
        "values_change", "Values and backgrounds after the approval", "gm_word", cite("fate.html", "F-16"),
        "Both count in every roll, and how they change is in no source we have.", choices=("gm_word", "free"),
        words=("change by the GM's word", "change freely"),
    ),
):  # fmt: skip
    forge.setting(setting)

forge.rulings = (
    Ruling("F-01", "Ability points", "Eight points over agility, brawn and cunning, each 1 to 5. By the Rolls page "
           "alone, any ability from 1 up.", cite("abilities.html", "F-01"), ("ability_points", "source_only")),
    Ruling("F-02", "Values", "Six blanks with a name and a number that the player writes: names and range are in no "
           "source we have.", cite("fate.html", "F-02"), ("value_points",)),
    Ruling("F-03", "Backgrounds", "Three different ones. Rows 1 to 12 of the table are known; what rows 13 to 20 say, "
           "the game master does. Words of your own are a warning.", cite("personality.html", "F-03"),
           ("distinct_backgrounds", "unlisted_backgrounds")),
    Ruling("F-04", "Bonds", "As many as you like; each one that matters to a roll is a boon.",
           cite("Boons & Banes", "F-04"), ("bond_limit",)),
    Ruling("F-05", "Momentum and focus", "Left blank for the player, for the page breaks off before their formulas. "
           "A table may guess 5 + 5 × brawn and cunning, as poise has it of agility.",
           cite("abilities.html", "F-05"), ("momentum_focus",)),
    Ruling("F-06", "Ancestry", "Optional, and only its numbers count: speed, threat in melee, stress tolerance. Mixed "
           "is two different ones, with the numbers of both.", cite("ancestry.html", "F-06"), ("ancestry_effects",)),
    Ruling("F-07", "Class", "In your own words, under one of five archetypes; skills are words with one of five types.",
           cite("class.html", "F-07"), ("classes_at_creation",)),
    Ruling("F-08", "Equipment", "In your own words, with bulk and a grade of price; only bulk is checked. More than "
           "double the capacity has to stay behind.", cite("equipment.html", "F-08"), ("check_bulk",)),
    Ruling("F-09", "Stress", "Afflictions come at 10 and at 20. A stress tolerance is shown and moves nothing.",
           cite("stress.html", "F-09"), ("affliction_thresholds", "tolerance_shifts_thresholds")),
    Ruling("F-10", "Opponents of nothing", "An opponent's ability or value starts at 1; less cannot be rolled against.",
           cite("Opposed Rolls", "F-10"), ("opponent_from_one",)),
    Ruling("F-11", "Push and safe together", "Not on one roll: they would cancel each other.",
           cite("Play it Safe", "F-11"), ("push_and_safe",)),
    Ruling("F-12", "Tools of a group", "Only the best one counts.", cite("Group Rolls", "F-12"), ("group_tools",)),
    Ruling("F-13", "Beyond the die", "A target number of 0 or less never succeeds, one as high as the die always does.",
           cite("Target Number", "F-13"), ("sure_things",)),
    Ruling("F-14", "More than one tool", "One tool bonus for one character, from −1 to +2.",
           cite("Target Number", "F-14"), ("several_tools",)),
    Ruling("F-15", "Abilities and ancestry in play",
           "Both are settled; the halves of a mixed ancestry have no order.",
           cite("abilities.html", "F-15"), ("ability_growth",)),
    Ruling("F-16", "Backgrounds and values in play",
           "What is written down stays, and another takes the GM's word, for both "
           "count in every roll.",
           cite("personality.html", "F-16"), ("values_change",)),
    Ruling("F-17", "Archetype and classes in play",
           "The archetype is settled, and a class that was taken stays. A further one and new skills are noted: their "
           "price is in no source we have. The dead gain neither.",
           cite("class.html", "F-17")),
    Ruling("F-18", "Legends",
           "The GM enters one with its name, major and minor effect, symbol and inscription, or not at all. "
           "It has no number.",
           cite("legends.html", "F-18")),
)  # fmt: skip


@forge.conflict
def a_sum_that_nobody_counts(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    points, usual = house["ability_points"], forge.settings["ability_points"].default
    if house["source_only"] and points != usual:
        yield SettingConflict(
            ("source_only", "ability_points"),
            f"Abilities by the Rolls page alone have no sum, so {points} points for them would never count.",
            "Switch one of the two back.",
        )


@forge.conflict
def tolerance_that_nobody_has(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    if house["tolerance_shifts_thresholds"] and not house["ancestry_effects"]:
        yield SettingConflict(
            ("tolerance_shifts_thresholds", "ancestry_effects"),
            "Stress tolerance comes from ancestries, and here they change no number, so it can shift nothing.",
            "Let ancestries change numbers, or leave the afflictions where they are.",
        )
