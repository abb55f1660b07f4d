"""What an address does not do is said on a page, with a way on, and not by an empty one."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from characters.fragments import wants_fragments
from characters.views.marks import scripted
from rules.refusals import Refused

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


class SayRefused:
    """Middleware: what no page of its own refuses is said in the sentence it was refused with."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        if wants_fragments(request):
            # A page that is open keeps what was typed on it, and says this.
            return HttpResponse(str(exception), status=403, content_type="text/plain")
        if scripted(request):
            return JsonResponse({"says": str(exception)}, status=422)
        return render(request, "characters/refused.html", {"sentence": str(exception)}, status=422)
