"""The builder: one page for any game, drawn from the game's steps."""

import json
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from characters import actions, shelves
from characters.access import character_for
from characters.editing import Posted, posted_changes, rolled_here, typed_again, without_buttons
from characters.fragments import answer, go_on, load, wants_fragments
from characters.landing import fallen, landing
from characters.limits import TooLarge
from characters.models import Character, Remark
from characters.offers import offers
from characters.stale import Conflict, StaleEdit, shown_document
from characters.views.pointing import in_order, placed, where_at, with_fixes
from characters.widgets import (
    NOTHING_TYPED,
    Drawn,
    FieldGroup,
    Typed,
    draw,
    draw_budgets,
    draw_figures,
    draw_findings,
    draw_steps,
    drawn,
    field_id,
    groups,
    says,
    step_states,
)
from rules.kernel import Budget, Build, Field, List, PathError, Rate, Sheet, Step
from rules.posted import whole_number

TEMPLATE = "characters/build.html"
MOVING = ("status", "stamp", "steps", "budgets", "findings", "figures", "rail-bar", "conflict")
"""What every change may move, besides the fields themselves."""
IN_THE_BAR = 5
"""As many numbers as a step may move and small windows still show all the time."""
MOST_SAID = 3
"""So many fields that cannot be read are named at once."""
CHOICES = ("picks.", "ranks.", "rolls.")
"""Paths of what may bring fields, take them away, move them or make them another."""


@never_cache
@require_safe
def build_start(request: HttpRequest, pk: int) -> HttpResponse:
    """The first step that still wants something."""
    character = character_for(request, pk, "change")
    sheet = character.read()
    steps = character.game.steps(sheet)
    states = step_states(steps, sheet, "")
    return redirect("build", pk, next((s for s in states if s.state != "done"), states[0]).key)


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """One step: GET draws it, POST changes what was changed on it."""
    character = character_for(request, pk, "change")
    if request.method == "POST":
        return _change(request, character, step)
    context = _context(character, step)
    context["remarks"] = _remarks(character, context["start"], context["steps"])
    context["offers"] = offers(character)
    return render(request, TEMPLATE, context)


def _change(request: HttpRequest, character: Character, step: str) -> HttpResponse:
    stamp, tab = _stamp(request, character)
    onward, context = "", {}

    def draw(changed: Character) -> None:
        nonlocal onward, context
        onward = "" if refused or wants_fragments(request) else _onward(request, changed, step)
        context = {} if onward else _context(changed, step, tab=tab, typed=typed)
        if refused:
            context |= {"refusal": _why(posted), "unsaved": True}

    post: QueryDict = request.POST
    deed = _word(request, "deed")
    if deed and stamp < character.version and character.revisions.filter(version__gt=stamp, tab=deed).exists():
        post = without_buttons(post)
    try:
        name, build = shown_document(character, stamp, tab)
        posted = posted_changes(post, name, build, lambda: _offers(character, name, build))
        changes, refused = posted
        typed = typed_again(request.POST, refused)
        # Drawn before it is saved, so what cannot be drawn (and an address of no step) changes nothing.
        actions.change_build(
            character=character,
            changes=changes,
            drawn=stamp,
            tab=tab,
            deed=deed,
            by=request.user,
            draw=draw,
            rolled=rolled_here(post, changes),
        )
    except TooLarge as fault:
        return _refuse(request, fault.character, step, str(fault), tab)
    except PathError as fault:
        return _refuse(request, character, step, str(fault))
    except StaleEdit as stale:
        _save_rest(request, character, changes, stale, stamp, tab, deed)
        return _conflict(request, character, step, stale, typed, _why(posted) if refused else "")
    if onward:
        return redirect(onward)
    if refused and not wants_fragments(request):
        return render(request, TEMPLATE, context, status=422)
    elsewhere = stamp != character.version
    moving = elsewhere or any(path.startswith(CHOICES) for path in changes)
    whole = (elsewhere and shelves.moved_since(character, stamp)) or (
        moving and _layout(context["step"]) != _layout_before(character, name, build, step)
    )
    if whole:
        response = answer(request, TEMPLATE, (*MOVING, "fields"), context)
    else:
        response = answer(request, TEMPLATE, MOVING, context, parts=_moved(context, changes, elsewhere, typed))
    if refused:
        response.status_code = 422
    return go_on(response, landing(request.POST, context["step"]), fallen(request.POST, context["step"]))


def _layout(step: Step) -> list[tuple[str, str]]:
    """Which fields a step has, and under which titles."""
    return [(field.path, field.group) for field in step.fields]


def _layout_before(character: Character, name: str, build: dict[str, Any], step: str) -> list[tuple[str, str]]:
    """What the page shows now. Only `CHOICES` bring fields, take them away or move them."""
    sheet = character.game.read(Build.parse(build, name), character.rulebook, character.table)
    return next((_layout(s) for s in character.game.steps(sheet) if s.key == step), [])


def _offers(character: Character, name: str, build: dict[str, Any]) -> dict[str, frozenset[str]]:
    """What each field of the drawn page had to show: options, or the value it held."""
    game = character.game
    sheet = game.read(Build.parse(build, name), character.rulebook, character.table)
    return {path: shown for step in game.steps(sheet) for field in step.fields for path, shown in _showing(field)}


def _showing(field: Field) -> Iterable[tuple[str, frozenset[str]]]:
    if field.kind == "list":
        for item in field.items:
            for inner in item:
                yield from _showing(inner)
    elif field.kind == "pick" and field.style == "flag":
        yield field.path, frozenset({str(True)})
    elif field.kind == "pick":
        yield field.path, frozenset(option.key for option in field.options)
    elif field.kind == "rate":
        shown = field.value > 0 or (field.style == "stepper" and field.value < 0)
        yield field.path, frozenset({str(field.value)} if shown else ())
    elif field.kind == "write":
        yield field.path, frozenset({field.value})


def _stamp(request: HttpRequest, character: Character) -> tuple[int, str]:
    """The version the page was drawn from, and the mark of its tab."""
    stamp = whole_number(request.POST, "version", character.version)
    return min(stamp, character.version), _word(request, "tab")


def _word(request: HttpRequest, key: str) -> str:
    """A name that a page made up, "" for what no page makes up."""
    word: str = request.POST.get(key, "")[:32]
    return word if word.isalnum() else ""


def _onward(request: HttpRequest, character: Character, step: str) -> str:
    chosen = request.POST.get("onward", "")
    steps = {s.key: s for s in character.game.steps(character.read())}
    if step not in steps:
        raise Http404("No such step.")
    if chosen in steps:
        return reverse("build", args=[character.pk, chosen])
    here, place = reverse("build", args=[character.pk, step]), landing(request.POST, steps[step])
    return f"{here}#{place}" if place else here


def _refuse(request: HttpRequest, character: Character, step: str, sentence: str, tab: str = "") -> HttpResponse:
    """What cannot be kept: 422, a sentence, and everything as it was. The page shows the character it is given, so
    that what was typed is on it."""
    context = _context(character, step, tab=tab) | {"refusal": f"{sentence} Nothing was changed.", "unsaved": True}
    if wants_fragments(request):
        return answer(request, TEMPLATE, ["conflict", "status"], context, status=422)
    return render(request, TEMPLATE, context, status=422)


def _why(posted: Posted) -> str:
    """Which fields were not kept and why, and what became of the others."""
    sentences = list(dict.fromkeys(posted.refused.values()))
    more = f" {len(sentences) - MOST_SAID} more fields cannot be read either." if len(sentences) > MOST_SAID else ""
    rest = "Everything else is saved." if posted.changes else "Nothing was changed."
    return f"{' '.join(sentences[:MOST_SAID])}{more} {rest}"


def _save_rest(
    request: HttpRequest,
    character: Character,
    changes: dict[str, Any],
    stale: StaleEdit,
    stamp: int,
    tab: str,
    deed: str,
) -> None:
    """Keep what nobody else touched; only the fields in dispute wait for an answer."""
    disputed = {conflict.path for conflict in stale.conflicts}
    rest = {path: value for path, value in changes.items() if path not in disputed}
    # Overtaken once more, the rest is still on the page and comes again with the next change.
    with suppress(StaleEdit, PathError), transaction.atomic():
        actions.change_build(
            character=character,
            changes=rest,
            drawn=stamp,
            tab=tab,
            deed=deed,
            by=request.user,
            rolled=rolled_here(request.POST, rest),
        )


def _conflict(
    request: HttpRequest, character: Character, step: str, stale: StaleEdit, typed: Typed, refusal: str
) -> HttpResponse:
    """The same field changed in two places: 409 with both values and a button for each.

    The page keeps its stamp: with a newer one its next change would carry the disputed value past the question.
    """
    context = _context(character_for(request, character.pk, "change"), step, typed=typed)
    context |= {"refusal": refusal, "unsaved": bool(refusal)}
    context["conflicts"] = [_sides(conflict, context["step"]) for conflict in stale.conflicts]
    if wants_fragments(request):
        return answer(request, TEMPLATE, [part for part in MOVING if part != "stamp"], context, status=409)
    return render(request, TEMPLATE, context, status=409)


def _sides(conflict: Conflict, step: Step) -> dict[str, str]:
    owner = step.field_at(conflict.path)
    return {
        "path": conflict.path,
        "label": owner.label if owner else conflict.path.rpartition(".")[2].capitalize(),
        "theirs": _readable(conflict.theirs),
        "yours": _readable(conflict.yours),
        "value": json.dumps(conflict.yours),
    }


def _readable(value: Any) -> str:
    if value is None or value is False:
        return "nothing"
    return ", ".join(map(str, value)) if isinstance(value, list) else ("chosen" if value is True else str(value))


def _moved(
    context: dict[str, Any], changes: dict[str, Any], stale: bool, typed: Typed
) -> Iterable[tuple[str, SafeString]]:
    """The fields of the step that a change may have moved, newly drawn.

    What is being written in is left alone, unless it was changed elsewhere; what is wrong with it is said anew all the
    same, and with every other field.
    """
    step: Step = context["step"]
    sheet: Sheet = context["sheet"]
    budgets = {f.budget for f in step.fields if isinstance(f, Rate) and f.path in changes}
    by_hand = context["character"].by_hand
    only_rates = budgets and "" not in budgets and all(path.startswith("scores.") for path in changes) and not stale
    for field in step.fields:
        # A rating that names no budget may hang on any.
        rated = isinstance(field, Rate) and (not field.budget or field.budget in budgets)
        if _stays(field, changes, stale) or (only_rates and not rated):
            yield from says(field, sheet.at(field.path))
            if isinstance(field, List) and not only_rates:
                yield from _numbers(field, typed)
            continue
        made: Drawn = drawn(field, sheet, by_hand, typed)
        yield made.id, made.html
    if "name" in changes or stale:
        yield from _names(context["character"])
    for group in context["groups"]:
        if group.budget and group.kind == "rate":
            yield (
                f"spent-{group.budget.key}",
                SafeString(f"{group.budget.spent.value} of {group.budget.allowed.value}"),
            )


def _names(character: Character) -> Iterable[tuple[str, SafeString]]:
    """Where a page of the builder says whose it is."""
    yield "who", SafeString(escape(character))
    yield "making", SafeString(escape(character.name or "a character"))


def _stays(field: Field, changes: dict[str, Any], stale: bool) -> bool:
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


def _numbers(field: List, typed: Typed) -> Iterable[tuple[str, SafeString]]:
    """What numbers move in a list: its own words, and numbers and choices with the prices beside them.

    What is written there stays as it is.
    """
    yield f"{field_id(field.path)}-sum", SafeString(escape(field.summary))
    for item in field.items:
        for inner in item:
            if inner.kind == "list":
                yield from _numbers(inner, typed)
            elif inner.kind == "write":
                yield from says(inner, ())
            elif inner.kind in ("rate", "pick"):
                yield field_id(inner.path), draw(inner, typed=typed)


def _context(character: Character, key: str, *, tab: str = "", typed: Typed = NOTHING_TYPED) -> dict[str, Any]:
    sheet = character.read()
    steps = character.game.steps(sheet)
    place = next((n for n, step in enumerate(steps) if step.key == key), None)
    if place is None:
        raise Http404("No such step.")
    step = steps[place]
    home = character.get_absolute_url()
    start = f"{home}build/"
    drawn_groups: list[FieldGroup] = groups(step, sheet, character.by_hand, typed)
    findings = in_order(placed(start, finding, steps, step) for finding in sheet.findings)
    findings = with_fixes(findings, sheet, character.build)
    figures = [sheet.figures[k] for k in step.figures if k in sheet.figures]
    own = [sheet.budgets[k] for k in step.budgets if k in sheet.budgets]
    others = [budget for budget in sheet.budgets.values() if budget.key not in step.budgets]
    return {
        "character": character,
        "game": character.game,
        "sheet": sheet,
        "step": step,
        "number": place + 1,
        "steps": steps,
        "progress": draw_steps(step_states(steps, sheet, key), start),
        "groups": drawn_groups,
        "before": steps[place - 1] if place else None,
        "after": steps[place + 1] if place + 1 < len(steps) else None,
        "budgets": own,
        "budget_lines": draw_budgets(own, home),
        "other_budgets": draw_budgets(others, home),
        "left_elsewhere": "" if own else _left(others),
        "findings": findings,
        "finding_lines": draw_findings(findings),
        "figures": draw_figures(figures, home),
        "moving": figures if len(figures) <= IN_THE_BAR else [],
        "saved": character.changed_at.isoformat(),
        "tab": tab or secrets.token_hex(8),
        "home": home,
        "start": start,
        "address": f"{start}{key}/",
    }


def _left(budgets: Iterable[Budget]) -> str:
    """What is left of several budgets, each kind of point by itself; "" for nothing."""
    left: Counter[str] = Counter()
    for budget in budgets:
        left[budget.unit] += max(0, budget.remaining)
    kinds = [(unit, count) for unit, count in left.items() if count]
    if len(kinds) == 1:
        return str(kinds[0][1])
    return " and ".join(f"{count} {unit}{'' if count == 1 else 's'}" for unit, count in kinds)


def _remarks(character: Character, start: str, steps: Sequence[Step]) -> list[tuple[Remark, str]]:
    """What the game master said and nobody has settled, with the way to the field each remark is about."""
    if character.campaign_id is None:
        return []
    said = character.remarks.filter(settled_at=None).select_related("by")
    return [(remark, where_at(start, remark.at, steps)) for remark in said]


@vary_on_headers("HX-Request")
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last change back and show where it was."""
    character = character_for(request, pk, "change")
    held = actions.undo(character=character, deed=_word(request, "deed"), by=request.user)
    if not wants_fragments(request):
        return _back(request, held)
    return _in_place(request, character, held, "undo" if held.undo_version else "redo", "Undone.")


@vary_on_headers("HX-Request")
@require_POST
def redo(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring back what was undone last."""
    character = character_for(request, pk, "change")
    held = actions.redo(character=character, deed=_word(request, "deed"), by=request.user)
    if not wants_fragments(request):
        return _back(request, held)
    return _in_place(request, character, held, "redo" if held.redo_version else "undo", "Redone.")


def _in_place(request: HttpRequest, before: Character, held: Character, button: str, said: str) -> HttpResponse:
    """The step that the page shows, drawn anew around whoever went back, with the focus on a button that can be
    pressed. Where the steps themselves are others now, the page is loaded."""
    key = request.POST.get("step", "")
    was, now = (_titles(character) for character in (before, held))
    if was != now or key not in now:
        return load(_back(request, held).headers["Location"])
    context = _context(held, key)
    names = ("field-name",) if context["number"] == 1 else ()
    response = answer(request, TEMPLATE, (*MOVING, "fields", *names), context, parts=_names(held))
    return go_on(response, f"press-{button}", said)


def _titles(character: Character) -> dict[str, tuple[str, str, str]]:
    """What the steps of a character say of themselves, whatever their fields are."""
    return {step.key: (step.title, step.intro, step.hint) for step in character.game.steps(character.read())}


@require_POST
def fill_at_random(request: HttpRequest, pk: int) -> HttpResponse:
    """Fill what is still open at random, legally."""
    character = character_for(request, pk, "change")
    try:
        held = actions.fill_at_random(character=character, by=request.user)
    except PathError as fault:
        messages.error(request, f"{fault} Mend that first, then the dice can do the rest.")
    else:
        open_yet = held.read().unfinished
        done = (
            "The dice keep what you chose, so some of it is open yet" if open_yet else "Everything still open is chosen"
        )
        messages.success(request, f"{done}; all of it is legal. Undo takes it back.")
    return _back(request, character)


def _back(request: HttpRequest, character: Character) -> HttpResponse:
    if "history" in request.POST:
        return redirect("history", character.pk)
    step = request.POST.get("step", "")
    known = {s.key for s in character.game.steps(character.read())} if step else set()
    return redirect("build", character.pk, step) if step in known else redirect("build_start", character.pk)
