"""Addresses under their old names: links to them were sent out and saved, so they lead to the new ones for good."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import re_path, reverse
from django.utils.encoding import escape_uri_path
from django.views.decorators.http import require_safe


@require_safe
def moved(request: HttpRequest, to: str, rest: str) -> HttpResponse:
    """The same page under `to`, asked the same question. Whether there is one is said there."""
    rest = re.sub(r"^(\d+)/grimoire/", r"\1/spells/", rest)
    query = request.META.get("QUERY_STRING", "")
    return HttpResponsePermanentRedirect(reverse(to) + escape_uri_path(rest) + (f"?{query}" if query else ""))


urlpatterns = [
    re_path(r"^tables/(?P<rest>.*)$", moved, {"to": "campaigns"}, name="old_campaigns"),
    re_path(r"^grimoire/(?P<rest>.*)$", moved, {"to": "grimoire"}, name="old_spells"),
]
