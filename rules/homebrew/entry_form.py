"""The form of an entry, made from the shape of its kind: what it asks, what was said, and the row that comes of it.

What a form says is *flat*: each input by its name with everything sent under it (`effects-0-amount` → `["2"]`), as a
browser posts it but for `SENT`. `flatten` makes that of a row, `parse` a row of that, and `draw` the inputs to show.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

from rules.audit.figure_choices import Choice, choices, kind_plural, said
from rules.homebrew.form_inputs import Input, Rows
from rules.homebrew.printed import printed
from rules.kernel import Entry, Rulebook, kind_of
from rules.kernel.basics import Ask, ask_of, minus
from rules.kernel.documents.builds import NAME_LIMIT, TEXT_LIMIT, text_fault
from rules.kernel.pages import Game

Flat = Mapping[str, Sequence[str]]
Row = dict[str, Any]

GIVEN = frozenset({"key", "section", "page", "retired", "book", "short", "origin", "url", "sure"})
"""What every entry has and nobody writes."""
FIRST, LAST = ("name", "summary"), ("effects", "requires", "aliases")
SPARE = 1
"""Empty rows at the end of a list."""
MORE = 1
"""Rows that "add another" brings."""
MOST_ROWS = 60
MOST_SHOWN = 80
"""Rows that are shown again, however many were sent."""
MOST_LINES = 200
HIGHEST = 10_000
LONG = 70
"""A text of the core book longer than this makes its input a box of several lines."""
FEW = 24
"""A word that the core book takes from at most so many is suggested."""


class Shape:
    """The fields of a dataclass in the order they are asked, with what each wants."""

    def __init__(self, shape: type[Any], core: Sequence[Any] = ()) -> None:
        self.hints = get_type_hints(shape)
        every = {
            field.name: field for field in fields(shape) if field.name not in GIVEN or not issubclass(shape, Entry)
        }
        between = [name for name in every if name not in (*FIRST, *LAST)]
        order = (*(n for n in FIRST if n in every), *between, *(n for n in LAST if n in every))
        self.fields: tuple[Field[Any], ...] = tuple(every[name] for name in order)
        self._core = core
        rows = ((field.name, self.row_of(field)) for field in self.fields)
        self.lists: Mapping[str, type[Any]] = {name: inner for name, inner in rows if inner is not None}

    def row_of(self, field: Field[Any]) -> type[Any] | None:
        """The dataclass of a field that is a list of rows."""
        hint = self.hints[field.name]
        inner = get_args(hint)[0] if get_origin(hint) is tuple else None
        return inner if inner is not None and is_dataclass(inner) else None  # type: ignore[return-value]

    def kind(self, field: Field[Any], ask: Ask) -> str:
        """What sort of input asks for it."""
        hint = self.hints[field.name]
        if ask.auto:
            return "hidden"
        if hint is bool:
            return "tick"
        if hint is int:
            return "whole"
        if get_origin(hint) is tuple:
            return "several" if ask.of else "lines"
        if ask.of or ask.among:
            return "select"
        return "long" if self._is_long(field.name) else "text"

    def required(self, field: Field[Any]) -> bool:
        """Whether something must be said: a name, a summary, a number without a usual one, a choice that no entry of
        the core book leaves open."""
        ask = ask_of(field)
        kind = self.kind(field, ask)
        if kind == "whole":
            return field.default is MISSING
        if kind != "select":
            return field.name in FIRST
        return field.default is MISSING and "" not in ask.among and "" not in self._values(field.name)

    def _values(self, name: str) -> list[str]:
        return [getattr(entry, name) for entry in self._core]

    def _is_long(self, name: str) -> bool:
        return name == "summary" or any(len(value) > LONG for value in self._values(name))

    def is_free(self, name: str) -> bool:
        """Whether a field of text has words that may recur."""
        return name != "name" and not self._is_long(name)

    def suggested(self, name: str) -> tuple[str, ...]:
        """The words that the core book uses here, where it has a few that recur."""
        if not self.is_free(name):
            return ()
        values = [value for value in self._values(name) if value]
        found = sorted(set(values))
        return tuple(found) if len(found) <= FEW and len(found) < len(values) else ()


def label_of(field: Field[Any]) -> str:
    """What a field is called on pages."""
    return ask_of(field).label or said(field.name)


def shape_of(kind: type[Any], system: Game) -> Shape:
    """The shape of a kind of entry, or of a row within one."""
    return _shape(cast(Hashable, kind), system)


@cache
def _shape(kind: Any, system: Game) -> Shape:
    return Shape(kind, tuple(system.core.entries.get(kind_of(kind), {}).values()))


# A row as a form


def flatten(kind: type[Any], system: Game, row: Mapping[str, Any], before: str = "") -> dict[str, list[str]]:
    """The row as a form would send it. Of a row that does not fit its kind, such as an older release's, what can be."""
    shape = shape_of(kind, system)
    flat: dict[str, list[str]] = {}
    given = {key.replace("-", "_"): value for key, value in row.items()}
    for field in shape.fields:
        name, value = f"{before}{field.name}", given.get(field.name)
        inner = shape.row_of(field)
        if inner is not None:
            for n, each in enumerate(value if isinstance(value, list | tuple) else ()):
                flat |= flatten(inner, system, each if isinstance(each, Mapping) else {}, f"{name}-{n}-")
        elif value is not None:
            flat[name] = _sent(shape.kind(field, ask_of(field)), value)
    return flat


def _sent(kind: str, value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["on"] if value else []
    words = [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]
    return ["\n".join(words)] if kind == "lines" else words


# A form as a row


def parse(kind: type[Any], system: Game, flat: Flat) -> tuple[Row, dict[str, str]]:
    """The row a form stands for, and what is wrong with it: name of the input to sentence."""
    errors: dict[str, str] = {}
    return _parse(kind, system, flat, "", errors), errors


def _parse(kind: type[Any], system: Game, flat: Flat, before: str, errors: dict[str, str]) -> Row:
    shape = shape_of(kind, system)
    row: Row = {}
    for field in shape.fields:
        name, inner = f"{before}{field.name}", shape.row_of(field)
        if inner is not None:
            value: Any = [
                _parse(inner, system, flat, f"{name}-{n}-", errors)
                for n in _places(flat, name)
                if _filled(flat, name, n, inner)
            ]
            if len(value) > MOST_ROWS:
                errors[name] = f"You can add up to {MOST_ROWS}."
        else:
            value, error = _meant(shape, field, flat.get(name, ()))
            if error:
                errors[name] = error
        if value != _default(field):
            row[field.name] = value
    errors.update({f"{before}{field.name}": fault for field, fault in _together(shape.fields, row)})
    return row


def _default(field: Field[Any]) -> Any:
    return list(field.default) if isinstance(field.default, tuple) else field.default


def _together(every: Sequence[Field[Any]], row: Mapping[str, Any]) -> Iterator[tuple[Field[Any], str]]:
    """Fields that are said beside another they stand instead of, left out beside one that needs them, or less than
    one that they begin from."""
    named = {field.name: field for field in every}
    for field in every:
        ask = ask_of(field)
        if field.name in row and ask.instead_of in row:
            yield field, f"Fill in this or “{label_of(named[ask.instead_of])}”, not both."
        if ask.needed and field.name not in row and _said_in(row, named[ask.needed[0]]) in ask.needed[1:]:
            yield (
                field,
                "Choose one." if ask.of or ask.among else f"Fill in this or “{label_of(named[ask.needed[0]])}”.",
            )
        if ask.least:
            least, most = _said_in(row, named[ask.least]), _said_in(row, field)
            if isinstance(least, int) and isinstance(most, int) and most < least:
                yield field, f"“{label_of(named[ask.least])}” is {minus(least)}, so {minus(least)} is the minimum."


def _said_in(row: Mapping[str, Any], field: Field[Any]) -> Any:
    return row.get(field.name, field.default)


def misfits(thing: Any) -> Iterator[tuple[str, str]]:
    """What the form would refuse of an entry that came another way, also in its rows: label of the field, sentence."""
    every = fields(thing)
    row = {field.name: value for field in every if (value := getattr(thing, field.name)) != field.default}
    for field in every:
        value = getattr(thing, field.name)
        for inner in value if isinstance(value, tuple) else ():
            yield from misfits(inner) if is_dataclass(inner) else ()
        if isinstance(value, int) and (fault := beyond(field, value)):
            yield label_of(field), fault
    yield from ((label_of(field), fault) for field, fault in _together(every, row))


def _places(flat: Flat, name: str) -> list[int]:
    """The numbers of the rows that were sent for a list."""
    found = {key.removeprefix(f"{name}-").partition("-")[0] for key in flat if key.startswith(f"{name}-")}
    return sorted(int(place) for place in found if place.isdecimal() and len(place) <= 6)


def _filled(flat: Flat, name: str, place: int, inner: type[Any]) -> bool:
    """Whether a person said anything in a row; what the site fills in by itself does not count."""
    asked = (f"{name}-{place}-{field.name}" for field in fields(inner) if not ask_of(field).auto)
    return any(value.strip() for key in asked for value in flat.get(key, ()))


def _meant(shape: Shape, field: Field[Any], sent: Sequence[str]) -> tuple[Any, str]:
    """The value that was sent for a field, and what is wrong with it."""
    ask = ask_of(field)
    kind = shape.kind(field, ask)
    text = _said_last(sent, kind).replace("\r\n", "\n").strip()
    hint = shape.hints[field.name]
    if kind == "tick" or hint is bool:
        return bool(sent), ""
    if hint is int:
        return _whole(text, field)
    if get_origin(hint) is tuple:
        lines = [line.strip() for line in (text.split("\n") if kind == "lines" else sent)]
        found = [line for line in lines if line]
        return found, _texts(found)
    if not text and shape.required(field):
        return "", "Choose one." if kind == "select" else "Enter a value."
    if ask.among and text not in ask.among:
        return text, "Choose from the list."
    limit = TEXT_LIMIT if kind == "long" else NAME_LIMIT
    fault = text_fault(text, limit)
    return text, f"It {fault}." if fault else ""


def _said_last(sent: Sequence[str], kind: str) -> str:
    """What was sent for a field; of a text its own words, which come behind the usual answer that was pressed."""
    if kind == "text":
        return next((one for one in reversed(sent) if one.strip()), "")
    return sent[0] if sent else ""


def _texts(found: Sequence[str]) -> str:
    if len(found) > MOST_LINES:
        return f"You can add up to {MOST_LINES}."
    fault = next((fault for line in found if (fault := text_fault(line, TEXT_LIMIT))), "")
    return f"One of these {fault}." if fault else ""


def _whole(text: str, field: Field[Any]) -> tuple[Any, str]:
    if not text and field.default is not MISSING:
        return field.default, ""
    number = text.replace("−", "-").removeprefix("+")
    if not number.removeprefix("-").isdecimal():
        return text, "Enter a whole number."
    if len(number) > 12:
        return text, f"{HIGHEST:,} is the maximum."
    value = int(number)
    return value, beyond(field, value) or ("" if abs(value) <= HIGHEST else f"Enter −{HIGHEST:,} to {HIGHEST:,}.")


def beyond(field: Field[Any], value: int) -> str:
    """Which bound of a field a number is beyond, as a sentence, or ""."""
    ask = ask_of(field)
    if ask.low is not None and value < ask.low:
        return f"{minus(ask.low)} is the minimum."
    return f"{ask.high:,} is the maximum." if ask.high is not None and value > ask.high else ""


# What is shown


def draw(
    kind: type[Entry],
    system: Game,
    rulebook: Rulebook,
    flat: Flat,
    errors: Mapping[str, str] | None = None,
    more: str = "",
) -> tuple[Input | Rows, ...]:
    """Every input of the form. `more` names the list that shall have a few more empty rows."""
    drawing = _Drawing(system, rulebook, flat, errors or {}, more)
    return tuple(drawing.inputs(kind, ""))


@dataclass(frozen=True)
class _Drawing:
    system: Game
    rulebook: Rulebook
    flat: Flat
    errors: Mapping[str, str]
    more: str

    def inputs(self, kind: type[Any], before: str) -> Iterator[Input | Rows]:
        shape = shape_of(kind, self.system)
        for field in shape.fields:
            inner = shape.row_of(field)
            yield self.rows(kind, inner, field, before) if inner is not None else self.input(kind, field, before)

    def rows(self, kind: type[Any], inner: type[Any], field: Field[Any], before: str) -> Rows:
        name, ask = f"{before}{field.name}", ask_of(field)
        filled = [n for n in _places(self.flat, name) if _filled(self.flat, name, n, inner)][:MOST_SHOWN]
        spare = filled[-1] + 1 if filled else 0
        places = (*filled, *range(spare, spare + SPARE + (MORE if self.more == name else 0)))
        rows = tuple(tuple(one for one in self.inputs(inner, f"{name}-{n}-") if isinstance(one, Input)) for n in places)
        if self.more == name:
            at = len(rows) - MORE
            rows = (*rows[:at], (replace(rows[at][0], focus=True), *rows[at][1:]), *rows[at + 1 :])
        error, told = self.errors.get(name, ""), _help(ask, inner, field)
        seldom = self.is_seldom(kind, field)
        return Rows(name, label_of(field), told, rows, error, question=ask.question, seldom=seldom)

    def is_seldom(self, kind: type[Any], field: Field[Any]) -> bool:
        """Whether a field is folded away: its declaration says so, or that few printed entries fill it in."""
        ask = ask_of(field)
        if ask.seldom is not None:
            return ask.seldom
        if shape_of(kind, self.system).required(field):
            return False
        if field.name == "effects":
            return len([one for one in shape_of(kind, self.system).fields if not ask_of(one).auto]) > MANY_OF_ITS_OWN
        return field.name in SELDOM or printed(kind, self.system).is_rare(field.name)

    def input(self, kind: type[Any], field: Field[Any], before: str) -> Input:
        shape, known = shape_of(kind, self.system), printed(kind, self.system)
        name, ask = f"{before}{field.name}", ask_of(field)
        sort = shape.kind(field, ask)
        blank = ask.called("") or (OPEN if "none" in ask.among else NOTHING)
        offered = tuple(Choice(word, ask.called(word) or said(word) if word else blank) for word in ask.among)
        if ask.of:
            offered = choices(self.system, self.rulebook, ask.of)
        if ask.of == "figure":  # such as the bite of a beast, which no character has
            there = {choice.key for choice in offered}
            beside = (key for key in known.often(field.name) if key not in there)
            offered = (*offered, *(Choice(key, said(key), "Printed elsewhere") for key in beside))
        if sort == "select" and "" not in ask.among:
            offered = (Choice("", blank), *offered)
        sent = tuple(self.flat.get(name, ()))
        if not sent and sort == "whole" and isinstance(field.default, int) and not before:
            sent = (str(field.default),)
        free = sort == "text" and shape.is_free(field.name)
        if sort == "text":
            sent = (_said_last(sent, sort),)
        usual = known.common(field.name) if free and not before else ()
        span = known.span(field.name) if sort == "whole" and not before else None
        return Input(
            name,
            label_of(field),
            sort,
            sent,
            _help(ask, None, field),
            offered,
            shape.suggested(field.name) if free else (),
            not before and shape.required(field),
            self.errors.get(name, ""),
            question=ask.question,
            likely=known.often(field.name) if ask.of else (),
            usual=tuple(Choice(word, ask.called(word) or word) for word in usual),
            printed=span.words(kind_plural(kind).lower()) if span else "",
            seldom=self.is_seldom(kind, field),
            within=bool(before),
        )


def _help(ask: Ask, inner: type[Any] | None, field: Field[Any]) -> str:
    """What helps to fill in a field; for a list with what helps in each of its rows."""
    told = [ask.help or HELP.get(field.name, "")]
    for one in fields(inner) if inner else ():
        known = ask_of(one)
        if known.help:
            told.append(f"{known.label}: {known.help[:1].lower()}{known.help[1:]}")
    return " ".join(filter(None, told))


NOTHING, OPEN = "None", "Left open"
"""What stands for a choice that is left open; where none is an answer of its own, the other."""
SELDOM = ("requires", "aliases")
MANY_OF_ITS_OWN = 11
"""A kind with more questions than this says by them what it does, and seldom by bonuses."""
HELP = {"summary": "One or two sentences, in your own words.", "name": "What players will call it."}
