"""What the form of an entry asks of its rows."""

from collections.abc import Iterable

from django import template

from rules.homebrew.form_inputs import Input

register = template.Library()


@register.filter
def rarely(row: Iterable[Input]) -> list[Input]:
    """The parts of a row that are folded away: seldom needed, with nothing in them and nothing to mend."""
    return [one for one in row if one.seldom and one.kind != "hidden" and not (one.filled or one.error)]
