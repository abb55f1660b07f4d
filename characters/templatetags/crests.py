"""`{% crest character %}`: the crest wherever a face would stand."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from characters import crest as crests
from characters.models import Character

register = template.Library()


@register.simple_tag
def crest(character: Character) -> SafeString:
    """The crest of a character as inline SVG, in the colour of the text around it."""
    return mark_safe(crests.crest(character.game, character.name, str(character.pk)))
