"""One roll: dice and target number from everything that bears on it, and what is refused."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel import Check, Cite, Figure, Reading, Term
from rules.kernel.basics import minus
from rules.systems.forge.dice_pools import MOST_DICE, MOST_TARGET, CountAndSum, dice_pool
from rules.systems.forge.game import DICE, OPPOSED, cite

START = 2
"""Dice of a roll before boons and banes."""
HELP = 2
"""What a background, a trained opponent, a push and safe play are worth in target number."""
NO_TOOL = "none"
TOOLS = {
    NO_TOOL: ("Bare minimum", 0),
    "suited": ("Well suited: +1", 1),
    "right": ("Exactly right: +2", 2),
    "bad": ("Particularly bad: −1", -1),
}
"""What a tool is worth (Target Number)."""
NO_ROLL = {
    "trivial": "Anyone can do it. No roll needed.",
    "impossible": "It can't be done. No roll.",
}
OPPONENT = "opponent"
ATTACK, YIELD = "attack", "yield"
"""Rolls for a yield: an attack, and any other."""
HELPS, HINDERS = "helps", "hinders"
"""What more people do to a group's task."""


class RollRequest(NamedTuple):
    """What is rolled: the key of a figure, and everything that bears on it.

    `tools` are bonuses, best or not; `bonds` are boons with a name, `boons` those without; `group` is ""
    for one person, `others` are the values of the rest; `against` counts only where `difficulty` is an
    opponent; `training` goes into the Total alone.
    """

    key: str
    difficulty: str = "standard"
    against: int = 1
    trained: bool = False
    backgrounds: tuple[str, ...] = ()
    tools: tuple[int, ...] = ()
    bonds: tuple[str, ...] = ()
    boons: int = 0
    banes: int = 0
    push: bool = False
    safe: bool = False
    kind: str = ""
    group: str = ""
    others: tuple[int, ...] = ()
    training: int = 0
    modifier: int = 0


def die_against(value: int) -> int:
    """The die against an opponent's ability or value of 1 or more (Opposed Rolls)."""
    return OPPOSED[min(max(value, 1), len(OPPOSED)) - 1]


def dice_of(boons: int, banes: int, *, push: bool = False, safe: bool = False) -> int:
    """How many dice are rolled (Boons & Banes, Push Your Luck, Play it Safe)."""
    return max(0, START + boons - banes + push - safe)


def tool_bonus(c: Reading, roll: RollRequest) -> int:
    """One bonus for all tools: the best, unless the table adds them up (F-12, F-14)."""
    if not roll.tools:
        return 0
    together = c.setting("group_tools") == "all" if roll.group else c.setting("several_tools") == "all"
    return sum(roll.tools) if together else max(roll.tools)


def value_of(c: Reading, roll: RollRequest) -> Term:
    """The value that counts: one's own, or the highest or lowest of the group (Group Rolls)."""
    own = c.figure(roll.key)
    line = Term(own.value, own.label, own.cite)
    if not roll.group or not roll.others:
        return line
    pick, words = (max, "highest") if roll.group == HELPS else (min, "lowest")
    best = pick(own.value, *roll.others)
    return line if best == own.value else Term(best, f"{words} {own.label} in the group", cite("Group Rolls"))


def terms_of(c: Reading, roll: RollRequest) -> Iterator[Term]:
    """The lines of the target number."""
    target = cite("Target Number")
    yield value_of(c, roll)
    for name in roll.backgrounds:
        yield Term(HELP, name, target)
    tool = tool_bonus(c, roll)
    if tool:
        key = "F-12" if roll.group else "F-14"
        yield Term(tool, "tool", cite("Target Number", key) if len(roll.tools) > 1 else target)
    if roll.modifier:
        yield Term(roll.modifier, "from your GM", target)
    if roll.trained and roll.difficulty == OPPONENT:
        yield Term(-HELP, "trained opponent", cite("Opposed Rolls"))
    if roll.push:
        yield Term(-HELP, "pushing your luck", cite("Push Your Luck"))
    if roll.safe:
        yield Term(HELP, "playing it safe", cite("Play it Safe"))


NO_PUSH = "You can't push a yielded attack roll."
NO_SAFE = "You can't play a yield roll safe."


def refusals(c: Reading, roll: RollRequest) -> Iterator[tuple[str, Cite]]:
    """Why a roll cannot be made, each with where that is written; push and safe last."""
    if roll.difficulty in NO_ROLL:
        yield NO_ROLL[roll.difficulty], cite("Roll Difficulty")
    if roll.difficulty == OPPONENT and roll.against < 1 and c.setting("opponent_from_one"):
        yield (
            f"Opponent's ability or value is {minus(roll.against)}; the minimum is 1.",
            cite("Opposed Rolls", "F-10"),
        )
    if roll.push and roll.kind == ATTACK:
        yield NO_PUSH, cite("Push Your Luck")
    if roll.safe and roll.kind:
        yield NO_SAFE, cite("Play it Safe")
    if roll.push and roll.safe and c.setting("push_and_safe") == "forbid":
        yield (
            "You can't push your luck and play it safe together. Choose one.",
            cite("Play it Safe", "F-11"),
        )


def faces_of(roll: RollRequest) -> int:
    """The size of the dice."""
    return die_against(roll.against) if roll.difficulty == OPPONENT else DICE.get(roll.difficulty, 8)


def dice_for(c: Reading, roll: RollRequest, target: int) -> CountAndSum:
    """The dice of a roll that may be made; a target number beyond all reason is brought within it."""
    faces = faces_of(roll)
    count = dice_of(len(roll.bonds) + roll.boons, roll.banes, push=roll.push, safe=roll.safe)
    target = min(max(target, -MOST_TARGET), MOST_TARGET)
    pool = dice_pool(min(count, MOST_DICE), counted_target(c, target, faces), faces)
    return CountAndSum(pool, total_bonus(c, roll))


def counted_target(c: Reading, target: int, faces: int) -> int:
    """The target number as it counts on such a die: where nothing is sure, one face is left either way (F-13)."""
    return target if c.setting("sure_things") else min(max(target, 1), faces - 1)


def check_of(c: Reading, roll: RollRequest) -> Check:
    """One roll, with its lines; no dice, and why, where it is refused."""
    figure = c.figure(roll.key)
    where = cite("Group Rolls") if roll.group else cite("Target Number")
    pool = Figure.of(roll.key, figure.label, where, terms_of(c, roll))
    label = f"{figure.label} ({', '.join(roll.backgrounds)})" if roll.backgrounds else figure.label
    against = next(iter(refusals(c, roll)), None)
    if against:
        return Check(roll.key, label, against[1], pool, None, against[0], answers_of(roll))
    return Check(roll.key, label, where, pool, dice_for(c, roll, pool.value), "", answers_of(roll))


def answers_of(roll: RollRequest) -> tuple[tuple[str, str], ...]:
    """What asks for the same roll again."""
    return (("roll", roll.key), ("difficulty", roll.difficulty))


def total_bonus(c: Reading, roll: RollRequest) -> int:
    """What the Total adds to the dice: the value, the tool, relevant training (Total)."""
    return value_of(c, roll).amount + tool_bonus(c, roll) + roll.training


def total_words(dice: CountAndSum) -> str:
    """Range and mean of a Total: "7 to 21, mean 14"."""
    count, faces = dice.counted.dice, dice.counted.faces
    low, high = count + dice.bonus, count * faces + dice.bonus
    mean = dice.mean()
    average = f"{mean.numerator}" if mean.denominator == 1 else f"{float(mean):.1f}"
    words = f"{low} to {high}, mean {average}" if low != high else f"{low}"
    return words.replace("-", "−")


def effect_words(dice: CountAndSum) -> str:
    """How many critical effects there may be: "up to 1, mean 0.05"."""
    chances = [(n, chance) for n, chance in dice.effects().items() if n and chance]
    if not chances:
        return "none"
    mean = sum(float(chance) * n for n, chance in chances)
    return f"up to {max(n for n, _ in chances)}, mean {mean:.2f}"
