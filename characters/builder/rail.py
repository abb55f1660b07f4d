"""The rail beside a step: the list of steps, budgets, figures that the step moves, and what is wrong."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from characters.builder.drawing import DRAWN, Line, Problem, draw_part
from characters.builder.page_state import mark
from rules.kernel import Budget, Figure, Level, Sheet, remember
from rules.kernel.basics.wording import amount
from rules.kernel.pages import Step
from rules.kernel.status import Status

ROOMS_IN_THE_BAR = 1
"""So many budgets small windows show all the time."""


def draw_budgets(budgets: Iterable[Budget], home: str) -> list[Line]:
    """Budgets as lines with a bar each; `home` is the address of the sheet that has all they are spent on."""
    return [(f"budget-{budget.key}", _draw_budget(budget, home)) for budget in budgets]


def draw_left_in_all(budgets: Sequence[Budget]) -> list[Line]:
    """What is left of several budgets of one unit together, or over; nothing where one by itself says so."""
    if len(budgets) < 2 or len({budget.unit for budget in budgets}) > 1:
        return []
    over, left = (sum(parts) for parts in zip(*((b.over, max(0, b.remaining)) for b in budgets), strict=True))
    number, _, unit = amount(over or left, budgets[0].unit).partition(" ")
    rest = "over" if over else f"left of {sum(budget.allowed.value for budget in budgets):,}"
    return [("left-in-all", _draw_left(number, f"{unit} {rest}", bool(over)))]


@remember(DRAWN)
def _draw_left(number: str, rest: str, over: bool) -> SafeString:
    return draw_part("left", {"number": number, "rest": rest, "over": over})


@remember(DRAWN)
def _draw_budget(budget: Budget, home: str) -> SafeString:
    return draw_part("budget", {"budget": budget, "home": home})


def draw_figures(figures: Iterable[Figure], home: str) -> list[Line]:
    """Figures in a line each; `home` is the address of the sheet that explains them."""
    return [(f"moves-{f.key}", _draw_figure(f.key, f.label, f.value, home)) for f in figures]


@remember(DRAWN)
def _draw_figure(key: str, label: str, value: int, home: str) -> SafeString:
    return draw_part("figure", {"key": key, "label": label, "value": value, "home": home})


Pointer = tuple[str, str]
"""What is to do, and the address where; "" for nowhere else."""


def draw_findings(placed: Sequence[Mapping[str, Any]], status: Status, untouched: Sequence[Pointer]) -> SafeString:
    """What the rules check says: how it stands, errors with their fixes, and folded below them what is to do and to
    know; a form around them sends the fix that is pressed."""
    lines: dict[bool, list[SafeString]] = {True: [], False: []}
    for one in placed:
        finding = one["finding"]
        drawn = _draw_finding(Problem.of(finding), one["where"], tuple(one["fixes"]))
        lines[finding.level is Level.ERROR].append(drawn)
    todo = len(untouched) + sum(one["finding"].level is Level.TODO for one in placed)
    notes = len(untouched) + len(lines[False]) - todo
    told = (f"{todo:,} to do" if todo else "", amount(notes, "note") if notes else "")
    errors, others = (SafeString("".join(lines[kind])) for kind in (True, False))
    return _draw_verdict(status, tuple(untouched), errors, others, " · ".join(filter(None, told)))


@remember(DRAWN)
def _draw_verdict(
    status: Status, untouched: tuple[Pointer, ...], errors: SafeString, others: SafeString, counted: str
) -> SafeString:
    shown = {"status": status, "untouched": untouched, "errors": errors, "others": others, "counted": counted}
    return draw_part("verdict", shown)


def draw_next_todo(placed: Iterable[Mapping[str, Any]], untouched: Sequence[Pointer]) -> SafeString:
    """The first thing to do, with the way there; each of the `untouched` has its own."""
    todo = ((one["finding"].message, one["where"]) for one in placed if one["finding"].level is Level.TODO)
    words, where = next(todo, untouched[0] if untouched else ("", ""))
    return draw_part("next-todo", {"words": words, "where": where}) if words else SafeString()


@remember(DRAWN)
def _draw_finding(finding: Problem, where: str, fixes: tuple[Any, ...]) -> SafeString:
    own = mark(f"{finding.at}\n{finding.message}").hex()
    return draw_part("finding", {"finding": finding, "where": where, "fixes": fixes, "own": own})


Words = tuple[str, str]
"""What stands out, and what follows it."""


def draw_bar(rooms: Sequence[Words], elsewhere: str, status: Status) -> SafeString:
    """What small windows show all the time: what there is room for, on this step or elsewhere, and how the
    character stands."""
    return _draw_bar(tuple(rooms[:ROOMS_IN_THE_BAR]), len(rooms) > ROOMS_IN_THE_BAR, elsewhere, status)


@remember(DRAWN)
def _draw_bar(rooms: tuple[Words, ...], more: bool, elsewhere: str, status: Status) -> SafeString:
    shown = {"rooms": rooms, "more": more, "elsewhere": elsewhere, "status": status}
    return draw_part("bar", shown)


class StepState(NamedTuple):
    """How far a step is: untouched, started, done, or something to fix; and what to say of it."""

    key: str
    title: str
    number: int
    state: str
    words: str
    current: bool

    @property
    def place(self) -> str:
        """The id of the element that says how far it is."""
        return f"go-{self.key}"

    @property
    def drawn(self) -> SafeString:
        """How far it is, as the list of steps says it."""
        return _draw_state(self.state, self.words)


def step_states(steps: Sequence[Step], sheet: Sheet, current: str) -> list[StepState]:
    """The steps as the builder lists them. What several share is counted at the first of them that shows it."""
    states: list[StepState] = []
    counted: set[str] = set()
    for number, step in enumerate(steps, 1):
        state, words = _progress(step, sheet, counted)
        states.append(StepState(step.key, step.title, number, state, words, step.key == current))
        if state == "started":
            counted.update(step.budgets)
    return states


@remember(DRAWN)
def _draw_state(state: str, words: str) -> SafeString:
    return draw_part("state", {"state": state, "words": words})


def _progress(step: Step, sheet: Sheet, counted: Set[str]) -> tuple[str, str]:
    """The state of a step and its words, which leave out budgets `counted` at another."""
    own = [finding for finding in sheet.findings if finding.at and step.owns(finding.at)]
    budgets = [sheet.budgets[key] for key in step.budgets if key in sheet.budgets]
    started = step.started(sheet.build)
    errors = sum(finding.breaks for finding in own)
    if started and not own:  # The choices of several steps share a budget: what is over can be removed in each.
        errors = sum(bool(budget.over) for budget in budgets)
    left = sum(max(0, budget.remaining) for budget in budgets if budget.key not in counted)
    if errors:
        return "mend", str(Status(errors))
    if not started:
        return "untouched", "–"
    if left or any(finding.level is Level.TODO for finding in own):
        return "started", f"{left} left" if left else "to do"
    if any(budget.remaining > 0 for budget in budgets):
        return "started", "started"
    return "done", "done"
