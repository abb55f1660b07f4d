"""What an item is told by before it is chosen, in a few words, and once it is chosen, in full (9.2, 9.5)."""

from collections.abc import Iterable

from rules.kernel import Reading, amount
from rules.kernel.basics import minus, signed
from rules.kernel.pages import Deciding
from rules.systems.dominion.armoury import finds, in_hand
from rules.systems.dominion.entries import Armour, Weapon
from rules.systems.dominion.game import dominion

PENALTIES = ("agility", "movement", "parry", "dodge")
GRIP_GROUPS: dict[tuple[int, ...], str] = {(1,): "One-handed weapons", (2,): "Two-handed weapons"}


def priced(price: int) -> str:
    """What an item is bought for, "" where it is not for sale."""
    return amount(price, "AP") if price > 0 else "" if price else "free"


def weapon_figures(c: Reading, row: Weapon) -> tuple[Deciding, ...]:
    """The skills of a fight with it in hand, and what it adds to them."""
    found = [
        Deciding(skill.replace("-", " ").title(), minus(value), signed(adds))
        for skill, value, adds in in_hand(c, row)
        if not (skill == "timing" and row.forfeit)
    ]
    if row.within_penalty:
        found.append(Deciding("target withstands", signed(row.within_penalty), less=True))
    return tuple(found)


def weapon_reason(c: Reading, row: Weapon) -> str:
    """Why one cannot have it, or could not wield it (2.7, 9.2, A-82)."""
    if not (row.for_sale or finds(c)):
        return "not for sale"
    has = c["vigour"]
    return f"needs Vigour {row.vigour}, yours is {has}" if row.vigour > has else ""


def weapon_told(row: Weapon) -> str:
    """Every figure of a weapon as it is held."""
    parts = [amount(row.hands, "hand"), *_figures(row)]
    parts += [f"the target’s Withstand Injury {signed(row.within_penalty)}"] if row.within_penalty else []
    return f"{', '.join(parts)}."


def grips_of(rows: Iterable[Weapon]) -> str:
    """The group of a weapon: by the hands that can hold it."""
    return GRIP_GROUPS.get(tuple(sorted({row.hands for row in rows})), "One- or two-handed weapons")


def _figures(row: Weapon) -> list[str]:
    strike = "Missile Strike" if row.missile else "Strike"
    skills = ((strike, row.strike), ("Parry", row.parry), ("Disarm", row.disarm))
    found = [f"{name} {signed(value)}" for name, value in skills if value]
    if "parry" in row.without and not row.missile:
        found.append("no Parry")
    if row.timing or row.forfeit:
        found.append("no Timing roll" if row.forfeit else f"Timing {signed(row.timing)}")
    return found


def armour_figures(c: Reading, armour: Armour) -> tuple[Deciding, ...]:
    """The best it lets one withstand, and what it hinders."""
    best, bare = max((cover.bonus for cover in armour.covers), default=0), c["withstand-injury"]
    words = "Withstand Injury, Blocked" if armour.block else "Withstand Injury"
    found = [Deciding(words, minus(bare + best), signed(best))] if best else []
    return (
        *found,
        *(Deciding(f"to {skill.capitalize()}", signed(value)) for skill, value in _penalties(armour).items()),
    )


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


def _weapon_lines(row: Weapon) -> tuple[tuple[str, str], ...]:
    ranges = "\n".join(band.words(lambda key, of: key) for band in row.ranges)
    found = (
        ("In hand", weapon_told(row)),
        ("Price", priced(row.price) or "not for sale"),
        ("Comes with", row.includes),
        ("Minimum Vigour", minus(row.vigour) if row.vigour else ""),
        ("Ranges", ranges),
    )
    return tuple(line for line in found if line[1])


def _armour_lines(armour: Armour) -> tuple[tuple[str, str], ...]:
    found = (("Worn as", armour.slot.capitalize()), ("Effect", armour_told(armour)), ("Price", priced(armour.price)))
    return tuple(line for line in found if line[1])


dominion.worded = {Weapon: _weapon_lines, Armour: _armour_lines}
