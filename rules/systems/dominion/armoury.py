"""Chapter 9: what is carried, worn and wielded, and what it does to the stats of a fight."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.kernel import Build, Cite, Formula, Reading, Rulebook, Term
from rules.systems.dominion.entries import Armour, Weapon
from rules.systems.dominion.game import cite, dominion

EQUIPMENT = "equipment"


class Thing(NamedTuple):
    """One line of the equipment. `weapon` is the row for the grip it is held in, `armour` the armour it is."""

    place: int
    item: str
    name: str
    quantity: int
    weapon: Weapon | None
    armour: Armour | None
    worn: bool
    wielded: bool

    @property
    def path(self) -> str:
        return f"entries.{EQUIPMENT}.{self.place}"

    @property
    def price(self) -> int:
        """APs for one, 0 for what every character has anyway or what is not for sale (2.7)."""
        if self.weapon:
            return max(0, self.weapon.price)
        return self.armour.price if self.armour else 0

    @property
    def cost(self) -> int:
        return self.price * self.quantity


def carried(c: Reading) -> tuple[Thing, ...]:
    """Everything on the list, in its order."""
    entries = c.build.entries.get(EQUIPMENT, ())
    return tuple(_thing(c.rulebook, place, entry) for place, entry in enumerate(entries))


def _thing(rulebook: Rulebook, place: int, entry: Build) -> Thing:
    item = entry.pick("item")
    weapon = grip_of(rulebook, item, entry.pick("grip"))
    armour = rulebook.find(Armour, item)
    known = weapon or armour
    worn, wielded = entry.picks.get("worn") is True, entry.picks.get("wielded") is True
    name = entry.name.strip() or (known.name if known else item) or "something"
    return Thing(place, item, name, max(0, entry.scores.get("quantity", 1)), weapon, armour, worn, wielded)


def grip_of(rulebook: Rulebook, item: str, grip: str = "") -> Weapon | None:
    """The row of a weapon for a grip ("1h", "2h"); the first row where the grip says nothing."""
    rows = weapons_by_item(rulebook).get(item, ())
    return next((row for row in rows if grip and row.hands == int(grip == "2h") + 1), rows[0] if rows else None)


@lru_cache(maxsize=64)
def weapons_by_item(rulebook: Rulebook) -> dict[str, tuple[Weapon, ...]]:
    """The rows of the Weapons List by the thing that is bought."""
    found: dict[str, tuple[Weapon, ...]] = {}
    for row in rulebook.all(Weapon).values():
        found[row.item] = (*found.get(row.item, ()), row)
    return found


def worn(c: Reading) -> tuple[Armour, ...]:
    """What is worn."""
    return tuple(thing.armour for thing in c.once(carried) if thing.armour and thing.worn)


def wielded(c: Reading) -> Thing | None:
    """The weapon in hand: one sets Timing, Parry and Disarm (gaps of chapter 9)."""
    return next((thing for thing in c.once(carried) if thing.weapon and thing.wielded), None)


Lines = Iterable[Term]


def _penalties(c: Reading, what: str) -> Lines:
    for armour in c.once(worn):
        amount = getattr(armour, what)
        if amount:
            yield Term(amount, armour.name, armour.cite, path=f"entries.{EQUIPMENT}")


@dominion.family
def with_weapons(c: Reading) -> Mapping[str, Formula]:
    """The stats of a fight with each weapon carried and what is worn (9.3, 9.7)."""
    found: dict[str, Formula] = {}
    for thing in c.once(carried):
        if thing.weapon:
            found.update(_armed(thing.weapon, thing.item))
    return found


@lru_cache(maxsize=256)
def _armed(weapon: Weapon, item: str) -> dict[str, Formula]:
    strike = "missile-strike" if weapon.missile else "strike"
    table = (
        (strike, weapon.strike, "", "9.3.1", 82),
        ("parry", weapon.parry, "parry_penalty", "9.3.2", 82),
        ("disarm", weapon.disarm, "", "9.3.3", 82),
        ("timing", weapon.timing, "agility_penalty", "9.3.4", 82),
    )
    return {
        f"{skill}-with-{item}": _with(weapon, item, skill, modifier, penalty, cite(section, page))
        for skill, modifier, penalty, section, page in table
        if skill not in weapon.without
    }


def _with(weapon: Weapon, item: str, skill: str, modifier: int, penalty: str, where: Cite) -> Formula:
    def rule(c: Reading) -> Lines:
        bare = c.figure(skill)
        yield Term(bare.value, bare.label, bare.cite)
        if modifier:
            yield Term(modifier, weapon.name, where)
        if penalty:
            yield from _penalties(c, penalty)

    words = skill.replace("-", " ").title()
    return Formula(f"{skill}-with-{item}", f"{words} with {weapon.name}", where, rule)


@dominion.family
def as_worn(c: Reading) -> Mapping[str, Formula]:
    """Dodge, Movement, Block and Withstand Injury in what is worn (9.7, 9.9)."""
    return _WORN if c.once(worn) else {}


def _worn(key: str, label: str, skill: str, penalty: str, where: Cite) -> Formula:
    def rule(c: Reading) -> Lines:
        bare = c.figure(skill)
        yield Term(bare.value, bare.label, bare.cite)
        yield from _penalties(c, penalty)

    return Formula(key, label, where, rule)


def _protected(place: str) -> Formula:
    def rule(c: Reading) -> Lines:
        bare = c.figure("withstand-injury")
        yield Term(bare.value, bare.label, bare.cite)
        for armour in c.once(worn):
            for cover in armour.covers:
                if cover.place == place:
                    yield Term(cover.bonus, armour.name, armour.cite, path=f"entries.{EQUIPMENT}")

    return Formula(f"within-{place}", f"Withstand Injury, {place}", cite("9.7.1", 86), rule)


PLACES = ("torso", "head", "eyes", "neck", "hands", "feet")
_WORN = {
    "dodge-as-worn": _worn("dodge-as-worn", "Dodge as worn", "dodge", "dodge_penalty", cite("9.7.5", 87)),
    "movement-as-worn": _worn(
        "movement-as-worn", "Movement as worn", "movement", "movement_penalty", cite("9.7.3", 87)
    ),
    **{f"within-{place}": _protected(place) for place in PLACES},
}
