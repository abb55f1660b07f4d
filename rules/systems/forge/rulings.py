"""What no source settles, decided: settings a GM can change, and the readings they belong to."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Ruling, Setting, SettingConflict
from rules.kernel.documents.builds import LIST_LIMIT
from rules.systems.forge.game import ABILITIES, LEAST, MOST, cite, forge

for setting in (
    Setting(
        "ability_points", "Ability points", 8, cite("abilities.html", "F-01"),
        "The abilities page says 8; the Rolls page gives no number.",
        low=LEAST * len(ABILITIES), high=MOST * len(ABILITIES), starts=True,
    ),
    Setting(
        "source_only", "No limit on abilities", False, cite("Target Number", "F-01"),
        "No points and no maximum. Enter any ability from 1 up.",
    ),
    Setting(
        "value_points", "Value points", 0, cite("fate.html", "F-02"),
        "The rules don't say. Set 0 for no limit.", starts=True, ours=True, zero="no limit",
    ),
    Setting(
        "distinct_backgrounds", "Three different backgrounds", True, cite("personality.html", "F-03"),
        "Duplicates are rerolled. If off, duplicates are only noted.",
    ),
    Setting(
        "unlisted_backgrounds", "Backgrounds not on the table", "warning", cite("personality.html", "F-03"),
        "Eight rows are unknown, so custom backgrounds are fine.",
        choices=("warning", "error", "welcome"), words=("note", "error", "allowed"),
    ),
    Setting(
        "bond_limit", "Maximum bonds", 0, cite("Boons & Banes", "F-04"),
        f"The rules don't say. Set 0 for as many as a list holds, {LIST_LIMIT}.", high=LIST_LIMIT - 1,
    ),
    Setting(
        "momentum_focus", "Momentum and focus", "unknown", cite("abilities.html", "F-05"),
        "The quickstart has no formulas for them.", choices=("unknown", "same_as_poise"),
        words=("blank", "calculated like poise"),
    ),
    Setting(
        "ancestry_effects", "Ancestry bonuses", True, cite("ancestry.html", "F-06"),
        "These rules are unfinished. If off, ancestry has no effect.",
    ),
    Setting(
        "classes_at_creation", "Classes at creation", 1, cite("class.html", "F-07"),
        "More than this is a to-do. You may gain another class in play.", low=0, high=15,
    ),
    Setting(
        "check_bulk", "Maximum load: double capacity", True, cite("equipment.html", "F-08"),
        "If off, too much load is only noted.",
    ),
    Setting(
        "affliction_thresholds", "Stress at which afflictions come", "10,20", cite("stress.html", "F-09"),
        "For the first and second affliction.", choices=("10,20", "8,16", "12,24", "15,30"),
        words=("10 and 20", "8 and 16", "12 and 24", "15 and 30"),
    ),
    Setting(
        "tolerance_shifts_thresholds", "Stress tolerance moves afflictions", False, cite("ancestry.html", "F-09"),
        "The rules don't define stress tolerance. If off, it's only shown.",
    ),
    Setting(
        "opponent_from_one", "Minimum of 1 for an opponent's value", True, cite("Opposed Rolls", "F-10"),
        "If off, values below 1 count as 1.",
    ),
    Setting(
        "push_and_safe", "Push Your Luck and Play it Safe together", "forbid", cite("Play it Safe", "F-11"),
        "Together they change nothing: same target number, same dice.", choices=("forbid", "allow"),
        words=("not allowed", "allowed"),
    ),
    Setting(
        "group_tools", "Several tools in a group", "best", cite("Group Rolls", "F-12"),
        "Several backgrounds and bonds add up. The rules don't say so of tools.",
        choices=("best", "all"), words=("best one counts", "all count"),
    ),
    Setting(
        "sure_things", "Automatic success and failure", True, cite("Target Number", "F-13"),
        "TN as high as the die always succeeds; TN 0 never does. If off, one face of each die is an exception.",
    ),
    Setting(
        "several_tools", "Several tools for one character", "one", cite("Target Number", "F-14"),
        "One tool bonus per roll, from −1 to +2.", choices=("one", "all"), words=("one counts", "all count"),
    ),
    Setting(
        "ability_growth", "Abilities after approval", "never", cite("abilities.html", "F-15"),
        "Usually abilities never change.", choices=("never", "gm_word"),
        words=("never change", "if the GM allows it, 1 to 5, for no points"),
    ),
    Setting(
        "values_change", "Values and backgrounds after approval", "gm_word", cite("fate.html", "F-16"),
        "The rules don't say how they change.", choices=("gm_word", "free"),
        words=("if the GM allows it", "free to change"),
    ),
):  # fmt: skip
    forge.setting(setting)

forge.rulings = (
    Ruling("F-01", "Ability points", "8 points for agility, brawn and cunning, each 1 to 5. By the Rolls page "
           "alone, any ability from 1 up.", cite("abilities.html", "F-01"), ("ability_points", "source_only")),
    Ruling("F-02", "Values", "Six values with a name and a number. Your GM says what they are and how high they go.",
           cite("fate.html", "F-02"), ("value_points",)),
    Ruling("F-03", "Backgrounds", "Three different ones. Rows 1 to 12 of the table are known; for rows 13 to 20, ask "
           "your GM. A custom background is noted.", cite("personality.html", "F-03"),
           ("distinct_backgrounds", "unlisted_backgrounds")),
    Ruling("F-04", "Bonds", "As many as you like. Each one that matters to a roll gives one more die (a boon).",
           cite("Boons & Banes", "F-04"), ("bond_limit",)),
    Ruling("F-05", "Momentum and focus", "Blank: the quickstart has no formulas. A house rule calculates them "
           "like poise: 5 + 5 × brawn, 5 + 5 × cunning.",
           cite("abilities.html", "F-05"), ("momentum_focus",)),
    Ruling("F-06", "Ancestry", "Optional. Only speed, melee threat and stress tolerance count. A mixed ancestry has "
           "two different ones, with the bonuses of both.", cite("ancestry.html", "F-06"), ("ancestry_effects",)),
    Ruling("F-07", "Class", "Write your own, under one of five archetypes. Skills have one of five types.",
           cite("class.html", "F-07"), ("classes_at_creation",)),
    Ruling("F-08", "Equipment", "Write your own, with bulk and a price grade. Only bulk is checked: double your "
           "capacity is the maximum.", cite("equipment.html", "F-08"), ("check_bulk",)),
    Ruling("F-09", "Stress", "Afflictions come at 10 and 20. Stress tolerance is shown but changes nothing.",
           cite("stress.html", "F-09"), ("affliction_thresholds", "tolerance_shifts_thresholds")),
    Ruling("F-10", "Opponents below 1", "1 is the minimum for an opponent's ability or value.",
           cite("Opposed Rolls", "F-10"), ("opponent_from_one",)),
    Ruling("F-11", "Push Your Luck and Play it Safe together", "Not on one roll: they would cancel each other.",
           cite("Play it Safe", "F-11"), ("push_and_safe",)),
    Ruling("F-12", "Tools in a group", "Only the best one counts.", cite("Group Rolls", "F-12"), ("group_tools",)),
    Ruling("F-13", "TN off the die", "TN 0 or less never succeeds; TN as high as the die always does.",
           cite("Target Number", "F-13"), ("sure_things",)),
    Ruling("F-14", "More than one tool", "One tool bonus for one character, from −1 to +2.",
           cite("Target Number", "F-14"), ("several_tools",)),
    Ruling("F-15", "Abilities and ancestry after approval",
           "Both are fixed. The halves of a mixed ancestry have no order.",
           cite("abilities.html", "F-15"), ("ability_growth",)),
    Ruling("F-16", "Backgrounds and values after approval",
           "Both are fixed unless the GM allows a change, since both count in every roll.",
           cite("personality.html", "F-16"), ("values_change",)),
    Ruling("F-17", "Archetype and classes after approval",
           "The archetype is fixed and classes stay. New classes and skills are noted: ask your GM what they cost. "
           "Dead characters gain neither.",
           cite("class.html", "F-17")),
    Ruling("F-18", "Legends",
           "The GM enters one with all five details: name, major and minor effect, symbol and inscription.",
           cite("legends.html", "F-18")),
)  # fmt: skip


@forge.conflict
def a_sum_that_nobody_counts(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    points, usual = house["ability_points"], forge.settings["ability_points"].default
    if house["source_only"] and points != usual:
        yield SettingConflict(
            ("source_only", "ability_points"),
            f"“No limit on abilities” ignores the {points} ability points.",
            "Reset one of them.",
        )


@forge.conflict
def tolerance_that_nobody_has(house: Mapping[str, Any]) -> Iterable[SettingConflict]:
    if house["tolerance_shifts_thresholds"] and not house["ancestry_effects"]:
        yield SettingConflict(
            ("tolerance_shifts_thresholds", "ancestry_effects"),
            "Stress tolerance comes from ancestry bonuses, which are off.",
            "Turn on ancestry bonuses, or turn off “Stress tolerance moves afflictions”.",
        )
