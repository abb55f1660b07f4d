"""One reading of a build: rules ask it for other numbers by name, and it remembers the answers."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from rules.kernel.active_effects import NO_EFFECTS, ActiveEffects
from rules.kernel.basics.cites import HOUSE, Cite
from rules.kernel.basics.errors import CircleError, RuleError
from rules.kernel.basics.figures import Figure, Origin, Term
from rules.kernel.basics.memory import MIB, BoundedCache
from rules.kernel.books.campaign_rules import AllowedEntries
from rules.kernel.books.rulebook import Entry, Rulebook
from rules.kernel.books.settings import Setting
from rules.kernel.documents.builds import Build
from rules.kernel.documents.places import PlacedList
from rules.kernel.documents.table import RulesContext

Rule = Callable[["Reading"], Iterable[Term]]
Needs = Callable[["Reading"], Hashable]
Closing = Callable[["Reading", Figure], Iterable[Term]]
E = TypeVar("E", bound=Entry)
T = TypeVar("T")

FIGURES: BoundedCache[Hashable, Figure] = BoundedCache(16 * MIB)
"""Figures of formulas that say what they need, by formula and needs."""


class Formula:
    """How one figure is made: its words and the rule that yields its terms.

    `needs` may say what the terms follow from, where that is less than the whole reading: for equal
    needs the figure is made once and remembered. It names the value of every other figure its rule asks for.
    `closing` yields what comes last, after the effects: what keeps the figure within its limits.
    """

    __slots__ = ("cite", "closing", "key", "label", "mark", "needs", "rule")

    def __init__(
        self, key: str, label: str, cite: Cite, rule: Rule, needs: Needs | None = None, closing: Closing | None = None
    ) -> None:
        self.key, self.label, self.cite, self.rule, self.needs = key, label, cite, rule, needs
        self.closing, self.mark = closing, object()

    def figure(self, c: "Reading") -> Figure:
        """The figure of one reading."""
        return Figure.of(self.key, self.label, self.cite, self.rule(c))


HOUSE_RULE = "house rule"


class Rules(Protocol):
    """What a reading knows of its game; what its lists and mappings have, the modules of their names say."""

    formulas: dict[str, Formula]
    families: list[Callable[["Reading"], Mapping[str, Formula]]]
    purchase_families: list[Callable[["Reading"], Iterable[Any]]]
    settled_rules: list[Callable[["Reading"], Iterable[Any]]]
    line_rules: list[Callable[["Reading"], Iterable[Any]]]
    ledger_kinds: dict[str, Any]
    settings: dict[str, Setting]
    learned: Mapping[str, type[Entry] | None]
    placed: tuple[PlacedList, ...]
    choices: dict[str, Any]
    many_choices: dict[str, Any]
    allowed: tuple[AllowedEntries, ...]

    @property
    def house_settings(self) -> Mapping[str, Setting]: ...

    def house_rules(self, given: Mapping[str, Any]) -> Mapping[str, int | bool | str]: ...

    def reading(
        self, build: Build, rulebook: Rulebook | None = None, table: RulesContext | None = None
    ) -> "Reading": ...


class Reading:
    """What a rule sees: `c["combat"]` is another figure's value, `c.bought("strike")` a choice.

    A figure is worked out when it is first asked for. Raises RuleError for a figure no rule makes and
    for figures that need each other, with the whole circle (`a → b → a`).
    """

    __slots__ = (
        "_chosen",
        "_every",
        "_figures",
        "_formulas",
        "_house",
        "_memo",
        "_open",
        "build",
        "circle",
        "effects",
        "game",
        "rulebook",
        "table",
    )

    def __init__(
        self,
        build: Build,
        rulebook: Rulebook,
        table: RulesContext,
        game: Rules,
        effects: ActiveEffects = NO_EFFECTS,
        circle: str = "",
    ) -> None:
        self.build, self.rulebook, self.table = build, rulebook, table
        self.effects, self.circle = effects, circle
        self.game = game
        self._house = game.house_rules(table.settings)
        self._formulas: dict[str, Formula] | None = None
        self._figures: dict[str, Figure] = {}
        self._every: dict[str, Figure] = {}
        self._open: list[str] = []
        self._chosen: dict[tuple[type[Entry], str], Any] = {}
        self._memo: dict[Callable[[Reading], Any], Any] = {}

    def memo(self, work: "Callable[[Reading], T]") -> T:
        """What `work` says of this build, worked out the first time only."""
        made: T
        try:
            made = self._memo[work]
        except KeyError:
            made = self._memo[work] = work(self)
        return made

    @property
    def approved(self) -> "Reading | None":
        """The character as it was approved; None before that, and while it is made anew."""
        return self.memo(_approved)

    @property
    def created(self) -> "Reading | None":
        """The character as it was first approved: what creation has paid for. None before that."""
        return self.memo(_created)

    @property
    def formulas(self) -> Mapping[str, Formula]:
        """How each figure of this build is made, by its key; gathered when the first is asked for."""
        if self._formulas is None:
            self._formulas = {}
            for family in self.game.families:
                self._formulas.update(family(self))
            self._formulas |= self.game.formulas
        return self._formulas

    def __contains__(self, key: str) -> bool:
        return key in self.formulas

    def __getitem__(self, key: str) -> int:
        made = self._figures.get(key)
        return (made if made is not None else self._work_out(key)).value

    def figure(self, key: str) -> Figure:
        made = self._figures.get(key)
        return made if made is not None else self._work_out(key)

    def figures(self) -> dict[str, Figure]:
        """Every figure, in the order of the rules."""
        if not self._every:
            made = self._figures
            self._every = {key: made.get(key) or self._work_out(key) for key in self.formulas}
        return self._every

    def _work_out(self, key: str) -> Figure:
        formula = (self._formulas or self.formulas).get(key)
        if formula is None:
            asking = f", asked for by “{self._open[-1]}”" if self._open else ""
            raise RuleError(f"No rule makes a figure “{key}”{asking}.")
        if key in self._open:
            raise CircleError(" → ".join([*self._open[self._open.index(key) :], key]))
        self._open.append(key)
        if formula.needs is None:
            figure = formula.figure(self)
        else:
            met = (formula.mark, formula.needs(self))
            figure = FIGURES.peek(met) or FIGURES.keep(met, formula.figure(self))
        if key in self.effects.additions:
            figure = self.effects.added(figure, self)
        if formula.closing and (last := tuple(formula.closing(self, figure))):
            figure = Figure.of(key, figure.label, figure.cite, (*figure.terms, *last))
        self._figures[key] = figure
        self._open.pop()
        return figure

    def bought(self, key: str) -> int:
        """What the player put into a score; a negative number counts as nothing (and is a finding)."""
        score = self.build.scores.get(key, 0)
        return score if score > 0 else 0

    def bought_line(self, key: str, label: str, cite: Cite) -> tuple[Term, ...]:
        """The line of what the player put into a score; none where that is nothing."""
        much = self.bought(key)
        return (Term(much, label, cite, Origin.BOUGHT, path=f"scores.{key}"),) if much else ()

    def pick(self, key: str) -> str:
        return self.build.pick(key)

    def picked(self, key: str) -> tuple[str, ...]:
        return self.build.picked(key)

    def chosen(self, shape: type[E], key: str) -> E | None:
        """The entry the player picked under `key`, if the books in play have it."""
        if (shape, key) not in self._chosen:
            self._chosen[shape, key] = self.rulebook.find(shape, self.build.pick(key))
        found: E | None = self._chosen[shape, key]
        return found

    def setting(self, key: str) -> int | bool | str:
        """A house rule of this table, or its default where the table sets none that fits."""
        try:
            return self._house[key]
        except KeyError:
            raise RuleError(f"No setting is called “{key}”.") from None

    def source(self, key: str, cite: Cite) -> Cite:
        """Where a number comes from that the book gives at `cite` and this setting may replace."""
        if self.setting(key) == self.game.house_settings[key].default:
            return cite
        if key in self.game.settings and key not in self.table.decided:
            return Cite(cite.book, HOUSE_RULE, 0, origin=HOUSE)
        return self.house_cite(cite)

    def house_cite(self, cite: Cite) -> Cite:
        """The source of what a campaign decided itself, instead of this passage."""
        campaign = self.table.campaign
        section = f"{HOUSE_RULE} of {campaign}" if campaign else HOUSE_RULE
        return Cite(cite.book, section, 0, origin=HOUSE)

    def number(self, key: str) -> int:
        """A setting that is a whole number."""
        return int(self.setting(key))


def _approved(c: Reading) -> Reading | None:
    """By the game master's word creation may be open again: then nothing binds."""
    baseline = c.table.baseline
    if c.table.stage != "advancement" or baseline is None or c.table.ledger.of("reopened"):
        return None
    created = c.table.created or baseline
    return c.game.reading(baseline, c.rulebook, replace(c.table, baseline=None, created=created))


def _created(c: Reading) -> Reading | None:
    created, approved = c.table.created, c.approved
    if approved is None or created is None:
        return approved
    return c.game.reading(created, c.rulebook, approved.table)
