"""What an item is told by before it is chosen, in a few words, and once it is chosen, in full (9.2, 9.5)."""

from collections.abc import Iterable

from rules.kernel import amount
from rules.kernel.basics.wording import signed
from rules.systems.dominion.entries import Armour, Weapon

PENALTIES = ("agility", "movement", "parry", "dodge")
GRIP_GROUPS: dict[tuple[int, ...], str] = {(1,): "One-handed weapons", (2,): "Two-handed weapons"}


def weapon_label(row: Weapon) -> str:
    """Its name, price and the figures of a fight."""
    price = amount(row.price, "AP") if row.for_sale else "not for sale"
    return _label(row.name, price, _figures(row, disarm=False))


def weapon_told(row: Weapon) -> str:
    """Every figure of a weapon as it is held."""
    parts = [amount(row.hands, "hand"), *_figures(row)]
    parts += [f"the target’s Withstand Injury {signed(row.within_penalty)}"] if row.within_penalty else []
    return f"{', '.join(parts)}."


def grips_of(rows: Iterable[Weapon]) -> str:
    """The group of a weapon: by the hands that can hold it."""
    return GRIP_GROUPS.get(tuple(sorted({row.hands for row in rows})), "One- or two-handed weapons")


def _figures(row: Weapon, disarm: bool = True) -> list[str]:
    strike = "Missile Strike" if row.missile else "Strike"
    skills = ((strike, row.strike), ("Parry", row.parry), ("Disarm", row.disarm if disarm else 0))
    found = [f"{name} {signed(value)}" for name, value in skills if value]
    if "parry" in row.without and not row.missile:
        found.append("no Parry")
    if row.timing or row.forfeit:
        found.append("no Timing roll" if row.forfeit else f"Timing {signed(row.timing)}")
    return found


def armour_label(armour: Armour) -> str:
    """Its name and price, the best it protects and the worst it hinders."""
    best, worst = max((cover.bonus for cover in armour.covers), default=0), min(_penalties(armour).values(), default=0)
    figures = ["lets you Block"] if armour.block else []
    figures += [f"Withstand Injury {signed(best)}{' when you do' if armour.block else ''}"] if best else []
    figures += [f"{' and '.join(_hindered(armour, worst))} {signed(worst)}"] if worst else []
    return _label(armour.name, amount(max(0, armour.price), "AP"), figures)


def armour_told(armour: Armour) -> str:
    """Where it protects, and everything it hinders."""
    bonuses = dict.fromkeys(cover.bonus for cover in armour.covers)
    parts = [f"Withstand Injury {signed(bonus)} ({_places(armour, bonus)})" for bonus in bonuses]
    parts += [f"{skill.capitalize()} {signed(value)}" for skill, value in _penalties(armour).items()]
    return f"{', '.join(parts)}." if parts else ""


def _places(armour: Armour, bonus: int) -> str:
    if armour.block:
        return "when you Block"
    return ", ".join(cover.place for cover in armour.covers if cover.bonus == bonus)


def _penalties(armour: Armour) -> dict[str, int]:
    found = {skill: getattr(armour, f"{skill}_penalty") for skill in PENALTIES}
    return {skill: value for skill, value in found.items() if value}


def _hindered(armour: Armour, penalty: int) -> list[str]:
    return [skill.capitalize() for skill, value in _penalties(armour).items() if value == penalty]


def _label(name: str, price: str, figures: list[str]) -> str:
    return f"{name} ({'; '.join(filter(None, (price, ', '.join(figures))))})"
