"""The kinds of entry in Dominion Rules; each field is a key of the TOML beside this file."""

from dataclasses import dataclass

from rules.kernel import Entry


@dataclass(frozen=True, kw_only=True)
class Attribute(Entry):
    """Chapter 3."""

    abbreviation: str


@dataclass(frozen=True, kw_only=True)
class Composite(Entry):
    """The average of two attributes (3.3)."""

    attributes: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """One way to use a skill or cast a spell, with its Difficulty Penalty."""

    name: str
    difficulty: int = 0


@dataclass(frozen=True, kw_only=True)
class Skill(Entry):
    """Chapters 4, 7, 10 and 11. `base` is the attribute or composite it starts from."""

    base: str
    roll: str
    failure: str
    abbreviation: str = ""
    kind: str = ""
    stage: str = ""
    difficulty: int = 0
    variants: tuple[Variant, ...] = ()
    limits: str = ""
    ruling: str = ""


@dataclass(frozen=True)
class Stat:
    """A stat by key. `low` and `high` are its range; `kind` is "maximum" where `high` may be trained to."""

    key: str
    low: int = 0
    high: int = 0
    kind: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Race(Entry):
    """Chapter 14. `table` is the race whose generation table is rolled on."""

    table: str
    averages: tuple[Stat, ...] = ()
    notes: tuple[str, ...] = ()
    ruling: str = ""


@dataclass(frozen=True, kw_only=True)
class TableRow(Entry):
    """One result of a Character Generation Table (2.4). "any" leaves the attribute or skill to the player."""

    race: str
    roll: int
    attribute: str = ""
    bonus: int = 0
    skill: str = ""
    start: int = 0
    aps: int = 0
    ruling: str = ""


@dataclass(frozen=True, kw_only=True)
class Style(Entry):
    """A suggestion, never a class (2.2)."""

    attributes: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    other_skills: tuple[str, ...] = ()
    notes: str = ""


@dataclass(frozen=True)
class Reach:
    """A band of range, in metres."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class Weapon(Entry):
    """A row of the Weapons List (9.2). `item` is what is bought, `without` the skills it cannot be used for."""

    item: str
    hands: int
    type: str
    missile: bool = False
    price: int = -1
    includes: str = ""
    strike: int = 0
    parry: int = 0
    disarm: int = 0
    timing: int = 0
    within_penalty: int = 0
    armour_penalty: int = 0
    without: tuple[str, ...] = ()
    forfeit: bool = False
    vigour: int = 0
    ranges: tuple[Reach, ...] = ()
    ruling: str = ""

    @property
    def for_sale(self) -> bool:
        """Whether the price list has it (2.7, A-11)."""
        return self.price >= 0


@dataclass(frozen=True)
class Cover:
    """Where a thing protects, and by how much."""

    place: str
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Armour(Entry):
    """A row of the Armour List (9.5). `slot` is what only one of can be worn of: suit, helm, boots, shield …"""

    slot: str
    price: int
    covers: tuple[Cover, ...] = ()
    agility_penalty: int = 0
    movement_penalty: int = 0
    parry_penalty: int = 0
    dodge_penalty: int = 0
    block: bool = False
    ruling: str = ""


@dataclass(frozen=True)
class Aid:
    """A rite or a charm: its bonus, what becomes of it, whether it `lifts` the Difficulty Penalty."""

    bonus: int
    text: str
    fate: str = ""
    lifts: bool = False


@dataclass(frozen=True, kw_only=True)
class Spell(Entry):
    """Books II to X. `difficulty` always applies; of `variants` the caster chooses one."""

    text: str
    skills: tuple[str, ...]
    stage: str
    range: str
    duration: str
    maintenance: str
    resistance: str
    resistance_rules: str
    retry: str
    twelve: str
    difficulty: int = 0
    variants: tuple[Variant, ...] = ()
    maintenance_note: str = ""
    resistance_note: str = ""
    retry_note: str = ""
    rites: tuple[Aid, ...] = ()
    charms: tuple[Aid, ...] = ()
    restrictions: str = ""
    ruling: str = ""


@dataclass(frozen=True, kw_only=True)
class Beast(Entry):
    """Chapter 13, and the helpers that Book IX summons."""

    family: str = ""
    nature: str = ""
    spell: str = ""
    stats: tuple[Stat, ...] = ()
    attacks: str = ""
    equipment: str = ""
    notes: str = ""
    ruling: str = ""


KINDS: tuple[type[Entry], ...] = (
    Attribute,
    Composite,
    Skill,
    Race,
    TableRow,
    Style,
    Weapon,
    Armour,
    Spell,
    Beast,
)
