"""Pages of the house: home, credits, rulings, theme."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from rules.systems import every, get


def games() -> list[dict[str, object]]:
    """Every game, as pages introduce it."""
    return [
        {
            "game": game,
            "key": game.key,
            "name": game.name,
            "tagline": game.tagline,
            "pitch": game.pitch,
            "thoroughness": game.thoroughness,
            "reference": bool(game.references(game.rulebook)),
            "wishes": game.wishes is not None,
        }
        for game in every()
    ]


@require_safe
def credits_page(request: HttpRequest) -> HttpResponse:
    """Whose work this stands on, and under which licences."""
    found = [(game, game.core.cover, game.core.cover.licence.rstrip(".")) for game in every()]
    return render(request, "credits.html", {"games": found})


@require_safe
def rulings(request: HttpRequest, system: str) -> HttpResponse:
    """How a game's open questions are read here, and which of them a GM can change."""
    try:
        game = get(system)
    except KeyError:
        raise Http404("Game not found.") from None
    lines = [(ruling, [game.settings[key] for key in ruling.settings]) for ruling in game.rulings]
    context = {"game": game, "lines": lines, "reference": bool(game.references(game.rulebook))}
    return render(request, "rulings.html", context)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the device has it; remembered in a cookie."""
    onward = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure())
    response = HttpResponseRedirect(onward if here and onward.startswith("/") else "/")
    choice = request.POST.get("theme", "")
    if choice in ("light", "dark"):
        response.set_cookie("theme", choice, max_age=31_536_000, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response
