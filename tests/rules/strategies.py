"""What hypothesis tries on the rules: any JSON at all, builds that can be read, legal builds gone wrong."""

from typing import Any

from hypothesis import strategies as st

from rules.kernel import MAPPINGS

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

HPRPG_KEYS = (
    "charm",
    "fitness",
    "alertness",
    "brawl",
    "arcane",
    "elemental",
    "hexes",
    "tracking",
    "rage",
    "species",
    "personality",
    "archetype",
    "personality-dot",
    "archetype-dot-1",
    "archetype-dot-3",
    "archetype-dot-6",
    "feats",
    "spells",
    "aspects",
    "abilities",
    "gear",
    "notes",
    "agility",
    "backgrounds",
    "ancestry",
    "possessions",
    "power-level",
    "brawn",
    "avenue",
    "consequence",
    "skills",
    "empowered",
)
HPRPG_VALUES = (
    "auror",
    "warrior",
    "noble",
    "geek",
    "prodigy",
    "human-muggle",
    "hexes",
    "warding",
    "brawl",
    "arcane",
    ["ambush"],
    ["incendio", "lumos"],
    ["physical", "social", "mental"],
    ["innate", "innate"],
    3,
    4,
    -1,
    5,
)
known_keys = st.sampled_from(HPRPG_KEYS)
values = st.sampled_from(HPRPG_VALUES) | json_values
mappings = st.dictionaries(known_keys | anything_typed, values, max_size=8)
documents = st.fixed_dictionaries({}, optional=dict.fromkeys(MAPPINGS, mappings | json_values)).flatmap(
    lambda build: st.dictionaries(anything_typed, json_values, max_size=2).map(lambda more: {**more, **build})
)
"""Builds with right and wrong things everywhere."""

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
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
