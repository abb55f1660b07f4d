"""What an address does not do is said on a page, with a way on, and not by an empty one."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render

Answer = Callable[[HttpRequest], HttpResponseBase]


def say_not_allowed(get_response: Answer) -> Answer:
    """Middleware. Whoever sends a form to an old address, or opens one that only takes forms, is told so."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        page: HttpResponse = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return answer
