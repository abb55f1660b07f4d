"""Chapter 9: what is carried, worn and wielded, and what it does to the stats of a fight."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from rules.kernel import Build, Cite, Entry, Formula, Reading, Rulebook, Term, derived, remember
from rules.kernel.basics import WRITTEN
from rules.systems.dominion.creation import own_skills
from rules.systems.dominion.entries import Armour, Skill, Weapon
from rules.systems.dominion.game import cite, dominion

EQUIPMENT, AGILITY = "equipment", "agility"
GRIPS = {"1h": 1, "2h": 2}
UNSIGNED = {"flail": "disarm", "morning-star-2h": "strike"}
"""Rows of the Weapons List with a figure that is printed without a sign (A-12)."""


class Thing(NamedTuple):
    """One line of the equipment. `weapon` is the row for the grip it is held in, `armour` the armour it is, `marked`
    whether the line says that it came in play, `found` whether that counts."""

    place: int
    item: str
    name: str
    quantity: int
    weapon: Weapon | None
    armour: Armour | None
    worn: bool
    wielded: bool
    marked: bool = False
    found: bool = False

    @property
    def sort(self) -> str:
        """What it is, whichever name or grip stands in its line."""
        return self.armour.key if self.armour else self.item

    @property
    def path(self) -> str:
        return f"entries.{EQUIPMENT}.{self.place}"

    @property
    def price(self) -> int:
        """APs for one, 0 for what every character has anyway or what is not for sale (2.7)."""
        known = self.weapon or self.armour
        return max(0, known.price) if known else 0

    @property
    def cost(self) -> int:
        """What was paid for it; APs buy nothing that comes in play (2.7, A-76)."""
        return 0 if self.found else self.price * self.quantity


def carried(c: Reading) -> tuple[Thing, ...]:
    """Everything on the list, in its order."""
    things = _listed(c, c.build)
    return tuple(_found(c, things)) if any(thing.marked for thing in things) and finds(c) else things


def finds(c: Reading) -> bool:
    """Whether anything can have come in play: the character was approved once (A-82)."""
    if c.table.ledger.of("reopened"):
        return True
    return c.table.stage == "advancement" and (c.table.created or c.table.baseline) is not None


def _found(c: Reading, things: Iterable[Thing]) -> Iterator[Thing]:
    """The things, each knowing whether its mark counts: what creation bought stays paid for (A-76, A-82)."""
    paid = _marked_at_creation(c, things)
    for thing in things:
        bought = thing.marked and paid[thing.sort] > 0
        if bought:
            paid[thing.sort] -= thing.quantity
        yield thing._replace(found=thing.marked and not bought)


def _marked_at_creation(c: Reading, things: Iterable[Thing]) -> Counter[str]:
    """How many of each sort were marked before anything could be found, and nothing else on the list has replaced.

    Once creation was open again, what was approved first may have finds in it.
    """
    creation = c.table.created or c.table.baseline
    if creation is None or any(entry.kind == "reopened" for entry in c.table.ledger):
        return Counter()
    then = _listed(c, creation)
    marked = _count(thing for thing in then if thing.marked)
    here = marked & (_count(then) - _count(thing for thing in things if not thing.marked))
    return here & _count(_listed(c, c.table.baseline)) if c.table.baseline else here


def _count(things: Iterable[Thing]) -> Counter[str]:
    count: Counter[str] = Counter()
    for thing in things:
        count[thing.sort] += thing.quantity
    return count


def _listed(c: Reading, build: Build) -> tuple[Thing, ...]:
    return tuple(_thing(c, place, entry) for place, entry in enumerate(build.entries.get(EQUIPMENT, ())))


def _thing(c: Reading, place: int, entry: Build) -> Thing:
    item, quantity = entry.pick("item"), max(0, entry.scores.get("quantity", 1))
    row = grip_of(c.rulebook, item, entry.pick("grip"))
    weapon = as_read(c, row) if row else None
    armour = c.rulebook.find(Armour, item)
    known = weapon or armour
    worn, wielded = (entry.picks.get(key) is True and quantity > 0 for key in ("worn", "wielded"))
    name = entry.name.strip() or (known.name if known else item) or "Unnamed item"
    marked = entry.picks.get("found") is True
    return Thing(place, weapon.item if weapon else item, name, quantity, weapon, armour, worn, wielded, marked)


def as_read(c: Reading, row: Weapon) -> Weapon:
    """A row of the Weapons List with the figures that count at this table (A-12 to A-14)."""
    if row.key in UNSIGNED and c.setting("unsigned_figures") == "penalty":
        unsigned = UNSIGNED[row.key]
        return replace(row, **{unsigned: -getattr(row, unsigned)})
    if row.key == "maul":
        return replace(row, armour_penalty=-c.number("maul_armour_penalty"))
    if row.key == "musket" and c.setting("musket_wip") == "bonus":
        return replace(row, within_penalty=-row.within_penalty)
    return row


def grip_of(rulebook: Rulebook, item: str, grip: str = "") -> Weapon | None:
    """The row of a weapon for a grip ("1h", "2h"); the first row where the grip says nothing."""
    rows = weapons_by_item(rulebook).get(item, ())
    if not rows:
        alias = rulebook.find(Weapon, item)
        rows = weapons_by_item(rulebook)[alias.item] if alias else ()
    return next((row for row in rows if row.hands == GRIPS.get(grip)), rows[0] if rows else None)


@derived
def weapons_by_item(rulebook: Rulebook) -> dict[str, tuple[Weapon, ...]]:
    """The rows of the Weapons List by the thing that is bought."""
    found: dict[str, tuple[Weapon, ...]] = {}
    for row in rulebook.all(Weapon).values():
        found[row.item] = (*found.get(row.item, ()), row)
    return found


@dominion.holding
def owned(c: Reading) -> Iterable[Entry | None]:
    """Weapons and armour, where there is at least one."""
    return (found for thing in c.memo(carried) if thing.quantity for found in (thing.weapon, thing.armour))


def worn(c: Reading) -> tuple[tuple[Armour, str], ...]:
    """What is worn, with the path it is kept at."""
    return tuple((thing.armour, thing.path) for thing in c.memo(carried) if thing.armour and thing.worn)


def armed(c: Reading) -> tuple[Thing, ...]:
    """Each weapon carried, once: as it is wielded, or as the first of its kind is listed."""
    found: dict[str, Thing] = {}
    for thing in c.memo(carried):
        if thing.weapon and thing.quantity and (thing.item not in found or thing.wielded > found[thing.item].wielded):
            found[thing.item] = thing
    return tuple(found.values())


Lines = Iterable[Term]


def _penalties(c: Reading, what: str) -> Lines:
    for armour, path in c.memo(worn):
        amount = getattr(armour, what)
        if amount:
            yield Term(amount, armour.name, armour.cite, path=path)


@dominion.family
def with_weapons(c: Reading) -> Mapping[str, Formula]:
    """The stats of a fight with each weapon carried and what is worn (9.3, 9.7)."""
    found: dict[str, Formula] = {}
    for thing in c.memo(armed):
        if thing.weapon:
            found.update(_armed(thing.weapon, thing.item))
    return found


def in_hand(c: Reading, weapon: Weapon) -> Iterator[tuple[str, int, int]]:
    """The skills of a fight as they would be with a weapon that need not be carried, and what it adds to each."""
    for key, formula in _armed(weapon, weapon.item).items():
        skill = key.removesuffix(f"-with-{weapon.item}")
        yield skill, formula.figure(c).value, getattr(weapon, STATS[skill])


STATS = {"strike": "strike", "missile-strike": "strike", "parry": "parry", "disarm": "disarm", "timing": "timing"}


@remember(WRITTEN)
def _armed(weapon: Weapon, item: str) -> dict[str, Formula]:
    strike = "missile-strike" if weapon.missile else "strike"
    table = (
        (strike, weapon.strike, "", "9.3.1", 82),
        ("parry", weapon.parry, "parry_penalty", "9.3.2", 82),
        ("disarm", weapon.disarm, "", "9.3.3", 82),
        ("timing", weapon.timing, "agility_penalty", "9.3.4", 82),
    )
    unsigned = UNSIGNED.get(weapon.key, "")
    return {
        f"{skill}-with-{item}": _with(
            weapon, item, skill, modifier, penalty, cite(section, page, "A-12" if skill == unsigned else "")
        )
        for skill, modifier, penalty, section, page in table
        if skill not in weapon.without
    }


def _with(weapon: Weapon, item: str, skill: str, modifier: int, penalty: str, where: Cite) -> Formula:
    def rule(c: Reading) -> Lines:
        bare = c.figure(skill)
        yield Term(bare.value, bare.label, bare.cite)
        if skill == "timing" and weapon.forfeit and c.setting("forfeit") == "stat":
            yield Term(-bare.value, "Forfeit: the stat is lost", cite("6.4", 40, "A-18"))
            return
        if modifier:
            yield Term(modifier, weapon.name, where)
        if penalty:
            yield from _penalties(c, penalty)

    words = skill.replace("-", " ").title()
    return Formula(f"{skill}-with-{item}", f"{words} with {weapon.name}", where, rule)


@dominion.family
def as_worn(c: Reading) -> Mapping[str, Formula]:
    """Fighting on foot, Agility skills and Withstand Injury in what is worn (9.7, 9.9)."""
    clothes = c.memo(worn)
    if not clothes:
        return {}
    found = dict(_worn_on(c.rulebook))
    if any(armour.agility_penalty for armour, _ in clothes):
        found |= _agile(c.rulebook)
        found |= dict(_hindered(own.key, own.label) for own in c.memo(own_skills) if own.attribute == AGILITY)
    return found


def shields(c: Reading) -> tuple[Armour, ...]:
    """What is worn that helps Withstand Injury once it has blocked (7.3.10, 9.5)."""
    return tuple(armour for armour, _ in c.memo(worn) if armour.block and armour.covers)


def no_block(c: Reading) -> str:
    """Why nothing is blocked: no shield is worn, or no hand is left for it; "" where one can (7.3.10, 9.2.1)."""
    if not any(armour.block for armour, _ in c.memo(worn)):
        return "No Block without a shield."
    held = next((thing for thing in c.memo(carried) if thing.weapon and thing.wielded), None)
    if held and held.weapon and held.weapon.hands == 2:
        return f"No Block with both hands on {held.name}."
    return ""


def shielded(c: Reading, key: str) -> Lines:
    """What a Block that worked gives to Withstand Injury, wherever the blow lands (9.5)."""
    if key == "withstand-injury" or key.startswith("within-"):
        for armour in shields(c):
            yield Term(sum(cover.bonus for cover in armour.covers), f"{armour.name}, Blocked", armour.cite)


PLACES = ("torso", "arms", "legs", "head", "eyes", "neck", "hands", "feet")


@derived
def _agile(rulebook: Rulebook) -> dict[str, Formula]:
    """Skills that the Agility Penalty lowers: those of Agility, and none of Combat (9.7.2)."""
    return dict(_hindered(key, skill.name) for key, skill in rulebook.all(Skill).items() if skill.base == AGILITY)


def _hindered(key: str, label: str) -> tuple[str, Formula]:
    return f"{key}-as-worn", _worn(key, label, "agility_penalty", cite("9.7.2", 87))


@derived
def _worn_on(rulebook: Rulebook) -> dict[str, Formula]:
    hindered = (
        ("dodge", "dodge_penalty", cite("9.7.5", 87)),
        ("movement", "movement_penalty", cite("9.7.3", 87)),
        ("parry", "parry_penalty", cite("9.7.4", 87)),
    )
    found = {f"{skill}-as-worn": _worn(skill, skill.title(), penalty, where) for skill, penalty, where in hindered}
    return found | {f"within-{place}": _protected(place) for place in PLACES}


def _worn(skill: str, label: str, penalty: str, where: Cite) -> Formula:
    def rule(c: Reading) -> Lines:
        bare = c.figure(skill)
        yield Term(bare.value, bare.label, bare.cite)
        yield from _penalties(c, penalty)

    return Formula(f"{skill}-as-worn", f"{label} with armour", where, rule)


def _protected(place: str) -> Formula:
    def rule(c: Reading) -> Lines:
        bare = c.figure("withstand-injury")
        yield Term(bare.value, bare.label, bare.cite)
        for armour, path in c.memo(worn):
            for cover in armour.covers:
                if cover.place == place:
                    yield Term(cover.bonus, armour.name, armour.cite, path=path)

    return Formula(f"within-{place}", f"Withstand Injury, {place}", cite("9.7.1", 86), rule)
