"""What everything costs: one line for each purchase, and the budgets that are only suggested."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from rules.kernel import Budget, Origin, Reading, Term, paid_out, received
from rules.systems.rough_magic.creation import PRICES, empowered, held, price, ruined, skills
from rules.systems.rough_magic.entries import Attribute
from rules.systems.rough_magic.falls import spans
from rules.systems.rough_magic.game import HIGHEST, POWER, cite, rough_magic

SUGGESTED = {"attributes": ("Attributes", 25), "skills": ("Skills", 10), "gifts": ("Gifts and traits", 5)}
"""Suggestions nearest the source; they bind nobody (R-02)."""


def attributes(c: Reading) -> Iterator[Term]:
    """A line for each rank of each attribute."""
    where = cite("Attributes 7320")
    for key, entry in c.rulebook.all(Attribute).items():
        rank, path = c.bought(key), f"scores.{key}"
        for low, high in spans(c, rank) if key == POWER else ((0, rank),):
            for step in range(low, min(high, HIGHEST)):
                yield Term(PRICES[step], f"{entry.name} {step} → {step + 1}", where, Origin.BOUGHT, path=path)
            if high > HIGHEST:
                last = max(low, HIGHEST)
                rest = price(high) - price(last)
                yield Term(rest, f"{entry.name} {last} → {high}", where, Origin.BOUGHT, path=path)


def skill_costs(c: Reading) -> Iterator[Term]:
    """A point for a skill, one more for expertise."""
    for skill in c.memo(skills):
        yield Term(1, skill.label, cite("Skills"), Origin.BOUGHT, path=skill.path)
        if skill.expert:
            path = f"{skill.path}.picks.expertise"
            yield Term(1, f"{skill.label}: expertise", cite("Skills"), Origin.BOUGHT, path=path)


def gift_costs(c: Reading) -> Iterator[Term]:
    """A point for each gift and each trait."""
    for kind, section in (("gifts", "Gifts 14897"), ("traits", "Supernaturals 8152")):
        for one in held(c, kind):
            yield Term(1, one.label, cite(section), Origin.BOUGHT, path=one.path)


def object_costs(c: Reading) -> Iterator[Term]:
    """What stays empowered for good costs its rating; what was destroyed, the entry that says so (R-24)."""
    for thing in c.memo(empowered):
        if thing.permanent and thing.rating > 0 and thing not in c.memo(ruined):
            path = f"{thing.path}.picks.permanent"
            yield Term(thing.rating, f"{thing.label}, permanent", cite("Empowering Objects"), Origin.BOUGHT, path=path)


GROUPS = {
    "Attributes": attributes, "Skills": skill_costs, "Gifts and traits": gift_costs, "Permanent objects": object_costs,
}  # fmt: skip


def lines(c: Reading) -> Mapping[str, tuple[Term, ...]]:
    """What was bought, by the title of its group."""
    return {title: tuple(group(c)) for title, group in GROUPS.items()}


@rough_magic.budget
def character_points(c: Reading) -> Iterable[Budget]:
    """All purchases against the one total (R-02)."""
    where = c.source("character_points", cite("Dramatis rulings", "R-02"))
    bought = chain.from_iterable(c.memo(lines).values())
    spent = (*bought, *paid_out(c, "character-points"))
    total = c.number("character_points")
    if total:
        allowed = [Term(total, "starting points", where, Origin.BASE)]
        allowed.extend(received(c, "character-points"))
    else:
        allowed = [Term(sum(term.amount for term in spent), "no limit set", where)]
    yield Budget.of(
        "character-points", "character points", where, allowed=allowed, spent=spent, unit="point",
    )  # fmt: skip


def advice(c: Reading) -> Iterator[tuple[str, str, int, int]]:
    """Key, words, what was spent and what is suggested, for each suggested budget."""
    for key, (label, most) in SUGGESTED.items():
        yield key, label, sum(term.amount for term in c.memo(lines)[label]), most
