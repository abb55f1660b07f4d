"""What a table refuses is said where the person comes back to."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaigns.actions import Refused

View = Callable[..., HttpResponse]


def telling(view: View) -> View:
    """What a table refuses is said in a sentence on the page the person comes back to."""

    @wraps(view)
    def told(request: HttpRequest, pk: int, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, pk, *args, **kwargs)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("campaign", pk)

    return told
