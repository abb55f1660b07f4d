"""The picture on a campaign's shield."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from campaigns.crest_picture import picture_at


@require_safe
@cache_control(private=True, immutable=True, max_age=31_536_000)
def crest_image(request: HttpRequest, token: str) -> HttpResponse:
    """The picture, for whoever knows its address: it stands on pages of the campaign and of its invitations."""
    jpeg = picture_at(token)
    if not jpeg:
        raise Http404("No such picture.")
    return HttpResponse(jpeg, content_type="image/jpeg")
