"""What is filled in on a printed sheet: drawn for a pen, or a field of the file where it is filled in on a screen."""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


A_ROW = 10
"""Boxes of a picture: they stand in fives and tens, so that nobody has to count them."""


@register.simple_tag(takes_context=True)
def ticks(context: Context, said: str, boxes: range) -> SafeString:
    """Boxes to tick; `said` is what a screen reader calls their row."""
    if context["page"].fillable:
        return mark_safe(" ".join(_tick(context, said or "Track") for _ in boxes))
    tens = (min(A_ROW, len(boxes) - start) for start in range(0, len(boxes), A_ROW))
    return mark_safe(" ".join(f'<img src="print:dots/boxes-{n}.svg" alt="{n} box{"es" * (n > 1)}">' for n in tens))


def _tick(context: Context, said: str) -> SafeString:
    number, place = _next(context, said)
    return format_html('<input class="tick" type="checkbox" name="field-{}" title="{}: box {}">', number, said, place)


@register.simple_tag(takes_context=True)
def blank(context: Context, said: str) -> SafeString:
    """A line to write on."""
    return format_html('<div class="blank">{}</div>', _field(context, said, "line", "input"))


@register.simple_tag(takes_context=True)
def write(context: Context, said: str, sort: str = "line") -> SafeString | str:
    """Room to write where the page itself is blank: a "line" or a "text" on a screen, nothing for a pen."""
    return _field(context, said, sort, "textarea" if sort == "text" else "input")


def _field(context: Context, said: str, sort: str, tag: str) -> SafeString | str:
    if not context["page"].fillable:
        return ""
    number, place = _next(context, f"{said} {sort}")
    end = mark_safe("</textarea>" if tag == "textarea" else "")
    return format_html('<{} name="field-{}" title="{}: {} {}">{}', mark_safe(tag), number, said, sort, place, end)


def _next(context: Context, said: str) -> tuple[int, int]:
    """The number of a field in the file, and of those that are called the same."""
    fields = context["fields"]
    fields[said] += 1
    return fields.total(), fields[said]
