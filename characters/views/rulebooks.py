"""The book as a character has it: every text of every kind of entry, homebrew in play with it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.access import character_for
from rules.audit.figure_choices import kind_plural
from rules.homebrew.editions import FieldLine, Words
from rules.kernel import Entry, Rulebook, kind_of
from rules.kernel.pages import Game


class EntryText(NamedTuple):
    """An entry and what the book says of it, less the summary, which stands above the lines."""

    entry: Entry
    lines: Sequence[FieldLine]


def told(game: Game, rulebook: Rulebook, entries: Sequence[Entry]) -> list[EntryText]:
    """What the book says of these entries, in their order."""
    words = Words(game, rulebook)
    return [EntryText(one, words.told(one)) for one in entries]


def _kinds(game: Game, rulebook: Rulebook) -> dict[type[Entry], tuple[Entry, ...]]:
    """The kinds with something to read, and their entries in the book's order."""
    found = {shape: rulebook.offered(shape) for shape in game.kinds}
    return {shape: entries for shape, entries in found.items() if entries}


@never_cache
@require_safe
def rulebook(request: HttpRequest, pk: int, kind: str = "") -> HttpResponse:
    """What there is to read, and one kind of it."""
    character = character_for(request, pk)
    book = character.rulebook
    kinds = _kinds(character.game, book)
    context: dict[str, Any] = {
        "character": character,
        "kinds": [(kind_of(shape), kind_plural(shape), len(entries)) for shape, entries in kinds.items()],
    }
    if kind:
        shape = next((shape for shape in kinds if kind_of(shape) == kind), None)
        if shape is None:
            raise Http404("Kind not found in the rulebook.")
        context |= {"kind": kind, "title": kind_plural(shape), "entries": told(character.game, book, kinds[shape])}
    return render(request, "characters/rulebook.html", context)
