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
    instead,
    join_words,
    points_left,
)
from rules.kernel.basics import nearest
from rules.kernel.documents import segment
from rules.kernel.findings import MOST, Payment
from rules.kernel.kept_purchases import approved
from rules.kernel.purchase_findings import overspending, savings
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
                "craft-advanced", Level.NOTE, f"You raised {skill.name}: ask your GM.",
                cite("15.5", 232), hint="Say how the character learned it.", at=now.path,
            )  # fmt: skip


@dominion.rule
def ledger(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """No more APs are spent than came in; what is left is a reserve (2.6, 5.2)."""
    budget = budgets["aps"]
    yield from overspending(c, budget, _taken_back)
    for finding in points_left(budget):
        left = budget.remaining
        it = "it" if left == 1 else "them"
        yield finding._replace(
            code="aps-in-reserve", level=Level.NOTE, message=f"{amount(left, 'AP')} left.",
            hint=f"Keep {it} for Lucky Breaks, or spend {it} later.", cite=cite("3.9.1", 20),
        )  # fmt: skip


def _taken_back(c: Reading, budget: Budget) -> Payment:
    return savings(c, budget, partial(_left_behind, c))


def _left_behind(c: Reading, over: int) -> Iterator[Fix]:
    """Each sort of thing that is worth so much, the one bought last first."""
    told: set[str] = set()
    for thing in reversed(c.memo(given_up)):
        if thing.cost >= over and thing.name not in told:
            told.add(thing.name)
            yield Fix(f"Sell back {thing.name}", thing.path, None)


@dominion.rule
def own(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A skill of one's own has a name and an attribute (4.12)."""
    known = c.rulebook.all(Attribute)
    where = cite("4.12", 35)
    for skill in c.memo(own_skills):
        if not skill.name:
            yield Finding(
                "own-skill-nameless", Level.TODO, f"Name {skill.label}.", where,
                hint="Describe it, and agree with your GM what failing means.", at=skill.path,
            )  # fmt: skip
        if not skill.attribute:
            yield Finding(
                "own-skill-without-attribute", Level.TODO,
                f"Choose an attribute for {skill.label}.", where,
                hint="Ask your GM which. Until then it has no stat.",
                at=f"{skill.path}.picks.attribute",
            )  # fmt: skip
        elif skill.attribute not in known:
            yield Finding(
                "own-skill-attribute-unknown", Level.ERROR,
                f"Attribute: {join_words([skill.attribute])} isn't in the book.", where,
                hint="Choose from the list.", at=f"{skill.path}.picks.attribute",
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
                "spell-unknown", Level.ERROR, f"Not in the Spell Books: {join_words([key])}.", cite("11.4", 112),
                hint=f"Did you mean {shelf[likely].name}?" if likely else "Choose another.",
                at=f"picks.spells.{key}", fixes=_other_spell(likely, f"picks.spells.{segment(key)}"),
            )  # fmt: skip
    if unknown > MOST:
        yield Finding(
            "spells-unknown", Level.ERROR, f"Not in the Spell Books: {unknown - MOST:,} more spells.",
            cite("11.4", 112), hint="Choose others.", at="picks.spells",
        )  # fmt: skip
    yield from _never_studied(c)


def _other_spell(likely: str, at: str) -> tuple[Fix, ...]:
    """The spell that was likely meant, or this one left."""
    leave = Fix("Remove it", at, None)
    return (Fix(f"Change to “{likely}”", f"picks.spells.{likely}", True, at), leave) if likely else (leave,)


def _never_studied(c: Reading) -> Iterable[Finding]:
    known = known_spells(c)
    if known and not studied(c, "witchcraft"):
        yield Finding(
            "witchcraft-never-studied", Level.TODO,
            f"{known[0].name} is known, but you have no Witchcraft skill.", cite("11.2", 110),
            hint="Raise a Witchcraft skill, or remove the spell.",
            at=f"picks.spells.{known[0].key}",
        )  # fmt: skip
