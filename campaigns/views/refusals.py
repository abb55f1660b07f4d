"""What a table refuses is said on its page, with what was typed where it was typed."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.access import seat_for
from campaigns.merging import theirs_of
from campaigns.views.page import party_page, prep_page, settings_page
from rules.refusals import Refused

View = Callable[..., HttpResponse]
PAGES: dict[str, View] = {
    "crowd": prep_page,
    "bring_in": prep_page,
    "turns": prep_page,
    "campaign_notes": prep_page,
    "award": party_page,
    "bring": party_page,
    "approve_all": party_page,
    "coming": party_page,
    "dates": party_page,
    "date_answer": party_page,
    "set_date": party_page,
}
"""Where the form of an address stands; the others stand among the settings."""


def telling(view: View) -> View:
    """What a table refuses is said in a sentence on its page, and nothing that was typed is lost."""
    name = view.__name__.strip("_")

    @wraps(view)
    def told(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pk, *args, **kwargs)
        except Refused as refusal:
            page = PAGES.get(name, settings_page)
            return page(
                request, seat_for(request, pk), str(refusal), {name: request.POST, "theirs": theirs_of(refusal)}
            )

    return told
