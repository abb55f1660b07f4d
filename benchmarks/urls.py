"""The site's addresses and two more to measure against."""

from pathlib import Path

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import include, path

from characters.models import Character


def me(request: HttpRequest) -> HttpResponse:
    """Session, user and one query: the floor that other pages are measured against."""
    return HttpResponse(str(Character.objects.filter(owner_id=request.user.pk).count()))


def static_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """A file for whoever is logged in."""
    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    return FileResponse((Path(settings.MEDIA_ROOT) / name).open("rb"), content_type="application/pdf")


urlpatterns = [
    path("benchmarks/me/", me),
    path("benchmarks/static/<path:name>", static_file),
    path("", include("config.urls")),
]
