"""The site's addresses and one more: the smallest page that knows who is asking."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from characters.models import Character


def me(request: HttpRequest) -> HttpResponse:
    """Session, user and one query: the floor that other pages are measured against."""
    return HttpResponse(str(Character.objects.filter(owner_id=request.user.pk).count()))


urlpatterns = [path("benchmarks/me/", me), path("", include("config.urls"))]
