"""The tables of modifiers: which row a word or a measure falls on, and what lies beyond the last (R-15)."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel import Rulebook, derived, join_words
from rules.kernel.basics import shorten
from rules.systems.rough_magic.entries import Making, Rung

TITLES = {
    "range": "range", "familiarity": "familiarity", "rounds": "rounds", "time": "duration", "size": "size",
    "mass": "mass", "value": "value", "ritual": "ritual", "ward": "rating of the ward",
    "creature": "creature's abilities",
}  # fmt: skip
SHORT = {"years": "3-years", "round": "1-round", "moment": "round"}
TONNES = ("tonnes", "tons", "t")
MOST_DIGITS = 12
THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])", re.ASCII)
DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+),(\d+)(?![\d.,])", re.ASCII)


@derived
def rungs(rulebook: Rulebook, table: str) -> Mapping[str, Rung]:
    """The rows of a table by their word, in order."""
    return MappingProxyType({rung.word: rung for rung in rulebook.all(Rung).values() if rung.table == table})


def reached(rulebook: Rulebook, table: str, measure: int) -> Rung | None:
    """The first row that reaches so far; None where the measure is beyond the last that has a number."""
    return next((rung for rung in rungs(rulebook, table).values() if rung.limit and measure <= rung.limit), None)


def warded(rulebook: Rulebook, over: int) -> Rung | None:
    """The row of a ward rated so far above Power Level; none reaches beyond the last."""
    return next((rung for rung in rungs(rulebook, "ward").values() if over <= rung.limit), None)


def rung_of(rulebook: Rulebook, table: str, text: str) -> Rung:
    """A row by its word (`medium`, `3 years`) or by a measure (`1500`, `1.5 t`), rounded up to the next row.

    Raises ValueError with a sentence for a word that is none, and for a measure beyond the last row.
    """
    known = rungs(rulebook, table)
    word = "-".join(_points(text).split())
    plain = word.removeprefix("1-").removeprefix("a-").removeprefix("an-")
    for key in (word, plain, SHORT.get(plain, "")):
        if key in known:
            return known[key]
    measure = measured(text)
    if measure is None or not any(rung.limit for rung in known.values()):
        raise ValueError(f"There is no {TITLES[table]} {join_words([text])}. Choose from {', '.join(known)}.")
    found = reached(rulebook, table, measure)
    if found is None:
        last = [rung for rung in known.values() if rung.limit][-1]
        further = [rung.word for rung in known.values() if not rung.limit]
        more = f"; beyond that, choose {' or '.join(further)}" if further else ""
        raise ValueError(
            f"{TITLES[table].capitalize()}: {shorten(text.strip())} is too much; the maximum is {last.name}{more}."
        )
    return found


def _points(text: str) -> str:
    """A text in small letters, its numbers with a decimal point: `1,500` is fifteen hundred, `1,5` one and a half."""
    whole = THOUSANDS.sub(lambda found: found[0].replace(",", ""), text.strip().lower())
    return DECIMAL_COMMA.sub(r"\1.\2", whole)


def measured(text: str) -> int | None:
    """A whole number of metres, kilograms or rounds, rounded up; None where the text is none."""
    word = _points(text)
    factor = 1
    for unit in TONNES:
        if word.endswith(unit):
            word, factor = word.removesuffix(unit).strip(), 1000
            break
    else:
        word = word.removesuffix("rounds").removesuffix("kg").removesuffix("m").strip()
    whole, _, part = word.partition(".")
    if not (whole.isdecimal() and whole.isascii() and len(whole) <= MOST_DIGITS):
        return None
    if part and not (part.isdecimal() and part.isascii() and len(part) <= MOST_DIGITS):
        return None
    scale: int = 10 ** len(part)
    return -(-(int(whole + part) * factor) // scale)


def days(rulebook: Rulebook, rating: int) -> int | None:
    """How long an object of this rating takes to empower; None where the table has no such row."""
    return next((row.days for row in rulebook.all(Making).values() if row.rating == rating), None)
