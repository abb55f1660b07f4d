"""The rules of one game, in the order of its book: what they register, and how a build is read by them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from types import MappingProxyType
from typing import Any, Self, TypeVar

from rules.kernel.active_effects import ActiveEffects
from rules.kernel.allowed_findings import barred_findings
from rules.kernel.basics.cites import Cite
from rules.kernel.basics.errors import CircleError
from rules.kernel.basics.figures import Budget, Term
from rules.kernel.book_findings import played_findings, retired_findings, told_aside
from rules.kernel.books.campaign_rules import AllowedEntries, own_key
from rules.kernel.books.game_book import GameBook
from rules.kernel.books.rulebook import Entry, Rulebook, derived
from rules.kernel.books.settings import KnownKeys, Ruling, Setting, SettingConflict
from rules.kernel.books.spells import SpellReader, as_printed
from rules.kernel.causes import cause_findings
from rules.kernel.choices import Choice, Choices, choice_findings
from rules.kernel.deaths import death_findings
from rules.kernel.document_findings import conflict_findings, document_findings
from rules.kernel.documents.builds import Build
from rules.kernel.documents.ledger import NO_ENTRIES
from rules.kernel.documents.places import PlacedList
from rules.kernel.documents.table import RulesContext
from rules.kernel.effect_findings import effect_findings
from rules.kernel.findings import Finding, apply_exemptions, by_severity
from rules.kernel.ledger_kinds import LedgerKind, ledger_findings, permitted
from rules.kernel.purchase_findings import purchase_findings
from rules.kernel.purchases import Purchase
from rules.kernel.reading import Formula, Reading, Rule
from rules.kernel.rolls.checks import Check
from rules.kernel.rolls.trackers import PlayFacts, Rest, Tracker
from rules.kernel.settled import KeptLine, Settled, settled_findings
from rules.kernel.sheet import Live, Sheet

E = TypeVar("E", bound=Entry)
Family = Callable[[Reading], Mapping[str, Formula]]
Modifier = Callable[[Live, str], Iterable[Term]]
ConflictRule = Callable[[Mapping[str, Any]], Iterable[SettingConflict]]


def nothing_now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """For games whose marks change no number."""
    return PlayFacts()


def no_spells(sheet: Sheet) -> tuple[Entry, ...]:
    """For games and people without magic."""
    return ()


def nothing_barred(live: Live, key: str) -> str:
    """For games in which whatever has a number can be tried."""
    return ""


def no_marks_along(settings: Mapping[str, Any]) -> Mapping[str, str]:
    """For games in which a stat that is bought leaves every mark where it is."""
    return {}


class System(GameBook):
    """A game. Rules register themselves with the decorators, in the order of the book.

    What else the rules need of it, a game sets by name; its pages are in `pages.Game`, which is one of these.
    """

    names: Callable[[Rulebook], KnownKeys]
    now: Callable[[Sheet, Mapping[str, Any]], PlayFacts] = staticmethod(nothing_now)
    rolled_now: Callable[[Sheet, Mapping[str, str]], Check]
    """The roll that `ask` makes of the answers of a check, without its form. Wanted where `now` answers questions."""
    barred: Callable[[Live, str], str] = staticmethod(nothing_barred)
    """Why a number can't be used just now, by its key, as a sentence; "" where it can."""
    casting: Callable[[Sheet, Entry, Mapping[str, str]], Check]
    """How well somebody casts a spell at best, with the answers of the moment: no dice, and a note that says why, where
    they cannot."""
    castable: Callable[[Sheet], tuple[Entry, ...]] = staticmethod(no_spells)
    """The spells that somebody casts, each once; none of whoever has no magic."""
    read_spell: Callable[[Entry, Mapping[str, int | bool | str]], Entry] = staticmethod(as_printed)
    """A spell as these house rules have it. Whatever a page tells or rolls of one is made of this."""
    homebrew: tuple[type[Entry], ...] = ()
    """The kinds that players may write: those that turn up among the choices of whoever plays with their book."""
    learned: Mapping[str, type[Entry] | None] = MappingProxyType({})
    """What nobody learns after a death, whatever it costs: the path of picks with their kind, or of a list."""
    spends: tuple[str, ...] = ()
    """Budgets of which some may be kept, but not all: who spent nothing of them is not finished."""
    deadly: Mapping[str, int] = MappingProxyType({})
    """Trackers that leave somebody dead from somewhere on, with where that is at the least."""
    deadly_entries: tuple[str, ...] = ()
    """Entries of the ledger, besides a death, that may leave somebody dead."""
    marks_along: Callable[[Mapping[str, Any]], Mapping[str, str]] = staticmethod(no_marks_along)
    """Trackers that move with what is bought, so that nobody heals by learning: key by path, by these house rules."""

    placed: tuple[PlacedList, ...] = ()
    """Lists whose entries other choices name by their place: what goes along when one is removed."""

    free: tuple[str, ...] = ("notes",)
    """Parts of a build that the rules leave to the player, also in play: whatever changes there is no growth."""
    worn: str = ""
    """How the keys of numbers end that have in them what is worn, "" where there are none."""

    def __post_init__(self) -> None:
        self.settings: dict[str, Setting] = {}
        self._defaults: dict[str, int | bool | str] = {}
        self.campaign_rules: dict[str, Setting] = {}
        self.allowed: tuple[AllowedEntries, ...] = ()
        self._conflict_rules: list[ConflictRule] = []
        self.rulings: tuple[Ruling, ...] = ()
        self.formulas: dict[str, Formula] = {}
        self.families: list[Family] = []
        self.purchase_families: list[Callable[[Reading], Iterable[Purchase]]] = []
        self.settled_rules: list[Callable[[Reading], Iterable[Settled]]] = []
        self.line_rules: list[Callable[[Reading], Iterable[KeptLine]]] = []
        self._budgets: list[Callable[[Reading], Iterable[Budget]]] = []
        self._rules: list[Callable[[Reading, Mapping[str, Budget]], Iterable[Finding]]] = []
        self.ledger_kinds: dict[str, LedgerKind] = {}
        self.check_rules: list[Callable[[Reading], Iterable[Check]]] = []
        self.modifier_rules: list[Modifier] = []
        self.tracker_rules: list[Callable[[Reading], Iterable[Tracker]]] = []
        self.condition_rules: list[Callable[[Reading], Iterable[Tracker]]] = []
        self.in_ledger_rules: list[Callable[[Reading], Iterable[Tracker]]] = []
        self.rest_rules: list[Callable[[Reading], Iterable[Rest]]] = []
        self.choices: dict[str, Choice] = {}
        self.many_choices: dict[str, Choices] = {}
        self._chosen: list[Callable[[Reading], Iterable[tuple[str, tuple[Entry, ...]]]]] = []
        self._held: list[Callable[[Reading], Iterable[Entry | None]]] = []

    # Registering

    def with_modules(self, package: str) -> Self:
        """The game once every module of its folder, which is this package, is imported: so their rules register."""
        for file in sorted(self.folder.glob("*.py")):
            if file.stem != "__init__":
                import_module(f"{package}.{file.stem}")
        return self

    def setting(self, setting: Setting) -> Setting:
        self.settings[setting.key] = setting
        self._defaults[setting.key] = setting.coerce(setting.default)
        return setting

    def campaign_rule(self, rule: Setting) -> Setting:
        """Register a house rule that only a campaign decides, for its players' characters."""
        self.campaign_rules[rule.key] = rule
        self._defaults[rule.key] = rule.default
        if isinstance(rule, AllowedEntries):
            self.allowed = (*self.allowed, rule)
        return rule

    def allows(self, key: str, label: str, one: str, cite: Cite, *shapes: type[Entry], at: Iterable[str],
               chosen_by: Callable[[Any], str] = own_key) -> None:  # fmt: skip
        """Register entries of which a campaign may allow only some; `at` are the paths where they are chosen."""
        self.campaign_rule(
            AllowedEntries(
                key, label, "", cite, "", shapes=shapes, paths=tuple(at), one=one, chosen_by=chosen_by,
                books=lambda: self.rulebook,
            )
        )  # fmt: skip

    @property
    def house_settings(self) -> Mapping[str, Setting]:
        """Everything that a campaign may decide, by key."""
        return self.settings | self.campaign_rules

    def conflict(self, rule: ConflictRule) -> ConflictRule:
        """Register a rule that yields conflicts; it is given every setting's value by key."""
        self._conflict_rules.append(rule)
        return rule

    def conflicts(self, house: Mapping[str, Any]) -> tuple[SettingConflict, ...]:
        """The settings that cannot hold together at a table with these house rules; none by the defaults alone."""
        if not house:
            return ()
        values = self.house_rules(house)
        return tuple(conflict for rule in self._conflict_rules for conflict in rule(values))

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

    def figures(self, shape: type[E]) -> Callable[[Callable[[E], Formula]], Callable[[E], Formula]]:
        """Register what gives the formula of each entry of a kind; it is asked once per rulebook."""

        def register(formula: Callable[[E], Formula]) -> Callable[[E], Formula]:
            @derived
            def made(rulebook: Rulebook) -> dict[str, Formula]:
                return {one.key: one for one in map(formula, rulebook.all(shape).values())}

            self.family(lambda c: made(c.rulebook))
            return formula

        return register

    def purchases(self, family: Callable[[Reading], Iterable[Purchase]]) -> Callable[[Reading], Iterable[Purchase]]:
        """Register what points buy: everything of one or more families, in the order of its budget's lines."""
        self.purchase_families.append(family)
        return family

    def settles(self, rule: Callable[[Reading], Iterable[Settled]]) -> Callable[[Reading], Iterable[Settled]]:
        """Register a rule that yields the choices which approval settles; it is asked of the approved character."""
        self.settled_rules.append(rule)
        return rule

    def keeps(self, rule: Callable[[Reading], Iterable[KeptLine]]) -> Callable[[Reading], Iterable[KeptLine]]:
        """Register a rule that yields the lines of a list which stay once they are approved."""
        self.line_rules.append(rule)
        return rule

    @property
    def award_kind(self) -> LedgerKind | None:
        """The entries that grant points, in a game that has them."""
        return self.ledger_kinds.get("award")

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

    def modifier(self, rule: Modifier) -> Modifier:
        """Register a rule that yields what the moment does to a figure, by its key, on top of its lines as built."""
        self.modifier_rules.append(rule)
        return rule

    def tracker(self, rule: Callable[[Reading], Iterable[Tracker]]) -> Callable[[Reading], Iterable[Tracker]]:
        self.tracker_rules.append(rule)
        return rule

    def condition(self, rule: Callable[[Reading], Iterable[Tracker]]) -> Callable[[Reading], Iterable[Tracker]]:
        """Register a rule that yields states which change numbers for a while, such as darkness: each with an end."""
        self.condition_rules.append(rule)
        return rule

    def in_ledger(self, rule: Callable[[Reading], Iterable[Tracker]]) -> Callable[[Reading], Iterable[Tracker]]:
        """Register a rule that yields numbers the ledger keeps: rolls and rests move them, and no page marks them."""
        self.in_ledger_rules.append(rule)
        return rule

    def rest(self, rule: Callable[[Reading], Iterable[Rest]]) -> Callable[[Reading], Iterable[Rest]]:
        """Register a rule that yields what a rest restores."""
        self.rest_rules.append(rule)
        return rule

    def chooses(self, *choices: Choice | Choices) -> None:
        """Register the choices of one entry each, or of several, which `choice` need not yield."""
        for one in choices:
            if isinstance(one, Choices):
                self.many_choices[one.key] = one
            else:
                self.choices[f"{one.lines}.{one.key}" if one.lines else one.key] = one

    def choice(
        self, rule: Callable[[Reading], Iterable[tuple[str, tuple[Entry, ...]]]]
    ) -> Callable[[Reading], Iterable[tuple[str, tuple[Entry, ...]]]]:
        """Register a rule that yields what else was picked: (key, entries)."""
        self._chosen.append(rule)
        return rule

    def holding(self, rule: Callable[[Reading], Iterable[Entry | None]]) -> Callable[[Reading], Iterable[Entry | None]]:
        """Register a rule that yields what else somebody has: bought, or on a list. What is chosen they have anyway.

        What they have does what its effects say, so neither kind of rule may ask for a figure.
        """
        self._held.append(rule)
        return rule

    # Reading

    def house_rules(self, given: Mapping[str, Any]) -> Mapping[str, int | bool | str]:
        """The value of every setting at a table that has decided on these, whether they fit or not."""
        if not given:
            return self._defaults
        known = self.house_settings
        decided = {key: known[key].coerce(value) for key, value in given.items() if key in known}
        return self._defaults | decided

    def spell_reader(self, rulebook: Rulebook, settings: Mapping[str, Any]) -> SpellReader:
        """The spells of a rulebook under these settings."""
        house = self.house_rules(settings)
        return SpellReader(rulebook, lambda entry: self.read_spell(entry, house))

    def reading(self, build: Build, rulebook: Rulebook | None = None, table: RulesContext | None = None) -> Reading:
        """A reading that works out only what it is asked for: `reading["luck"]`, no budget and no verdict."""
        book = rulebook or self.rulebook
        context = table or RulesContext()
        if context.ledger and (ledger := permitted(context.ledger, self.ledger_kinds)) is not context.ledger:
            context = replace(context, ledger=ledger)
        c = Reading(build, book, context, self)
        if book.givers:
            c.effects = ActiveEffects.by(self._givers(c))
        if c.effects.may_circle:
            try:
                c.figures()
            except CircleError as fault:
                return Reading(build, book, context, self, c.effects.straight, fault.circle)
        return c

    def _givers(self, c: Reading) -> Iterable[Entry]:
        """What somebody has that does something, in the order of the books."""
        held = self._owned(c)
        return (giver for giver in c.rulebook.givers if (type(giver), giver.key) in held)

    def _picked(self, c: Reading) -> Iterator[tuple[str, tuple[Entry, ...]]]:
        """Everything that was picked, by its key."""
        for one in self.choices.values():
            if not one.lines and (found := c.chosen(one.shape, one.key)):
                yield one.key, (found,)
        for several in self.many_choices.values():
            yield several.key, several.found(c)
        for rule in self._chosen:
            yield from rule(c)

    def _owned(self, c: Reading) -> Mapping[tuple[type[Entry], str], str]:
        """Everything somebody has, by kind and key, with the path of what was picked, "" for what they hold."""
        held = {(type(entry), entry.key): "" for rule in self._held for entry in rule(c) if entry}
        return held | {(type(one), one.key): f"picks.{key}" for key, entries in self._picked(c) for one in entries}

    def with_effects(
        self, givers: Iterable[Entry], build: Build, rulebook: Rulebook | None = None, table: RulesContext | None = None
    ) -> Reading:
        """A reading of a build as if whoever it is had all of these and nothing else with effects.

        Raises CircleError when asked for figures that need each other.
        """
        return Reading(build, rulebook or self.rulebook, table or RulesContext(), self, ActiveEffects.by(givers))

    def budgets(self, c: Reading) -> dict[str, Budget]:
        """What may be spent in a reading and what is, by key: cheaper than a sheet, which has a verdict too."""
        return {budget.key: c.effects.allowed(budget, c) for rule in self._budgets for budget in rule(c)}

    def unjudged(self, build: Build, rulebook: Rulebook | None = None, table: RulesContext | None = None) -> Sheet:
        """The sheet of a build without a verdict: cheaper, for pages that ask only what somebody can do."""
        c = self.reading(build, rulebook, table)
        return Sheet(
            build=build,
            rulebook=c.rulebook,
            table=c.table,
            figures=MappingProxyType(c.figures()),
            budgets=MappingProxyType(self.budgets(c)),
            findings=(),
            chosen=MappingProxyType(dict(self._picked(c))),
            game=self,
            reading=c,
        )

    def read(self, build: Build, rulebook: Rulebook | None = None, table: RulesContext | None = None) -> Sheet:
        """The sheet of a build. Pure and total: raises only RuleError, when the rules are wrong."""
        sheet = self.unjudged(build, rulebook, table)
        c, book, context, budgets = sheet.reading, sheet.rulebook, sheet.table, sheet.budgets
        findings = [
            *document_findings(build, self.names(book), self.opening, self.house_settings, context.settings),
            *conflict_findings(self.conflicts(context.settings), self.house_settings),
            *ledger_findings(table.ledger if table else NO_ENTRIES, self.ledger_kinds, self.opening),
            *cause_findings(c),
            *death_findings(c, budgets),
            *(finding for rule in self._rules for finding in rule(c, budgets)),
            *purchase_findings(c),
            *settled_findings(c),
            *effect_findings(c, budgets),
            *choice_findings(c),
            *(retired_findings(build, book.retired, self._owned(c)) if book.retired else ()),
            *played_findings(build, book, context.books),
            *barred_findings(c),
        ]
        told = told_aside(findings, build, book, self.opening)
        return replace(sheet, findings=by_severity(apply_exemptions(told, context.waivers)))
