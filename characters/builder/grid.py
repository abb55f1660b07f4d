"""A grid of ratings: the map of all of them, and those that somebody has, each with what stands beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.safestring import SafeString

from characters.builder.drawing import DRAWN, NOTHING_TYPED, Line, Typed, draw_part, draw_said, field_id, problems_of
from characters.builder.step_fields import NOTHING, Drawn, drawn, followed, place_of
from rules.kernel import Budget, Sheet, remember
from rules.kernel.basics.wording import amount, as_sentence
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
        if place is None:
            return drawn(field, sheet, by_hand, typed)
        name = field_id(field.path)
        outside: tuple[Line, ...] = ()
        if isinstance(field, RatingField):
            outside = ((f"square-{name}", _square(place, field, pairs[place], place == first, sheet.dead)),)
        if place not in held:
            return Drawn(field, name, NOTHING, NOTHING, outside=outside)
        return replace(drawn(field, sheet, by_hand, typed), outside=outside)

    first = next(iter(pairs), None)
    return followed([made(field) for field in step.fields])


def _told(field: Field, sheet: Sheet, typed: Typed) -> bool:
    """Whether there is anything to say of a field."""
    stands = isinstance(field, RatingField) and (field.value or field.figure.value)
    chosen = isinstance(field, ChoiceField) and field.value
    return bool(stands or chosen) or field.path in typed or bool(sheet.at(field.path))


def _square(place: Place, rating: RatingField, pair: Iterable[Field], first: bool, dead: bool) -> SafeString:
    choices = [field for field in pair if isinstance(field, ChoiceField)]
    tag = next((option for field in choices for option in field.options if option.key in field.value), None)
    words = (tag.key, tag.label) if tag else ("", "")
    barred = [option for field in choices for option in field.options if option.reason and option is not tag]
    why = as_sentence(barred[0].reason) if barred else ""
    # What is not held yet lacks points alone, which the page says once: else each purchase moved all the squares.
    full = _full(rating) if rating.value or dead else ""
    kept = (" ".join(option.key for option in barred), why, full)
    return _draw_square(place, rating.label, rating.figure.value, rating.price, words, first, kept)


def _full(rating: RatingField) -> str:
    """Why there should be no more of a rating; "" also where that names the price again: points are told beside it."""
    told = rating.reason and rating.value >= rating.limit and rating.price not in rating.reason
    return f"{rating.label}: {as_sentence(rating.reason)}" if told else ""


@remember(DRAWN)
def _draw_square(
    place: Place, label: str, value: int, price: str, tag: tuple[str, str], first: bool, kept: tuple[str, str, str]
) -> SafeString:
    number = f"{value:+}".replace("-", "−") if value or tag[0] else ""
    context = {"row": place[0], "column": place[1], "label": label, "number": number, "price": price, "tag": tag[0],
               "tag_name": tag[1], "first": first, "depth": min(max(0, value), DEEPEST), "barred": kept[0],
               "why": kept[1], "full": kept[2]}  # fmt: skip
    return SafeString(" ".join(draw_part("square", context).split()))


class Pair(NamedTuple):
    """A rating of the grid with the choices beside it."""

    rating: Drawn
    others: list[Drawn]


@dataclass(frozen=True)
class Board:
    """A grid as the page shows it: its squares row by row, and the same pairs as a list."""

    grid: Grid
    pairs: dict[Place, Pair]
    sheet: Sheet

    @classmethod
    def of(cls, grid: Grid, fields: Sequence[Drawn], sheet: Sheet) -> "Board":
        pairs: dict[Place, Pair] = {}
        for one in fields:
            if (place := place_of(one.field)) and isinstance(one.field, RatingField):
                pairs[place] = Pair(one, [])
        for one in fields:
            if (place := place_of(one.field)) in pairs and not isinstance(one.field, RatingField):
                pairs[place].others.append(one)
        return cls(grid, pairs, sheet)

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

    def told(self, row: str, column: str) -> tuple[str, str]:
        """What one could do with a pair as it stands, and how far its tag goes."""
        others = self.pairs[row, column].others if (row, column) in self.pairs else ()
        has = {key for one in others if isinstance(one.field, ChoiceField) for key in one.field.value}
        place = next((n for n, tag in enumerate(self.grid.tags) if tag.key in has), 0)
        return "".join(self.could(row, column).splitlines()[place : place + 1]), self.grid.tags[place].summary

    def wrong(self, row: str, column: str) -> SafeString:
        """What is wrong with a pair, or why there should be no more of it; "" for nothing."""
        if (row, column) not in self.pairs:
            return SafeString()
        pair = self.pairs[row, column]
        found = [finding for one in (pair.rating, *pair.others) for finding in self.sheet.at(one.field.path)]
        rating, problems = pair.rating.field, problems_of(finding for finding in found if finding.breaks)
        assert isinstance(rating, RatingField)
        return draw_said("" if problems else _full(rating), problems)

    @property
    def left(self) -> str:
        """What is left of the points that all of them are bought with, or by how much they are over, in the words of a
        price; "" where they cost nothing."""
        held = self.budget
        return f"{amount(held.over or held.remaining, held.unit)} {'over' if held.over else 'left'}" if held else ""

    @property
    def budget(self) -> Budget | None:
        """What all of them are bought with; None where they cost nothing."""
        ratings = (pair.rating.field for pair in self.pairs.values())
        budgets = (self.sheet.budgets.get(field.budget) for field in ratings if isinstance(field, RatingField))
        return next(filter(None, budgets), None)

    @property
    def count(self) -> SafeString:
        """How many of them somebody has."""
        held = sum(bool(pair.rating.html) for pair in self.pairs.values())
        return SafeString(f"{held} of {len(self.pairs)}")
