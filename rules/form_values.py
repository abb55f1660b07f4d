"""What was sent, with a form or in an address, as columns can hold it."""

import unicodedata
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from rules.refusals import Refused

TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Turn the direction of what stands around them."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""


def whole_text(given: Mapping[str, Any], key: str) -> str:
    """A text as long as it is, as a column can hold it; nothing where none was sent."""
    return plain(str(given.get(key) or ""))


def plain(text: str) -> str:
    """A text as it is stored. A browser counts a line break as one character and sends two: here it is one."""
    return text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n").strip()


def words(given: Mapping[str, Any], key: str, most: int = 200) -> str:
    """What is searched for or chosen: its first `most` characters."""
    return whole_text(given, key)[:most]


def matches(find: str, *told: str) -> bool:
    """Whether all words of what is searched for stand in one of these texts or another."""
    return all(any(word in text.casefold() for text in told) for word in find.casefold().split())


def whole_number(given: Mapping[str, Any], key: str, default: int = 0) -> int:
    """A whole number of up to nine digits, the default for anything else."""
    digits = words(given, key, 10)
    return int(digits) if digits.isdecimal() and len(digits) < 10 else default


def keys_of(sent: Iterable[str]) -> frozenset[int]:
    """The keys among what was sent, of up to nine digits."""
    return frozenset(int(one) for one in sent if one.isdecimal() and len(one) < 10)


def form_name(given: Mapping[str, Any], *content: object) -> str:
    """The name of what a form sends, by its `uid` and what it says: sent twice it is the same. "" without a uid."""
    try:
        uid = uuid.UUID(words(given, "uid"))
    except ValueError:
        return ""
    return uuid.uuid5(uid, repr(content)).hex


def one_line(text: str) -> str:
    """A name as it is told: one line, without control characters and turns of direction; "" where nothing shows."""
    spaced = " ".join(plain(text).split())
    line = "".join(sign for sign in spaced if sign not in TURNS and unicodedata.category(sign) != "Cc").strip()
    return line if any(map(_shows, line)) else ""


def _shows(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK


def uncut_line(text: str, most: int) -> str:
    """A name as it is stored, see `one_line`. Raises Refused for one that would have to be cut off."""
    return uncut(one_line(text), most)


def uncut(text: str, most: int) -> str:
    """A text as it is stored. Raises Refused for one that would have to be cut off."""
    said = plain(text)
    if len(said) > most:
        raise Refused(f"Your text has {len(said):,} characters; {most:,} is the maximum. Make it shorter.")
    return said
