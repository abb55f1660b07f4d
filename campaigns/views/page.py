"""The page of one table, with everything that belongs to it: to look at, and again where a form of it is refused."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from campaigns.models import Campaign, Invitation, Membership
from campaigns.tables import npcs
from campaigns.tables.campaign_books import rulebook_of_table
from characters import ledger
from characters.access import named_for, own
from characters.models import Character, ReviewStatus
from characters.tables import TableRole
from rules.systems import every


def table_page(
    request: HttpRequest, seat: Membership, refusal: str = "", typed: Mapping[str, QueryDict] | None = None
) -> HttpResponse:
    """The page as somebody in this seat sees it. `typed` maps the address that refused to what was sent there."""
    table = seat.campaign
    everybody = list(
        table.characters.originals().kept().named().select_related("owner").order_by("system", "name", "pk")
    )
    at_table = [character for character in everybody if not character.npc]
    waiting = [character for character in at_table if character.standing == ReviewStatus.SUBMITTED]
    context: dict[str, Any] = {
        "campaign": table,
        "seat": seat,
        "runs": seat.role == TableRole.GM,
        "watches": seat.role != TableRole.PLAYER,
        "people": table.memberships.select_related("user"),
        "roles": TableRole.choices,
        "characters": at_table,
        "npcs": [character for character in everybody if character.npc] if seat.role != TableRole.PLAYER else [],
        "kinds": [(game, npcs.kind_of(game, rulebook_of_table(table, game.key))) for game in every()]
        if seat.role == TableRole.GM
        else [],
        "waiting": waiting,
        "dead": ledger.the_dead(everybody),
        "free": named_for(request).filter(own(request), campaign=None).originals().kept().order_by("name"),
        "games": _games(table, at_table),
        "invitations": _invitations(request, table) if seat.role == TableRole.GM else [],
    }
    sent = typed or {}
    chosen = sent["award"].getlist("character") if "award" in sent else []
    context |= {
        "refusal": refusal,
        "typed": sent,
        "chosen": chosen,
        "uid": uuid.uuid4(),
        "own_address": table.get_absolute_url(),
    }
    context["cover"] = _cover(table, sent.get("rename", {}))
    return render(request, "campaigns/campaign.html", context, status=422 if refusal else 200)


def _cover(table: Campaign, sent: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What the table is called and says of itself: as it stands, and with what somebody typed over it."""
    stands = {"name": table.name, "about": table.about}
    typed = {key: sent[key] for key in stands if key in sent and sent[key] != sent.get(f"was:{key}")}
    return {"stands": stands, "typed": {**stands, **typed}}


def _games(table: Campaign, characters: list[Character]) -> list[dict[str, Any]]:
    """Every game with how many play it here and how many house rules it has, those that are played first."""
    played = [character.system for character in characters]
    games = [{"game": game, "played": played.count(game.key), "rules": len(table.house(game.key))} for game in every()]
    return sorted(games, key=lambda entry: -entry["played"])


def _invitations(request: HttpRequest, table: Campaign) -> list[tuple[Invitation, str]]:
    """The links that stand, with their whole address."""
    standing = table.invitations.filter(revoked_at=None).select_related("campaign")
    return [(i, request.build_absolute_uri(reverse("join", args=[i.token]))) for i in standing]
