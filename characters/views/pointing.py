"""What a choice would move, before it is made: for the one who points at it."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.access import character_for
from characters.builder.editing import posted_changes
from characters.history.sheet_diff import Comparison, compare_sheets
from characters.views.step_page import step_keys
from rules.kernel import Build
from rules.kernel.basics.wording import minus
from rules.kernel.documents import PathError, along, apply
from rules.kernel.pages import ChoiceField, ListField, Step

MOST_MOVED = 6
"""So many numbers are told; who chooses sees the others."""


class Moved(NamedTuple):
    """A number as it is and as it would be; "" where there is none."""

    label: str
    before: str
    after: str


@never_cache
@require_safe
def pointed(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """The numbers that the choice in the address would move, and the rules that it would break. Nothing is saved."""
    character = character_for(request, pk, "change")
    if step not in step_keys(character.system):
        raise Http404("Step not found.")
    now = character.read()
    shown = next(one for one in character.game.steps(now) if one.key == step)
    build = character.build if isinstance(character.build, dict) else {}
    try:
        changes = posted_changes(request.GET, character.name, build).changes
        for path, value in changes.items():
            for at, what in along(build, path, value, character.game.placed):
                build = apply(build, at, what)
    except PathError:
        changes = {}
    if not changes:
        return render(request, "characters/pointed.html", {"moved": [], "broken": []})
    then = character.game.read(Build.parse(build, character.name), character.rulebook, character.table)
    found = compare_sheets(now, then)
    broken = [finding for finding in found.appeared if finding.breaks]
    beside = _beside(shown, request.GET.get("add", ""))
    moved = _moved(found, shown, beside)
    return render(request, "characters/pointed.html", {"moved": moved, "broken": broken[:1]})


def _moved(found: Comparison, step: Step, beside: list[Moved]) -> list[Moved]:
    """What is left of the points first, then numbers of this step, then others; `beside` are told instead of these."""
    left = ((one.label, *(side.left if side else "" for side in one.sides)) for one in found.budgets)
    budgets = [Moved(*one) for one in left if one[1] != one[2]]
    figures = sorted((one for one in found.figures if one.moved), key=lambda one: one.key not in step.figures)
    told = [Moved(one.label, _figure(one.before), _figure(one.after)) for one in figures]
    return [*budgets, *(beside or told)][:MOST_MOVED]


def _beside(step: Step, added: str) -> list[Moved]:
    """The numbers of what an entry of a list would be, each after that of the first entry that has it, too."""
    path, _, begun = added.partition(" ")
    held = step.field_at(path)
    if not isinstance(held, ListField) or held.offered is None:
        return []
    wanted = next((one for one in held.offered.options if one.key == begun.partition(" ")[2]), None)
    choices = [inner for item in held.items for inner in item if isinstance(inner, ChoiceField)]
    has: dict[str, str] = {}
    for choice in choices:
        for option in (one for one in choice.options if one.key in choice.value):
            for figure in option.figures:
                has.setdefault(figure.label, figure.value)
    return [Moved(one.label, has.get(one.label, ""), one.value) for one in wanted.figures] if wanted else []


def _figure(value: int | None) -> str:
    return "" if value is None else minus(value)
