"""Options of a choice of the builder side by side: a drawer over its page, and without scripts a page."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from characters.access import character_for
from characters.builder.chooser import Chooser
from characters.builder.comparing import MOST, choice_at, differences, field_at, yours
from characters.builder.drawing import field_id
from characters.builder.editing import sent_by_fix
from characters.fragments import answer, wants_fragments
from characters.views.step_page import step_keys
from rules.kernel.pages import ChoiceField, ListField, Option

TEMPLATE = "characters/compare.html"


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def compared(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """What was ticked in one choice of a step, at most four of its options. Nothing is saved."""
    character = character_for(request, pk, "change")
    if step not in step_keys(character.system):
        raise Http404("Step not found.")
    shown = next(one for one in character.game.steps(character.read()) if one.key == step)
    path, keys = _ticked(request.GET)
    where, field = field_at(shown.fields, path), choice_at(shown.fields, path)
    columns = _columns(where, field, keys) if where and field else []
    rows = differences([column.option for column in columns]) if len(columns) > 1 else []
    page = {
        "character": character,
        "game": character.game,
        "step": shown,
        "field": field,
        "verb": Chooser(field).verb if field else "",
        "id": field_id(path) if field else "",
        "columns": columns,
        "listed": isinstance(where, ListField),
        "rows": [{"label": row.label, "cells": list(zip(columns, row.cells, strict=True))} for row in rows],
        "better": any(cell.best for row in rows for cell in row.cells),
        "most": MOST,
    }
    if wants_fragments(request):
        return answer(request, TEMPLATE, ["compared"], page | {"drawer": True})
    return render(request, TEMPLATE, page)


class Column(NamedTuple):
    """An option among those compared: whether it is chosen already, or else what a form sends to have it instead of
    the one that is."""

    option: Option
    yours: bool = False
    swap: str = ""


def _columns(where: ChoiceField | ListField, field: ChoiceField, keys: Sequence[str]) -> list[Column]:
    """What was ticked, behind what somebody has of the like: at the price of an exchange, where it can be one."""
    known = {option.key: option for option in field.options}
    ticked = [known[key] for key in keys if key in known][:MOST]
    held = yours(where, ticked)
    mine = [one.option for one in held if one.option.key not in keys][: max(1, MOST - len(ticked))]
    chosen = frozenset(field.value) if isinstance(where, ChoiceField) else frozenset()
    only = held[0].choice if len(held) == 1 else None
    instead = {option.key: option for option in only.options} if only else {}
    swaps = {one.key: sent_by_fix(only.path, one.key) for one in ticked if one.key not in chosen} if only else {}
    return [
        *(Column(option, yours=True) for option in mine),
        *(Column(instead.get(one.key, one), one.key in chosen, swaps.get(one.key, "")) for one in ticked),
    ]


def _ticked(asked: QueryDict) -> tuple[str, list[str]]:
    """The choice that is compared, the first with a tick where none is named, and the keys that are ticked in it."""
    ticks = [tick.partition(":") for tick in dict.fromkeys(asked.getlist("with"))]
    path = asked.get("of") or next((path for path, _, _ in ticks), "")
    return path, [key for field, _, key in ticks if field == path]
