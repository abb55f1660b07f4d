"""The sheet: ratings, the lines of a number, the odds of any check. What is marked on it is in `marks`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from characters.access import character_for, may, sees_secrets
from characters.fragments import answer, wants_fragments
from characters.glances import charge, vitals
from characters.library.edition_updates import new_editions
from characters.models import Character
from characters.news import news
from characters.sheet.costs import dues_of
from characters.sheet.own_rolls import NO_ROLLS, OwnRoll
from characters.sheet.panels import shown_panels
from characters.sheet.roll_requests import answers, asked_at_play, asked_context, moved, stands_alone
from characters.views.play_parts import SHEET, play_context, vitals_shown
from characters.views.rulebooks import told
from rules.kernel import Cite, Fact, Live, Sheet
from rules.kernel.basics import shorten
from rules.kernel.basics.wording import first_sentence
from rules.kernel.pages import Panel, Question, ask

LONGEST_OPENING = 180
BACKSTORY = "backstory"
MOST_NOTES = 100
"""Notes on a sheet. Every game has a dozen; an import may bring others."""


@never_cache
@require_safe
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The play-ready page of a character."""
    character = character_for(request, pk)
    context = _sheet_context(request, character, character.read())
    if context["mine"]:
        context["new_editions"], context["news"] = new_editions(character), news(character)
    return render(request, SHEET, context)


def _sheet_context(request: HttpRequest, character: Character, read: Sheet) -> dict[str, Any]:
    live, panels = read.live(character.marks), character.game.panels(read)
    played = play_context(request, character, live, panels)
    return {
        **played,
        **body_of_sheet(character, live, panels, at=partial(_figure_at, character), rolls=played["rolls"]),
        "mine": may(request, character, "change"),
        "vitals": vitals_shown(character, live),
        "player": character.owner.get_username() if character.owner else "",
    }


def _figure_at(character: Character, key: str) -> str:
    return reverse("figure", args=[character.pk, key])


def body_of_sheet(
    character: Character,
    live: Live,
    panels: Sequence[Panel],
    *,
    at: Callable[[str], str],
    written: bool = True,
    rolls: Mapping[str, OwnRoll] = NO_ROLLS,
) -> dict[str, Any]:
    """What a sheet with these panels shows to whoever may see it. `at` is the address of the lines of a number by its
    key; `written` says whether it shows what the player wrote, `rolls` what is rolled from a number, by its key."""
    game, read = character.game, live.sheet
    facts, heads = game.facts(read), {vital.figure for vital in vitals(live)}
    backstory = read.build.notes.get(BACKSTORY, "").strip()
    opening = _opening(backstory) if written else ""
    passages = game.story.passages(read.build, without=BACKSTORY if backstory == opening else "")
    replaced = {panel.in_place_of for panel in panels if panel.lines}
    return {
        "character": character,
        "game": game,
        "charge": charge(read),
        "sheet": read,
        "one_liner": game.one_liner(read),
        "opening": opening,
        "story": _grouped(fact for fact in facts if fact.label not in MANY),
        "many": _gathered(facts),
        "panels": shown_panels(panels, live, heads, at, rolls),
        "sided": any(panel.side for panel in panels),
        "notes": [(one.title, one.text) for one in passages[:MOST_NOTES]] if written else [],
        "more_notes": len(passages[MOST_NOTES:]) if written else 0,
        "lists": [(title, items) for title, items in game.lists(read) if title not in replaced],
    }


def _opening(story: str) -> str:
    """The first sentence of a backstory; the whole is further down."""
    return shorten(first_sentence(story), LONGEST_OPENING)


MANY = {"Feat": "Feats", "Spell": "Spells", "Ability": "Abilities"}
"""Facts that come in numbers and have a place of their own on the sheet, with its title."""


LONGEST_GIST = 100


@dataclass(frozen=True)
class Folded:
    """A fact that folds: what shows while it is closed, and the rest."""

    fact: Fact
    one_liner: str
    rest: str


def _folded(fact: Fact) -> Folded:
    """Its first sentence shows, if it is short."""
    first = first_sentence(fact.text)
    rest = fact.text.strip().removeprefix(first).strip()
    return Folded(fact, first, rest) if rest and len(first) <= LONGEST_GIST else Folded(fact, "", fact.text)


@dataclass(frozen=True)
class FactGroup:
    """Facts with the same label, and where they are written: each place once."""

    label: str
    facts: tuple[Fact, ...]

    @property
    def cites(self) -> tuple[Cite, ...]:
        return tuple(dict.fromkeys(fact.cite for fact in self.facts if fact.cite))


def _grouped(facts: Iterable[Fact]) -> list[FactGroup]:
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        found.setdefault(fact.label, []).append(fact)
    return [FactGroup(label, tuple(alike)) for label, alike in found.items()]


def _gathered(facts: tuple[Fact, ...]) -> list[tuple[str, list[Folded]]]:
    labels = [label for label in dict.fromkeys(fact.label for fact in facts) if label in MANY]
    return [(MANY[label], [_folded(fact) for fact in facts if fact.label == label]) for label in labels]


@never_cache
@require_safe
def figure(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The lines of one number as it stands."""
    character = character_for(request, pk)
    read = character.read()
    found = number_context(character, read, key)
    entries = told(character.game, read.rulebook, character.game.entries_behind(read.rulebook, key))
    history = f"{reverse('history', args=[pk])}?{urlencode({'figure': read.told_by(key)})}"
    context = {"home": character.get_absolute_url(), "history": history, "entries": entries, **found}
    return render(request, "characters/figure.html", context)


def number_context(character: Character, read: Sheet, key: str) -> dict[str, Any]:
    """What the page of a number shows of it. Raises Http404 for one that the game doesn't have."""
    if key not in read.figures:
        raise Http404("Number not found.")
    return {"character": character, "figure": read.live(character.marks).figure(key), "built": read.figures[key]}


@require_safe
def budget(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """What may be spent and what was: every line, under its titles."""
    character = character_for(request, pk)
    found = character.read().budgets.get(key)
    if found is None:
        raise Http404("Points not found.")
    sides = (found.allowed._replace(label="Earned"), *(found.spent.groups or (found.spent._replace(label="Spent"),)))
    return render(request, "characters/budget.html", {"character": character, "budget": found, "sides": sides})


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def odds(request: HttpRequest, pk: int) -> HttpResponse:
    """The exact odds of any check, as a chart with numbers; and a roll of it."""
    character = character_for(request, pk)
    read = character.read()
    live = read.live(character.marks)
    question = ask(live, answers(request))
    plays = may(request, character, "play")
    made = asked_context(request, question, plays=plays, may_hide=sees_secrets(request, character))
    context = {"character": character, **made, "dues": dues_of(live, question.check, made["uid"]) if plays else []}
    if asked_at_play(request) and plays:
        return render(request, "characters/before.html", context)
    return odds_page(request, question, context)


def odds_page(request: HttpRequest, question: Question, context: dict[str, Any]) -> HttpResponse:
    """The page of a question, or what an answer moves of it."""
    if wants_fragments(request):
        fits = stands_alone(request) or _shows(request, question)
        parts = moved(request) if fits else ["asked", "result", "rolled"]
        return answer(request, "characters/odds.html", parts, context)
    return render(request, "characters/odds.html", context)


def _shows(request: HttpRequest, question: Question) -> bool:
    """Whether the form that was sent has the fields of this question; a tick that is off is not sent."""
    if not question.varies:
        return True
    ticks = {field.path for field in question.fields if field.kind == "pick" and field.many}
    return set(answers(request)) - ticks == {field.path for field in question.fields} - ticks
