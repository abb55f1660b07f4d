"""`{{ cite|where }}`: a cite in words, a link where it stands on a public page."""

from django import template
from django.utils.html import format_html

from rules.kernel import Cite

register = template.Library()


@register.filter
def where(cite: Cite | None) -> str:
    """Words of a cite; nothing where there is none."""
    if cite is None:
        return ""
    if not cite.url:
        return str(cite)
    return format_html('<a href="{}" rel="external noreferrer">{}</a>', cite.url, cite)
