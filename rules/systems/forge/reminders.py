"""What page two of the printed sheet has at hand: chances by target number, group rolls, effects, stress."""

from collections.abc import Iterable

from rules.kernel import Reading, Sheet
from rules.kernel.pages import percent
from rules.kernel.pages.print_blocks import Crib
from rules.systems.forge.creation import rollable
from rules.systems.forge.dice_pools import dice_pool
from rules.systems.forge.game import DICE
from rules.systems.forge.reference import SOURCES
from rules.systems.forge.rolling import START, RollRequest, check_of, counted_target

HELPED, MOST_ROWS = 2, 7
"""Target numbers above one's own that are printed, and how many in all."""
Row = tuple[str, tuple[str, ...]]


def chances(sheet: Sheet) -> tuple[Row, ...]:
    """For each target number one has, and two above: the chance of a success, and of at least a mixed result."""
    own = {sheet[key] for key in rollable(sheet.reading)}
    targets = sorted({number + more for number in own for more in range(HELPED + 1) if number + more > 0})
    return tuple((f"{target}", tuple(_cells(sheet.reading, target))) for target in targets[:MOST_ROWS])


def _cells(c: Reading, target: int) -> Iterable[str]:
    for faces in DICE.values():
        share = dict(dice_pool(START, counted_target(c, min(target, faces), faces), faces).odds().outcomes)
        enough = share["success"] + share["critical"]
        yield f"{percent(enough)} · {percent(enough + share['mixed'])}"


WAYS = (("as it is", False, False), ("pushed", True, False), ("safe", False, True))


def ways(sheet: Sheet, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A roll as it is, pushed and safe side by side, at each difficulty: the chances of a success and of at least mixed
    (Push Your Luck, Play it Safe)."""
    return tuple(
        (word, tuple(_both(sheet.reading, RollRequest(key, task, push=push, safe=safe)) for task in DICE))
        for word, push, safe in WAYS
    )


def _both(c: Reading, roll: RollRequest) -> str:
    dice = check_of(c, roll).dice
    odds = dice.odds() if dice else None
    return f"{percent(odds.success)} · {percent(odds.success + odds.chance('mixed'))}" if odds else "–"


def _told(sign: str) -> str:
    return ", ".join(f"{cause.lower()} {much[1:].replace('+', '')}" for cause, much in SOURCES if much[0] == sign) + "."


def the_roll(c: Reading) -> tuple[tuple[str, str], ...]:
    """What makes a roll, as this table plays (F-11)."""
    once = "Push or Safe, once." if c.setting("push_and_safe") == "forbid" else "Push and Safe, once each."
    return (
        (
            "Target number (TN)",
            "the ability or value, +2 for each background, the tool +1 suited, +2 exactly right or −1 bad, −2 against "
            "someone trained.",
        ),
        (
            "Dice",
            "+1 for each boon, −1 for each bane. Push: +1 die, TN −2, not for a yielded attack. Safe: −1 die, TN +2, "
            f"not for a yield. {once}",
        ),
        (
            "Successes",
            "0 failure, 1 mixed, 2 success, 3 critical with 1 effect, +1 effect for each further die. Failure and "
            "mixed bring a setback.",
        ),
        ("Total", "all dice, the ability or value, training and tool: how far you get, or the damage of a yield."),
    )


CRIBS = (
    Crib(
        title="Together",
        lines=(
            ("More people help", "the highest value in the group counts."),
            ("More people hinder", "the lowest value counts."),
            ("Either way", "one roll for all, with everyone’s tools, backgrounds and bonds."),
        ),
    ),
    Crib(
        title="Effects",
        lines=(
            ("From the third success", "each success is one critical effect."),
            ("A defeated foe", "gives an effect for every die you didn’t need, whatever it shows."),
            ("A setback", "comes with a failure, a mixed result or a foe’s critical."),
        ),
    ),
    Crib(
        title="Stress",
        lines=(("Gained", _told("+")), ("Lost", _told("−")), ("Afflictions", "your GM says what one does.")),
    ),
)
