"""What stays as it was approved: skills, gifts, traits, the specialty, objects that last (R-21, R-23, R-24)."""

from collections.abc import Iterable

from rules.kernel import Finding, Fix, KeptLine, Level, Reading, Settled, amount
from rules.kernel.settled import NEVER, WORD
from rules.systems.rough_magic.creation import NOUNS, empowered, held, kept_lists, lasting, old_lists, ruined
from rules.systems.rough_magic.game import cite, rough_magic
from rules.systems.rough_magic.legality import Budgets


@rough_magic.settles
def specialty(c: Reading) -> Iterable[Settled]:
    """Another avenue takes the GM's word (R-23)."""
    way = c.setting("specialty_change")
    if way != "free":
        reason, where = NEVER if way == "never" else WORD, cite("Specialization", "R-23")
        yield Settled("picks.avenue", "the specialty", "specialty-changed", where, reason)


@rough_magic.rule
def first_specialty(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A first one is free, and worth a look (R-23)."""
    old = c.approved
    if old and c.pick("avenue") and not old.pick("avenue") and c.setting("specialty_change") != "free":
        yield Finding(
            "specialty-new", Level.NOTE, "You chose a specialty after approval.",
            cite("Specialization", "R-23"), hint="Ask your GM.", at="picks.avenue",
        )  # fmt: skip


@rough_magic.keeps
def bought(c: Reading) -> Iterable[KeptLine]:
    """What points bought stays bought: a skill, gift or trait by its name, an object for good as it is (R-21, R-24)."""
    for kind, noun in NOUNS.items():
        where = cite("Supernaturals 8152", "R-21")
        for one in held(c, kind):
            yield KeptLine(
                one.path, one.label, (kind, one.word), f"{noun}-gone", where, "Points aren't refunded after approval.",
                unnamed=(kind, ""),
            )  # fmt: skip
    for thing in c.memo(empowered):
        if what := lasting(thing):
            yield KeptLine(
                thing.path, thing.label, what, "object-given-back", cite("Empowering Objects", "R-24"),
                "Its rating and effect can't change. If it was destroyed, enter that in the ledger.",
                lost=("destroyed",), unnamed=what.unnamed, worth=thing.rating,
            )  # fmt: skip


@rough_magic.rule
def wrecks(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What was destroyed is on no list any more (R-24)."""
    for thing in c.memo(ruined):
        yield Finding(
            "object-destroyed", Level.ERROR, f"{thing.label} was destroyed.", cite("Empowering Objects", "R-24"),
            hint="Remove it; the points stay spent. A new one needs another name.", at=thing.path,
            fixes=(Fix(f"Remove {thing.label}", thing.path, None),),
        )  # fmt: skip


@rough_magic.rule
def learned(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Gifts and traits that came later are worth a look (R-21)."""
    if c.approved is None:
        return
    for kind in ("gifts", "traits"):
        fresh = [one for one in held(c, kind) if one.word and one.place not in c.memo(old_lists)[kind]]
        if fresh:
            yield Finding(
                f"{kind}-new", Level.NOTE,
                f"{amount(len(fresh), kind[:-1])} added after approval.",
                cite("Supernaturals 8152", "R-21"), hint="Ask your GM.", at=fresh[0].path,
            )  # fmt: skip


@rough_magic.rule
def expertise(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """So does expertise (R-21)."""
    old = c.approved
    if old is None or c.build.entries.get("skills") == old.build.entries.get("skills"):
        return
    for had, now, _ in c.memo(kept_lists)["skills"]:
        if had.expert and now and not now.expert:
            at = f"{now.path}.picks.expertise"
            yield Finding(
                "expertise-given-back", Level.ERROR,
                f"{now.label} was approved with expertise, which can't be removed.",
                cite("Skills", "R-21"), hint="Points aren't refunded after approval.", at=at,
                fixes=(Fix("Restore expertise", at, True),),
            )  # fmt: skip
