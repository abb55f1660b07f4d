"""What stays as it was approved: skills, gifts, traits, the specialty, objects that last (R-21, R-23, R-24)."""

from collections.abc import Iterable

from rules.kernel import Finding, Fix, Level, Reading
from rules.kernel.settled import WORD, Line, Settled
from rules.systems.rough_magic.creation import empowered, held, skill_named, skills
from rules.systems.rough_magic.game import cite, rough_magic
from rules.systems.rough_magic.legality import NOUNS, Budgets


@rough_magic.settles
def specialty(c: Reading) -> Iterable[Settled]:
    """Another avenue takes the GM's word (R-23)."""
    yield Settled("picks.avenue", "The specialty", "specialty-changed", cite("Specialization", "R-23"), WORD)


@rough_magic.keeps
def bought(c: Reading) -> Iterable[Line]:
    """What points bought stays bought: a skill, gift or trait by its name, an object for good as it is (R-21, R-24)."""
    for kind, noun in NOUNS.items():
        for one in held(c, kind):
            if one.word:
                where = cite("Supernaturals 8152", "R-21")
                yield Line(
                    one.path, one.label, (kind, one.word), f"{noun}-gone", where, "What points have bought stays."
                )
    for thing in c.once(empowered):
        name = " ".join(thing.entry.name.casefold().split())
        if thing.permanent and thing.rating > 0 and name:
            what = (name, thing.rating, thing.entry.pick("effect"), thing.entry.pick("attribute"))
            where = cite("Empowering Objects", "R-24")
            words = "An object that lasts keeps its rating and what it gives."
            yield Line(thing.path, thing.label, what, "object-given-back", where, words)


@rough_magic.rule
def expertise(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """So does expertise (R-21)."""
    old = c.approved
    if old is None or c.build.entries.get("skills") == old.build.entries.get("skills"):
        return
    for had in old.once(skills):
        now = skill_named(c, had.word) if had.expert and had.word else None
        if now and not now.expert:
            at = f"{now.path}.picks.expertise"
            yield Finding(
                "expertise-given-back", Level.ERROR, f"{now.label} was approved with expertise.",
                cite("Skills", "R-21"), hint="What points have bought stays.", at=at,
                fixes=(Fix("Restore it", at, True),),
            )  # fmt: skip
