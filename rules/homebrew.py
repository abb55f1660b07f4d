"""What is wrong with a book that a player wrote, in sentences. Pure: kernel books in, faults out.

Nothing here decides whether a character is legal. It asks whether the book can be played with at all: that what its
entries name is there, that no two numbers feed each other, and that the game still reads its characters with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from rules.kernel import (
    Book,
    Build,
    CircleError,
    Entry,
    Rulebook,
    System,
    Table,
    ask_of,
    listed,
    nearest,
    shorten,
)
from rules.leads import entries_of, lost_grants, lost_picks
from rules.numbers import ALLOWED, TABLES, Choice, allowances, builds, choices, choosable, choosing, figures, said


@dataclass(frozen=True)
class Fault:
    """Something to mend before a book is published: where (`spell.key`, "" for the book), what, and how."""

    place: str
    sentence: str
    hint: str

    @property
    def kind(self) -> str:
        return self.place.partition(".")[0]

    @property
    def key(self) -> str:
        return self.place.partition(".")[2]


class Clash(NamedTuple):
    """Books that cannot be read together, as few as bring it about, and why."""

    books: tuple[Book, ...]
    fault: Fault


def faults(book: Book, system: System) -> tuple[Fault, ...]:
    """Everything that is wrong with one book beside its game's own, the plainest first."""
    return _wrong(Played((book,), system))


def together(books: Sequence[Book], system: System) -> Clash | None:
    """Why books that are sound by themselves cannot be read as one, None where they can."""
    few, found = tuple(books), _between(books, system)
    for book in books:
        fewer = tuple(one for one in few if one is not book)
        if found and (still := _between(fewer, system)):
            few, found = fewer, still
    return Clash(few, found[0]) if found else None


def _between(books: Sequence[Book], system: System) -> tuple[Fault, ...]:
    """What is wrong with several books that is wrong with none of them alone."""
    found = _wrong(Played(tuple(books), system)) if len(books) > 1 else ()
    alone = {(own.place, own.sentence) for book in books for own in faults(book, system)} if found else set()
    return tuple(fault for fault in found if (fault.place, fault.sentence) not in alone)


def _wrong(played: "Played") -> tuple[Fault, ...]:
    found = list(chain.from_iterable(question(played) for question in (double_keys, lost_names, lost_dots)))
    broken = list(unreadable(played))
    if not broken:  # only what can be read has numbers to ask for
        broken = [*lost_numbers(played), *unheld(played), *circles(played)]
    return (*found, *broken)


class Played:
    """Books in play beside the core book of their game."""

    def __init__(self, books: tuple[Book, ...], system: System) -> None:
        self.books, self.system = books, system
        self.rulebook = Rulebook.of((system.core, *books))

    @property
    def entries(self) -> Iterator[tuple[str, Entry]]:
        return chain.from_iterable(map(entries_of, self.books))

    @property
    def givers(self) -> tuple[Entry, ...]:
        return tuple(self.rulebook.givers.values())

    @cached_property
    def chosen(self) -> tuple[Build, ...]:
        """Builds that have everything of these books that can be had, as far as that is not too much."""
        keys = frozenset(entry.key for _, entry in self.entries)
        return tuple(choosing(self.system, self.rulebook, keys))

    @cached_property
    def tried(self) -> tuple[Build, ...]:
        """Builds by which the books are tried out: the empty one, some at random, and those."""
        return (*builds(self.system, self.rulebook), *self.chosen)

    def name(self, place: str) -> str:
        kind, _, key = place.partition(".")
        return self.rulebook.entries[kind][key].name


def double_keys(played: Played) -> Iterator[Fault]:
    """No key stands for two kinds of thing: builds keep keys, and would hold both."""
    taken = {entry.key: place for place, entry in entries_of(played.system.core)}
    for place, entry in played.entries:
        other, _, _ = taken.get(entry.key, place).partition(".")
        if other != place.partition(".")[0]:
            yield Fault(
                place,
                f"{entry.name} has the key “{entry.key}”, which is that of {'an' if other[0] in 'aeiou' else 'a'} "
                f"{said(other).lower()}.",
                "Write it anew under another name, so that it gets a key of its own, and remove this one.",
            )
        taken.setdefault(entry.key, place)


def lost_names(played: Played) -> Iterator[Fault]:
    """What a field names is an entry of these books."""
    for place, entry in played.entries:
        for label, of, key in _named(entry):
            kind = of.partition(":")[0]
            if key and kind in played.rulebook.entries and key not in played.rulebook.entries[kind]:
                yield Fault(
                    place,
                    f"{entry.name} names “{shorten(key)}” under {label}, and no {said(kind).lower()} here is that.",
                    _instead(key, choices(played.system, played.rulebook, of)),
                )


def _named(thing: Any) -> Iterator[tuple[str, str, str]]:
    """Every key that an entry names, also in its rows: (label of the field, what it names, the key)."""
    for field in fields(thing):
        ask, value = ask_of(field), getattr(thing, field.name)
        for one in value if isinstance(value, tuple) else (value,):
            if is_dataclass(one):
                yield from _named(one)
            elif ask.of:
                yield ask.label or said(field.name), ask.of, one


def lost_dots(played: Played) -> Iterator[Fault]:
    """Dots are granted to what has a rating, and a choice has a place in the build."""
    for question in (lost_grants, lost_picks):
        for book in played.books:
            for place, sentence in question(book, played.system, played.rulebook):
                yield Fault(place, f"{played.name(place)} {sentence}.", "Choose again what its dots may go to.")


def unreadable(played: Played) -> Iterator[Fault]:
    """The game reads characters who play with the book, draws every page of its builder and lays out their sheets."""
    try:
        for build in played.tried:
            for table in TABLES:
                _read(played, build, table)
    except Exception as problem:  # whatever a rule makes of it: an author cannot know, and no player must find out
        these = "this book" if len(played.books) == 1 else "these books"
        yield Fault(
            "",
            f"{played.system.name} cannot be read with {these} in play. The rules say: "
            f"{shorten(f'{type(problem).__name__}, {problem}', 200)}",
            "An entry that takes the place of one in the core book is the likeliest reason; look at those first.",
        )


def _read(played: Played, build: Build, table: Table) -> None:
    sheet = played.system.read(build, played.rulebook, table)
    for step in played.system.steps(sheet):
        step.fields  # noqa: B018  # draws the page
    sheet.checks, sheet.trackers  # noqa: B018
    played.system.panels(sheet)
    played.system.facts(sheet)
    played.system.layout(sheet)


def lost_numbers(played: Played) -> Iterator[Fault]:
    """Effects and requirements name numbers that some character has."""
    plain = {choice.key for choice in figures(played.system, played.rulebook)}
    plain |= {figure for build in played.chosen for figure in played.system.reading(build, played.rulebook).figures()}
    every = plain | {choice.key for choice in allowances(played.system, played.rulebook)}
    for place, entry in played.entries:
        wanted = [(effect.to, every) for effect in entry.effects]
        wanted += [(effect.per, plain) for effect in entry.effects if effect.per]
        wanted += [(requirement.of, plain) for requirement in entry.requires]
        for key, known in wanted:
            if key not in known:
                of = "number" if known is every else "figure"
                yield Fault(
                    place,
                    f"{entry.name} speaks of “{shorten(key)}”, a number that {played.system.name} does not have.",
                    _instead(key, choices(played.system, played.rulebook, of)),
                )


def unheld(played: Played) -> Iterator[Fault]:
    """What has effects can be had: chosen, bought or put on a list."""
    had = choosable(played.system, played.rulebook)
    for place, entry in played.entries:
        if (entry.effects or entry.requires) and entry.key not in had and not entry.retired:
            yield Fault(
                place,
                f"{entry.name} adds or requires something, and nobody can have it: {played.system.name} has no choice "
                "of this kind.",
                "Let something else do it that is chosen, such as an item, and leave its effects out here.",
            )


def _instead(key: str, known: Sequence[Choice]) -> str:
    """What was likely meant."""
    labels = {choice.key: choice.label for choice in known}
    by_label = {choice.label.lower(): choice.key for choice in known}
    word = key.removesuffix(ALLOWED)
    likely = nearest(key, labels) or by_label.get(nearest(word.replace("-", " ").lower(), by_label), "")
    return f"Did you mean {labels[likely]}?" if likely else "Choose one from the list."


def circles(played: Played) -> Iterator[Fault]:
    """No numbers feed each other, whatever of these books somebody has."""
    givers = played.givers
    if not any(effect.per for giver in givers for effect in giver.effects):
        return
    for build in played.tried:
        try:
            played.system.wearing(givers, build, played.rulebook).figures()
        except CircleError as circle:
            yield _circle(played, circle.circle)
            return


def _circle(played: Played, circle: str) -> Fault:
    labels = {choice.key: choice.label for choice in figures(played.system, played.rulebook)}
    way = circle.split(" → ")
    feeding = [
        (place, entry.name)
        for place, entry in played.entries
        if any(effect.per and effect.to in way for effect in entry.effects)
    ]
    return Fault(
        feeding[0][0] if feeding else "",
        f"Numbers here feed each other: {' → '.join(labels.get(key, key) for key in way)}.",
        f"Let one of {listed([name for _, name in feeding])} add a plain number, without “for each point of”."
        if feeding
        else "Play with one of these books fewer.",
    )
