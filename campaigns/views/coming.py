"""A player says whether they come to the next session."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.access import seat_for
from campaigns.coming import say
from campaigns.views.refusals import telling
from rules.form_values import words


@require_POST
@telling
def coming(request: HttpRequest, pk: int) -> HttpResponse:
    """Coming, maybe or not; sent empty, the answer is taken back."""
    seat = seat_for(request, pk, "play")
    said = say(seat=seat, answer=words(request.POST, "coming", 10), day=words(request.POST, "day", 10))
    messages.success(request, f"{said.campaign}: {(said.get_coming_display() or 'answer undone').lower()}.")
    return redirect("home") if "from_home" in request.POST else redirect(f"{said.campaign.get_absolute_url()}#next")
