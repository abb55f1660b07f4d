"""Entries of every kind as nobody would write them: through the forms, and as rows that are in the database already."""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from itertools import chain
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

from rules.audit.figure_choices import choices, choosable
from rules.homebrew.entry_form import GIVEN, draw, parse
from rules.homebrew.form_inputs import Input, Rows
from rules.kernel import Entry, Rulebook, kind_of
from rules.kernel.basics import ask_of
from rules.kernel.pages import Game

WORDS = (
    "x" * 200,
    "<b>&amp;\"'</b><script>alert(1)</script>",
    "{{ 7 }}{% now %}",
    "\u202eאבג 漢字 🐉\u0301",
    "%s {0}",
    "0",
    "—",
)
"""What somebody may type as a word."""
NUMBERS = ("-10000", "-1", "0", "1", "2", "7", "10000")
EXTREMES = ("1" + "0" * 12, "-10000", "10000")
STORED = (0, -1, 1, 7, 10**12, -(10**12))
MISFITS: tuple[Any, ...] = (7, -1.5, None, True, "x", [7], [None], ["x", ["y"]], {"a": 1}, [{"to": 7, "amount": "x"}])
FEW, ALL, EXTREME, CHANCE = "few", "all", "extreme", "chance"
WAYS = (FEW, ALL, EXTREME, CHANCE)
"""With as little as the form insists on, with everything, with the outermost of everything, and by chance."""


@dataclass(frozen=True)
class Writer:
    """Fills in the forms of one game."""

    system: Game
    rng: Random

    def form(self, shape: type[Entry], how: str, rulebook: Rulebook) -> dict[str, list[str]]:
        """What a browser would send for an entry of a kind, mended until the form takes it."""
        sent = {"name": [self._name(shape, how)], "summary": ["."]}
        if how != FEW:
            for one in draw(shape, self.system, rulebook, {}):
                sent |= {} if one.name in sent else dict(self._filled(shape, one, how))
        firsts = self._firsts(shape)
        # The last number is for the end of a range that begins as high as numbers go.
        for plainer in (firsts, firsts, lambda name: ["1"], lambda name: ["10000"], lambda name: ["A word"]):
            for name in parse(shape, self.system, sent)[1]:
                sent[name] = plainer(name)
        return sent

    def _name(self, shape: type[Entry], how: str) -> str:
        core = [entry.name for entry in self.system.core.entries[kind_of(shape)].values()]
        return f"{how} {kind_of(shape)}" if how in (FEW, ALL) else self.rng.choice((*WORDS, *core[:5]))

    def _filled(self, shape: type[Entry], one: Input | Rows, how: str) -> Iterator[tuple[str, list[str]]]:
        if isinstance(one, Rows):
            if one.name in ("effects", "requires") and not _held(self.system, shape):
                return
            for row in one.rows[: self.rng.randrange(3) if how == CHANCE else 2]:
                yield from chain.from_iterable(self._filled(shape, inner, how) for inner in row)
        elif one.kind != "hidden" and self.rng.random() < self._often(one, how):
            yield one.name, self._said(one, how)

    def _often(self, one: Input, how: str) -> float:
        """Whoever fills in everything lets no number feed another: that is a circle sooner or later."""
        if one.name.endswith("-per"):
            return 0.2 if how == CHANCE else 0
        return 0.6 if how == CHANCE else 1

    def _said(self, one: Input, how: str) -> list[str]:
        known = [choice.key for choice in one.choices]
        match one.kind:
            case "whole":
                return [self.rng.choice(EXTREMES if how == EXTREME else NUMBERS)]
            case "tick":
                return ["on"]
            case "select":
                return [self.rng.choice(known or [""])]
            case "several":
                return self.rng.sample(known, min(len(known), self.rng.randrange(1, 4)))
            case "lines":
                return ["\n".join(self.rng.sample(WORDS, 3))]
        return [self.rng.choice((*WORDS, *one.suggested))]

    def _firsts(self, shape: type[Entry]) -> Callable[[str], list[str]]:
        """By the name of an input, the first of what there is to choose from, or nothing."""
        every = draw(shape, self.system, self.system.rulebook, {})
        inputs = chain.from_iterable(chain(*one.rows) if isinstance(one, Rows) else [one] for one in every)
        firsts = {one.name: [choice.key for choice in one.choices if choice.key][:1] for one in inputs}
        return lambda name: firsts.get(name) or [""]

    def row(self, shape: type[Entry], key: str) -> dict[str, Any]:
        """A row that fits its kind and nothing else: what it names may be there or not, its numbers are any."""
        made = {**self._row(shape, key, GIVEN), "name": self.rng.choice(WORDS), "key": key}
        return {**made, "retired": True} if self.rng.random() < 0.15 else made

    def misfit(self, shape: type[Entry], key: str) -> dict[str, Any]:
        """A row of a release that had other fields: some hold what they do not take, and one is unknown."""
        open_ = [field.name for field in fields(shape) if field.name not in GIVEN and field.name != "name"]
        wrong = {name: self.rng.choice(MISFITS) for name in self.rng.sample(open_, 3)}
        kept = {"summary": ".", "strings": 7, "retired": False}
        return {**self.row(shape, key), "effects": self.rng.choice(MISFITS), **wrong, **kept}

    def _row(self, shape: type[Any], key: str, given: frozenset[str]) -> dict[str, Any]:
        hints = get_type_hints(shape)
        return {
            field.name: self._stored(hints[field.name], field, key)
            for field in fields(shape)
            if field.name not in given and (_wanted(field) or self.rng.random() < 0.5)
        }

    def _stored(self, hint: Any, field: Any, key: str) -> Any:
        if get_origin(hint) is tuple:
            inner = get_args(hint)[0]
            return [self._stored(inner, field, key) for _ in range(self.rng.randrange(3))]
        if is_dataclass(hint):
            return self._row(hint, key, frozenset())
        if hint is bool:
            return self.rng.random() < 0.5
        if hint is int:
            return self.rng.choice(STORED)
        return self._named(field, key)

    def _named(self, field: Any, key: str) -> str:
        ask = ask_of(field)
        if ask.among:
            return self.rng.choice(ask.among)
        known = [choice.key for choice in choices(self.system, self.system.rulebook, ask.of)] if ask.of else []
        return self.rng.choice((*known, *known, *WORDS, "", key, "lumos"))


def _wanted(field: Any) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _held(system: Game, shape: type[Entry]) -> bool:
    """Whether somebody can have an entry of a kind, so that effects are no fault of it."""
    return (
        bool(choosable(system, system.rulebook) & system.core.entries[kind_of(shape)].keys())
        or not (system.core.entries[kind_of(shape)])
    )
