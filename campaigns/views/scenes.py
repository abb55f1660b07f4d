"""What game masters get ready for a session: a scene with the cards of who is in it, and the notes they share."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import campaign_for, person, seat_for
from campaigns.chronicle import scenes
from campaigns.chronicle.scenes import SceneDraft
from campaigns.merging import chosen, numbers_seen, texts_seen, theirs_of
from campaigns.models import Membership, Scene
from campaigns.tables import beasts, fight_cards, secret_rolls
from campaigns.tables.secret_rolls import Ask
from campaigns.views.page import frame
from campaigns.views.refusals import telling
from characters.access import person_key
from rules.form_values import form_name, keys_of, whole_text, words
from rules.refusals import Refused
from rules.sure import ask, sure

PAGE = "campaigns/scene.html"
CHOSEN = ("npcs", "beasts", "handouts")
TEXTS = ("title", "text", "asks")
OFFERED = 24
"""So many of a kind that are not chosen are offered; the others are searched for."""
LONGEST_FIND = 80
MOST_CHOSEN = 500
"""So many of a kind are chosen at a time."""
TOGETHER = "Someone else changed the notes too. Nothing was deleted: see below what is kept of both."
DEEDS = {"up": -1, "down": 1}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def scene_new(request: HttpRequest, pk: int) -> HttpResponse:
    """A game master gets a scene ready."""
    return _scene(request, seat_for(request, pk, "run"), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def scene(request: HttpRequest, pk: int, part: int) -> HttpResponse:
    """A scene with the cards of who is in it; posted to, it is changed, moved, marked as played or deleted."""
    seat = seat_for(request, pk, "run")
    return _scene(request, seat, get_object_or_404(seat.campaign.scenes, pk=part))


def _scene(request: HttpRequest, seat: Membership, held: Scene | None) -> HttpResponse:
    if request.method != "POST" or _searches(request):
        return _page(request, seat, held)
    back = f"{reverse('prep', args=[seat.campaign_id])}#scenes"
    try:
        if held and "remove" in request.POST:
            if not sure(request):
                return ask(request, f"Delete “{held}”?", "Who and what is in it stays.", "Delete", back)
            scenes.remove(scene=held)
            messages.success(request, f"Deleted “{held}”.")
        elif held and "secret" in request.POST:
            return _rolled_in_secret(request, seat, held)
        elif held and request.POST.get("deed"):
            _done(held, request.POST["deed"])
        elif held:
            seen = texts_seen(request.POST, *TEXTS)
            scenes.rewrite(scene=held, draft=_draft(request), seen=seen, there=_there(request))
            messages.success(request, f"Saved “{held}”.")
        else:
            messages.success(request, f"Saved “{_written(request, seat)}”.")
    except Refused as refusal:
        return _page(request, seat, held, refusal)
    return redirect(back)


def _searches(request: HttpRequest) -> bool:
    """Whether somebody searches for what may be in it: by the button, or with Enter after they typed what for."""
    typed = any(request.POST.get(f"find:{key}", "") != request.POST.get(f"was:find:{key}", "") for key in CHOSEN)
    return "find" in request.POST or ("enter" in request.POST and typed)


def _written(request: HttpRequest, seat: Membership) -> Scene:
    draft = _draft(request)
    name = form_name(request.POST, draft.title, draft.text, *draft.asks, *(sorted(getattr(draft, k)) for k in CHOSEN))
    return scenes.write(campaign=seat.campaign, draft=draft, name=name)


def _rolled_in_secret(request: HttpRequest, seat: Membership, held: Scene) -> HttpResponse:
    """Roll what the scene asks for, and show what came of it there."""
    check, press = words(request.POST, "secret"), _uuid(words(request.POST, "press"))
    if press is None or check not in (one.check for one in map(Ask, held.asks) if one.secret):
        raise Refused("This page is out of date. Reload it.")
    name = uuid.uuid5(press, check)  # each roll of a page has a name of its own
    secret_rolls.roll_for_all(campaign=seat.campaign, check=check, name=name, by=person(request))
    return redirect(f"{request.path}?rolled={name}#rolled")


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _done(held: Scene, deed: str) -> None:
    if deed in DEEDS:
        scenes.move(scene=held, by=DEEDS[deed])
    elif deed in ("played", "not-played"):
        scenes.play(scene=held, played=deed == "played")


def _draft(request: HttpRequest) -> SceneDraft:
    texts = {key: whole_text(request.POST, key) for key in TEXTS}
    chosen: dict[str, Any] = {key: _ticked(request, key) for key in CHOSEN}
    return SceneDraft(texts["title"], texts["text"], texts["asks"].split("\n"), **chosen)


def _there(request: HttpRequest) -> dict[str, frozenset[int]]:
    """Who and what was in it as the page had shown it."""
    seen = ((key, numbers_seen(request.POST, key)) for key in CHOSEN)
    return {key: keys for key, keys in seen if keys is not None}


def _ticked(request: HttpRequest, key: str) -> frozenset[int]:
    return keys_of(request.POST.getlist(key)[:MOST_CHOSEN])


def _page(request: HttpRequest, seat: Membership, held: Scene | None, refusal: Refused | None = None) -> HttpResponse:
    table = seat.campaign
    everybody: dict[str, Any] = {
        "npcs": scenes.npcs_of(table).named().order_by("name", "pk"),
        "beasts": table.beasts.all(),
        "handouts": table.handouts.all(),
    }
    there = {
        key: list(those.filter(pk__in=getattr(held, key).all())) if held else [] for key, those in everybody.items()
    }
    texts = {"title": held.title, "text": held.text, "asks": "\n".join(held.asks)} if held else {}
    npcs = [one.pk for one in there["npcs"]]
    known = fight_cards.read(table.pk, npcs)
    pressed = _uuid(words(request.GET, "rolled"))
    fighting = list(table.turns.values_list("character", "beast"))
    context = {
        **frame(seat, "prep", str(refusal or ""), {}),
        "theirs": theirs_of(refusal) if refusal else {},
        "scene": held,
        "asks": [Ask(one) for one in held.asks] if held else [],
        "rolled": secret_rolls.made_by(table, pressed) if pressed else None,
        "most_roll": secret_rolls.MOST,
        "said": request.POST if request.method == "POST" else texts,
        "stands": texts,
        "there": there,
        "fighters": [
            *(known[one] for one in npcs if one in known),
            *beasts.fighters(there["beasts"][: fight_cards.MOST], table, by=seat.user),
        ],
        "choices": [
            Choices.of(request, key, label, those, there[key])
            for (key, those), label in zip(everybody.items(), ("NPCs", "Beasts", "Handouts"), strict=True)
        ],
        "begun": bool(fighting),
        "beside": {*npcs} - {one for one, _ in fighting} or {b.pk for b in there["beasts"]} - {b for _, b in fighting},
        "person": person_key(request),
        "uid": uuid.uuid4(),
    }
    return render(request, PAGE, context, status=422 if refusal else 200)


@dataclass(frozen=True)
class Choices:
    """What of a table may be in a scene, of one kind: those that are chosen, and the first of the others that match
    what is searched for, with how many more there are."""

    key: str
    label: str
    there: list[Any]
    chosen: list[Any]
    others: list[Any]
    more: int
    find: str

    @classmethod
    def of(cls, request: HttpRequest, key: str, label: str, those: QuerySet[Any], there: list[Any]) -> "Choices":
        stands, find = frozenset(one.pk for one in there), words(request.POST, f"find:{key}", LONGEST_FIND).strip()
        keys = chosen(stands, _ticked(request, key), _there(request).get(key)) if request.method == "POST" else stands
        others = those.exclude(pk__in=keys)
        if find:
            others = others.filter(**{f"{'title' if key == 'handouts' else 'name'}__icontains": find})
        ticked = list(those.filter(pk__in=keys)[:MOST_CHOSEN]) if keys else []
        return cls(key, label, there, ticked, list(others[:OFFERED]), max(0, others.count() - OFFERED), find)


@never_cache
@require_POST
@telling
def campaign_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the notes that the game masters share."""
    table = campaign_for(request, pk, "run")
    text, before = (whole_text(request.POST, key) for key in ("text", "before"))
    saved = scenes.write_notes(campaign=table, text=text, before=before)
    messages.success(request, "Saved your notes." if saved == text else TOGETHER)
    return redirect(f"{reverse('prep', args=[pk])}#notes")
