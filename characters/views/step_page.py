"""A step as the builder shows it: the page, and the parts of it that a change moves."""

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress, islice
from typing import Any

from django.http import Http404, QueryDict
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from characters.builder.comparing import MOST
from characters.builder.drawing import NOTHING_TYPED, Line, Typed
from characters.builder.entry_lists import says
from characters.builder.grid import Board, draw_fields
from characters.builder.page_state import MARK, Shown, kept, layout, mark, marks, titles
from characters.builder.pieces import left_out, pieces_of
from characters.builder.rail import (
    draw_bar,
    draw_budgets,
    draw_figures,
    draw_findings,
    draw_left_in_all,
    draw_next_todo,
    step_states,
)
from characters.builder.step_fields import Drawn, groups
from characters.builder.step_form import StepForm
from characters.models import Character
from characters.views.finding_links import in_order, placed, spent_at, with_fixes
from characters.views.moved_lists import another_number, moved_in_list
from rules.kernel import Budget, Build, Sheet
from rules.kernel.basics import minus
from rules.kernel.basics.wording import counted
from rules.kernel.pages import ChoiceField, Field, ListField, RatingField, Step
from rules.kernel.pages.allowed_options import with_barred
from rules.systems import get

TEMPLATE = "characters/build.html"
ALWAYS = ("status", "page-version", "page-shown", "conflict")
"""What every answer of the builder draws anew."""
LINES = {"steps": ("progress",), "budgets": ("left_in_all", "budget_lines", "other_budgets"), "figures": ("figures",)}
"""What is made of lines that a change moves one by one, and which lists of the page they are."""
WHOLES = {"todo": "next_todo", "findings": "verdict", "rail-bar": "bar"}
"""What a change moves as a whole, and what the page calls that."""
COUNTS, OWN, SAID = range(len(LINES) + 1, len(LINES) + 4)
"""Where, among the groups of what a page says it shows, that is what titles say of fields, the fields, and which of
them have anything said below."""
MOVING = (*ALWAYS, *LINES, *WHOLES)
CHOICES = ("picks.", "ranks.", "rolls.")
"""Paths of what may bring fields, take them away, move them or make them another."""


@cache
def step_keys(system: str) -> tuple[str, ...]:
    """The steps of a game in their order, the same for each of its characters."""
    game = get(system)
    return tuple(step.key for step in game.steps(game.read(Build.parse({}))))


def step_page(
    character: Character, sheet: Sheet, key: str, *, tab: str = "", typed: Typed = NOTHING_TYPED
) -> dict[str, Any]:
    """What the template of a step is drawn with, of a sheet that was read already.

    Raises Http404 where the game has no such step.
    """
    steps = with_barred(character.game.steps(sheet), sheet)
    place = next((n for n, step in enumerate(steps) if step.key == key), None)
    if place is None:
        raise Http404("Step not found.")
    step, home = steps[place], character.get_absolute_url()
    start = f"{home}build/"
    fields = draw_fields(step, sheet, character.by_hand, typed)
    found = in_order(placed(start, finding, steps, step, sheet.reading) for finding in sheet.findings)
    findings = with_fixes(found, sheet, character.build)
    spends = ((budget, spent_at(start, budget.key, steps, step, sheet.reading)) for budget in sheet.untouched)
    untouched = [(_spend(budget), where) for budget, where in spends]
    states = step_states(steps, sheet, key)
    page: dict[str, Any] = {
        "character": character,
        "game": character.game,
        "sheet": sheet,
        "step": step,
        "number": place + 1,
        "steps": steps,
        "states": states,
        "progress": [(state.place, state.drawn) for state in states],
        **_beside(steps, place, sheet.build),
        "drawn": fields,
        "groups": groups(fields, sheet, step.heads),
        **_looks(step, fields),
        "board": Board.of(step.grid, fields, sheet) if step.grid else None,
        "most_compared": MOST,
        "findings": findings,
        "next_todo": draw_next_todo(findings, untouched),
        "verdict_pieces": pieces_of(draw_findings(findings, sheet.status, untouched)),
        **_numbers(step, sheet, home),
        "saved": character.changed_at.isoformat(),
        "tab": tab or secrets.token_hex(8),
        "layout": layout(step),
        "kept": kept(step, character.build),
        "titles": titles(steps),
        "marks": None,
        "refusal": "",
        "unsaved": False,
        "conflicts": (),
        "home": home,
        "start": start,
        "address": f"{start}{key}/",
    }
    page |= {"verdict": page["verdict_pieces"].html, "counts": tuple(_counts(page))}
    return page | {"shown": _shown(page)}


def _beside(steps: Sequence[Step], place: int, build: Build) -> dict[str, Step | None]:
    """The step that has to come first, and those before and after this one."""
    return {
        "first": next((one for one in steps if one.key == steps[place].first), None),
        "before": next((one for one in reversed(steps[:place]) if one.on_the_way(build)), None),
        "after": next((one for one in steps[place + 1 :] if one.on_the_way(build)), None),
    }


def _looks(step: Step, fields: Iterable[Drawn]) -> dict[str, Any]:
    """What a page says or offers once for all the ratings of a step."""
    styles = {one.field.style for one in fields if isinstance(one.field, RatingField)}
    return {
        "chips": _chips(step),
        "all_many": sum(bool(one.kinds) for one in step.fields if isinstance(one, RatingField)),
        "rated": bool(styles),
        "steppers": "stepper" in styles,
    }


def _numbers(step: Step, sheet: Sheet, home: str) -> dict[str, Any]:
    """The budgets and figures beside the fields, those of the step before others."""
    own = [sheet.budgets[key] for key in step.budgets if key in sheet.budgets]
    others = [budget for budget in sheet.budgets.values() if budget.key not in step.budgets]
    return {
        "budgets": own,
        "left_in_all": draw_left_in_all(own or others),
        "budget_lines": draw_budgets(own, home),
        "other_budgets": draw_budgets(others, home),
        "bar": draw_bar(_rooms(own), "" if own else _left(others), sheet.status),
        "figures": draw_figures([sheet.figures[key] for key in step.figures if key in sheet.figures], home),
    }


def _shown(page: Mapping[str, Any]) -> Shown:
    """How all of a page is drawn."""
    fields: list[Drawn] = page["drawn"]
    groups_of_marks = (
        *(marks((" ".join(place for place, _ in lines), *(html for _, html in lines))) for lines in _lines(page)),
        marks(page[name] for name in WHOLES.values()),
        marks(text for _, text in page["counts"]),
        b"".join(made.marks for made in fields),
        marks(made.id for made in fields if made.says and not made.rest),
    )
    return Shown(
        groups_of_marks, (*(part.marks for made in fields for part in made.pieces), page["verdict_pieces"].marks)
    )


def _lines(page: Mapping[str, Any]) -> Iterator[list[tuple[str, SafeString]]]:
    """The lines of each region that is made of them."""
    return ([line for name in names for line in page[name]] for names in LINES.values())


def moved_regions(page: Mapping[str, Any], shown: Shown) -> tuple[list[str], list[tuple[str, SafeString]]]:
    """The regions to draw anew on a page whose parts are drawn as `shown` says, and single lines of the others."""
    now, regions = page["shown"], list(ALWAYS)
    moved: list[tuple[str, SafeString]] = []
    for group, (region, lines) in enumerate(zip(LINES, _lines(page), strict=True)):
        others, *each = shown.other(now, group)
        if others:
            regions.append(region)
        else:
            moved += compress(lines, each)
    wholes = list(compress(WHOLES, shown.other(now, len(LINES))))
    if "findings" in wholes:
        wholes.remove("findings")
        moved.append(("findings", left_out(page["verdict_pieces"], shown.pieces_for(now)[-1])))
    return [*regions, *wholes], moved


def _spend(budget: Budget) -> str:
    return f"Spend some of your points: {budget.words(budget.remaining, 'left')}."


def _rooms(budgets: Sequence[Budget]) -> list[tuple[str, str]]:
    """What is over or left, and in which budget, the overspent first; that nothing is left is only said of a budget
    without others."""
    told = sorted((budget for budget in budgets if budget.remaining or len(budgets) == 1), key=lambda one: not one.over)
    return [budget.standing for budget in told]


def _left(budgets: Iterable[Budget]) -> str:
    """What is left of several budgets, each kind of point by itself; "" for nothing."""
    left: Counter[str] = Counter()
    for budget in budgets:
        left[budget.unit] += max(0, budget.remaining)
    return " and ".join(counted(count, unit) for unit, count in left.items() if count)


def moved_fields(
    page: Mapping[str, Any], form: StepForm, stale: bool, post: QueryDict
) -> Iterable[tuple[str, SafeString]]:
    """The fields of the step that a change has moved, newly drawn, and those that somebody touched.

    What is being written in is left alone, unless it was changed elsewhere; what is wrong with it is said anew all the
    same.
    """
    sheet: Sheet = page["sheet"]
    for made, own, beside, pieces in _fields_moved(page, form.shown):
        field = made.field
        if beside:
            yield from made.outside
        if isinstance(field, ChoiceField):
            pressed = _as_pressed(field, form, post)
            if not own and pressed:
                continue
            pieces = pieces if pressed or not beside else ()
            own = own or beside
        another, refused = another_number(field, post), _within(field, form.refused)
        if not (own or another or refused or _within(field, form.changes)):
            yield from _lines_of(made, pieces, form.shown) if beside else ()
            continue
        if (another and field.kind == "write" and not refused) or not _stays(field, form.changes, stale):
            yield from made.anew(beside, () if another or refused else pieces)
            continue
        if isinstance(field, ListField):
            yield from made.lines_anew(pieces) if beside else ()
            yield from moved_in_list(field, sheet.at(field.path), made, pieces, form, post)
        else:
            yield from says(field, sheet.at(field.path))
    if "name" in form.changes or stale:
        yield from names_of(page["character"])
    yield from _moved_counts(page, form.shown)


def other_fields(page: Mapping[str, Any], shown: Shown) -> Iterable[tuple[str, SafeString]]:
    """The fields of the step that are not drawn as `shown` says, whatever was written there."""
    for made, own, beside, pieces in _fields_moved(page, shown):
        if beside:
            yield from made.outside
        if own or (beside and isinstance(made.field, ChoiceField)):
            yield from made.anew(beside, () if beside and isinstance(made.field, ChoiceField) else pieces)
        elif beside:
            yield from _lines_of(made, pieces, shown)
    yield from _moved_counts(page, shown)


def _lines_of(made: Drawn, pieces: Sequence[bytes], shown: Shown) -> Iterable[Line]:
    """What of a field moves without it, unless it says nothing as before."""
    return made.lines_anew(pieces, made.says or shown.may_hold(SAID, mark(made.id)))


def _fields_moved(page: Mapping[str, Any], shown: Shown) -> Iterator[tuple[Drawn, bool, bool, Sequence[bytes]]]:
    """Each field, whether its own part is drawn otherwise than `shown` says, and whether what moves without it is; and
    what is shown of its pieces."""
    fields: list[Drawn] = page["drawn"]
    other = iter(shown.other(page["shown"], OWN))
    pieces = iter(shown.pieces_for(page["shown"]))
    at = 0
    for made in fields:
        own, beside = next(other), len(made.marks) > MARK and next(other)
        held = made.rated(shown.one(OWN, at)) if own else ()
        at += len(made.marks)
        yield made, own, beside, held or list(islice(pieces, len(made.pieces)))


def _moved_counts(page: Mapping[str, Any], shown: Shown) -> Iterable[tuple[str, SafeString]]:
    """What titles say of the fields below them, where that is not drawn as `shown` says."""
    return compress(page["counts"], shown.other(page["shown"], COUNTS))


def _counts(page: Mapping[str, Any]) -> Iterable[tuple[str, SafeString]]:
    """What titles say of the fields below them."""
    for group in page["groups"]:
        if group.budget and group.kind == "rate":
            over = '<b class="over">{}</b>' if group.budget.over else "{}"
            yield f"spent-{group.budget.key}", format_html(over, group.budget.left_of)
        if group.pool and group.spread is not None:
            yield f"spread-{group.pool.key}", group.spread
        if group.head:
            yield f"head-{group.head.figure.key}", SafeString(minus(group.head.figure.value))
    for key, _, many in page["chips"]:
        yield f"kind-{key}", SafeString(many)
    if board := page["board"]:
        yield "held-of-all", board.count


def _chips(step: Step) -> list[tuple[str, str, int]]:
    """What the ratings of a step can be narrowed down to, with how many there are of each."""
    known = [one for one in step.fields if isinstance(one, RatingField)] if step.kinds else []
    return [(key, words, sum(key in one.kinds for one in known)) for key, words in step.kinds]


def names_of(character: Character) -> Iterable[tuple[str, SafeString]]:
    """Where a page of the builder says whose it is."""
    yield "who", SafeString(escape(character))
    yield "making", SafeString(escape(character.name or "a character"))


def _within(field: Field, paths: Iterable[str]) -> bool:
    return any(f"{path}.".startswith(f"{field.path}.") for path in paths)


def _as_pressed(field: ChoiceField, form: StepForm, post: QueryDict) -> bool:
    """Whether the page that was sent shows of a choice what is kept of it, so that whoever pressed sees it already."""
    told = field.path in post or f"has:{field.path}" in post
    return told and field.path not in form.refused and set(post.getlist(field.path)) == set(field.value)


def _stays(field: Field, changes: Mapping[str, Any], stale: bool) -> bool:
    """Whether somebody may be writing in a field, so that it is not drawn anew: a text, or a list in which no entry
    came, went or became something else, while nothing was chosen beside it."""
    if field.kind == "write":
        return not stale or field.path in changes
    return field.kind == "list" and not stale and not any(_shapes(path, field.path) for path in changes)


def _shapes(path: str, list_path: str) -> bool:
    """Whether a change adds or removes an entry of a list, picks what an entry is, or is a choice outside the list."""
    if path.startswith(f"{list_path}."):
        return path.rpartition(".")[2].isdecimal() or ".picks." in path
    return path.startswith(CHOICES)
