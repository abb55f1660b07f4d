"""What the book leaves open or contradicts, decided: settings a game master can change, and readings."""

from rules.kernel import Ruling, Setting
from rules.systems.duality.game import cite, duality

for setting in (
    Setting(
        "starting_xp",
        "Starting XP",
        30,
        cite("3.6", 8, "D-01"),
        "The book lets the GM decide.",
        high=1000,
        starts=True,
        ours=True,
    ),
    Setting(
        "life_in_total",
        "Count Life and Recovery towards an item's total bonus",
        False,
        cite("5.1.3", 12, "D-02"),
        "The total counts attributes. Life and Recovery are attributes, but each has a price of its own.",
    ),
    Setting(
        "third_style_free",
        "Third combat style free at creation",
        False,
        cite("3.5", 7, "D-03"),
        "A new style costs 3 XP “except at character creation”, which may mean the first two, or a third, too. "
        "Styles on the same statistic cost extra either way.",
    ),
    Setting(
        "style_needs_tag",
        "Magical styles require a tagged specialization",
        True,
        cite("3.5.1", 7, "D-06"),
        "If off, any specialization works.",
    ),
    Setting(
        "tags_on_opposed_rolls",
        "Tags on opposed rolls",
        True,
        cite("3.2", 5, "D-08"),
        "Each step easier is +3, each step harder −3.",
    ),
    Setting(
        "resurrection",
        "Resurrection (optional rule)",
        False,
        cite("4.3.2", 11, "D-10"),
        "Optional: three boxes; the third mark is death.",
    ),
    Setting(
        "blaze_of_glory",
        "Blaze of Glory (optional rule)",
        False,
        cite("4.3.1", 11, "D-10"),
        "Optional: one last action, Very Good without a roll, then death.",
    ),
    Setting(
        "climbing_back",
        "Cost of buying back a lowered value",
        "same",
        cite("3.6", 8, "D-17"),
        "The book prices steps above the start and refunds below it. Read literally, some steps back cost less than "
        "was refunded, or nothing.",
        ("same", "letter"),
        words=("same as the refund", "read literally"),
    ),
    Setting(
        "item_specialization_cap",
        "Maximum for an item's specialization",
        "as_bonuses",
        cite("5.1.3", 12, "D-24"),
        "The book limits an item's other bonuses but doesn't name this one.",
        ("as_bonuses", "none"),
        words=("same as other bonuses", "no maximum"),
    ),
    Setting(
        "attack_tags",
        "Tags of magical styles in a fight",
        False,
        cite("3.2", 5, "D-26"),
        "An attack is an opposed roll, where tags count. But the style has its own range, die and bonus.",
    ),
    Setting(
        "penalty_floor",
        "Experience lowered by a resurrection",
        "none",
        cite("4.3.2", 11, "D-27"),
        "Any experience, even to below +0; or only one above +0, as long as you have one.",
        ("none", "spread"),
        words=("any", "one above +0"),
    ),
    Setting(
        "gift_above_cap",
        "Resurrection gift above +3",
        True,
        cite("4.3.2", 11, "D-27"),
        "The book's maximum is about what you buy with XP.",
    ),
    Setting(
        "style_change",
        "Changing an approved combat style",
        "never",
        cite("3.5", 7, "D-20"),
        "Its kind, statistic or specialization. If the GM can allow another, it has to cost as much or more.",
        ("never", "gm_word"),
        words=("never", "if the GM allows it"),
    ),
    Setting(
        "free_item_again",
        "Next item free after selling the free one",
        False,
        cite("5.2", 12, "D-23"),
        "One item is free at creation. The book doesn't mention another after it's sold.",
    ),
    Setting(
        "item_sales",
        "Who enters item sales",
        "player",
        cite("5.2", 12, "D-25"),
        "Characters can sell items, but the GM may decide that a sale doesn't fit the story.",
        ("player", "gm"),
        words=("the player", "the GM"),
    ),
    Setting(
        "lost_item_xp",
        "XP of lost or broken items",
        "stays_spent",
        cite("5.2", 12, "D-25"),
        "The book refunds XP only for sales.",
        ("stays_spent", "returned"),
        words=("stay spent", "refunded"),
    ),
):
    duality.setting(setting)

duality.rulings = (
    Ruling("D-01", "Starting XP", "30 XP, unless your GM sets another number.", cite("3.6", 8, "D-01"),
           ("starting_xp",)),
    Ruling("D-02", "An item's total bonus", "Life, Recovery and damage dice don't count. A basic shield or armour "
           "starts at 2, any other basic item at 1.", cite("5.1.3", 12, "D-02"), ("life_in_total",)),
    Ruling("D-03", "Third combat style at creation", "Your first offensive and your first defensive style are free; "
           "a third costs 3 XP.", cite("3.5", 7, "D-03"), ("third_style_free",)),
    Ruling("D-04", "10 on an Easy roll", "Good, as in Table 1. The library example is a slip.",
           cite("1.3.1", 3, "D-04")),
    Ruling("D-05", "Experience of a combat style", "Melee and Ranged each include one. It is free and always as high "
           "as the style's own bonus.", cite("3.5.1", 7, "D-05")),
    Ruling("D-06", "Specialization of a magical style", "Each magical style uses a specialization that has its tag. "
           "That specialization is the attack bonus.", cite("3.5.1", 7, "D-06"), ("style_needs_tag",)),
    Ruling("D-07", "Two items with the same bonus", "The higher one counts. The lower one is shown as outranked.",
           cite("5.2", 12, "D-07")),
    Ruling("D-08", "Tags on opposed rolls", "They add 3 or subtract 3, as the footnote says.",
           cite("3.2", 5, "D-08"), ("tags_on_opposed_rolls",)),
    Ruling("D-09", "Unspent XP", "Overspending is an error. Unspent XP is kept.", cite("3.6", 8, "D-09")),
    Ruling("D-10", "Optional rules", "Resurrection and Blaze of Glory are off by default.",
           cite("4.3", 10, "D-10"), ("resurrection", "blaze_of_glory")),
    Ruling("D-11", "Half of an odd Recovery", "Round down, like the book's other division.",
           cite("4.2", 10, "D-11")),
    Ruling("D-12", "Repeated triage", "After each success on the same target, the next attempt costs 1 Advantage more. "
           "The book names no end; your GM says when that one pays the first price again.",
           cite("4.2.1", 10, "D-12")),
    Ruling("D-13", "Attacking with magic", "In a fight, the tag of a style's specialization doesn't add or subtract 3; "
           "the style has its range, die and bonus instead.", cite("4.1", 10, "D-13")),
    Ruling("D-14", "Same ability twice", "They don't stack. Use the higher level.", cite("5.2", 12, "D-14")),
    Ruling("D-15", "Refunds after approval", "After approval, only items can be sold for XP.",
           cite("3.6", 9, "D-15")),
    Ruling("D-16", "Free item", "Your first item at creation is free.", cite("3.6", 8, "D-16")),
    Ruling("D-17", "Buying back a lowered value", "Each step back up costs what the step down refunded.",
           cite("3.6", 8, "D-17"), ("climbing_back",)),
    Ruling("D-18", "Changing a tag after approval", "You can buy a tag for a specialization approved at +0 and "
           "without a tag (Human), even together with a bonus. Otherwise ask your GM: you pay "
           "the new one in full, and the old one isn't refunded.", cite("3.2", 5, "D-18")),
    Ruling("D-19", "Renaming an experience", "Other words make it another experience, so ask your GM. That includes "
           "the experience of a combat style.", cite("3.3", 6, "D-19")),
    Ruling("D-20", "Changing a combat style after approval", "Its kind, statistic and specialization can't change, and "
           "upgrades can't be refunded or exchanged.", cite("3.5", 7, "D-20"), ("style_change",)),
    Ruling("D-21", "Changing an item after approval", "Its kind, its style, a relic's own experience and its features "
           "can't change. Its name can: with the same features, it is still the same item.",
           cite("5.1", 12, "D-21")),
    Ruling("D-22", "Wealth lost in the story", "Your GM decides, and no XP are refunded. Regaining it costs the same "
           "steps again.", cite("3.1.4", 5, "D-22")),
    Ruling("D-23", "Selling the free item", "It refunds what its features cost and nothing for the item itself. Your "
           "next item costs 1 XP, and no other becomes free.", cite("5.2", 12, "D-23"), ("free_item_again",)),
    Ruling("D-24", "Maximum for an item's specialization", "Same as its other bonuses: +2 at creation, +3 later.",
           cite("5.1.3", 12, "D-24"), ("item_specialization_cap",)),
    Ruling("D-25", "Lost or broken items", "The GM enters the loss, and the XP in it stay spent.",
           cite("5.2", 12, "D-25"), ("item_sales", "lost_item_xp")),
    Ruling("D-26", "Tags in a fight", "No tag counts. A campaign can let them add or subtract 3 there, too.",
           cite("3.2", 5, "D-26"), ("attack_tags",)),
    Ruling("D-27", "Resurrection: penalty and gift", "Each is 1, plus 1 for each box marked this time. Both are listed "
           "with a date. What you bought stays, and its next step costs the same. The gift is free, and goes to any "
           "experience or a new one.", cite("4.3.2", 11, "D-27"), ("penalty_floor", "gift_above_cap")),
    Ruling("D-28", "Unmarking a box", "If your GM allows it, 3 XP remove a box and its penalty. Its gift stays, and so "
           "does the penalty for dying itself.", cite("4.3.2", 11, "D-28")),
    Ruling("D-29", "New soul in the body", "A new character, created and levelled as usual. For each box left marked, "
           "keep +2 in total from the dead character's experiences, for no XP; +2 is the maximum for each.",
           cite("4.3.2", 11, "D-29")),
    Ruling("D-30", "XP for Big Magic", "The GM enters how many and why.", cite("3.2.1", 6, "D-30")),
    Ruling("D-31", "Same tag on two lines", "You pay once per specialization of an item. A second tag on it, or dice "
           "for a style that rolls none, only gets a note.", cite("5.1.3", 12, "D-31")),
)  # fmt: skip
