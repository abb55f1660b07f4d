"""A grid of ratings: the map of all of them, and those that somebody has, each with what stands beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.safestring import SafeString

from characters.builder.drawing import DRAWN, NOTHING_TYPED, Typed, draw_part, field_id
from characters.builder.step_fields import Drawn, drawn, followed, place_of
from rules.kernel import Sheet, remember
from rules.kernel.pages import ChoiceField, Field, Grid, RatingField, Step

DEEPEST = 3
"""More than so much has no deeper colour."""

Place = tuple[str, str]


def draw_fields(step: Step, sheet: Sheet, by_hand: frozenset[str], typed: Typed = NOTHING_TYPED) -> list[Drawn]:
    """The fields of a step as they stand. Those of a grid are empty unless somebody has them, and tell its square."""
    pairs: dict[Place, list[Field]] = {}
    for field in step.fields:
        if place := place_of(field):
            pairs.setdefault(place, []).append(field)
    held = {place for place, pair in pairs.items() if any(_told(field, sheet, typed) for field in pair)}

    def made(field: Field) -> Drawn:
        place = place_of(field)
        if place is None or place in held:
            one = drawn(field, sheet, by_hand, typed)
        else:
            one = Drawn(field, field_id(field.path), SafeString(), SafeString())
        if place is None or not isinstance(field, RatingField):
            return one
        return replace(one, outside=((f"square-{one.id}", _square(place, field, pairs[place], place == first)),))

    first = next(iter(pairs), None)
    return followed([made(field) for field in step.fields])


def _told(field: Field, sheet: Sheet, typed: Typed) -> bool:
    """Whether there is anything to say of a field."""
    stands = isinstance(field, RatingField) and (field.value or field.figure.value)
    chosen = isinstance(field, ChoiceField) and field.value
    return bool(stands or chosen) or field.path in typed or bool(sheet.at(field.path))


def _square(place: Place, rating: RatingField, pair: Iterable[Field], first: bool) -> SafeString:
    chosen = (field for field in pair if isinstance(field, ChoiceField))
    tag = next((option for field in chosen for option in field.options if option.key in field.value), None)
    words = (tag.key, tag.label) if tag else ("", "")
    return _draw_square(place, rating.label, rating.figure.value, rating.price, words, first)


@remember(DRAWN)
def _draw_square(place: Place, label: str, value: int, price: str, tag: tuple[str, str], first: bool) -> SafeString:
    number = f"{value:+}".replace("-", "−") if value or tag[0] else ""
    context = {"row": place[0], "column": place[1], "label": label, "number": number, "price": price, "tag": tag[0],
               "tag_name": tag[1], "first": first, "depth": min(max(0, value), DEEPEST)}  # fmt: skip
    return draw_part("square", context)


class Pair(NamedTuple):
    """A rating of the grid with the choices beside it."""

    rating: Drawn
    others: list[Drawn]


@dataclass(frozen=True)
class Board:
    """A grid as the page shows it: its squares row by row, and the same pairs as a list."""

    grid: Grid
    pairs: dict[Place, Pair]

    @classmethod
    def of(cls, grid: Grid, fields: Sequence[Drawn]) -> "Board":
        pairs: dict[Place, Pair] = {}
        for one in fields:
            if (place := place_of(one.field)) and isinstance(one.field, RatingField):
                pairs[place] = Pair(one, [])
        for one in fields:
            if (place := place_of(one.field)) in pairs and not isinstance(one.field, RatingField):
                pairs[place].others.append(one)
        return cls(grid, pairs)

    @property
    def rows(self) -> list[tuple[str, list[tuple[str, SafeString, str]]]]:
        """Each row of squares by its head, with the id and the inside of each, both empty for a hole, and what one
        could do with it, a line for each tag."""
        return [
            (name, [(*self._square((row, column)), self.could(row, column)) for column, _ in self.grid.columns.heads])
            for row, name in self.grid.rows.heads
        ]

    def _square(self, place: Place) -> tuple[str, SafeString]:
        return self.pairs[place].rating.outside[0] if place in self.pairs else ("", SafeString())

    def could(self, row: str, column: str) -> str:
        """What one could do with a pair, a line for each of the tags; "" where nobody thought of an example."""
        return "\n".join(self.grid.examples.get((row, column), ()))

    @property
    def count(self) -> SafeString:
        """How many of them somebody has."""
        held = sum(bool(pair.rating.html) for pair in self.pairs.values())
        return SafeString(f"{held} of {len(self.pairs)}")
