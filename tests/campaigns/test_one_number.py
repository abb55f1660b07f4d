"""One number wherever it stands: somebody marked in play on the list, the roll, the log, the roster and their card."""

from random import Random

import pytest

from campaigns.tables import fight_cards, roster
from characters import actions
from characters.models import Character
from rules import systems
from rules.kernel import RulesContext, Tracker
from rules.kernel.pages import ask, desk, game_of, success_chance
from tests.cast import Cast
from tests.characters.entering import fresh

pytestmark = pytest.mark.django_db
DEADLY = ("boxes",)
"""What nobody is marked with here: the dead roll nothing."""


@pytest.fixture(params=[(system, seed) for system in systems.PACKAGES for seed in range(3)], ids="{0[0]}-{0[1]}".format)
def marked(request: pytest.FixtureRequest, cast: Cast) -> Character:
    """Somebody random at the table, with each of their trackers moved by up to three."""
    system, seed = request.param
    game, dice = systems.get(system), Random(seed)
    build = game.random({}, dice, game.rulebook, RulesContext())
    made = actions.create_character(system=system, by=cast.users["owner"], build=build, campaign=cast.table)
    for tracker in fresh(made).read().marked:
        if change := _moved(tracker, dice):
            actions.change_play(character=made, key=tracker.key, change=change, by=cast.users["owner"])
    return fresh(made)


def _moved(tracker: Tracker, dice: Random) -> int:
    if tracker.entry or tracker.key in DEADLY:
        return 0
    change = dice.randint(0, min(3, 3 if tracker.top is None else tracker.top))
    return -change if tracker.start else change


def test_the_roster_has_the_numbers_of_the_sheet(cast: Cast, marked: Character) -> None:
    live = marked.read().live(marked.marks)
    (row,) = (row for row in roster.rows(cast.table, roster.fingerprints(cast.table)) if row.pk == marked.pk)
    assert row.verdict.figures
    assert {one.key: one.value for one in row.verdict.figures} == {
        one.key: live.figure(one.key).value for one in row.verdict.figures
    }
    assert [(one.value, one.top) for one in row.verdict.trackers] == [
        (one.stands(marked.marks), one.top) for one in live.trackers
    ]


def test_a_card_has_the_numbers_and_chances_of_the_sheet(cast: Cast, marked: Character) -> None:
    live = marked.read().live(marked.marks)
    card = fight_cards.of_character(cast.table.pk, marked, None).card
    heads = {one.label: one.value for one in game_of(live.sheet).vitals(live)}
    assert all(heads[one.label] == one.value for one in card.figures if one.label in heads)
    for roll in card.rolls:
        assert roll.chance in ("", success_chance(ask(live, dict(roll.asks)).check.dice)), roll.label


def test_what_is_listed_is_what_is_rolled_and_logged(cast: Cast, marked: Character) -> None:
    live = marked.read().live(marked.marks)
    for check in live.checks:
        asked = ask(live, dict(check.answers)).check
        numbers = [(one.pool.value, [other.value for other in one.others], str(one.dice)) for one in (check, asked)]
        assert numbers[0] == numbers[1], check.label
    for check in [check for check in live.checks if check.dice][:5]:
        rolled = actions.roll(character=marked, answers=dict(check.answers), by=cast.users["owner"])
        assert rolled.dice == str(check.dice), check.label
    for spell in live.sheet.spells[:5]:
        listed, cast_now = live.casting(spell), desk(live, spell, {}).check
        assert (listed.pool.value, str(listed.dice)) == (cast_now.pool.value, str(cast_now.dice)), spell.key
