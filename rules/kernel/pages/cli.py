"""What questions of every game share: arguments of a command line, numbers of a form, chances as JSON."""

import argparse
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NoReturn

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Figure
from rules.kernel.pages.fields import ChoiceField, Option, RatingField


class Parser(argparse.ArgumentParser):
    """Says what is wrong as a ValueError, for whoever called."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def whole(text: str | None, default: int, low: int, high: int) -> int:
    """A whole number typed into a form, brought within bounds; the default for anything else."""
    digits = (text or "").strip()
    if not digits.removeprefix("-").isdecimal() or len(digits) > 4:
        return default
    return min(max(int(digits), low), high)


def one_of(text: str | None, known: Iterable[str], default: str = "") -> str:
    """An answer of a form that is one of these; the default for anything else."""
    return text if text and text in known else default


def chance(value: Fraction) -> dict[str, Any]:
    """An exact chance as `{"exact": "25/64", "float": 0.390625}`."""
    return {"exact": str(value), "float": float(value)}


def counter(name: str, label: str, where: Cite, value: int, low: int, high: int, summary: str = "") -> RatingField:
    """A number of a question: how many actions, how far off."""
    figure = Figure.of(name, label, where, ())
    return RatingField(
        name, label, figure, value, low, high, high, summary=summary, unit="", style="stepper", bare=True
    )


def select(name: str, label: str, options: Mapping[str, str], value: str) -> ChoiceField:
    """One of these answers to a question, each by its key in the words of its value."""
    found = tuple(Option(key, words) for key, words in options.items())
    return ChoiceField(name, label, found, (value,), style="select")


def tick(name: str, label: str, on: bool) -> ChoiceField:
    """A yes or no of a question; the form leaves it out where it is no."""
    return ChoiceField(name, label, (Option("yes", label),), ("yes",) if on else (), many=True, style="ticks")
