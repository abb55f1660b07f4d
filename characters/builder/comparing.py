"""Options of a choice side by side: where they differ, and which is the better one there."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.kernel.pages import ChoiceField, Deciding, Field, ListField, Option

MOST = 4
"""So many stand side by side."""
NONE = "–"
WHOLE = re.compile(r"[−-]?\d[\d,]*(?![½¼¾])")


class Cell(NamedTuple):
    """What one option has in a row, with a word `beside` it; `best` where no other has better and some have worse."""

    text: str
    beside: str = ""
    best: bool = False


class Row(NamedTuple):
    label: str
    cells: tuple[Cell, ...]


class Held(NamedTuple):
    """What somebody has already: the option as it stands there, and the choice of which it is one."""

    option: Option
    choice: ChoiceField


def field_at(fields: Iterable[Field], path: str) -> ChoiceField | ListField | None:
    """The choice or the list of this path, among fields or within the entries of a list."""
    for field in fields:
        if isinstance(field, ListField) and path.startswith(f"{field.path}."):
            return field_at((inner for item in field.items for inner in item), path)
        if isinstance(field, ChoiceField | ListField) and field.path == path:
            return field
    return None


def yours(field: ChoiceField | ListField, ticked: Sequence[Option]) -> list[Held]:
    """What is chosen of a choice of one, or what a list has that is like something that is ticked there."""
    if isinstance(field, ChoiceField):
        return [] if field.many else list(_held(field))
    if not (field.offers and field.offers.pick):
        return []
    picks = (one for item in field.items for one in item if one.path.endswith(f".picks.{field.offers.pick}"))
    found = (one for pick in picks if isinstance(pick, ChoiceField) for one in _held(pick))
    return [one for one in found if any(_alike(one.option, other) for other in ticked)]


def _held(field: ChoiceField) -> Iterable[Held]:
    return (Held(option, field) for option in field.options if option.key in field.value)


def _alike(one: Option, other: Option) -> bool:
    """Whether the same number decides about both: that which stands first."""
    return bool(one.figures and other.figures) and one.figures[0].label == other.figures[0].label


def choice_at(fields: Iterable[Field], path: str) -> ChoiceField | None:
    """The choice of this path, among fields or within the entries of a list, or what an entry of that list can be."""
    found = field_at(fields, path)
    return found.offered if isinstance(found, ListField) else found


def differences(options: Sequence[Option]) -> list[Row]:
    """Figures, price and words in which the options are not all alike."""
    rows = [*_figures(options), _prices(options), *_words(options)]
    return [row for row in rows if len({cell[:2] for cell in row.cells}) > 1]


def _figures(options: Sequence[Option]) -> Iterable[Row]:
    """A row for each figure that two or more of them have, and one for the others."""
    of_each = [{figure.label: figure for figure in option.figures} for option in options]
    having = Counter(label for figures in of_each for label in figures)
    alone = [[one for one in option.figures if having[one.label] == 1] for option in options]
    yield Row("Stats", tuple(Cell(", ".join(f"{one.label} {one.value}" for one in own) or NONE) for own in alone))
    for label in (label for label, many in having.items() if many > 1):
        found = [figures.get(label, Deciding(label, NONE)) for figures in of_each]
        best = _best([_number(figure.value) for figure in found], less=any(figure.less for figure in found))
        yield Row(label, tuple(Cell(one.value, one.adds or one.how, won) for one, won in zip(found, best, strict=True)))


def _prices(options: Sequence[Option]) -> Row:
    paid = [0 if one.price == "free" else _number(one.price) if one.price[:1].isdecimal() else None for one in options]
    best = _best(paid, less=True)
    return Row("Price", tuple(Cell(one.price or NONE, "", won) for one, won in zip(options, best, strict=True)))


def _words(options: Sequence[Option]) -> Iterable[Row]:
    told: list[dict[str, str]] = []
    for option in options:
        told.append({"Gives": option.gives, "Kind": option.group, "Not now": option.reason, "In words": option.summary})
        for label, text in option.facts:
            what, _, name = label.partition(": ")
            told[-1][what] = f"{name}: {text}" if name else text
    for label in dict.fromkeys(label for texts in told for label in texts):
        yield Row(label, tuple(Cell(texts.get(label) or NONE) for texts in told))


def _number(text: str) -> int | None:
    found = WHOLE.search(text)
    return int(found[0].replace("−", "-").replace(",", "")) if found else None


def _best(numbers: Sequence[int | None], *, less: bool) -> list[bool]:
    """Which are the best of all; none where they are alike, or one of them is no number."""
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers) or len(set(known)) < 2:
        return [False for _ in numbers]
    best = min(known) if less else max(known)
    return [number == best for number in known]
