"""The kinds of entry in Rough Magic; each field is a key of the TOML beside this file."""

from dataclasses import dataclass

from rules.kernel import Entry, Item
from rules.kernel.basics import asked

POWER = "power-level"
REMARKABLE = 6
STANDINGS = ("approved", "prohibited", "unrecognised")
OPPOSED_WORDS = (
    ("", "No: it has a DV"),
    ("presence+power", "Presence and Power Level"),
    ("base", "The attribute it changes"),
    ("lost", "What was lost"),
    ("none", "None"),
)
OPPOSED = ("", "agility", "presence", "presence+power", "base", "lost", "none")


@dataclass(frozen=True, kw_only=True)
class Attribute(Entry):
    """One of the five; `lowest` is where its scale begins. `role` is "besides-power" for all but Power Level."""

    lowest: int = asked("Starts at", default=1)
    role: str = asked(auto=True, default="")


@dataclass(frozen=True, kw_only=True)
class Avenue(Entry):
    """A branch of magic, and how it stands with the law: approved, prohibited or unrecognised."""

    standing: str = asked("Legal status", "How the law looks at it.", among=STANDINGS)


@dataclass(frozen=True, kw_only=True)
class Skill(Entry):
    """A name of a skill that was found; any other will do as well."""


@dataclass(frozen=True, kw_only=True)
class Gift(Entry):
    """A name of a gift that was found; any other will do as well."""


@dataclass(frozen=True, kw_only=True)
class Kindred(Entry):
    """One of the six kinds of supernatural being."""


@dataclass(frozen=True, kw_only=True)
class Spell(Entry):
    """A kind of spell: a heading of *Specifics*, or the unusual attack of the summary table.

    `attribute` joins Power Level in the roll. `opposed` says what resists: an attribute of the target, "base" the
    one to be changed, "lost" what was lost, "none" nothing at all; where it is "", and only there, `dv` does. The
    flags say which modifiers it knows: `damage` lasts rounds, what is `lasting` needs no duration, `scope` has mass
    and value, `armour` and `charm` protect, a charm against a `mental` one only by setting, and the victim of a
    `free` one may break free. `asks` are questions of its own.
    """

    attribute: str = asked(
        "Attribute, plus Power Level", "What the caster rolls besides Power Level.", of="attribute:besides-power",
        question="Cast with", default="",
    )  # fmt: skip
    opposed: str = asked(
        "Resisted by", "If nothing resists, it has a DV of its own.", among=OPPOSED, question="Can it be resisted?",
        words=OPPOSED_WORDS, default="",
    )  # fmt: skip
    dv: int = asked("DV", "Difficulty value, if nothing resists.", instead_of="opposed", low=0, default=REMARKABLE)
    avenue: str = asked("Avenue", "The branch of magic it belongs to.", of="avenue", default="")
    damage: bool = asked("Damage over rounds", "It hurts again each round.", default=False)
    lasting: bool = asked("Lasts on its own", "Nobody has to pay for its duration.", default=False)
    scope: bool = asked("Mass and value matter", "Bigger and dearer things are harder.", default=False)
    armour: bool = asked("Armour protects", "Armour counts against it.", default=False)
    charm: bool = asked("A charm protects", "A charm counts against it.", default=False)
    mental: bool = asked("Mental", "It works on the mind.", default=False)
    free: bool = asked("Target can break free", "The victim may try again and again.", default=False)
    asks: tuple[str, ...] = asked(auto=True, default=())

    @property
    def beside(self) -> str:
        """The attribute beside Power Level, "" for none: Power Level counts once, whatever an old book says."""
        return "" if self.attribute == POWER else self.attribute

    @property
    def own(self) -> int:
        """The DV it has where nothing resists: never below 0, whatever an old book says."""
        return max(0, self.dv)


@dataclass(frozen=True, kw_only=True)
class Rung(Entry):
    """A row of a table of modifiers: so many `dice`, up to `limit` in the table's own unit (0: it has no number)."""

    table: str
    word: str
    dice: int
    limit: int = 0


@dataclass(frozen=True, kw_only=True)
class Making(Entry):
    """How many days it takes to empower an object of a rating."""

    rating: int
    days: int


@dataclass(frozen=True, kw_only=True)
class Consequence(Entry):
    """A row of the optional consequences, counted from the top."""

    row: int


KINDS: tuple[type[Entry], ...] = (Attribute, Avenue, Skill, Gift, Kindred, Spell, Rung, Making, Consequence, Item)
