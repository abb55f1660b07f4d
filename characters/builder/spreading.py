"""What is left of a budget whose points buy a dot each, spread over its ratings by one button."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heapreplace

from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.kernel import Budget
from rules.kernel.pages import RatingField

FEWEST = 2
"""A single dot is as quickly chosen as spread."""


def spread(fields: Sequence[RatingField], left: int) -> Mapping[str, int]:
    """How much is bought of what, by path, if `left` dots go one at a time to the lowest rating that has room.

    Of several as low the first gets it; what gets none is left out.
    """
    lowest = [(one.figure.value, place) for place, one in enumerate(fields) if one.value < one.limit]
    heapify(lowest)
    bought: dict[str, int] = {}
    while left > 0 and lowest:
        total, place = lowest[0]
        field = fields[place]
        bought[field.path] = now = bought.get(field.path, max(0, field.value)) + 1
        left -= 1
        if now < field.limit:
            heapreplace(lowest, (total + 1, place))
        else:
            heappop(lowest)
    return bought


def draw_spread(title: str, budget: Budget, fields: Sequence[RatingField]) -> SafeString:
    """The button that spreads what is left, with what it makes of each rating; nothing where hardly any is left."""
    bought = spread(fields, budget.remaining)
    if sum(bought.values()) - sum(max(0, one.value) for one in fields if one.path in bought) < FEWEST:
        return SafeString()
    return format_html(
        '<button type="submit" class="link accent" name="spread" value="{}" hx-post="" hx-swap="none">'
        'Spread the rest evenly<span class="sr"> in {}</span></button>',
        " ".join(f"{path}={number}" for path, number in bought.items()),
        title,
    )
