"""What breaks a rule, what is still open, what is worth knowing: the findings."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import Budget, Finding, Fix, Level, Reading, overspent, unspent
from rules.systems.forge.creation import score_of
from rules.systems.forge.entries import Ability
from rules.systems.forge.game import LEAST, MOST, cite, forge

Budgets = Mapping[str, Budget]


@forge.rule
def ability_range(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Each ability is 1 to 5; by the Rolls page alone it is 1 or more (F-01)."""
    free = bool(c.setting("source_only"))
    for key, ability in c.rulebook.all(Ability).items():
        score, at = score_of(c.build, key), f"scores.{key}"
        near = max(score, LEAST) if free else min(max(score, LEAST), MOST)
        if near == score:
            continue
        words = f"{LEAST} is the least" if score < LEAST else f"{MOST} is the most"
        yield Finding(
            "ability-out-of-range", Level.ERROR, f"{ability.name} is {score:,}; {words}.",
            cite("abilities.html", "F-01"), hint=f"Set it to {near}.", at=at,
            fixes=(Fix(f"Set {ability.name} to {near}", at, near),),
        )  # fmt: skip


@forge.rule
def ability_sum(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Eight points over the three, no more and in the end no fewer (F-01)."""
    budget = budgets.get("ability-points")
    if budget is None:
        return
    for finding in overspent(budget):
        yield replace(finding, fixes=tuple(fix for fix in finding.fixes if fix.value >= LEAST))
    yield from unspent(budget)
