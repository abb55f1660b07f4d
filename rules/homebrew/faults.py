"""What is wrong with a book that a player wrote, in sentences. Pure: kernel books in, faults out.

Nothing here decides whether a character is legal. It asks whether the book can be played with at all: that what its
entries name is there, that no two numbers feed each other, and that the game still reads its characters with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

from rules.audit.dangling_refs import entries_of, lost_grants, lost_picks
from rules.audit.figure_choices import ALLOWED, Choice, allowances, choices, choosable, figures, said
from rules.audit.trials import BookTrial, broken, rehearse, said_by
from rules.homebrew.entry_form import label_of, misfits
from rules.kernel import Book, CircleError, join_words
from rules.kernel.basics import MIB, BoundedCache, ask_of, nearest, shorten
from rules.kernel.pages import Game


@dataclass(frozen=True)
class BookFault:
    """Something to fix before a book is published: where (`spell.key`, "" for the book), what, and how."""

    place: str
    sentence: str
    hint: str

    @property
    def kind(self) -> str:
        return self.place.partition(".")[0]

    @property
    def key(self) -> str:
        return self.place.partition(".")[2]


class BookConflict(NamedTuple):
    """Books that cannot be read together, as few as bring it about, and why."""

    books: tuple[Book, ...]
    fault: BookFault


def faults(book: Book, system: Game) -> tuple[BookFault, ...]:
    """Everything that is wrong with one book beside its game's own, the plainest first."""
    return _wrong(BookTrial((book,), system))


def together(books: Sequence[Book], system: Game) -> BookConflict | None:
    """Why books that are sound by themselves cannot be read as one, None where they can."""
    few, found = tuple(books), _between(books, system)
    for book in books:
        fewer = tuple(one for one in few if one is not book)
        if found and (still := _between(fewer, system)):
            few, found = fewer, still
    return BookConflict(few, found[0]) if found else None


def _between(books: Sequence[Book], system: Game) -> tuple[BookFault, ...]:
    """What is wrong with several books that is wrong with none of them alone."""
    found = _wrong(BookTrial(tuple(books), system)) if len(books) > 1 else ()
    alone = {(own.place, own.sentence) for book in books for own in faults(book, system)} if found else set()
    return tuple(fault for fault in found if (fault.place, fault.sentence) not in alone)


def _wrong(played: BookTrial) -> tuple[BookFault, ...]:
    """What is wrong with books read as one, worked out once for all that say the same."""
    return _WRONG.get(played.wording, lambda: _questioned(played))


_WRONG: BoundedCache[tuple[Game, str], tuple[BookFault, ...]] = BoundedCache(2 * MIB)


def _questioned(played: BookTrial) -> tuple[BookFault, ...]:
    found = list(
        chain.from_iterable(question(played) for question in (unfit, misfitting, double_keys, lost_names, lost_dots))
    )
    breaking = list(unreadable(played))
    if not breaking:  # only what can be read has numbers to ask for
        breaking = [*lost_numbers(played), *unheld(played), *circles(played)]
    standing = {place for place, entry in played.entries if not entry.retired}
    return tuple(fault for fault in (*found, *breaking) if not fault.place or fault.place in standing | _aside(played))


def _aside(played: BookTrial) -> set[str]:
    return {f"{one.kind}.{one.key}" for book in played.books for one in book.aside}


def double_keys(played: BookTrial) -> Iterator[BookFault]:
    """No key stands for two kinds of thing: builds keep keys, and would hold both."""
    taken = {entry.key: place for place, entry in entries_of(played.system.core)}
    for place, entry in played.entries:
        other, _, _ = taken.get(entry.key, place).partition(".")
        if other != place.partition(".")[0]:
            yield BookFault(
                place,
                f"{entry.name} has the key “{entry.key}”, which is that of {'an' if other[0] in 'aeiou' else 'a'} "
                f"{said(other).lower()}.",
                "Create it again under another name, then delete this one.",
            )
        taken.setdefault(entry.key, place)


def lost_names(played: BookTrial) -> Iterator[BookFault]:
    """What a field names is an entry of these books."""
    for place, entry in played.entries:
        for label, of, key in _named(entry):
            kind = of.partition(":")[0]
            if key and kind in played.rulebook.entries and key not in played.rulebook.entries[kind]:
                yield BookFault(
                    place,
                    f"{entry.name} names the {said(kind).lower()} “{shorten(key)}” under {label}, which doesn’t exist.",
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
                yield label_of(field), ask.of, one


def lost_dots(played: BookTrial) -> Iterator[BookFault]:
    """Dots are granted to what has a rating, and a choice has a place in the build."""
    for question in (lost_grants, lost_picks):
        for book in played.books:
            for place, sentence in question(book, played.system, played.rulebook):
                yield BookFault(place, f"{played.name(place)} {sentence}.", "Choose where its dots can go.")


def unfit(played: BookTrial) -> Iterator[BookFault]:
    """Every row fits its kind."""
    for aside in chain.from_iterable(book.aside for book in played.books):
        yield BookFault(
            f"{aside.kind}.{aside.key}",
            f"An entry no longer fits its kind. {aside.why}.",
            "Open it, fix it and save.",
        )


def misfitting(played: BookTrial) -> Iterator[BookFault]:
    """No field says what its form would refuse: the bounds of a number came later than some books."""
    for place, entry in played.entries:
        for label, sentence in misfits(entry):
            yield BookFault(
                place,
                f"{entry.name} has a mistake under “{label}”. {sentence}",
                "Open it and fix that field.",
            )


def unreadable(played: BookTrial) -> Iterator[BookFault]:
    """Every page that shows the books, or a character who plays with them, can be made."""
    problem = rehearse(played, pressed=True)
    if problem is None:
        return
    if len(played.books) > 1:
        yield BookFault(
            "",
            f"{played.system.name} can’t be read with these books. The rules say: {said_by(problem)}",
            "The likeliest cause is an entry that replaces a rulebook entry.",
        )
        return
    for one in broken(played.books[0], played.system, pressed=True):
        yield BookFault(
            one.place,
            f"{one.entry.name} breaks a page: {one.page} can’t be shown with it. The rules say: {one.said}",
            "Fill in its empty fields, or delete it. If it replaces a rulebook entry, start again from that one.",
        )


def lost_numbers(played: BookTrial) -> Iterator[BookFault]:
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
                yield BookFault(
                    place,
                    f"{entry.name} refers to “{shorten(key)}”, a stat that {played.system.name} doesn’t have.",
                    _instead(key, choices(played.system, played.rulebook, of)),
                )


def unheld(played: BookTrial) -> Iterator[BookFault]:
    """What has effects can be had: chosen, bought or put on a list."""
    had = choosable(played.system, played.rulebook)
    for place, entry in played.entries:
        if (entry.effects or entry.requires) and entry.key not in had and not entry.retired:
            yield BookFault(
                place,
                f"{entry.name} has effects, but no character can ever have it: {played.system.name} has no choice of "
                "this kind.",
                "Put the effects on something players can choose, such as an item.",
            )


def _instead(key: str, known: Sequence[Choice]) -> str:
    """What was likely meant."""
    labels = {choice.key: choice.label for choice in known}
    by_label = {choice.label.lower(): choice.key for choice in known}
    word = key.removesuffix(ALLOWED)
    likely = nearest(key, labels) or by_label.get(nearest(word.replace("-", " ").lower(), by_label), "")
    return f"Did you mean {labels[likely]}?" if likely else "Choose one from the list."


def circles(played: BookTrial) -> Iterator[BookFault]:
    """No numbers feed each other, whatever of these books somebody has."""
    givers = played.givers
    if not any(effect.per for giver in givers for effect in giver.effects):
        return
    for build in played.tried:
        try:
            played.system.with_effects(givers, build, played.rulebook).figures()
        except CircleError as circle:
            yield _circle(played, circle.circle)
            return


def _circle(played: BookTrial, circle: str) -> BookFault:
    labels = {choice.key: choice.label for choice in figures(played.system, played.rulebook)}
    way = circle.split(" → ")
    given = [(place, one.name, {(e.to, e.per) for e in one.effects if e.per}) for place, one in played.entries]
    steps = [[(place, name) for place, name, feeds in given if step in feeds] for step in pairwise(way)]
    feeding = list(dict.fromkeys(chain.from_iterable(steps)))
    many = any(len(step) > 1 for step in steps)
    if many:  # what feeds a number together has to stop together
        feeding = min(filter(None, steps), key=len)
    which = "" if len(feeding) == 1 else "each of " if many else "one of "
    return BookFault(
        feeding[0][0] if feeding else "",
        f"These stats depend on each other: {' → '.join(labels.get(key, key) for key in way)}.",
        f"In {which}{join_words([name for _, name in feeding])}, leave “Per point of” blank."
        if feeding
        else "Remove one of these books.",
    )
