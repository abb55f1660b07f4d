"""The kinds of entry in Forge of Legends; each field is a key of the TOML beside this file."""

from dataclasses import dataclass

from rules.kernel import Entry, Item
from rules.kernel.basics import asked


@dataclass(frozen=True, kw_only=True)
class Ability(Entry):
    """One of the three abilities."""


@dataclass(frozen=True, kw_only=True)
class Background(Entry):
    """A row of the table of backgrounds: `roll` on a d20. Rows 13 to 20 are in no source we have."""

    roll: int = asked(
        "Number on the d20",
        "13 to 20 are free. A row at 1 to 12 replaces the core book's.",
        low=1,
        high=20,
    )


@dataclass(frozen=True, kw_only=True)
class Ancestry(Entry):
    """An ancestry with what of it has numbers: paces of speed, threat of melee attacks, stress tolerance."""

    speed: int = asked("Speed, in paces", "Added to everyone's speed.", default=0)
    threat: int = asked("Melee threat", "Added to attacks hand to hand.", default=0)
    tolerance: int = asked("Stress tolerance", "Added to the stress one can bear.", default=0)
    mixed: bool = asked("Mix of two others", "The player names the two.", default=False)


@dataclass(frozen=True, kw_only=True)
class Archetype(Entry):
    """One of the five archetypes that the classes fall into."""


@dataclass(frozen=True, kw_only=True)
class SkillType(Entry):
    """What using a skill takes."""


@dataclass(frozen=True, kw_only=True)
class Grade(Entry):
    """What something costs: a grade instead of a price."""


KINDS: tuple[type[Entry], ...] = (Ability, Background, Ancestry, Archetype, SkillType, Grade, Item)
