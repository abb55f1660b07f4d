"""What is done in play: the trackers of a sheet, a mark of one, a roll, and how they stand for whoever has the sheet
open."""

import re
import uuid
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from characters import actions
from characters.access import character_for, former_key, may, person_key
from characters.actions.play_log import latest, undoable
from characters.fragments import answer, out_of_band, shown_already
from characters.glances import charge, vitals
from characters.models import Character, Mark
from characters.sheet.roll_requests import AT, AT_PLAY, THROW, asked_at_play
from rules.form_values import whole_text, words
from rules.kernel import Check, Live, Tracker
from rules.kernel.basics import minus
from rules.kernel.documents import PathError
from rules.kernel.pages import Vital, game_of, percent
from rules.kernel.pages.panels import MOST_BOXES
from rules.refusals import Refused

SHEET = "characters/sheet.html"
PLAY = "characters/play.html"
OURS = {THROW, "csrfmiddlewaretoken", "deed", "person", "since"}
"""What the form of a roll sends besides the answers; no field of any game has these names."""
FEWEST_BOXES = 5
JSON = "application/json"


@dataclass(frozen=True)
class Box:
    """One box of a tracker: by how much a press changes it, and whether it is filled."""

    number: int
    change: int
    filled: bool


@dataclass(frozen=True)
class Boxes:
    """A tracker with its boxes. Pressed, a box is the last that is filled, or no longer if it was. `uid` names a press
    where no script gives each its own name."""

    tracker: Tracker
    value: int
    uid: uuid.UUID

    @property
    def boxes(self) -> list[Box]:
        top = self.value if self.tracker.fades else self.tracker.top
        count = max(FEWEST_BOXES, self.value + 1) if top is None else top
        numbers = range(1, min(count, MOST_BOXES) + 1)
        return [Box(n, (n - 1 if n == self.value else n) - self.value, n <= self.value) for n in numbers]

    @property
    def words(self) -> str:
        return f"{self.value}" if self.tracker.top is None else f"{self.value} of {self.tracker.top}"


def play_context(request: HttpRequest, character: Character, live: Live, *, at_play: bool = False) -> dict[str, Any]:
    """What the part of the sheet needs that play moves, and what the page to play from does beside it."""
    plays = may(request, character, "play")
    at_play = at_play and plays
    rests = [(rest, steps, uuid.uuid4()) for rest, steps in live.rests.items()] if at_play else []
    told = {rest.label for rest, _, _ in rests}
    return {
        "character": character,
        "plays": plays,
        "trackers": trackers_shown(character, live),
        "now": [fact for fact in live.facts if not fact.death and fact.label not in told],
        "dead": live.dead,
        "deaths": [fact for fact in live.facts if fact.death],
        "game": character.game,
        "charge": charge(live.sheet),
        "checks": checks_shown(live),
        "person": person_key(request),
        "former": former_key(request),
        "tag": tag(character),
        "box_limits": (FEWEST_BOXES, MOST_BOXES),
        "at_play": at_play,
        "rests": rests,
    }


def trackers_shown(character: Character, live: Live) -> list[Boxes]:
    """The trackers, but those that fade and stand at nothing."""
    shown = [Boxes(t, t.stands(character.marks), uuid.uuid4()) for t in live.sheet.trackers]
    return [boxes for boxes in shown if boxes.value or not boxes.tracker.fades]


def checks_shown(live: Live) -> list[dict[str, Any]]:
    """The checks that are used most, each with its chance; those that can't be tried come last."""
    return sorted((_check(check) for check in live.checks), key=lambda row: not row["percent"])


def vitals_shown(character: Character, live: Live) -> list[tuple[str, Vital]]:
    """The numbers that head the sheet, each with the page that tells of it; "" where that is its tracker."""
    return [(_told_at(character, vital), vital) for vital in vitals(live)]


def _told_at(character: Character, vital: Vital) -> str:
    if vital.figure:
        return reverse("figure", args=[character.pk, vital.figure])
    return f"{reverse('odds', args=[character.pk])}?{urlencode(vital.asks)}" if vital.asks else ""


def number_now(live: Live, key: str) -> SafeString:
    """A number as it stands; where the moment moves it, one can see that, and hear what it was."""
    value, built = live.figure(key).value, live.sheet.figures[key].value
    if (why := live.sheet.game.barred(live, key)) and live.dead:
        return format_html('<s class="moved">{}</s>', minus(value))
    if why:
        return format_html(
            '<s class="moved" title="{}">{}<span class="sr"> can’t be used. {}</span></s>', why, minus(value), why
        )
    if value == built:
        return format_html("{}", minus(value))
    words = '<span class="moved">{}<span class="sr"> now, normally {}</span></span>'
    return format_html(words, minus(value), minus(built))


def numbers_now(live: Live) -> list[tuple[str, SafeString]]:
    """Every number of the sheet's panels that play may move, with the place it stands in."""
    if not live.sheet.game.modifier_rules:
        return []
    shown = (panel for panel in game_of(live.sheet).panels(live.sheet) if panel.style == "numbers" and not panel.aside)
    keys = dict.fromkeys(key for panel in shown for group in panel.groups for key in group.figures)
    return [(f"now-{key}", number_now(live, key)) for key in keys]


def _check(check: Check) -> dict[str, Any]:
    odds = check.dice.odds() if check.dice else None
    return {
        "check": check,
        "percent": percent(odds.success) if odds else None,
        "query": urlencode(check.answers),
        "uid": uuid.uuid4(),
    }


def tag(character: Character) -> str:
    """A mark for a page that shows how a character from `access` stands in play; another as soon as that may move.

    It is made of the whole row, but for the builds: those change with their versions.
    """
    row = {key: value for key, value in vars(character).items() if key not in ("_state", "build", "approved_build")}
    table = character.table_rules
    return f'"{sha256(repr((row, table)).encode()).hexdigest()[:32]}"'


@never_cache
@require_safe
def marks(request: HttpRequest, pk: int) -> HttpResponse:
    """How the trackers stand, as a part of the sheet; 304 for a page that shows just that."""
    character = character_for(request, pk)
    now = {"ETag": tag(character)}
    if shown_already(request, now["ETag"]):
        return HttpResponseNotModified(headers=now)
    live = character.read().live(character.marks)
    context = play_context(request, character, live, at_play=asked_at_play(request))
    shown = ["gone", "trackers", "now", "checks-now"]
    if context["at_play"]:
        part = answer(request, SHEET, [*shown, "rests"], context, parts=[_log(request, character)])
    else:
        context["vitals"] = vitals_shown(character, live)
        part = answer(request, SHEET, [*shown, "vitals"], context, parts=numbers_now(live))
    part.headers["ETag"] = now["ETag"]
    return part


@never_cache
@vary_on_headers("Accept")
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """The page to play from; posted to, it marks a tracker."""
    character = character_for(request, pk, "play")
    if request.method == "POST":
        return _mark(request, character)
    context = play_context(request, character, character.read().live(character.marks), at_play=True)
    writes = may(request, character, "change")
    notes = actions.session_notes(character) if writes else ""
    context |= {**_logged(request, character), "writes": writes, "notes": notes}
    page = render(request, PLAY, context)
    page.headers["Keep-For"] = context["person"]  # what static/js/play-worker.js keeps, and for whom
    return page


def _logged(request: HttpRequest, character: Character) -> dict[str, Any]:
    """The newest entries of the log, and the one that this person may undo."""
    entries = latest(character)
    return {"log": entries, "undoable": undoable(entries, request.user)}


def _log(request: HttpRequest, character: Character) -> tuple[str, SafeString]:
    """The log, with the place it stands in."""
    context = {"character": character, **_logged(request, character)}
    return "log", render_to_string("characters/log.html", context, request)


@never_cache
@vary_on_headers("Accept")
@require_POST
def roll(request: HttpRequest, pk: int) -> HttpResponse:
    """Roll a check into the log. Without a script it is read there, with one beside the check as well."""
    character = character_for(request, pk, "play")
    if _of_another(request):
        return _someone_else()
    asked = {name: words(request.POST, name) for name in request.POST if name not in OURS}
    try:
        made = actions.roll(character=character, answers=asked, by=request.user, **_named(request, "deed"))
    except PathError as fault:
        return _refused(request, fault)
    if not _scripted(request):
        return redirect(f"{reverse('play', args=[pk])}#log")
    rolled = render_to_string("characters/thrown.html", {"thrown": made})
    return JsonResponse({"uid": str(made.uid), "drawn": out_of_band([("rolled", rolled), _log(request, character)])})


@never_cache
@vary_on_headers("Accept")
@require_POST
def undo_play(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Undo one's own last entry of the log."""
    character = character_for(request, pk, "play")
    if _of_another(request):
        return _someone_else()
    try:
        says = actions.undo_play(character=character, number=number, by=request.user)
    except PathError as fault:
        return _refused(request, fault)
    return _entered(request, character, says)


@never_cache
@vary_on_headers("Accept")
@require_POST
def rest(request: HttpRequest, pk: int) -> HttpResponse:
    """Give back what the rules do at a rest."""
    character = character_for(request, pk, "play")
    if _of_another(request):
        return _someone_else()
    try:
        actions.rest(character=character, key=words(request.POST, "rest"), by=request.user, **_named(request, "deed"))
    except PathError as fault:
        return _refused(request, fault)
    return _entered(request, character)


def _entered(request: HttpRequest, character: Character, says: str = "") -> HttpResponse:
    """What a script is told of what it entered in the log; a plain form goes there."""
    if _scripted(request):
        drawn = out_of_band([_log(request, character)])
        return JsonResponse({"uid": words(request.POST, "deed"), "says": says, "drawn": drawn})
    if says:
        messages.info(request, says)
    return redirect(f"{reverse('play', args=[character.pk])}#log")


@never_cache
@vary_on_headers("Accept")
@require_POST
def session_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Save the notes of the page to play from."""
    character = character_for(request, pk, "change")
    if _of_another(request):
        return _someone_else()
    text, before = (whole_text(request.POST, name) for name in ("text", "before"))
    try:
        saved = actions.write_session_notes(character=character, text=text, before=before)
    except Refused as fault:
        return _refused(request, fault)
    if _scripted(request):
        return JsonResponse({"uid": words(request.POST, "deed"), "text": saved})
    return redirect(f"{reverse('play', args=[pk])}#notes")


def _scripted(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", JSON]) == JSON


def _of_another(request: HttpRequest) -> bool:
    """Whether this was made on a page of someone else than who sends it."""
    return request.POST.get("person") not in (None, person_key(request))


def _someone_else() -> HttpResponse:
    return JsonResponse({"says": "Someone else is logged in now."}, status=403)


def _refused(request: HttpRequest, fault: Exception) -> HttpResponse:
    if _scripted(request):
        return JsonResponse({"says": str(fault)}, status=422)
    return render(request, "characters/refused.html", {"sentence": str(fault)}, status=422)


def _mark(request: HttpRequest, character: Character) -> HttpResponse:
    """A script is told what a mark did, a plain form goes back to its page."""
    if _of_another(request):
        return _someone_else()
    try:
        mark = actions.change_play(character=character, by=request.user, **_asked(request))
    except PathError as fault:
        return _refused(request, fault)
    if _scripted(request):
        return JsonResponse(acknowledged(mark, character))
    if says := _says(mark, character):
        messages.info(request, says)
    page = request.path if request.POST.get(AT) == AT_PLAY else character.get_absolute_url()
    return redirect(f"{page}#trackers")


def acknowledged(mark: Mark, character: Character) -> dict[str, Any]:
    """What a script is told of its mark: what it did, and how things stood after it."""
    told = ("tracker", "asked", "done", "stands", "number")
    return {"uid": str(mark.uid), **{name: getattr(mark, name) for name in told}, "says": _says(mark, character)}


def _says(mark: Mark, character: Character) -> str:
    """Why less was marked than was asked for, by the tracker as it is now; "" where it was not."""
    trackers = character.read().trackers if mark.done < mark.asked else ()
    return mark.says(next((one for one in trackers if one.key == mark.tracker), None))


CHANGE = re.compile(r"[+-]?[0-9]{1,3}")


def _asked(request: HttpRequest) -> dict[str, Any]:
    """Tracker, change, name and since of the form. Raises PathError for what no page sends."""
    change = words(request.POST, "change")
    if not CHANGE.fullmatch(change) or not int(change):
        raise PathError("Enter a whole number other than 0.")
    return {"key": words(request.POST, "tracker"), "change": int(change), **_named(request, "uid")}


def _named(request: HttpRequest, name: str) -> dict[str, Any]:
    """What the form calls this deed, by `name`, and since when. Raises PathError for what no page sends."""
    since = words(request.POST, "since")
    if not since.isdecimal() or len(since) > 9:
        raise PathError("This page is out of date. Reload it.")
    try:
        return {"since": int(since), "uid": uuid.UUID(words(request.POST, name))}
    except ValueError:
        raise PathError("This page is out of date. Reload it.") from None
