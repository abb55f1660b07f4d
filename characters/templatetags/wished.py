"""The way back from a character to the wishes it was made by."""

from django import template
from django.template import Context

from characters.models import Character
from characters.wished import wished_at

register = template.Library()


@register.simple_tag(takes_context=True)
def wishes_of(context: Context, character: Character) -> str:
    """The address of its wishes, for whoever made it here; else ""."""
    request = context.get("request")
    return wished_at(request, character) if request else ""
