"""NPCs of one name and different numbers, gathered in a row that unfolds. No HTTP in here."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from campaigns.tables.fight_cards import Fighter
from campaigns.tables.roster_row import natural_order
from rules.kernel.basics import minus

NUMBERED = re.compile(r"(.+) ([0-9]{1,5})")
NUMBER = re.compile(r"−?[0-9]{1,9}")


@dataclass(frozen=True)
class Crowd:
    """A row of a list: one who stands alone, or several of a name, of whom as many are `away` in a fight."""

    fighters: tuple[Fighter, ...]
    away: int = 0

    @property
    def first(self) -> Fighter:
        return self.fighters[0]

    @property
    def many(self) -> bool:
        return len(self.fighters) > 1

    @property
    def name(self) -> str:
        return span(self.first.name, self.fighters[-1].name) if self.many else self.first.name

    @property
    def line(self) -> str:
        """What all of them are, "" where they differ."""
        return self.first.line if len({one.line for one in self.fighters}) == 1 else ""

    @property
    def dead(self) -> int:
        return sum(one.dead for one in self.fighters)

    @property
    def ranges(self) -> list[tuple[str, str]]:
        """Each figure of their cards that is a number, from the least to the most."""
        held: dict[str, list[int]] = {}
        for one in self.fighters:
            for vital in one.brief:
                if NUMBER.fullmatch(vital.value):
                    held.setdefault(vital.label, []).append(int(vital.value.replace("−", "-")))
        return [(label, between(min(found), max(found))) for label, found in held.items()]


def span(first: str, last: str) -> str:
    """The name of several with their first and last number: "Caravan guard 1–6"."""
    stem, _, begins = first.rpartition(" ")
    return f"{stem} {begins}–{last.rpartition(' ')[2]}"


def stem_of(name: str) -> str:
    """What those of a crowd have in common, whatever their number; "" for whoever has none."""
    found = NUMBERED.fullmatch(name)
    return found[1].casefold() if found else ""


def between(least: int, most: int) -> str:
    if least == most:
        return minus(least)
    return f"{minus(least)}–{minus(most)}" if least >= 0 else f"{minus(least)} to {minus(most)}"


def gathered(fighters: Iterable[Fighter], away: Iterable[Fighter] = ()) -> Iterator[Crowd]:
    """These as people count, those of one game and name in one row, which counts those of it who are `away`."""
    gone = Counter((one.shape, *_kind(one)) for one in away)
    order = sorted(fighters, key=lambda one: (one.game.key, natural_order(one.name), one.pk))
    for kind, crowd in groupby(order, _kind):
        here = tuple(crowd)
        yield Crowd(here, gone[here[0].shape, *kind])


def _kind(one: Fighter) -> tuple[str, str, int]:
    """What those of a crowd have in common; whoever has no number stands alone."""
    stem = stem_of(one.name)
    return (one.game.key, stem, 0) if stem else (one.game.key, one.name, one.pk)
