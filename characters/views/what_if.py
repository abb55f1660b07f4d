"""What-ifs: a branch of a character to try something out on, kept or thrown away."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from characters import versions
from characters.access import character_for, guest_key
from characters.history.change_messages import ChangeDescriber, Labels
from characters.history.edit_conflicts import EditConflict, FieldConflict
from characters.history.parting import Parting
from characters.history.revisions import replay
from characters.library import character_books
from characters.limits import TooLarge
from characters.models import Character
from rules.form_values import whole_number
from rules.kernel.documents import Change, PathError
from rules.refusals import Refused


@require_POST
def what_if(request: HttpRequest, pk: int) -> HttpResponse:
    """Branch off, from now or from a version, and go on building there."""
    character = character_for(request, pk, "change")
    version = whole_number(request.POST, "version", character.version)
    try:
        branch = versions.what_if(character=character, version=version, by=request.user, guest=guest_key(request))
    except (PathError, Refused) as fault:
        messages.error(request, str(fault))
        return redirect("history", pk)
    messages.success(request, f"Try anything. {character} won’t change until you apply this.")
    return redirect("build_start", branch.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, pk: int) -> HttpResponse:
    """What keeping a what-if would change in its original, and what was changed there as well; POST does it."""
    branch = character_for(request, pk, "change")
    if branch.branch_of_id is None:
        raise Http404("This isn’t a what-if.")
    original = character_for(request, branch.branch_of_id, "change")
    if request.method != "POST":
        return render(request, "characters/keep.html", _context(branch, original))
    sides: dict[str, list[str]] = {"mine": [], "theirs": []}
    for name, side in request.POST.items():
        if name.startswith("side:") and side in sides:
            sides[str(side)].append(name.removeprefix("side:"))
    drawn = whole_number(request.POST, "version")
    try:
        kept = versions.keep(branch=branch, original=original, drawn=drawn, by=request.user, **sides)
    except EditConflict as stale:
        return render(request, "characters/keep.html", _context(branch, stale.character) | {"stale": True}, status=409)
    except (TooLarge, Parting) as refusal:
        messages.error(request, str(refusal))
        return redirect("keep", pk)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("books_of", branch.pk)
    messages.success(request, f"Applied to {kept}. You can undo it.")
    return redirect("history", kept.pk)


def _context(branch: Character, original: Character) -> dict[str, Any]:
    found = versions.plan(branch, original)
    labels = Labels(branch.rulebook, lambda: character_books.every_book(branch), branch.game.placed)
    for character in (branch, original):
        labels.learn(character.game.steps(character.read()))
    teller = ChangeDescriber(labels, lambda document: ())
    disputed = {conflict.path for conflict in found.conflicts}
    start = versions.document_at(branch, 1)
    return {
        "character": branch,
        "original": original,
        "lines": (
            *character_books.told(original.homebrew, found.shelf),
            *_lines(branch, teller, start, *(change for change in found.changes if change.path not in disputed)),
        ),
        "conflicts": [_sides(branch, teller, start, conflict) for conflict in found.conflicts],
    }


def _lines(branch: Character, teller: ChangeDescriber, start: tuple[str, Any], *changes: Change) -> tuple[str, ...]:
    then = replay(*start, changes)
    return teller.lines(start, then, lambda: versions.readings(branch, start, then))


def _sides(
    branch: Character, teller: ChangeDescriber, start: tuple[str, Any], conflict: FieldConflict
) -> dict[str, Any]:
    """Both sides of a dispute, each told from where the what-if began."""
    mine, theirs = (
        _lines(branch, teller, start, Change(conflict.path, None, value)) for value in (conflict.yours, conflict.theirs)
    )
    return {"path": conflict.path, "mine": mine, "theirs": theirs}
