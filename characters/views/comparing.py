"""Options of a choice of the builder side by side: a drawer over its page, and without scripts a page."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from characters.access import character_for
from characters.builder.chooser import Chooser
from characters.builder.comparing import MOST, choice_at, differences
from characters.builder.drawing import field_id
from characters.fragments import answer, wants_fragments
from characters.views.step_page import step_keys
from rules.kernel.pages import Option

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
    field = choice_at(shown.fields, path)
    options: list[Option] = []
    if field:
        known = {option.key: option for option in field.options}
        options = [known[key] for key in keys if key in known][:MOST]
    rows = differences(options) if len(options) > 1 else []
    page = {
        "character": character,
        "game": character.game,
        "step": shown,
        "field": field,
        "verb": Chooser(field).verb if field else "",
        "id": field_id(path) if field else "",
        "options": options,
        "rows": [{"label": row.label, "cells": list(zip(options, row.cells, strict=True))} for row in rows],
        "better": any(cell.best for row in rows for cell in row.cells),
        "most": MOST,
    }
    if wants_fragments(request):
        return answer(request, TEMPLATE, ["compared"], page | {"drawer": True})
    return render(request, TEMPLATE, page)


def _ticked(asked: QueryDict) -> tuple[str, list[str]]:
    """The choice that is compared, the first with a tick where none is named, and the keys that are ticked in it."""
    ticks = [tick.rpartition(":") for tick in dict.fromkeys(asked.getlist("with"))]
    path = asked.get("of") or next((path for path, _, _ in ticks), "")
    return path, [key for field, _, key in ticks if field == path]
