"""Spells in a character's hands: the grimoire as far as it is in reach, and the desk where one is cast."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from characters.access import character_for
from characters.charts import chart, percent, side_by_side
from characters.fragments import answer, wants_fragments
from characters.models import Character
from rules.kernel import Entry, Sheet
from spells.facts import Hand, facts_of
from spells.models import Spell
from spells.search import core_spells
from spells.views import browse, show

DESK = "characters/cast.html"


@never_cache
@require_safe
def spells_of(request: HttpRequest, pk: int) -> HttpResponse:
    """The grimoire as this character sees it: what can be cast, with the number to roll and the chance."""
    character, read = _caster(request, pk)

    def hands(spell: Spell) -> Hand:
        return _hand(character, read, spell)

    spells = core_spells().filter(book__system=character.system)
    return show(request, {"caster": character, **browse(request, spells, hands)})


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def cast(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The casting desk: one spell, what weighs on it this round, the number to roll and the exact chance."""
    character, read = _caster(request, pk)
    spell = core_spells().filter(book__system=character.system, key=key).first()
    entry = _entry(read, key)
    if spell is None or entry is None:
        raise Http404("This character's books have no such spell.")
    now = character.game.now(read, character.marks)
    question = character.game.desk(read, entry, {**dict(now.answers), **request.GET.dict()})
    context: dict[str, Any] = {
        "character": character,
        "question": question,
        "chart": chart(question.check),
        "beside": side_by_side(question.ways),
        "facts": facts_of(spell),
        "here": request.path,
    }
    if wants_fragments(request):
        return answer(request, DESK, ["result"], context)
    return render(request, DESK, context)


def _caster(request: HttpRequest, pk: int) -> tuple[Character, Sheet]:
    character = character_for(request, pk)
    if not character.game.casts:
        raise Http404("Nobody casts spells in this game.")
    return character, character.read()


def _entry(read: Sheet, key: str) -> Entry | None:
    return read.rulebook.entries.get("spell", {}).get(key)


def _hand(character: Character, read: Sheet, spell: Spell) -> Hand:
    url = reverse("cast", args=[character.pk, spell.key])
    entry = _entry(read, spell.key)
    if entry is None:
        return Hand("", "", "The books of this character do not have it.", url)
    best = character.game.casting(read, entry)
    if best.dice is None:
        return Hand("", "", best.note, url)
    return Hand(str(best.dice), percent(best.dice.odds().success), "", url)
