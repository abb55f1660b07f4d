"""The crest wherever a face would stand, and the ornament of a game, in the colour of the text around them."""

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from characters import crest as crests
from characters.models import Character
from rules.kernel.pages import Game

register = template.Library()


@register.simple_tag
def crest(character: Character, charge: str = "", *, told: bool = True, at: str = "") -> SafeString:
    """`{% crest character charge %}`, and `told=False` where the name stands beside it. A portrait takes its place;
    `at` is its address, where that is not the usual one."""
    who = character.game, character.name, str(character.pk)
    if character.portrait:
        address = f"{at or reverse('portrait_image', args=[character.pk])}?{character.portrait}"
        return mark_safe(crests.portrait(*who, address, told=told))
    return mark_safe(crests.crest(*who, charge, told=told))


@register.simple_tag
def small_crest(game: Game, name: str, key: int, charge: str = "", portrait: str = "") -> SafeString:
    """`{% small_crest game name key charge portrait %}`: beside a name, in a table. `portrait` is its digest."""
    if portrait:
        address = f"{reverse('portrait_image', args=[key])}?{portrait}"
        return mark_safe(crests.portrait(game, name, str(key), address, told=False))
    return mark_safe(crests.crest(game, name, str(key), charge, small=True, told=False))


@register.simple_tag
def ornament(game: Game) -> SafeString:
    """`{% ornament game %}`"""
    return mark_safe(crests.ornament(game))


@register.simple_tag
def crest_of(game: Game, name: str, charge: str = "") -> SafeString:
    """`{% crest_of game name charge %}`: of somebody who is no character yet."""
    return mark_safe(crests.crest(game, name, charge=charge))
