"""Small words for sentences that players read."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence

_BETWEEN_SENTENCES = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”\"’)]))\s+(?![\sa-zà-ÿ\d])|\n")


def minus(value: int) -> str:
    """A whole number as it is shown, with a minus sign and not a hyphen: 3, 0, −3."""
    return f"{value:,}".replace("-", "−")


def signed(value: int) -> str:
    """A whole number with its sign, of which nothing has none: +3, 0, −3."""
    return f"{value:+,}".replace("-", "−") if value else "0"


def amount(value: int, unit: str) -> str:
    """`2, "dot"` as "2 dots". A unit with a plural of its own has both: "foot|feet"."""
    return f"{minus(value)} {_units(value, unit)}".rstrip()


counted = amount
"""The same, where a number is called `amount` already."""


def _units(value: int, unit: str) -> str:
    return unit.partition("|")[0] if value == 1 else several(unit)


def several(unit: str) -> str:
    """What more than one of a unit are called."""
    one, _, more = unit.partition("|")
    return more or (f"{one}s" if one else "")


def unit_in(label: str, unit: str) -> tuple[str, str]:
    """The unit of what a label names, and where it is counted: ("dot", " in Innate"), ("ability point", "").

    A label that spells out an abbreviated unit names it as well: "Advancement Points" for APs.
    """
    one, names = unit.partition("|")[0], several(unit)
    if one.isupper() and label.endswith("Points"):
        one, names = "Point", "Points"
    if not names.startswith(one) or not label.casefold().endswith(f" {names.casefold()}"):
        return unit, f" in {label}"
    whole = label if any(map(str.isupper, label[1:])) else label[:1].lower() + label[1:]
    return f"{whole[: len(whole) - len(names) + len(one)]}|{whole}", ""


def capitalise(sentence: str) -> str:
    """A sentence with its first letter large; the others stay as they are."""
    return sentence[:1].upper() + sentence[1:]


def as_sentence(words: str) -> str:
    """Words as a sentence of their own, with what ends it: "only your GM can" as "Only your GM can."."""
    return capitalise(words) + ("" if words.endswith((".", "!", "?", "…")) else ".")


def sentences(text: str) -> list[str]:
    """The sentences of a text. A line ends one, too; a point before a small letter or a number does not: "p. 34"."""
    return _BETWEEN_SENTENCES.split(text.strip())


def first_sentence(text: str) -> str:
    """The first sentence of a text, with what ends it; "" for none."""
    return _BETWEEN_SENTENCES.split(text.strip(), maxsplit=1)[0]


def join_words(names: Iterable[str], most: int = 10) -> str:
    """Names in quotation marks, the first few of them, with a count of the rest."""
    every = list(names)
    shown = ", ".join(f"“{shorten(name)}”" for name in every[:most])
    return shown if len(every) <= most else f"{shown} and {len(every) - most:,} more"


def in_words(names: Sequence[str], most: int = 8) -> str:
    """Names as a sentence has them: "Musket", "Maul and Musket", "Club, Maul and 12 more"."""
    shown = names if len(names) <= most else [*names[:most], f"{len(names) - most:,} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def either(words: Sequence[str]) -> str:
    """One of several: "−2", "−2 or −4", "−2, −4 or −6"."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def shorten(text: str, most: int = 60) -> str:
    """Text for a sentence: printable, on one line, no longer than `most` characters."""
    line = "".join(c if c.isprintable() else "�" for c in text)
    return line if len(line) <= most else line[: most - 1] + "…"


def shown(value: object) -> str:
    """Any JSON value for a sentence: a small one in full, a large one by its kind."""
    if isinstance(value, str):
        return f"“{shorten(value)}”"
    if isinstance(value, int) and abs(value) > 10**15:
        return "a huge number"
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, list | tuple) else str(value)


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that looks most like this one, whatever its case, or ""."""
    return next(iter(nearest_few(word, known, most=1, cutoff=0.7)), "")


def nearest_few(word: str, known: Iterable[str], most: int = 3, cutoff: float = 0.5) -> list[str]:
    """The known words that look most like this one, whatever its case, the nearest first."""
    folded = {_folded(one): one for one in reversed(list(known))}
    return [folded[one] for one in difflib.get_close_matches(_folded(word[:60]), folded, n=most, cutoff=cutoff)]


def _folded(word: str) -> str:
    """A word as a key would write it: small letters, hyphens for spaces."""
    return "-".join(word.casefold().split())
