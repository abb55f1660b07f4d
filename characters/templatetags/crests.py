"""The crest wherever a face would stand, and the ornament of a game, in the colour of the text around them."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
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
def initial(name: str, key: int, portrait: str = "", *, npc: bool = False) -> SafeString:
    """`{% initial name key portrait %}`: beside a name, in a table of many; a portrait, whose digest is given, or the
    first letter. The round one is a player's."""
    shape = "initial npc" if npc else "initial"
    if portrait:
        address = f"{reverse('portrait_image', args=[key])}?{portrait}"
        return format_html('<img class="{}" src="{}" alt="" loading="lazy">', shape, address)
    return format_html('<i class="{}" aria-hidden="true">{}</i>', shape, name[:1].upper())


@register.simple_tag
def ornament(game: Game) -> SafeString:
    """`{% ornament game %}`"""
    return mark_safe(crests.ornament(game))


@register.simple_tag
def crest_of(game: Game, name: str, charge: str = "") -> SafeString:
    """`{% crest_of game name charge %}`: of somebody who is no character yet."""
    return mark_safe(crests.crest(game, name, charge=charge))
