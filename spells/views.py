from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rules import systems
from spells.facts import Facts, facts_of
from spells.models import Spell
from spells.search import asked_for, core_spells, search


@dataclass(frozen=True)
class Chip:
    """One discipline to filter by, with how many spells it would leave."""

    key: str
    label: str
    count: int
    on: bool


@require_safe
def grimoire(request: HttpRequest) -> HttpResponse:
    """The spells of every game, searched and filtered."""
    asked = asked_for(request.GET.get("q", ""))
    wanted = asked_for(request.GET.get("discipline", ""))
    found = list(map(facts_of, search(core_spells(), asked)))
    shown = [facts for facts in found if wanted in ("", facts.spell.data.get("discipline"))]
    context = {
        "asked": asked,
        "wanted": wanted,
        "shown": shown,
        "all": len(found),
        "chips": chips(found, wanted),
    }
    page = "spells/grimoire.html#results" if request.headers.get("HX-Request") else "spells/grimoire.html"
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def chips(found: list[Facts], wanted: str) -> list[Chip]:
    """The disciplines of these spells by name; the one that is filtered by stays, even with nothing in it."""
    named = {facts.spell.data.get("discipline", ""): facts.discipline for facts in found}
    if wanted:
        named.setdefault(wanted, wanted.replace("-", " ").capitalize())
    held = [facts.spell.data.get("discipline", "") for facts in found]
    return [
        Chip(key, label, held.count(key), key == wanted)
        for key, label in sorted(named.items(), key=lambda pair: pair[1])
        if key
    ]


@require_safe
def spell(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """One spell: its facts, and where they are written."""
    if system not in systems.PACKAGES:
        raise Http404("There is no such game here.")
    every = Spell.objects.select_related("book").filter(book__owner=None, book__system=system, key=key)
    found = every.order_by("retired", "-book__edition").first()
    if found is None:
        raise Http404("No book here has this spell.")
    return render(request, "spells/spell.html", {"facts": facts_of(found), "system": systems.get(system)})
