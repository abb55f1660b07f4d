"""A beast as it will stand in a fight, before it is saved: its card, a few of its kind, and how it fares. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from rules.homebrew.samples import Sample
from rules.kernel import Entry, Rulebook, RulesContext
from rules.kernel.basics import minus
from rules.kernel.basics.wording import in_words
from rules.kernel.pages import BEAST, BeastRange, Bestiary, FightCard, Game, Vital
from rules.kernel.sheet import Live

THREE = 3
COLUMNS = 5
USUAL = 0.7
"""What at least this part of the printed beasts have, one expects of another."""
MOST_LISTED = 12
NUMBER = re.compile(r"[−-]?\d+")


@dataclass(frozen=True)
class DrawnBeasts:
    """Some beasts of a kind: the names of the figures that have a range, and these figures of each."""

    labels: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class OnBoard:
    """A beast as it will stand in a fight. `card` has what it needs as ranges; `fares` is against the sample, reckoned
    from the middle of its ranges."""

    line: str
    card: FightCard
    drawn: DrawnBeasts
    fares: tuple[str, ...]

    @property
    def figures(self) -> list[tuple[Vital, str, str]]:
        """Each figure as a fight card draws it; none is rolled while a beast is written."""
        return [(vital, "", "") for vital in self.card.figures]


def on_board(system: Game, beasts: Bestiary, entry: Entry, rulebook: Rulebook, sample: Sample, seed: int) -> OnBoard:
    """A beast of this rulebook: itself read three times, the sample once, however many figures it has."""
    ranges, rng = beasts.ranges(entry, rulebook), Random(seed)
    ends = {one.key: one.ends for one in ranges if one.ends}

    def live(scores: Mapping[str, int]) -> Live:
        return beasts.read({"picks": {BEAST: entry.key}, "scores": scores}, rulebook, RulesContext()).live({})

    low, high = (live({key: pair[end] for key, pair in ends.items()}) for end in (0, 1))
    middle = live({key: sum(pair) // 2 for key, pair in ends.items()})
    other = system.read(sample.build, Rulebook.of((system.core, *sample.books)), sample.table).live({})
    return OnBoard(
        beasts.line(entry),
        _between(beasts.fight(low), beasts.fight(high)),
        _drawn(ranges, [beasts.arrive(entry, rulebook, rng) for _ in range(THREE)]),
        tuple(beasts.fares(middle, other, sample.name)),
    )


def unlike_printed(system: Game, beasts: Bestiary, entry: Entry, rulebook: Rulebook) -> Iterator[str]:
    """The figures that most printed beasts have and this one has not, in a sentence."""
    has = {one.key for one in beasts.ranges(entry, rulebook)}
    missing = [label for key, label in _usual(system) if key not in has]
    if missing:
        yield f"Most printed beasts also roll with {in_words(missing, MOST_LISTED)}."


@cache
def _usual(system: Game) -> tuple[tuple[str, str], ...]:
    """The figures that most beasts of the core book have, each with its label, in the order of the book."""
    beasts = system.beasts
    every = system.rulebook.offered(beasts.shape) if beasts else ()
    printed = [{one.key: one.label for one in beasts.ranges(entry, system.rulebook)} for entry in every if beasts]
    labels = {key: label for figures in printed for key, label in figures.items()}
    often = (key for key in labels if sum(key in figures for figures in printed) >= USUAL * len(printed))
    return tuple((key, labels[key]) for key in often)


def _between(low: FightCard, high: FightCard) -> FightCard:
    """Two cards of one beast as one, with ranges where they differ; a roll that only the stronger has is theirs."""
    figures = {vital.label: vital for vital in low.figures}
    rolls = {roll.label: roll for roll in low.rolls}
    return replace(
        high,
        figures=tuple(
            replace(one, value=_span(figures[one.label].value, one.value)) if one.label in figures else one
            for one in high.figures
        ),
        rolls=tuple(
            replace(
                one, need=_span(rolls[one.label].need, one.need), chance=_span(rolls[one.label].chance, one.chance)
            )
            if one.label in rolls
            else one
            for one in high.rolls
        ),
    )  # fmt: skip


def _span(low: str, high: str) -> str:
    """`6 or less` and `9 or less` as `6–9 or less`; both where they are worded differently."""
    if low == high:
        return low
    if NUMBER.sub("", low) != NUMBER.sub("", high):
        return f"{low} – {high}"
    numbers = iter(zip(NUMBER.findall(low), NUMBER.findall(high), strict=True))
    return NUMBER.sub(lambda _: _pair(*next(numbers)), high)


def _pair(low: str, high: str) -> str:
    return low if low == high else f"{low}–{high}"


def _drawn(ranges: Sequence[BeastRange], beasts: Sequence[Mapping[str, int]]) -> DrawnBeasts:
    """The figures of these beasts that their ranges leave open, the first few."""
    shown = [one for one in ranges if one.ends and one.ends[0] != one.ends[1]][:COLUMNS]
    return DrawnBeasts(
        tuple(one.label for one in shown),
        tuple(tuple(minus(scores[one.key]) for one in shown) for scores in beasts) if shown else (),
    )
