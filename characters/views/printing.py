"""Printing: choose a paper, wait for a worker, take the file."""

import uuid
from typing import Any
from urllib.parse import urlencode

from csp.constants import NONCE
from csp.decorators import csp_replace, csp_update
from django.http import FileResponse, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from characters.access import asker_of, character_for, print_for
from characters.fragments import answer, load, wants_fragments
from characters.models import Character, PrintJob
from characters.models.printing import PAGES, PAPERS, VARIANTS
from characters.printing import print_jobs
from characters.printing.jobs import path_of
from characters.printing.print_html import page_of
from characters.printing.print_page import PrintError
from characters.printing.print_preview import preview
from characters.printing.print_queue import look_after
from characters.printing.turns import TooMany

OPTIONS = "print_options"
"""Key of the session under which stands how somebody printed last."""
PREVIEWED = {
    "frame-ancestors": ["'self'"],
    "sandbox": ["allow-same-origin"],
    "script-src": ["'none'"],
    "style-src": ["'self'", NONCE],
}
"""A preview runs nothing and stands in frames of this site; it is of this origin, or fonts would not come."""


@csp_update({"frame-src": ["'self'"]})  # type: ignore[untyped-decorator]  # django-csp has no types
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def print_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The print room of a character: options, and what was printed before.

    A POST with `last` asks for no options: it prints the sheet as this person did before, and opens the file by itself.
    One with `preview` prints nothing: it leads to the preview of what it asks for.
    """
    character = character_for(request, pk)
    if "preview" in request.POST:
        return redirect(_previewing(character, chosen(request.POST)))
    options = last_used(request)
    refusal = ""
    if request.method == "POST":
        at_once = "last" in request.POST
        if at_once:
            options = _as_sheet(options)
        else:
            options = request.session[OPTIONS] = chosen(request.POST)
        try:
            job = print_jobs.request_print(character=character, options=options, by=asker_of(request))
        except TooMany as too_many:
            refusal = str(too_many)
        else:
            return redirect(opening(job) if at_once else reverse("print_job", args=[job.pk]))
    context = {
        "character": character,
        "papers": PAPERS,
        "variants": VARIANTS,
        "pages": PAGES,
        "jobs": character.prints.all()[:10],
        "chosen": options,
        "previewing": _previewing(character, options),
        "refusal": refusal,
    }
    return render(request, "characters/print.html", context, status=429 if refusal else 200)


@xframe_options_sameorigin
@csp_replace(PREVIEWED)  # type: ignore[untyped-decorator]
@never_cache
@require_safe
def print_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What would be printed, as a page without scripts to stand in the frame beside the options."""
    character = character_for(request, pk)
    nonce = str(request.csp_nonce)  # type: ignore[attr-defined]  # django-csp puts it there
    try:
        page = page_of(character, chosen(request.GET))
        shown = preview(character.read(), page, nonce=nonce, portrait=reverse("portrait_image", args=[pk]))
    except PrintError as refused:
        return render(request, "characters/print_refused.html", {"refused": refused})
    return HttpResponse(shown)


def _previewing(character: Character, options: dict[str, Any]) -> str:
    """The address of a preview with these options."""
    return f"{reverse('print_preview', args=[character.pk])}?{urlencode({k: v for k, v in options.items() if v})}"


def chosen(asked: QueryDict) -> dict[str, Any]:
    """The options a form asks for."""
    return {
        "paper": one_of(asked, "paper", PAPERS),
        "variant": one_of(asked, "variant", VARIANTS),
        "pages": one_of(asked, "pages", PAGES),
        "appendix": "appendix" in asked,
    }


def last_used(request: HttpRequest) -> dict[str, Any]:
    """The options this person chose last in this session, else those of their newest print; the usual for nobody."""
    found = request.session.get(OPTIONS)
    if found is None and request.user.is_authenticated:
        own = PrintJob.objects.filter(asker=asker_of(request), later=False).values_list("options", flat=True)
        found = own.order_by("-created_at").first()
    usual = {"paper": PAPERS[0][0], "variant": VARIANTS[0][0], "pages": PAGES[0][0], "appendix": False}
    return {key: (found or {}).get(key, value) for key, value in usual.items()}


def _as_sheet(options: dict[str, Any]) -> dict[str, Any]:
    """The options for a sheet: cards are printed only where they are asked for by name."""
    return {**options, "pages": PAGES[0][0]} if options["pages"].startswith("cards") else options


def opening(job: PrintJob) -> str:
    """The page of a print that goes on to the file when it is there."""
    return f"{reverse('print_job', args=[job.pk])}?open"


def one_of(asked: QueryDict, key: str, choices: tuple[tuple[str, str], ...]) -> str:
    """What a form says of one choice, the first where it says nothing that can be chosen."""
    given = asked.get(key, "")
    return given if given in dict(choices) else choices[0][0]


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def print_job(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """How far a print is; asks again by itself until it is done."""
    job = print_for(request, pk)
    look_after(job)
    gone = job.state == job.State.DONE and not path_of(job).is_file()
    opens = "open" in request.GET
    here = opening(job) if opens else reverse("print_job", args=[job.pk])
    context = {"job": job, "character": job.character, "gone": gone, "opens": opens, "here": here}
    if wants_fragments(request):
        if opens and job.finished:
            return load(here)
        return answer(request, "characters/print_job.html", ["job"], context)
    return render(request, "characters/print_job.html", context)


@require_safe
def print_file(request: HttpRequest, pk: uuid.UUID) -> HttpResponseBase:
    """The finished file."""
    job = print_for(request, pk)
    try:
        file = path_of(job).open("rb") if job.state == job.State.DONE else None
    except FileNotFoundError:
        file = None
    if file is None:
        return redirect("print_job", job.pk)
    name = slugify(job.character.name) or "character"
    response = FileResponse(file, content_type="application/pdf", filename=f"{name}.pdf")
    response["Cache-Control"] = "private, no-store"
    return response
