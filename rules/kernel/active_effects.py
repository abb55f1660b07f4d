"""The effects that count on one build, and what they add to its figures and budgets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from rules.kernel.basics.figures import Budget, Figure, Origin, Term
from rules.kernel.books.effects import Effect
from rules.kernel.books.rulebook import Entry
from rules.kernel.documents.builds import SCORE_LIMIT, Build


class Numbers(Protocol):
    """What effects ask of a reading: whether a rule makes a figure, and its value."""

    def __contains__(self, key: str) -> bool: ...

    def __getitem__(self, key: str) -> int: ...


@dataclass(frozen=True, slots=True)
class ActiveEffects:
    """The effects on one build: who gives them, and what they add by the figure they add to."""

    givers: tuple[Entry, ...]
    additions: Mapping[str, tuple[tuple[Entry, Effect], ...]]

    @classmethod
    def by(cls, givers: Iterable[Entry]) -> "ActiveEffects":
        found: dict[str, list[tuple[Entry, Effect]]] = {}
        held = tuple(givers)
        for giver in held:
            for effect in giver.effects:
                found.setdefault(effect.to, []).append((giver, effect))
        return cls(held, MappingProxyType({to: tuple(effects) for to, effects in found.items()}))

    @property
    def may_circle(self) -> bool:
        """Whether some effect follows another figure; only then can figures come to need each other."""
        return any(effect.per for giver in self.givers for effect in giver.effects)

    @property
    def straight(self) -> "ActiveEffects":
        """The same without what follows other figures, which cannot run in a circle."""
        plain = {to: tuple(pair for pair in pairs if not pair[1].per) for to, pairs in self.additions.items()}
        return ActiveEffects(self.givers, MappingProxyType(plain))

    def added(self, figure: Figure, c: Numbers, key: str = "") -> Figure:
        """The figure with what the effects add to it, or to another by its key, a term each."""
        effects = self.additions.get(key or figure.key)
        if not effects:
            return figure
        terms = (
            Term(_bounded(effect.amount * (c[effect.per] if effect.per else 1)), giver.name, giver.cite, Origin.GRANTED)
            for giver, effect in effects
            if not effect.per or effect.per in c
        )
        return Figure.of(figure.key, figure.label, figure.cite, (*figure.terms, *terms))

    def allowed(self, budget: Budget, c: Numbers) -> Budget:
        """The budget with what the effects add to what it allows, or to the figure of its name: what is left of it."""
        if not self.additions:
            return budget
        allowed = self.added(budget.allowed, c)
        if budget.key in c:
            allowed = self.added(allowed, c, budget.key)
        return budget if allowed is budget.allowed else budget.with_allowed(allowed)


def _bounded(amount: int) -> int:
    """What an effect adds, which is no more than a score may be: effects that follow effects multiply."""
    return max(-SCORE_LIMIT, min(SCORE_LIMIT, amount))


NO_EFFECTS = ActiveEffects((), MappingProxyType({}))


def named(build: Build, at: str = "") -> Iterator[tuple[str, str]]:
    """Every key that a build names, with the path it stands at: what was bought, picked, ranked or put on a list."""
    yield from ((key, f"{at}scores.{key}") for key, score in build.scores.items() if score > 0)
    for pick, picked in build.picks.items():
        of_list = isinstance(picked, tuple)
        yield from ((key, f"{at}picks.{pick}{f'.{key}' if of_list else ''}") for key in build.picked(pick))
    for rank, ranked in build.ranks.items():
        yield from ((key, f"{at}ranks.{rank}") for key in ranked)
    for name, entries in build.entries.items():
        for place, entry in enumerate(entries):
            yield from named(entry, f"{at}entries.{name}.{place}.")
