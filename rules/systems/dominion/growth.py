"""What stays as it was approved: race, dice, the table, skills of one's own (A-77 to A-81)."""

from collections.abc import Iterable
from itertools import zip_longest

from rules.kernel import Finding, Fix, Level, Line, Reading, Settled
from rules.kernel.documents.ledger import known_as
from rules.systems.dominion.creation import own_skills
from rules.systems.dominion.entries import Beast
from rules.systems.dominion.game import MOUNT_LEAST, cite, dominion
from rules.systems.dominion.legality import Budgets


@dominion.settles
def creation(c: Reading) -> Iterable[Settled]:
    """Race and dice; the order of the dice says nothing (2.4, 3.1, A-78)."""
    where = cite("3.1", 17, "A-78")
    yield Settled("picks.race", "Your race", "creation-changed", where)
    yield Settled("rolls.attribute-dice", "The roll for your attributes", "creation-changed", where, bag=True)


@dominion.rule
def table(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What was rolled on the table and where it was put, in either order (2.4, A-78)."""
    old = c.approved
    if old is None or _rolled(c) == _rolled(old):
        return
    for path, had, has in (
        ("rolls.table", list(old.build.rolls.get("table", ())), list(c.build.rolls.get("table", ()))),
        *((f"picks.{key}", old.pick(key), c.pick(key)) for key in ("table-1", "table-2")),
    ):
        # What was open at the approval may be rolled and placed later.
        if had and has[: len(had)] != had:
            yield Finding(
                "creation-changed", Level.ERROR, "This was settled when the character was approved.",
                cite("3.1", 17, "A-78"), hint="What creation gave never changes afterwards.", at=path,
                fixes=(Fix("Restore it", path, had or None),),
            )  # fmt: skip


def _rolled(c: Reading) -> list[str]:
    """Each roll with what it was put on, in no order."""
    put = (c.pick("table-1"), c.pick("table-2"))
    return sorted(map(str, zip_longest(c.build.rolls.get("table", ()), put)))


@dominion.keeps
def learned(c: Reading) -> Iterable[Line]:
    """A skill of one's own is known by its name, which is the GM's to change (A-80)."""
    for own in c.once(own_skills):
        if own.name:
            yield Line(
                own.path, own.name, own.name.casefold(), "own-skill-gone", cite("5.2.1", 36, "A-80"),
                "A skill that was learned stays; another name takes your GM's word.", word=True,
            )  # fmt: skip


@dominion.rule
def stands_on(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A skill of one's own keeps its attribute, which is never Luck (4.11, A-80, A-81)."""
    had: dict[str, list[str]] = {}
    for own in c.approved.once(own_skills) if c.approved else ():
        had.setdefault(str(known_as(c.table.ledger, own.name.casefold())), []).append(own.attribute)
    for own in c.once(own_skills):
        at, before = f"{own.path}.picks.attribute", had.get(own.name.casefold(), []) if own.name else []
        if own.attribute == "luck":
            name = own.name or "Your own skill"
            yield Finding(
                "own-skill-of-luck", Level.ERROR, f"{name} belongs to Luck, which has no skills.",
                cite("4.11", 34, "A-81"), hint="Choose another attribute.", at=at, fixes=(Fix("Clear it", at, None),),
            )  # fmt: skip
        if any(before) and own.attribute not in before:
            yield Finding(
                "own-skill-attribute-changed", Level.ERROR,
                f"{own.name} belonged to another attribute when this character was approved.",
                cite("4.12", 35, "A-80"), hint="A skill that was learned keeps its attribute.", at=at,
                fixes=(Fix("Restore it", at, next(filter(None, before))),),
            )  # fmt: skip


@dominion.rule
def mounts(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A mount's stat stays within its rider's Horsemanship, and within what its kind can have (4.7, A-88)."""
    rider = c["horsemanship"]
    for entry in c.table.ledger.of("mount"):
        to, name = entry.more.get("to"), str(entry.more.get("name") or "The mount")
        most, why = (rider, f"its rider's Horsemanship is {rider}") if rider >= MOUNT_LEAST else (0, UNFIT)
        beast = next((b for b in c.rulebook.all(Beast).values() if b.name == entry.more.get("beast")), None)
        for stat in beast.stats if beast else ():
            if stat.key == entry.subject.casefold() and stat.high is not None and stat.high < most:
                most, why = stat.high, f"no {beast.name} has more than {stat.high}" if beast else ""
        if isinstance(to, int) and to > most:
            yield Finding(
                "mount-beyond-rider", Level.ERROR, f"{name} has {entry.subject} {to}, and {why}.",
                cite("4.7", 27, "A-88"), hint="Cancel the entry in the ledger.",
            )  # fmt: skip


UNFIT = f"it takes a Horsemanship of {MOUNT_LEAST} to train one"
