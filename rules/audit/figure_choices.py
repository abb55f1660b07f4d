"""What the words of a homebrew book may name in one game: its figures, its budgets, its scores and entries.

Everything has a label that players know and a key that the book keeps.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from rules.audit.dangling_refs import entries_of, grants_of
from rules.kernel import Build, Entry, Rulebook, RulesContext, Sheet, kind_of, remember
from rules.kernel.books import DERIVED
from rules.kernel.documents import awarded
from rules.kernel.pages import ChoiceField, Game, ListField

SEEDS = range(4)
TABLES = (RulesContext(), RulesContext(stage="advancement", ledger=awarded(3)))
ALLOWED = "-allowed"
GROUP = "group:"
LINE = re.compile(r"-\d+(-|$)")
"""In the key of a number that one line of a list has: its place there."""


@dataclass(frozen=True)
class Choice:
    """Something that can be named: the key, and its label."""

    key: str
    label: str
    group: str = ""


@remember(DERIVED)
def builds(system: Game, rulebook: Rulebook) -> tuple[Build, ...]:
    """The empty build and a few at random."""
    chance = (system.random({}, Random(seed), rulebook, RulesContext()) for seed in SEEDS)
    return tuple(map(Build.parse, ({}, *chance)))


def _offers(system: Game, rulebook: Rulebook) -> Iterator[tuple[str, ChoiceField]]:
    """Every pick of the builder's pages: those of the character by their keys, those of lists as `list.pick`."""
    listing = Build.parse({"entries": {key: [{}] for key in system.names(rulebook).entries}})
    for step in system.steps(system.read(listing, rulebook)):
        for field in step.fields:
            if isinstance(field, ChoiceField) and field.path.startswith("picks."):
                yield field.path.removeprefix("picks."), field
            if isinstance(field, ListField):
                for inner in chain.from_iterable(field.items):
                    if isinstance(inner, ChoiceField) and inner.path.startswith(f"{field.path}.0.picks."):
                        yield inner.path.removeprefix("entries.").replace(".0.picks.", "."), inner


def choosing(system: Game, rulebook: Rulebook, keys: frozenset[str], most: int = 30) -> Iterator[Build]:
    """Builds that together choose what has one of these keys, wherever the builder offers it.

    Where only one can be chosen, each is in a build of its own; a list has an entry for each. No more than `most`
    of one place, so that a long book is not asked about for minutes.
    """
    single: dict[str, list[str]] = {}
    fixed: dict[str, list[str]] = {}
    entries: dict[str, list[dict[str, Any]]] = {}
    for place, pick in _offers(system, rulebook):
        found = [option.key for option in pick.options if option.key in keys][:most]
        listed, _, within = place.partition(".")
        if found and within:
            entries.setdefault(listed, []).extend({"picks": {within: key}} for key in found)
        elif found:
            (fixed if pick.many else single)[place] = found
    scores = dict.fromkeys(system.names(rulebook).scores & keys, 1)
    for turn in range(max(map(len, single.values()), default=1 if fixed or entries or scores else 0)):
        picks = {key: found[min(turn, len(found) - 1)] for key, found in single.items()}
        yield Build.parse({"picks": {**fixed, **picks}, "scores": scores, "entries": entries})


class Place(NamedTuple):
    """Where a build keeps a choice: the key of a pick, or `list.pick`; and whether it may keep several there."""

    path: str
    many: bool


def choosing_places(system: Game, rulebook: Rulebook, key: str) -> Iterator[Place]:
    """Wherever the builder offers what has this key."""
    for path, field in _offers(system, rulebook):
        if any(option.key == key for option in field.options):
            yield Place(path, field.many)


def choosable(system: Game, rulebook: Rulebook) -> frozenset[str]:
    """Every key that a build can hold by a choice of the builder's: picked, or bought as a score."""
    picked = (option.key for _, pick in _offers(system, rulebook) for option in pick.options)
    return frozenset(picked) | system.names(rulebook).scores


def sheets(system: Game, rulebook: Rulebook) -> tuple[Sheet, ...]:
    """A few characters who play with these books, in creation and advancement."""
    return tuple(system.read(build, rulebook, table) for build in builds(system, rulebook) for table in TABLES)


@remember(DERIVED)
def samples(system: Game, rulebook: Rulebook) -> tuple[Sheet, ...]:
    """The same, read once: for games that are whole."""
    return sheets(system, rulebook)


@remember(DERIVED)
def figures(system: Game, rulebook: Rulebook) -> tuple[Choice, ...]:
    """Every number that some character has, those of everybody first.

    What only one line of somebody's list has, such as their third experience, is no number of the game.
    """
    everybody, *some = _numbered(system, rulebook)
    labels = everybody | {key: label for found in some for key, label in found.items() if not LINE.search(key)}
    return tuple(Choice(key, label, "Numbers") for key, label in labels.items())


def _numbered(system: Game, rulebook: Rulebook) -> Iterator[dict[str, str]]:
    """Key and label of the numbers of the samples, the empty build first, and of whoever chooses what there is."""
    for sheet in samples(system, rulebook):
        yield {figure.key: figure.label for figure in sheet.figures.values()}
    for build in choosing(system, rulebook, choosable(system, rulebook), most=100):
        for table in TABLES:
            reading = system.reading(build, rulebook, table)
            yield {key: figure.label for key, figure in reading.figures().items()}


@remember(DERIVED)
def allowances(system: Game, rulebook: Rulebook) -> tuple[Choice, ...]:
    """What the budgets of some character allow."""
    every = chain.from_iterable(sheet.budgets.values() for sheet in samples(system, rulebook))
    labels = {budget.key: budget.label for budget in every}
    return tuple(
        Choice(f"{key}{ALLOWED}", f"{label}: more to spend", "What there is to spend") for key, label in labels.items()
    )


def scores(system: Game, rulebook: Rulebook) -> tuple[Choice, ...]:
    """What dots may be granted to: single scores by their labels, and the groups that the game's own book grants to."""
    labels = {choice.key: choice.label for choice in figures(system, rulebook)}
    named = {entry.key: entry.name for _, entry in entries_of(rulebook)} | labels
    single = (
        Choice(key, named[key], "One of them")
        for key in _in_order(named, system.names(rulebook).scores)
        if key in named
    )
    offered = chain.from_iterable(grant.options for _, grant in grants_of(system.rulebook))
    groups = dict.fromkeys(option for option in offered if option.startswith(GROUP))
    free = (Choice(group, f"Any {said(group.removeprefix(GROUP)).lower()}", "The player's choice") for group in groups)
    return (*single, *free)


def _in_order(order: Iterable[str], wanted: frozenset[str]) -> Iterator[str]:
    return (key for key in order if key in wanted)


def entries(rulebook: Rulebook, of: str) -> tuple[Choice, ...]:
    """The entries of a kind, or with `kind:sort` those of one sort."""
    kind, _, sort = of.partition(":")
    found = rulebook.entries.get(kind, {})
    return tuple(
        Choice(key, entry.name) for key, entry in found.items() if not entry.retired and (not sort or _is(entry, sort))
    )


def _is(entry: Entry, sort: str) -> bool:
    return sort in vars(entry).values()


def choices(system: Game, rulebook: Rulebook, of: str) -> tuple[Choice, ...]:
    """What a field that names something may name."""
    if of == "figure":
        return figures(system, rulebook)
    if of == "number":
        return (*figures(system, rulebook), *allowances(system, rulebook))
    if of == "score":
        return scores(system, rulebook)
    return entries(rulebook, of)


def said(word: str) -> str:
    """`archetype-ability` as "Archetype ability"."""
    return word.replace("-", " ").replace("_", " ").capitalize()


PLURALS = {
    **{word: word.capitalize() for word in ("species", "armour", "kindred", "wealth", "movement")},
    "feature": "Feats",
    "degree": "Degrees of success",
    "targeting": "Reaching targets",
    "rung": "Scales",
    "making": "Empowered objects",
    "spend": "Spare successes",
}
"""Of kinds whose word does not just take an s, or is not the one that players use."""


def kind_words(shape: type[Entry]) -> str:
    """What a kind is called: "Spell", "Skill type"."""
    return said(kind_of(shape))


def kind_plural(shape: type[Entry]) -> str:
    """Several of a kind: "Spells", "Personalities"."""
    word = kind_words(shape)
    if word.lower() in PLURALS:
        return PLURALS[word.lower()]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"
