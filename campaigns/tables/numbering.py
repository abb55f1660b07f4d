"""What several of one name at a table are called: "Toll Toad 1", "Toll Toad 2", and on from there."""

from collections.abc import Collection

LONGEST_NAME = 180
"""With a number behind it, it is still a name."""


def numbered(called: str, count: int, taken: Collection[str]) -> list[str]:
    """So many names that nobody in `taken` has: numbers from the highest on; plain for one that is the only one."""
    stem = called[:LONGEST_NAME]
    known = {name.casefold() for name in taken}
    ends = (name.removeprefix(f"{stem} ".casefold()) for name in known if name.startswith(f"{stem} ".casefold()))
    numbers = [int(end) for end in ends if end.isascii() and end.isdigit() and len(end) < 6]
    alone = called.casefold() in known
    if count == 1 and not alone and not numbers:
        return [called[:200]]
    last = max([*numbers, int(alone)])
    return [f"{stem} {number}" for number in range(last + 1, last + count + 1)]
