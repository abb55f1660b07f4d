"""What every page of the builder shares: a stepper with the price of its next step, and the names of the grid."""

from collections.abc import Iterable
from dataclasses import replace

from rules.kernel import Cite, Figure, Origin, Rate, Reading, Sheet, Term
from rules.kernel.purchases import Purchase, next_price
from rules.kernel.rates import rate as kernel_rate
from rules.systems.duality.approved import kept_experiences, kept_styles
from rules.systems.duality.entries import Noun, Verb
from rules.systems.duality.purchases import EXPERIENCE, LEVEL, line_of
from rules.systems.duality.things import HeldAbility, abilities


def cells(sheet: Sheet) -> Iterable[tuple[str, str, str]]:
    """Key, verb and noun of each specialization, verb by verb (3.2)."""
    for verb in sheet.rulebook.all(Verb).values():
        for noun in sheet.rulebook.all(Noun).values():
            yield f"{verb.key}-{noun.key}", verb.name, noun.name


def standing(key: str, label: str, where: Cite, value: int, start: int = 0) -> Figure:
    """A number inside a list: what it came with and what was bought on top."""
    lines = []
    if start:
        lines.append(Term(start, "comes with it", where, Origin.BASE))
    if value != start:
        lines.append(Term(value - start, "bought", where, Origin.BOUGHT))
    return Figure.of(key, label, where, lines)


def xp(cost: int) -> str:
    """The price of the next step."""
    return f"next step {cost} XP"


def rate(
    sheet: Sheet,
    purchase: Purchase,
    price: str = "",
    *,
    figure: Figure | None = None,
    label: str = "",
    summary: str = "",
    group: str = "",
    place: tuple[str, str] | None = None,
) -> Rate:
    """A stepper with the price of its next step."""
    words, left = price or xp(next_price(sheet.reading, purchase)), sheet.budgets["xp"].remaining
    field = kernel_rate(
        sheet,
        purchase,
        figure=figure,
        label=label,
        price=words,
        short=f"{words}, {max(0, left)} XP left",
        low=kept(sheet.reading, purchase),
        summary=summary,
        group=group,
    )
    return replace(field, place=place)


def kept(c: Reading, purchase: Purchase) -> int:
    """How little of a line may be left: what was approved stays, but for items, which are sold (5.2, D-15)."""
    line, least = line_of(purchase), purchase.rule.least
    if c.approved is None or not line or line.startswith("entries.items."):
        return least
    if purchase.rule is LEVEL:
        return max((held.level for held in c.approved.once(abilities) if _same(held, purchase)), default=least)
    if purchase.rule is EXPERIENCE:
        return least if c.setting("resurrection") else c.once(kept_experiences).get(line, least)
    style = next((kept.then for kept in c.once(kept_styles) if kept.now and kept.now.path == line), None)
    what = "dice" if purchase.path.endswith(".dice") else "bonus"
    return max(least, getattr(style, what, least))


def _same(held: HeldAbility, purchase: Purchase) -> bool:
    return held.ability is not None and held.ability.key == purchase.key
