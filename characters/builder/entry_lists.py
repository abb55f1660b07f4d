"""A list of entries as a page draws it: a card or a row for each, with fields of its own, and what a new one can be."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, repeat

from django.utils.html import escape
from django.utils.safestring import SafeString

from characters.builder.chooser import Chooser, settled, stays_under_hand
from characters.builder.drawing import (
    DRAWN,
    NOTHING_TYPED,
    Problem,
    Problems,
    Typed,
    TypedWithin,
    draw_part,
    draw_said,
    field_id,
    problems_of,
    typed_in,
)
from characters.builder.pieces import without_bounds
from characters.builder.signs import SIGNS
from characters.builder.widgets import draw_widget
from rules.kernel import Finding, remember
from rules.kernel.pages import ChoiceField, Field, ListField, TextField

OFFERS = SafeString("<!-- offers -->")
"""Where, below the entries of a list, stands what a new one can be. Whatever else could say so has been escaped."""


def draw(
    field: Field, findings: Iterable[Finding] = (), *, by_hand: bool = False, typed: Typed = NOTHING_TYPED
) -> SafeString:
    """The inside of a field's element, as a page shows it.

    `by_hand`: its dice were not rolled here.
    """
    return without_bounds(draw_whole(field, findings, by_hand=by_hand, typed=typed))


def draw_whole(
    field: Field, findings: Iterable[Finding] = (), *, by_hand: bool = False, typed: Typed = NOTHING_TYPED
) -> SafeString:
    """The same with the bounds of its pieces: a pure value of the field and what is wrong with it, so drawn once."""
    if isinstance(field, ListField):
        return with_offers(draw_list(field, findings, typed)[0], draw_offers(field))
    return draw_widget(field, findings, typed, by_hand=by_hand)


def draw_list(field: ListField, findings: Iterable[Finding], typed: Typed) -> tuple[SafeString, SafeString]:
    """A list without what a new entry can be, and its entries by themselves."""
    bare = replace(field, offers=field.offers._replace(options=())) if field.offers else field
    return _draw_list(bare, problems_of(findings), typed_in(field, typed))


@remember(DRAWN)
def _draw_list(field: ListField, problems: Problems, within: TypedWithin) -> tuple[SafeString, SafeString]:
    typed, beside = dict(within), _by_entry(field, problems)
    drawings = (drawing for _, drawing in _signs(field))
    said = (chain(drawings, repeat("")), chain(field.removes, repeat("")), chain(field.worths, repeat("")))
    items = [
        (field_id(path), [(f, field_id(f.path), draw_whole(f, typed=typed)) for f in item], beside[path], *words,
         stays_under_hand(field) or any(isinstance(f, ChoiceField) and settled(f) for f in item))
        for path, item, *words in zip(_entries(field), field.items, *said, strict=False)
    ]  # fmt: skip
    context = {"field": field, "id": field_id(field.path), "items": items, "beside": beside[field.path]}
    entries = draw_part("entries", context)
    return draw_part("list", context | {"entries": entries, "offers": OFFERS}), entries


def with_offers(drawn: SafeString, offers: SafeString) -> SafeString:
    """A list with what a new entry can be where that belongs."""
    return SafeString(drawn.replace(OFFERS, offers, 1))


def draw_offers(field: ListField) -> SafeString:
    """What a new entry of a list can be, a button each; nothing where it begins empty."""
    if not (field.offered and field.offers):
        return SafeString()
    return _draw_offers(field.offered, "+".join((field.offers.pick, *field.offers.flags)))


@remember(DRAWN)
def _draw_offers(offered: ChoiceField, pick: str) -> SafeString:
    known = replace(offered, options=tuple(one for one in offered.options if one.key))
    other = next((option for option in offered.options if not option.key), None)
    adds = f"{offered.path} {pick}"
    context = {"field": known, "chooser": Chooser(known), "other": other, "id": field_id(offered.path), "adds": adds}
    return draw_part("catalogue", context)


def says(field: Field, findings: Iterable[Finding]) -> Iterator[tuple[str, SafeString]]:
    """What is said below a field, apart from the field: what is wrong with it, and of a text what it is about.

    By the id of its own element within the field's, and for a list of those within its entries."""
    problems = problems_of(findings)
    if isinstance(field, ListField):
        for path, own in _by_entry(field, problems).items():
            yield f"{field_id(path)}-says", draw_said("", tuple(own))
    else:
        summary = field.summary if isinstance(field, TextField) else ""
        yield f"{field_id(field.path)}-says", draw_said(summary, problems)


def said_of_all(field: ListField, findings: Iterable[Finding]) -> SafeString:
    """What is wrong with a list, and with no entry of it."""
    return draw_said("", tuple(_by_entry(field, problems_of(findings))[field.path]))


def entry_of(line: tuple[str, SafeString]) -> str:
    """The id of the entry that a line of `says` or `told_of_entries` is about."""
    return line[0].rpartition("-")[0]


def told_of_entries(field: ListField) -> Iterator[tuple[str, SafeString]]:
    """What is said of each entry of a list apart from its fields, by the id of its own element."""
    yield from _signs(field)
    for end, words, usual in (("worth", field.worths, ""), ("gone", field.removes, "Remove")):
        for path, text in zip(_entries(field), words, strict=False):
            yield f"{field_id(path)}-{end}", SafeString(escape(text or usual))


def _signs(field: ListField) -> Iterator[tuple[str, SafeString]]:
    """The drawing on each card of a list, by the id of its own element; it follows what is written on the card."""
    for path, sign in zip(_entries(field), field.signs, strict=False):
        drawing = f'<svg viewBox="0 0 48 48" aria-hidden="true"><path d="{SIGNS[sign]}"></path></svg>'
        yield f"{field_id(path)}-sign", SafeString(drawing)


def _entries(field: ListField) -> list[str]:
    """The paths of a list's entries."""
    return [f"{field.path}.{place}" for place in range(len(field.items))]


def _by_entry(field: ListField, problems: Problems) -> dict[str, list[Problem]]:
    """What is wrong in a list, by the path of the entry it is about, or by the list's own."""
    shared: dict[str, list[Problem]] = {path: [] for path in (field.path, *_entries(field))}
    for problem in problems:
        place = problem.at.removeprefix(f"{field.path}.").partition(".")[0]
        shared.get(f"{field.path}.{place}", shared[field.path]).append(problem)
    return shared
