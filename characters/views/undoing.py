"""The builder's ways back and forth: undo, redo, and filling at random what is still open."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from characters import actions
from characters.access import character_for
from characters.builder.page_state import Shown
from characters.builder.step_form import word
from characters.fragments import answer, go_on, load, together, wants_fragments
from characters.models import Character
from characters.views.step_page import (
    MOVING,
    TEMPLATE,
    moved_regions,
    names_of,
    other_fields,
    step_keys,
    step_page,
)
from rules.kernel.documents import PathError
from rules.refusals import Refused


@vary_on_headers("HX-Request")
@require_POST
def undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the last change back and show where it was."""
    character = character_for(request, pk, "change")
    try:
        held = actions.undo(character=character, deed=word(request.POST, "deed"), by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return load(_address(request, character)) if wants_fragments(request) else _back(request, character)
    if not wants_fragments(request):
        return _back(request, held)
    return _in_place(request, held, "undo" if held.undo_version else "redo", "Undone.")


@vary_on_headers("HX-Request")
@require_POST
def redo(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring back what was undone last."""
    character = character_for(request, pk, "change")
    held = actions.redo(character=character, deed=word(request.POST, "deed"), by=request.user)
    if not wants_fragments(request):
        return _back(request, held)
    return _in_place(request, held, "redo" if held.redo_version else "undo", "Redone.")


def _in_place(request: HttpRequest, character: Character, button: str, said: str) -> HttpResponse:
    """What moved of the step that the page shows, with the focus on a button that can be pressed. Where the steps are
    others than the page says, it is loaded."""
    key = request.POST.get("step", "")
    if key not in step_keys(character.system):
        return load(_address(request, character))
    page = step_page(character, character.read(), key)
    if page["titles"] != request.POST.get("steps"):
        return load(_address(request, character))
    own_name = ("field-name",) if page["number"] == 1 else ()
    names = list(names_of(character))
    if page["layout"] == request.POST.get("layout"):
        shown = Shown.of(request.POST.get("shown", ""))
        regions, lines = moved_regions(page, shown)
        parts = together([*lines, *other_fields(page, shown), *names])
        page["marks"] = page["shown"].since(shown)
        response = answer(request, TEMPLATE, (*regions, *own_name), page, parts=parts)
    else:
        response = answer(request, TEMPLATE, (*MOVING, "fields", *own_name), page, parts=names)
    return go_on(response, f"press-{button}", said)


@require_POST
def fill_at_random(request: HttpRequest, pk: int) -> HttpResponse:
    """Fill what is still open at random, legally, on one step or on all."""
    character = character_for(request, pk, "change")
    only = request.POST.get("only", "")
    if only and only not in step_keys(character.system):
        raise Http404("Step not found.")
    try:
        held = actions.fill_at_random(character=character, step=only, by=request.user)
    except PathError as fault:
        messages.error(request, f"{fault} Fix that first, then randomise the rest.")
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _done(held, held.version > character.version, bool(only)))
    return _back(request, character)


def _done(held: Character, moved: bool, only: bool) -> str:
    if only:
        return "Chosen for you. You can undo this." if moved else "Nothing left to choose on this step."
    done = "Randomised everything that was left"
    if held.read().unfinished:
        done = "Randomised what we could; your choices leave something to do"
    return f"{done}. The character is legal. You can undo this."


def _back(request: HttpRequest, character: Character) -> HttpResponse:
    return redirect(_address(request, character))


def _address(request: HttpRequest, character: Character) -> str:
    """Where whoever pressed a button was: in the history, at a step, or wherever the builder begins."""
    if "history" in request.POST:
        return reverse("history", args=[character.pk])
    step = request.POST.get("step", "")
    if step in step_keys(character.system):
        return reverse("build", args=[character.pk, step])
    return reverse("build_start", args=[character.pk])
