"""What the book leaves open or contradicts, decided."""

from rules.kernel import Ruling
from rules.systems.dominion.game import cite, dominion

dominion.rulings = (
    Ruling("A-01", "Hobbit or Halfling", "One race under two names.", cite("2.4", 12, "A-01")),
    Ruling("A-02", "Starting Points", "Attribute Points under another name.", cite("2.4", 12, "A-02")),
    Ruling("A-03", "When a twelve fails", "On skill, stat and Timing rolls only; attribute and table dice may show it.",
           cite("1.7", 3, "A-03")),
    Ruling("A-04", "Attributes above twelve", "Twelve is the most an attribute can be, whatever is added.",
           cite("3.1", 17, "A-04")),
    Ruling("A-05", "Tables that raise attributes", "They do so at creation, before composites are worked out, so Luck "
           "from a table can bring Favourable Rounding.", cite("2.4", 12, "A-05")),
    Ruling("A-06", "A start that is met already", "The highest start counts; a table never lowers a skill.",
           cite("2.4", 12, "A-06")),
    Ruling("A-07", "The same roll twice", "The same number is rolled again, not the same effect.",
           cite("2.4", 12, "A-07")),
    Ruling("A-08", "A skill of your choice", "Any skill of the book; ask your game master before you take "
           "Priestcraft or Witchcraft.", cite("2.4", 12, "A-08")),
    Ruling("A-09", "Composites of nought", "Nought in the race averages means not worked out; no stat is ever nought.",
           cite("14.3", 224, "A-09")),
    Ruling("A-10", "Other races", "They roll on the human table; the averages of chapter 14 change nothing.",
           cite("2.4", 12, "A-10")),
    Ruling("A-11", "Scimitar and Musket", "They have no price, so nobody buys them at creation.",
           cite("2.7", 16, "A-11")),
    Ruling("A-12", "Figures without a sign", "A bare 1 in the Weapons List is +1.", cite("9.2", 80, "A-12")),
    Ruling("A-13", "The maul", "Its Armour Penalty is −3, as in the table.", cite("9.3.6", 83, "A-13")),
    Ruling("A-14", "The musket's +1", "A Withstand Injury Penalty is always a penalty; the musket's is −1.",
           cite("9.3.5", 82, "A-14")),
    Ruling("A-15", "The musket at range", "A missile weapon with the ranges of a crossbow.", cite("9.4", 84, "A-15")),
    Ruling("A-16", "Helms and gorgets", "Every helm costs one AP, the leather gorget two.", cite("2.7", 15, "A-16")),
    Ruling("A-17", "What is worn together", "Bonuses and penalties add up; one suit, helm, pair of boots and shield.",
           cite("9.5", 84, "A-17")),
    Ruling("A-18", "Forfeit", "The Timing roll is lost and the stat is the score.", cite("9.2.2", 81, "A-18")),
    Ruling("A-19", "Vigour of three", "The attribute; weaker hands may carry such a weapon, never wield it.",
           cite("9.2", 80, "A-19")),
    Ruling("A-20", "One weapon in hand", "One wielded weapon sets Timing, Parry and Disarm.",
           cite("9.2", 80, "A-20")),
    Ruling("A-31", "When spells are rolled", "Each spell's own entry decides between the two stages.",
           cite("12.0.3", 117, "A-31")),
    Ruling("A-33", "When a skill is lost", "When stat and penalty together come to less than one.",
           cite("8.8", 74, "A-33")),
    Ruling("A-34", "Stamina and injury", "No Stamina skill suffers an Injury Penalty.", cite("8.4.1", 68, "A-34")),
    Ruling("A-58", "Several rites and charms", "Each adds its bonus; any one of them wards off the harm of a twelve.",
           cite("12.0.13", 123, "A-58")),
)  # fmt: skip
