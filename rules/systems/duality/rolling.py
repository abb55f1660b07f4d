"""One roll of a character: what is added to the two dice, which difficulty counts, what to keep in mind (1, 4.1)."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from rules.kernel import Check, Cost, Figure, Reading, Term
from rules.kernel.basics import capitalise, minus
from rules.kernel.pages import one_of, whole
from rules.systems.duality.entries import Tag
from rules.systems.duality.figures import OPPOSED_STEP, tag_of
from rules.systems.duality.game import NOUNS, STATISTICS, VERBS, cite
from rules.systems.duality.gear import damage, dice_of, hit_of, own_marks, relics
from rules.systems.duality.held import HeldStyle, styles
from rules.systems.duality.keep_two import MOST_BONUS, MOST_INCREASES, Fight, KeepTwo, OpposedKeepTwo
from rules.systems.duality.outcomes import DIFFICULTIES, harder

SPECIALIZATIONS = tuple(f"{verb}-{noun}" for verb in VERBS for noun in NOUNS)
EXPERIENCE = re.compile(r"experience-\d+|(?:style|item)-\d+-experience(?:-\d+)?")
MISSED_ON = "An attack misses on good or better; on mixed it hits."
STYLE = re.compile(r"style-\d+(?:-armed)?")
NONE = "none"
SCOPE = {
    "superhuman": " for what people can do",
    "simple-weak": " for simple magic",
    "complex-powerful": " for any magic",
}
"""Where the step of a tag counts (3.2)."""
NUMBERS = (
    ("against", "Opponent's bonus", -10, 30, ("1.2", 2)),
    ("increased", "Times increased", 0, MOST_INCREASES, ("1.5", 3)),
    ("decreased", "Times decreased", 0, MOST_INCREASES, ("1.5", 3)),
    ("modifier", "GM's modifier", -20, 20, ("1.1", 2)),
)


class RollRequest(NamedTuple):
    """What is rolled, and how. A `style` brings its own statistic and bonus and is always opposed (4.1)."""

    statistic: str = STATISTICS[0]
    specialization: str = ""
    experience: str = ""
    style: str = ""
    opposed: bool = False
    difficulty: str = "medium"
    against: int = 0
    increased: int = 0
    decreased: int = 0
    modifier: int = 0
    dangerous: bool = False


def check_of(c: Reading, asked: RollRequest) -> Check:
    """One roll (1.1, 1.2, 4.1)."""
    tag = None if asked.style or not asked.specialization else tag_of(c, asked.specialization)
    where = cite("4.1", 10) if asked.style else cite("1.2" if asked.opposed else "1.1", 2)
    key, label = _named(c, asked)
    pool = Figure.of(key, label, where, _terms(c, asked, tag))
    dice, costs = _dice(c, asked, pool.value, tag), _costs(c, asked)
    note, comes = " ".join(_notes(c, asked, tag)), tuple(_comes_to(c, asked.style))
    return Check(key, label, where, pool, dice, note, tuple(_answers(asked)), consequences=comes, costs=costs)


def asked_of(c: Reading, answers: Mapping[str, str]) -> RollRequest:
    """The answers of a form; what makes no sense falls back to the usual."""
    style = one_of(answers.get("style"), keys(c, STYLE)) if answers.get("kind", "opposed") == "opposed" else ""
    numbers = {name: whole(answers.get(name), 0, low, high) for name, _, low, high, _ in NUMBERS}
    return RollRequest(
        one_of(answers.get("statistic"), STATISTICS, STATISTICS[0]),
        one_of(answers.get("specialization"), SPECIALIZATIONS),
        one_of(answers.get("experience"), keys(c, EXPERIENCE)),
        style,
        bool(style) or answers.get("kind") == "opposed",
        one_of(answers.get("difficulty"), DIFFICULTIES, "medium"),
        dangerous="dangerous" in answers,
        **numbers,
    )


def keys(c: Reading, wanted: re.Pattern[str]) -> tuple[str, ...]:
    """The figures whose key is of one form."""
    return tuple(key for key in c.figures() if wanted.fullmatch(key))


def _named(c: Reading, asked: RollRequest) -> tuple[str, str]:
    if asked.style:
        return asked.style, c.figure(asked.style).label
    label = c.figure(asked.statistic).label
    if not asked.specialization:
        return asked.statistic, label
    return f"{asked.statistic}-{asked.specialization}", f"{label} ({c.figure(asked.specialization).label})"


def _terms(c: Reading, asked: RollRequest, tag: Tag | None) -> Iterable[Term]:
    """The statistic or the style, what is added to it, and what a tag is worth against somebody (1.1, 3.2)."""
    for key in (asked.style,) if asked.style else (asked.statistic, asked.specialization):
        if key:
            yield _line(c, key)
    if asked.experience:
        yield _line(c, asked.experience)
    if asked.opposed and tag and tag.difficulty and c.setting("tags_on_opposed_rolls"):
        where = cite("3.2", 5, "D-08")
        yield Term(-OPPOSED_STEP * tag.difficulty, f"{tag.name}, on an opposed roll", where)
    if asked.modifier:
        yield Term(asked.modifier, "from your GM", cite("1.1", 2))


def _line(c: Reading, key: str) -> Term:
    figure = c.figure(key)
    return Term(figure.value, figure.label, figure.cite)


def _dice(c: Reading, asked: RollRequest, bonus: int, tag: Tag | None) -> KeepTwo | OpposedKeepTwo:
    """The two dice, with a bonus kept within what dice can be asked for."""
    bonus = min(max(bonus, -MOST_BONUS), MOST_BONUS)
    if asked.opposed:
        side = side_of(_style_of(c, asked.style)) if asked.style else ""
        return OpposedKeepTwo(
            bonus, asked.against, asked.increased, asked.decreased, dangerous=asked.dangerous, fight=side
        )
    difficulty = harder(asked.difficulty, tag.difficulty if tag else 0)
    return KeepTwo(bonus, difficulty, asked.increased, asked.decreased, asked.dangerous)


def _notes(c: Reading, asked: RollRequest, tag: Tag | None) -> Iterable[str]:
    """Which difficulty counts, what an experience takes, what a style leaves out."""
    if tag and tag.difficulty:
        yield from _tagged(c, asked, tag)
    if asked.experience:
        relic = next((item for item in relics(c) if asked.experience == f"{item.key}-experience"), None)
        own = f"; that of {relic.label} will do" if relic else ""
        yield f"The experience costs an Advantage{own}."
    if asked.increased:
        yield f"Paid by you, a third die costs {'another' if asked.experience else 'an'} Advantage."
    if asked.style:
        yield from _struck(c, asked.style)


def _costs(c: Reading, asked: RollRequest) -> tuple[Cost, ...]:
    """An Advantage for an experience; that of a relic for the relic's own, where it has any (2, 5.1.2)."""
    own = (c.memo(own_marks)[item.place] for item in relics(c) if asked.experience == f"{item.key}-experience")
    return (Cost((*own, "advantage"), -1),) if asked.experience else ()


def _struck(c: Reading, key: str) -> Iterable[str]:
    """What a style adds to its roll in words: from afar, and what a hit comes to (3.5.1, 4.1)."""
    style = _style_of(c, key)
    assert style.style is not None
    if style.style.needs:
        yield ("Its bonus includes its tag." if c.setting("attack_tags") else "Its tag changes nothing here.")
        if weaker_afar(style):
            yield f"From afar: {minus(FROM_AFAR)}."
    armed = key != style.key
    if hit := struck(c, style, with_weapon=armed):
        rolled = damage(c, style, with_weapon=armed)
        mean = f", {_mean(rolled)} on average" if dice_of(c, style, with_weapon=armed) > 0 else ""
        yield f"{hit}{mean}, before Block."
    if shielded := _guard_told(c, style):
        yield f"When you’re hit, {shielded}."
    if side_of(style) == "defend":
        yield MISSED_ON


def weaker_afar(style: HeldStyle) -> bool:
    """Whether one attacks with it less well from afar (3.5.1)."""
    steady = any(upgrade.key == "steady" for upgrade in style.upgrades)
    return style.style is not None and style.style.needs == "complex-powerful" and not steady


def guarded(c: Reading, style: HeldStyle) -> tuple[str, str] | None:
    """What takes something off a hit behind a shield, and what it takes off; None for any other style (3.5.2)."""
    if style.style is None or style.style.key != SHIELDED or not style.statistic:
        return None
    two = any(upgrade.key == "two-advantages" for upgrade in style.upgrades)
    return "each Advantage, up to 2" if two else "an Advantage", f"{max(0, c[style.statistic])} off the damage"


def _guard_told(c: Reading, style: HeldStyle) -> str:
    """The same as the end of a sentence; "" for any other style."""
    each, off = guarded(c, style) or ("", "")
    return f"{each}{',' if ',' in each else ''} takes {off}" if each else ""


def paid(c: Reading, style: HeldStyle, *, with_weapon: bool) -> Iterable[tuple[str, str]]:
    """What an Advantage does for whoever defends with a style: a line of paper (3.5.2)."""
    if hit := hit_of(c, style, with_weapon=with_weapon):
        yield "An Advantage deals", hit
    if shielded := guarded(c, style):
        each, off = shielded
        yield capitalise(each), f"takes {off}"


def side_of(style: HeldStyle) -> Fight:
    """Whether one attacks or defends with a style (3.5)."""
    return "attack" if style.style and style.style.offensive else "defend"


SHIELDED, FROM_AFAR = "shielded", -1
REPLY = "can strike back or take "
"""What whoever is attacked may do on a mixed result of the attack or a worse one (4.1)."""


def _comes_to(c: Reading, key: str) -> Iterable[tuple[str, str]]:
    """What each outcome of a fight comes to: a hit with its damage, and who may do what then (2, 4.1)."""
    if not key:
        return
    style = _style_of(c, key)
    if side_of(style) == "attack":
        hit = struck(c, style, with_weapon=key != style.key) or "A hit"
        yield "very bad", f"The target {REPLY}2 Advantage."
        yield "bad", f"The target {REPLY}1 Advantage."
        yield "mixed", f"{hit}, less Block. The target {REPLY}1 Advantage."
        yield "good", f"{hit}, less Block."
        yield "very good", f"{hit}, less Block. You gain 1 Advantage: keep it, or add a damage die."
        return
    block = minus(c[f"{style.key}-block"] if f"{style.key}-block" in c else c["block"])
    hurt = f"Damage less your Block {block}{f'; {shielded}' if (shielded := _guard_told(c, style)) else ''}."
    yield "very bad", f"{hurt} The attacker gains 1 Advantage."
    yield "bad", hurt
    yield "mixed", f"{hurt} You {REPLY}1 Advantage."
    yield "good", f"No damage. You {REPLY}1 Advantage."
    yield "very good", f"No damage. You {REPLY}2 Advantage."


def _style_of(c: Reading, key: str) -> HeldStyle:
    return next(style for style in c.memo(styles) if key in (style.key, f"{style.key}-armed"))


def struck(c: Reading, style: HeldStyle, *, with_weapon: bool) -> str:
    """What a hit comes to, or what is struck back with: the beginning of a sentence, "" for who deals none (3.5)."""
    words = hit_of(c, style, with_weapon=with_weapon)
    what = "A hit deals" if style.style and style.style.offensive else "An Advantage strikes back for"
    if words and dice_of(c, style, with_weapon=with_weapon) <= 0:
        words += f", with an Advantage {damage(c, style, with_weapon, advantages=1)}"
    return f"{what} {words}" if words else ""


def _mean(words: str) -> str:
    """The mean of “2d8 +1”, to a half."""
    dice, _, bonus = words.rpartition(" ")
    count, _, faces = dice.partition("d")
    total = Fraction(int(count or 0) * (int(faces or 0) + 1), 2) + int(bonus.replace("−", "-"))
    return f"{float(total):g}".replace("-", "−")


def _tagged(c: Reading, asked: RollRequest, tag: Tag) -> Iterable[str]:
    if not asked.opposed:
        yield shifted(c, asked)
    elif not c.setting("tags_on_opposed_rolls"):
        yield f"{tag.name} doesn't change opposed rolls in this campaign."


def shifted(c: Reading, asked: RollRequest) -> str:
    """What a tag makes of the difficulty that was asked for, in a sentence; "" where there is none that does (3.2)."""
    tag = tag_of(c, asked.specialization) if asked.specialization and not asked.style else None
    if tag is None or not tag.difficulty:
        return ""
    counts = harder(asked.difficulty, tag.difficulty)
    if counts == asked.difficulty:
        last = "easier" if tag.difficulty < 0 else "harder"
        return f"{tag.name}: {DIFFICULTIES[counts]} stays; nothing is {last}."
    return f"{tag.name}: {DIFFICULTIES[asked.difficulty]} counts as {DIFFICULTIES[counts]}{SCOPE.get(tag.key, '')}."


def _answers(asked: RollRequest) -> Iterable[tuple[str, str]]:
    """What asks for the same roll again."""
    if asked.style:
        yield "style", asked.style
    else:
        yield "statistic", asked.statistic
        yield "specialization", asked.specialization or NONE
        if asked.opposed:
            yield "kind", "opposed"
    if asked.experience:
        yield "experience", asked.experience
