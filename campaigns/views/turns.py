"""The order of a fight, on the page Prep: who is in it, rolled or typed, and its end."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person
from campaigns.tables import turns as order
from campaigns.views.refusals import telling
from campaigns.views.turn_rows import sent_numbers
from rules.refusals import Refused
from rules.sure import ask, sure


@require_POST
@telling
def turns(request: HttpRequest, pk: int) -> HttpResponse:
    """`deed` says what: begin with those who were chosen, a new round, save what was typed, leave, end. What was typed
    is saved with a new round and with somebody's leave too."""
    campaign, by, post = campaign_for(request, pk, "run"), person(request), request.POST
    back, typed = f"{reverse('prep', args=[pk])}#turns", dict(sent_numbers(post))
    deed, _, turn = str(post.get("deed", "")).partition(":")
    if deed == "begin":
        order.begin(campaign=campaign, by=by, characters=post.getlist("character"), animals=post.getlist("beast"))
    elif deed == "round":
        order.roll(campaign=campaign, by=by, typed=typed)
    elif deed == "say":
        order.say(campaign=campaign, by=by, typed=typed)
    elif deed == "leave" and turn.isdecimal() and len(turn) < 10:
        order.leave(campaign=campaign, by=by, turn=int(turn), typed=typed)
    elif deed == "end" and not sure(request):
        return ask(request, "End the fight?", "Its order goes with it.", "End the fight", back)
    elif deed == "end":
        order.end(campaign=campaign)
    else:
        raise Refused("Choose what to do with the fight.")
    return redirect(back)
