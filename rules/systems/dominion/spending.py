"""Findings on what was bought and learned: steps, what they cost, skills of one's own, spells (chapters 4, 5, 11)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from rules.kernel import (
    Build,
    Finding,
    Fix,
    Level,
    Reading,
    amount,
    instead,
    listed,
    nearest,
    opening,
    overspent,
    paying,
    retired,
    segment,
    staying,
    unspent,
)
from rules.systems.dominion.arming import given_up
from rules.systems.dominion.armoury import Thing
from rules.systems.dominion.creation import OwnSkill, own_skills, studied
from rules.systems.dominion.entries import Attribute, Skill, Spell
from rules.systems.dominion.game import cite, dominion
from rules.systems.dominion.ledger import Purchase, cost, purchases
from rules.systems.dominion.legality import Budgets, negative
from rules.systems.dominion.performing import known_spells

MOST = 20
"""Beyond so many of one kind, findings are summed up in one."""


@dominion.rule
def steps(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Steps are whole, and what was bought is never given back (5.2.1)."""
    for key, skill in c.rulebook.all(Skill).items():
        score = c.build.scores.get(key, 0)
        if score < 0:
            yield negative(f"scores.{key}", skill.name, score)
    breaks = c.build.scores.get("lucky-breaks", 0)
    if breaks < 0:
        yield negative("scores.lucky-breaks", "Lucky Breaks", breaks, "AP", cite("5.2.2", 37))
    for place, own in enumerate(c.build.entries.get("skills", ())):
        if own.scores.get("steps", 0) < 0:
            path = f"entries.skills.{place}.scores.steps"
            yield negative(path, own.name.strip() or "a skill of your own", own.scores["steps"])


@dominion.rule
def floors(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """In advancement nothing bought is given back; a craft that advances is worth a word (5.2.1, 15.5)."""
    baseline = c.table.baseline
    if c.table.stage != "advancement" or baseline is None:
        return
    for key, skill in c.rulebook.all(Skill).items():
        before, now = max(0, baseline.scores.get(key, 0)), c.bought(key)
        if now < before:
            yield _given_back(skill.name, f"scores.{key}", before, now)
        elif now > before and skill.base in ("priestcraft", "witchcraft"):
            yield Finding(
                "craft-advanced", Level.NOTE, f"{skill.name} has advanced; the game master has a say in that.",
                cite("15.5", 232), hint="Tell how the character came to learn it.", at=f"scores.{key}",
            )  # fmt: skip
    breaks = max(0, baseline.scores.get("lucky-breaks", 0))
    if c.bought("lucky-breaks") < breaks:
        yield _given_back("Lucky Breaks", "scores.lucky-breaks", breaks, c.bought("lucky-breaks"))
    for name, before, held in _matched(baseline, c.once(own_skills)):
        if before > (held.steps if held else 0):
            path = f"{held.path}.scores.steps" if held else "entries.skills"
            yield _given_back(name or "A skill of your own", path, before, held.steps if held else 0, bool(held))


def _matched(baseline: Build, held: Iterable[OwnSkill]) -> Iterator[tuple[str, int, OwnSkill | None]]:
    """Name and steps of each own skill that was approved, with what it is now: the same name at the same place, else
    the same name, else the same place."""
    left, old = list(held), tuple(baseline.entries.get("skills", ()))
    found: dict[int, OwnSkill] = {}
    for fits in (_exactly, _by_name, _by_place):
        for place, own in enumerate(old):
            now = next((skill for skill in left if fits(skill, own.name.strip(), place)), None)
            if now and place not in found:
                found[place] = now
                left.remove(now)
    for place, own in enumerate(old):
        yield own.name.strip(), max(0, own.scores.get("steps", 0)), found.get(place)


def _exactly(skill: OwnSkill, name: str, place: int) -> bool:
    return (skill.name, skill.place) == (name, place)


def _by_name(skill: OwnSkill, name: str, place: int) -> bool:
    return skill.name == name


def _by_place(skill: OwnSkill, name: str, place: int) -> bool:
    return skill.place == place


def _given_back(name: str, path: str, before: int, now: int, mends: bool = True) -> Finding:
    return Finding(
        "step-given-back", Level.ERROR,
        f"{name} had {amount(before, 'step')} when this character was approved, and has {amount(now, 'step')} now.",
        cite("5.2.1", 36), hint="A bought step is never given back.", at=path,
        fixes=(Fix(f"Put {name} back", path, before),) if mends else (),
    )  # fmt: skip


@dominion.rule
def ledger(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """No more APs are spent than came in; what is left is a reserve (2.6, 5.2)."""
    budget = budgets["aps"]
    for finding in overspent(budget):
        fixes = paying(budget.over, partial(_savings, c))
        yield replace(finding, hint="Take steps back, or leave something at home.", fixes=fixes)
    for finding in unspent(budget):
        left = budget.remaining
        yield replace(
            finding, code="aps-in-reserve", level=Level.NOTE, message=opening(f"{amount(left, 'AP')} in reserve."),
            hint="Each can buy a Lucky Break when it matters, or steps later.", cite=cite("3.9.1", 20),
        )  # fmt: skip


def _savings(c: Reading, over: int) -> Iterator[Fix]:
    """Every single change that pays for so much."""
    fixes = (_fewer(purchase, over, _approved(c, purchase.path)) for purchase in c.once(purchases))
    things = (_without(thing, over) for thing in c.once(given_up))
    return (fix for fix in (*fixes, *things) if fix)


def _approved(c: Reading, path: str) -> int:
    """The steps of a skill of the book that were approved, below which it may not go."""
    before = c.table.baseline if c.table.stage == "advancement" else None
    return max(0, before.scores.get(path.removeprefix("scores."), 0)) if before else 0


def _fewer(purchase: Purchase, over: int, held: int) -> Fix | None:
    """The fewest steps back that pay for what is over, if this skill has so many beyond those that are `held`."""
    path, name, start, steps = purchase
    left = staying(steps, held, partial(cost, start), over)
    return None if left is None else Fix(f"Take {amount(steps - left, 'step')} from {name}", path, left or None)


def _without(thing: Thing, over: int) -> Fix | None:
    return Fix(f"Leave {thing.name} behind", thing.path, None) if thing.cost >= over else None


@dominion.rule
def own(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A skill of one's own has a name and an attribute (4.12)."""
    known = c.rulebook.all(Attribute)
    where = cite("4.12", 35)
    for skill in c.once(own_skills):
        if not skill.name:
            yield Finding(
                "own-skill-nameless", Level.WARNING, f"Your own skill {skill.place + 1} has no name yet.", where,
                hint="Name it, describe it, and agree with your game master what failing means.", at=skill.path,
            )  # fmt: skip
        if not skill.attribute:
            yield Finding(
                "own-skill-without-attribute", Level.WARNING,
                f"{skill.name or 'Your own skill'} belongs to no attribute yet.", where,
                hint="Ask your game master which it is; until then it has no stat.",
                at=f"{skill.path}.picks.attribute",
            )  # fmt: skip
        elif skill.attribute not in known:
            yield Finding(
                "own-skill-attribute-unknown", Level.ERROR, f"No attribute is called {listed([skill.attribute])}.",
                where, hint="Choose one of the six.", at=f"{skill.path}.picks.attribute",
                fixes=instead(nearest(skill.attribute, known), f"{skill.path}.picks.attribute"),
            )  # fmt: skip


@dominion.rule
def spells(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Spells are in the Spell Books, and cast with a skill that has been studied (11.2, 11.4)."""
    shelf = c.rulebook.all(Spell)
    unknown = 0
    for key in c.picked("spells"):
        spell = c.rulebook.find(Spell, key)
        if spell and spell.retired:
            yield retired(spell, f"picks.spells.{key}")
        unknown += spell is None
        if spell is None and unknown <= MOST:
            likely = nearest(key, shelf)
            yield Finding(
                "spell-unknown", Level.ERROR, f"The Spell Books have no {listed([key])}.", cite("11.4", 112),
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
            "witchcraft-never-studied", Level.WARNING,
            f"{known[0].name} is known, but no step is bought in any Witchcraft skill.", cite("11.2", 110),
            hint="Only those who study magic can cast. Buy a step, or leave the spell.",
            at=f"picks.spells.{known[0].key}",
        )  # fmt: skip
