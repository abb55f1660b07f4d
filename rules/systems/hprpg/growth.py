"""What stays as it was approved: identity, where granted dots lie, rankings, feats (2 to 5, H-22 to H-29)."""

from collections.abc import Iterable, Mapping

from rules.kernel import Budget, Finding, Fix, Level, Reading
from rules.kernel.settled import WORD, Settled
from rules.systems.hprpg.creation import gifts
from rules.systems.hprpg.entries import Archetype, Feature, Personality
from rules.systems.hprpg.game import cite, hprpg


@hprpg.settles
def identity(c: Reading) -> Iterable[Settled]:
    """Species, personality and archetype change only by the GM's word (2, 3, 4.3)."""
    yield Settled("picks.species", "The species", "species-changed", cite("2", 6, "H-23"), WORD)
    yield Settled("picks.personality", "The personality", "personality-changed", cite("3", 7, "H-24"), WORD)
    yield Settled("picks.archetype", "The archetype", "archetype-changed", cite("4.3", 12, "H-26"), WORD)


@hprpg.settles
def dots(c: Reading) -> Iterable[Settled]:
    """A granted dot stays where it lies, as long as what gave it stays (3, 4, H-24, H-27)."""
    for source, grant, _ in c.once(gifts):
        kind, code, where = "species", "species-dot-changed", cite("2", 6, "H-23")
        if isinstance(source, Personality):
            kind, code, where = "personality", "personality-dot-changed", cite("3", 7, "H-24")
        elif isinstance(source, Archetype):
            kind, code, where = "archetype", "archetype-row-changed", cite("4", 12, "H-27")
        if grant.pick:
            path, label = f"picks.{grant.pick}", f"What {source.name} gives a dot to"
            yield Settled(path, label, code, where, WORD, of=f"picks.{kind}")


@hprpg.settles
def rankings(c: Reading) -> Iterable[Settled]:
    """They only divided the dots of creation (5.2, 5.3, H-27)."""
    yield Settled("ranks.aspects", "The ranking of your aspects", "ranking-changed", cite("5.2", 20, "H-27"))
    yield Settled("ranks.abilities", "The ranking of your abilities", "ranking-changed", cite("5.3", 22, "H-27"))


@hprpg.rule
def feats(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """A feat is gained by the GM's word, and never given back (4.2, H-29)."""
    old = c.approved
    if old is None or (old.pick("archetype") and c.pick("archetype") != old.pick("archetype")):
        return
    had, has = set(old.picked("feats")), set(c.picked("feats"))
    for key in sorted(had ^ has):
        feat, at = c.rulebook.find(Feature, key), f"picks.feats.{key}"
        if feat is None:
            continue
        gained = key in has
        yield Finding(
            "feat-without-word" if gained else "feat-given-back",
            Level.ERROR,
            f"{feat.name} is a feat that {'came after' if gained else 'was there at'} the approval.",
            cite("4.2", 12, "H-29"),
            hint="It takes your GM's word." if gained else "A feat that was gained stays.",
            at=at,
            fixes=(Fix(f"Give up {feat.name}" if gained else f"Restore {feat.name}", at, not gained),),
        )
