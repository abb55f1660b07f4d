"""Answers made of fragments. The only place that knows about htmx and its out-of-band swaps."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


def wants_fragments(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def out_of_band(parts: Iterable[tuple[str, SafeString]]) -> SafeString:
    """Parts as (element id, new inside), each swapped where it belongs."""
    wrapped = [format_html('<div hx-swap-oob="innerHTML:#{}">{}</div>', key, html) for key, html in parts]
    return mark_safe("".join(wrapped))  # escaped by format_html


def answer(
    request: HttpRequest,
    template: str,
    partials: Iterable[str],
    context: Mapping[str, Any],
    *,
    parts: Iterable[tuple[str, SafeString]] = (),
    status: int = 200,
) -> HttpResponse:
    """Named partials of a page, each into the element of its name, and further parts."""
    drawn = [(name, render_to_string(f"{template}#{name}", dict(context), request)) for name in partials]
    response = HttpResponse(out_of_band([*drawn, *parts]), status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
