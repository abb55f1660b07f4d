"""Everything that is read from a build, and how it stands at one moment of play."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol

from rules.kernel.basics.figures import Budget, Figure, Origin, Term
from rules.kernel.books.rulebook import Entry, Rulebook
from rules.kernel.books.spells import SpellReader
from rules.kernel.documents.builds import Build, path_and_parents
from rules.kernel.documents.ledger import LedgerEntry
from rules.kernel.documents.table import RulesContext
from rules.kernel.findings import Finding, Level
from rules.kernel.reading import Reading, Rules
from rules.kernel.rolls.checks import Check
from rules.kernel.rolls.trackers import Due, Fact, PlayFacts, Rest, RestStep, Tracker, standing
from rules.kernel.status import Status

DEAD = "Dead: can't roll."
"""Why somebody dead rolls nothing."""


def unrolled(check: Check) -> Check:
    """The check of somebody dead."""
    return replace(check, dice=None, note=DEAD) if check.dice is not None else check


class PlayRules(Rules, Protocol):
    """What a sheet knows of its game."""

    key: str
    name: str
    check_rules: list[Callable[[Reading], Iterable[Check]]]
    tracker_rules: list[Callable[[Reading], Iterable[Tracker]]]
    condition_rules: list[Callable[[Reading], Iterable[Tracker]]]
    in_ledger_rules: list[Callable[[Reading], Iterable[Tracker]]]
    rest_rules: list[Callable[[Reading], Iterable[Rest]]]
    modifier_rules: list[Callable[["Live", str], Iterable[Term]]]
    spends: tuple[str, ...]
    worn: str
    now: Callable[["Sheet", Mapping[str, Any]], PlayFacts]
    rolled_now: Callable[["Sheet", Mapping[str, str]], Check]
    barred: Callable[["Live", str], str]
    casting: Callable[["Sheet", Entry, Mapping[str, str]], Check]
    castable: Callable[["Sheet"], tuple[Entry, ...]]

    def spell_reader(self, rulebook: Rulebook, settings: Mapping[str, Any]) -> SpellReader: ...

    def read(self, build: Build, rulebook: Rulebook | None = None, table: RulesContext | None = None) -> "Sheet": ...


@dataclass(frozen=True)
class Sheet:
    """One character, read. The same build, rulebook and table always give an equal sheet."""

    build: Build
    rulebook: Rulebook
    table: RulesContext
    figures: Mapping[str, Figure]
    budgets: Mapping[str, Budget]
    findings: tuple[Finding, ...]
    chosen: Mapping[str, tuple[Entry, ...]]
    game: PlayRules = field(compare=False, repr=False)
    reading: Reading = field(compare=False, repr=False)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What the character can roll; worked out when a page asks for it."""
        return tuple(check for rule in self.game.check_rules for check in rule(self.reading))

    def live(self, marks: Mapping[str, Any]) -> "Live":
        """It as it stands by these marks of play."""
        return Live(self, marks) if marks else self._unmarked

    @cached_property
    def _unmarked(self) -> "Live":
        """It as it stands before anything is marked, which pages ask for again and again."""
        return Live(self, {})

    @cached_property
    def trackers(self) -> tuple[Tracker, ...]:
        """What goes up and down in play; worked out when a page asks for it."""
        return tuple(tracker for rule in self.game.tracker_rules for tracker in rule(self.reading))

    @cached_property
    def conditions(self) -> tuple[Tracker, ...]:
        """States that change numbers while they last; worked out when a page asks for them."""
        return tuple(state for rule in self.game.condition_rules for state in rule(self.reading))

    @cached_property
    def in_ledger(self) -> tuple[Tracker, ...]:
        """Numbers that the ledger keeps, which rolls and rests move; worked out when a page asks for them."""
        return tuple(one for rule in self.game.in_ledger_rules for one in rule(self.reading))

    @cached_property
    def spells(self) -> tuple[Entry, ...]:
        """What the character casts; worked out when a page asks for it."""
        return tuple(map(self.spell_reader.read, self.game.castable(self)))

    @cached_property
    def spell_reader(self) -> SpellReader:
        """All spells of its books, as its house rules have them."""
        return self.game.spell_reader(self.rulebook, self.table.settings)

    @property
    def marked(self) -> tuple[Tracker, ...]:
        """Whatever play may move: trackers, conditions, and what the ledger keeps."""
        return (*self.trackers, *self.conditions, *self.in_ledger)

    @cached_property
    def rests(self) -> tuple[Rest, ...]:
        """What the rules give back, and when; worked out when a page asks for it."""
        return tuple(rest for rule in self.game.rest_rules for rest in rule(self.reading))

    def __getitem__(self, key: str) -> int:
        return self.figures[key].value

    def told_by(self, key: str) -> str:
        """The number that stands on pages for this one: with what is worn, where that is a number of its own."""
        worn = f"{key}{self.game.worn}"
        return worn if worn in self.figures else key

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What makes the character illegal."""
        return tuple(finding for finding in self.findings if finding.breaks)

    @property
    def legal(self) -> bool:
        return not self.errors

    @property
    def status(self) -> Status:
        """How it stands, in words that every page shares."""
        return Status(len(self.errors), self._todo)

    @property
    def unfinished(self) -> bool:
        """Legal, with something left to do."""
        return self.status.key == "unfinished"

    @property
    def _todo(self) -> int:
        """How much is missing or left over."""
        return len(self.untouched) + sum(finding.level is Level.TODO for finding in self.findings)

    @property
    def untouched(self) -> tuple[Budget, ...]:
        """Points of creation that may be kept: they are to do as long as none were spent, though no finding says so."""
        first = (self.budgets[key] for key in self.game.spends if self.table.stage == "creation")
        return tuple(budget for budget in first if budget.allowed.value > 0 and not budget.spent.terms)

    @property
    def deaths(self) -> tuple[LedgerEntry, ...]:
        """The deaths from which the character has not come back, by its ledger."""
        return self.table.ledger.deaths(self.game.ledger_kinds)

    @cached_property
    def dead(self) -> bool:
        """Whether the character died and has not come back, by its ledger."""
        return bool(self.deaths) or self.game.now(self, {}).dead

    def alive(self, check: Check) -> Check:
        """The check; of somebody dead, that it can't be rolled."""
        return unrolled(check) if self.dead else check

    def choice(self, key: str) -> Entry | None:
        """The entry picked under a key, where exactly one is."""
        entries = self.chosen.get(key, ())
        return entries[0] if len(entries) == 1 else None

    def at(self, path: str) -> tuple[Finding, ...]:
        """The findings that sit on a choice or below it."""
        return tuple(self._at.get(path, ()))

    @cached_property
    def _at(self) -> Mapping[str, list[Finding]]:
        """Findings by the path they sit on and by every path above it, so that no field asks all of them."""
        found: dict[str, list[Finding]] = {}
        for finding in self.findings:
            for path in path_and_parents(finding.at) if finding.at and not finding.apart else ():
                found.setdefault(path, []).append(finding)
        return found


class Live:
    """What a page of play asks for its numbers; a verdict never does.

    `marks` are the trackers as they are kept. What is worn and wielded is in the build; `answers` of a single roll
    (aim, other actions) go to `pages.ask` and `pages.desk`. Nothing else changes a number. A figure has two faces:
    rules read each other's as built, `sheet.figures`; pages of play show `figure`, with what armour, wounds and the
    like do to it.
    """

    def __init__(self, sheet: Sheet, marks: Mapping[str, Any]) -> None:
        self.sheet, self.marks = sheet, marks
        self._moment = sheet.game.now(sheet, marks)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the marks mean just now, in words; of somebody dead, that alone and what lasts."""
        deaths = self.sheet.deaths
        kinds = self.sheet.game.ledger_kinds
        return (
            *(Fact("Dead", entry.day, entry.note, kinds["died"].cite, lasts=True, death=True) for entry in deaths),
            *(fact for fact in self._moment.facts if fact.lasts or not self.dead),
        )

    @cached_property
    def trackers(self) -> tuple[Tracker, ...]:
        """The trackers of the sheet, each as far as it goes now."""
        return self._as_far(self.sheet.trackers)

    @cached_property
    def conditions(self) -> tuple[Tracker, ...]:
        """The states that change numbers while they last, each as far as it goes now."""
        return self._as_far(self.sheet.conditions)

    def _as_far(self, trackers: Iterable[Tracker]) -> tuple[Tracker, ...]:
        less = dict(self._moment.less)
        return tuple(one.shorter(less.get(one.key, 0)) for one in trackers)

    @cached_property
    def kept(self) -> tuple[Tracker, ...]:
        """Whatever play may move, each as far as its mark may be kept: what ends it sooner for a while hides the rest
        of a mark and takes nothing off it."""
        less = dict(self._moment.less)
        return tuple(one.shorter(min(0, less.get(one.key, 0))) for one in self.sheet.marked)

    @property
    def marked(self) -> tuple[Tracker, ...]:
        """Whatever play may move, as far as it goes now."""
        return (*self.trackers, *self.conditions, *self.sheet.in_ledger)

    @property
    def dead(self) -> bool:
        """Whether the character is dead by its ledger or by the marks."""
        return self._moment.dead or self.sheet.dead

    @property
    def out(self) -> bool:
        """Whether the character fights no more: dead, or a tracker stands where its game says so."""
        ends = ((one.defeat, one.stands(self.marks)) for one in self.trackers)
        return self.dead or any(defeat and stands >= defeat for defeat, stands in ends)

    @property
    def rests(self) -> Mapping[Rest, tuple[RestStep, ...]]:
        """Each rest that would change something just now, and what; none for the dead."""
        told = {rest: self._rested(rest) for rest in self.sheet.rests} if not self.dead else {}
        return {rest: steps for rest, steps in told.items() if steps}

    def _rested(self, rest: Rest) -> tuple[RestStep, ...]:
        if rest.at and not any(one.key == rest.at and one.stands(self.marks) == one.top for one in self.marked):
            return ()
        paid = self._steps(rest.costs, self.marked)
        if [step.after - step.before for step in paid] != [change for _, change in rest.costs]:
            return ()
        told = (*self._given(rest.first)[:1], *self._given(rest.changes))
        gained = [step for step in told if step.tracker.key != rest.once]
        if rest.once and len(gained) == len(told):  # had already
            return ()
        # What would only mark that it was had gives nothing, unless more than a mark of it was never to be had.
        gives = gained or (paid and all(key == rest.once for key, _ in (*rest.changes, *rest.first)))
        return (*paid, *told) if gives else ()

    def _given(self, changes: Iterable[tuple[str, int]]) -> tuple[RestStep, ...]:
        """What a rest gives back just now: off what is kept, though less of it may show; onto what shows."""
        both = ((key, change, self.kept if change < 0 else self.marked) for key, change in changes)
        return tuple(step for key, change, known in both for step in self._steps(((key, change),), known))

    def _steps(self, changes: Iterable[tuple[str, int]], known: Iterable[Tracker]) -> tuple[RestStep, ...]:
        """What these changes of trackers would do just now, without those that would do nothing."""
        found = {tracker.key: tracker for tracker in known}
        both = ((found[key], change) for key, change in changes if key in found)
        steps = (RestStep(one, one.stands(self.marks), one.moved(self.marks, change)) for one, change in both)
        return tuple(step for step in steps if step.before != step.after)

    def dues(self, check: Check) -> tuple[Due, ...]:
        """What a roll takes as things stand; no more of what was bought already, as a Lucky Break may be."""
        found = {tracker.key: tracker for tracker in self.marked}
        dues = []
        for cost in check.costs:
            held = [found[key] for key in cost.trackers if key in found]
            for tracker in sorted(held, key=lambda one: not self._gives(one, cost.change))[:1]:
                if not cost.owed and not self._gives(tracker, cost.change):
                    continue
                bought = standing(self.marks, tracker.holds)
                change = min(0, cost.change + bought) if tracker.holds else cost.change
                dues.append(Due(tracker, tracker.stands(self.marks), change, cost.outcome, cost.behind))
        return tuple(due for due in dues if due.change)

    def _gives(self, tracker: Tracker, change: int) -> bool:
        return tracker.moved(self.marks, change) != tracker.stands(self.marks)

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """How the marks answer the form of a roll before anybody does."""
        return MappingProxyType(dict(self._moment.answers))

    @cached_property
    def moved(self) -> bool:
        """Whether anything is otherwise than for somebody unmarked to whom nothing happened."""
        return self._moment.bars or self._moment.answers != self.sheet.live({})._moment.answers

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What the character can roll, each as it stands when it is asked for."""
        return tuple(map(self.check, self.sheet.checks))

    def check(self, check: Check) -> Check:
        """A check of the sheet as it stands."""
        return self.roll(dict(check.answers), check) if self.moved else self.alive(check)

    def alive(self, check: Check) -> Check:
        """The check; of somebody dead, that it can't be rolled."""
        return unrolled(check) if self.dead else check

    def roll(self, answers: Mapping[str, str], check: Check) -> Check:
        """A check of the sheet with these answers, as it stands."""
        made = self.sheet.game.rolled_now(self.sheet, {**self.answers, **answers})
        return self.alive(
            replace(check, pool=made.pool, others=made.others, dice=made.dice, note=made.note or check.note)
        )

    def figure(self, key: str) -> Figure:
        """A number as it stands: its lines as built, then those of the moment."""
        built = self.sheet.figures[key]
        found: Iterable[Term] = (term for rule in self.sheet.game.modifier_rules for term in rule(self, key))
        lines = tuple(term._replace(origin=Origin.TEMPORARY) for term in found)
        return Figure.of(key, built.label, built.cite, (*built.terms, *lines)) if lines else built

    def casting(self, entry: Entry) -> Check:
        """How well this spell is cast at best as things stand."""
        return self.alive(self.sheet.game.casting(self.sheet, entry, self.answers))
