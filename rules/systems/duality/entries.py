"""The kinds of entry in Duality; each field is a key of the TOML beside this file."""

from dataclasses import dataclass

from rules.kernel import Entry
from rules.kernel.basics import asked


@dataclass(frozen=True, kw_only=True)
class Statistic(Entry):
    """One of the six basic statistics (3.1.1)."""


@dataclass(frozen=True, kw_only=True)
class Verb(Entry):
    """The first half of a specialization (3.2)."""


@dataclass(frozen=True, kw_only=True)
class Noun(Entry):
    """The second half of a specialization (3.2)."""


@dataclass(frozen=True, kw_only=True)
class Tag(Entry):
    """What a specialization can do (3.2): its price, and the steps of difficulty it takes off or adds."""

    price: int = asked("Price in XP", "What a player pays for it.", low=0)
    difficulty: int = asked("Difficulty steps", "Use a negative number for an easier roll.", default=0)

    @property
    def cost(self) -> int:
        """What is paid for it: never less than nothing, which an old book may say."""
        return max(0, self.price)


@dataclass(frozen=True, kw_only=True)
class Ability(Entry):
    """Chapter 3.4. Level n costs n plus `extra`."""

    extra: int = asked("Extra price", "Level n costs n XP plus this.", low=-1, default=0)


@dataclass(frozen=True)
class Upgrade:
    """Something a style can be improved by, once."""

    key: str = asked(auto=True)
    name: str = asked("Upgrade")
    price: int = asked("Price in XP", low=0)

    @property
    def cost(self) -> int:
        """What is paid for it, as for a tag."""
        return max(0, self.price)


@dataclass(frozen=True, kw_only=True)
class Style(Entry):
    """A combat style (3.5). `needs` is the tag its specialization must have; `die` has so many faces, 0 for none.

    `bonus`: it adds a bonus of its own that starts at one; `block`: its bonus is to Block.
    """

    offensive: bool = asked("Offensive", "It deals damage.", question="Is it for attacking?")
    die: int = asked("Damage die", "Number of faces; 0 for none.", default=0)
    range: str = asked("Range", "How far it reaches.", default="")
    bonus: bool = asked("Has its own bonus", "A bonus that starts at 1 and can be raised.", default=False)
    block: bool = asked("Bonus to Block", "That bonus is for Block.", default=False)
    experience: bool = asked("Includes an experience", "It comes with an experience of its own.", default=False)
    needs: str = asked(
        "Required specialization tag", "What its specialization must be able to do.", of="tag", default=""
    )
    upgrades: tuple[Upgrade, ...] = asked("Upgrades", "What can be bought to improve it, once each.", default=())


@dataclass(frozen=True, kw_only=True)
class Movement(Entry):
    """A way to move besides walking (3.1.3, 3.6): its price at Slow."""

    price: int


@dataclass(frozen=True, kw_only=True)
class Wealth(Entry):
    """A step of Table 3. `price` is what it costs in all from Limited; None gives some back."""

    price: int


KINDS: tuple[type[Entry], ...] = (Statistic, Verb, Noun, Tag, Ability, Style, Movement, Wealth)
