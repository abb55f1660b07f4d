"""What was sent, with a form or in an address, as columns can hold it. Nothing is refused here."""

from collections.abc import Mapping
from typing import Any


def words(given: Mapping[str, Any], key: str, most: int = 200) -> str:
    """A text without what no column holds; nothing where none was sent."""
    return str(given.get(key) or "").replace("\x00", "").strip()[:most]


def whole_number(given: Mapping[str, Any], key: str, default: int = 0) -> int:
    """A whole number of up to nine digits, the default for anything else."""
    text = words(given, key, 10)
    return int(text) if text.isdecimal() and len(text) < 10 else default
