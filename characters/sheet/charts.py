"""Chances as pages show them: the bars of one check, and several ways to make a roll side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.kernel import Check, Distribution
from rules.kernel.pages import Approach, percent, success_chance

MOST_PLAIN = 2
"""Outcomes where the worst is only a failure, and nothing worse."""
NARROWEST = 8
"""A chart of fewer bars has the room of so many, so that its letters stay small."""
PITCH = 46
"""From one bar to the next where there are many."""
WIDEST_PITCH = 74
"""From one bar to the next where there are few: room for an outcome's name."""
WHOLE = 100
"""The length of a bar that holds every outcome."""


def kind_of(odds: Distribution, place: int) -> str:
    """How an outcome is coloured: a hit, something worse than failing, or plain."""
    name, _ = odds.outcomes[place]
    return (
        "hit"
        if name in odds.successes
        else ("bad" if place == 0 and odds.successes and len(odds.outcomes) > MOST_PLAIN else "")
    )


def in_words(name: str) -> str:
    """An outcome for a reader: one that is a bare count is so many successes."""
    if not name.removesuffix("+").isdecimal():
        return name
    return f"{name} {'success' if name == '1' else 'successes'}"


def success_words(odds: Distribution) -> str:
    """What a chance of success counts: "chance of success", or "mixed or better" of outcomes with degrees."""
    degrees = [name for name, _ in odds.outcomes if name in odds.successes]
    if len(degrees) < 2 or in_words(degrees[0]) != degrees[0]:
        return "chance of success"
    return f"{degrees[0]} or better"


def beside_success(odds: Distribution) -> str:
    """The chance of an outcome that is neither success nor failure: "47% mixed", "" where a game has none."""
    return f"{percent(odds.chance(odds.partial))} {odds.partial}" if odds.partial else ""


@dataclass(frozen=True)
class ChartBar:
    """One outcome of a chart, and its name as it stands below; x, y and height are units of its view box."""

    name: str
    short: str
    percent: str
    exact: str
    x: int
    y: float
    height: float
    kind: str

    @property
    def middle(self) -> int:
        return self.x + 18

    @property
    def above(self) -> float:
        return self.y - 5


def chart(check: Check) -> dict[str, Any] | None:
    """The bars of a check's outcomes, None where it may not be tried."""
    if check.dice is None:
        return None
    found = check.dice.odds()
    top = max(chance for _, chance in found.outcomes)
    names = found.bars or [name for name, _ in found.outcomes]
    room = max(len(names), NARROWEST) * PITCH
    pitch = min(room // len(names), WIDEST_PITCH)
    bars = []
    for n, ((name, chance), short) in enumerate(zip(found.outcomes, names, strict=True)):
        height = round(float(chance / top) * 92, 1)
        bars.append(
            ChartBar(
                in_words(name) if found.successes else name,
                short,
                percent(chance),
                str(chance),
                8 + n * pitch + (pitch - PITCH) // 2,
                112 - height,
                height,
                kind_of(found, n),
            )
        )
    return {
        "bars": bars,
        "success": success_chance(check.dice),
        "counted": success_words(found),
        "partial": beside_success(found),
        "width": 16 + room,
        "roll": f"roll {check.dice}" if top < 1 else str(check.dice),
    }


@dataclass(frozen=True)
class Share:
    """One outcome of a way: its chance, its piece of the bar, and whether no other way does better."""

    name: str
    percent: str
    exact: str
    start: float
    width: float
    kind: str
    best: bool


@dataclass(frozen=True)
class OddsRow:
    """A way with its outcomes; none where it may not be tried. `success` is the chance of any success at all."""

    way: Approach
    shares: tuple[Share, ...]
    success: str
    best: bool


def side_by_side(ways: Sequence[Approach]) -> dict[str, Any] | None:
    """A table of several ways, None where there is nothing to compare.

    Best is the way that most often succeeds, and the one that least often comes to the worst outcome; where
    all are alike none is.
    """
    found = [way.check.dice.odds() for way in ways if way.check.dice]
    if len(ways) < 2 or not found:
        return None
    most, least = _extreme([odds.success for odds in found], max), _extreme([_worst(odds) for odds in found], min)
    return {
        "outcomes": [name for name, _ in found[0].outcomes],
        "counted": success_words(found[0]),
        "facts": [label for label, _ in ways[0].facts],
        "rows": [_row(way, most, least) for way in ways],
    }


def _extreme(chances: list[Fraction], which: Any) -> Fraction | None:
    return which(chances) if len(set(chances)) > 1 else None


def _worst(odds: Distribution) -> Fraction:
    return odds.outcomes[0][1]


def _row(way: Approach, most: Fraction | None, least: Fraction | None) -> OddsRow:
    if way.check.dice is None:
        return OddsRow(way, (), "", False)
    odds = way.check.dice.odds()
    return OddsRow(way, tuple(_shares(odds, least)), percent(odds.success), odds.success == most)


def _shares(odds: Distribution, least: Fraction | None) -> Iterator[Share]:
    start = Fraction(0)
    for place, (name, chance) in enumerate(odds.outcomes):
        best = place == 0 and chance == least
        piece = round(float(start) * WHOLE, 2), round(float(chance) * WHOLE, 2)
        yield Share(name, percent(chance), str(chance), *piece, kind_of(odds, place), best)
        start += chance
