"""The fields of a step as they stand on its page: the parts of each that move by themselves, and their groups."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

from characters.builder.chooser import MANY
from characters.builder.dots import note
from characters.builder.drawing import (
    NOTHING_TYPED,
    Line,
    Problems,
    Typed,
    TypedWithin,
    draw_part,
    field_id,
    problems_of,
    typed_in,
)
from characters.builder.entry_lists import draw_list, draw_offers, draw_whole, said_of_all, with_offers
from characters.builder.page_state import mark
from characters.builder.pieces import Pieces, left_out, pieces_of, without_bounds
from characters.builder.spreading import draw_spread, evenly_priced
from characters.builder.widgets import FOLLOW, draw_rating, whole_rating
from rules.kernel import Budget, Finding, Sheet, remember
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import ChoiceField, Field, Head, ListField, RatingField
from rules.kernel.pages.panels import MOST_DOTS

NOTHING = SafeString()
RATINGS: BoundedCache[Any, Any] = BoundedCache(16 * MIB)
"""Ratings with all that is said of them: most pages are many of these, and a click moves few."""
RATED: BoundedCache[tuple[str, bytes], bytes] = BoundedCache(MIB)
"""Of ratings that were drawn here, by their element and the mark of their own part, the marks of their pieces: dots are
too many for a page to tell of each. What another process drew, or nobody remembers, is sent as a whole."""


@dataclass(frozen=True)
class Drawn:
    """A field with its element's id and its inside: the `own` part of it, and lines that move without it.

    What tells of it elsewhere on the page is `outside`; one that stands `inside` another is drawn there, as what it
    brings. `rest` is all of it but its lines, where those are many. The bounds of its pieces are in what is drawn; the
    own part of a rating has none, and what it is made of is `pieced`."""

    field: Field
    id: str
    html: SafeString
    own: SafeString
    lines: tuple[Line, ...] = ()
    outside: tuple[Line, ...] = ()
    inside: bool = False
    rest: tuple[Line, ...] = ()
    brings: SafeString = NOTHING
    pieced: Pieces | None = None

    @property
    def room(self) -> str:
        """How much may be bought of a rating with a stepper that stands there."""
        told = note(self.field) if isinstance(self.field, RatingField) and self.stepped and self.html else None
        return str(told.room) if told and told.reason and told.full else ""

    @cached_property
    def inside_page(self) -> SafeString:
        """All of it, dots marked that there is no room for. What is bought elsewhere moves those, so its own part does
        not tell; the script reads it in the note of an answer."""
        if not isinstance(self.field, RatingField):
            return without_bounds(self.html)
        html, told = self.html, note(self.field)
        if told.shape == "dots" and told.reason:
            for number in range(told.room + 1, MOST_DOTS + 1):
                html = SafeString(
                    html.replace(f'empty" data-buys="{number}"', f'empty beyond" data-buys="{number}"', 1)
                )
        return html

    @property
    def stepped(self) -> bool:
        """Whether it is a number with a button on either side."""
        return isinstance(self.field, RatingField) and self.field.style == "stepper"

    @cached_property
    def marks(self) -> bytes:
        """A mark of each of its parts: its own, and of a rating what moves without that, of a choice what is chosen, of
        a list what a new entry can be."""
        if isinstance(self.field, ChoiceField):
            return pieces_of(self.own, ticks=False).mark + mark("\n".join(self.field.value))
        if isinstance(self.field, ListField):
            return b"".join(part.mark for part in self.pieces)
        own = mark(self.own)
        if not (self.lines or isinstance(self.field, RatingField)):
            return own
        return own + mark("".join(html for _, html in (*self.lines, *self.outside)))

    @cached_property
    def pieces(self) -> tuple[Pieces, ...]:
        """What of it is made of pieces: a choice outside of a grid, a list, what a new entry of that can be."""
        if isinstance(self.field, ChoiceField):
            return () if self.field.place else (pieces_of(self.own, ticks=False),)
        listed = isinstance(self.field, ListField)
        return tuple(pieces_of(html) for html in (self.own, *(html for _, html in self.lines))) if listed else ()

    def anew(self, beside: bool, shown: Sequence[bytes] = ()) -> Iterator[Line]:
        """It drawn anew: a list that offers what its entries can be in its parts, and the offers only if they moved.

        What the page has of its pieces is `shown`, and left out; empty where that may stand otherwise by now."""
        held = shown[0] if shown else b""
        if self.rest:
            (place, entries), *others = self.rest
            yield place, left_out(pieces_of(entries), held)
            yield from others
            yield from self.lines_anew(shown) if beside else ()
        elif self.pieces:
            told = left_out(self.pieces[0], held)
            yield self.id, SafeString(told.replace(FOLLOW, without_bounds(self.brings), 1))
        elif self.pieced:
            yield self.id, whole_rating(left_out(self.pieced, held), *(html for _, html in self.lines))
        else:
            yield self.id, self.html

    def rated(self, shown: bytes) -> Sequence[bytes]:
        """What a page has of the pieces of a rating whose own part has this mark there, if anybody remembers."""
        held = RATED.peek((self.id, shown)) if self.pieced else None
        return () if held is None else (held,)

    @property
    def says(self) -> bool:
        """Whether a line of it that often has no words has any."""
        return any(html for _, html in self.lines[1:])

    def lines_anew(self, shown: Sequence[bytes], said: bool = True) -> Iterator[Line]:
        """What moves without it, drawn anew; what says nothing only where the page has something `said` there."""
        if not self.rest:
            yield from (line for line in self.lines if line[1] or said)
            return
        for place, (name, _) in enumerate(self.lines, 1):
            yield name, left_out(self.pieces[place], shown[place] if shown else b"")


def drawn(field: Field, sheet: Sheet, by_hand: frozenset[str] = frozenset(), typed: Typed = NOTHING_TYPED) -> Drawn:
    """A field as it stands; `by_hand` are the keys of dice that were not rolled here."""
    findings = sheet.at(field.path)
    if isinstance(field, RatingField):
        return _drawn_rating(field, problems_of(findings), typed_in(field, typed))
    if isinstance(field, ListField) and field.offers:
        return _drawn_list(field, tuple(findings), typed)
    html = draw_whole(field, findings, by_hand=field.path.removeprefix("rolls.") in by_hand, typed=typed)
    return Drawn(field, field_id(field.path), html, html)


@remember(RATINGS)
def _drawn_rating(field: RatingField, problems: Problems, within: TypedWithin) -> Drawn:
    place, (own, words, said) = field_id(field.path), draw_rating(field, problems, within)
    drawn = pieces_of(own)
    RATED.keep((place, mark(drawn.html)), drawn.marks)
    lines = ((f"note-{place}", words), (f"{place}-says", said))
    return Drawn(field, place, whole_rating(drawn.html, words, said), drawn.html, lines, pieced=drawn)


def _drawn_list(field: ListField, findings: Sequence[Finding], typed: Typed) -> Drawn:
    """A list, and apart from it what a new entry can be."""
    place, (own, entries), offers = field_id(field.path), draw_list(field, findings, typed), draw_offers(field)
    title = SafeString(escape(field.offers.title if field.offers else ""))
    rest = (
        (f"{place}-list", entries), (f"{place}-sum", SafeString(escape(field.summary))), (f"{place}-new", title),
        (f"{place}-says", said_of_all(field, findings)),
    )  # fmt: skip
    return Drawn(field, place, with_offers(own, offers), own, ((f"{place}-offers", offers),), rest=rest)


def followed(made: list[Drawn]) -> list[Drawn]:
    """The same, with what a choice brings inside the entry that is chosen there; where none is, it stays below."""
    hosts: dict[str, list[Drawn]] = {one.field.path: [] for one in made if FOLLOW in one.own}
    if not hosts:
        return made
    for one in made:
        if (host := _host(one)) in hosts:
            hosts[host].append(one)

    def whole(one: Drawn) -> Drawn:
        brought = [whole(other) for other in hosts.get(one.field.path, ())]
        brings = _draw_follow(brought)
        html = SafeString(one.html.replace(FOLLOW, brings, 1))
        return replace(one, html=html, inside=_host(one) in hosts, brings=brings)

    return [whole(one) for one in made]


def _host(made: Drawn) -> str:
    return made.field.within if isinstance(made.field, ChoiceField) else ""


def _draw_follow(fields: Sequence[Drawn]) -> SafeString:
    many = any(isinstance(one.field, ChoiceField) and len(one.field.options) > MANY for one in fields)
    return draw_part("follow", {"fields": fields, "many": many}) if fields else SafeString()


@dataclass(frozen=True)
class FieldGroup:
    """Neighbouring fields under one title; `budget` where all of a budget's fields are in it. The first group of a
    budget may `spread` the rest of that `pool`. `head` is what all of them start from."""

    title: str
    kind: str
    budget: Budget | None
    fields: tuple[Drawn, ...]
    pool: Budget | None = None
    spread: SafeString | None = None
    head: Head | None = None

    @property
    def kinds(self) -> frozenset[str]:
        """What any of its ratings is found by."""
        ratings = (one.field for one in self.fields if isinstance(one.field, RatingField))
        return frozenset(kind for rating in ratings for kind in rating.kinds)


def groups(made: Sequence[Drawn], sheet: Sheet, heads: Mapping[str, Head] = MappingProxyType({})) -> list[FieldGroup]:
    """A step's fields in runs of one title and kind; those with a place are in the grid, and none is there that stands
    inside another."""
    made = [one for one in made if not one.inside]
    rated: dict[str, list[RatingField]] = {}
    for one in made:
        if isinstance(one.field, RatingField) and not place_of(one.field):
            rated.setdefault(one.field.budget, []).append(one.field)
    found = []
    for (title, kind), run in groupby(made, _title_and_kind):
        fields = tuple(run)
        first = fields[0].field
        key = first.budget if isinstance(first, RatingField) and kind == "rate" else ""
        alone = key in rated and len(rated[key]) == len(fields)
        pool = sheet.budgets.get(key) if key in rated and rated[key][0] is first else None
        spread = None
        if pool:  # its place is there also while there is no such button
            even = evenly_priced(sheet, rated[key])
            spread = draw_spread(pool, rated[key], title if alone else "") if even else NOTHING
        own = sheet.budgets.get(key) if alone else None
        found.append(FieldGroup(title, kind, own, fields, pool, spread, heads.get(title)))
    return found


def _title_and_kind(made: Drawn) -> tuple[str, str]:
    return made.field.group, "grid" if place_of(made.field) else made.field.kind


def place_of(field: Field) -> tuple[str, str] | None:
    """The row and the column of a field that stands in a grid."""
    return field.place if isinstance(field, RatingField | ChoiceField) else None
