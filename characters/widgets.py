"""Fields and numbers as pages draw them: what templates need and the kernel need not know."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString

from rules.kernel import Budget, Cite, Fact, Field, Figure, Finding, Origin, Pick, Rate, Sheet, Step

MOST_DOTS = 7
MOST_IN_A_ROW = 24
HISTORY = "../../history/"
"""The history, seen from a step: a field is drawn once for every character, so it cannot name one."""


@dataclass(frozen=True, slots=True)
class Dot:
    """One dot of a row. `value` is what is bought when it is chosen, None for one that is given."""

    state: str
    title: str
    value: int | None = None
    total: int = 0
    checked: bool = False
    beyond: bool = False


def dots(rate: Rate) -> tuple[Dot, ...]:
    """The row of dots: what everyone has, what is granted, what is bought, what could be."""
    given = [
        (term.origin.value, term.label)
        for term in rate.figure.terms
        if term.counted and term.origin is not Origin.BOUGHT
        for _ in range(min(max(0, term.amount), MOST_DOTS))
    ][:MOST_DOTS]
    fixed = len(given)
    bought = max(0, rate.value)
    row = [Dot(state, label) for state, label in given[:-1]]
    if given:
        state, label = given[-1]
        row.append(Dot(state, label, 0, fixed, bought == 0))
    else:
        row.append(Dot("none", "", 0, 0, bought == 0))
    for number in range(1, max(rate.high, bought) + 1):
        beyond = number > rate.limit
        row.append(
            Dot(
                "bought" if number <= bought else "empty",
                rate.reason if beyond else "",
                number,
                fixed + number,
                number == bought,
                beyond,
            )
        )
    return tuple(row)


def makeup(figure: Figure) -> str:
    """Where a rating comes from, in a line: "1 everyone, 1 Leader, 3 bought"."""
    counted = [term for term in figure.terms if term.counted and term.amount]
    return ", ".join(f"{term.amount} {term.label.removesuffix(' has one')}" for term in counted)


def brief(rate: Rate) -> str:
    """The one line under a rating: where it comes from if anything was given, else the next price or obstacle."""
    given = any(term.counted and term.amount and term.origin not in _PLAIN for term in rate.figure.terms)
    if given:
        return makeup(rate.figure)
    return _within(rate, rate.price) or obstacle(rate)


_PLAIN = (Origin.BASE, Origin.BOUGHT)


def obstacle(rate: Rate) -> str:
    """What one more would break, as a sentence without its stop; empty where nothing does."""
    reason = _within(rate, rate.reason)
    if reason.startswith("that would "):
        return f"One more {reason.removeprefix('that ')}"
    return reason[:1].upper() + reason[1:]


def _within(rate: Rate, words: str) -> str:
    """Words without what the title above the row says already: "in Knowledge abilities" under Knowledge."""
    head, title, _ = words.partition(f" in {rate.group}") if rate.group else (words, "", "")
    return f"{head}{title}"


def filled(figure: Figure, most: int = MOST_DOTS) -> tuple[str, ...]:
    """Read-only dots: the origin of each filled one, then "" for each empty one."""
    states = [t.origin.value for t in figure.terms if t.counted for _ in range(min(max(0, t.amount), most))]
    return tuple((states + [""] * most)[: max(most, min(len(states), 12))])


def identity(facts: Iterable[Fact], sheet: Sheet) -> list[Fact]:
    """Who a character is in a line: the facts that were chosen, not what follows from them."""
    return [fact for fact in facts if fact.value and sheet.build.picked(fact.label.lower())]


def field_id(path: str) -> str:
    """The id of the element that holds a field."""
    return f"field-{path.replace('.', '-')}"


@cache
def _template(kind: str) -> Any:
    wrapped: Any = get_template(f"characters/fields.html#{kind}")
    return wrapped.template


class Problem(NamedTuple):
    """What is shown of a finding."""

    level: str
    word: str
    breaks: bool
    message: str
    hint: str
    waived: str
    cite: Cite

    @classmethod
    def of(cls, finding: Finding) -> "Problem":
        told = (finding.message, finding.hint, finding.waived, finding.cite)
        return cls(finding.level, finding.word, finding.breaks, *told)


def draw(field: Field, findings: Iterable[Finding] = (), *, by_hand: bool = False) -> SafeString:
    """The inside of a field's element: a pure value of the field and what is wrong with it, so drawn once.

    `by_hand`: its dice were not rolled here.
    """
    return _draw(field, tuple(map(Problem.of, findings)), by_hand)


@lru_cache(maxsize=20_000)
def _draw(field: Field, problems: tuple[Problem, ...], by_hand: bool) -> SafeString:
    context: dict[str, Any] = {"field": field, "findings": problems, "id": field_id(field.path)}
    if isinstance(field, Rate):
        context["dots"] = row = dots(field)
        context["most"] = row[-1].total
        context["makeup"] = makeup(field.figure)
        context["brief"] = brief(field)
        context["obstacle"] = obstacle(field)
        context["history"] = "" if field.path.startswith("entries.") else HISTORY
    if field.kind == "list":
        context["items"] = [[(f, field_id(f.path), draw(f)) for f in item] for item in field.items]
    if field.kind == "pick":
        context["groups"] = [(title, list(options)) for title, options in groupby(field.options, lambda o: o.group)]
    if field.kind == "roll":
        context["by_hand"] = by_hand
        context["faces"] = (*field.value, *("" for _ in range(field.dice - len(field.value))))
    if field.kind == "rank":
        chosen = (*field.value, *("" for _ in field.worth))
        context["places"] = list(zip(field.worth, chosen, strict=False))
    html: SafeString = _template(f"{field.kind}-cell" if place_of(field) else field.kind).render(Context(context))
    return html


def place_of(field: Field) -> tuple[str, str] | None:
    """The row and the column of a field that stands in a table."""
    return field.place if isinstance(field, Rate | Pick) else None


@lru_cache(maxsize=20_000)
def draw_budget(budget: Budget, home: str) -> SafeString:
    """A budget as a line with a bar; a pure value too. `home` is the address of the sheet that has all its lines."""
    html: SafeString = _template("budget").render(Context({"budget": budget, "home": home}))
    return html


def draw_budgets(budgets: Iterable[Budget], home: str) -> SafeString:
    return SafeString("".join(draw_budget(budget, home) for budget in budgets))


def draw_figures(figures: Iterable[Figure], home: str) -> SafeString:
    """Figures in a line each; `home` is the address of the sheet that explains them."""
    return SafeString("".join(_draw_figure(f.key, f.label, f.value, home) for f in figures))


@lru_cache(maxsize=20_000)
def _draw_figure(key: str, label: str, value: int, home: str) -> SafeString:
    context = Context({"key": key, "label": label, "value": value, "home": home})
    html: SafeString = _template("figure").render(context)
    return html


def draw_findings(placed: Iterable[Mapping[str, Any]]) -> SafeString:
    """Findings as the builder lists them; a form around them sends the fix that is pressed."""
    return SafeString(
        "".join(_draw_finding(Problem.of(one["finding"]), one["where"], tuple(one["fixes"])) for one in placed)
    )


@lru_cache(maxsize=20_000)
def _draw_finding(finding: Problem, where: str, fixes: tuple[Any, ...]) -> SafeString:
    context = Context({"finding": finding, "where": where, "fixes": fixes})
    html: SafeString = _template("finding").render(context)
    return html


@dataclass(frozen=True, slots=True)
class Drawn:
    """A field with its element's id and its inside."""

    field: Field
    id: str
    html: SafeString
    mend: bool


def drawn(field: Field, sheet: Sheet, by_hand: frozenset[str] = frozenset()) -> Drawn:
    """A field as it stands; `by_hand` are the keys of dice that were not rolled here."""
    findings = sheet.at(field.path)
    html = draw(field, findings, by_hand=field.path.removeprefix("rolls.") in by_hand)
    return Drawn(field, field_id(field.path), html, any(f.breaks for f in findings))


@dataclass(frozen=True)
class FieldGroup:
    """Neighbouring fields under one title; `budget` where all of a budget's fields are in it."""

    title: str
    kind: str
    budget: Budget | None
    members: tuple[Field, ...]
    sheet: Sheet
    by_hand: frozenset[str]

    @property
    def columns(self) -> list[str]:
        """The heads of its columns, where it is a table."""
        return list(dict.fromkeys(column for _, column in self._places))

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, list[Drawn]]]]]:
        """Each row of a table by its head, with what stands in each column."""
        cells: dict[tuple[str, str], list[Drawn]] = {}
        for place, made in zip(self._places, self.fields, strict=True):
            cells.setdefault(place, []).append(made)
        heads, columns = dict.fromkeys(row for row, _ in self._places), self.columns
        return [(row, [(column, cells.get((row, column), [])) for column in columns]) for row in heads]

    @property
    def places(self) -> int:
        """How many cells of a table hold something."""
        return len(set(self._places))

    @property
    def _places(self) -> list[tuple[str, str]]:
        return [place for place in map(place_of, self.members) if place]

    @property
    def fields(self) -> list[Drawn]:
        """The fields drawn, when a template asks for them."""
        return [drawn(field, self.sheet, self.by_hand) for field in self.members]


def groups(step: Step, sheet: Sheet, by_hand: frozenset[str] = frozenset()) -> list[FieldGroup]:
    """A step's fields in runs of one title and kind; those with a place make a table."""
    sizes = Counter(field.budget for field in step.fields if isinstance(field, Rate))
    found = []
    for (title, kind), run in groupby(step.fields, lambda f: (f.group, "table" if place_of(f) else f.kind)):
        fields = tuple(run)
        first = fields[0]
        alone = isinstance(first, Rate) and sizes[first.budget] == len(fields)
        budget = sheet.budgets.get(first.budget) if alone and isinstance(first, Rate) else None
        found.append(FieldGroup(title, kind, budget, fields, sheet, by_hand))
    return found


class StepState(NamedTuple):
    """How far a step is: untouched, started, done, or something to mend; and what to say of it."""

    key: str
    title: str
    number: int
    state: str
    words: str
    current: bool


def step_states(steps: Sequence[Step], sheet: Sheet, current: str) -> list[StepState]:
    """The steps as the builder lists them."""
    return [
        StepState(step.key, step.title, number, *_progress(step, sheet), step.key == current)
        for number, step in enumerate(steps, 1)
    ]


def draw_steps(states: Iterable[StepState], start: str) -> SafeString:
    """The list of steps; `start` is the address that their keys are added to."""
    return SafeString("".join(_draw_step(state, start) for state in states))


@lru_cache(maxsize=20_000)
def _draw_step(state: StepState, start: str) -> SafeString:
    html: SafeString = _template("step").render(Context({"state": state, "start": start}))
    return html


def _progress(step: Step, sheet: Sheet) -> tuple[str, str]:
    """The state of a step and its words."""
    own = [finding for finding in sheet.findings if finding.at and step.owns(finding.at)]
    budgets = [sheet.budgets[key] for key in step.budgets if key in sheet.budgets]
    errors = sum(finding.breaks for finding in own) or sum(bool(budget.over) for budget in budgets if not own)
    left = sum(max(0, budget.remaining) for budget in budgets)
    if errors:
        return "mend", f"{errors} to mend" if errors > 1 else "to mend"
    if not step.started(sheet.build):
        return "untouched", "–"
    if left or any(finding.level == "warning" for finding in own):
        return "started", f"{left} left" if left else "open"
    return "done", "done"
