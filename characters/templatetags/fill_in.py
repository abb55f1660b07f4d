"""What is filled in on a printed sheet: drawn for a pen, or a field of the file where it is filled in on a screen."""

from math import cos, pi, sin

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from characters.printing.box_pictures import labelled_boxes
from rules.kernel.pages.play_blocks import BoxGroup

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


@register.simple_tag(takes_context=True)
def clock(context: Context, said: str, parts: int) -> SafeString:
    """A circle in so many parts to fill; on a screen, boxes to tick."""
    if context["page"].fillable:
        return format_html('<p class="ticks">{}</p>', ticks(context, said, range(parts)))
    turns = [2 * pi * n / parts for n in range(parts)] if parts > 1 else []
    hands = "".join(
        f"M{20 + 7 * sin(at):.1f} {20 - 7 * cos(at):.1f}L{20 + 19 * sin(at):.1f} {20 - 19 * cos(at):.1f}"
        for at in turns
    )
    return format_html(
        '<svg viewBox="0 0 40 40" fill="none" stroke="{}" stroke-width=".7" role="img"><title>{}: {} part{}</title>'
        '<circle cx="20" cy="20" r="19"/><circle cx="20" cy="20" r="7"/><path d="{}"/></svg>',
        context["ink"], said, parts, "" if parts == 1 else "s", hands,
    )  # fmt: skip


@register.simple_tag(takes_context=True)
def labelled(context: Context, said: str, group: BoxGroup, size: float) -> SafeString:
    """Boxes with a word under each; `said` is what a screen reader calls their row."""
    if context["page"].fillable:
        boxes = ((_tick(context, f"{said}, {label}" if label else said), label) for label in group.labels)
        return format_html_join("", '<span class="above">{}<span>{}</span></span>', boxes)
    words = ", ".join(filter(None, group.labels)) or f"{len(group.labels)} boxes"
    told = ": ".join(filter(None, (said, group.caption, words)))
    return mark_safe(labelled_boxes(group.labels, told, size))


def _tick(context: Context, said: str) -> SafeString:
    number, place = _next(context, said)
    return format_html('<input class="tick" type="checkbox" name="field-{}" title="{}: box {}">', number, said, place)


@register.simple_tag(takes_context=True)
def write(context: Context, said: str, sort: str = "line") -> SafeString | str:
    """Room to write where the page itself is blank: a "line" or a "text" on a screen, nothing for a pen."""
    if not context["page"].fillable:
        return ""
    number, place = _next(context, f"{said} {sort}")
    tag, end = ("textarea", mark_safe("</textarea>")) if sort == "text" else ("input", "")
    return format_html('<{} name="field-{}" title="{}: {} {}">{}', mark_safe(tag), number, said, sort, place, end)


def _next(context: Context, said: str) -> tuple[int, int]:
    """The number of a field in the file, and of those that are called the same."""
    fields = context["fields"]
    fields[said] += 1
    return fields.total(), fields[said]
