"""How a list of many is put before a player: what can be taken now, what cannot and why, what it can be narrowed to,
and in which orders it can stand."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import groupby
from typing import Any

from rules.kernel.pages import ChoiceField, Deciding, ListField, Option

MANY = 8
"""More than so many are searched."""
CHIPPED = 6
"""More than so many are filtered."""
TOLD = 5
"""A drop-down list may hide so many texts with their prices."""
FEW = 2
"""So many stay in place if they are out of reach: a fold would take as much room."""
GROUPS, NAMED = 2, 3
"""Of so many reasons why options are out of reach each names so many of them; of more it only counts them."""
FIGURES = 4
"""So many numbers of an option stand beside its name in the usual room."""
NUMBER = re.compile(r"([-−–]?)(\d[\d,]*)")


@dataclass(frozen=True)
class Chooser:
    """A choice as it is drawn: the options in reach, those that would break a rule, and the chips that filter both."""

    field: ChoiceField

    @property
    def verb(self) -> str:
        return self.field.verb or ("Take" if self.field.many else "Choose")

    @property
    def many(self) -> bool:
        """Whether there are so many that one searches."""
        return len(self.field.options) > MANY

    @property
    def rows(self) -> bool:
        """Whether numbers decide, so that they stand below each other; on cards it is words that do."""
        return self.field.style != "cards" and any(option.figures for option in self.field.options)

    @property
    def tells_all(self) -> bool:
        """Whether what is chosen of it has the room to say all of itself."""
        return not (self.field.many or self.field.within or self.rows)

    @property
    def adds(self) -> bool:
        """Whether what a thing adds stands beside what it comes to."""
        return any(figure.adds for option in self.field.options for figure in option.figures)

    @property
    def broad(self) -> bool:
        """Whether more numbers decide than there is usually room for."""
        return any(len(option.figures) > FIGURES for option in self.field.options)

    @property
    def compares(self) -> bool:
        """Whether there is something to set side by side."""
        told = any(option.figures or option.gives or option.facts for option in self.field.options)
        return told and len(self.field.options) > FEW

    @cached_property
    def chips(self) -> list[tuple[int, str, int]]:
        """What the list can be narrowed to: a number that its options carry, the words, how many there are."""
        if len(self.field.options) <= CHIPPED or len(self._kinds) < 2:
            return []
        count = [(kind, sum(kind in _kinds(option) for option in self.field.options)) for kind in self._kinds]
        return [(place, kind, many) for place, (kind, many) in enumerate(count)]

    @property
    def filtered(self) -> bool:
        """Whether there is anything to find or to put in another order."""
        return self.many or bool(self.chips or self.orders)

    @cached_property
    def orders(self) -> list[tuple[str, str]]:
        """What the list can be put in order by: the words, and for each option in the order of the page its place then.

        By each number that decides, the best first, by price, the least first, and by name, which alone only finds one
        of many; each that moves anything."""
        if len(self.field.options) <= CHIPPED:
            return []
        found: list[tuple[str, Callable[[Option], Any]]] = [
            (label, partial(_by_figure, label))
            for label in dict.fromkeys(_sort_of(figure) for option in self.field.options for figure in option.figures)
        ]
        if len({option.price for option in self.field.options}) > 1:
            found.append(("price", _by_price))
        if found or self.many:
            found.append(("name", _by_name))
        as_it_is = self._places(lambda option: 0)
        return [(words, places) for words, by in found if (places := self._places(by)) != as_it_is]

    @property
    def suggests(self) -> bool:
        """Whether some of it is suggested."""
        return any(option.suggested for option in self.field.options)

    def _places(self, by: Callable[[Option], Any]) -> str:
        drawn = [option for option, _ in (*self.offered, *self.beyond)]
        places = {option.key: place for place, option in enumerate(sorted(drawn, key=by))}
        return " ".join(str(places[option.key]) for option in drawn)

    @cached_property
    def offered(self) -> list[tuple[Option, str]]:
        """What can be taken and what is taken, with the numbers of its chips."""
        offered = [option for option in self.field.options if option not in self._out_of_reach]
        return [self._chipped(option) for option in sorted(offered, key=lambda option: not option.suggested)]

    @property
    def unfit(self) -> tuple[str, str, str] | None:
        """What to do where everything is out of reach, the address of its step as seen from this one, and its words."""
        if not self.field.unfit or len(self._out_of_reach) < max(1, len(self.field.options)):
            return None
        what, step, words = self.field.unfit
        return what, f"../{step}/", words

    @cached_property
    def beyond(self) -> list[tuple[Option, str]]:
        """What would break a rule."""
        return [self._chipped(option) for option in self._out_of_reach]

    @property
    def reasons(self) -> list[str]:
        """Why what is out of reach is so, the names of each reason together."""
        runs = groupby(sorted(self._out_of_reach, key=_reason), _reason)
        by_reason = [(reason, [option.label for option in run]) for reason, run in runs]
        if len(by_reason) > GROUPS:
            return [f"{reason} ({len(names)})" for reason, names in by_reason]
        return [f"{_named(names)}: {reason}" for reason, names in by_reason]

    @cached_property
    def _out_of_reach(self) -> list[Option]:
        beyond = [option for option in self.field.options if option.reason and option.key not in self.field.value]
        return beyond if len(beyond) > FEW else []

    @cached_property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(kind for option in self.field.options for kind in _kinds(option)))

    def _chipped(self, option: Option) -> tuple[Option, str]:
        return option, " ".join(str(self._kinds.index(kind)) for kind in _kinds(option)) if self.chips else ""


def unfolds(field: ChoiceField) -> bool:
    """Whether a drop-down list hides what one has to read to choose, many texts or prices with them: then it is laid
    out until one has chosen."""
    return not field.value and _is_read(field)


def settled(field: ChoiceField) -> Option | None:
    """What is chosen of such a list, which stands there by itself until one wants another; None where that is not in
    the list."""
    if not field.value or not _is_read(field):
        return None
    return next((option for option in field.options if option.key == field.value[0]), None)


def stays_under_hand(field: ListField) -> bool:
    """Whether one goes on taking of what a new entry of a list can be; cards are filled in first."""
    return field.style == "rows" and field.offers is not None and field.offers.shown


def _is_read(field: ChoiceField) -> bool:
    told = sum(bool(option.summary) for option in field.options)
    most = TOLD if any(option.price for option in field.options) else MANY
    return field.style == "select" and told > most


def _kinds(option: Option) -> Iterable[str]:
    return (*((option.group,) if option.group else ()), *option.kinds)


def _reason(option: Option) -> str:
    return option.reason


def _by_name(option: Option) -> str:
    return option.label.casefold()


def _by_price(option: Option) -> tuple[bool, int]:
    """What is free costs nothing, what gives points back less, and what has no price is not for sale."""
    number = _number(option.price)
    return not option.price, -number if option.price.startswith("refund") else number


def _by_figure(label: str, option: Option) -> tuple[bool, int]:
    """The best first; what lacks the number comes last."""
    figure = next((one for one in option.figures if _sort_of(one) == label), None)
    if figure is None:
        return True, 0
    return False, _number(figure.value) if figure.less else -_number(figure.value)


def _number(text: str) -> int:
    """The first number in some words, 0 for none."""
    found = NUMBER.search(text)
    number = int(found[2].replace(",", "")) if found else 0
    return -number if found and found[1] else number


def _sort_of(figure: Deciding) -> str:
    """What a number is, without what its label says of this one: “roll” of “to roll: no chance”."""
    return figure.label.partition(":")[0].removeprefix("to ")


def _named(names: list[str]) -> str:
    more = len(names) - NAMED
    return f"{', '.join(names[:NAMED])} and {more} more" if more > 1 else ", ".join(names)
