"""The order of a fight, on the page Prep: who is in it, rolled or typed, and its end."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person, seat_for
from campaigns.tables import turns as order
from campaigns.views.page import prep_page
from campaigns.views.refusals import telling
from campaigns.views.turn_rows import sent_numbers
from rules.kernel.basics import join_words
from rules.refusals import Refused
from rules.sure import ask, sure, unsure
from rules.systems import PACKAGES, get

WAYS = {"next": 1, "back": -1}


@require_POST
@telling
def turns(request: HttpRequest, pk: int) -> HttpResponse:
    """`deed` says what: begin with those who were chosen, the next turn or the one before, a new round, save what was
    typed, leave, end. What was typed is saved with all but the first and the last."""
    campaign, by, post = campaign_for(request, pk, "run"), person(request), request.POST
    back, typed = f"{reverse('prep', args=[pk])}#turns", dict(sent_numbers(post))
    deed, _, of = str(post.get("deed", "")).partition(":")
    system, _, shown = of.rpartition(":")
    round_shown, _, acts = shown.rpartition("-")
    turn, shown_round = _key(acts), _key(round_shown)
    if unsure(request):
        return prep_page(request, seat_for(request, pk, "run"), typed={"turns": post})
    if deed == "begin":
        came = {kind: " ".join(post.getlist(kind)).split() for kind in ("character", "beast")}
        order.begin(campaign=campaign, by=by, characters=came["character"], animals=came["beast"])
    elif deed == "round" and not sure(request) and (waiting := order.waiting(campaign, system, shown_round, turn)):
        rolled = " Everyone who has a roll for it rolls again." if get(system).turns.rolls else ""
        follows = f"Still to act: {join_words([str(one) for one in waiting])}.{rolled}"
        return ask(request, f"Begin round {shown_round + 1} now?", follows, "New round", back, keeps="turns")
    elif deed == "round":
        order.new_round(campaign=campaign, by=by, system=system, shown=shown_round, acts=turn, typed=typed)
    elif deed in WAYS:
        order.move_on(campaign=campaign, by=by, system=system, change=WAYS[deed], shown=turn, typed=typed)
    elif deed == "say":
        order.say(campaign=campaign, by=by, typed=typed)
    elif deed == "leave":
        order.leave(campaign=campaign, by=by, turn=turn, typed=typed)
    elif deed == "end" and not sure(request):
        return ask(
            request,
            f"End the fight of {get(of).name}?" if of in PACKAGES else "End the fight?",
            "Its order goes with it. A line of the chronicle keeps who fought.",
            "End the fight",
            back,
            keeps="turns",
        )
    elif deed == "end":
        order.end(campaign=campaign, by=by, system=of)
    else:
        raise Refused("Choose what to do with the fight.")
    return redirect(back)


def _key(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
