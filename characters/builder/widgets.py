"""Fields and numbers as pages draw them: what templates need and the kernel need not know."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby, repeat
from types import MappingProxyType
from typing import Any, NamedTuple

from django.template import Context
from django.template.loader import get_template
from django.utils.html import escape
from django.utils.safestring import SafeString

from characters.builder.chooser import Chooser, catalogue, settled, unfolds
from characters.builder.dots import Note, dots, makeup, most_drawn, note, pips, unlimited
from characters.builder.ranking import taps
from characters.builder.signs import SIGNS
from characters.builder.spreading import draw_spread, evenly_priced
from rules.kernel import Budget, Cite, Figure, Finding, Level, Sheet, remember
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import ChoiceField, Field, Head, ListField, Option, RankField, RatingField, Step, TextField
from rules.kernel.status import Status

DRAWN: BoundedCache[Any, Any] = BoundedCache(24 * MIB)
"""Fields, lines and rows as they were drawn, for every page of this process."""
NOTE, SAID = SafeString("<!-- note -->"), SafeString("<!-- said -->")
"""Where the note of a rating goes, and what is wrong with it. Whatever else could say so has been escaped."""
OFFERS = SafeString("<!-- offers -->")
"""Where, below the entries of a list, stands what a new one can be."""
FOLLOW = SafeString("<!-- follow -->")
"""Where, in an entry that is chosen, the fields go that it brings."""
TICKED, UNTICKED = '" checked>', '">'
"""How an option is drawn that is chosen, and one that is not."""
NUMBER = "../../figures/"
"""The pages of numbers, seen from a step: a field is drawn once for every character, so it cannot name one."""


def field_id(path: str) -> str:
    """The id of the element that holds a field."""
    return f"field-{path.replace('.', '-')}"


def control_id(field: Field) -> str:
    """The id of what takes the focus in a field: its first input, or its element where that is not known here."""
    return f"{field_id(field.path)}-{_first_control(field)}".removesuffix("-")


def _first_control(field: Field) -> str:
    if isinstance(field, RatingField):
        return "n" if field.style == "stepper" else str(max(0, min(field.value, most_drawn(field))))
    if isinstance(field, ChoiceField):
        if unfolds(field):
            return "q"
        return {"select": "s", "flag": "true"}.get(field.style, "")
    return {"write": "t", "list": "add"}.get(field.kind, "1")


@cache
def partial(kind: str) -> Any:
    """A part of the template of fields."""
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
    at: str

    @classmethod
    def of(cls, finding: Finding) -> "Problem":
        told = (finding.message, finding.hint, finding.waived, finding.cite, finding.at)
        return cls(finding.level, finding.word, finding.breaks, *told)


Problems = tuple[Problem, ...]


Typed = Mapping[str, tuple[str, ...]]
"""What stands in inputs and could not be kept, by path: a text for each input of that name."""
"""A choice that is settled is laid out again where anything stands for it here."""
NOTHING_TYPED: Typed = MappingProxyType({})


def draw(
    field: Field, findings: Iterable[Finding] = (), *, by_hand: bool = False, typed: Typed = NOTHING_TYPED
) -> SafeString:
    """The inside of a field's element: a pure value of the field and what is wrong with it, so drawn once.

    `by_hand`: its dice were not rolled here.
    """
    if isinstance(field, RatingField):
        return _whole(*_rating(field, findings, typed))
    within = _typed_in(field, typed)
    choices = SafeString()
    if isinstance(field, ListField):
        return SafeString(_list(field, findings, typed)[0].replace(OFFERS, draw_offers(field), 1))
    if isinstance(field, ChoiceField) and field.path not in typed and (chosen := settled(field)):
        return _draw_chosen(replace(field, options=(chosen,)), tuple(map(Problem.of, findings)))
    if isinstance(field, ChoiceField) and field.style == "select" and not _laid_out(field, typed):
        known = {option.key for option in field.options}
        choices = _choices(field.options, tuple(key for key in field.value if key in known))
        told = " ".join(option.summary for option in field.options if option.key in field.value)
        # What is remembered of a select holds its options once, as they are drawn.
        field = replace(field, options=(), summary=field.summary or told)
    return _draw(field, choices, tuple(map(Problem.of, findings)), by_hand, within)


def _typed_in(field: Field, typed: Typed) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(item for item in typed.items() if f"{item[0]}.".startswith(f"{field.path}.")) if typed else ()


def _rating(field: RatingField, findings: Iterable[Finding], typed: Typed) -> tuple[SafeString, SafeString, SafeString]:
    """A rating, and what changes with whatever else is bought: its note, and what is wrong with it."""
    bare = _draw(unlimited(field), SafeString(), (), False, _typed_in(field, typed))
    return bare, _draw_note(note(field)), _said("", tuple(map(Problem.of, findings)))


def _laid_out(field: ChoiceField, typed: Typed) -> bool:
    """Whether a drop-down list is read as a whole: nothing is chosen yet, or one wants something else."""
    return unfolds(field) or (field.path in typed and settled(field) is not None)


@remember(DRAWN)
def _draw_chosen(field: ChoiceField, problems: Problems) -> SafeString:
    context = {"field": field, "option": field.options[0], "findings": problems, "id": field_id(field.path)}
    html: SafeString = partial("chosen").render(Context(context))
    return html


def _list(field: ListField, findings: Iterable[Finding], typed: Typed) -> tuple[SafeString, SafeString]:
    """A list without what a new entry can be, and its entries by themselves."""
    problems = tuple(map(Problem.of, findings))
    within = _typed_in(field, typed)
    bare = replace(field, offers=field.offers._replace(options=())) if field.offers else field
    return _draw_list(bare, problems, within)


@remember(DRAWN)
def _draw_list(
    field: ListField, problems: Problems, within: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[SafeString, SafeString]:
    typed, beside = dict(within), _by_entry(field, problems)
    drawings = (drawing for _, drawing in signs(field))
    rows = zip(
        _entries(field), field.items, chain(drawings, repeat("")), chain(field.removes, repeat("")), strict=False
    )
    items = [
        (field_id(path), [(f, field_id(f.path), draw(f, typed=typed)) for f in item], beside[path], sign, removes,
         any(isinstance(f, ChoiceField) and settled(f) for f in item))
        for path, item, sign, removes in rows
    ]  # fmt: skip
    context = {"field": field, "id": field_id(field.path), "items": items, "beside": beside[field.path]}
    entries: SafeString = partial("entries").render(Context(context))
    whole: SafeString = partial("list").render(Context(context | {"entries": entries, "offers": OFFERS}))
    return whole, entries


def _whole(rating: SafeString, words: SafeString, said: SafeString) -> SafeString:
    return SafeString(rating.replace(NOTE, words, 1).replace(SAID, said, 1))


@remember(DRAWN)
def _draw_note(words: Note) -> SafeString:
    html: SafeString = partial("note").render(Context({"note": words}))
    return html


@remember(DRAWN)
def _draw(
    field: Field,
    choices: SafeString,
    problems: Problems,
    by_hand: bool,
    within: tuple[tuple[str, tuple[str, ...]], ...],
) -> SafeString:
    typed = dict(within)
    texts = typed.get(field.path, ())
    context: dict[str, Any] = {"field": field, "findings": problems, "id": field_id(field.path), "typed": texts[-1:]}
    context["choices"] = choices
    if isinstance(field, RatingField):
        context["dots"] = row = dots(field)
        context["most"] = row[-1].total
        context["makeup"], context["pips"] = makeup(field.figure), pips(field)
        context["note"], context["said"] = NOTE, SAID
        listed = field.path.startswith("entries.")
        context["gist"] = "" if listed else _first_sentence(field.summary)
        context["number"] = "" if listed or not field.figure.key else NUMBER
    if isinstance(field, ChoiceField):
        context["chooser"] = Chooser(field)
        context["follow"] = FOLLOW
        context["once"] = _laid_out(field, typed)
        context["kept"] = settled(field)
        context["title"] = _title(field, once=context["once"])
        context["laid_out"] = context["once"] or field.style in ("cards", "ticks")
    if field.kind == "roll":
        context["by_hand"] = by_hand
        shown = texts or field.value
        context["faces"] = (*shown, *("" for _ in range(field.dice - len(shown))))
    if isinstance(field, RankField):
        context["taps"] = taps(field)
    html: SafeString = partial(field.kind).render(Context(context))
    return html


def _title(field: ChoiceField, *, once: bool) -> str:
    """How the name of a list of options is shown: as that of a field, as a title, or to screen readers alone."""
    if field.folded or not (once or field.many or field.summary):
        return "sr"
    return "" if once else "ruled"


def _first_sentence(text: str) -> str:
    first, stop, _ = text.partition(". ")
    return f"{first}." if stop else text


@remember(DRAWN)
def _choices(options: tuple[Option, ...], chosen: tuple[str, ...]) -> SafeString:
    """What a select offers: the same in every entry of a list, so drawn once for all of them."""
    offered = [(title, list(run)) for title, run in groupby(options, lambda option: option.group)]
    html: SafeString = partial("choices").render(Context({"groups": offered, "chosen": chosen}))
    return html


@remember(DRAWN)
def _draw_offers(offered: ChoiceField, pick: str) -> SafeString:
    kind = "catalogue" if catalogue(offered, pick) else "offers"
    context: dict[str, Any] = {"field": offered, "id": field_id(offered.path), "adds": f"{offered.path} {pick}"}
    if kind == "catalogue":
        context["other"] = next((option for option in offered.options if not option.key), None)
        context["field"] = known = replace(offered, options=tuple(one for one in offered.options if one.key))
        context["chooser"] = Chooser(known)
    html: SafeString = partial(kind).render(Context(context))
    return html


def draw_offers(field: ListField) -> SafeString:
    """What a new entry of a list can be, a button each; nothing where it begins empty."""
    return _draw_offers(field.offered, field.offers.pick) if field.offered and field.offers else SafeString()


def says(field: Field, findings: Iterable[Finding]) -> Iterator[tuple[str, SafeString]]:
    """What is said below a field, apart from the field: what is wrong with it, and of a text what it is about.

    By the id of its own element within the field's, and for a list of those within its entries."""
    problems = tuple(map(Problem.of, findings))
    if isinstance(field, ListField):
        for path, own in _by_entry(field, problems).items():
            yield f"{field_id(path)}-says", _said("", tuple(own))
    else:
        summary = field.summary if isinstance(field, TextField) else ""
        yield f"{field_id(field.path)}-says", _said(summary, problems)


def _entries(field: ListField) -> list[str]:
    """The paths of a list's entries."""
    return [f"{field.path}.{place}" for place in range(len(field.items))]


def signs(field: ListField) -> Iterator[tuple[str, SafeString]]:
    """The drawing on each card of a list, by the id of its own element; it follows what is written on the card."""
    for path, sign in zip(_entries(field), field.signs, strict=False):
        drawing = f'<svg viewBox="0 0 48 48" aria-hidden="true"><path d="{SIGNS[sign]}"></path></svg>'
        yield f"{field_id(path)}-sign", SafeString(drawing)


def _by_entry(field: ListField, problems: Problems) -> dict[str, list[Problem]]:
    """What is wrong in a list, by the path of the entry it is about, or by the list's own."""
    shared: dict[str, list[Problem]] = {path: [] for path in (field.path, *_entries(field))}
    for problem in problems:
        place = problem.at.removeprefix(f"{field.path}.").partition(".")[0]
        shared.get(f"{field.path}.{place}", shared[field.path]).append(problem)
    return shared


@remember(DRAWN)
def _said(summary: str, problems: Problems) -> SafeString:
    if not summary and not problems:
        return SafeString()
    html: SafeString = partial("said").render(Context({"summary": summary, "findings": problems}))
    return html


def place_of(field: Field) -> tuple[str, str] | None:
    """The row and the column of a field that stands in a grid."""
    return field.place if isinstance(field, RatingField | ChoiceField) else None


Line = tuple[str, SafeString]
"""A line of a list that moves by itself: the id of its element, and its inside."""


def draw_budgets(budgets: Iterable[Budget], home: str) -> list[Line]:
    """Budgets as lines with a bar each; `home` is the address of the sheet that has all they are spent on."""
    return [(f"budget-{budget.key}", _draw_budget(budget, home)) for budget in budgets]


@remember(DRAWN)
def _draw_budget(budget: Budget, home: str) -> SafeString:
    html: SafeString = partial("budget").render(Context({"budget": budget, "home": home}))
    return html


def draw_figures(figures: Iterable[Figure], home: str) -> list[Line]:
    """Figures in a line each; `home` is the address of the sheet that explains them."""
    return [(f"moves-{f.key}", _draw_figure(f.key, f.label, f.value, home)) for f in figures]


@remember(DRAWN)
def _draw_figure(key: str, label: str, value: int, home: str) -> SafeString:
    context = Context({"key": key, "label": label, "value": value, "home": home})
    html: SafeString = partial("figure").render(context)
    return html


def draw_findings(placed: Iterable[Mapping[str, Any]]) -> SafeString:
    """Findings as the builder lists them; a form around them sends the fix that is pressed."""
    return SafeString(
        "".join(_draw_finding(Problem.of(one["finding"]), one["where"], tuple(one["fixes"])) for one in placed)
    )


@remember(DRAWN)
def _draw_finding(finding: Problem, where: str, fixes: tuple[Any, ...]) -> SafeString:
    context = Context({"finding": finding, "where": where, "fixes": fixes})
    html: SafeString = partial("finding").render(context)
    return html


@dataclass(frozen=True, slots=True)
class Drawn:
    """A field with its element's id and its inside: the `own` part of it, and lines that move without it.

    What tells of it elsewhere on the page is `outside`; one that stands `inside` another is drawn there. `rest` is
    all of it but its lines, where those are many."""

    field: Field
    id: str
    html: SafeString
    own: SafeString
    lines: tuple[Line, ...] = ()
    outside: tuple[Line, ...] = ()
    inside: bool = False
    rest: tuple[Line, ...] = ()

    @property
    def room(self) -> str:
        """How much may be bought of a rating that has more dots than that, or a stepper that stands there."""
        told = note(self.field) if isinstance(self.field, RatingField) else None
        return str(told.room) if told and told.reason and (told.full or told.shape == "dots") else ""

    @property
    def stepped(self) -> bool:
        """Whether it is a number with a button on either side."""
        return isinstance(self.field, RatingField) and self.field.style == "stepper"

    @property
    def parts(self) -> tuple[str, ...]:
        """What is marked of it: its own part, and of a rating what moves without that, of a choice what is chosen."""
        if isinstance(self.field, ChoiceField):
            return self.own.replace(TICKED, UNTICKED), "\n".join(self.field.value)
        beside = "".join(html for _, html in (*self.lines, *self.outside))
        return (self.own, beside) if self.lines or isinstance(self.field, RatingField) else (self.own,)

    def anew(self, beside: bool) -> Iterator[Line]:
        """It drawn anew: of a list that offers what its entries can be, without the offers unless those moved."""
        if not beside and self.rest:
            yield from self.rest
        else:
            yield self.id, self.html


def drawn(field: Field, sheet: Sheet, by_hand: frozenset[str] = frozenset(), typed: Typed = NOTHING_TYPED) -> Drawn:
    """A field as it stands; `by_hand` are the keys of dice that were not rolled here."""
    findings = sheet.at(field.path)
    if isinstance(field, RatingField):
        place, (own, words, said) = field_id(field.path), _rating(field, findings, typed)
        lines = ((f"note-{place}", words), (f"{place}-says", said))
        return Drawn(field, place, _whole(own, words, said), own, lines)
    if isinstance(field, ListField) and field.offers:
        return _drawn_list(field, findings, typed)
    html = draw(field, findings, by_hand=field.path.removeprefix("rolls.") in by_hand, typed=typed)
    return Drawn(field, field_id(field.path), html, html)


def _drawn_list(field: ListField, findings: Iterable[Finding], typed: Typed) -> Drawn:
    """A list, and apart from it what a new entry can be."""
    place, findings = field_id(field.path), tuple(findings)
    (own, entries), offers = _list(field, findings, typed), draw_offers(field)
    title = SafeString(escape(field.offers.title if field.offers else ""))
    rest = (
        (f"{place}-list", entries), (f"{place}-sum", SafeString(escape(field.summary))), (f"{place}-new", title),
        (f"{place}-says", _said("", tuple(_by_entry(field, tuple(map(Problem.of, findings)))[field.path]))),
    )  # fmt: skip
    return Drawn(
        field, place, SafeString(own.replace(OFFERS, offers, 1)), own, ((f"{place}-offers", offers),), rest=rest
    )


def followed(made: Sequence[Drawn]) -> list[Drawn]:
    """The same, with what a choice brings inside the entry that is chosen there; where none is, it stays below."""
    hosts: dict[str, list[Drawn]] = {one.field.path: [] for one in made if FOLLOW in one.own}
    for one in made:
        if (host := _host(one)) in hosts:
            hosts[host].append(one)

    def whole(one: Drawn) -> Drawn:
        brought = [whole(other) for other in hosts.get(one.field.path, ())]
        html = SafeString(one.html.replace(FOLLOW, _draw_follow(brought), 1))
        return replace(one, html=html, inside=_host(one) in hosts)

    return [whole(one) for one in made]


def _host(made: Drawn) -> str:
    return made.field.within if isinstance(made.field, ChoiceField) else ""


def _draw_follow(fields: Sequence[Drawn]) -> SafeString:
    html: SafeString = partial("follow").render(Context({"fields": fields}))
    return html if fields else SafeString()


@dataclass(frozen=True)
class FieldGroup:
    """Neighbouring fields under one title; `budget` where all of a budget's fields are in it. The first group of a
    budget may `spread` the rest of that `pool`. `head` is what all of them start from."""

    title: str
    kind: str
    budget: Budget | None
    fields: tuple[Drawn, ...]
    pool: Budget | None = None
    spread: SafeString | None = None
    head: Head | None = None

    @property
    def kinds(self) -> frozenset[str]:
        """What any of its ratings is found by."""
        ratings = (one.field for one in self.fields if isinstance(one.field, RatingField))
        return frozenset(kind for rating in ratings for kind in rating.kinds)


def groups(made: Sequence[Drawn], sheet: Sheet, heads: Mapping[str, Head] = MappingProxyType({})) -> list[FieldGroup]:
    """A step's fields in runs of one title and kind; those with a place are in the grid, and none is there that stands
    inside another."""
    made = [one for one in made if not one.inside]
    rated: dict[str, list[RatingField]] = {}
    for one in made:
        if isinstance(one.field, RatingField) and not place_of(one.field):
            rated.setdefault(one.field.budget, []).append(one.field)
    found = []
    for (title, kind), run in groupby(made, _title_and_kind):
        fields = tuple(run)
        first = fields[0].field
        key = first.budget if isinstance(first, RatingField) and kind == "rate" else ""
        alone = key in rated and len(rated[key]) == len(fields)
        pool = sheet.budgets.get(key) if key in rated and rated[key][0] is first else None
        spread = None
        if pool and evenly_priced(sheet, rated[key]):
            spread = draw_spread(pool, rated[key], title if alone else "")
        own = sheet.budgets.get(key) if alone else None
        found.append(FieldGroup(title, kind, own, fields, pool, spread, heads.get(title)))
    return found


def _title_and_kind(made: Drawn) -> tuple[str, str]:
    return made.field.group, "grid" if place_of(made.field) else made.field.kind


class StepState(NamedTuple):
    """How far a step is: untouched, started, done, or something to fix; and what to say of it."""

    key: str
    title: str
    number: int
    state: str
    words: str
    current: bool


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


def draw_steps(states: Iterable[StepState], start: str) -> list[Line]:
    """The list of steps; `start` is the address that their keys are added to."""
    return [(f"go-{state.key}", _draw_step(state, start)) for state in states]


@remember(DRAWN)
def _draw_step(state: StepState, start: str) -> SafeString:
    html: SafeString = partial("step").render(Context({"state": state, "start": start}))
    return html


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
