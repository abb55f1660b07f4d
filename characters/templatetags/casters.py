"""Who casts spells, of mine or of a table: for pages that know spells and no characters."""

from typing import Any

from django import template
from django.template import Context

from characters.access import named_for, own
from characters.glances import for_choice
from characters.models import Character
from rules import systems

register = template.Library()
MOST = 12
MOST_AT_A_TABLE = 40


@register.simple_tag(takes_context=True)
def casters(context: Context, system: str = "", book: Any = None) -> list[Any]:
    """This visitor's own characters who may cast spells, of one game or of every, those changed last first.

    Of a homebrew book, those who are built with it.
    """
    request = context.get("request")
    if request is None or not (request.user.is_authenticated or request.session.session_key):
        return []
    mine = Character.objects.filter(own(request), system__in=_games(system), deleted_at=None, branch_of=None)
    if book and not book.core:
        mine = mine.filter(homebrew__contains=[book.pk])
    return for_choice(mine.only("pk", "name", "system").order_by("-changed_at")[:MOST])


@register.simple_tag(takes_context=True)
def casters_at(context: Context, campaign: Any) -> list[Character]:
    """Whom at a table this visitor may look at of those who may cast spells: the party by name, then the NPCs."""
    here = named_for(context["request"]).kept().originals().filter(campaign=campaign, system__in=_games())
    return for_choice(here.order_by("npc", "name", "pk")[:MOST_AT_A_TABLE])


def _games(system: str = "") -> list[str]:
    """The games that have spells, or the one."""
    return [game.key for game in systems.every() if game.casts and system in ("", game.key)]
