"""Rankings, put in order by pressing the first, the second, and so on."""

from typing import NamedTuple

from rules.kernel.pages import Option, RankField


class Tap(NamedTuple):
    """An option of a ranking as a button: its place or 0, what that is worth, and the order that pressing it makes.

    One without a place takes the `next` one, and the last two places are filled at once. Of a whole ranking each moves
    `up` past the one before it; before that, one that has a place gives it back, and so do those after it.
    """

    option: Option
    place: int
    worth: str
    order: tuple[str, ...]
    up: str


def taps(field: RankField) -> list[Tap]:
    """The buttons of a ranking, in the order its options are offered: none moves under the hand."""
    keys = [option.key for option in field.options]
    held = [key for key in dict.fromkeys(field.value) if key in keys]
    return [_tap(field, option, keys, held) for option in field.options]


def _tap(field: RankField, option: Option, keys: list[str], held: list[str]) -> Tap:
    if option.key not in held:
        order = [*held, option.key]
        rest = [key for key in keys if key not in order]
        return Tap(option, 0, field.worth[len(held)], (*order, *(rest if len(rest) == 1 else ())), "")
    at = held.index(option.key)
    if len(held) < len(keys):
        return Tap(option, at + 1, field.worth[at], tuple(held[:at]), "")
    before = max(0, at - 1)
    order = [*held]
    order[before], order[at] = order[at], order[before]
    return Tap(option, at + 1, field.worth[at], tuple(order), field.worth[before] if at else "")
