"""What is done in play: a mark, a roll, a rest, notes, undoing; and how things stand for whoever has the sheet open."""

import re
import uuid
from typing import Any

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
from characters.access import IN_SECRET, character_for, may, person_key, sees_secrets
from characters.actions.marking import tracker_now
from characters.actions.play_log import LATEST, latest, log_page, undo_seconds, undoable
from characters.fragments import answer, out_of_band, shown_already, wants_fragments
from characters.history.edit_conflicts import EditConflict
from characters.models import Character, Mark, Roll
from characters.sheet.costs import dues_of_made
from characters.sheet.roll_requests import AT, AT_PLAY, AT_SHEET, OURS, SECRET, asked_at_play
from characters.tables import fight_of, refuse_archived
from characters.views.play_parts import SHEET, numbers_now, play_context, switches_shown, tag, to_star, vitals_shown
from rules.form_values import whole_text, words
from rules.kernel import Tracker
from rules.kernel.documents import PathError
from rules.refusals import Refused

PLAY = "characters/play.html"
JSON = "application/json"


@never_cache
@require_safe
def marks(request: HttpRequest, pk: int) -> HttpResponse:
    """How the trackers stand, as a part of the sheet; 304 for a page that shows just that."""
    character = character_for(request, pk)
    at_play = asked_at_play(request) and may(request, character, "play")
    now = {"ETag": tag(request, character, fight_of(character) if at_play else "")}
    if shown_already(request, now["ETag"]):
        return HttpResponseNotModified(headers=now)
    live = character.read().live(character.marks)
    logged = _logged(request, character) if at_play else {"log": ()}
    panels = () if at_play else character.game.panels(live.sheet)
    context = play_context(request, character, live, panels, at_play=at_play, entries=logged["log"])
    shown = ["gone", "trackers", "now", "checks-now"]
    if at_play:
        shown += ["fight", "conditions", "rests", *(f"{part}-now" for part in ("spells", "further") if context[part])]
        part = answer(request, SHEET, shown, context, parts=[_log(request, character, logged)])
    else:
        context["vitals"] = vitals_shown(character, live)
        part = answer(request, SHEET, [*shown, "vitals"], context, parts=numbers_now(live, panels))
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
    sheet = character.read()
    logged = _logged(request, character)
    context = play_context(request, character, sheet.live(character.marks), at_play=True, entries=logged["log"])
    writes = may(request, character, "change")
    notes = actions.session_notes(character) if writes else ""
    switches = switches_shown(sheet) if writes and not context["dead"] else []
    context |= {**logged, "writes": writes, "notes": notes, "switches": switches}
    context["one_liner"] = character.game.one_liner(sheet)
    context["to_star"] = to_star(sheet) if not context["dead"] else {}
    page = render(request, PLAY, context)
    page.headers["Keep-For"] = context["person"]  # what static/js/play-worker.js keeps, and for whom
    return page


def _logged(request: HttpRequest, character: Character) -> dict[str, Any]:
    """The newest entries of the log, whether there are older ones, and the one that this person may undo."""
    entries = latest(character, LATEST + 1, with_secret=sees_secrets(request, character))
    last = undoable(entries[:LATEST], request.user)
    seconds = undo_seconds(last) if last else 0
    return {"log": entries[:LATEST], "older": len(entries) > LATEST, "undoable": last, "undo_seconds": seconds}


def _log(request: HttpRequest, character: Character, logged: dict[str, Any] | None = None) -> tuple[str, SafeString]:
    """The log, with the place it stands in; `logged` is what is known of it already."""
    context = {"character": character, **(logged or _logged(request, character))}
    return "log", render_to_string("characters/log.html", context, request)


@never_cache
@require_safe
def play_log(request: HttpRequest, pk: int) -> HttpResponse:
    """All that is kept of the log of play, page by page, to print; for whoever writes them with the notes of its
    sessions."""
    character = character_for(request, pk, "play")
    page = log_page(character, words(request.GET, "page"), with_secret=sees_secrets(request, character))
    notes = actions.session_notes(character) if may(request, character, "change") else ""
    context = {"character": character, "log": page.object_list, "page": page, "notes": notes}
    return render(request, "characters/play_log.html", context)


@never_cache
@vary_on_headers("Accept", "HX-Request")
@require_POST
def roll(request: HttpRequest, pk: int) -> HttpResponse:
    """Roll a check into the log, from the sheet and a page of odds as well. Without a script it is read there, with one
    beside the check, too; only the page to play from has the log to draw."""
    character = character_for(request, pk, IN_SECRET if SECRET in request.POST else "play")
    if of_another(request):
        return someone_else()
    asked = answers_asked(request)
    try:
        _open_to(request, character)
        made = actions.roll(character=character, answers=asked, by=request.user, **roll_named(request))
    except (PathError, Refused) as fault:
        if wants_fragments(request):
            return HttpResponse(out_of_band([("rolled", format_html("<p>{}</p>", fault))]))
        return _refused(request, fault)
    if wants_fragments(request):
        return HttpResponse(out_of_band([_rolled(request, character, made, asked), _next_press(request, made)]))
    if not scripted(request):
        return redirect(f"{reverse('play', args=[pk])}#log")
    drawn = [_rolled(request, character, made, asked)]
    if request.POST.get(AT) != AT_SHEET:
        drawn.append(_log(request, character))
    return JsonResponse({"uid": str(made.uid), "drawn": out_of_band(drawn)})


def _next_press(request: HttpRequest, made: Roll) -> tuple[str, SafeString]:
    """What names the next roll on a page of odds, with the place it stands in."""
    context = {"uid": uuid.uuid4(), "since": made.number}
    return "next-press", render_to_string("characters/asked.html#press", context, request)


def _rolled(request: HttpRequest, character: Character, made: Roll, asked: dict[str, str]) -> tuple[str, SafeString]:
    """What was rolled, and what the book takes for it, with the place it stands in."""
    live = character.read().live(character.marks)
    at = request.POST.get(AT)
    context = {"thrown": made, "character": character, "dues": dues_of_made(live, made), "at": at}
    return "rolled", render_to_string("characters/thrown.html", context, request)


@never_cache
@vary_on_headers("Accept")
@require_POST
def undo_play(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Undo one's own last entry of the log."""
    character = character_for(request, pk, "play")
    if of_another(request):
        return someone_else()
    secret = sees_secrets(request, character)
    try:
        _open_to(request, character)
        says = actions.undo_play(character=character, number=number, with_secret=secret, by=request.user)
    except (PathError, Refused) as fault:
        return _refused(request, fault)
    return _entered(request, character, says)


@never_cache
@vary_on_headers("Accept")
@require_POST
def rest(request: HttpRequest, pk: int) -> HttpResponse:
    """Give back what the rules do at a rest."""
    character = character_for(request, pk, "play")
    if of_another(request):
        return someone_else()
    try:
        _open_to(request, character)
        actions.rest(
            character=character, key=words(request.POST, "rest"), by=request.user, **deed_named(request, "deed")
        )
    except (PathError, Refused) as fault:
        return _refused(request, fault)
    return _entered(request, character)


def _entered(request: HttpRequest, character: Character, says: str = "") -> HttpResponse:
    """What a script is told of what it entered in the log; a plain form goes there."""
    if scripted(request):
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
    if of_another(request):
        return someone_else()
    text, before = (whole_text(request.POST, name) for name in ("text", "before"))
    try:
        saved = actions.write_session_notes(character=character, text=text, before=before)
    except Refused as fault:
        return _refused(request, fault)
    if scripted(request):
        return JsonResponse({"uid": words(request.POST, "deed"), "text": saved})
    return redirect(f"{reverse('play', args=[pk])}#notes")


@never_cache
@require_POST
def stars(request: HttpRequest, pk: int) -> HttpResponse:
    """Star the checks that come first on the page to play from, and no others."""
    character = character_for(request, pk, "play")
    known = [check.key for checks in to_star(character.read()).values() for check in checks]
    wanted = {*request.POST.getlist("star")}
    actions.star_checks(character=character, keys=[key for key in known if key in wanted])
    return redirect(f"{reverse('play', args=[pk])}#checks")


@never_cache
@require_POST
def put_to_use(request: HttpRequest, pk: int) -> HttpResponse:
    """Put something that is owned to use, or away: in the build, from the page to play from."""
    character = character_for(request, pk, "change")
    on, path = "use" in request.POST, words(request.POST, "use") or words(request.POST, "away")
    changes = next((one.turned(on) for one in switches_shown(character.read()) if one.path == path), None)
    try:
        if changes is None:
            raise PathError("That’s not there any more.")
        actions.change_build(character=character, changes=changes, drawn=character.version, by=request.user)
    except (PathError, EditConflict) as fault:
        messages.error(request, str(fault))
    return redirect(f"{reverse('play', args=[pk])}#in-use")


def answers_asked(request: HttpRequest) -> dict[str, str]:
    """The answers by which a form asks for a roll."""
    return {name: words(request.POST, name) for name in request.POST if name not in OURS}


def scripted(request: HttpRequest) -> bool:
    """Whether a script sent this, which is told what came of it as JSON."""
    return request.get_preferred_type(["text/html", JSON]) == JSON


def of_another(request: HttpRequest) -> bool:
    """Whether this was made on a page of someone else than who sends it."""
    return request.POST.get("person") not in (None, person_key(request))


def someone_else() -> HttpResponse:
    """What is told to a page of somebody who has logged out since."""
    return JsonResponse({"says": "Someone else is logged in now."}, status=403)


def _open_to(request: HttpRequest, character: Character) -> None:
    """At an archived campaign a character is still its player's to play, and nobody else's. Raises Refused."""
    others = character.npc or character.owner_id != request.user.pk
    if others and character.campaign:
        refuse_archived(character.campaign)


def _refused(request: HttpRequest, fault: Exception) -> HttpResponse:
    if scripted(request):
        return JsonResponse({"says": str(fault)}, status=422)
    return render(request, "characters/refused.html", {"sentence": str(fault)}, status=422)


def _mark(request: HttpRequest, character: Character) -> HttpResponse:
    """A script is told what a mark did, a plain form goes back to its page."""
    if of_another(request):
        return someone_else()
    try:
        _open_to(request, character)
        mark = actions.change_play(character=character, by=request.user, **step_asked(request))
    except (PathError, Refused) as fault:
        return _refused(request, fault)
    if scripted(request):
        return JsonResponse(acknowledged(mark, character))
    at_play, tracker = request.POST.get(AT) == AT_PLAY, _tracker_of(mark, character)
    says = mark.says(tracker)
    if says and not (at_play and tracker and tracker.hit):  # there it stands beside its tracker
        messages.info(request, says)
    page = request.path if at_play else character.get_absolute_url()
    return redirect(f"{page}#{f'tracker-{mark.tracker}' if says and at_play else 'trackers'}")


def acknowledged(mark: Mark, character: Character) -> dict[str, Any]:
    """What a script is told of its mark: what it did, and how things stood after it."""
    told = ("tracker", "asked", "done", "stands", "number")
    says = mark.says(_tracker_of(mark, character))
    return {"uid": str(mark.uid), **{name: getattr(mark, name) for name in told}, "says": says}


def _tracker_of(mark: Mark, character: Character) -> Tracker | None:
    """The tracker of a mark as it is now, to say why less was marked than was asked for; None where it was not."""
    return tracker_now(character, mark.tracker) if mark.done != mark.asked else None


CHANGE = re.compile(r"[+-]?[0-9]{1,3}")
OTHER = ("+", "-")
"""A change of as much as is typed beside it."""


def step_asked(request: HttpRequest) -> dict[str, Any]:
    """Tracker, change, name and since of the form; where its buttons step several trackers, each names its own before
    the change. Raises PathError for what no page sends."""
    own, _, change = words(request.POST, "change").rpartition(":")
    change += words(request.POST, "other") if change in OTHER else ""
    if not CHANGE.fullmatch(change) or not int(change):
        raise PathError("Enter a whole number other than 0.")
    return {"key": own or words(request.POST, "tracker"), "change": int(change), **deed_named(request, "uid")}


def roll_named(request: HttpRequest) -> dict[str, Any]:
    """What a form says of a roll besides its answers: its name, and whether it is made in secret."""
    return {"secret": SECRET in request.POST, **deed_named(request, "deed")}


def deed_named(request: HttpRequest, name: str) -> dict[str, Any]:
    """What the form calls this deed, by `name`, and since when. Raises PathError for what no page sends."""
    since = words(request.POST, "since")
    if not since.isdecimal() or len(since) > 9:
        raise PathError("This page is out of date. Reload it.")
    try:
        return {"since": int(since), "uid": uuid.UUID(words(request.POST, name))}
    except ValueError:
        raise PathError("This page is out of date. Reload it.") from None
