"""The field for a rating: how many dots may be bought, and what one more would break."""

from rules.kernel import Budget, Rate, Sheet, number
from rules.systems.hprpg.entries import Trait
from rules.systems.hprpg.game import ARCHETYPE_ABILITY_CAP, CAP, hprpg

DOTS = 7


def rate(sheet: Sheet, trait: Trait, budget_key: str, group: str) -> Rate:
    """The field for a trait: what is bought of it, how far it goes, what the next dot takes from which budget."""
    figure = sheet.figures[trait.key]
    bought = sheet.build.scores.get(trait.key, 0)
    fixed = figure.value - max(0, bought)
    budget = sheet.budgets[budget_key]
    limit, reason = _room(sheet, trait, fixed, max(0, bought), budget)
    baseline = sheet.table.baseline if sheet.table.stage == "advancement" else None
    floor = max(0, baseline.scores.get(trait.key, 0)) if baseline else 0
    left = budget.remaining
    price = f"next dot: {'the last one' if left == 1 else f'one of {left}'} in {budget.label}" if left > 0 else ""
    return Rate(
        f"scores.{trait.key}",
        trait.name,
        figure,
        bought,
        floor,
        max(0, DOTS - fixed),
        limit,
        reason,
        price if limit > bought else "",
        trait.summary,
        group,
        scale=trait.ratings,
        budget=budget_key,
    )


def _room(sheet: Sheet, trait: Trait, fixed: int, bought: int, budget: Budget) -> tuple[int, str]:
    """How many dots may be bought without breaking a rule, and what one more would break."""
    rules = hprpg.settings
    given = sheet.table.settings
    top = int(rules["rating_limit"].read(given.get("rating_limit")))
    walls = [(top - fixed, f"nobody keeps more than {top} dots")]
    if trait.category == "archetype-ability":
        cap, words = ARCHETYPE_ABILITY_CAP - fixed, "an archetype ability starts at four dots at most"
    else:
        own = int(rules["affinity_cap"].read(given.get("affinity_cap")))
        cap = own if trait.category == "affinity" else CAP
        words = f"{number(cap)} is the most at creation"
    if sheet.table.stage == "creation":
        walls.append((cap, words))
    elif sheet.table.baseline is None:
        awards = max(0, sheet.budgets["awarded-dots"].remaining)
        walls.append((max(cap, bought) + awards, f"{words}, and each beyond it takes an awarded dot"))
    walls.append((bought + _spare(sheet, trait, budget), f"that would go over in {budget.label}"))
    limit, reason = min(walls, key=lambda wall: wall[0])
    return max(0, limit), reason


def _spare(sheet: Sheet, trait: Trait, budget: Budget) -> int:
    """How many more dots this budget, and what else pays for it, can bear."""
    budgets = sheet.budgets
    pooled = trait.category == "aspect" and "species-pool" in budgets
    extra = max(0, budgets["species-pool"].remaining) if pooled else 0
    if sheet.table.stage == "advancement":
        awards, baseline = budgets["awarded-dots"].remaining, sheet.table.baseline
        if baseline is None:
            return max(0, budget.remaining) + extra + max(0, awards)
        back = max(0, baseline.scores.get(trait.key, 0) - max(0, sheet.build.scores.get(trait.key, 0)))
        return max(0, budget.remaining) if budget.remaining < back else back + max(0, awards)
    return budget.remaining + extra
