"""The builder's pages for this game."""

from functools import lru_cache

from rules.kernel import Names, Rate, Rulebook, Sheet, Step
from rules.systems.forge.creation import score_of
from rules.systems.forge.entries import Ability
from rules.systems.forge.game import ABILITIES, LEAST, MOST, cite, forge


@lru_cache(maxsize=8)
def names(rulebook: Rulebook) -> Names:
    """The keys a build of this game may have."""
    return Names(scores=frozenset(rulebook.all(Ability)))


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (_abilities(sheet),)


def _abilities(sheet: Sheet) -> Step:
    return Step(
        "abilities",
        "Abilities",
        "Three abilities for a whole life. An ordinary person has about two in each.",
        cite("abilities.html"),
        lambda: tuple(_ability(sheet, ability) for ability in sheet.rulebook.all(Ability).values()),
        budgets=("ability-points",),
        figures=("poise", "speed", "threat", "carrying-capacity"),
        paths=tuple(f"scores.{key}" for key in ABILITIES),
        hint="As a rule they never change again.",
    )


def _ability(sheet: Sheet, ability: Ability) -> Rate:
    score = score_of(sheet.build, ability.key)
    budget = sheet.budgets.get("ability-points")
    left = budget.remaining if budget else 1_000
    ceiling = MOST if budget else score + 5
    limit = max(LEAST, min(ceiling, score + left))
    return Rate(
        f"scores.{ability.key}",
        ability.name,
        sheet.figures[ability.key],
        score,
        LEAST,
        max(ceiling, score),
        limit,
        f"{MOST} is the most" if limit == ceiling else "that would go over in Ability points",
        f"next point: one of {left}" if budget and left > 0 else "",
        ability.summary,
        "Abilities",
        unit="point",
        style="stepper",
        budget="ability-points",
    )


forge.steps = steps
forge.names = names
