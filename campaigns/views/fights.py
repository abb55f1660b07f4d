"""What is done with a card of the page Prep: a step of a tracker, a roll; and beasts, which come, change and go."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for, person, seat_for
from campaigns.models import Beast, Campaign, Membership
from campaigns.tables import beasts, fight_cards, numbering, turns
from campaigns.tables.fight_cards import Fighter
from campaigns.tables.frays import frays, stamp
from campaigns.views.page import frame
from campaigns.views.prep_cards import fighters_of
from campaigns.views.refusals import telling
from characters import actions
from characters.access import AT_THE_TABLE, IN_SECRET, character_for, person_key
from characters.fragments import out_of_band
from characters.models import Character
from characters.tables import TableRole, refuse_archived
from characters.views.marks import (
    acknowledged,
    answers_asked,
    deed_named,
    of_another,
    roll_named,
    scripted,
    someone_else,
    step_asked,
)
from rules.form_values import whole_number, words
from rules.homebrew.access import Closed
from rules.kernel.documents import PathError
from rules.refusals import Refused
from rules.sure import ask, sure

NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
NOW = re.compile(r"(npc|player|beast)-[0-9]{1,9}:[0-9]{1,9}\.[0-9]{1,9}|[a-z]{1,8}(-[0-9]{1,9})?:[0-9a-f]{10}")
MOST_SHOWN = 3 * (turns.MOST + fight_cards.MOST)
"""So many cards and lines a page may say that it shows."""
CARD = "campaigns/fight_card.html"
STATES = {"turn": "campaigns/turn_state.html", "hurt": "campaigns/turn_wound.html"}
"""What stands of somebody's card on their line in the order of a fight, by the beginnings of its ids."""
OF_PREP = {
    "turns": ("campaigns/turns.html", ""),
    "npc-cards": ("campaigns/idle_npcs.html", "npcs_now"),
    "beast-cards": ("campaigns/idle_beasts.html", "beasts_now"),
}
"""The parts of Prep that move with the order of a fight, by their ids, and what says how one stands."""


@never_cache
@vary_on_headers("Accept")
@require_POST
def fighter(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """Step a tracker of an NPC, or of a player's character in the fight, or roll for it; either is an entry of its log
    like one from its own page."""
    if of_another(request):
        return someone_else()
    table, character = campaign_for(request, pk, "run"), character_for(request, who, "play")
    if character.campaign_id != table.pk or not (character.npc or table.turns.filter(character=who).exists()):
        raise Closed("NPC not found.")
    key = f"{fight_cards.shape_of(npc=character.npc)}-{who}"
    try:
        refuse_archived(table)
        says = _character_did(request, character)
    except (PathError, Refused) as fault:
        return refused(request, pk, key, fault)
    if not scripted(request):
        return back(request, pk, key, says)
    card = fight_cards.read(pk, [who], with_secret=True).get(who)
    if card is None:  # deleted for good in the meantime
        raise Closed("NPC not found.")
    return drawn(request, table, card, says)


def _character_did(request: HttpRequest, character: Character) -> str:
    """Do what was asked; what there is to say of it, "" for nothing."""
    if "change" not in request.POST:
        answers = answers_asked(request)
        actions.roll(character=character, answers=answers, by=request.user, **roll_named(request))
        return ""
    mark = actions.change_play(character=character, by=request.user, **step_asked(request))
    says: str = acknowledged(mark, character)["says"]
    return says


@require_POST
@telling
def bring_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring in beasts of the books: their ranges are rolled as they come."""
    came = beasts.bring_in(
        campaign=campaign_for(request, pk, "run"),
        by=person(request),
        system=words(request.POST, "system", 40),
        key=words(request.POST, "beast", 120),
        name=words(request.POST, "name", numbering.LONGEST_NAME),
        count=whole_number(request.POST, "count"),
    )
    messages.success(request, f"{came[0]} is here." if len(came) == 1 else f"{came[0]} to {came[-1]} are here.")
    return redirect(f"{reverse('prep', args=[pk])}#beast-{came[0].pk}")


@never_cache
@vary_on_headers("Accept")
@require_http_methods(["GET", "HEAD", "POST"])
def beast(request: HttpRequest, pk: int, who: int) -> HttpResponse:
    """A beast with its figures and its log; posted to, one of its rolls or steps, other figures, or its removal."""
    if of_another(request):
        return someone_else()
    seat = seat_for(request, pk, "run" if request.method == "POST" else "watch")
    found = seat.campaign.beasts.filter(pk=who).first()
    if found is None:
        raise Closed("Beast not found.")
    if request.method != "POST":
        return _beast_page(request, seat, found)
    if "remove" in request.POST or "save" in request.POST:
        return _changed(request, seat, found)
    try:
        says = _beast_did(request, found)
    except (PathError, Refused) as fault:
        return refused(request, pk, f"beast-{who}", fault)
    if not scripted(request):
        return back(request, pk, f"beast-{who}", says)
    (now,) = beasts.fighters(seat.campaign.beasts.filter(pk=who), seat.campaign, by=seat.user)
    parts = [_log(request, seat, found)] if _page(request, pk) == found.get_absolute_url() else []
    return drawn(request, seat.campaign, now, says, parts)


def _beast_did(request: HttpRequest, found: Beast) -> str:
    """Do what was asked; what there is to say of it, "" for nothing."""
    if "undo" in request.POST:
        return (
            f"Undone: {beasts.undo(beast=found, number=whole_number(request.POST, 'undo'), by=person(request)).label}."
        )
    if "change" not in request.POST:
        answers = answers_asked(request)
        beasts.roll(beast=found, answers=answers, by=person(request), **deed_named(request, "deed"))
        return ""
    made = beasts.step(beast=found, by=person(request), **step_asked(request))
    return (
        "" if made.done == made.asked else f"{abs(made.done)} of {abs(made.asked)}: {made.label} is at {made.stands}."
    )


def _changed(request: HttpRequest, seat: Membership, found: Beast) -> HttpResponse:
    """Other figures, or away with it; what can't be is said where it was typed."""
    prep = reverse("prep", args=[seat.campaign_id])
    try:
        if "remove" in request.POST:
            if not sure(request):
                follows = "Its figures and its log go with it."
                return ask(request, f"Remove {found}?", follows, f"Remove {found}", found.get_absolute_url())
            turns.remove_beast(beast=found, by=person(request))
            messages.success(request, f"Removed {found}.")
            return redirect(f"{prep}#beasts")
        name = "" if words(request.POST, "was:name") == words(request.POST, "name") else words(request.POST, "name")
        beasts.change_figures(beast=found, name=name, values=_typed(request, found), by=person(request))
    except (PathError, Refused) as fault:
        return _beast_page(request, seat, found, str(fault))
    messages.success(request, "Saved.")
    return redirect(f"{prep}#beast-{found.pk}")


def _typed(request: HttpRequest, found: Beast) -> dict[str, int | None]:
    """The figures that were typed over, None where a field was left empty. Raises Refused for what is no number."""
    values: dict[str, int | None] = {}
    for one, _ in beasts.figures_of(found):
        typed = words(request.POST, f"figure.{one.key}").replace("−", "-")
        if typed == request.POST.get(f"was:figure.{one.key}"):
            continue  # as it was shown: whoever changed it meanwhile is not overwritten
        if not typed and f"figure.{one.key}" in request.POST:
            values[one.key] = None
        elif typed and not NUMBER.fullmatch(typed):
            raise Refused(f"{one.label}: enter a whole number.")
        elif typed:
            values[one.key] = int(typed)
    return values


def _beast_page(request: HttpRequest, seat: Membership, found: Beast, refusal: str = "") -> HttpResponse:
    figures = [
        (one, *(request.POST.get(f"{was}figure.{one.key}", "" if value is None else value) for was in ("", "was:")))
        for one, value in beasts.figures_of(found)
    ]
    (fighter,) = beasts.fighters([found], seat.campaign, by=seat.user)
    context = {
        **frame(seat, "prep", refusal, {}),
        "beast": found,
        "fighter": fighter,
        "figures": figures,
        "called": request.POST.get("name", found.name),
        "was_called": request.POST.get("was:name", found.name),
        **_logged(seat, found),
        "person": person_key(request),
    }
    return render(request, "campaigns/beast.html", context, status=422 if refusal else 200)


def _logged(seat: Membership, found: Beast) -> dict[str, Any]:
    log = list(beasts.logged(found))
    return {"log": log, "undoable": beasts.undoable_of(log, seat.user)}


def _log(request: HttpRequest, seat: Membership, found: Beast) -> tuple[str, SafeString]:
    context = {"beast": found, "campaign": seat.campaign, "runs": True, **_logged(seat, found)}
    return "beast-log", render_to_string("campaigns/beast_log.html", context, request)


@never_cache
@require_safe
def fighters_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The cards that moved since a page drew them, and where the order of `turns` did, that with what moved in it;
    nothing where none did. `has` and `turns` say what it shows."""
    seat = seat_for(request, pk, "watch")
    has = {one for one in words(request.GET, "has", 6_000).split(",")[:MOST_SHOWN] if NOW.fullmatch(one)}
    if again := _order_anew(request, seat, has):
        return JsonResponse({"again": again})
    keys = {one.partition(":")[0] for one in has}
    those = Q(npc=True, pk__in=_numbers(keys, "npc"))
    if seat.role == TableRole.GM:
        those |= Q(npc=False, pk__in=_numbers(keys, fight_cards.PLAYED)) & Q(
            pk__in=seat.campaign.turns.values("character")
        )
    people = Character.objects.filter(those, campaign=pk, deleted_at=None)
    moved = [
        one for one, npc, marked, version in people.values_list("pk", "npc", "marked", "version")
        if fight_cards.now_of(f"{fight_cards.shape_of(npc=npc)}-{one}", marked, version) not in has
    ]  # fmt: skip
    there = list(seat.campaign.beasts.filter(pk__in=_numbers(keys, "beast")))
    hurt = [one for one in there if fight_cards.now_of(f"beast-{one.pk}", one.marked) not in has]
    secret = seat.role in AT_THE_TABLE[IN_SECRET]
    shown = [
        *fight_cards.read(pk, moved, turns.MOST + fight_cards.MOST, with_secret=secret).values(),
        *beasts.fighters(hurt, seat.campaign, by=seat.user),
    ]
    if not shown:
        return HttpResponse(status=204)
    context = {"campaign": seat.campaign, "runs": seat.role == TableRole.GM}
    cards = [(one.key, render_to_string(CARD, {**context, "fighter": one}, request)) for one in shown]
    states = _states(request, seat.campaign, shown) if context["runs"] else []
    return JsonResponse({"drawn": out_of_band([*cards, *states])})


def _order_anew(request: HttpRequest, seat: Membership, has: Collection[str]) -> dict[str, str]:
    """What is drawn again of Prep where the order that it shows is another by now. Of what it `has` there are only the
    places."""
    if "turns" not in request.GET or seat.role != TableRole.GM:
        return {}
    stands = stamp(frays(seat.campaign, turns.in_order(seat.campaign)))
    if request.GET["turns"] == stands:
        return {}
    context = {**frame(seat, "prep", "", {}), **fighters_of(request, seat, {}), "has": has}
    return {
        key: render_to_string(template, context, request)
        for key, (template, now) in OF_PREP.items()
        if context.get(now) not in has
    }


def _states(request: HttpRequest, campaign: Campaign, shown: Iterable[Fighter]) -> list[tuple[str, SafeString]]:
    """Beside the names of those of them who fight: whether they are out, and how hurt."""
    those = list(campaign.turns.values_list("character", "beast"))
    people, animals = {one for one, _ in those}, {one for _, one in those}
    fighting = (one for one in shown if one.pk in (animals if one.shape == "beast" else people))
    return [
        (f"{place}-{one.key}", render_to_string(template, {"fighter": one}, request))
        for one in fighting
        for place, template in STATES.items()
    ]


def _numbers(keys: Iterable[str], shape: str) -> list[int]:
    return [int(key.removeprefix(f"{shape}-")) for key in keys if key.startswith(f"{shape}-")]


def drawn(
    request: HttpRequest, campaign: Campaign, fighter: Fighter, says: str, more: Sequence[tuple[str, SafeString]] = ()
) -> HttpResponse:
    """What a script is told: the card as it stands now, what else moved, and what there is to say."""
    context = {"fighter": fighter, "campaign": campaign, "runs": True}
    name = words(request.POST, "uid") or words(request.POST, "deed")
    card = fighter.key, render_to_string(CARD, context, request)
    states = _states(request, campaign, [fighter]) if _page(request, campaign.pk).startswith(prep_of(campaign)) else []
    return JsonResponse({"uid": name, "says": says, "drawn": out_of_band([card, *states, *more])})


def prep_of(campaign: Campaign) -> str:
    return reverse("prep", args=[campaign.pk])


def refused(request: HttpRequest, campaign: int, key: str, fault: Exception) -> HttpResponse:
    """Why nothing was done, to a script or on the page again."""
    if scripted(request):
        return JsonResponse({"says": str(fault)}, status=422)
    messages.error(request, str(fault))
    return redirect(f"{_page(request, campaign)}#{key}")


def _page(request: HttpRequest, campaign: int) -> str:
    """The page of this campaign that a form was sent from: Prep where nobody knows."""
    page = urlsplit(request.headers.get("Referer", ""))
    here = f"{page.path}?{page.query}" if page.query else page.path
    return here if page.path.startswith(reverse("campaign", args=[campaign])) else reverse("prep", args=[campaign])


def back(request: HttpRequest, campaign: int, key: str, says: str) -> HttpResponse:
    """Back to the card."""
    if says:
        messages.info(request, says)
    return redirect(f"{_page(request, campaign)}#{key}")
