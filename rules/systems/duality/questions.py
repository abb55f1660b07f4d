"""Asking for any roll: as a form on the sheet, and as exact odds on the command line (1, 4.1)."""

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.dice import Collective, Cooperative, Opposed, Pair
from rules.dice.pairs import DIFFICULTIES, MOST_BONUS, MOST_INCREASES, harder
from rules.kernel import (
    Check,
    Field,
    Figure,
    Option,
    Parser,
    Pick,
    Question,
    Reading,
    Sheet,
    Term,
    chance,
    counter,
    tick,
    whole,
)
from rules.systems.duality.entries import Statistic, Tag
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import NOUNS, STATISTICS, VERBS, cite, duality

SPECIALIZATIONS = tuple(f"{verb}-{noun}" for verb in VERBS for noun in NOUNS)
EXPERIENCE = re.compile(r"experience-\d+|(?:style|item)-\d+-experience(?:-\d+)?")
STYLE = re.compile(r"style-\d+(?:-armed)?")
KINDS = {"unopposed": "Unopposed: against a difficulty", "opposed": "Opposed: against somebody's roll"}
NONE = "none"
OPPOSED_STEP = 3
"""What a step of difficulty is worth on an opposed roll (3.2, D-08)."""
SCOPE = {
    "superhuman": " for what people can do",
    "simple-weak": " for simple magic",
    "complex-powerful": " for any magic",
}
"""Where the step of a tag counts (3.2)."""
NUMBERS = (
    ("against", "The other side's bonus", -10, 30, ("1.2", 2)),
    ("increased", "Increased, times", 0, MOST_INCREASES, ("1.5", 3)),
    ("decreased", "Decreased, times", 0, MOST_INCREASES, ("1.5", 3)),
    ("modifier", "Modifier from the game master", -20, 20, ("1.1", 2)),
)


class Asked(NamedTuple):
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


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any statistic with what goes with it, or a style. Answers that make no sense fall back to the usual ones."""
    c = sheet.reading
    asked = _asked(c, answers)
    return Question(tuple(_fields(c, asked)), check_of(c, asked))


def check_of(c: Reading, asked: Asked) -> Check:
    """One roll (1.1, 1.2, 4.1)."""
    tag = None if asked.style or not asked.specialization else tag_of(c, asked.specialization)
    where = cite("4.1", 10) if asked.style else cite("1.2" if asked.opposed else "1.1", 2)
    key, label = _named(c, asked)
    pool = Figure.of(key, label, where, _terms(c, asked, tag))
    note = " ".join(_notes(c, asked, tag))
    return Check(key, label, where, pool, _dice(asked, pool.value, tag), note, tuple(_answers(asked)))


def _asked(c: Reading, answers: Mapping[str, str]) -> Asked:
    def one(name: str, known: Iterable[str], usual: str = "") -> str:
        answer = answers.get(name, "")
        return answer if answer in known else usual

    style = one("style", _keys(c, STYLE))
    numbers = {name: whole(answers.get(name), 0, low, high) for name, _, low, high, _ in NUMBERS}
    return Asked(
        one("statistic", STATISTICS, STATISTICS[0]),
        one("specialization", SPECIALIZATIONS),
        one("experience", _keys(c, EXPERIENCE)),
        style,
        bool(style) or one("kind", KINDS) == "opposed",
        one("difficulty", DIFFICULTIES, "medium"),
        dangerous="dangerous" in answers,
        **numbers,
    )


def _keys(c: Reading, wanted: re.Pattern[str]) -> tuple[str, ...]:
    """The figures whose key is of one form."""
    return tuple(key for key in c.figures() if wanted.fullmatch(key))


def _named(c: Reading, asked: Asked) -> tuple[str, str]:
    if asked.style:
        return asked.style, c.figure(asked.style).label
    label = c.figure(asked.statistic).label
    if not asked.specialization:
        return asked.statistic, label
    return f"{asked.statistic}-{asked.specialization}", f"{label} ({c.figure(asked.specialization).label})"


def _terms(c: Reading, asked: Asked, tag: Tag | None) -> Iterable[Term]:
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
        yield Term(asked.modifier, "from the game master", cite("1.1", 2))


def _line(c: Reading, key: str) -> Term:
    figure = c.figure(key)
    return Term(figure.value, figure.label, figure.cite)


def _dice(asked: Asked, bonus: int, tag: Tag | None) -> Pair | Opposed:
    """The two dice, with a bonus kept within what dice can be asked for."""
    bonus = min(max(bonus, -MOST_BONUS), MOST_BONUS)
    if asked.opposed:
        return Opposed(bonus, asked.against, asked.increased, asked.decreased, dangerous=asked.dangerous)
    difficulty = harder(asked.difficulty, tag.difficulty if tag else 0)
    return Pair(bonus, difficulty, asked.increased, asked.decreased, asked.dangerous)


def _notes(c: Reading, asked: Asked, tag: Tag | None) -> Iterable[str]:
    """Which difficulty counts, what an experience takes, what a style leaves out."""
    if tag and tag.difficulty:
        yield from _tagged(c, asked, tag)
    if asked.experience:
        yield "The experience takes an Advantage (3.3)."
    if asked.style:
        yield "A style has its own statistic and bonus; a statistic or specialization chosen here adds nothing (4.1)."


def _tagged(c: Reading, asked: Asked, tag: Tag) -> Iterable[str]:
    if asked.opposed:
        if not c.setting("tags_on_opposed_rolls"):
            yield f"{tag.name} changes no opposed roll at this table (D-08)."
        return
    counts = harder(asked.difficulty, tag.difficulty)
    if counts == asked.difficulty:
        last = "easier" if tag.difficulty < 0 else "harder"
        yield f"{tag.name}: {DIFFICULTIES[counts]} stays, as nothing is {last} (3.2)."
    else:
        scope = SCOPE.get(tag.key, "")
        yield f"{tag.name}: {DIFFICULTIES[asked.difficulty]} counts as {DIFFICULTIES[counts]}{scope} (3.2)."


def _answers(asked: Asked) -> Iterable[tuple[str, str]]:
    """What asks for the same roll again."""
    if asked.style:
        yield "style", asked.style
    else:
        yield "statistic", asked.statistic
        yield "specialization", asked.specialization or NONE
    if asked.experience:
        yield "experience", asked.experience


def _fields(c: Reading, asked: Asked) -> Iterable[Field]:
    yield _select("statistic", "Statistic", _statistics(c), asked.statistic)
    yield _select("specialization", "Specialization", _specializations(c), asked.specialization or NONE)
    yield _select("experience", "Experience", _some(c, EXPERIENCE, "None"), asked.experience or NONE)
    yield _select("style", "Attack or defend", _some(c, STYLE, "Neither"), asked.style or NONE)
    kinds = [Option(key, label) for key, label in KINDS.items()]
    yield _select("kind", "Kind of roll", kinds, "opposed" if asked.opposed else "unopposed")
    steps = [Option(key, label) for key, label in DIFFICULTIES.items()]
    yield _select("difficulty", "Difficulty, unless opposed", steps, asked.difficulty)
    for name, label, low, high, place in NUMBERS:
        yield counter(name, label, cite(*place), getattr(asked, name), low, high)
    yield tick("dangerous", "Dangerous: bad is very bad", asked.dangerous)


def _select(path: str, label: str, options: Iterable[Option], value: str) -> Pick:
    return Pick(path, label, tuple(options), (value,), style="select")


def _statistics(c: Reading) -> Iterable[Option]:
    found = c.rulebook.all(Statistic)
    for key in STATISTICS:
        yield Option(key, _rated(c, key), found[key].summary, found[key].cite)


def _specializations(c: Reading) -> Iterable[Option]:
    """All sixty, those of a verb together (3.2)."""
    yield Option(NONE, "None: the statistic alone")
    for key in SPECIALIZATIONS:
        tag = tag_of(c, key)
        name = tag.name if tag.price else ""
        yield Option(key, _rated(c, key, name), group=key.partition("-")[0].capitalize())


def _some(c: Reading, wanted: re.Pattern[str], none: str) -> Iterable[Option]:
    yield Option(NONE, none)
    for key in _keys(c, wanted):
        yield Option(key, _rated(c, key))


def _rated(c: Reading, key: str, more: str = "") -> str:
    """A figure by its name and bonus: “Control Air (+2, Superhuman)”."""
    figure = c.figure(key)
    bonus = f"{figure.value:+d}".replace("-", "−")
    return f"{figure.label} ({bonus}, {more})" if more else f"{figure.label} ({bonus})"


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--bonus 3 --difficulty medium`, `--opposed --bonus 3 --against 1`, `--collective 3,2,0 --magnitude 2`.

    Raises ValueError with a sentence for arguments that do not fit.
    """
    given = _parser().parse_args(list(arguments))
    return {name: chance(value) for name, value in _roll(given).odds().outcomes}


def _parser() -> Parser:
    parser = Parser(prog="odds duality", add_help=False)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--opposed", action="store_true", help="against another's roll")
    group.add_argument("--collective", help="bonuses of rolls that are added up: 3,2,0 (or --collective=-1,2)")
    group.add_argument("--cooperative", help="bonuses of rolls whose outcomes are added up: 3,2,0")
    parser.add_argument("--bonus", type=int, help="everything added to the two dice")
    parser.add_argument("--difficulty", default="medium", help="from very-easy and easy to very-hard")
    parser.add_argument("--increased", type=int, default=0, help="how often; of a group, each roll")
    parser.add_argument("--decreased", type=int, default=0, help="how often; of a group, each roll")
    parser.add_argument("--against", type=int, default=0, help="the other side's bonus")
    parser.add_argument("--against-increased", type=int, default=0)
    parser.add_argument("--against-decreased", type=int, default=0)
    parser.add_argument("--magnitude", type=int, default=1, help="what a collective total is divided by")
    parser.add_argument("--dangerous", action="store_true", help="bad is very bad")
    return parser


def _roll(given: argparse.Namespace) -> Pair | Opposed | Collective | Cooperative:
    difficulty = "-".join(given.difficulty.lower().replace("-", " ").replace("_", " ").split())
    shifts = given.increased, given.decreased
    if given.collective is not None:
        bonuses = _bonuses(given.collective)
        return Collective(bonuses, difficulty, given.magnitude, *shifts, dangerous=given.dangerous)
    if given.cooperative is not None:
        bonuses = _bonuses(given.cooperative)
        return Cooperative(tuple(Pair(bonus, difficulty, *shifts, given.dangerous) for bonus in bonuses))
    if given.bonus is None:
        raise ValueError("Give the bonus with --bonus, or a group's with --collective or --cooperative.")
    if given.opposed:
        other = given.against, given.against_increased, given.against_decreased
        return Opposed(given.bonus, other[0], *shifts, *other[1:], dangerous=given.dangerous)
    return Pair(given.bonus, difficulty, *shifts, given.dangerous)


def _bonuses(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"[+-]?[0-9]{1,6}", part) for part in parts):
        raise ValueError("The bonuses of a group are whole numbers with commas between them, such as 3,2,0.")
    return tuple(map(int, parts))


duality.ask = ask
duality.odds = odds
