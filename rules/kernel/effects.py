"""What an entry does to whoever has it, in a vocabulary of two words: it *adds* to a number, or *requires* one.

Every entry of every book may have effects; homebrew is written in them. Who has an entry is for the game to say: a
key counts where the game offers it, and nowhere else.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from rules.kernel.asked import asked
from rules.kernel.builds import SCORE_LIMIT, Build
from rules.kernel.figures import Budget, Figure, Origin, Term
from rules.kernel.findings import Finding, Fix, Level
from rules.kernel.words import listed

if TYPE_CHECKING:
    from rules.kernel.reading import Reading
    from rules.kernel.rulebook import Entry


@dataclass(frozen=True)
class Effect:
    """It adds `amount` to the figure `to`; with `per`, that much for each point of the figure `per`.

    `to` may be what a budget allows, such as `aspects-allowed`. It adds a million at most, either way.
    """

    to: str = asked("Adds to", of="number")
    amount: int = asked("How much", "A minus takes away.")
    per: str = asked("For each point of", of="figure", default="")


@dataclass(frozen=True)
class Requirement:
    """It wants the figure `of` to be at least `least`."""

    of: str = asked("Wants", of="figure")
    least: int = asked("To be at least")


@dataclass(frozen=True, slots=True)
class Worn:
    """The effects on one build: who gives them, and what they add by the figure they add to."""

    givers: "tuple[Entry, ...]"
    additions: "Mapping[str, tuple[tuple[Entry, Effect], ...]]"

    @classmethod
    def by(cls, givers: "Iterable[Entry]") -> "Worn":
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
    def straight(self) -> "Worn":
        """The same without what follows other figures, which cannot run in a circle."""
        plain = {to: tuple(pair for pair in pairs if not pair[1].per) for to, pairs in self.additions.items()}
        return Worn(self.givers, MappingProxyType(plain))

    def added(self, figure: Figure, c: "Reading", key: str = "") -> Figure:
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

    def allowed(self, budget: Budget, c: "Reading") -> Budget:
        """The budget with what the effects add to what it allows, or to the figure of its name: what is left of it."""
        allowed = self.added(budget.allowed, c)
        if budget.key in c:
            allowed = self.added(allowed, c, budget.key)
        return budget if allowed is budget.allowed else budget.with_allowed(allowed)


def _bounded(amount: int) -> int:
    """What an effect adds, which is no more than a score may be: effects that follow effects multiply."""
    return max(-SCORE_LIMIT, min(SCORE_LIMIT, amount))


NOBODY = Worn((), MappingProxyType({}))


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


def effect_findings(worn: Worn, c: "Reading", budgets: Mapping[str, Budget], circle: str) -> Iterator[Finding]:
    """What is wrong with the effects on a build: a requirement not met, a number nobody knows, a circle."""
    known = (*c.figures(), *(f"{key}-allowed" for key in budgets))
    for giver in worn.givers:
        yield from _requirements(giver, c)
        yield from _strangers(giver, known)
    if circle:
        yield Finding(
            code="effects-circle",
            level=Level.ERROR,
            message=f"Effects here feed each other, so none that follows another number counts: {circle}.",
            hint=f"Take back one of {listed([g.name for g in worn.givers if any(e.per for e in g.effects)])}.",
            cite=worn.givers[0].cite,
        )


def _requirements(giver: "Entry", c: "Reading") -> Iterator[Finding]:
    for wanted in giver.requires:
        if wanted.of in c and c[wanted.of] < wanted.least:
            has = c.figure(wanted.of)
            yield Finding(
                code=f"requires-{giver.key}",
                level=Level.ERROR,
                message=f"{giver.name} requires {has.label} {wanted.least}, and it is {has.value}.",
                hint=f"Raise {has.label} to {wanted.least}, or take {giver.name} back.",
                cite=giver.cite,
                fixes=(_raised(wanted, c), *_without(giver, c)),
                values=MappingProxyType({"required": wanted.least, "has": has.value}),
            )


def _raised(wanted: Requirement, c: "Reading") -> Fix:
    """As much more bought as is missing, which mends it where the number is one that is bought."""
    bought = c.build.scores.get(wanted.of, 0) + wanted.least - c[wanted.of]
    return Fix(f"Raise {c.figure(wanted.of).label} to {wanted.least}", f"scores.{wanted.of}", bought)


def _without(giver: "Entry", c: "Reading") -> Iterator[Fix]:
    """Whatever a build names it by, taken back."""
    names = (giver.key, *giver.aliases)
    return (Fix(f"Give up {giver.name}", at, None) for key, at in named(c.build) if key in names)


def _strangers(giver: "Entry", known: Container[str]) -> Iterator[Finding]:
    named = [key for e in giver.effects for key in (e.to, e.per) if key] + [r.of for r in giver.requires]
    lost = [key for key in dict.fromkeys(named) if key not in known]
    if lost:
        yield Finding(
            code=f"unknown-number-{giver.key}",
            level=Level.WARNING,
            message=f"{giver.name} speaks of {listed(lost)}, which no rule here makes, "
            "so that part of it does not count.",
            hint="A newer edition of its book may say it otherwise.",
            cite=giver.cite,
        )
