"""What a game master looks up: difficulties, opponents, target numbers, stress, jumping, carrying."""

from rules.kernel import Rulebook
from rules.kernel.basics import minus, signed
from rules.kernel.pages import Card, ReferenceSection
from rules.kernel.pages.reference import rows_of
from rules.systems.forge.entries import Ancestry, SkillType
from rules.systems.forge.game import DICE, LEAST, MOST, OPPOSED, cite, forge
from rules.systems.forge.performing import RELIEF
from rules.systems.forge.rolling import HELP, TOOLS

TASKS = {
    "trivial": ("no roll", "Anyone, any time."),
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
    ("3", "Critical", "it works, and one critical effect"),
    ("each more", "Critical", "one more critical effect"),
)
SOURCES = (
    ("Something horrible", "+1 to +3"),
    ("A companion dies", "+5"),
    ("Starving", "+1 a day"),
    ("Falling", "+1d6 a pace"),
    *((label, minus(change)) for label, change in RELIEF.values()),
    ("Indulgence", "−1 or more"),
)


def references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """Tables for the roll, for body and mind, and what players may have chosen."""
    return (
        ReferenceSection("The roll", "Dice, target numbers and results.", _roll()),
        ReferenceSection("Body and mind", "Stress, jumping and carrying.", _body()),
        ReferenceSection("On the sheets", "Choices your players may have.", _chosen(rulebook)),
    )


def _roll() -> tuple[Card, ...]:
    tasks = tuple((key.capitalize(), told or f"d{DICE[key]}", words) for key, (told, words) in TASKS.items())
    last = len(OPPOSED)
    against = tuple((f"{n}" if n < last else f"{n} or more", f"d{faces}") for n, faces in enumerate(OPPOSED, 1))
    target = (
        ("Each background that helps", f"+{HELP}"),
        *((words.partition(":")[0], signed(bonus)) for words, bonus in TOOLS.values() if bonus),
        ("Trained opponent", f"−{HELP}"),
        ("Push your luck, with one more die", f"−{HELP}"),
        ("Play it safe, with one less die", f"+{HELP}"),
    )
    return (
        Card("difficulty", "Difficulty", "For an ordinary person, no matter who tries it.", cite("Roll Difficulty"),
             ("Task", "Dice", "Means"), tasks),
        Card("opposed", "Opposed rolls", "Dice against an opponent's ability or value.", cite("Opposed Rolls"),
             ("Ability or value", "Dice"), against, rulings=("F-10",), also=("opponent",)),
        Card("target-number", "Target number", "An ability or value, plus or minus modifiers.", cite("Target Number"),
             ("Modifier", "TN"), target, rulings=("F-11", "F-13", "F-14"), also=("tn", "tools", "backgrounds")),
        Card("roll-results", "Results", "Roll two dice, one more for each boon (what helps) and one less for each bane "
             "(what hinders).",
             cite("Roll Results"), ("Successes", "Result", "Brings"), RESULTS, also=("critical", "setback")),
        Card("groups", "Group rolls", "One roll for the whole group.", cite("Group Rolls"),
             ("The task", "Value that counts"),
             (("More people help", "the highest"), ("More people hinder", "the lowest")), rulings=("F-12",)),
    )  # fmt: skip


def _body() -> tuple[Card, ...]:
    span = range(LEAST, MOST + 1)
    jumps = tuple((f"{n}", f"{1 + n} paces", f"{1 + n} half paces", f"{n} ft") for n in span)
    loads = tuple((f"{n}", f"{5 + 3 * n}", f"{2 * (5 + 3 * n)}") for n in span)
    return (
        Card("stress", "Stress", "Causes and relief.", cite("stress.html"),
             ("Cause or relief", "Stress"), SOURCES,
             (("Afflictions", "First at a total of 10, second at 20. You say what one does."),),
             rulings=("F-09",), also=("afflictions",)),
        Card("jumping", "Jumping", "By brawn. Climbing costs 1 extra movement per pace.",
             cite("exploration.html"), ("Brawn", "With a run", "Standing", "Upwards"), jumps, also=("climbing",)),
        Card("capacity", "Carrying", "By brawn, in bulk of about 5 lb or 2.5 kg.", cite("equipment.html"),
             ("Brawn", "Unencumbered", "Encumbered, maximum"), loads, rulings=("F-08",), also=("bulk", "encumbrance")),
        Card("conditions", "Conditions", "Each is persistent or temporary. The Recovery skill ends temporary ones.",
             cite("conditions.html")),
        Card("legends", "Legends", "A legend needs five details.", cite("legends.html"), ("Detail",),
             (("Major effect",), ("Minor effect",), ("Symbol",), ("Name",), ("Inscription",))),
    )  # fmt: skip


def _chosen(rulebook: Rulebook) -> tuple[Card, ...]:
    return (
        Card("ancestries", "Ancestries", "These rules are unfinished.", cite("ancestry.html"),
             ("Ancestry", "Brings"), rows_of(rulebook, Ancestry), rulings=("F-06",)),
        Card("skill-types", "Skill types", "What each type costs to use.", cite("skills.html"), ("Type", "Takes"),
             rows_of(rulebook, SkillType), rulings=("F-07",)),
    )  # fmt: skip


forge.references = references
