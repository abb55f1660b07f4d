"""What is wrong with the effects on a build."""

from collections.abc import Container, Iterator, Mapping
from types import MappingProxyType

from rules.kernel.active_effects import named
from rules.kernel.basics.figures import Budget
from rules.kernel.basics.wording import join_words, minus
from rules.kernel.books.effects import Requirement
from rules.kernel.books.rulebook import Entry
from rules.kernel.findings import Finding, Fix, Level
from rules.kernel.reading import Reading


def effect_findings(c: Reading, budgets: Mapping[str, Budget]) -> Iterator[Finding]:
    """What is wrong with the effects on a build: a requirement not met, a number nobody knows, a circle."""
    givers = c.effects.givers
    if not givers:
        return
    known = (*c.figures(), *(f"{key}-allowed" for key in budgets))
    for giver in givers:
        yield from _requirements(giver, c)
        yield from _strangers(giver, known)
    if c.circle:
        yield Finding(
            code="effects-circle",
            level=Level.ERROR,
            message=f"These bonuses depend on each other, so they are ignored: {c.circle}.",
            hint=f"Remove one of {join_words([g.name for g in givers if any(e.per for e in g.effects)])}.",
            cite=givers[0].cite,
        )


def _requirements(giver: Entry, c: Reading) -> Iterator[Finding]:
    for wanted in giver.requires:
        if wanted.of in c and c[wanted.of] < wanted.least:
            has = c.figure(wanted.of)
            yield Finding(
                code=f"requires-{giver.key}",
                level=Level.ERROR,
                message=f"{giver.name} requires {has.label} {minus(wanted.least)} (you have {minus(has.value)}).",
                hint=f"Raise {has.label} to {minus(wanted.least)}, or remove {giver.name}.",
                cite=giver.cite,
                fixes=(_raised(wanted, c), *_without(giver, c)),
                values=MappingProxyType({"required": wanted.least, "has": has.value}),
            )


def _raised(wanted: Requirement, c: Reading) -> Fix:
    """As much more bought as is missing, which mends it where the number is one that is bought."""
    bought = c.build.scores.get(wanted.of, 0) + wanted.least - c[wanted.of]
    return Fix(f"Raise {c.figure(wanted.of).label} to {minus(wanted.least)}", f"scores.{wanted.of}", bought)


def _without(giver: Entry, c: Reading) -> Iterator[Fix]:
    """Whatever a build names it by, removed."""
    names = (giver.key, *giver.aliases)
    return (Fix(f"Remove {giver.name}", at, None) for key, at in named(c.build) if key in names)


def _strangers(giver: Entry, known: Container[str]) -> Iterator[Finding]:
    named = [key for e in giver.effects for key in (e.to, e.per) if key] + [r.of for r in giver.requires]
    lost = [key for key in dict.fromkeys(named) if key not in known]
    if lost:
        yield Finding(
            code=f"unknown-number-{giver.key}",
            level=Level.NOTE,
            message=f"{giver.name} names {join_words(lost)}, which doesn't exist in this game, "
            "so that part is ignored.",
            hint="Check for a newer edition of its book.",
            cite=giver.cite,
        )
