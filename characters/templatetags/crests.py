"""The crest wherever a face would stand, and the ornament of a game, in the colour of the text around them."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from characters import crest as crests
from characters import faces
from characters.models import Character
from rules.kernel.pages import Game

register = template.Library()


@register.simple_tag
def crest(character: Character, charge: str = "", *, told: bool = True, at: str = "") -> SafeString:
    """`{% crest character charge %}`, and `told=False` where the name stands beside it. A portrait takes its place, or
    else the bust that was chosen; `at` is the address of a portrait, where that is not the usual one."""
    who = character.game, character.name, str(character.pk)
    if character.portrait:
        address = f"{at or reverse('portrait_image', args=[character.pk])}?{character.portrait}"
        return mark_safe(faces.portrait(*who, address, told=told))
    if character.bust in faces.BUSTS:
        return mark_safe(faces.bust(*who, character.bust, told=told))
    return mark_safe(crests.crest(*who, crests.worn(character.crest, charge), told=told))


@register.simple_tag
def face(character: Character, charge: str = "", *, at: str = "") -> SafeString:
    """`{% face character charge %}`: a portrait with the crest at its corner; the crest alone where there is none."""
    drawn = crest(character, charge, at=at)
    if not (character.portrait or character.bust in faces.BUSTS):
        return drawn
    who = character.game, character.name, f"{character.pk} corner", crests.worn(character.crest, charge)
    return format_html('<span class="with-crest">{}{}</span>', drawn, mark_safe(crests.crest(*who, told=False)))


@register.simple_tag
def bust(character: Character, which: str) -> SafeString:
    """`{% bust character which %}`: as it would be in the frame of a character's game."""
    return mark_safe(faces.bust(character.game, character.name, f"{character.pk} {which}", which, told=False))


@register.simple_tag
def crest_with(character: Character, charge: str, chosen: str) -> SafeString:
    """`{% crest_with character charge "key/" %}`: as it would be if that were chosen too."""
    who = character.game, character.name, f"{character.pk} {chosen}"
    return mark_safe(crests.crest(*who, crests.worn(crests.instead(character.crest, chosen), charge), told=False))


@register.simple_tag
def initial(name: str, key: int, portrait: str = "", *, npc: bool = False) -> SafeString:
    """`{% initial name key portrait %}`: beside a name, in a table of many; a portrait, whose digest is given, or the
    first letter, or of an NPC its number within a crowd. The round one is a player's."""
    shape = "initial npc" if npc else "initial"
    if portrait:
        address = f"{reverse('portrait_image', args=[key])}?{portrait}"
        return format_html('<img class="{}" src="{}" alt="" loading="lazy">', shape, address)
    return format_html(
        '<i class="{}" aria-hidden="true">{}</i>', shape, crests.face_of(name) if npc else name[:1].upper()
    )


@register.simple_tag
def ornament(game: Game, at: str | int = "") -> SafeString:
    """`{% ornament game at %}`: where a page has several, `at` tells them apart."""
    return mark_safe(crests.ornament(game, f"-{at}" if at else ""))


@register.simple_tag
def bust_of(game: Game, which: str = "") -> SafeString:
    """`{% bust_of game %}`: the one that stands for a game; or another, in its frame."""
    return mark_safe(faces.bust(game, game.name, which, which or game.heraldry.bust, told=False))


@register.simple_tag
def crest_of(game: Game, name: str, charge: str = "") -> SafeString:
    """`{% crest_of game name charge %}`: of somebody who is no character yet."""
    return mark_safe(crests.crest(game, name, charge=charge))
