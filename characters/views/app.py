"""The site as an app on a phone: what it is called there, and the script by which the play page opens offline."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

WORKER = settings.BASE_DIR / "static" / "js" / "play-worker.js"
ICONS = (
    ("favicon.svg", "any", "any"),
    ("icons/192.png", "192x192", "any"),
    ("icons/512.png", "512x512", "maskable any"),
)
PAPER = "#fbf8f2"


@cache_control(public=True, max_age=3600)
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a device asks for that puts the site among its apps."""
    said = {
        "name": "Dramatis",
        "short_name": "Dramatis",
        "description": "Characters for every game",
        "lang": "en-GB",
        "id": "/",
        "scope": "/",
        "start_url": reverse("characters"),
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [{"src": static(name), "sizes": sizes, "purpose": purpose} for name, sizes, purpose in ICONS],
    }
    return JsonResponse(said, content_type="application/manifest+json")


@cache_control(no_cache=True)
@require_safe
def play_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Its address stays the same in every release, so that a browser finds the new one there."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
