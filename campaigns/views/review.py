"""The page between a player and a game master: what stands, what changed since it was approved, what was said."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import seat_for
from campaigns.review import queue
from campaigns.review.judging_form import fields_shown, homeless, unused
from campaigns.views import review_parts
from campaigns.views.page import frame
from characters import ledger
from characters.access import character_for, may, named_for
from characters.models import Character, ReviewStatus
from rules.form_values import whole_number
from rules.kernel import Level

PAGE = "campaigns/review.html"


@never_cache
@require_safe
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a character stands with its game master; each sees what they can do about it."""
    return review_page(request, character_for(request, pk))


@never_cache
@require_safe
def reviewed(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the queue of a table ends: nothing more waits there, or whoever was left for later."""
    seat = seat_for(request, pk, "run")
    others = queue.elsewhere(named_for(request, "judge"), seat.campaign)
    context = {**frame(seat, "party", "", {}), "left": queue.waiting_at(pk), "elsewhere": others}
    return render(request, "campaigns/reviewed.html", context)


def review_page(
    request: HttpRequest,
    character: Character,
    refusal: str = "",
    typed: Mapping[str, Any] | None = None,
    left: Mapping[str, str] | None = None,
    *,
    silent: str = "",
) -> HttpResponse:
    """The page, with what was typed where it was typed: all of it when a decision is refused, else what is given. A
    refusal leads to what is `left` unused, and to the field, by its id, that was `silent`."""
    sheet = character.read()
    if typed is None:
        typed = request.POST.dict() or {"at": request.GET.get("about", "")}
    drawn = whole_number(request.POST or request.GET, "version")
    judges, mine = (may(request, character, deed) for deed in ("judge", "change"))
    broken = [finding for finding in sheet.findings if finding.level == Level.ERROR]
    said = review_parts.said_of(character, sheet, broken, request.user.pk, typed.get("at", ""), drawn)
    threads = [thread for thread, _ in said["threads"]]
    since = review_parts.since_approval(character, sheet, said["seen"])
    entries = ledger.lines(character, sheet, request.user.pk, judges, plays=judges)
    given = [line for line in entries if line.row.kind == "award"]
    fields = fields_shown(character, broken, given, threads)
    archived = character.campaign is not None and character.campaign.archived_at is not None
    context = {
        "character": character,
        "game": character.game,
        "sheet": sheet,
        "mine": mine,
        "answers": mine and not archived and not character.branch_of_id,
        "judges": judges and (not archived or bool(refusal)),
        "submittable": not archived and (character.standing != ReviewStatus.APPROVED or character.drifted),
        **(_queue(request, character) if judges else {}),
        **review_parts.head(character, sheet),
        **said,
        **review_parts.checked(character, sheet, broken, threads),
        **review_parts.awarded(character, sheet, given),
        **since,
        **review_parts.decided(character, sheet, since),
        "own_address": reverse("review", args=[character.pk]),
        "refusal": refusal,
        "silent": silent,
        "uid": uuid.uuid4(),
        "typed": typed,
        "unused": unused(left or {}, fields),
        "homeless": homeless(typed, fields),
    }
    return render(request, PAGE, context, status=422 if refusal else 200)


def _queue(request: HttpRequest, character: Character) -> dict[str, Any]:
    """Who waits before and after it; where nobody comes after it, also who waits at other tables."""
    here = queue.queue_of(character)
    judged = named_for(request, "judge")
    return {"queue": here, "elsewhere": () if here.after else queue.elsewhere(judged, character.campaign)}
