"""What stays as it was approved, and what the game master's word lets go (F-15 to F-18)."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType

from rules.kernel import Finding, Fix, KeptLine, Level, Reading, Settled, amount, capitalise
from rules.kernel.basics import minus
from rules.kernel.deaths import learned_since, names_in, unnamed_in
from rules.kernel.findings import GmWord
from rules.kernel.purchases import scored, stands
from rules.kernel.settled import NEVER, WORD
from rules.systems.forge.creation import HALVES, backgrounds, values
from rules.systems.forge.entries import Ability
from rules.systems.forge.game import LEAST, MOST, SLOTS, cite, forge
from rules.systems.forge.kept_values import free
from rules.systems.forge.legality import Budgets
from rules.systems.forge.purchases import GROWING, grown

LEARNED = {"classes": "class", "skills": "skill"}
"""The lists of what is learned in play, and what one of each is called."""
forge.learned = MappingProxyType({f"entries.{key}": None for key in LEARNED})


@forge.settles
def identity(c: Reading) -> Iterable[Settled]:
    """Birth and beginnings (F-15, F-17)."""
    yield Settled("picks.ancestry", "Ancestry", "ancestry-changed", cite("ancestry.html", "F-15"))
    yield Settled("picks.archetype", "Archetype", "archetype-changed", cite("class.html", "F-17"))
    label, where = "Background dice", cite("personality.html", "F-16")
    # Only dice that are all there say the same in any order: others may still be completed.
    whole = len(c.build.rolls.get("backgrounds", ())) >= SLOTS
    yield Settled("rolls.backgrounds", label, "backgrounds-rolled-again", where, bag=whole)


@forge.rule
def by_word(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Where a table lets abilities grow, each by the GM's word, and within their range (F-15)."""
    old = c.approved
    if old is None or c.setting("ability_growth") != "gm_word":
        return
    for one in scored(c.rulebook, Ability, GROWING):
        had, has = stands(old, one), stands(c, one)
        if LEAST <= has <= MOST and not grown(c, one):
            yield Finding(
                "ability-changed", Level.ERROR, f"{one.name} was {minus(had)} when approved.",
                cite("abilities.html", "F-15"), hint=f"{capitalise(WORD)}.", at=one.path,
                fixes=(Fix(f"Restore {one.name} to {minus(had)}", one.path, had),), gm_word=GmWord(one.path, had, has),
            )  # fmt: skip


@forge.rule
def halves(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """The halves of a mixed ancestry, in either order; one that was open may be chosen later (F-15)."""
    old = c.approved
    if old is None or c.pick("ancestry") != old.pick("ancestry"):
        return
    had, has = ({key: one.pick(key) for key in HALVES} for one in (old, c))
    if had == has:
        return
    gone = list((Counter(had.values()) - Counter(has.values()) - Counter([""] * len(HALVES))).elements())
    other = Counter(has.values()) - Counter(had.values())
    for key in HALVES:
        if gone and (not has[key] or has[key] in other):
            before = had[key] if had[key] in gone else gone[0]
            gone.remove(before)
            yield Finding(
                "ancestry-changed", Level.ERROR,
                "Ancestry has changed since approval.",
                cite("ancestry.html", "F-15"), hint=f"{capitalise(NEVER)}.",
                at=f"picks.{key}", fixes=(Fix("Restore Ancestry", f"picks.{key}", before),),
            )  # fmt: skip


@forge.keeps
def lived(c: Reading) -> Iterable[KeptLine]:
    """Backgrounds by their names (F-16)."""
    where = cite("personality.html", "F-16")
    for past in c.memo(backgrounds) if not free(c) else ():
        if past.name:
            words = "Only your GM can allow another background."
            identity = ("background", past.name.casefold())
            yield KeptLine(past.path, past.name, identity, "background-gone", where, words, word=True)


@forge.keeps
def called(c: Reading) -> Iterable[KeptLine]:
    """Classes by their names (F-17)."""
    where = cite("class.html", "F-17")
    for place, entry in enumerate(c.build.entries.get("classes", ())):
        if name := entry.name.strip():
            yield KeptLine(f"entries.classes.{place}", name, ("class", name.casefold()), "class-gone", where)


@forge.rule
def further(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A further class and further skills are worth a look: their price is in no source (F-17)."""
    old = c.approved
    if old is None or c.build.entries == old.build.entries:
        return
    late = c.memo(learned_since)
    for key, noun in LEARNED.items():
        places = unnamed_in(c, key, names_in(old.build, key))
        fresh = [place for place in places if f"entries.{key}.{place}" not in late]
        if fresh:
            count = amount(len(fresh), "class|classes" if noun == "class" else noun)
            yield Finding(
                f"{noun}-new", Level.NOTE, f"{count} added after approval.", cite("class.html", "F-17"),
                hint="Check with your GM.", at=f"entries.{key}.{fresh[0]}",
            )  # fmt: skip


@forge.keeps
def held_dear(c: Reading) -> Iterable[KeptLine]:
    """Values by their names (F-16)."""
    for value in c.memo(values) if not free(c) else ():
        if value.name:
            words, where = "Only your GM can allow another value.", cite("fate.html", "F-16")
            identity = ("value", value.name.casefold())
            yield KeptLine(value.path, value.label, identity, "value-changed", where, words, word=True)
