"""What somebody with a session is shown is kept by no cache, their own browser's included."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers

Answer = Callable[[HttpRequest], HttpResponseBase]


def keep_private(get_response: Answer) -> Answer:
    """Middleware. A view that says itself how long its answer may be kept is believed."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return answer
