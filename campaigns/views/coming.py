"""A player says whether they come to the next session."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from campaigns.access import seat_for
from campaigns.campaign_rows import soonest
from campaigns.coming import say
from campaigns.models import Membership
from campaigns.views.refusals import telling
from characters.fragments import answer, load, wants_fragments
from rules.form_values import words
from rules.refusals import Refused


@require_POST
@vary_on_headers("HX-Request")
@telling
def coming(request: HttpRequest, pk: int) -> HttpResponse:
    """Coming, maybe or not; sent empty, the answer is taken back. A script has the form drawn anew where it stands."""
    seat = seat_for(request, pk, "play")
    at_home = "from_home" in request.POST
    page = reverse("home") if at_home else f"{seat.campaign.get_absolute_url()}#next"
    try:
        said = say(seat=seat, answer=words(request.POST, "coming", 10), day=words(request.POST, "day", 10))
    except Refused as refusal:
        if not wants_fragments(request):
            raise
        messages.error(request, str(refusal))
        # To the same page with a place in it, a browser only scrolls.
        return load(page.partition("#")[0], status=422)
    told = f"{said.campaign}: {(said.get_coming_display() or 'answer undone').lower()}."
    if wants_fragments(request):
        return _drawn(request, said, told, at_home=at_home)
    messages.success(request, told)
    return redirect(page)


def _drawn(request: HttpRequest, said: Membership, told: str, *, at_home: bool) -> HttpResponse:
    """The form as it is answered now and, at home, what the row of the campaign says. A button keeps the focus."""
    context = {"seat": said, "answers": Membership.Coming.choices, "from_home": at_home, "said": told}
    parts = []
    if at_home:
        seat = soonest(Membership.objects.filter(pk=said.pk).select_related("campaign")).get()
        row = render_to_string("campaigns/campaign_row.html#coming", {"seat": seat, "campaign": seat.campaign})
        parts = [(f"answer-{said.campaign_id}", row)]
    return answer(request, "campaigns/coming.html", ["coming"], context, parts=parts)
