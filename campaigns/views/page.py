"""The pages of one table, Party, Prep and Settings: to look at, and again where a form of one is refused."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from campaigns import emblem, proposed_dates, stash
from campaigns.chronicle import scene_tags, scenes
from campaigns.coming import answers_by_kind
from campaigns.models import Campaign, DateAnswer, Invitation, Membership
from campaigns.news.gathering import reader_of, told_of
from campaigns.news.letters import verified_address
from campaigns.review import queue
from campaigns.tables import beasts, fight_cards, npcs
from campaigns.tables.roster_row import in_natural_order
from campaigns.views.prep_cards import fighters_of
from characters import ledger
from characters.access import named_for, own, person_key
from characters.glances import for_choice, for_list, rows
from characters.models import Character, CharacterQuerySet
from characters.pictures import MOST_SENT, TOO_LARGE
from characters.tables import TableRole
from characters.views.portraits import ACCEPTED
from rules.form_values import matches, whole_number, words
from rules.kernel.basics.wording import several
from rules.kernel.pages import Game
from rules.systems import every, get

MOST_CARDS = fight_cards.MOST
"""So many characters are shown with what reading their sheets says, the others by their names; the roster has all.
Of other players' characters a player sees the name alone."""
SHOWN_THINGS = 8
"""So many things of the stash stand beside the party; its own page has all."""
SHOWN_DATES = 3
"""So many rows for dates are shown, the others are folded."""
LONGEST_FIND = 80
Typed = Mapping[str, QueryDict]


def party_page(request: HttpRequest, seat: Membership, refusal: str = "", typed: Typed | None = None) -> HttpResponse:
    """Who plays, as somebody in this seat sees it, with what waits and what is awarded.

    `typed` maps the address that refused to what was sent there.
    """
    table, watches = seat.campaign, seat.role != TableRole.PLAYER
    kept = table.characters.originals().kept().filter(npc=False)
    everybody = in_natural_order(for_list(kept.named()), by_game=True)
    seen = [character for character in everybody if watches or character.owner_id == seat.user_id]
    find = words(request.GET, "q", LONGEST_FIND).strip()
    shown = [one for one in everybody if matches(find, str(one), str(one.owner or ""))]
    sees = frozenset(character.pk for character in seen)
    glances = {row.character.pk: row.glance for row in rows([one for one in shown if one.pk in sees][:MOST_CARDS])}
    by_key = {one.pk: one for one in everybody}
    waiting = [by_key[one.pk] for one in queue.waiting_at(table.pk) if one.pk in by_key] if watches else []
    sent, dead = typed or {}, ledger.the_dead(everybody)
    people = _members(table)
    context = {
        **frame(seat, "party", refusal, sent),
        "games": [
            (get(key), [(one, glances.get(one.pk), one.pk in sees) for one in group])
            for key, group in groupby(shown, lambda one: one.system)
        ],
        "find": find,
        "many": len(everybody) > MOST_CARDS,
        "played": {game.key for game in every() if table.plays(game.key)},
        "characters": everybody,
        "waiting": waiting,
        "some_are_legal": seat.role == TableRole.GM and bool(queue.legal_and_new(waiting, glances)),
        "dead": dead,
        "free": for_choice(may_come(request, table)),
        "awards": list(_award_forms(everybody, dead, sent.get("award"), whole_number(request.GET, "award")))
        if seat.role == TableRole.GM
        else [],
        "people": people,
        "coming": answers_by_kind(people) if seat.role == TableRole.GM and table.next_day else [],
        "answers": Membership.Coming.choices,
        **_dates(seat, people, sent.get("dates")),
        "last_session": table.sessions.first(),
        "stash": stash.things(table)[:SHOWN_THINGS],
        "stash_count": table.stash.count(),
        "most_amount": stash.MOST_AMOUNT,
        "uid": uuid.uuid4(),
    }
    return render(request, "campaigns/party.html", context, status=422 if refusal else 200)


def _dates(seat: Membership, people: list[Membership], sent: QueryDict | None) -> dict[str, Any]:
    """The days that are asked about, as somebody in this seat finds them, and rows for as many more as may be."""
    if seat.role == TableRole.PLAYER:
        asked = proposed_dates.asked_of([seat]).get(seat.campaign_id, [])
        return {"dates": [proposed_dates.DateCount(one) for one in asked], "cans": DateAnswer.Can.choices}
    found, table = proposed_dates.counted(seat.campaign, people), seat.campaign
    usual = found[-1].date.at if found else table.next_at
    hour = f"{usual:%H:%M}" if usual else ""
    typed = list(zip(sent.getlist("on"), sent.getlist("at"), strict=False)) if sent else []
    rows = range(proposed_dates.MOST - len(found))
    free = [_date_row(n + 1, *(typed[n] if n < len(typed) else ("", hour)), hour) for n in rows]
    shown, folded = free[:SHOWN_DATES], free[SHOWN_DATES:]
    more_open = any(row.day or row.fault for row in folded)
    return {"dates": found, "offered": hour, "free_dates": shown, "more_dates": folded, "more_open": more_open}


class DateRow(NamedTuple):
    """A row of the form that asks about days: what is in it, and what is wrong with that."""

    n: int
    day: str
    hour: str
    fault: str


def _date_row(n: int, day: str, hour: str, offered: str) -> DateRow:
    blank = proposed_dates.is_blank(day, hour, offered)
    return DateRow(n, day, hour, "" if blank else proposed_dates.fault_of(day, hour))


def _members(table: Campaign) -> list[Membership]:
    found = list(table.memberships.select_related("user"))
    for one in found:
        one.campaign = table
    return found


def may_come(request: HttpRequest, table: Campaign) -> CharacterQuerySet:
    """The characters that whoever asks may bring: their own, those of another table too, but no NPC of one."""
    mine = named_for(request).filter(own(request)).exclude(campaign=table).exclude(npc=True, campaign__isnull=False)
    mine = mine.filter(system__in=table.games) if table.games else mine
    return mine.originals().kept().select_related("campaign").order_by("name", "pk")


@dataclass(frozen=True)
class AwardForm:
    """What is awarded in one game: what its points are called, who may get some, and who is ticked."""

    game: Game
    unit: str
    characters: list[Character]
    ticked: frozenset[int]
    typed: QueryDict | None
    opened: bool = False


def _award_forms(
    everybody: list[Character], dead: frozenset[int], sent: QueryDict | None, alone: int
) -> Iterator[AwardForm]:
    """A form for each game that awards something; of one with somebody who was asked for `alone`, they are ticked."""
    for key in dict.fromkeys(one.system for one in everybody):
        game, its = get(key), [one for one in everybody if one.system == key]
        if game.award_kind is None:
            continue
        typed = sent if sent and sent.get("system") == key else None
        asked = [one for one in its if one.pk == alone]
        usual = asked or [one for one in its if one.pk not in dead]
        chosen = set(typed.getlist("character")) if typed else {str(one.pk) for one in usual}
        ticked = frozenset(one.pk for one in its if str(one.pk) in chosen)
        yield AwardForm(game, several(game.award_kind.unit), its, ticked, typed, bool(typed or asked))


def prep_page(request: HttpRequest, seat: Membership, refusal: str = "", typed: Typed | None = None) -> HttpResponse:
    """What game masters get ready: NPCs, beasts, homebrew, spells."""
    table, sent = seat.campaign, typed or {}
    looked = words(sent.get("bring_in", request.GET), "q", 120)
    runs = seat.role == TableRole.GM
    bestiary, many = beasts.found(table, looked) if runs else ([], 0)
    context: dict[str, Any] = {
        **frame(seat, "prep", refusal, typed or {}),
        **fighters_of(request, seat, sent),
        "person": person_key(request),
        "bestiary": bestiary,
        "bestiary_more": many - len(bestiary),
        "looked": looked,
        "makers": _makers(table, typed or {}),
    }
    if runs:
        context["handouts"] = table.handouts.prefetch_related("readers")
        context["scenes"] = scene_tags.scene_lines(table)
        context["notes"] = scenes.notes(table)
    return render(request, "campaigns/prep.html", context, status=422 if refusal else 200)


def _makers(table: Campaign, sent: Typed) -> list[dict[str, Any]]:
    """A form for each game that makes NPCs, those first that are played here, or that somebody just tried."""
    played = set(table.characters.originals().kept().values_list("system", flat=True))
    made = []
    typed = sent.get("crowd", QueryDict())
    for game in filter(lambda one: table.plays(one.key), every()):
        mine = typed if typed.get("system") == game.key else QueryDict()
        asked = [(choice, options, mine.get(choice.key, "")) for choice, options in npcs.choices_of(table, game)]
        made.append({"game": game, "asked": asked, "typed": mine, "here": bool(mine) or game.key in played})
    return sorted(made, key=lambda one: not one["here"])


def settings_page(
    request: HttpRequest, seat: Membership, refusal: str = "", typed: Typed | None = None
) -> HttpResponse:
    """What the table is called, its face, rules and people, and the way out."""
    table, sent = seat.campaign, typed or {}
    characters = list(table.characters.originals().kept().filter(npc=False).only("system"))
    context = {
        **frame(seat, "settings", refusal, sent),
        "people": table.memberships.select_related("user", "invitation"),
        "reader": (reader := reader_of(seat.user)),
        "address": verified_address(reader),
        "letters": told_of(reader),
        "roles": TableRole.choices,
        "games": _games(table, characters),
        "invitations": _invitations(request, table) if seat.role == TableRole.GM else [],
        "cover": _cover(table, sent.get("rename", {})),
        "own": sent.get("own_words", QueryDict()).get("own", table.own_words),
        "accepted": ACCEPTED,
        "most": MOST_SENT,
        "too_large": TOO_LARGE,
        "signs": [(key, sign.label) for key, sign in emblem.SIGNS.items()],
        "colours": emblem.COLOURS.items(),
    }
    return render(request, "campaigns/settings.html", context, status=422 if refusal else 200)


def frame(seat: Membership, tab: str, refusal: str, typed: Typed) -> dict[str, Any]:
    """What every page of a table knows."""
    return {
        "campaign": seat.campaign,
        "seat": seat,
        "runs": seat.role == TableRole.GM,
        "watches": seat.role != TableRole.PLAYER,
        "tab": tab,
        "refusal": refusal,
        "typed": typed,
        "own_address": seat.campaign.get_absolute_url(),
    }


def _cover(table: Campaign, sent: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What the table is called and says of itself: as it stands, and with what somebody typed over it."""
    stands = {"name": table.name, "about": table.about}
    typed = {key: sent[key] for key in stands if key in sent and sent[key] != sent.get(f"was:{key}")}
    return {"stands": stands, "typed": {**stands, **typed}}


def _games(table: Campaign, characters: list[Character]) -> list[dict[str, Any]]:
    """Every game with how many play it here and how many house rules it has, those that are played first."""
    played = [character.system for character in characters]
    games = [
        {
            "game": game,
            "played": played.count(game.key),
            "rules": len(table.house(game.key)),
            "open": table.plays(game.key),
        }
        for game in every()
    ]
    return sorted(games, key=lambda entry: -entry["played"])


def _invitations(request: HttpRequest, table: Campaign) -> list[tuple[Invitation, str]]:
    """The links that stand, with their whole address."""
    standing = table.invitations.filter(revoked_at=None).select_related("campaign").prefetch_related("came__user")
    return [(i, request.build_absolute_uri(reverse("join", args=[i.token]))) for i in standing]
