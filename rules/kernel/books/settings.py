"""What a campaign may decide about a game, what we decided where its book is silent, and the keys a build may have."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.kernel.basics import minus
from rules.kernel.basics.cites import Cite


@dataclass(frozen=True, slots=True)
class Setting:
    """A house rule: a ruling on something the book leaves open, with its default.

    The type of the default is the type of the setting; `choices` limits a text, `low` and `high` a
    number. A number that is one of the choices in digits fits too. Where `blank` is given, null fits too and stands
    for it. `words` are what pages call the choices, in their order; without them the choices speak for themselves.
    One that `starts` is a number that everybody starts with, or may not go beyond; its default is the book's own, or
    where the book has none `ours`. `zero` is what a number of 0 is called that stands for none.
    """

    key: str
    label: str
    default: int | bool | str
    cite: Cite
    summary: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 100
    blank: int | None = None
    words: tuple[str, ...] = ()
    starts: bool = False
    ours: bool = False
    zero: str = ""

    def label_for(self, value: object) -> str:
        """A value as a page says it: On or Off, a number, or what a choice is called."""
        if isinstance(value, bool):
            return "On" if value else "Off"
        if value == 0 and self.zero:
            return self.zero
        return dict(zip(self.choices, self.words, strict=False)).get(str(value), str(value))

    @property
    def default_label(self) -> str:
        """The game's own reading, as a page says it."""
        return self.label_for(self.default)

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Each choice as it is kept and as a page says it."""
        return tuple((choice, self.label_for(choice)) for choice in self.choices)

    def coerce(self, value: object) -> int | bool | str:
        """The value if it fits; of a number beyond the bounds, which may have been wider, the nearest that does.

        Else the default.
        """
        if value is None and self.blank is not None:
            return self.blank
        if self._chosen(value):
            return str(value)
        if isinstance(value, int) and type(value) is type(self.default) is not bool:
            return min(max(value, self.low), self.high)
        return value if self.accepts(value) else self.default  # type: ignore[return-value]  # accepts() checked it

    def accepts(self, value: object) -> bool:
        if (value is None and self.blank is not None) or self._chosen(value):
            return True
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        return not (isinstance(value, int) and not isinstance(value, bool)) or self.low <= value <= self.high

    @property
    def fits(self) -> str:
        """What may be set, in a sentence, to whoever set something else."""
        if isinstance(self.default, bool):
            return f"“{self.label}”: choose On or Off."
        if isinstance(self.default, str) or self.choices:
            return f"“{self.label}”: choose one of those in the list."
        return f"“{self.label}”: enter a whole number, {minus(self.low)} to {minus(self.high)}."

    def _chosen(self, value: object) -> bool:
        """Whether it is a number that stands among the choices."""
        return bool(self.choices) and type(value) is int and str(value) in self.choices


def misfits(settings: Mapping[str, Setting], values: Mapping[str, object]) -> str:
    """What is wrong with values for these settings, a sentence for each; "" where all of them fit."""
    wrong = [(key, settings.get(key)) for key, value in values.items() if not _fits(settings.get(key), value)]
    return " ".join(one.fits if one else f"“{key[:80]}” can’t have that value." for key, one in wrong)


def _fits(setting: Setting | None, value: object) -> bool:
    return setting is not None and setting.accepts(value)


@dataclass(frozen=True, slots=True)
class SettingConflict:
    """Settings that cannot hold together: why, and what would mend it, a sentence each."""

    settings: tuple[str, ...]
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an open or contradictory passage is read here, in a sentence; `settings` can change it."""

    key: str
    title: str
    text: str
    cite: Cite
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownKeys:
    """The keys a build of this game may have, by mapping. None stands for "any"."""

    scores: frozenset[str] = frozenset()
    picks: frozenset[str] = frozenset()
    ranks: frozenset[str] = frozenset()
    rolls: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    notes: frozenset[str] | None = None
