"""What the book leaves open or contradicts, decided: settings a game master can change, and readings."""

from rules.kernel import Ruling, Setting
from rules.systems.duality.game import cite, duality

for setting in (
    Setting(
        "starting_xp",
        "Experience points to start with",
        30,
        cite("3.6", 8, "D-01"),
        "The book leaves the number to the game master and suggests none.",
        high=1000,
    ),
    Setting(
        "life_in_total",
        "Life and Recovery count in an item's total bonus",
        False,
        cite("5.1.3", 12, "D-02"),
        "The total takes in attributes, and both are attributes; yet both have prices of their own.",
    ),
    Setting(
        "third_style_free",
        "A third combat style is free at creation",
        False,
        cite("3.5", 7, "D-03"),
        "A new style costs 3 “except at character creation”: that may mean the first two, or a third "
        "as well. What styles of one statistic cost is paid either way.",
    ),
    Setting(
        "style_needs_tag",
        "A magical style wants a specialization with its tag",
        True,
        cite("3.5.1", 7, "D-06"),
        "Without it, any specialization will do.",
    ),
    Setting(
        "tags_on_opposed_rolls",
        "Tags count on opposed rolls",
        True,
        cite("3.2", 5, "D-08"),
        "One step easier is +3 there, one step harder −3.",
    ),
    Setting(
        "resurrection",
        "The dead may be raised",
        False,
        cite("4.3.2", 11, "D-10"),
        "An optional rule: three boxes, and the third mark is the end.",
    ),
    Setting(
        "blaze_of_glory",
        "The defeated may go in a blaze of glory",
        False,
        cite("4.3.1", 11, "D-10"),
        "An optional rule: one last action, Very Good without a roll, and then death.",
    ),
    Setting(
        "climbing_back",
        "From below the start, a step up costs",
        "same",
        cite("3.6", 8, "D-17"),
        "Prices are given from the start upwards, and what a step down gives. By the letter, some steps back cost "
        "less than they gave, or nothing.",
        ("same", "letter"),
        words=("what the step down gave", "what 3.6 says by the letter"),
    ),
    Setting(
        "item_specialization_cap",
        "How far an item raises a specialization",
        "as_bonuses",
        cite("5.1.3", 12, "D-24"),
        "The limit of 5.1.3 names other bonuses and not this one.",
        ("as_bonuses", "none"),
        words=("like its other bonuses", "without a limit"),
    ),
    Setting(
        "attack_tags",
        "The tag of a magical style counts in a fight",
        False,
        cite("3.2", 5, "D-26"),
        "The footnote speaks of opposed rolls, and an attack is one; but the style has a range, a die and a bonus of "
        "its own.",
    ),
    Setting(
        "penalty_floor",
        "Which experience a resurrection takes from",
        "none",
        cite("4.3.2", 11, "D-27"),
        "The penalty may leave nothing of an experience, or less; or it falls on one that has something left, as long "
        "as there is one.",
        ("none", "spread"),
        words=("any", "one that has something left"),
    ),
    Setting(
        "gift_above_cap",
        "A gift of resurrection may go beyond +3",
        True,
        cite("4.3.2", 11, "D-27"),
        "The limit of 3.6 is said of what experience points buy.",
    ),
    Setting(
        "style_change",
        "An approved combat style becomes another",
        "never",
        cite("3.5", 7, "D-20"),
        "Its kind, its statistic and its specialization are chosen with it. Where the GM may allow another, "
        "that one costs as much or more.",
        ("never", "gm_word"),
        words=("never", "by the GM's word"),
    ),
    Setting(
        "free_item_again",
        "Another item is free when the free one is sold",
        False,
        cite("5.2", 12, "D-23"),
        "One item is free at creation; the book says nothing of a second once it is sold.",
    ),
    Setting(
        "item_sales",
        "Who enters that an item is sold",
        "player",
        cite("5.2", 12, "D-25"),
        "A character can sell; the GM may say that it does not fit the story.",
        ("player", "gm"),
        words=("the player", "the GM"),
    ),
    Setting(
        "lost_item_xp",
        "The experience points of an item lost or broken",
        "stays_spent",
        cite("5.2", 12, "D-25"),
        "Only selling is said to give them back.",
        ("stays_spent", "returned"),
        words=("stay spent", "come back"),
    ),
):
    duality.setting(setting)

duality.rulings = (
    Ruling("D-01", "Starting points", "Thirty experience points, unless your game master names another number.",
           cite("3.6", 8, "D-01"), ("starting_xp",)),
    Ruling("D-02", "An item's total bonus", "Life and Recovery stay out of it, and so does the damage die; a basic "
           "shield or armour begins at two, any other basic item at one.", cite("5.1.3", 12, "D-02"),
           ("life_in_total",)),
    Ruling("D-03", "A third style at creation", "Only the first offensive and the first defensive style are free; "
           "a third costs 3.", cite("3.5", 7, "D-03"), ("third_style_free",)),
    Ruling("D-04", "Ten on an Easy roll", "Good, as in Table 1; the example of the library slips.",
           cite("1.3.1", 3, "D-04")),
    Ruling("D-05", "The experience of a style", "Melee and Ranged bring one each: free, and always as high as the "
           "style's own bonus.", cite("3.5.1", 7, "D-05")),
    Ruling("D-06", "Magical styles", "Each is fought with a specialization that has its tag, and whose bonus is the "
           "attack bonus.", cite("3.5.1", 7, "D-06"), ("style_needs_tag",)),
    Ruling("D-07", "Two items, one bonus", "The higher counts; the lower is shown and marked as outranked.",
           cite("5.2", 12, "D-07")),
    Ruling("D-08", "Tags on opposed rolls", "They add three or take three away, as the footnote has it.",
           cite("3.2", 5, "D-08"), ("tags_on_opposed_rolls",)),
    Ruling("D-09", "Points left over", "Spending too many is an error; what is left is kept, and a note says so.",
           cite("3.6", 8, "D-09")),
    Ruling("D-10", "Optional rules", "Resurrection and Blaze of Glory are off until the table turns them on.",
           cite("4.3", 10, "D-10"), ("resurrection", "blaze_of_glory")),
    Ruling("D-11", "Half of an odd Recovery", "Rounded down, as the book's other division rounds.",
           cite("4.2", 10, "D-11")),
    Ruling("D-12", "Triage again", "Each time it has worked on somebody, the next attempt costs one Advantage more.",
           cite("4.2.1", 10, "D-12")),
    Ruling("D-13", "Attacking by magic", "The tag of a style's specialization neither adds three nor takes three away "
           "in a fight; the style has its range, die and bonus instead.", cite("4.1", 10, "D-13")),
    Ruling("D-14", "An ability from two sources", "One's own and an item's do not add up; the higher level counts.",
           cite("5.2", 12, "D-14")),
    Ruling("D-15", "What has been approved", "Once play begins nothing bought goes back for its points, save an item "
           "that is sold.", cite("3.6", 9, "D-15")),
    Ruling("D-16", "The free item", "It is the first on the list at creation.", cite("3.6", 8, "D-16")),
    Ruling("D-17", "Climbing back", "A step up to the start costs what the step down gave.", cite("3.6", 8, "D-17"),
           ("climbing_back",)),
    Ruling("D-18", "Another tag in play", "Free to buy where the approved bonus is +0 and the tag Human, with a bonus "
           "at the same time. Otherwise it takes the GM's word: the new one is paid in full, the old one stays paid "
           "for.", cite("3.2", 5, "D-18")),
    Ruling("D-19", "Another name for an experience", "It makes it another experience, so it takes the GM's word; so "
           "does one of a combat style.", cite("3.3", 6, "D-19")),
    Ruling("D-20", "What of a style is settled", "Its kind, its statistic and its specialization, and no upgrade is "
           "refunded or exchanged.", cite("3.5", 7, "D-20"), ("style_change",)),
    Ruling("D-21", "What of an item is settled", "Its kind, the style it was made for, a relic's own experience and "
           "every feature; its name is free, so a new name on all that an item gave is that item.",
           cite("5.1", 12, "D-21")),
    Ruling("D-22", "Wealth lost in the story", "By the GM's word and for no XP; to have it again costs the same steps "
           "again.", cite("3.1.4", 5, "D-22")),
    Ruling("D-23", "The free item sold", "It gives back what its features cost and nothing for its making; the next "
           "item costs 1, and no other becomes free.", cite("5.2", 12, "D-23"), ("free_item_again",)),
    Ruling("D-24", "An item's specialization", "Raised no further than its other bonuses: +2 at creation, +3 later.",
           cite("5.1.3", 12, "D-24"), ("item_specialization_cap",)),
    Ruling("D-25", "An item lost or broken", "The GM enters the loss, and the points in it stay spent.",
           cite("5.2", 12, "D-25"), ("item_sales", "lost_item_xp")),
    Ruling("D-26", "Tags in a fight", "None counts, as D-13 has it; a table may let them add three or take three away "
           "there, too.", cite("3.2", 5, "D-26"), ("attack_tags",)),
    Ruling("D-27", "What a resurrection takes and gives", "One, and one more for each box marked this time, of each. "
           "Both are lines with a date: what was bought stays, and its next step costs what it did. A gift is free, on "
           "any experience or as a new one.", cite("4.3.2", 11, "D-27"), ("penalty_floor", "gift_above_cap")),
    Ruling("D-28", "A box unmarked", "By the GM's leave, for 3 XP: the penalty of that box goes and its "
           "gift stays. The penalty of dying itself stays.", cite("4.3.2", 11, "D-28")),
    Ruling("D-29", "A new soul in the body", "A new character, created and leveled as any other. For each box that "
           "the player leaves marked, the dead one's experiences keep +2 in all, for no XP; none that is kept is above "
           "+2.", cite("4.3.2", 11, "D-29")),
    Ruling("D-30", "Experience points for Big Magic", "The GM enters how many and why.",
           cite("3.2.1", 6, "D-30")),
    Ruling("D-31", "A tag on two lines", "Charged once for one specialization of an item. A tag where there is one, "
           "and dice for a style that rolls none, are notes.", cite("5.1.3", 12, "D-31")),
)  # fmt: skip
