"""Is this process able to answer? For containers and proxies."""

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers, else 503. Says nothing more: anybody may ask."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except OperationalError:
        return HttpResponse("The database isn’t responding.\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
