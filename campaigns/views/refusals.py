"""What a table refuses is said on its page, with what was typed where it was typed."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns.access import seat_for
from campaigns.views.page import table_page
from rules.refusals import Refused

View = Callable[..., HttpResponse]


def telling(view: View) -> View:
    """What a table refuses is said in a sentence on its page, and nothing that was typed is lost."""

    @wraps(view)
    def told(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pk, *args, **kwargs)
        except Refused as refusal:
            return table_page(request, seat_for(request, pk), str(refusal), {view.__name__.strip("_"): request.POST})

    return told
