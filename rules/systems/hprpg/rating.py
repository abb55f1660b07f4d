"""The field for a rating: how many dots may be bought, and what one more would break."""

from rules.kernel import Budget, Sheet
from rules.kernel.basics.wording import amount
from rules.kernel.pages import RatingField
from rules.kernel.pages import rate as kernel_rate
from rules.kernel.purchases import bought as dots_of
from rules.kernel.purchases import by_path
from rules.systems.hprpg.budgets import paid_at_creation
from rules.systems.hprpg.entries import Trait
from rules.systems.hprpg.game import SCALE
from rules.systems.hprpg.purchases import creation_cap


def rate(sheet: Sheet, trait: Trait, budget_key: str, group: str) -> RatingField:
    """The field for a trait: what is bought of it, how far it goes, what the next dot takes from which budget."""
    c, budget, path = sheet.reading, sheet.budgets[budget_key], f"scores.{trait.key}"
    purchase = c.memo(by_path)[path]
    dots = dots_of(c, purchase)
    fixed = sheet[trait.key] - dots
    left, short = _left(sheet, trait, dots, budget)
    return kernel_rate(
        sheet,
        purchase,
        top=max(0, SCALE - fixed),
        left=left,
        short=short,
        price=_price(_payer(sheet, trait, dots, budget), budget),
        last="",
        summary=trait.summary,
        group=group,
        scale=trait.ratings,
        style="dots",
    )


def _price(payer: Budget, budget: Budget) -> str:
    """What the next dot costs, and of what, where it isn't the budget that its group is titled with."""
    return f"+1: {amount(1, budget.one)}{'' if payer is budget else f', from {payer.label}'}"


def _payer(sheet: Sheet, trait: Trait, dots: int, budget: Budget) -> Budget:
    """What the next dot takes from: its own budget, the species' pool, or what was awarded (H-03, H-12)."""
    awarded, c = sheet.budgets.get("awarded-dots"), sheet.reading
    if awarded:
        free, cap = c.memo(paid_at_creation).get(f"scores.{trait.key}", 0), creation_cap(c, trait, dots)[0]
        if c.created is None or c.setting("leftover_dots") == "kept":
            free = max(free, cap)
        if dots >= free:
            return awarded
    pool = sheet.budgets.get("species-pool") if trait.category == "aspect" else None
    return next((one for one in (budget, pool, awarded) if one and one.remaining > 0), budget)


def _left(sheet: Sheet, trait: Trait, dots: int, budget: Budget) -> tuple[int, str]:
    """How many more dots can be paid for, and what one more would break; "" where only the budget says no.

    Before anything is approved, each beyond the cap of creation takes an awarded dot (H-12).
    """
    spare = _spare(sheet, trait, budget)
    if sheet.table.stage == "advancement" and sheet.reading.created is None:
        cap, words = creation_cap(sheet.reading, trait, dots)
        awarded = max(0, cap - dots) + max(0, sheet.budgets["awarded-dots"].remaining)
        if awarded <= spare:
            return awarded, f"{words}; more costs an awarded dot each"
    return spare, ""


def _spare(sheet: Sheet, trait: Trait, budget: Budget) -> int:
    """How many more dots this budget, and what else pays for it, can bear."""
    budgets = sheet.budgets
    pooled = trait.category == "aspect" and "species-pool" in budgets
    extra = max(0, budgets["species-pool"].remaining) if pooled else 0
    if sheet.table.stage == "advancement":
        awards, c, dots = budgets["awarded-dots"].remaining, sheet.reading, max(0, sheet.build.scores.get(trait.key, 0))
        if c.created is None:
            return max(0, budget.remaining) + extra + max(0, awards)
        back = max(0, c.memo(paid_at_creation).get(f"scores.{trait.key}", 0) - dots)
        if c.setting("leftover_dots") == "kept":
            room = max(back, creation_cap(c, trait, dots)[0] - dots)
            return max(0, min(room, max(0, budget.remaining) + extra)) + max(0, awards)
        return max(0, budget.remaining) if budget.remaining < back else back + max(0, awards)
    return budget.remaining + extra
