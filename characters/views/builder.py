"""The builder: one page for any game, drawn from the game's steps."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from characters import actions
from characters.access import character_for
from characters.actions import Edit
from characters.builder.chooser import Chooser
from characters.builder.comparing import choice_at
from characters.builder.drawing import NOTHING_TYPED, field_id
from characters.builder.entry_lists import draw
from characters.builder.landing import fallen, landing, left_added
from characters.builder.rail import step_states
from characters.builder.step_form import StepForm, step_form
from characters.fragments import answer, go_on, together, wants_fragments
from characters.history.edit_conflicts import EditConflict, FieldConflict
from characters.library.edition_updates import new_editions
from characters.limits import TooLarge
from characters.models import Character, Comment
from characters.views.finding_links import where_at
from characters.views.step_page import MOVING, TEMPLATE, moved_fields, moved_regions, step_keys, step_page
from rules.kernel.documents import PathError
from rules.kernel.pages import Step

MOST_SAID = 3
"""So many fields that cannot be read are named at once."""


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
    if step not in step_keys(character.system):
        raise Http404("Step not found.")
    if request.method == "POST":
        return _change(request, character, step)
    changing = request.GET.get("change", "")
    page = step_page(character, character.read(), step, typed={changing: ("",)} if changing else {})
    if wants_fragments(request) and (path := changing or request.GET.get("keep", "")):
        return _laid_out(request, page, path)
    page["comments"] = _comments(character, page["start"], page["steps"])
    page["new_editions"] = new_editions(character)
    page["show"] = _narrowed(request, page["step"])
    page["at"] = {"row": request.GET.get("row", ""), "column": request.GET.get("column", "")}
    if page["board"]:
        page["could"], page["how"] = page["board"].told(*page["at"].values())
        page["wrong"] = page["board"].wrong(*page["at"].values())
    return render(request, TEMPLATE, page)


def _narrowed(request: HttpRequest, step: Step) -> str:
    """The key of the chip that was followed; "" where everything is shown."""
    asked = request.GET.get("show", "")
    return asked if asked in dict(step.kinds) else ""


def _laid_out(request: HttpRequest, page: dict[str, Any], path: str) -> HttpResponse:
    """A settled choice with all that could be chosen instead, or as it was. Raises Http404 where there is none."""
    field = choice_at(page["step"].fields, path)
    if field is None:
        raise Http404("Choice not found.")
    typed = {path: ("",)} if "change" in request.GET else NOTHING_TYPED
    at = f"{field_id(path)}-{'q' if typed and Chooser(field).many else 's'}"
    return go_on(answer(request, TEMPLATE, (), page, parts=[(field_id(path), draw(field, typed=typed))]), at)


def _comments(character: Character, start: str, steps: Sequence[Step]) -> list[tuple[Comment, str]]:
    """What the game master said and nobody has resolved, with the way to the field each comment is about."""
    if character.campaign_id is None:
        return []
    said = character.comments.filter(settled_at=None, sent_at__isnull=False, thread=None).select_related("by")
    said = said.exclude(by=character.owner_id)
    return [(comment, where_at(start, comment.at, steps)) for comment in said]


def _change(request: HttpRequest, character: Character, step: str) -> HttpResponse:
    try:
        form = step_form(request.POST, character)
        edit = _change_build(request, character, form, form.changes)
    except TooLarge as fault:
        return _refuse(request, fault.character, step, str(fault), form.tab)
    except PathError as fault:
        return _refuse(request, character, step, str(fault))
    except EditConflict as stale:
        _save_rest(request, character, form, stale)
        return _conflict(request, character, step, form, stale)
    if wants_fragments(request):
        return _moved(request, edit, step, form)
    if form.refused:
        return render(request, TEMPLATE, _page(edit, step, form), status=422)
    if added := left_added(request.POST, form.changes, edit.after, step):
        messages.success(request, added)
    return redirect(_onward(request, edit, step))


def _change_build(request: HttpRequest, character: Character, form: StepForm, changes: Mapping[str, Any]) -> Edit:
    return actions.change_build(
        character=character,
        changes=changes,
        drawn=form.version,
        tab=form.tab,
        deed=form.deed,
        by=request.user,
        rolled={key: dice for key, dice in form.rolled.items() if f"rolls.{key}" in changes},
    )


def _page(edit: Edit, step: str, form: StepForm) -> dict[str, Any]:
    """The step after a change, with what could not be read as it was typed."""
    page = step_page(edit.character, edit.after, step, tab=form.tab, typed=form.typed)
    return page | _unsaved(form)


def _unsaved(form: StepForm) -> dict[str, Any]:
    """Which fields were not kept and why, and what became of the others; nothing where all were."""
    if not form.refused:
        return {}
    sentences = list(dict.fromkeys(form.refused.values()))
    more = f" {len(sentences) - MOST_SAID} more fields can’t be read." if len(sentences) > MOST_SAID else ""
    rest = "Everything else is saved." if form.changes else "Nothing was changed."
    return {"refusal": f"{' '.join(sentences[:MOST_SAID])}{more} {rest}", "unsaved": True}


def _moved(request: HttpRequest, edit: Edit, step: str, form: StepForm) -> HttpResponse:
    """What a change moved: single fields, or all of them where the page does not have those of now."""
    page = _page(edit, step, form)
    status = 422 if form.refused else 200
    if page["layout"] == form.layout:
        regions, lines = moved_regions(page, form.shown)
        parts = together([*lines, *moved_fields(page, form, form.version != edit.base, request.POST)])
        page["marks"] = page["shown"].since(form.shown)
        response = answer(request, TEMPLATE, regions, page, parts=parts, status=status)
    else:
        response = answer(request, TEMPLATE, (*MOVING, "fields"), page, status=status)
    return go_on(response, landing(request.POST, page["step"]), fallen(request.POST, page["step"]))


def _onward(request: HttpRequest, edit: Edit, step: str) -> str:
    """Where a plain browser goes on: to the step it asks for, or to what its button is about."""
    character, chosen = edit.character, request.POST.get("onward", "")
    if chosen in step_keys(character.system):
        return reverse("build", args=[character.pk, chosen])
    here = next(one for one in character.game.steps(edit.after) if one.key == step)
    address, place = reverse("build", args=[character.pk, step]), landing(request.POST, here)
    if show := _narrowed(request, here):
        address = f"{address}?{urlencode({'show': show})}"
    if "raise" in request.POST:
        pair = {"row": request.POST.get("at:row", ""), "column": request.POST.get("at:column", "")}
        address, place = f"{address}?{urlencode(pair)}", "wish"
    if changing := request.POST.get("change"):
        address, place = f"{address}?{urlencode({'change': changing})}", field_id(changing)
    return f"{address}#{place}" if place else address


def _refuse(request: HttpRequest, character: Character, step: str, sentence: str, tab: str = "") -> HttpResponse:
    """What cannot be kept: 422, a sentence, and everything as it was. The page shows the character it is given, so
    that what was typed is on it."""
    page = step_page(character, character.read(), step, tab=tab)
    page |= {"refusal": f"{sentence} Nothing was changed.", "unsaved": True}
    if wants_fragments(request):
        return answer(request, TEMPLATE, ["conflict", "status"], page, status=422)
    return render(request, TEMPLATE, page, status=422)


def _save_rest(request: HttpRequest, character: Character, form: StepForm, stale: EditConflict) -> None:
    """Keep what nobody else touched; only the fields in dispute wait for an answer."""
    disputed = {conflict.path for conflict in stale.conflicts}
    rest = {path: value for path, value in form.changes.items() if path not in disputed}
    # Overtaken once more, the rest is still on the page and comes again with the next change.
    with suppress(EditConflict, PathError), transaction.atomic():
        _change_build(request, character, form, rest)


def _conflict(
    request: HttpRequest, character: Character, step: str, form: StepForm, stale: EditConflict
) -> HttpResponse:
    """The same field changed in two places: 409 with both values and a button for each.

    The page keeps its version: with a newer one its next change would carry the disputed value past the question. Its
    fields stay as they are, so it no longer says how its parts are drawn.
    """
    now = character_for(request, character.pk, "change")
    page = step_page(now, now.read(), step, typed=form.typed) | _unsaved(form)
    page |= {"shown": ""}
    page["conflicts"] = [_sides(conflict, page["step"]) for conflict in stale.conflicts]
    if wants_fragments(request):
        return answer(request, TEMPLATE, [part for part in MOVING if part != "page-version"], page, status=409)
    return render(request, TEMPLATE, page, status=409)


def _sides(conflict: FieldConflict, step: Step) -> dict[str, str]:
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
