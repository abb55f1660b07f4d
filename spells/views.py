from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rules import systems
from rules.kernel import Rulebook
from rules.kernel.books.spells import SpellReader
from spells.facts import CastingContext, SpellPage, facts_of
from spells.models import Spell
from spells.search import asked_for, core_spells, search


@dataclass(frozen=True)
class FilterChip:
    """Something to filter by, with how many spells it would leave."""

    key: str
    label: str
    count: int
    on: bool


FILTERS = ("game", "kind", "stage", "resistance")
"""What the page filters by: the game, what a spell is cast with, and the groups of tags that games name."""


Hands = Callable[[Spell], CastingContext]
Readers = Callable[[Spell], SpellReader]


@require_safe
def grimoire(request: HttpRequest) -> HttpResponse:
    """The spells of every game, searched and filtered."""
    return show(request, browse(request, core_spells()))


def show(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    """The page, or its results alone for htmx."""
    page = "spells/grimoire.html#results" if request.headers.get("HX-Request") else "spells/grimoire.html"
    response = render(request, page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def browse(
    request: HttpRequest, spells: QuerySet[Spell], hands: Hands | None = None, readers: Readers | None = None
) -> dict[str, Any]:
    """What the grimoire shows of these spells.

    With `hands`, which say how well a character casts each, the spells in reach alone, or every one with `can=all`.
    With `readers`, those that no later book there overrides, each as its reader has it.
    """
    asked = asked_for(request.GET.get("q", ""))
    wanted = {name: asked_for(request.GET.get(name, "")) for name in FILTERS}
    everything = request.GET.get("can") == "all"
    every = ((spell, readers(spell) if readers else None) for spell in search(spells, asked))
    found = [
        facts_of(spell, hands, reader) for spell, reader in every if reader is None or _stands(spell, reader.rulebook)
    ]
    in_reach = [facts for facts in found if facts.hand and not facts.hand.reason]
    if hands and not everything:
        found = in_reach
    shown = [facts for facts in found if all(_fits(facts, name, key) for name, key in wanted.items())]
    rest = {name: key for name, key in wanted.items() if key} | ({"can": "all"} if hands and everything else {})
    return {
        "asked": asked,
        "wanted": wanted,
        "everything": everything,
        "filtered": any(wanted.values()) or (hands is not None and not everything),
        "shown": shown,
        "in_reach": len(in_reach),
        "chips": chips(_but(found, wanted, "kind"), wanted["kind"]),
        "games": _choices(found, "game", wanted),
        "stages": _choices(found, "stage", wanted),
        "resistances": _choices(found, "resistance", wanted),
        "base": urlencode({name: key for name, key in {"q": asked, **rest}.items() if key and name != "kind"}),
    }


def _stands(spell: Spell, book: Rulebook) -> bool:
    """Whether the spell of this name in the rulebook is this one, and not that of a later book."""
    entry = book.entries.get("spell", {}).get(spell.key)
    return entry is None or entry.book == spell.book.key


def _fits(facts: SpellPage, name: str, key: str) -> bool:
    return not key or (facts.spell.book.system == key if name == "game" else facts.has(name, key))


def _but(found: list[SpellPage], wanted: dict[str, str], left_out: str) -> list[SpellPage]:
    """The spells that every filter but one leaves."""
    others = {name: key for name, key in wanted.items() if name != left_out}
    return [facts for facts in found if all(_fits(facts, name, key) for name, key in others.items())]


def chips(found: list[SpellPage], wanted: str) -> list[FilterChip]:
    """What these spells are cast with, by name; the one that is filtered by stays, even with nothing in it."""
    held = Counter((tag.key, tag.label) for facts in found for tag in facts.kinds)
    if wanted and wanted not in {key for key, _ in held}:
        held[wanted, wanted.replace("-", " ").capitalize()] = 0
    return [
        FilterChip(key, label, held[key, label], key == wanted) for key, label in sorted(held, key=lambda pair: pair[1])
    ]


def _choices(found: list[SpellPage], name: str, wanted: dict[str, str]) -> list[FilterChip]:
    """The options of one filter, with what they would leave."""
    held: Counter[tuple[str, str]] = Counter()
    for facts in _but(found, wanted, name):
        if name == "game":
            held[facts.spell.book.system, facts.game] += 1
        held.update((tag.key, tag.label) for tag in facts.told.tags if tag.group.lower() == name)
    return [FilterChip(key, label, count, key == wanted[name]) for (key, label), count in sorted(held.items())]


@require_safe
def spell(request: HttpRequest, system: str, key: str) -> HttpResponse:
    """One spell: its facts, and where they are written."""
    if system not in systems.PACKAGES:
        raise Http404("Game not found.")
    every = Spell.objects.select_related("book").filter(book__core=True, book__system=system, key=key)
    found = every.order_by("retired", "-book__edition").first()
    if found is None:
        raise Http404("Spell not found.")
    return render(request, "spells/spell.html", {"facts": facts_of(found), "system": systems.get(system)})
