"""What a table tells of its sessions and hands out: the forms to write it, and all of it as a file."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import campaign_for, person
from campaigns.chronicle import handouts, sessions
from campaigns.merging import chosen, numbers_seen, texts_seen, theirs_of
from campaigns.models import Campaign, GameSession, Handout
from campaigns.nights import this_evening
from rules.form_values import keys_of, whole_text, words
from rules.refusals import Refused
from rules.sure import ask, sure

FORM = "campaigns/chronicle_form.html"
AT_ONCE = 20
"""So many sessions are in memory while the file is written."""
PRINTED = 25
"""So many sessions stand on one page to print."""
MOST_READERS = 200
"""So many people of a table are chosen at a time: all there can be."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_new(request: HttpRequest, pk: int) -> HttpResponse:
    """A game master writes up an evening."""
    return _session(request, campaign_for(request, pk, "run"), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session(request: HttpRequest, pk: int, evening: int) -> HttpResponse:
    """A game master changes what was told of an evening, or deletes it."""
    table = campaign_for(request, pk, "run")
    return _session(request, table, get_object_or_404(table.sessions, pk=evening))


def _session(request: HttpRequest, table: Campaign, held: GameSession | None) -> HttpResponse:
    back = reverse("campaign_history", args=[table.pk])
    told = {"title": held.title, "story": held.story, "held_on": held.held_on.isoformat()} if held else {}
    met = {"met": "\n".join(held.met)} if held else {}
    said = {"held_on": this_evening().isoformat(), **told, **met}
    stands = {**met, "held_on": words(request.POST, "was:held_on", 10) or told.get("held_on", "")}
    context = {"campaign": table, "held": held, "tab": "chronicle", "what": "session", "said": said, "stands": stands}
    if request.method != "POST":
        return render(request, FORM, context)
    try:
        if held and "remove" in request.POST:
            if not sure(request):
                return ask(request, f"Delete “{held}”?", "What everyone wrote about it is deleted too.", "Delete", back)
            sessions.remove(session=held)
            messages.success(request, f"Deleted “{held}”.")
            return redirect(back)
        line: dict[str, Any] = {key: whole_text(request.POST, key) for key in ("title", "story")}
        line |= {"held_on": _day(request), "met": whole_text(request.POST, "met").split("\n")}
        if held:
            sessions.retell(
                session=held, seen=texts_seen(request.POST, "title", "story", "met") | _day_seen(request), **line
            )
        else:
            held = sessions.tell(campaign=table, by=person(request), **line)
        messages.success(request, f"Saved “{held}”.")
        return redirect(f"{back}#session-{held.pk}")
    except Refused as refusal:
        return render(request, FORM, {**context, **_again(request, refusal)}, status=422)


def _again(request: HttpRequest, refusal: Refused) -> dict[str, Any]:
    """What was typed, why it was refused, and what somebody else saved meanwhile."""
    return {"refusal": refusal, "said": request.POST, "theirs": theirs_of(refusal)}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def memory(request: HttpRequest, pk: int, evening: int) -> HttpResponse:
    """Somebody at the table adds what they remember of an evening."""
    table = campaign_for(request, pk)
    held = get_object_or_404(table.sessions, pk=evening)
    mine = held.memories.filter(by=person(request)).first()
    said = {"text": mine.text if mine else ""}
    context = {"campaign": table, "held": held, "tab": "chronicle", "what": "memory", "said": said}
    if request.method != "POST":
        return render(request, FORM, context)
    try:
        kept = sessions.remember(session=held, by=person(request), text=whole_text(request.POST, "text"))
    except Refused as refusal:
        return render(request, FORM, {**context, "refusal": refusal, "said": request.POST}, status=422)
    messages.success(request, "Memory saved." if kept else "Your memory of it was removed.")
    return redirect(f"{reverse('campaign_history', args=[pk])}#session-{held.pk}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def handout_new(request: HttpRequest, pk: int) -> HttpResponse:
    """A game master writes something to hand out later."""
    return _handout(request, campaign_for(request, pk, "run"), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def handout(request: HttpRequest, pk: int, paper: int) -> HttpResponse:
    """A game master changes a handout, shows it, hides it or deletes it."""
    table = campaign_for(request, pk, "run")
    return _handout(request, table, get_object_or_404(table.handouts, pk=paper))


def _handout(request: HttpRequest, table: Campaign, held: Handout | None) -> HttpResponse:
    back = f"{reverse('prep', args=[table.pk])}#handouts"
    people = table.memberships.exclude(user=person(request)).select_related("user")
    readers = frozenset(held.readers.values_list("pk", flat=True)) if held else frozenset()
    context = {
        "campaign": table,
        "held": held,
        "tab": "prep",
        "what": "handout",
        "people": people,
        "chosen": readers,
        "readers": readers,
        "said": {"title": held.title, "text": held.text} if held else {},
    }
    if request.method != "POST":
        return render(request, FORM, context)
    try:
        if held and "remove" in request.POST:
            if not sure(request):
                return ask(request, f"Delete “{held}”?", "Nobody can read it any more.", "Delete", back)
            handouts.remove(handout=held)
            messages.success(request, f"Deleted “{held}”.")
            return redirect(back)
        with transaction.atomic():
            kept = _kept(request, table, held)
            told = _shown(request, kept)
        messages.success(request, told)
        return redirect(back)
    except Refused as refusal:
        ticked = chosen(readers, _ticked(request), numbers_seen(request.POST, "reader"))
        return render(request, FORM, {**context, **_again(request, refusal), "chosen": ticked}, status=422)


def _kept(request: HttpRequest, table: Campaign, held: Handout | None) -> Handout:
    title, text = (whole_text(request.POST, key) for key in ("title", "text"))
    if held is None:
        return handouts.write(campaign=table, by=person(request), title=title, text=text)
    return handouts.rewrite(handout=held, title=title, text=text, seen=texts_seen(request.POST, "title", "text"))


def _shown(request: HttpRequest, kept: Handout) -> str:
    """Show or hide it, as the button that was pressed says; what became of it, in words."""
    deed = words(request.POST, "deed", 20)
    if deed == "hide":
        handouts.hide(handout=kept)
        return f"“{kept}” is hidden again."
    if deed not in ("show", "show-some"):
        return f"Saved “{kept}”."
    people = None if deed == "show" else _ticked(request)
    handouts.show(handout=kept, people=people, seen=numbers_seen(request.POST, "reader"))
    return f"“{kept}” is in the chronicle of {'everyone' if deed == 'show' else 'those you chose'}."


def _ticked(request: HttpRequest) -> frozenset[int]:
    """Whom somebody chose."""
    return keys_of(request.POST.getlist("reader")[:MOST_READERS])


@never_cache
@require_safe
def chronicle_print(request: HttpRequest, pk: int) -> HttpResponse:
    """All that was told, in its order and without what else happened: to be printed from the browser, in parts."""
    table = campaign_for(request, pk)
    found = table.sessions.order_by("held_on", "pk").prefetch_related("memories__by")
    page: Any = Paginator(found, PRINTED).get_page(request.GET.get("page"))
    told = list(enumerate(page.object_list, page.start_index()))
    return render(request, "campaigns/chronicle_print.html", {"campaign": table, "page": page, "told": told})


@never_cache
@require_safe
def chronicle_file(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """All that was told of the sessions, oldest first, as text in Markdown."""
    table = campaign_for(request, pk)
    name = slugify(str(table)) or "chronicle"
    headers = {"Content-Disposition": f'attachment; filename="{name}.md"'}
    return StreamingHttpResponse(_told(table), content_type="text/markdown; charset=utf-8", headers=headers)


def _told(table: Campaign) -> Iterator[str]:
    """A part for each session; what players remember is quoted, so that it begins no session of its own."""
    yield f"# {_one_line(table)}\n"
    found = table.sessions.order_by("held_on", "pk").prefetch_related("memories__by")
    for number, one in enumerate(found.iterator(chunk_size=AT_ONCE), 1):
        met = f"Met: {', '.join(one.met)}" if one.met else ""
        parts = [f"## {number}. {_one_line(one)} ({one.held_on:%Y-%m-%d})", *filter(None, [one.story, met])]
        for memory in one.memories.all():
            parts.append("\n".join(f"> {line}" for line in f"{memory.by or 'Someone'}: {memory.text}".splitlines()))
        yield "".join(f"\n{part}\n" for part in parts)


def _one_line(named: object) -> str:
    return " ".join(str(named).split())


def _day(request: HttpRequest) -> date:
    """The day somebody entered, this evening’s where they entered none."""
    text = words(request.POST, "held_on", 20)
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date() if text else this_evening()
    except ValueError:
        day = None
    if day is None or not 1970 <= day.year < 2200:
        raise Refused("Enter the date as year-month-day, 2026-11-20 for instance.")
    return day


def _day_seen(request: HttpRequest) -> dict[str, str]:
    """The day as the page had shown it, where it said one."""
    day = parse_date(words(request.POST, "was:held_on", 10))
    return {"held_on": day.isoformat()} if day else {}
