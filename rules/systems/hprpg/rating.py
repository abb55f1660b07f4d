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
    return Rate(
        f"scores.{trait.key}",
        trait.name,
        figure,
        bought,
        floor,
        max(0, DOTS - fixed),
        limit,
        reason,
        _price(_payer(sheet, trait, fixed, bought, budget)) if limit > bought else "",
        trait.summary,
        group,
        scale=trait.ratings,
        budget=budget_key,
    )


def _price(payer: Budget) -> str:
    return f"next dot: {'the last one' if payer.remaining == 1 else f'one of {payer.remaining}'} in {payer.label}"


def _payer(sheet: Sheet, trait: Trait, fixed: int, bought: int, budget: Budget) -> Budget:
    """What the next dot takes from: its own budget, the species' pool, or what was awarded (H-03, H-12)."""
    awarded, baseline = sheet.budgets.get("awarded-dots"), sheet.table.baseline
    if awarded and bought >= (baseline.scores.get(trait.key, 0) if baseline else _cap(sheet, trait, fixed)[0]):
        return awarded
    pool = sheet.budgets.get("species-pool") if trait.category == "aspect" else None
    return next((one for one in (budget, pool, awarded) if one and one.remaining > 0), budget)


def _cap(sheet: Sheet, trait: Trait, fixed: int) -> tuple[int, str]:
    """How many dots creation sells of it, and how it says so."""
    if trait.category == "archetype-ability":
        return ARCHETYPE_ABILITY_CAP - fixed, "an archetype ability starts at four dots at most"
    own = int(hprpg.settings["affinity_cap"].read(sheet.table.settings.get("affinity_cap")))
    cap = own if trait.category == "affinity" else CAP
    return cap, f"{number(cap)} is the most at creation"


def _room(sheet: Sheet, trait: Trait, fixed: int, bought: int, budget: Budget) -> tuple[int, str]:
    """How many dots may be bought without breaking a rule, and what one more would break."""
    top = int(hprpg.settings["rating_limit"].read(sheet.table.settings.get("rating_limit")))
    walls = [(top - fixed, f"nobody keeps more than {top} dots")]
    cap, words = _cap(sheet, trait, fixed)
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
