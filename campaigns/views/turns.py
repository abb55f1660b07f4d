"""The order of a fight, on the page Prep: who is in it, rolled or typed, and its end."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person, seat_for
from campaigns.models import Campaign
from campaigns.tables import turns as fights
from campaigns.tables.turns import Typed
from campaigns.views.page import prep_page
from campaigns.views.refusals import telling
from campaigns.views.turn_rows import sent_numbers
from campaigns.views.wanted import came, searching
from rules.kernel.basics import join_words
from rules.refusals import Refused
from rules.sure import ask, sure, unsure
from rules.systems import PACKAGES, get


class Press(NamedTuple):
    """A button of the order that somebody pressed: what it is `of`, and what was typed beside it."""

    request: HttpRequest
    campaign: Campaign
    by: User
    of: str
    typed: Typed

    @property
    def back(self) -> str:
        return f"{reverse('prep', args=[self.campaign.pk])}#turns"

    def ask(self, question: str, follows: str, yes: str) -> HttpResponse:
        return ask(self.request, question, follows, yes, self.back, keeps="turns")


@require_POST
@telling
def turns(request: HttpRequest, pk: int) -> HttpResponse:
    """`deed` says what, and after a colon of what: one of `DEEDS`. What was typed is saved with all but the first two
    and the last."""
    campaign = campaign_for(request, pk, "run")
    if unsure(request):
        return prep_page(request, seat_for(request, pk, "run"), typed={"turns": request.POST})
    deed, _, of = str(request.POST.get("deed", "")).partition(":")
    if deed not in DEEDS:
        raise Refused("Choose what to do with the fight.")
    press = Press(request, campaign, person(request), of, dict(sent_numbers(request.POST)))
    return DEEDS[deed](press) or redirect(press.back)


def _begin(press: Press) -> None:
    """Those come who were chosen."""
    those = came(press.request.POST)
    fights.begin(campaign=press.campaign, by=press.by, characters=those["character"], animals=those["beast"])


def _find(press: Press) -> HttpResponse:
    """Others are offered than before, and who is ticked stays so."""
    return redirect(f"{reverse('prep', args=[press.campaign.pk])}?{searching(press.request.POST)}#others")


def _move_on(press: Press, change: int) -> None:
    """Of a game, and of whose turn it was on the page."""
    system, _, acts = press.of.partition(":")
    fights.move_on(
        campaign=press.campaign, by=press.by, system=system, change=change, shown=_key(acts), typed=press.typed
    )


def _new_round(press: Press) -> HttpResponse | None:
    """Of a game, and of the round and turn that were on the page."""
    system, _, shown = press.of.partition(":")
    told, _, acts = shown.partition("-")
    round_shown, turn = _key(told), _key(acts)
    if not sure(press.request) and (waiting := fights.waiting(press.campaign, system, round_shown, turn)):
        rolled = " Everyone who has a roll for it rolls again." if get(system).turns.rolls else ""
        follows = f"Still to act: {join_words([str(one) for one in waiting])}.{rolled}"
        return press.ask(f"Begin round {round_shown + 1} now?", follows, "New round")
    fights.new_round(
        campaign=press.campaign, by=press.by, system=system, shown=round_shown, acts=turn, typed=press.typed
    )
    return None


def _say(press: Press) -> None:
    fights.say(campaign=press.campaign, by=press.by, typed=press.typed)


def _leave(press: Press) -> None:
    """Of a turn."""
    fights.leave(campaign=press.campaign, by=press.by, turn=_key(press.of), typed=press.typed)


def _end(press: Press) -> HttpResponse | None:
    """Of a game, or of all."""
    if not sure(press.request):
        question = f"End the fight of {get(press.of).name}?" if press.of in PACKAGES else "End the fight?"
        follows = "Its order goes with it. A line of the chronicle keeps who fought."
        return press.ask(question, follows, "End the fight")
    fights.end(campaign=press.campaign, by=press.by, system=press.of)
    return None


DEEDS: Mapping[str, Callable[[Press], HttpResponse | None]] = {
    "begin": _begin,
    "find": _find,
    "next": partial(_move_on, change=1),
    "back": partial(_move_on, change=-1),
    "round": _new_round,
    "say": _say,
    "leave": _leave,
    "end": _end,
}


def _key(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0
