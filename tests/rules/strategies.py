"""What hypothesis tries on the rules: any JSON at all, builds that can be read, legal builds gone wrong."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from hypothesis import strategies as st

from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel.documents import MAPPINGS, awarded
from rules.kernel.pages import Game
from tests.rules.cases import case, files

anything_typed = st.text(st.characters(exclude_categories=()), max_size=12)
"""Text with NUL, lone surrogates and whatever else a JSON string can carry."""

numbers = st.one_of(
    st.integers(-9, 12),
    st.integers(),
    st.sampled_from([10**6, 10**6 + 1, -(10**40), 10**300]),
    st.floats(),
)
leaves = st.one_of(st.none(), st.booleans(), numbers, anything_typed)
json_values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(anything_typed, inner, max_size=4),
    max_leaves=12,
)

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)


@cache
def whole(system: Game) -> tuple[dict[str, Any], ...]:
    """Characters of a game with everything: those of its cases, and one by chance."""
    chance = system.random({}, Random(5), system.rulebook, RulesContext())
    return (chance, *(case(file)["document"]["build"] for file in files(system.key)))


@cache
def vocabulary(system: Game) -> tuple[str, ...]:
    """The words of a game: what its builds and books have for keys, and whatever else stands in its characters."""
    names = system.names(system.rulebook)
    keys = chain(MAPPINGS, names.scores, names.picks, names.ranks, names.rolls, names.entries)
    return tuple(sorted({*keys, *chain(*system.rulebook.entries.values()), *_said(list(whole(system)))}))


def _inside(value: Any) -> Iterator[Any]:
    """Every list and mapping of a document, itself among them."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _inside(inner)


def _said(value: Any) -> Iterator[str]:
    """Keys and short texts of a document."""
    for place in _inside(value):
        yield from (word for word in place if isinstance(word, str) and len(word) < 30)
        if isinstance(place, dict):
            yield from (word for word in place.values() if isinstance(word, str) and len(word) < 30)


@cache
def right_and_wrong(system: Game) -> st.SearchStrategy[Any]:
    """What might stand anywhere in a build of this game: its own words, lists of them and of things, any JSON."""
    word = st.sampled_from(vocabulary(system))
    thing = st.fixed_dictionaries(
        {},
        optional={
            "name": words,
            "scores": st.dictionaries(word, numbers, max_size=2),
            "picks": st.dictionaries(word, word | st.booleans(), max_size=3),
        },
    )
    lists = st.lists(word, max_size=3) | st.lists(st.integers(-2, 21), max_size=4) | st.lists(thing, max_size=3)
    return word | numbers | lists | json_values


@cache
def documents_of(system: Game) -> st.SearchStrategy[Any]:
    """Builds with right and wrong things everywhere."""
    keys = st.sampled_from(vocabulary(system)) | anything_typed
    mappings = st.dictionaries(keys, right_and_wrong(system), max_size=8)
    builds = st.fixed_dictionaries({}, optional=dict.fromkeys(MAPPINGS, mappings | json_values))
    return builds.flatmap(
        lambda build: st.dictionaries(anything_typed, json_values, max_size=2).map(lambda more: {**more, **build})
    )


@st.composite
def spoiled(draw: st.DrawFn, system: Game) -> dict[str, Any]:
    """A character with a few places overwritten by anything, however deep they are."""
    build: dict[str, Any] = json.loads(json.dumps(draw(st.sampled_from(whole(system)))))
    keys, values = st.sampled_from(vocabulary(system)) | anything_typed, right_and_wrong(system)
    for _ in range(draw(st.integers(1, 5))):
        places = list(_inside(build))
        place = places[draw(st.integers(0, len(places) - 1))]
        if isinstance(place, list):
            at = draw(st.integers(0, len(place)))
            place[at : at + 1] = [draw(values)]
        else:
            place[draw(st.sampled_from(sorted(place)) | keys if place else keys)] = draw(values)
    return build


@cache
def tables(system: Game) -> st.SearchStrategy[RulesContext]:
    """Tables at every stage, whose house rules may be anything."""
    return st.builds(
        RulesContext,
        settings=st.dictionaries(st.sampled_from([*system.settings, "x"]), json_values, max_size=3),
        stage=st.sampled_from(["creation", "advancement"]),
        ledger=st.integers(0, 50).map(awarded),
        baseline=st.none() | st.sampled_from(whole(system)).map(Build.parse),
    )


documents = documents_of(systems.get("hprpg"))
"""Builds of some game, for who asks about builds and not about a game."""

plain_keys = st.sampled_from(["charm", "feats", "gear", "a_b", "9-lives"])
keys = plain_keys | words
scores = st.integers(-(10**6), 10**6)
ticks = st.lists(words, unique=True, max_size=4)


def _mapping(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(keys, values, max_size=3)


def _build(entries: st.SearchStrategy[Any] | None, *, named: bool) -> st.SearchStrategy[dict[str, Any]]:
    mappings = {
        "scores": _mapping(scores),
        "picks": _mapping(st.booleans() | words | ticks),
        "ranks": _mapping(st.lists(words, max_size=3)),
        "rolls": _mapping(st.lists(scores, max_size=3)),
        "entries": _mapping(st.lists(entries, max_size=3) if entries is not None else st.just([])),
        "notes": _mapping(words),
    }
    return st.fixed_dictionaries({}, optional={**mappings, "name": words} if named else mappings)


_entries = _build(_build(None, named=True), named=True)
builds = _build(_entries, named=False)
"""Builds every part of which can be read, with no part that nobody knows; lists stand two deep."""
