"""The kinds of entry in Dominion Rules; each field is a key of the TOML beside this file."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.kernel import Entry
from rules.kernel.basics import asked, minus, signed

BASES = ("vigour", "agility", "stamina", "intuition", "intellect", "luck", "combat", "priestcraft", "witchcraft")
STAGES = ("", "timing", "resolution", "modifier")
WHEN = {
    "timing": "Timing Stage (first in the round)",
    "modifier": "Modifier Stage (before attacks)",
    "resolution": "Resolution Stage (with attacks)",
}
"""A stage as a newcomer may read it: by what else is rolled then (6.3)."""
STAGE_HELP = "Modifier: before attacks. Resolution: with attacks."
PLACES = ("any", "head", "eyes", "neck", "torso", "arms", "hands", "legs", "feet")
UNMADE = {"papier-mache": "Papier mâché"}
"""Stats whose name cannot be made from their key."""
Named = Callable[[str, str], str]
"""What an entry or a figure is called, by its key and what it is one of."""
SLOTS = ("suit", "helm", "gorget", "gauntlets", "boots", "shield")


@dataclass(frozen=True, kw_only=True)
class Attribute(Entry):
    """Chapter 3."""

    abbreviation: str


@dataclass(frozen=True, kw_only=True)
class Composite(Entry):
    """The average of two attributes (3.3)."""

    attributes: tuple[str, ...] = asked("Attributes", of="attribute")


@dataclass(frozen=True)
class Variant:
    """One way to use a skill or cast a spell, with its Difficulty Penalty."""

    name: str
    difficulty: int = asked("Difficulty Penalty", default=0)

    def words(self, named: Named) -> str:
        """Variants as a list of them reads: "at night −2"."""
        return f"{self.name} {signed(self.difficulty)}" if self.difficulty else self.name


@dataclass(frozen=True, kw_only=True)
class Skill(Entry):
    """Chapters 4, 7, 10 and 11. `base` is the attribute or composite it starts from."""

    base: str = asked(
        "Starts from", "An attribute, or a composite for a Combat, Priestcraft or Witchcraft skill.", among=BASES
    )
    roll: str = asked("When to roll it")
    failure: str = asked("When it fails")
    abbreviation: str = ""
    kind: str = asked(auto=True, default="")
    stage: str = asked("Stage of the round", STAGE_HELP, among=STAGES, default="")
    difficulty: int = asked("Difficulty Penalty", default=0)
    variants: tuple[Variant, ...] = asked("Variants", default=())
    limits: str = ""
    ruling: str = asked(auto=True, default="")


@dataclass(frozen=True)
class Stat:
    """A stat by key. `low` and `high` are its range; `kind` is "maximum" where `high` may be trained to."""

    key: str = asked("Stat", of="figure")
    low: int = asked("From", default=0)
    high: int = asked("To", default=0)
    kind: str = asked(auto=True, default="")
    note: str = ""

    def words(self, named: Named) -> str:
        """Stats as a list of them reads: "Vigour 3–5", "Timing 4, trained up to 7"."""
        between = ": " if self.note and not self.high else " "
        return f"{UNMADE.get(self.key) or named(self.key, 'figure')}{between}{self.figure()}"

    def figure(self) -> str:
        """`7–9`, `4, trained up to 7`, `at most 3`; what the book adds stands behind it, or in its place."""
        if self.kind == "limit":
            return f"at most {self.high}"
        if self.note and not self.high:
            return self.note
        figure = minus(self.low) if self.low == self.high else f"{minus(self.low)}–{minus(self.high)}"
        if self.kind == "maximum":
            figure = f"{self.low}, trained up to {self.high}"
        return f"{figure} ({self.note[0].lower()}{self.note[1:]})" if self.note else figure


@dataclass(frozen=True, kw_only=True)
class Race(Entry):
    """Chapter 14. `table` is the race whose generation table is rolled on."""

    table: str = asked("Rolls on the table of", of="race")
    averages: tuple[Stat, ...] = asked("Typical stats", default=())
    notes: tuple[str, ...] = asked("Notes", "One per line.", default=())
    ruling: str = asked(auto=True, default="")


@dataclass(frozen=True, kw_only=True)
class TableRow(Entry):
    """One result of a Character Generation Table (2.4). "any" leaves the attribute or skill to the player."""

    race: str = asked("Race", of="race")
    roll: int
    attribute: str = asked("Attribute", of="attribute", default="")
    bonus: int = 0
    skill: str = asked("Skill", of="skill", default="")
    start: int = 0
    aps: int = asked("APs", default=0)
    ruling: str = asked(auto=True, default="")


@dataclass(frozen=True, kw_only=True)
class Style(Entry):
    """A suggestion, never a class (2.2)."""

    attributes: tuple[str, ...] = asked("Key attributes", of="attribute", default=())
    skills: tuple[str, ...] = asked("Usual skills", of="skill", default=())
    groups: tuple[str, ...] = asked(auto=True, default=())
    other_skills: tuple[str, ...] = asked("Other skills", "One per line, in your own words.", default=())
    notes: str = ""


@dataclass(frozen=True)
class Reach:
    """A band of range, in metres."""

    name: str
    low: int = asked("From (m)")
    high: int = asked("To (m)")

    def words(self, named: Named) -> str:
        return f"{self.name}: {self.low} to {self.high} m"


@dataclass(frozen=True, kw_only=True)
class Weapon(Entry):
    """A row of the Weapons List (9.2). `item` is what is bought, `without` the skills it cannot be used for."""

    item: str = asked(auto=True)
    hands: int = asked("Hands", "1 or 2.", low=1, high=2)
    type: str
    missile: bool = asked("Shot or thrown", default=False)
    price: int = asked("Price in APs", "−1 if it isn't for sale.", low=-1, default=-1)
    includes: str = asked("Comes with", default="")
    strike: int = 0
    parry: int = 0
    disarm: int = 0
    timing: int = 0
    within_penalty: int = 0
    armour_penalty: int = 0
    without: tuple[str, ...] = asked("Can't be used for", of="skill", default=())
    forfeit: bool = False
    vigour: int = asked("Minimum Vigour", default=0)
    ranges: tuple[Reach, ...] = ()
    ruling: str = asked(auto=True, default="")

    @property
    def for_sale(self) -> bool:
        """Whether the price list has it (2.7, A-11)."""
        return self.price >= 0


@dataclass(frozen=True)
class Cover:
    """Where a thing protects, and by how much."""

    place: str = asked("Body part", among=PLACES)
    bonus: int = asked("Bonus")


@dataclass(frozen=True, kw_only=True)
class Armour(Entry):
    """A row of the Armour List (9.5). `slot` is what only one of can be worn of: suit, helm, boots, shield …"""

    slot: str = asked("Worn as", "You can wear one of each.", among=SLOTS)
    price: int = asked("Price in APs", low=0)
    covers: tuple[Cover, ...] = ()
    agility_penalty: int = 0
    movement_penalty: int = 0
    parry_penalty: int = 0
    dodge_penalty: int = 0
    block: bool = asked("Blocks like a shield", default=False)
    ruling: str = asked(auto=True, default="")


@dataclass(frozen=True)
class Aid:
    """A rite or a charm: its bonus, what becomes of it, whether it `lifts` the Difficulty Penalty.

    `lasts` is the duration it gives the spell, `longer` how many rounds it adds; `stage` is where it is rolled then.
    """

    bonus: int
    text: str
    fate: str = ""
    lifts: bool = False
    lasts: str = ""
    longer: int = 0
    stage: str = ""


@dataclass(frozen=True, kw_only=True)
class Spell(Entry):
    """Books II to X. `difficulty` always applies; of `variants` the caster chooses one.

    `against` is the stat of the target that makes it as much harder, "" for none.
    """

    text: str = asked("What it does")
    skills: tuple[str, ...] = asked("Cast with", of="skill")
    stage: str = asked("Stage of the round", STAGE_HELP, among=STAGES)
    range: str
    duration: str
    maintenance: str
    resistance: str
    resistance_rules: str
    retry: str
    twelve: str
    difficulty: int = 0
    variants: tuple[Variant, ...] = asked("Variants", default=())
    maintenance_note: str = ""
    resistance_note: str = ""
    retry_note: str = ""
    rites: tuple[Aid, ...] = ()
    charms: tuple[Aid, ...] = ()
    restrictions: str = ""
    against: str = asked(auto=True, default="")
    ruling: str = asked(auto=True, default="")


@dataclass(frozen=True, kw_only=True)
class Beast(Entry):
    """Chapter 13, and the helpers that Book IX summons."""

    family: str = asked("Family", among=("", "horse", "helper"), default="")
    nature: str = asked("Nature", among=("", "common", "mythical"), default="")
    spell: str = asked("Spell", of="spell", default="")
    stats: tuple[Stat, ...] = ()
    attacks: str = ""
    equipment: str = ""
    notes: str = ""
    ruling: str = asked(auto=True, default="")


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
