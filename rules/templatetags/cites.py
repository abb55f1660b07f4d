"""`{{ cite|where }}`: a cite in words, a link where it stands on a public page. `{{ number|minus }}`: with a minus."""

from django import template
from django.utils.html import format_html

from rules.kernel import Cite

register = template.Library()


@register.filter
def minus(number: object) -> str:
    """A number as it is read, with a minus where it has one: a hyphen is as short as a dash between words."""
    return str(number).replace("-", "−")


@register.filter
def where(cite: Cite | None) -> str:
    """Words of a cite; nothing where there is none."""
    if cite is None:
        return ""
    if not cite.url:
        return str(cite)
    return format_html('<a href="{}" rel="external noreferrer">{}</a>', cite.url, cite)
