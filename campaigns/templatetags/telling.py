"""Texts as somebody wrote them, in paragraphs, with what stands between two stars in italics, and names in lists."""

import re
from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe

from campaigns.models import name_among
from campaigns.review.judging_form import goes_with

register = template.Library()
STARRED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])")


@register.filter
def told(text: str) -> SafeString:
    """`{{ session.story|told }}`: "He *knew* it." has one word in italics, "2 * 3 * 4" has none."""
    return mark_safe(STARRED.sub(r"<em>\1</em>", linebreaks(text, autoescape=True)))


@register.filter
def unstarred(text: str) -> str:
    """`{{ session.story|unstarred|truncatechars:300 }}`: for a beginning, that may end between two stars."""
    return STARRED.sub(r"\1", text)


@register.filter
def under(typed: Mapping[str, str], key: str) -> str:
    """`{{ typed|under:field }}`: what was typed in a field whose name a template puts together, "" for nothing."""
    return typed.get(key, "")


@register.filter
def apart(who: Any) -> str:
    """`{{ character|apart }}`: its name in a list; without one, what tells it from others that have none."""
    return name_among(who)


@register.filter
def goes(field: str) -> str:
    """`data-goes="{{ field|goes }}"`: with which buttons of a review what is typed in a field is sent."""
    return " ".join(goes_with(field))
