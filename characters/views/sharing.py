"""Links to a sheet: making and revoking them, and what anyone sees who has one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from characters import actions, preview
from characters.access import character_for, link_for
from characters.glances import vitals
from characters.limits import MOST_LINKS
from characters.models import ShareLink
from characters.sharing import in_a_line, read_for_anyone
from characters.sheet.own_rolls import NO_ROLLS, own_rolls, vital_roll
from characters.sheet.roll_requests import answers, asked_context
from characters.views.play_parts import checks_shown, trackers_shown
from characters.views.sheets import body_of_sheet, number_context, odds_page
from rules.kernel import pages
from rules.refusals import Refused
from rules.sure import ask, sure

View = Callable[..., HttpResponseBase]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """The links to a sheet; posted to, it makes one."""
    character = character_for(request, pk, "change")
    refusal = ""
    if request.method == "POST":
        try:
            actions.share(character=character, by=request.user, story="story" in request.POST)
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, "Link created. Anyone who has it can see the sheet.")
            return redirect("share", pk)
    links = [(link, _address(request, link)) for link in character.share_links.all()]
    context = {"character": character, "links": links, "most": MOST_LINKS, "refusal": refusal}
    return render(request, "characters/share.html", context, status=422 if refusal else 200)


def _address(request: HttpRequest, link: ShareLink) -> str:
    return request.build_absolute_uri(reverse("shared", args=[link.token]))


@require_POST
def unshare(request: HttpRequest, pk: int, link: int) -> HttpResponse:
    """Revoke a link."""
    character = character_for(request, pk, "change", shut=True)
    held = get_object_or_404(ShareLink.objects.select_related("character"), character=character, pk=link)
    back = reverse("share", args=[pk])
    if not sure(request):
        return ask(request, "Revoke this link?", f"No one can see {character} by it any more.", "Revoke", back)
    actions.unshare(link=held, by=request.user)
    messages.success(request, "Link revoked.")
    return redirect(back)


def for_anyone(view: View) -> View:
    """A page that whoever has the link may see, and no search engine keeps; one that was revoked says so."""

    @wraps(view)
    def answer(request: HttpRequest, token: str, **rest: Any) -> HttpResponseBase:
        try:
            link = link_for(token)
        except Http404:
            response: HttpResponseBase = render(request, "characters/shared_gone.html", status=404)
        else:
            response = view(request, link, **rest)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return never_cache(require_safe(answer))


@for_anyone
def shared(request: HttpRequest, link: ShareLink) -> HttpResponse:
    """The sheet, to look at."""
    character = link.character
    live, at = read_for_anyone(link).live(character.marks), _figures(link)
    panels = character.game.panels(live.sheet)
    rolls, seen = own_rolls(panels, live.sheet)
    told = [(at(v.figure) if v.figure else "#checks" if v.asks else "", v, vital_roll(v, live)) for v in vitals(live)]
    portrait = reverse("shared_portrait", args=[link.token])
    context = {
        **body_of_sheet(character, live, panels, at=at, written=link.story, rolls=NO_ROLLS if live.dead else rolls),
        "vitals": told,
        "odds_url": reverse("shared_odds", args=[link.token]),
        "trackers": [
            (at(t.tracker.maximum.key) if t.tracker.maximum else "", t) for t in trackers_shown(character, live)
        ],
        "checks": checks_shown(live, without=seen),
        "line": in_a_line(live),
        "address": _address(request, link),
        "portrait": portrait,
        "preview": request.build_absolute_uri(reverse("shared_preview", args=[link.token])),
        "preview_size": preview.SIZE,
        "dead": live.dead,
    }
    return render(request, "characters/shared.html", context)


@for_anyone
@vary_on_headers("HX-Request")
def shared_odds(request: HttpRequest, link: ShareLink) -> HttpResponse:
    """The exact odds of any check, and a roll of it that nothing keeps."""
    character = link.character
    question = pages.ask(read_for_anyone(link).live(character.marks), answers(request))
    home = reverse("shared", args=[link.token])
    context = {"character": character, "home": home, **asked_context(request, question)}
    return odds_page(request, question, context)


@for_anyone
def shared_figure(request: HttpRequest, link: ShareLink, key: str) -> HttpResponse:
    """The lines of one number."""
    character = link.character
    found = number_context(character, read_for_anyone(link), key)
    context = {"home": reverse("shared", args=[link.token]), **found}
    return render(request, "characters/figure.html", context)


@for_anyone
def shared_preview(request: HttpRequest, link: ShareLink) -> HttpResponse:
    """The picture by which other places preview the link."""
    character = link.character
    portrait = actions.portrait_bytes(character) if character.portrait else b""
    live = read_for_anyone(link).live(character.marks)
    return HttpResponse(preview.preview(character, live, portrait), content_type="image/png")


def _figures(link: ShareLink) -> Callable[[str], str]:
    """The address of the lines of a number, by its key."""
    return lambda key: reverse("shared_figure", args=[link.token, key])
