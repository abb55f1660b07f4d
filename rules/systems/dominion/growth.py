"""What stays as it was approved: race, dice, the table, skills of one's own (A-77 to A-81)."""

from collections.abc import Iterable
from itertools import zip_longest

from rules.kernel import Finding, Fix, KeptLine, Level, Reading, Settled
from rules.systems.dominion.creation import MAY_BE_LOST, losses, own_skills
from rules.systems.dominion.game import cite, dominion
from rules.systems.dominion.learned import identity, kept_skills, now_at
from rules.systems.dominion.legality import Budgets
from rules.systems.dominion.mounts import ENTRIES, TRAINED, untrainable
from rules.systems.dominion.purchases import in_order

TABLE = ("table-1", "table-2")


@dominion.settles
def creation(c: Reading) -> Iterable[Settled]:
    """Race and dice; the order of the dice says nothing (2.4, 3.1, A-78)."""
    where = cite("3.1", 17, "A-78")
    yield Settled("picks.race", "Race", "creation-changed", where)
    yield Settled("rolls.attribute-dice", "Attribute roll", "creation-changed", where, bag=True)


@dominion.rule
def table(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What was rolled on the table and where it was put, in either order (2.4, A-78)."""
    old = c.approved
    if old is None or _rolled(c) == _rolled(old):
        return
    had_rolls, rolls = (list(one.build.rolls.get("table", ())) for one in (old, c))
    # What was open at the approval may be rolled and placed later.
    for path, what, had, same in (
        ("rolls.table", "Table roll", had_rolls, rolls[: len(had_rolls)] == had_rolls),
        *((f"picks.{key}", "Choice for a table roll", now_at(c, old.pick(key)), _put(old, key) == _put(c, key))
          for key in TABLE),
    ):  # fmt: skip
        if had and not same:
            yield Finding(
                "creation-changed", Level.ERROR, f"{what} has changed since approval.",
                cite("3.1", 17, "A-78"), hint="This can't change after approval.", at=path,
                fixes=(Fix("Restore it", path, had or None),),
            )  # fmt: skip


def _rolled(c: Reading) -> list[str]:
    """Each roll with what it was put on, in no order."""
    put = (_put(c, key) for key in TABLE)
    return sorted(map(str, zip_longest(c.build.rolls.get("table", ()), put)))


def _put(c: Reading, key: str) -> str:
    """What a roll was put on; a skill of the player's own is the same wherever it stands."""
    own = next((one for one in c.memo(own_skills) if one.key == c.pick(key)), None)
    return f"own-skill-{identity(c, own) + 1}" if own else c.pick(key)


@dominion.keeps
def learned(c: Reading) -> Iterable[KeptLine]:
    """A skill of one's own is known by its name, which is the GM's to change; one without any is its line (A-80)."""
    word = ". A new name needs your GM's permission" if c.setting("own_skill_rename") == "gm_word" else ""
    for own in c.memo(own_skills):
        known = identity(c, own)
        if own.name or (own.steps and known >= 0):
            yield KeptLine(
                own.path, own.label, known, "own-skill-gone", cite("5.2.1", 36, "A-80"),
                f"Learned skills stay{word}.", word=True,
            )  # fmt: skip


@dominion.rule
def stands_on(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A skill of one's own keeps its attribute, which is never Luck (4.11, A-80, A-81)."""
    for own in c.memo(own_skills):
        at = f"{own.path}.picks.attribute"
        if own.attribute == "luck":
            yield Finding(
                "own-skill-of-luck", Level.ERROR, f"{own.label} belongs to Luck, which has no skills.",
                cite("4.11", 34, "A-81"), hint="Choose another attribute.", at=at,
                fixes=(Fix("Clear the attribute", at, None),),
            )  # fmt: skip
    for then, now, _ in c.memo(kept_skills):
        if now and then.attribute and now.attribute != then.attribute:
            at = f"{now.path}.picks.attribute"
            yield Finding(
                "own-skill-attribute-changed", Level.ERROR,
                f"The attribute of {now.label} has changed since approval.",
                cite("4.12", 35, "A-80"), hint="This can't change after approval.", at=at,
                fixes=(Fix("Restore it", at, then.attribute),),
            )  # fmt: skip


@dominion.rule
def fallen(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A loss since the approval falls from what was approved, or from more (A-86)."""
    for key in MAY_BE_LOST:
        gone = losses(c, key)
        for entry, loss in zip(gone, in_order(c, key) if gone else (), strict=False):
            if not entry.settled and loss.steps is not None and entry.more["from"] < loss.stat:
                yield Finding(
                    "loss-below-approved", Level.TODO,
                    f"The ledger says {c.figure(key).label} fell from {entry.more['from']}, but it was {loss.stat}.",
                    cite("10.5.6", 96, "A-86"), hint=f"It counts as {loss.stat}. Cancel the entry and enter it again.",
                )  # fmt: skip


@dominion.rule
def mounts(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What the ledger says of mounts is what can be trained (4.7, A-88)."""
    entries = c.table.ledger.of(*ENTRIES)
    for place, entry in enumerate(entries):
        code, why = untrainable(c, entry, entries[:place]) if entry.kind == TRAINED else ("", "")
        if code:
            hint = "Ask your GM to cancel the entry." if entry.settled else "Cancel the entry in the ledger."
            yield Finding(code, Level.ERROR, why, cite("4.7", 27, "A-88"), hint=hint)
