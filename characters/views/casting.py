"""Spells in a character's hands: the grimoire as far as it is in reach, and the desk where one is cast."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from characters.access import character_for, may, sees_secrets
from characters.fragments import answer, wants_fragments
from characters.models import Character
from characters.sheet.roll_requests import answers, asked_context, moved
from rules.catalogue.rulebook import rulebook_for
from rules.homebrew.access import Closed, books_for
from rules.kernel import Entry, Live, Sheet
from rules.kernel.books import Aside
from rules.kernel.pages import desk, percent
from rules.kernel.rolls.checks import CAST
from rules.kernel.sheet import DEAD
from rules.sparing import spared
from rules.systems import get
from spells.facts import CastingContext, facts_of
from spells.models import Spell
from spells.search import spells_with
from spells.views import browse, show

DESK = "characters/cast.html"


@never_cache
@require_safe
def spells_of(request: HttpRequest, pk: int) -> HttpResponse:
    """The grimoire as this character sees it: what can be cast, with the number to roll and the chance."""
    character, read = _caster(request, pk)

    live = read.live(character.marks)

    def hands(spell: Spell) -> CastingContext:
        return _hand(character, live, spell)

    spells = spells_with(character.homebrew).filter(book__system=character.system)
    found = browse(request, spells, hands, lambda spell: read.spell_reader)
    return show(request, {"caster": character, "dead": DEAD if read.dead else "", **found})


@never_cache
@require_safe
def homebrew_spell(request: HttpRequest, system: str, key: str, book: int) -> HttpResponse:
    """One spell of a book that a player wrote, for whoever may look into it."""
    found = Spell.objects.select_related("book").filter(key=key, retired=False)
    reach = books_for(request).exclude(published_at=None).filter(pk=book, system=system)
    spell = found.filter(book__in=reach).first()
    if spell is None:
        raise Closed("Spell not found.")
    game = get(system)
    facts = facts_of(spell, reader=game.spell_reader(rulebook_for(system, [spell.book]), {}))
    return render(request, "spells/spell.html", {"facts": facts, "system": game})


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def cast(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The casting desk: one spell, what weighs on it this round, the number to roll and the exact chance."""
    character, read = _caster(request, pk)
    entry, aside = read.spell_reader.find(key), read.rulebook.aside.get(("spell", key))
    found = spells_with(character.homebrew).filter(book__system=character.system, key=key)
    spell = next((spell for spell in found if aside or (entry and entry.book == spell.book.key)), None)
    if spell is None:
        raise Http404("Spell not found.")
    context: dict[str, Any] = {"character": character, "facts": facts_of(spell, reader=read.spell_reader)}
    asked = spared(entry, lambda: _asked(request, character, read, entry)) if entry else aside
    if isinstance(asked, dict):
        context |= asked
    else:
        context["aside"] = asked
    if wants_fragments(request):
        return answer(request, DESK, moved(request), context)
    return render(request, DESK, context)


def _asked(request: HttpRequest, character: Character, read: Sheet, entry: Entry) -> dict[str, Any]:
    """The form of the desk with what was answered, and what it comes to."""
    question = desk(read.live(character.marks), entry, answers(request))
    plays, hides = may(request, character, "play"), sees_secrets(request, character)
    made = asked_context(request, question, plays=plays, may_hide=hides)
    return {**made, "asked": [(CAST, entry.key), *((name, text) for name, text in made["asked"] if name != CAST)]}


def _caster(request: HttpRequest, pk: int) -> tuple[Character, Sheet]:
    character = character_for(request, pk)
    if not character.game.casts:
        raise Http404("This game has no spells.")
    return character, character.read()


def _hand(character: Character, live: Live, spell: Spell) -> CastingContext:
    url = reverse("cast", args=[character.pk, spell.key])
    entry = live.sheet.spell_reader.find(spell.key)
    if entry is None:
        aside = live.sheet.rulebook.aside.get(("spell", spell.key))
        return CastingContext("", "", aside.sentence if aside else "It isn’t in this character’s books.", url)
    best = spared(entry, lambda: live.casting(entry))
    if isinstance(best, Aside):
        return CastingContext("", "", best.sentence, url)
    if best.dice is None:
        return CastingContext("", "", best.note, url)
    return CastingContext(best.told, percent(best.dice.odds().success), "", url)
