"""Findings on what was bought and learned: steps, what they cost, skills of one's own, spells (chapters 4, 5, 11)."""

from collections.abc import Iterable, Iterator
from functools import partial

from rules.kernel import (
    Budget,
    Finding,
    Fix,
    Level,
    Reading,
    amount,
    capitalise,
    instead,
    join_words,
    points_left,
)
from rules.kernel.basics import nearest
from rules.kernel.documents import segment
from rules.kernel.findings import MOST, Payment
from rules.kernel.purchases import approved, overspending, savings
from rules.systems.dominion.creation import own_skills, studied
from rules.systems.dominion.entries import Attribute, Skill, Spell
from rules.systems.dominion.equipment_rules import given_up
from rules.systems.dominion.game import cite, dominion
from rules.systems.dominion.legality import Budgets
from rules.systems.dominion.performing import known_spells


@dominion.rule
def crafts(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A craft that advances after approval is worth a word (15.5)."""
    for then, had, now, has in c.memo(approved):
        if has <= had:
            continue
        skill = c.rulebook.find(Skill, then.key)
        if now and skill and skill.base in ("priestcraft", "witchcraft"):
            yield Finding(
                "craft-advanced", Level.NOTE, f"{skill.name} has advanced; the game master has a say in that.",
                cite("15.5", 232), hint="Tell how the character came to learn it.", at=now.path,
            )  # fmt: skip


@dominion.rule
def ledger(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """No more APs are spent than came in; what is left is a reserve (2.6, 5.2)."""
    budget = budgets["aps"]
    yield from overspending(c, budget, _taken_back)
    for finding in points_left(budget):
        left = budget.remaining
        yield finding._replace(
            code="aps-in-reserve", level=Level.NOTE, message=capitalise(f"{amount(left, 'AP')} in reserve."),
            hint="Each can buy a Lucky Break when it matters, or steps later.", cite=cite("3.9.1", 20),
        )  # fmt: skip


def _taken_back(c: Reading, budget: Budget) -> Payment:
    return savings(c, budget, partial(_left_behind, c))


def _left_behind(c: Reading, over: int) -> Iterator[Fix]:
    """Each thing that is worth so much."""
    for thing in c.memo(given_up):
        if thing.cost >= over:
            yield Fix(f"Leave {thing.name} behind", thing.path, None)


@dominion.rule
def own(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A skill of one's own has a name and an attribute (4.12)."""
    known = c.rulebook.all(Attribute)
    where = cite("4.12", 35)
    for skill in c.memo(own_skills):
        if not skill.name:
            yield Finding(
                "own-skill-nameless", Level.TODO, f"Your own skill {skill.place + 1} has no name yet.", where,
                hint="Name it, describe it, and agree with your game master what failing means.", at=skill.path,
            )  # fmt: skip
        if not skill.attribute:
            yield Finding(
                "own-skill-without-attribute", Level.TODO,
                f"{skill.name or 'Your own skill'} belongs to no attribute yet.", where,
                hint="Ask your game master which it is; until then it has no stat.",
                at=f"{skill.path}.picks.attribute",
            )  # fmt: skip
        elif skill.attribute not in known:
            yield Finding(
                "own-skill-attribute-unknown", Level.ERROR, f"No attribute is called {join_words([skill.attribute])}.",
                where, hint="Choose one of the six.", at=f"{skill.path}.picks.attribute",
                fixes=instead("the attribute", nearest(skill.attribute, known), f"{skill.path}.picks.attribute"),
            )  # fmt: skip


@dominion.rule
def spells(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Spells are in the Spell Books, and cast with a skill that has been studied (11.2, 11.4)."""
    shelf = c.rulebook.all(Spell)
    unknown = 0
    for key in c.picked("spells"):
        spell = c.rulebook.find(Spell, key)
        unknown += spell is None
        if spell is None and unknown <= MOST:
            likely = nearest(key, shelf)
            yield Finding(
                "spell-unknown", Level.ERROR, f"The Spell Books have no {join_words([key])}.", cite("11.4", 112),
                hint=f"Did you mean {shelf[likely].name}?" if likely else "It is kept until you choose another.",
                at=f"picks.spells.{key}", fixes=_other_spell(likely, f"picks.spells.{segment(key)}"),
            )  # fmt: skip
    if unknown > MOST:
        yield Finding(
            "spells-unknown", Level.ERROR, f"The Spell Books have none of {unknown - MOST:,} more spells either.",
            cite("11.4", 112), hint="They are kept until you choose others.", at="picks.spells",
        )  # fmt: skip
    yield from _never_studied(c)


def _other_spell(likely: str, at: str) -> tuple[Fix, ...]:
    """The spell that was likely meant, or this one left."""
    leave = Fix("Clear it", at, None)
    return (Fix(f"Take “{likely}”", f"picks.spells.{likely}", True, at), leave) if likely else (leave,)


def _never_studied(c: Reading) -> Iterable[Finding]:
    known = known_spells(c)
    if known and not studied(c, "witchcraft"):
        yield Finding(
            "witchcraft-never-studied", Level.TODO,
            f"{known[0].name} is known, but no step is bought in any Witchcraft skill.", cite("11.2", 110),
            hint="Only those who study magic can cast. Buy a step, or leave the spell.",
            at=f"picks.spells.{known[0].key}",
        )  # fmt: skip
