"""Answers made of fragments. The only place that knows about htmx and its out-of-band swaps."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template import Context
from django.template.loader import get_template
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject
from django.utils.html import conditional_escape
from django.utils.http import parse_etags
from django.utils.safestring import SafeString, mark_safe
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event


def wants_fragments(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def out_of_band(parts: Iterable[tuple[str, SafeString]]) -> SafeString:
    """Parts as (element id, new inside), each swapped where it belongs."""
    wrapped = [f'<div hx-swap-oob="innerHTML:#{escape(key)}">{conditional_escape(html)}</div>' for key, html in parts]
    return mark_safe("".join(wrapped))  # every part is escaped above


def together(parts: Iterable[tuple[str, SafeString]]) -> list[tuple[str, SafeString]]:
    """The same parts, each inside once, for all the elements that have it."""
    keys: dict[SafeString, list[str]] = {}
    for key, html in parts:
        keys.setdefault(html, []).append(key)
    return [(",#".join(several), html) for html, several in keys.items()]


def _rows_out_of_band(rows: Iterable[tuple[str, SafeString]]) -> SafeString:
    """Rows of tables as (element id, new cells). Outside of a table only a template may hold them."""
    wrapped = [
        f'<template><tr hx-swap-oob="innerHTML:#{escape(key)}">{conditional_escape(html)}</tr></template>'
        for key, html in rows
    ]
    return mark_safe("".join(wrapped))  # every row is escaped above


def _draw(
    template: str, partials: Sequence[str], context: Mapping[str, Any], request: HttpRequest
) -> list[tuple[str, SafeString]]:
    """Each partial, drawn in one context: what a view gives, and the token for forms."""
    whole: Any = get_template(template)
    page = whole.template
    named = page.extra_data["partials"]
    shared = Context({**context, "csrf_token": SimpleLazyObject(lambda: get_token(request))})
    with shared.render_context.push_state(page), shared.bind_template(page):
        return [(name, named[name].nodelist.render(shared)) for name in partials]


def answer(
    request: HttpRequest,
    template: str,
    partials: Iterable[str],
    context: Mapping[str, Any],
    *,
    parts: Iterable[tuple[str, SafeString]] = (),
    rows: Iterable[tuple[str, SafeString]] = (),
    status: int = 200,
) -> HttpResponse:
    """Named partials of a page, each into the element of its name, further parts, and rows of its tables."""
    drawn = _draw(template, tuple(partials), context, request)
    response = HttpResponse(out_of_band([*drawn, *parts]) + _rows_out_of_band(rows), status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def load(address: str, status: int = 200) -> HttpResponse:
    """Load a page: what the page there is moved by more than fragments show, or says what was refused."""
    response = HttpResponseClientRedirect(address)
    response.status_code = status
    return response


def go_on(response: HttpResponse, at: str, said: str = "") -> HttpResponse:
    """Once it is drawn, the focus goes to the element with this id, and `said` is read out to who cannot see it."""
    if at or said:
        trigger_client_event(response, "goon", {"at": at, "said": said}, after="swap")
    return response


def shown_already(request: HttpRequest, tag: str) -> bool:
    """Whether whoever asks has just that: one of the marks they name, weak or strong, is this one, or any will do."""
    marks = [mark.removeprefix("W/") for mark in parse_etags(request.headers.get("If-None-Match", ""))]
    return tag in marks or "*" in marks
