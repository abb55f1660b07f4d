"""Every game's checks can be rolled: whatever is asked for comes to an outcome its odds know, with words for it."""

from collections.abc import Iterator
from random import Random

import pytest

from rules import systems
from rules.kernel import Build, Check, RulesContext, Sheet
from rules.kernel.pages import ChoiceField, Game, Question, RatingField, game_of
from rules.kernel.rolls import roll_check

TRIES = 60


def somebody(system: Game) -> Sheet:
    """A random character of a game."""
    return system.read(Build.parse(system.random({}, Random(5), system.rulebook, RulesContext())))


def asked(sheet: Sheet, rng: Random) -> Question:
    """A question whose form was filled in at random."""
    answers: dict[str, str] = {}
    for field in game_of(sheet).ask(sheet, {}).fields:
        if isinstance(field, ChoiceField) and (not field.many or rng.random() < 0.3):
            answers[field.path] = rng.choice(field.options).key
        elif isinstance(field, RatingField):
            answers[field.path] = str(rng.randint(max(field.low, -3), min(field.high, 9)))
    return game_of(sheet).ask(sheet, answers)


def checks(sheet: Sheet) -> Iterator[Check]:
    rng = Random(8)
    yield from sheet.checks
    for _ in range(TRIES):
        question = asked(sheet, rng)
        yield from (question.check, *(way.check for way in question.ways))


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_whatever_is_asked_for_is_rolled_and_told(system: Game) -> None:
    rng, rolled = Random(13), 0
    for check in checks(somebody(system)):
        if check.dice is None:
            continue
        made = roll_check(check.dice, rng)
        rolled += 1
        assert made.chance > 0
        assert made.chance <= made.or_better <= 1
        assert made.success is (made.breakdown.outcome in check.dice.odds().successes)
        assert made.words
        assert all(label and text for label, text in made.breakdown.lines)
        assert not made.hands or made.breakdown.lines
    assert rolled > TRIES // 3


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_no_game_asks_a_question_by_the_name_of_the_button(system: Game) -> None:
    sheet, rng = somebody(system), Random(3)
    assert "throw" not in {field.path for _ in range(TRIES) for field in asked(sheet, rng).fields}
