"""The crest wherever a face would stand, and the ornament of a game, in the colour of the text around them."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from characters import crest as crests
from characters.models import Character
from rules.kernel.pages import Game

register = template.Library()


@register.simple_tag
def crest(character: Character, charge: str = "", *, told: bool = True) -> SafeString:
    """`{% crest character charge %}`, and `told=False` where the name stands beside it."""
    return mark_safe(crests.crest(character.game, character.name, str(character.pk), charge, told=told))


@register.simple_tag
def small_crest(game: Game, name: str, key: int, charge: str = "") -> SafeString:
    """`{% small_crest game name key charge %}`: beside a name, in a table."""
    return mark_safe(crests.crest(game, name, str(key), charge, small=True, told=False))


@register.simple_tag
def ornament(game: Game) -> SafeString:
    """`{% ornament game %}`"""
    return mark_safe(crests.ornament(game))


@register.simple_tag
def crest_of(game: Game, name: str, charge: str = "") -> SafeString:
    """`{% crest_of game name charge %}`: of somebody who is no character yet."""
    return mark_safe(crests.crest(game, name, charge=charge))
