"""What stays as it was approved: ancestry, archetype, classes, backgrounds, values (F-15 to F-17)."""

from collections.abc import Iterable

from rules.kernel import Finding, Fix, Level, Reading
from rules.kernel.settled import Line, Settled
from rules.systems.forge.creation import HALVES, backgrounds, values
from rules.systems.forge.game import cite, forge
from rules.systems.forge.legality import Budgets


@forge.settles
def identity(c: Reading) -> Iterable[Settled]:
    """Birth and beginnings (F-15, F-17)."""
    yield Settled("picks.ancestry", "The ancestry", "ancestry-changed", cite("ancestry.html", "F-15"))
    yield Settled("picks.archetype", "The archetype", "archetype-changed", cite("class.html", "F-17"))
    where = cite("personality.html", "F-16")
    yield Settled("rolls.backgrounds", "What the dice gave for your backgrounds", "backgrounds-rolled-again", where)


@forge.rule
def halves(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Both halves of a mixed ancestry, in either order (F-15)."""
    old = c.approved
    if old is None or c.pick("ancestry") != old.pick("ancestry"):
        return
    had, has = ([one.pick(key) for key in HALVES] for one in (old, c))
    if all(had) and sorted(had) != sorted(has):
        for key, before, now in zip(HALVES, had, has, strict=True):
            if before != now:
                yield Finding(
                    "ancestry-changed", Level.ERROR,
                    "The ancestry is another than when this character was approved.",
                    cite("ancestry.html", "F-15"), hint="It was settled when this character was approved.",
                    at=f"picks.{key}", fixes=(Fix("Restore it", f"picks.{key}", before),),
                )  # fmt: skip


@forge.keeps
def lived(c: Reading) -> Iterable[Line]:
    """Backgrounds and classes by their names (F-16, F-17)."""
    where = cite("personality.html", "F-16")
    for past in c.once(backgrounds):
        if past.name:
            words = "What one was stays; a further one takes your GM's word."
            yield Line(past.path, past.name, ("background", past.name.casefold()), "background-gone", where, words)
    where = cite("class.html", "F-17")
    for place, entry in enumerate(c.build.entries.get("classes", ())):
        if name := entry.name.strip():
            yield Line(f"entries.classes.{place}", name, ("class", name.casefold()), "class-gone", where)


@forge.keeps
def held_dear(c: Reading) -> Iterable[Line]:
    """Values by their names (F-16)."""
    for value in c.once(values):
        if value.name:
            words, where = "Another value takes your GM's word.", cite("fate.html", "F-16")
            yield Line(value.path, value.label, ("value", value.name.casefold()), "value-changed", where, words)


@forge.rule
def rated(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """And by their numbers, where they had one: it counts in every roll (F-16)."""
    had: dict[str, set[int | None]] = {}
    for value in c.approved.once(values) if c.approved else ():
        if value.name and value.rating is not None:
            had.setdefault(value.name.casefold(), set()).add(value.rating)
    for value in c.once(values):
        before = had.get(value.name.casefold(), {value.rating})
        if value.rating not in before:
            at = f"{value.path}.scores.rating"
            yield Finding(
                "value-changed", Level.ERROR, f"{value.label} had another number when this character was approved.",
                cite("fate.html", "F-16"), hint="Another number takes your GM's word.", at=at,
                fixes=(Fix("Restore it", at, next(iter(before))),),
            )  # fmt: skip
