"""Everything that is read from a build."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rules.kernel.builds import Build, within
from rules.kernel.checks import Check, Tracker
from rules.kernel.figures import Budget, Figure
from rules.kernel.findings import Finding, Level
from rules.kernel.live import Live
from rules.kernel.reading import Reading
from rules.kernel.rulebook import Entry, Rulebook

if TYPE_CHECKING:
    from rules.kernel.system import System, Table


@dataclass(frozen=True)
class Sheet:
    """One character, read. The same build, rulebook and table always give an equal sheet."""

    build: Build
    rulebook: Rulebook
    table: "Table"
    figures: Mapping[str, Figure]
    budgets: Mapping[str, Budget]
    findings: tuple[Finding, ...]
    chosen: Mapping[str, tuple[Entry, ...]]
    game: "System" = field(compare=False, repr=False)
    reading: Reading = field(compare=False, repr=False)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """What the character can roll; worked out when a page asks for it."""
        return tuple(check for rule in self.game.check_rules for check in rule(self.reading))

    def live(self, marks: Mapping[str, Any]) -> Live:
        """It as it stands by these marks of play."""
        return Live(self, marks)

    @cached_property
    def trackers(self) -> tuple[Tracker, ...]:
        """What goes up and down in play; worked out when a page asks for it."""
        return tuple(tracker for rule in self.game.tracker_rules for tracker in rule(self.reading))

    def __getitem__(self, key: str) -> int:
        return self.figures[key].value

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What makes the character illegal."""
        return tuple(finding for finding in self.findings if finding.breaks)

    @property
    def legal(self) -> bool:
        return not self.errors

    @property
    def unfinished(self) -> bool:
        """Legal so far, with something left to choose, or points of creation of which none were spent."""
        first = (self.budgets[key] for key in self.game.spends if self.table.stage == "creation")
        untouched = any(budget.allowed.value > 0 and not budget.spent.terms for budget in first)
        return self.legal and (untouched or any(finding.level is Level.WARNING for finding in self.findings))

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
            for path in within(finding.at) if finding.at else ():
                found.setdefault(path, []).append(finding)
        return found


def nothing_said(sheet: Sheet) -> tuple[str, ...]:
    """For games whose characters are told apart by their names."""
    return ()
