"""`{{ cite|where }}`: a cite in words, with the links it has. `{{ cite|printed }}`: the same on paper, with no
links into the site. `{{ number|minus }}`: with a minus."""

from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html

from rules.kernel import Cite
from rules.kernel.basics.cites import OUR_RULING
from rules.systems import every

register = template.Library()


@register.filter
def minus(number: object) -> str:
    """A number as it is read, with a minus where it has one: a hyphen is as short as a dash between words."""
    return str(number).replace("-", "−")


@register.filter
def printed(cite: Cite | None) -> str:
    """Words of a cite, a link where it stands on a public page; nothing where there is none."""
    if cite is None:
        return ""
    if not cite.url:
        return _unbroken(cite.short)
    return format_html('<a href="{}" rel="external noreferrer">{}</a>', cite.url, _unbroken(cite.short))


@register.filter
def where(cite: Cite | None) -> str:
    """Words of a cite with a link to its ruling, or to its public page."""
    system = _games_of_rulings().get(cite.ruling) if cite else None
    if cite is None or system is None:
        return printed(cite)
    before, words, after = _unbroken(cite.short).rpartition(OUR_RULING)
    address = f"{reverse('rulings', args=[system])}#{cite.ruling}"
    return format_html('{}<a href="{}">{}</a>{}', before, address, words, after)


def _unbroken(words: str) -> str:
    """With the number of a page on the line of its “p.”."""
    return words.replace(" p. ", " p.\u00a0")


@cache
def _games_of_rulings() -> dict[str, str]:
    return {ruling.key: system.key for system in every() for ruling in system.rulings}
