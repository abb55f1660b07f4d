"""Pages of the house: home, credits, rulings, theme."""

from collections.abc import Iterator

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from characters.access import named_for, own
from characters.models import Character, ReviewStatus
from characters.news import answered, how_many
from rules.systems import every, get

MOST_WAITING = 6
"""So many of each kind of thing that waits stand on the home page; their own pages list them all."""


def games() -> list[dict[str, object]]:
    """Every game, as pages introduce it."""
    return [
        {
            "key": game.key,
            "name": game.name,
            "tagline": game.tagline,
            "pitch": game.pitch,
            "reference": bool(game.references(game.rulebook)),
            "wishes": game.wishes is not None,
        }
        for game in every()
    ]


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The door: what waits for the visitor, what they were doing, what this is, and the games."""
    mine = named_for(request).filter(own(request)).kept().originals()[:4]
    recent = [
        {
            "system": c.system,
            "name": str(c),
            "game": c.game.name,
            "updated": c.changed_at,
            "get_absolute_url": c.get_absolute_url(),
        }
        for c in mine
    ]
    found = games()
    count = f"{len(found)} games"
    waiting = list(_waiting(request)) if request.user.is_authenticated else []
    return render(request, "home.html", {"systems": found, "count": count, "recent": recent, "waiting": waiting})


def _waiting(request: HttpRequest) -> Iterator[tuple[Character, str, str]]:
    """What somebody else waits for, or has decided: the character, what it is, and where to go on."""
    judged = named_for(request, "judge").kept().originals().filter(campaign__archived_at=None, npc=False)
    judged = judged.select_related("campaign").order_by("pk")
    for character in judged.filter(standing=ReviewStatus.SUBMITTED)[:MOST_WAITING]:
        yield character, f"Submitted for {character.campaign}", reverse("review", args=[character.pk])
    for character in answered(judged.exclude(standing=ReviewStatus.SUBMITTED))[:MOST_WAITING]:
        yield character, "Replied to your comment", f"{reverse('review', args=[character.pk])}#comments"
    mine = named_for(request).filter(own(request)).kept().annotate(news=how_many())
    for character in mine.filter(Q(standing=ReviewStatus.RETURNED) | Q(news__gt=0))[:MOST_WAITING]:
        if character.standing == ReviewStatus.RETURNED:
            yield character, "Sent back by your GM", reverse("review", args=[character.pk])
        else:
            yield character, f"{vars(character)['news']} new", f"{character.get_absolute_url()}#news"


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
