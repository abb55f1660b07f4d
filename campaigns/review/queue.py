"""Who waits for a game master: said once for the review's queue, the list of campaigns and the home page. Reading
only; no HTTP in here."""

from django.db.models import Q

from characters.models import Character, CharacterQuerySet, ReviewStatus
from characters.news import answered

TO_APPROVE = Q(standing=ReviewStatus.SUBMITTED) | Q(build_moved=True)
"""Submitted, or changed since it was approved; of characters that were read `named`."""


def waiting(named: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters, read `named`, that wait for a decision or whose player had the last word."""
    wrote = answered(named).order_by().values("pk")
    return named.filter(TO_APPROVE | Q(pk__in=wrote))


def next_after(character: Character) -> Character | None:
    """Who else at the table waits: whoever was made next, and after the last the first."""
    others = others_than(character).order_by("pk")
    return others.filter(pk__gt=character.pk).first() or others.first()


def others_than(character: Character) -> CharacterQuerySet:
    at_table = Character.objects.kept().originals().named().filter(campaign=character.campaign_id, npc=False)
    return waiting(at_table).exclude(pk=character.pk)
