"""What death took from experiences and gave to them: lines with a date, beside what was bought (4.3.2)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.kernel import LedgerEntry, Origin, Reading, Term
from rules.kernel.documents.ledger import known_as, same_name
from rules.systems.duality.game import cite
from rules.systems.duality.held import HeldStyle, experiences, styles

MOST_TAKEN = 3
"""What one return takes at most: one for dying, and one for each of the two boxes that leave a way back."""
MOST_GIFTED = 3
"""The highest that XP and gifts come to together, where a table wants it so (3.6, D-27)."""
RETAINED = 2
"""What a new soul in the body keeps of an experience (4.3.2, D-29)."""


class ExperienceShift(NamedTuple):
    """A penalty or a gift: of which experience, as it was entered, and the line of its figure."""

    name: str
    line: Term


def own_words(style: HeldStyle) -> str:
    """The words of the experience that a style brings."""
    return style.entry.notes.get("experience", "").strip() or f"Experience of {style.label}"


def own(c: Reading) -> Mapping[str, tuple[str, str]]:
    """The experiences that somebody has bought or fights with: figure and words of each, by its name without case."""
    found = {}
    for style in c.memo(styles):
        if style.style and style.style.experience and style.statistic:
            found[same_name(own_words(style))] = f"{style.key}-experience", own_words(style)
    return found | {same_name(one.label): (one.key, one.label) for one in reversed(c.memo(experiences))}


def everything(c: Reading) -> Mapping[str, tuple[str, str]]:
    """The same with those that are nothing but gifts."""
    found, bought = dict(c.memo(own)), len(c.memo(experiences))
    for name in (shift.name for shift in c.memo(shifts) if shift.name and shift.line.amount > 0):
        if called(c, name) not in found:
            place = bought + 1 + len(found) - len(c.memo(own))
            found[called(c, name)] = f"experience-{place}", name
    return found


def called(c: Reading, name: str) -> str:
    """A name of the ledger without case, or what the game master has let it become where that was done."""
    plain = same_name(name)
    return plain if plain in c.memo(own) else str(known_as(c.table.ledger, plain))


def shifts(c: Reading) -> tuple[ExperienceShift, ...]:
    """Every penalty and gift, in the order of the ledger; none where nobody comes back."""
    return tuple(_shifts(c)) if c.table.ledger and c.setting("resurrection") else ()


def _shifts(c: Reading) -> Iterator[ExperienceShift]:
    for entry in c.table.ledger.of("retained"):
        yield _shift(entry, entry.subject, RETAINED, "kept from another life")
    for entry in c.table.ledger.of("return"):
        yield _shift(entry, entry.subject, -abs(entry.amount), "taken by death")
        yield _shift(entry, str(entry.more.get("gained") or ""), abs(entry.amount), "brought back from death")
    taken, boxes = penalties(c), marked(c)
    for entry in c.table.ledger.of("box-unmarked"):
        name = called(c, entry.subject)
        if boxes and taken[name]:
            boxes, taken[name] = boxes - 1, taken[name] - 1
            yield _shift(entry, entry.subject, 1, "box unmarked", "D-28")


def _shift(entry: LedgerEntry, name: str, amount: int, words: str, ruling: str = "D-27") -> ExperienceShift:
    line = Term(amount, f"{words}, {entry.day}" if entry.day else words, cite("4.3.2", 11, ruling), Origin.OTHER)
    return ExperienceShift(name.strip(), line)


def penalties(c: Reading) -> Counter[str]:
    """What death took of each experience."""
    found: Counter[str] = Counter()
    for entry in c.table.ledger.of("return"):
        found[called(c, entry.subject)] += abs(entry.amount)
    return found


def marked(c: Reading) -> int:
    """The boxes that were marked: of each return all but one of its penalties, which is that of dying (D-28)."""
    return sum(max(0, much - 1) for much in c.memo(returns))


def returns(c: Reading) -> tuple[int, ...]:
    """What each return from death took: the entries of one day, up to the next death and to what one return takes."""
    found: list[int] = []
    day: str | None = None
    for entry in c.table.ledger.of("died", "return"):
        if entry.kind == "died":
            day = None
        elif entry.on == day and found[-1] + abs(entry.amount) <= MOST_TAKEN:
            found[-1] += abs(entry.amount)
        else:
            found.append(abs(entry.amount))
            day = entry.on
    return tuple(found)


def boxes_left(c: Reading) -> int:
    """The boxes that the ledger knows to be marked and that were not unmarked since (D-28)."""
    return max(0, marked(c) - len(c.table.ledger.of("box-unmarked"))) if c.setting("resurrection") else 0


def shifted(c: Reading) -> Mapping[str, tuple[Term, ...]]:
    """The lines of each experience by its figure."""
    found: dict[str, tuple[Term, ...]] = {}
    for shift in c.memo(shifts):
        if called(c, shift.name) in c.memo(everything):
            key, _ = c.memo(everything)[called(c, shift.name)]
            found[key] = (*found.get(key, ()), shift.line)
    return found


def gifts(c: Reading, key: str) -> int:
    """How much of an experience was given."""
    return sum(line.amount for line in c.memo(shifted).get(key, ()) if line.amount > 0)
