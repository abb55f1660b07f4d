"""Coverage: for each check, everybody's exact chance, and the exact chance that somebody at the table succeeds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from rules.kernel import MIB, Check, Memory, Pick, Sheet

NOBODY, WEAK = "nobody", "weak"
USUAL_GAP = 50
MOST_ASKED = 1_500
"""How many rolls that no sheet lists are worked out for one page; a large table sees fewer checks at once."""
FEWEST = 20
"""How many checks are shown of the largest table."""


class Roll(NamedTuple):
    """A check as a table speaks of it: its label, and the answers by which anybody is asked for it."""

    label: str
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Covered:
    """One check across the table: each chance by whose it is, None for who may not try."""

    roll: Roll
    chances: Mapping[int, Fraction | None]

    @property
    def anyone(self) -> Fraction:
        """The chance that at least one succeeds, if everybody who may tries once."""
        return someone(self.chances.values())

    @property
    def best(self) -> tuple[int, ...]:
        """Who has the best chance; more than one where they tie, nobody where none has any."""
        top = max((chance for chance in self.chances.values() if chance), default=None)
        return tuple(pk for pk, chance in self.chances.items() if top and chance == top)

    def gap(self, least: Fraction) -> str:
        """Whether nobody can, or hardly anybody; nothing where it is covered."""
        return NOBODY if not self.anyone else (WEAK if self.anyone < least else "")


def someone(chances: Iterable[Fraction | None]) -> Fraction:
    """The chance of at least one success among independent tries."""
    missed = Fraction(1)
    for chance in chances:
        missed *= 1 - (chance or 0)
    return 1 - missed


_ASKED: Memory[tuple[object, Roll], tuple[Fraction | None]] = Memory(4 * MIB)
"""Chances at what no sheet lists, by the mark of the person who was asked."""


class Person:
    """One character's chances by these marks of play, each worked out when first asked for."""

    def __init__(self, sheet: Sheet, play: Mapping[str, Any] | None = None) -> None:
        self.sheet, self.play = sheet, play or {}
        self.now = dict(sheet.game.now(sheet, self.play).answers)
        self.mark = object()

    @cached_property
    def rolls(self) -> dict[str, tuple[Roll, Fraction | None]]:
        """What the sheet lists, by label; of several with one label the best."""
        found: dict[str, tuple[Roll, Fraction | None]] = {}
        for check in self.sheet.checks_now(self.play):
            chance = _success(check)
            if check.label not in found or (chance or 0) > (found[check.label][1] or 0):
                found[check.label] = Roll(check.label, check.answers), chance
        return found

    def chance(self, roll: Roll) -> Fraction | None:
        """The chance at a check, listed or not; None where this character may not try or has not got it."""
        if roll.label in self.rolls:
            return self.rolls[roll.label][1]
        return _ASKED.get((self.mark, roll), lambda: (self._asked(roll),))[0]

    def _asked(self, roll: Roll) -> Fraction | None:
        check = self.sheet.game.ask(self.sheet, {**self.now, **dict(roll.answers)}).check
        return _success(check) if check.label == roll.label else None

    def offered(self, words: Sequence[str]) -> Iterator[Roll]:
        """Further checks that the game's own question offers under these words."""
        usual = self.sheet.game.ask(self.sheet, {})
        for field in usual.fields:
            for option in field.options if isinstance(field, Pick) else ():
                if _has(option.label, words):
                    check = self.sheet.game.ask(self.sheet, {field.path: option.key}).check
                    if check.label != usual.check.label:
                        yield Roll(check.label, check.answers or ((field.path, option.key),))


def cover(people: Mapping[int, Person], asked: str = "") -> tuple[list[Covered], bool]:
    """Every check of one game's characters across all of them, and whether some had to be left out.

    With words, those checks alone whose label has them all, and those that the game's own question offers under them.
    """
    words = asked.casefold().split()
    every = [roll for person in people.values() for roll, _ in person.rolls.values()]
    rolls = {roll.label: roll for roll in reversed(every) if _has(roll.label, words)}
    first = dict.fromkeys(roll.label for roll in every if roll.label in rolls)
    found = [rolls[label] for label in first]
    if words:
        further = (roll for person in list(people.values())[:1] for roll in person.offered(words))
        found += [roll for roll in dict.fromkeys(further) if roll.label not in rolls]
    most = max(FEWEST, MOST_ASKED // max(1, len(people)))
    made = [Covered(roll, {pk: person.chance(roll) for pk, person in people.items()}) for roll in found[:most]]
    return made, len(found) > most


def _has(label: str, words: Sequence[str]) -> bool:
    return all(word in label.casefold() for word in words)


def _success(check: Check) -> Fraction | None:
    return check.dice.odds().success if check.dice else None
