"""The kinds of entry in Dominion Rules; each field is a key of the TOML beside this file."""

import re
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
STAGE_WORDS = (("", "As you declare it"),)
HARD_HELP = "A penalty on the number to roll: 0, or a negative number."
PENALTY = "What it takes off: 0, or a negative number."
KEPT_UP = (("normal", "Yes"), ("none", "No"), ("n/a", "No need to"), ("special", "In its own way"))
RESISTED = (
    ("none", "No"),
    ("withmag", "Withstand Magic"),
    ("withinj", "Withstand Injury"),
    ("withmag-or-withinj", "Either"),
    ("optional-withmag", "Withstand Magic, if they like"),
    ("special", "In its own way"),
)
HARDER = (("apply", "Yes"), ("not", "No"), ("n/a", "It can't be resisted"), ("unstated", "Not said"))
AGAIN = (
    ("yes", "Yes"),
    ("next-round", "Next round"),
    ("one-day", "In a day"),
    ("never", "Never"),
    ("special", "In its own way"),
)
FATES = (("consumed", "used up"), ("survives", "kept"), ("vanishes", "gone"))
PLACES = ("any", "head", "eyes", "neck", "torso", "arms", "hands", "legs", "feet")
WORD = re.compile(r"[^\W_]+")
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
    """One way to use a skill or cast a spell, with its Difficulty Penalty, the stat it takes at the `least`, and if
    trying costs a point of Channel (10.5)."""

    name: str = asked("Name", question="How")
    difficulty: int = asked("Difficulty Penalty", default=0)
    least: int = asked(auto=True, default=0)
    channel: bool = asked(auto=True, default=False)

    def words(self, named: Named) -> str:
        """Variants as a list of them reads: "at night −2"."""
        return f"{self.name} {signed(self.difficulty)}" if self.difficulty else self.name


@dataclass(frozen=True, kw_only=True)
class Skill(Entry):
    """Chapters 4, 7, 10 and 11. `base` is the attribute or composite it starts from."""

    base: str = asked(
        "Starts from", "An attribute, or a composite for a Combat, Priestcraft or Witchcraft skill.", among=BASES
    )
    roll: str = asked("When to roll it", "What makes a player reach for the die.")
    failure: str = asked("When it fails", "What happens then.")
    abbreviation: str = asked("Abbreviation", "If its name is too long for a sheet.", default="")
    kind: str = asked(auto=True, default="")
    stage: str = asked(
        "Stage of the round", STAGE_HELP, among=STAGES, question="Rolled in", words=STAGE_WORDS, default=""
    )
    difficulty: int = asked("Difficulty Penalty", HARD_HELP, question="How hard", default=0)
    variants: tuple[Variant, ...] = asked(
        "Variants", "Each with its own penalty.", question="Ways to use it", default=()
    )
    limits: str = asked("Limits", "When it can't be used, or counts for less.", default="")
    hazards: tuple[str, ...] = asked("Hazards", "What else it withstands, with numbers. One per line.", default=())
    channel: bool = asked(auto=True, default=False)
    ruling: str = asked(auto=True, default="")

    @property
    def ways(self) -> tuple[Variant, ...]:
        """Its variants; one without a name where it has none."""
        return self.variants or (Variant("", self.difficulty, channel=self.channel),)


@dataclass(frozen=True)
class Stat:
    """A stat by key. `low` and `high` are its range; `kind` is "maximum" where `high` may be trained to."""

    key: str = asked("Stat", of="figure")
    own: str = asked(auto=True, default="")
    low: int = asked("From", default=0)
    high: int = asked("To", least="low", default=0)
    kind: str = asked(auto=True, default="")
    note: str = asked("Note", question="In words", default="")

    def words(self, named: Named) -> str:
        """Stats as a list of them reads: "Vigour 3–5", "Timing 4, trained up to 7"."""
        between = ": " if self.note and not self.high else " "
        return f"{self.own or UNMADE.get(self.key) or named(self.key, 'figure')}{between}{self.figure()}"

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

    @property
    def stat(self) -> str:
        """The key by which it is kept: its own, or one made of its name."""
        return self.key or "-".join(WORD.findall(self.own.casefold())) or "attack"


@dataclass(frozen=True)
class BeastStat(Stat):
    """A stat of a beast, which may be an attack that no character has: it is named in words then."""

    key: str = asked("Stat", of="figure", words=(("", "One of its own"),), default="")
    own: str = asked(
        "Its own attack", question="Or an attack of its own", instead_of="key", needed=("key", ""), default=""
    )


@dataclass(frozen=True, kw_only=True)
class Race(Entry):
    """Chapter 14. `table` is the race whose generation table is rolled on."""

    table: str = asked("Rolls on the table of", "The generation table its characters roll on.", of="race")
    averages: tuple[Stat, ...] = asked("Typical stats", "What most of them have, for your NPCs.", default=())
    notes: tuple[str, ...] = asked("Notes", "Customs, looks, limits. One per line.", default=())
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

    attributes: tuple[str, ...] = asked(
        "Key attributes", "What such a character needs most.", of="attribute", default=()
    )
    skills: tuple[str, ...] = asked("Usual skills", "What most of them learn.", of="skill", default=())
    groups: tuple[str, ...] = asked(auto=True, default=())
    other_skills: tuple[str, ...] = asked("Other skills", "One per line, in your own words.", default=())
    notes: str = asked("Notes", "Advice to players.", default="")


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
    hands: int = asked("Hands", "1 or 2.", low=1, high=2, question="How many hands?")
    type: str = asked("Type", "1H for one hand, 2H for two, M for thrown or shot.")
    missile: bool = asked(
        "Shot or thrown", "It hits from afar.", question="Is it shot or thrown?", seldom=False, default=False
    )
    price: int = asked("Price in APs", "−1 if it isn't for sale.", low=-1, default=-1)
    includes: str = asked("Comes with", "What one gets with it, such as arrows.", default="")
    strike: int = asked("Strike", "Added to the number to strike.", default=0)
    parry: int = asked("Parry", "Added to the number to parry.", default=0)
    disarm: int = asked("Disarm", "Added to the number to disarm.", default=0)
    timing: int = asked("Timing", "Added to Timing: a slow weapon has a negative number.", default=0)
    within_penalty: int = asked(
        "Withstand penalty", "What a victim has off Withstand Injury: 0, or a negative number.", default=0
    )
    armour_penalty: int = asked(
        "Armour penalty", "What it takes off the victim's armour: 0, or a negative number.", default=0
    )
    without: tuple[str, ...] = asked("Can't be used for", "Skills that don't work with it.", of="skill", default=())
    forfeit: bool = asked("Forfeit", "Its bearer loses part of Timing.", default=False)
    vigour: int = asked("Minimum Vigour", "0 if anyone can use it.", default=0)
    ranges: tuple[Reach, ...] = asked("Ranges", "For what is shot or thrown.", default=())
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
    price: int = asked("Price in APs", "What a character pays for it.", low=0)
    covers: tuple[Cover, ...] = asked("Covers", "Each place with its bonus.", question="What it protects", default=())
    agility_penalty: int = asked("Agility penalty", PENALTY, default=0)
    movement_penalty: int = asked("Movement penalty", PENALTY, default=0)
    parry_penalty: int = asked("Parry penalty", PENALTY, default=0)
    dodge_penalty: int = asked("Dodge penalty", PENALTY, default=0)
    block: bool = asked("Blocks like a shield", "One can Block with it.", question="Is it a shield?", default=False)
    ruling: str = asked(auto=True, default="")

    @property
    def sold(self) -> bool:
        """Whether one can buy it: not what everybody has on anyway."""
        hinders = (self.agility_penalty, self.movement_penalty, self.parry_penalty, self.dodge_penalty)
        gives = self.price or self.covers or self.block or self.effects
        return not self.retired and bool(self.slot != "suit" or gives or any(hinders))


@dataclass(frozen=True)
class Aid:
    """A rite or a charm: its bonus, what becomes of it, whether it `lifts` the Difficulty Penalty.

    `lasts` is the duration it gives the spell, `longer` how many rounds it adds; `stage` is where it is rolled then.
    """

    bonus: int = asked("Bonus", question="Adds")
    text: str = asked("Text", question="What one does or holds")
    fate: str = asked("Fate", question="Afterwards it is", words=FATES, default="")
    lifts: bool = asked("Lifts", question="Lifts the penalty", default=False)
    lasts: str = asked("Lasts", question="The spell then lasts", default="")
    longer: int = asked("Longer", question="Rounds longer", default=0)
    stage: str = asked("Stage", question="Rolled in", default="")


@dataclass(frozen=True, kw_only=True)
class Spell(Entry):
    """Books II to X. `difficulty` always applies; of `variants` the caster chooses one.

    `against` is the stat of the target that makes it as much harder, "" for none.
    """

    text: str = asked("What it does", "As you would say it at the table.")
    skills: tuple[str, ...] = asked("Cast with", "A skill of magic, or several.", of="skill")
    stage: str = asked("Stage of the round", STAGE_HELP, among=STAGES, question="Rolled in", words=STAGE_WORDS)
    range: str = asked("Range", "How far it reaches.")
    duration: str = asked("Duration", "How long it holds.", question="Lasts")
    maintenance: str = asked("Maintenance", "Round by round.", question="Can it be kept up?", words=KEPT_UP)
    resistance: str = asked("Resistance", "What the target rolls.", question="Can it be resisted?", words=RESISTED)
    resistance_rules: str = asked(
        "Resistance rules", "Does a target who resisted get safer?", question="Is the next try harder?",
        words=HARDER,
    )  # fmt: skip
    retry: str = asked("Retry", "After the caster failed.", question="Can one try again?", words=AGAIN)
    twelve: str = asked("Twelve", "What goes wrong.", question="On a rolled 12")
    difficulty: int = asked("Difficulty", HARD_HELP, question="How hard", default=0)
    variants: tuple[Variant, ...] = asked(
        "Variants", "The caster chooses one, with its penalty.", question="Ways to cast it", default=()
    )
    maintenance_note: str = asked("Maintenance note", "Anything else about keeping it up.", default="")
    resistance_note: str = asked("Resistance note", "Anything else about resisting it.", seldom=True, default="")
    retry_note: str = asked("Retry note", "Anything else about trying again.", seldom=True, default="")
    rites: tuple[Aid, ...] = asked("Rites", "What the caster does to make it easier.", seldom=False, default=())
    charms: tuple[Aid, ...] = asked("Charms", "Things that make it easier.", default=())
    restrictions: str = asked("Restrictions", "Targets or places it doesn't work on.", default="")
    against: str = asked(auto=True, default="")
    ruling: str = asked(auto=True, default="")


@dataclass(frozen=True, kw_only=True)
class Beast(Entry):
    """Chapter 13, and the helpers that Book IX summons."""

    family: str = asked(
        "Family", "Horses are ridden, helpers are summoned.", among=("", "horse", "helper"),
        words=(("", "A beast of the wild"),), default="",
    )  # fmt: skip
    nature: str = asked(
        "Nature", "Mythical beasts are rare.", among=("", "common", "mythical"), question="Seen",
        words=(("", "Not said"),), seldom=False, default="",
    )  # fmt: skip
    spell: str = asked("Spell", "The spell that calls it.", of="spell", default="")
    stats: tuple[BeastStat, ...] = asked(
        "Stats", "From and to: you choose a value when one turns up.", question="What it rolls with", default=()
    )
    attacks: str = asked("Attacks", "Each with the number to roll and what it does.", default="")
    equipment: str = asked("Equipment", "What it carries.", default="")
    notes: str = asked("Notes", "So that anyone can run it.", question="In a fight it", default="")
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
