"""What a game master looks up: difficulties, opponents, target numbers, stress, jumping, carrying."""

from rules.kernel import Rulebook
from rules.kernel.pages import Card, ReferenceSection
from rules.kernel.pages.reference import rows_of
from rules.systems.forge.entries import Ancestry, SkillType
from rules.systems.forge.game import DICE, LEAST, MOST, OPPOSED, cite, forge
from rules.systems.forge.panels import halves
from rules.systems.forge.rolling import HELP, TOOLS

TASKS = {
    "trivial": ("no roll", "Anybody, any time."),
    "easy": ("", "Most people, most of the time."),
    "simple": ("", "Even odds for most people."),
    "standard": ("", "The untrained mostly fail."),
    "difficult": ("", "Hard work for an expert."),
    "incredible": ("", "Experts mostly fail as well."),
    "legendary": ("", "Absurd to try, and a legend if it comes off."),
    "impossible": ("no roll", "It cannot be done."),
}
RESULTS = (
    ("0", "Failure", "a setback"),
    ("1", "Mixed", "it works, and a setback"),
    ("2", "Success", "it works"),
    ("3", "Critical", "and one critical effect"),
    ("each more", "Critical", "one critical effect more"),
)
SOURCES = (
    ("Something horrible", "+1 to +3"),
    ("A companion dies", "+5"),
    ("Starving", "+1 a day"),
    ("Falling", "+1d6 a pace"),
    ("A good night", "−3"),
    ("A rough night", "−1"),
    ("A gourmet meal", "−1"),
    ("Indulgence", "−1 or more"),
)


def references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """Tables for the roll, for body and mind, and what players may have chosen."""
    return (
        ReferenceSection("The roll", "How many dice, of what size, and what they have to show.", _roll()),
        ReferenceSection("Body and mind", "What strains, what carries, and how far it jumps.", _body()),
        ReferenceSection("On the sheets", "What your players may have chosen.", _chosen(rulebook)),
    )


def _roll() -> tuple[Card, ...]:
    tasks = tuple((key.capitalize(), told or f"d{DICE[key]}", words) for key, (told, words) in TASKS.items())
    last = len(OPPOSED)
    against = tuple((f"{n}" if n < last else f"{n} or more", f"d{faces}") for n, faces in enumerate(OPPOSED, 1))
    target = (
        ("Each background that helps", f"+{HELP}"),
        *((words.partition(":")[0], f"{bonus:+d}".replace("-", "−")) for words, bonus in TOOLS.values() if bonus),
        ("The opponent is trained to resist", f"−{HELP}"),
        ("Pushing your luck, with one die more", f"−{HELP}"),
        ("Playing it safe, with one die less", f"+{HELP}"),
    )
    return (
        Card("difficulty", "Difficulty", "For an ordinary person, whoever tries it.", cite("Roll Difficulty"),
             ("Task", "Dice", "Means"), tasks),
        Card("opposed", "Opposed rolls", "The dice against somebody's ability or value.", cite("Opposed Rolls"),
             ("Ability or value", "Dice"), against, rulings=("F-10",), also=("opponent",)),
        Card("target-number", "Target number", "An ability or value, and what bears on it.", cite("Target Number"),
             ("What", "Changes it by"), target, rulings=("F-11", "F-13", "F-14"), also=("tn", "tools", "backgrounds")),
        Card("roll-results", "Results", "Two dice, one more for each boon and one less for each bane.",
             cite("Roll Results"), ("Successes", "Result", "Brings"), RESULTS, also=("critical", "setback")),
        Card("groups", "Group rolls", "One roll for all of them.", cite("Group Rolls"),
             ("The task", "Value that counts"),
             (("More hands help", "the highest"), ("More feet hinder", "the lowest")), rulings=("F-12",)),
    )  # fmt: skip


def _body() -> tuple[Card, ...]:
    span = range(LEAST, MOST + 1)
    jumps = tuple(
        (f"{n}", f"{1 + n} paces", f"{halves(1 + n)} paces".replace("1 paces", "1 pace"), f"{n} ft") for n in span
    )
    loads = tuple((f"{n}", f"{5 + 3 * n}", f"{2 * (5 + 3 * n)}") for n in span)
    return (
        Card("stress", "Stress", "What brings it, and what takes it away.", cite("stress.html"),
             ("What", "Stress"), SOURCES, (("Afflictions", "The first at a total of 10, the second at 20."),),
             rulings=("F-09",), also=("afflictions",)),
        Card("jumping", "Jumping", "By brawn. Climbing costs one movement more for each pace.",
             cite("exploration.html"), ("Brawn", "With a run", "Standing", "Upwards"), jumps, also=("climbing",)),
        Card("capacity", "Carrying", "By brawn, in bulk of about 5 lb or 2.5 kg.", cite("equipment.html"),
             ("Brawn", "Easily", "Encumbered, up to"), loads, rulings=("F-08",), also=("bulk", "encumbrance")),
        Card("conditions", "Conditions", "Each is persistent or temporary; a skill called Recovery ends the latter.",
             cite("conditions.html")),
        Card("legends", "Legends", "A legend needs five details.", cite("legends.html"), ("Detail",),
             (("Major effect",), ("Minor effect",), ("Symbol",), ("Name",), ("Inscription",))),
    )  # fmt: skip


def _chosen(rulebook: Rulebook) -> tuple[Card, ...]:
    return (
        Card("ancestries", "Ancestries", "From a page that is unfinished.", cite("ancestry.html"),
             ("Ancestry", "Brings"), rows_of(rulebook, Ancestry), rulings=("F-06",)),
        Card("skill-types", "Types of skill", "What using one takes.", cite("skills.html"), ("Type", "Takes"),
             rows_of(rulebook, SkillType), rulings=("F-07",)),
    )  # fmt: skip


forge.references = references
