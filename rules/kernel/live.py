"""A sheet at one moment: what the marks of play make of its numbers and its rolls."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rules.kernel.checks import Check, Question
from rules.kernel.figures import Figure, Origin, Term
from rules.kernel.panels import Fact

if TYPE_CHECKING:
    from rules.kernel.rulebook import Entry
    from rules.kernel.sheet import Sheet


class Live:
    """What a page of play asks for its numbers; a verdict never does.

    `marks` are the trackers as they are kept. What is worn and wielded is in the build; `answers` of a single roll
    (aim, other actions) go to `ask` and `desk`. Nothing else changes a number. A figure has two faces: rules read each
    other's as built, `sheet.figures`; pages of play show `figure`, which has what armour, wounds and the like do to it.
    """

    def __init__(self, sheet: "Sheet", marks: Mapping[str, Any]) -> None:
        self.sheet, self.marks = sheet, marks
        self._moment = sheet.game.now(sheet, marks)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the marks mean just now, in words; of somebody dead, that first."""
        deaths = self.sheet.table.ledger.deaths
        kinds = self.sheet.game.ledger_kinds
        return (
            *(Fact("Dead", entry.on, entry.note, kinds["died"].cite, lasts=True) for entry in deaths),
            *self._moment.facts,
        )

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """How the marks answer the form of a roll before anybody does."""
        return MappingProxyType(dict(self._moment.answers))

    @cached_property
    def moved(self) -> bool:
        """Whether anything is otherwise than for somebody unmarked."""
        return self._moment.answers != self.sheet.game.now(self.sheet, {}).answers

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What the character can roll, each as it stands when it is asked for."""
        return tuple(map(self.check, self.sheet.checks))

    def check(self, check: Check) -> Check:
        """A check of the sheet as it stands."""
        return self.roll(dict(check.answers), check) if self.moved else check

    def roll(self, answers: Mapping[str, str], check: Check) -> Check:
        """A check of the sheet with these answers, as it stands."""
        made = self.sheet.game.rolled_now(self.sheet, {**self.answers, **answers})
        return replace(check, pool=made.pool, dice=made.dice, note=check.note or made.note)

    def figure(self, key: str) -> Figure:
        """A number as it stands: its lines as built, then those of the moment."""
        built = self.sheet.figures[key]
        found: Iterable[Term] = (term for rule in self.sheet.game.modifier_rules for term in rule(self, key))
        lines = tuple(term._replace(origin=Origin.TEMPORARY) for term in found)
        return Figure.of(key, built.label, built.cite, (*built.terms, *lines)) if lines else built

    def ask(self, answers: Mapping[str, str]) -> Question:
        """Any roll, asked for with these answers; what they leave open, the marks answer."""
        return self.sheet.game.ask(self.sheet, {**self.answers, **answers})

    def desk(self, entry: "Entry", answers: Mapping[str, str]) -> Question:
        """One casting, asked for."""
        return self.sheet.game.desk(self.sheet, entry, {**self.answers, **answers})

    def casting(self, entry: "Entry") -> Check:
        """How well this spell is cast at best as things stand."""
        return self.sheet.game.casting(self.sheet, entry, self.answers)
