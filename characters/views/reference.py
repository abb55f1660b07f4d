"""What a game master looks up: the shelves that a game keeps ready."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rules.kernel import Ruling
from rules.kernel.pages import Card, Game, ReferenceSection
from rules.systems import get
from spells.search import asked_for


@require_safe
def reference(request: HttpRequest, system: str) -> HttpResponse:
    """The shelves of a game, searched by name."""
    try:
        game = get(system)
    except KeyError:
        raise Http404("Game not found.") from None
    shelves = game.references(game.rulebook)
    if not shelves:
        raise Http404("This game has no GM reference.")
    asked = asked_for(request.GET.get("q", ""))
    shown = [settled(shelf, game) for whole in shelves if (shelf := whole.only(asked)).cards]
    context = {"game": game, "asked": asked, "shown": shown, "found": sum(len(cards) for _, cards in shown)}
    page = "reference.html#results" if request.headers.get("HX-Request") else "reference.html"
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def settled(shelf: ReferenceSection, game: Game) -> tuple[ReferenceSection, list[tuple[Card, list[Ruling]]]]:
    """A shelf, and each of its cards with the rulings it follows."""
    return shelf, [(card, [ruling for ruling in game.rulings if ruling.key in card.rulings]) for card in shelf.cards]
