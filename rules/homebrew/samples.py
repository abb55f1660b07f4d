"""On whom an entry is tried while it is written. Who the characters are, the rooms above say here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from django.http import HttpRequest

from rules import kernel
from rules.kernel import Build, Rulebook, RulesContext
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import Game

EXAMPLE = "example"
SEED = 11


class SampleName(NamedTuple):
    """Somebody an entry can be tried on: the key that a page sends, and what they are called."""

    key: str
    name: str
    group: str = ""


@dataclass(frozen=True)
class Sample:
    """Somebody an entry is tried on, with all that reading them needs. `url` leads to them, "" to nobody."""

    name: str
    build: Build
    table: RulesContext
    books: tuple[kernel.Book, ...] = ()
    url: str = ""


class SampleSource(NamedTuple):
    """Where samples come from: who may be chosen for a game, and one of them by key, None where there is none."""

    names: Callable[[HttpRequest, str], Sequence[SampleName]]
    find: Callable[[HttpRequest, str, str], Sample | None]


sample_sources: list[SampleSource] = []


def sample_names(request: HttpRequest, system: Game) -> list[SampleName]:
    """Whoever an entry of this game can be tried on, the likeliest first; there is always an example."""
    found = [name for source in sample_sources for name in source.names(request, system.key)]
    return [*found, SampleName(EXAMPLE, f"An example character of {system.name}")]


def sample_of(request: HttpRequest, system: Game, key: str) -> Sample:
    """Whoever has this key, or an example character."""
    found = (source.find(request, system.key, key) for source in sample_sources if key != EXAMPLE)
    return next((one for one in found if one), None) or _EXAMPLES.get(system.key, lambda: _example(system))


def _example(system: Game) -> Sample:
    made = system.random({}, Random(SEED), system.rulebook, RulesContext())
    return Sample("an example character", Build.parse(made), RulesContext())


def rulebook_with(system: Game, sample: Sample, book: kernel.Book) -> Rulebook:
    """What a sample is read with when it plays with a book as well."""
    others = tuple(one for one in sample.books if one.cover.key != book.cover.key)
    return Rulebook.of((system.core, *others, book))


_EXAMPLES: BoundedCache[str, Sample] = BoundedCache(MIB)
