"""What an entry does to whoever has it, in a vocabulary of two words: it *adds* to a number, or *requires* one.

Every entry of every book may have effects; homebrew is written in them. Who has an entry is for the game to say: a
key counts where the game offers it, and nowhere else.
"""

from dataclasses import dataclass

from rules.kernel.basics.form_hints import asked


@dataclass(frozen=True)
class Effect:
    """It adds `amount` to the figure `to`; with `per`, that much for each point of the figure `per`.

    `to` may be what a budget allows, such as `aspects-allowed`. It adds a million at most, either way.
    """

    to: str = asked("Adds to", of="number")
    amount: int = asked("Amount", "Use a negative number for a penalty.")
    per: str = asked("Per point of", of="figure", default="")


@dataclass(frozen=True)
class Requirement:
    """It wants the figure `of` to be at least `least`."""

    of: str = asked("Requires", of="figure")
    least: int = asked("At least")
