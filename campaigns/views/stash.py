"""The shared stash of a table: what is in it, who put in and took out what, and doing so."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import stash as shared
from campaigns.access import person, seat_for
from campaigns.merging import texts_seen, theirs_of
from campaigns.models import Campaign, Membership, StashItem
from campaigns.views.page import frame
from characters.history.event_messages import lines
from rules.form_values import form_name, whole_number, whole_text, words
from rules.refusals import Refused

PER_PAGE = 50
LINES = 30
"""So much of its history stands on a page."""
SEARCHED = 10
"""From so many things on there is a search."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stash(request: HttpRequest, pk: int) -> HttpResponse:
    """What everybody in a campaign owns together; POST puts in, takes out, or changes what something is called."""
    seat = seat_for(request, pk)
    if request.method != "POST":
        return _page(request, seat)
    try:
        at = _changed(request, seat.campaign)
    except Refused as refusal:
        return _page(request, seat, refusal)
    here = seat.campaign.get_absolute_url() if "from_party" in request.POST else request.get_full_path()
    return redirect(f"{here}#{'stash' if 'from_party' in request.POST else at}")


def _changed(request: HttpRequest, table: Campaign) -> str:
    """Do what was asked for; where on the page to go on."""
    post, by = request.POST, person(request)
    key, deed = whole_number(post, "item"), words(post, "deed", 10)
    if deed == "save":
        seen, name, note = texts_seen(post, "name", "note"), whole_text(post, "name"), whole_text(post, "note")
        item = shared.rewrite(campaign=table, key=key, name=name, note=note, by=by, seen=seen)
        messages.success(request, f"Saved {item}.")
        return f"stash-{item.pk}"
    amount = whole_number(post, "amount")
    if key:
        change = -amount if deed == "out" else amount
        sent = form_name(post, deed, key, amount)
        kept = shared.step(campaign=table, key=key, change=change, by=by, sent=sent)
    else:
        name, note = whole_text(post, "name"), whole_text(post, "note")
        sent = form_name(post, deed, name, note, amount)
        kept = shared.put_in(campaign=table, name=name, note=note, amount=amount, by=by, sent=sent)
    messages.success(request, f"In the stash now: {kept}." if kept else "Took out the last of it.")
    return f"stash-{kept.pk}" if kept else "stash"


def _page(request: HttpRequest, seat: Membership, refusal: Refused | None = None) -> HttpResponse:
    table, query = seat.campaign, words(request.GET, "q", 120)
    page: Any = Paginator(shared.things(table, query), PER_PAGE).get_page(request.GET.get("page"))
    log: Any = Paginator(table.stash_events.select_related("by"), LINES).get_page(request.GET.get("log"))
    sent: Mapping[str, Any] = request.POST if refusal else {}
    key, theirs = whole_number(sent, "item"), theirs_of(refusal) if refusal else {}
    context = {
        **frame(seat, "party", str(refusal or ""), {}),
        "page": page,
        "query": query,
        "searchable": query or page.paginator.count > SEARCHED,
        "log": log,
        "told": [(one, *lines(one, None)) for one in log],
        "uid": uuid.uuid4(),
        "new": {} if key else sent,
        "things": [(one, _texts(sent if one.pk == key else {}, one), theirs if one.pk == key else {}) for one in page],
        "most": shared.MOST_AMOUNT,
    }
    return render(request, "campaigns/stash.html", context, status=422 if refusal else 200)


def _texts(given: Mapping[str, Any], stands: StashItem) -> dict[str, Any]:
    """What the form of something begins with: what was typed there, or what stands."""
    if given.get("deed") == "save":
        return {"changed": True, "name": given.get("name", ""), "note": given.get("note", "")}
    return {"changed": False, "name": stands.name, "note": stands.note}
