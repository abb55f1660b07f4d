"""Asking once before something is done that no click takes back."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def sure(request: HttpRequest) -> bool:
    """Whether the question was answered already."""
    return "sure" in request.POST


def unsure(request: HttpRequest) -> bool:
    """Whether the question was answered with no, by whoever `keeps` what else they typed."""
    return "unsure" in request.POST


def ask(
    request: HttpRequest,
    question: str,
    follows: str,
    deed: str,
    back: str,
    more: Iterable[tuple[str, str]] = (),
    *,
    keeps: str = "",
) -> HttpResponse:
    """A page with the question, what follows, and a button that sends the same form again, sure this time.

    `more` are fields that go along, with what was true when it was asked. Where one `keeps` what else was typed in that
    form, cancelling sends it again too, for the page to draw it: at the part of it that is named so.
    """
    posted = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
    sent = [*more, *((name, value) for name, values in posted for value in values)]
    context = {
        "question": question,
        "follows": follows,
        "deed": deed,
        "own_address": back,
        "sent": sent,
        "keeps": keeps,
    }
    return render(request, "sure.html", context)
