"""The numbers a player looks for first, each as it stands at a moment of play."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rules.kernel.basics import minus, shorten
from rules.kernel.pages.chances import success_chance
from rules.kernel.rolls.checks import Check
from rules.kernel.sheet import Live

LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class Vital:
    """One of these numbers. `beside` says of how many, or how likely; `built` is what it normally is, where that is
    something else; `barred` is why it can't be used now; `counted` ones move in play.

    What tells of it is the figure with the key `figure`, or else the roll with the answers `asks`.
    """

    label: str
    value: str
    beside: str = ""
    figure: str = ""
    asks: tuple[tuple[str, str], ...] = ()
    built: str = ""
    barred: str = ""
    counted: bool = False


def tracked(live: Live, key: str, label: str = "", *, left: bool = False) -> Iterator[Vital]:
    """A tracker where it stands, or how much is `left` of it; nothing where the sheet has no such tracker."""
    for tracker in live.trackers:
        if tracker.key == key:
            stands, top = tracker.stands(live.marks), tracker.top
            value = max(0, top - stands) if left and top is not None else stands
            told = tracker.maximum.key if tracker.maximum and tracker.maximum.key in live.sheet.figures else ""
            of = "" if top is None else f"of {minus(top)}"
            yield Vital(shorten(label or tracker.label, LONGEST_LABEL), minus(value), of, told, counted=True)


def rated(
    live: Live, key: str, label: str = "", beside: str = "", write: Callable[[int], str] = minus
) -> Iterator[Vital]:
    """A figure as it stands; nothing where the sheet has no such figure."""
    figures = live.sheet.figures
    if key in figures:
        now, built = write(live.figure(key).value), write(figures[live.sheet.told_by(key)].value)
        words = shorten(label or figures[key].label, LONGEST_LABEL)
        barred = live.sheet.game.barred(live, key)
        yield Vital(words, now, beside, key, (), "" if now == built else built, barred)


def rolled(
    live: Live, key: str, label: str = "", write: Callable[[int], str] = minus, unlisted: Check | None = None
) -> Iterator[Vital]:
    """A check with its chance as things stand, `unlisted` where the sheet doesn't list it; nothing without either."""
    found = next((check for check in live.sheet.checks if check.key == key), unlisted)
    if found is not None:
        check = live.check(found)
        now, built = write(check.pool.value), write(found.pool.value)
        chance = success_chance(check.dice)
        told, asks = (key, ()) if key in live.sheet.figures else ("", found.answers)
        words = shorten(label or found.label, LONGEST_LABEL)
        barred = "" if check.dice else check.note
        yield Vital(words, now, chance, told, asks, "" if now == built else built, barred)


def on_paper(found: Iterable[Vital]) -> tuple[Vital, ...]:
    """Those that stay on paper: what is counted has its boxes, and a number only where it starts with some."""
    kept = (vital for vital in found if not vital.counted or vital.value != "0")
    return tuple(replace(vital, beside="") if vital.counted else vital for vital in kept)
