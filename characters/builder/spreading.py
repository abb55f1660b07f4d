"""What is left of a budget whose points buy one each, spread over its ratings by one button."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heapreplace

from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.kernel import Budget, Sheet
from rules.kernel.pages import RatingField
from rules.kernel.purchases import by_path

FEWEST = 2
"""A single dot is as quickly chosen as spread."""
NAMED = 4
"""So many ratings are named where it says what they would be."""


def evenly_priced(sheet: Sheet, fields: Sequence[RatingField]) -> bool:
    """Whether a point buys one of any of these, as prices are while a character is made."""
    known = sheet.reading.memo(by_path)
    return sheet.table.stage == "creation" and all(
        one.path in known and _costs(sheet, one) == max(1, one.limit - max(0, one.value)) for one in fields
    )


def _costs(sheet: Sheet, field: RatingField) -> int:
    """What this rating costs from where it stands to its limit, or one more of it."""
    purchase, have = sheet.reading.memo(by_path)[field.path], max(0, field.value)
    price = purchase.rule.price(sheet.reading, purchase)
    return price(max(have + 1, field.limit)) - price(have)


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


def draw_spread(budget: Budget, fields: Sequence[RatingField], title: str = "") -> SafeString:
    """The button that spreads what is left, and what it makes of each rating; nothing where hardly any is left.

    Without a title above all of these fields, it names the budget.
    """
    bought = spread(fields, budget.remaining)
    gained = [(one, bought[one.path] - max(0, one.value)) for one in fields if one.path in bought]
    if sum(more for _, more in gained) < FEWEST:
        return SafeString()
    return format_html(
        '<button type="submit" class="link accent" name="spread" value="{}" hx-post="" hx-swap="none">'
        'Spread the rest evenly<span class="{}"> in {}</span></button> <span class="soft">{}</span>',
        " ".join(f"{path}={number}" for path, number in bought.items()),
        "sr" if title else "where",
        title or budget.label,
        _told([f"{one.label} {one.figure.value + more}" for one, more in gained]),
    )


def _told(names: Sequence[str]) -> str:
    """What each would be, with the number of those that are too many to name."""
    more = len(names) - NAMED
    return f"{', '.join(names[:NAMED])} and {more} more" if more > 1 else ", ".join(names)
