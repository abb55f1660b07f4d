"""An entry as it will stand and what it does to somebody, before it is saved. Pure: rows and samples in, a preview out.

One entry is read, and one sample twice: without it and with it. Nothing here forbids anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from rules import kernel
from rules.audit.figure_choices import choosing_places, kind_plural, kind_words
from rules.homebrew.bookfile import row_of, sections_of
from rules.homebrew.editions import FieldLine, Words
from rules.homebrew.entry_form import label_of, shape_of
from rules.homebrew.printed import printed
from rules.homebrew.samples import Sample, rulebook_with
from rules.homebrew.trying_beasts import OnBoard, on_board, unlike_printed
from rules.kernel import Build, Entry, Rulebook, RuleError, Sheet, kind_of
from rules.kernel.basics import ask_of, minus
from rules.kernel.basics.wording import shorten
from rules.kernel.books import make_book
from rules.kernel.documents.builds import written
from rules.kernel.pages import Game, percent

UNNAMED = "Unnamed"
KEY = "entry-being-written"
MOST_CHANGES = 12
MOST_FOUND = 4
QUOTES = "'\""
COMPARED = 2
"""Other spells shown beside a new one."""
LOOKED_AT = 30
"""Spells of a sample among which those are looked for."""


class SampleChange(NamedTuple):
    """A number of a sample without the entry and with it; "" where there is none."""

    label: str
    before: str
    after: str


class SampleRoll(NamedTuple):
    """How a sample rolls a spell: the roll and its chance, or why not. `new` is the one being written."""

    label: str
    roll: str
    chance: str
    note: str
    new: bool


@dataclass(frozen=True)
class OnSample:
    """What an entry does to a sample: what they have it as, the numbers that move, how they cast it."""

    name: str
    url: str
    how: str = ""
    changes: tuple[SampleChange, ...] = ()
    more: int = 0
    rolls: tuple[SampleRoll, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Preview:
    """An entry as the book will show it, on a sample, and what to look at again.

    `missing` are questions without an answer yet; `notes` never forbid anything; `board` is there for beasts alone,
    which nobody has on a sheet.
    """

    one: str
    entry: Entry | None
    lines: tuple[FieldLine, ...]
    on: OnSample
    missing: tuple[str, ...]
    notes: tuple[str, ...]
    board: OnBoard | None = None

    @property
    def headline(self) -> str:
        """The preview in a line: what stands in the bar of a phone."""
        if self.board:
            return ", ".join(f"{one.label} {one.value}" for one in self.board.card.figures[:2]) or "Preview"
        for roll in self.on.rolls:
            if roll.new:
                return f"On {self.on.name}: {roll.roll or roll.note}"
        for change in self.on.changes:
            return f"On {self.on.name}: {change.label} {change.before or '–'} → {change.after or '–'}"
        return "Preview"


def preview(
    system: Game, shape: type[Entry], book: kernel.Book, row: Mapping[str, Any], wrong: Mapping[str, str],
    sample: Sample, key: str = "", seed: int = 0,
) -> Preview:  # fmt: skip
    """What a row would be in this book, and what it does to a sample. `wrong` are the fields that don't fit yet, by
    name: they are read as if they were empty. `seed` draws the beasts that are shown of a kind."""
    one, missing = kind_words(shape), tuple(_missing(system, shape, wrong))
    unsaid = OnSample(sample.name, sample.url)
    try:
        entry, within = _placed(system, shape, book, _fitting(system, shape, row, wrong), key or KEY)
    except RuleError as fault:
        return Preview(one, None, (), unsaid, missing, (f"This can’t be shown yet. {fault}",))
    words = Words(system, Rulebook.of((system.core, book)))
    notes = list(_notes(system, shape, entry))
    board = None
    try:
        if system.beasts and isinstance(entry, system.beasts.shape):
            rulebook = Rulebook.of((system.core, within))
            board = on_board(system, system.beasts, entry, rulebook, sample, seed)
            notes.extend(unlike_printed(system, system.beasts, entry, rulebook))
        lines, on = tuple(words.told(entry)), unsaid if board else _on(system, entry, within, sample, notes)
    except Exception as fault:  # rules are code: over a row that nobody thought of they may raise anything
        lines, on = (), unsaid
        notes.append(_untried(fault, sample.name))
    return Preview(one, entry, lines, on, missing, tuple(notes), board)


def _untried(fault: Exception, name: str) -> str:
    """Why an entry can't be tried, in a sentence: the rules' own where they said one, else what they stumbled over."""
    if isinstance(fault, RuleError):
        return f"This can’t be tried on {name} yet. {fault}"
    if isinstance(fault, LookupError):
        return f"This can’t be tried on {name} yet: it names “{shorten(str(fault).strip(QUOTES))}”, which isn’t there."
    return f"This can’t be tried on {name} yet: check again what you filled in last."


def _missing(system: Game, shape: type[Entry], wrong: Mapping[str, str]) -> Iterator[str]:
    asked = {field.name: ask_of(field).question or label_of(field) for field in shape_of(shape, system).fields}
    for name, sentence in wrong.items():
        yield f"{asked.get(name.partition('-')[0], name)}: {sentence[:1].lower()}{sentence[1:]}"


def _fitting(system: Game, shape: type[Entry], row: Mapping[str, Any], wrong: Mapping[str, str]) -> dict[str, Any]:
    """The row without what doesn't fit; what has to be said is said as shortly as can be."""
    bad = {name.partition("-")[0] for name in wrong}
    kept = {name: value for name, value in row.items() if name not in bad}
    told = shape_of(shape, system)
    for field in told.fields:
        if field.name not in kept and field.default is MISSING and not ask_of(field).auto:
            kept[field.name] = _nothing(told.hints[field.name], field)
    return {**kept, "name": kept.get("name") or UNNAMED}


def _nothing(hint: Any, field: Field[Any]) -> Any:
    ask = ask_of(field)
    if hint is int:
        return ask.low or 0
    if hint is bool:
        return False
    return (ask.among[0] if ask.among else "") if hint is str else []


def _placed(
    system: Game, shape: type[Entry], book: kernel.Book, row: Mapping[str, Any], key: str
) -> tuple[Entry, kernel.Book]:
    """The entry, and the book with it in the place of the one with its key."""
    kind = kind_of(shape)
    whole = row_of(system, kind, key, row)
    made = make_book(vars(book.cover), sections_of(system), {kind: [whole]}, system.kinds)
    entry = made.entries[kind][key]
    shelf = MappingProxyType({**book.entries.get(kind, {}), key: entry})
    return entry, kernel.Book(book.cover, made.sections, MappingProxyType({**book.entries, kind: shelf}))


# On somebody


def _on(system: Game, entry: Entry, book: kernel.Book, sample: Sample, notes: list[str]) -> OnSample:
    kind = kind_of(type(entry))
    rulebook = rulebook_with(system, sample, book)
    before = system.read(sample.build, Rulebook.of((system.core, *sample.books)), sample.table)
    had = _having(system, rulebook, entry, sample.build)
    if had is None:
        if entry.effects or entry.requires:
            notes.append(f"No character can have {_a(kind_words(type(entry)).lower())}, so its bonuses do nothing.")
        return OnSample(sample.name, sample.url)
    books = sample.table.books
    played = books if books is None else books | {book.cover.edition_ref}  # it is tried as if the table used it
    after = system.read(had, rulebook, replace(sample.table, books=played))
    changes = list(_changes(before, after))
    notes.extend(_idle(entry, before, after, sample.name))
    notes.extend(_found(before, after, sample.name))
    rolls: tuple[SampleRoll, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    if system.casts and kind == "spell":
        rolls, terms = _rolls(system, entry, after)
    return OnSample(
        sample.name, sample.url, _instead(before, after, kind), tuple(changes[:MOST_CHANGES]),
        max(0, len(changes) - MOST_CHANGES), rolls, terms,
    )  # fmt: skip


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _having(system: Game, rulebook: Rulebook, entry: Entry, build: Build) -> Build | None:
    """The build of somebody who has the entry, chosen wherever the game offers it; None where it offers it nowhere."""
    document = {name: value for name, value in written(build).items() if name != "name"}
    place = next(choosing_places(system, rulebook, entry.key), None)
    if place is not None:
        listed, _, within = place.path.partition(".")
        if within:
            lines = [*document.get("entries", {}).get(listed, []), {"picks": {within: entry.key}}]
            document["entries"] = {**document.get("entries", {}), listed: lines}
        else:
            picks = document.get("picks", {})
            old = picks.get(place.path, ())
            many = [*([old] if isinstance(old, str) else old), entry.key]
            document["picks"] = {**picks, place.path: many if place.many else entry.key}
    elif entry.key in system.names(rulebook).scores:
        document["scores"] = {**document.get("scores", {}), entry.key: 1}
    else:
        return None
    for grant in getattr(entry, "grants", ()):
        single = next((option for option in grant.options if not option.startswith("group:")), "")
        if grant.pick and single:
            document["picks"] = {**document.get("picks", {}), grant.pick: single}
    return Build.parse(document, build.name)


def _instead(before: Sheet, after: Sheet, kind: str) -> str:
    """Who or what the sample is without the entry, where there is only one of a kind."""
    was, now = before.chosen.get(kind, ()), after.chosen.get(kind, ())
    return was[0].name if len(was) == len(now) == 1 and was[0].key != now[0].key else ""


def _changes(before: Sheet, after: Sheet) -> Iterator[SampleChange]:
    for key in dict.fromkeys((*after.figures, *before.figures)):
        was, now = before.figures.get(key), after.figures.get(key)
        label = (now or was).label  # type: ignore[union-attr]  # one of them has the key
        old, new = (minus(one.value) if one else "" for one in (was, now))
        if old != new:
            yield SampleChange(label, old, new)
    for key, budget in after.budgets.items():
        known = before.budgets.get(key)
        for what in ("spent", "allowed"):
            old, new = (minus(getattr(one, what).value) if one else "" for one in (known, budget))
            if old != new:
                yield SampleChange(f"{budget.label}: {what}", old, new)


def _idle(entry: Entry, before: Sheet, after: Sheet, name: str) -> Iterator[str]:
    """Bonuses that move nothing on the sample, or a number below nothing."""
    for effect in entry.effects:
        was, now = before.figures.get(effect.to), after.figures.get(effect.to)
        if was and now and now.value < 0 <= was.value:
            yield f"{now.label} falls below 0 on {name}: it would be {minus(now.value)}."
        if was and now and was.value == now.value and effect.amount:
            sign = "−" if effect.amount < 0 else "+"
            yield f"{sign}{abs(effect.amount)} {now.label} changes nothing on {name}: it stays {minus(now.value)}."


def _found(before: Sheet, after: Sheet, name: str) -> Iterator[str]:
    had = {(finding.code, finding.message) for finding in before.findings}
    new = (finding for finding in after.findings if (finding.code, finding.message) not in had)
    for finding in islice(new, MOST_FOUND):
        yield f"On {name}: {finding.message}"


def _rolls(system: Game, entry: Entry, sheet: Sheet) -> tuple[tuple[SampleRoll, ...], tuple[tuple[str, str], ...]]:
    """How the sample casts it, beside a few spells that they cast already; and the terms of the new roll."""
    best = system.casting(sheet, entry, {})
    rolls = [_roll(entry, best, new=True)]
    known = [spell for spell in sheet.spells[:LOOKED_AT] if spell.key != entry.key]
    rolls += [_roll(spell, system.casting(sheet, spell, {}), new=False) for spell in known[:COMPARED]]
    terms = [(term.label, minus(term.amount)) for term in best.pool.terms] if best.dice is not None else []
    return tuple(rolls), ((*terms, (best.pool.label, minus(best.pool.value))) if terms else ())


def _roll(spell: Entry, check: Any, *, new: bool) -> SampleRoll:
    if check.dice is None:
        return SampleRoll(spell.name, "", "", check.note, new)
    return SampleRoll(spell.name, str(check.dice), percent(check.dice.odds().success), "", new)


# What to look at again


def _notes(system: Game, shape: type[Entry], entry: Entry) -> Iterator[str]:
    """Where an entry is unlike every printed one."""
    known, many = printed(shape, system), kind_plural(shape).lower()
    same = next((one for one in known.things if one.name.casefold() == entry.name.strip().casefold()), None)
    if same is not None and same.key != entry.key:
        yield f"The core book has “{same.name}” too. Players will see both."
    if len(known.things) < 2:
        return
    for field in fields(entry):
        ask, value = ask_of(field), getattr(entry, field.name)
        label = ask.question or label_of(field)
        if ask.auto or field.name in ("page", "retired", "aliases", "effects", "requires"):
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            span = known.span(field.name)
            if span and not span.low <= value <= span.high:
                yield f"{label} is {minus(value)}. {span.words(many)}"
        elif isinstance(value, tuple):
            lengths = known.lengths(field.name)
            if lengths and len(value) > lengths.high > 0:
                yield f"{label}: {len(value)}. Printed {many} have {minus(lengths.high)} at most."
