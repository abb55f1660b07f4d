"""Days that the table may meet on next: a game master asks about them and takes one, players say when they can."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from campaigns import proposed_dates
from campaigns.access import campaign_for, person, seat_for
from campaigns.campaign_rows import date_row, soonest
from campaigns.models import Campaign, DateAnswer, Membership, ProposedDate, moment_told
from campaigns.next_session import take
from campaigns.views.refusals import telling
from characters.fragments import answer, load, wants_fragments
from rules.form_values import whole_number, words
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from rules.sure import ask, sure

FORM = "campaigns/date_answer.html"


@require_POST
@telling
def dates(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask about days, about one no more, or take it."""
    table = campaign_for(request, pk, "run")
    back = f"{table.get_absolute_url()}#next"
    if "take" in request.POST:
        return _take(request, table, back)
    if "remove" in request.POST:
        return _withdraw(request, table, back)
    days, hours = request.POST.getlist("on"), request.POST.getlist("at")
    offered = words(request.POST, "was:at", 8)
    rows = ((day.strip()[:10], hour[:8]) for day, hour in zip(days, hours, strict=False))
    moments = [row for row in rows if not proposed_dates.is_blank(*row, offered)]
    made = proposed_dates.propose(campaign=table, moments=moments, by=person(request))
    told = f"Asked your players about {counted(len(made), 'date')}." if made else "You ask about these dates already."
    messages.success(request, told)
    return redirect(back)


def _take(request: HttpRequest, table: Campaign, back: str) -> HttpResponse:
    key = whole_number(request.POST, "take")
    chosen = proposed_dates.open_dates().filter(campaign=table, pk=key).first()
    stands = table.next_day and (table.next_day, table.next_at)
    if chosen and stands and stands != (chosen.on, chosen.at) and not sure(request):
        question = f"Meet on {chosen} instead?"
        return ask(request, question, f"It replaces {moment_told(*stands)}.", "Take it", back)
    taken = take(campaign=table, key=key, by=person(request))
    messages.success(request, f"Next session: {moment_told(taken.next_on, taken.next_at)}." if taken.next_on else "")
    return redirect(back)


def _withdraw(request: HttpRequest, table: Campaign, back: str) -> HttpResponse:
    key = whole_number(request.POST, "remove")
    chosen = table.dates.filter(pk=key).first()
    if chosen and chosen.answers.exists() and not sure(request):
        return ask(request, f"Remove {chosen}?", "What your players said of it goes too.", "Remove", back)
    proposed_dates.withdraw(campaign=table, key=key)
    messages.success(request, f"Removed {chosen}." if chosen else "It was removed already.")
    return redirect(back)


@require_POST
@vary_on_headers("HX-Request")
@telling
def date_answer(request: HttpRequest, pk: int, date: int) -> HttpResponse:
    """Yes, maybe or no to one of these days; sent empty, the answer is taken back. A script has it drawn anew where it
    stands."""
    seat = seat_for(request, pk, "play")
    at_home = "from_home" in request.POST
    page = f"{reverse('home')}#dates" if at_home else f"{seat.campaign.get_absolute_url()}#next"
    try:
        said = proposed_dates.answer(seat=seat, key=date, can=words(request.POST, "can", 10))
    except Refused as refusal:
        if not wants_fragments(request):
            raise
        messages.error(request, str(refusal))
        # To the same page with a place in it, a browser only scrolls.
        return load(page.partition("#")[0], status=422)
    told = f"{said}: {DateAnswer.Can(said.mine).label.lower() if said.mine else 'answer undone'}."
    if wants_fragments(request):
        return _drawn(request, seat, said, told, at_home=at_home)
    messages.success(request, told)
    return redirect(page)


def _drawn(request: HttpRequest, seat: Membership, said: ProposedDate, told: str, *, at_home: bool) -> HttpResponse:
    """The day as it is answered now and, at home, what the row of the campaign says. A button keeps the focus."""
    context = {"one": said, "campaign": seat.campaign, "cans": DateAnswer.Can.choices, "from_home": at_home}
    parts = [(f"date-{said.pk}", render_to_string(f"{FORM}#date", {**context, "said": told}, request))]
    if at_home:
        found = soonest(Membership.objects.filter(pk=seat.pk).select_related("campaign")).get()
        row = {"row": date_row(found), "seat": found, "campaign": found.campaign}
        parts.append((f"answer-{seat.campaign_id}", render_to_string("campaigns/campaign_row.html#coming", row)))
    return answer(request, FORM, [], {}, parts=parts)
