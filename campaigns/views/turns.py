"""The order of a fight, on the page Prep: who is in it, rolled or typed, and its end."""

import re

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person
from campaigns.tables import turns as order
from campaigns.views.refusals import telling
from rules.refusals import Refused

NUMBER = re.compile(r"[+-]?[0-9]{1,3}")


@require_POST
@telling
def turns(request: HttpRequest, pk: int) -> HttpResponse:
    """`deed` says what: begin with those who were chosen, a new round, save what was typed, leave, end."""
    campaign, by, post = campaign_for(request, pk, "run"), person(request), request.POST
    deed, _, turn = str(post.get("deed", "")).partition(":")
    if deed == "begin":
        order.begin(campaign=campaign, by=by, characters=post.getlist("character"), animals=post.getlist("beast"))
    elif deed == "round":
        order.roll(campaign=campaign, by=by)
    elif deed == "say":
        order.say(campaign=campaign, by=by, scores=_typed(post))
    elif deed == "leave" and turn.isdecimal() and len(turn) < 10:
        order.leave(campaign=campaign, turn=int(turn))
    elif deed == "end":
        order.end(campaign=campaign)
    else:
        raise Refused("Choose what to do with the fight.")
    return redirect(f"{reverse('prep', args=[pk])}#turns")


def _typed(post: QueryDict) -> dict[int, int]:
    """The numbers that were typed, but for those that are as they were shown. Raises Refused for what is no number."""
    scores = {}
    for name in post:
        turn = name.removeprefix("score:")
        text = str(post[name]).strip().replace("−", "-")
        if turn == name or not turn.isdecimal() or len(turn) > 9 or text in ("", post.get(f"was:{name}")):
            continue
        if not NUMBER.fullmatch(text):
            raise Refused("A place is a whole number.")
        scores[int(turn)] = int(text)
    return scores
