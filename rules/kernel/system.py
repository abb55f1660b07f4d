"""One game: its kinds of entry, its rules in the order of the book, its steps, its settings."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.kernel.builds import Build
from rules.kernel.checks import Check, Moment, Question, Tracker, nothing_now
from rules.kernel.cites import Cite
from rules.kernel.effects import Worn, effect_findings
from rules.kernel.errors import CircleError
from rules.kernel.fields import Field, Step
from rules.kernel.figures import Budget, Figure, Term
from rules.kernel.findings import Finding, waive, worst_first
from rules.kernel.ledger import LedgerKind, ledger_findings
from rules.kernel.live import Live
from rules.kernel.memory import stays
from rules.kernel.panels import Fact, Panel
from rules.kernel.paper import Item, Layout, written_lists
from rules.kernel.played import played_findings, told_aside
from rules.kernel.purchases import Purchase, purchase_findings
from rules.kernel.reading import Formula, Reading, Rule
from rules.kernel.reference import Shelf, no_shelves
from rules.kernel.rulebook import Book, Entry, Rulebook, Section, make_book, read_rows, read_sections
from rules.kernel.settled import Line, Settled, settled_findings
from rules.kernel.sheet import Sheet, nothing_said
from rules.kernel.spells import SpellFacts
from rules.kernel.story import Story
from rules.kernel.table import Table
from rules.kernel.upkeep import clash_findings, document_findings

Family = Callable[[Reading], Mapping[str, Formula]]
Modifier = Callable[[Live, str], Iterable[Term]]
ClashRule = Callable[[Mapping[str, Any]], Iterable["Clash"]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A house rule: a ruling on something the book leaves open, with its default.

    The type of the default is the type of the setting; `choices` limits a text, `low` and `high` a
    number. A number that is one of the choices in digits fits too. Where `blank` is given, null fits too and stands
    for it. `words` are what pages call the choices, in their order; without them the choices speak for themselves.
    """

    key: str
    label: str
    default: int | bool | str
    cite: Cite
    summary: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 100
    blank: int | None = None
    words: tuple[str, ...] = ()

    def said(self, value: object) -> str:
        """A value as a page says it: yes or no, a number, or what a choice is called."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return dict(zip(self.choices, self.words, strict=False)).get(str(value), str(value))

    @property
    def usual(self) -> str:
        """The game's own reading, as a page says it."""
        return self.said(self.default)

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Each choice as it is kept and as a page says it."""
        return tuple((choice, self.said(choice)) for choice in self.choices)

    def read(self, value: object) -> int | bool | str:
        """The value if it fits; of a number beyond the bounds, which may have been wider, the nearest that does.

        Else the default.
        """
        if value is None and self.blank is not None:
            return self.blank
        if self._chosen(value):
            return str(value)
        if isinstance(value, int) and type(value) is type(self.default) is not bool:
            return min(max(value, self.low), self.high)
        return value if self.fits(value) else self.default  # type: ignore[return-value]  # fits() checked it

    def fits(self, value: object) -> bool:
        if (value is None and self.blank is not None) or self._chosen(value):
            return True
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        return not (isinstance(value, int) and not isinstance(value, bool)) or self.low <= value <= self.high

    def _chosen(self, value: object) -> bool:
        """Whether it is a number that stands among the choices."""
        return bool(self.choices) and type(value) is int and str(value) in self.choices


@dataclass(frozen=True, slots=True)
class Clash:
    """Settings that cannot hold together: why, and what would mend it, a sentence each."""

    settings: tuple[str, ...]
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an open or contradictory passage is read here, in a sentence; `settings` can change it."""

    key: str
    title: str
    text: str
    cite: Cite
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Names:
    """The keys a build of this game may have, by mapping. None stands for "any"."""

    scores: frozenset[str] = frozenset()
    picks: frozenset[str] = frozenset()
    ranks: frozenset[str] = frozenset()
    rolls: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    notes: frozenset[str] | None = None


def no_marks_along(settings: Mapping[str, Any]) -> Mapping[str, str]:
    """For games in which a stat that is bought leaves every mark where it is."""
    return {}


class System:
    """A game. Rules register themselves with the decorators, in the order of the book.

    A game that needs more than rules (steps, random characters, odds on the command line) sets the
    callables below; `rules.systems` checks that each game has them all.
    """

    steps: Callable[[Sheet], tuple[Step, ...]]
    names: Callable[[Rulebook], Names]
    random: Callable[[Mapping[str, Any], random.Random, Rulebook, Table], dict[str, Any]]
    odds: Callable[[Sequence[str]], dict[str, Any]]
    ask: Callable[[Sheet, Mapping[str, str]], Question]
    layout: Callable[[Sheet], Layout]
    panels: Callable[[Sheet], tuple[Panel, ...]]
    facts: Callable[[Sheet], tuple[Fact, ...]]
    story: Story
    spell_facts: Callable[[Entry, Rulebook], SpellFacts]
    casting: Callable[[Sheet, Entry, Mapping[str, str]], Check]
    """How well somebody casts a spell at best, with the answers of the moment: no dice, and a note that says why, where
    they cannot."""
    desk: Callable[[Sheet, Entry, Mapping[str, str]], Question]
    """One casting, asked for: a form with what was answered, and the roll it makes."""
    lists: Callable[[Sheet], tuple[tuple[str, tuple[Item, ...]], ...]] = staticmethod(written_lists)
    gist: Callable[[Sheet], tuple[str, ...]] = staticmethod(nothing_said)
    """Who a character is in a few words, as its player would say: what a list shows beside the name."""
    now: Callable[[Sheet, Mapping[str, Any]], Moment] = staticmethod(nothing_now)
    rolled_now: Callable[[Sheet, Mapping[str, str]], Check]
    """The roll that `ask` makes of the answers of a check, without its form. Wanted where `now` answers questions."""
    references: Callable[[Rulebook], tuple[Shelf, ...]] = staticmethod(no_shelves)
    homebrew: tuple[type[Entry], ...] = ()
    """The kinds that players may write: those that turn up among the choices of whoever plays with their book."""
    spends: tuple[str, ...] = ()
    """Budgets of which some may be kept, but not all: who spent nothing of them is not finished."""
    marks_along: Callable[[Mapping[str, Any]], Mapping[str, str]] = staticmethod(no_marks_along)
    """Trackers that move with what is bought, so that nobody heals by learning: key by path, by these house rules."""
    rolled = "Dice"
    """What the number of a check is called: how many dice, or what to roll."""

    def __init__(
        self,
        key: str,
        name: str,
        tagline: str,
        folder: Path,
        kinds: tuple[type[Entry], ...],
        short: str,
        decide: str = "",
    ) -> None:
        self.key, self.name, self.tagline, self.folder, self.kinds, self.short = (
            key,
            name,
            tagline,
            folder,
            kinds,
            short,
        )
        self.decide = decide
        self.settings: dict[str, Setting] = {}
        self._clash_rules: list[ClashRule] = []
        self.rulings: tuple[Ruling, ...] = ()
        self.formulas: dict[str, Formula] = {}
        self.families: list[Family] = []
        self.purchase_families: list[Callable[[Reading], Iterable[Purchase]]] = []
        self.settled_rules: list[Callable[[Reading], Iterable[Settled]]] = []
        self.line_rules: list[Callable[[Reading], Iterable[Line]]] = []
        self._budgets: list[Callable[[Reading], Iterable[Budget]]] = []
        self._rules: list[Callable[[Reading, Mapping[str, Budget]], Iterable[Finding]]] = []
        self.ledger_kinds: dict[str, LedgerKind] = {}
        self.check_rules: list[Callable[[Reading], Iterable[Check]]] = []
        self.modifier_rules: list[Modifier] = []
        self.tracker_rules: list[Callable[[Reading], Iterable[Tracker]]] = []
        self._cites: dict[tuple[str, int, str], Cite] = {}
        self._chosen: list[Callable[[Reading], Iterable[tuple[str, tuple[Entry, ...]]]]] = []
        self._held: list[Callable[[Reading], Iterable[Entry | None]]] = []

    @property
    def casts(self) -> bool:
        """Whether characters of this game cast spells."""
        return hasattr(self, "casting") and hasattr(self, "desk")

    # Registering

    def cite(self, section: str, page: int, ruling: str = "") -> Cite:
        """A place in this game's core book, with the origin its section has there."""
        known = self._cites.get((section, page, ruling))
        if known is None:
            place = self._places.get(section)
            known = Cite(self.short, section, page, ruling)
            if place:
                known = known._replace(origin=place.origin, url=place.url, sure=place.sure)
            self._cites[section, page, ruling] = known
        return known

    def setting(self, setting: Setting) -> Setting:
        self.settings[setting.key] = setting
        return setting

    def clash(self, rule: "ClashRule") -> "ClashRule":
        """Register a rule that yields clashes; it is given every setting's value by key."""
        self._clash_rules.append(rule)
        return rule

    def clashes(self, house: Mapping[str, Any]) -> tuple[Clash, ...]:
        """The settings that cannot hold together at a table with these house rules; none by the defaults alone."""
        if not house:
            return ()
        values = {key: setting.read(house.get(key, setting.default)) for key, setting in self.settings.items()}
        return tuple(clash for rule in self._clash_rules for clash in rule(values))

    def figure(self, key: str, label: str, cite: Cite) -> Callable[[Rule], Rule]:
        """Register a rule that yields the terms of one figure."""

        def register(rule: Rule) -> Rule:
            self.formulas[key] = Formula(key, label, cite, rule)
            return rule

        return register

    def family(self, rule: Family) -> Family:
        """Register a rule that gives the formulas of many figures of one kind, such as all abilities."""
        self.families.append(rule)
        return rule

    def purchases(self, family: Callable[[Reading], Iterable[Purchase]]) -> Callable[[Reading], Iterable[Purchase]]:
        """Register what points buy: everything of one or more families, in the order of its budget's lines."""
        self.purchase_families.append(family)
        return family

    def settles(self, rule: Callable[[Reading], Iterable[Settled]]) -> Callable[[Reading], Iterable[Settled]]:
        """Register a rule that yields the choices which approval settles; it is asked of the approved character."""
        self.settled_rules.append(rule)
        return rule

    def keeps(self, rule: Callable[[Reading], Iterable[Line]]) -> Callable[[Reading], Iterable[Line]]:
        """Register a rule that yields the lines of a list which stay once they are approved."""
        self.line_rules.append(rule)
        return rule

    def enters(self, *kinds: LedgerKind) -> None:
        """Register the kinds of entry that a character's ledger may have, in the order they are offered."""
        self.ledger_kinds |= {kind.key: kind for kind in kinds}

    def budget(self, rule: Callable[[Reading], Iterable[Budget]]) -> Callable[[Reading], Iterable[Budget]]:
        self._budgets.append(rule)
        return rule

    def rule(
        self, rule: Callable[[Reading, Mapping[str, Budget]], Iterable[Finding]]
    ) -> Callable[[Reading, Mapping[str, Budget]], Iterable[Finding]]:
        """Register a rule that yields findings."""
        self._rules.append(rule)
        return rule

    def check(self, rule: Callable[[Reading], Iterable[Check]]) -> Callable[[Reading], Iterable[Check]]:
        self.check_rules.append(rule)
        return rule

    def modifier(self, rule: "Modifier") -> "Modifier":
        """Register a rule that yields what the moment does to a figure, by its key, on top of its lines as built."""
        self.modifier_rules.append(rule)
        return rule

    def tracker(self, rule: Callable[[Reading], Iterable[Tracker]]) -> Callable[[Reading], Iterable[Tracker]]:
        self.tracker_rules.append(rule)
        return rule

    def choice(
        self, rule: Callable[[Reading], Iterable[tuple[str, tuple[Entry, ...]]]]
    ) -> Callable[[Reading], Iterable[tuple[str, tuple[Entry, ...]]]]:
        """Register a rule that yields what was picked: (key, entries)."""
        self._chosen.append(rule)
        return rule

    def holding(self, rule: Callable[[Reading], Iterable[Entry | None]]) -> Callable[[Reading], Iterable[Entry | None]]:
        """Register a rule that yields what else somebody has: bought, or on a list. What is chosen they have anyway.

        What they have does what its effects say, so neither kind of rule may ask for a figure.
        """
        self._held.append(rule)
        return rule

    # Books

    @cached_property
    def core(self) -> Book:
        """The core book as shipped, from the TOML beside the rules."""
        return make_book(*read_rows(self.folder), self.kinds)

    @cached_property
    def _places(self) -> dict[str, Section]:
        return {section.number: section for section in read_sections(read_rows(self.folder, "book.toml")[1], self.key)}

    @cached_property
    def pages(self) -> tuple[Section, ...]:
        """The sections of the core book that say where they come from."""
        return tuple(section for section in self.core.sections if section.origin)

    @cached_property
    def opening(self) -> Cite:
        """Where the book begins on making characters; what concerns the document as a whole is cited there."""
        section = next((s for s in self.core.sections if s.number == "1"), self.core.sections[0])
        return self.cite(section.number, section.page)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The core book alone."""
        made = Rulebook.of([self.core])
        stays(self, made, self.core, *(entry for shelf in made.entries.values() for entry in shelf.values()))
        return made

    # Reading

    def reading(self, build: Build, rulebook: Rulebook | None = None, table: Table | None = None) -> Reading:
        """A reading that works out only what it is asked for: `reading["luck"]`, no budget and no verdict."""
        book = rulebook or self.rulebook
        seat = table or Table()
        c = Reading(build, book, seat, self)
        if book.givers:
            c.worn = Worn.by(self._givers(c))
        if c.worn.may_circle:
            try:
                c.figures()
            except CircleError as fault:
                return Reading(build, book, seat, self, c.worn.straight, fault.circle)
        return c

    def _givers(self, c: Reading) -> Iterable[Entry]:
        """What somebody has that does something, in the order of the books."""
        chosen = (entry for rule in self._chosen for _, entries in rule(c) for entry in entries)
        held = {(type(entry), entry.key) for entry in chain(chosen, *(rule(c) for rule in self._held)) if entry}
        return (giver for giver in c.rulebook.givers if (type(giver), giver.key) in held)

    def wearing(
        self, givers: Iterable[Entry], build: Build, rulebook: Rulebook | None = None, table: Table | None = None
    ) -> Reading:
        """A reading of a build as if whoever it is had all of these and nothing else with effects.

        Raises CircleError when asked for figures that need each other.
        """
        return Reading(build, rulebook or self.rulebook, table or Table(), self, Worn.by(givers))

    def budgets(self, c: Reading) -> dict[str, Budget]:
        """What may be spent in a reading and what is, by key: cheaper than a sheet, which has a verdict too."""
        return {budget.key: c.worn.allowed(budget, c) for rule in self._budgets for budget in rule(c)}

    def read(self, build: Build, rulebook: Rulebook | None = None, table: Table | None = None) -> Sheet:
        """The sheet of a build. Pure and total: raises only RuleError, when the rules are wrong."""
        c = self.reading(build, rulebook, table)
        book, seat, figures = c.rulebook, c.table, c.figures()
        budgets = self.budgets(c)
        findings = [
            *document_findings(build, self.names(book), self.opening, self.settings, seat.settings),
            *clash_findings(self.clashes(seat.settings), self.settings),
            *ledger_findings(seat.ledger, self.ledger_kinds, self.opening),
            *(finding for rule in self._rules for finding in rule(c, budgets)),
            *purchase_findings(c),
            *settled_findings(c),
            *effect_findings(c.worn, c, budgets, c.circle),
            *played_findings(build, book, seat.books),
        ]
        return Sheet(
            build=build,
            rulebook=book,
            table=seat,
            figures=MappingProxyType(figures),
            budgets=MappingProxyType(budgets),
            findings=worst_first(waive(told_aside(findings, build, book, self.opening), seat.waivers)),
            chosen=MappingProxyType({key: entries for rule in self._chosen for key, entries in rule(c)}),
            game=self,
            reading=c,
        )


__all__ = ["Field", "Figure", "Names", "Ruling", "Setting", "System", "Table", "Term"]
