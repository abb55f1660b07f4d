"""What death took from experiences and gave to them: lines with a date, beside what was bought (4.3.2)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.kernel import LedgerEntry, Origin, Reading, Term
from rules.kernel.documents.ledger import Ledger, known_as, same_name
from rules.systems.duality.game import cite
from rules.systems.duality.held import HeldStyle, experiences, styles
from rules.systems.duality.kept import old_experiences, old_styles

BOXES = "boxes"
"""The tracker of the boxes: there only where the table raises its dead (4.3.2)."""
MOST_BOXES = 3
"""The boxes of each of the dead: nobody returns from the last (4.3.2, D-28)."""
BLAZE = "blaze-of-glory"
"""The entry that marks all boxes at once, and for good (4.3.2, D-28)."""
MOST_TAKEN = MOST_BOXES
"""What one return takes at most: one for dying, and one for each of the two boxes that leave a way back."""
MOST_GIFTED = 3
"""The highest that XP and gifts come to together, where a table wants it so (3.6, D-27)."""
RETAINED = 2
"""What a box leaves a new soul in the body, of one experience or of two, and the most it keeps of one (D-29)."""


class ExperienceShift(NamedTuple):
    """A penalty or a gift: of which experience, as entered, and as that is known now; the line of its figure."""

    name: str
    known: str
    line: Term


def own_words(style: HeldStyle) -> str:
    """The words of the experience that a style brings."""
    return style.entry.notes.get("experience", "").strip() or f"Experience of {style.label}"


def own(c: Reading) -> Mapping[str, tuple[str, str]]:
    """The experiences that somebody has bought or fights with: figure and words of each, by its name without case.

    Of several of one name it is the one that was approved, then the first that was bought.
    """
    bought = [(one.key, one.label, one.place in c.memo(old_experiences)) for one in c.memo(experiences)]
    fought = [
        (f"{one.key}-experience", own_words(one), one.place in c.memo(old_styles))
        for one in c.memo(styles)
        if one.style and one.style.experience and one.statistic
    ]
    first = sorted((*bought, *fought), key=lambda line: not line[2])
    return {same_name(words): (key, words) for key, words, _ in reversed(first)}


def everything(c: Reading) -> Mapping[str, tuple[str, str]]:
    """The same with those that are nothing but gifts."""
    found, bought = dict(c.memo(own)), len(c.memo(experiences))
    for shift in (one for one in c.memo(shifts) if one.name and one.line.amount > 0):
        if shift.known not in found:
            place = bought + 1 + len(found) - len(c.memo(own))
            found[shift.known] = f"experience-{place}", _as_written(c, shift)
    return found


def called(c: Reading, name: str, entry: LedgerEntry | None = None) -> str:
    """A name without case; one that an entry had used is what the GM has let it become since, where that was done."""
    plain, ledger = same_name(name), c.table.ledger
    now = known_as(ledger, plain, entry) if entry else plain
    if now in c.memo(own):
        return now
    left = plain if plain in (c.approved or c).memo(own) else now
    return c.memo(_of_styles).get(now, left)


def _of_styles(c: Reading) -> Mapping[str, str]:
    """What the experience of a style is known by, by what it is called until it has words."""
    return {same_name(f"Experience of {one.label}"): same_name(own_words(one)) for one in c.memo(styles)}


def _as_written(c: Reading, shift: ExperienceShift) -> str:
    """The words of something that is nothing but a gift, as they were entered or as the GM let them become."""
    words = (str(entry.more.get("to")) for entry in c.table.ledger.of("change"))
    later = next((word for word in words if same_name(word) == shift.known), shift.name)
    return shift.name if same_name(shift.name) == shift.known else later


def wordless(c: Reading) -> frozenset[str]:
    """The names without case of experiences that were bought and have no words yet."""
    return frozenset(same_name(one.label) for one in c.memo(experiences) if not one.name.strip())


def shifts(c: Reading) -> tuple[ExperienceShift, ...]:
    """Every penalty and gift, in the order of the ledger; none where nobody comes back."""
    return tuple(_shifts(c)) if c.table.ledger and c.setting("resurrection") else ()


def _shifts(c: Reading) -> Iterator[ExperienceShift]:
    for entry in c.table.ledger.of("retained"):
        yield _shift(c, entry, entry.subject, kept_of(entry), "kept from another life")
    for entry in c.table.ledger.of("return"):
        yield _shift(c, entry, entry.subject, -abs(entry.amount), "taken by death")
        yield _shift(c, entry, str(entry.more.get("gained") or ""), abs(entry.amount), "brought back from death")
    of_none = set(map(id, c.memo(of_no_box)))
    for entry in c.table.ledger.of("box-unmarked"):
        if id(entry) not in of_none:
            yield _shift(c, entry, entry.subject, 1, "box unmarked", "D-28")


def kept_of(entry: LedgerEntry) -> int:
    """How much a new soul keeps of an experience: all that a box leaves, where the entry doesn't say (D-29)."""
    return min(abs(entry.amount), RETAINED) or RETAINED


def of_no_box(c: Reading) -> tuple[LedgerEntry, ...]:
    """The entries that unmark a box which no return has marked, or which took nothing of their experience (D-28)."""
    taken, boxes, found = penalties(c), marked(c), list[LedgerEntry]()
    for entry in c.table.ledger.of("box-unmarked"):
        name = called(c, entry.subject, entry)
        if boxes and taken[name]:
            boxes, taken[name] = boxes - 1, taken[name] - 1
        else:
            found.append(entry)
    return tuple(found)


def _shift(c: Reading, entry: LedgerEntry, name: str, amount: int, words: str, ruling: str = "D-27") -> ExperienceShift:
    line = Term(amount, f"{words}, {entry.day}" if entry.day else words, cite("4.3.2", 11, ruling), Origin.OTHER)
    return ExperienceShift(name.strip(), called(c, name, entry), line)


def penalties(c: Reading) -> Counter[str]:
    """What death took of each experience."""
    found: Counter[str] = Counter()
    for entry in c.table.ledger.of("return"):
        found[called(c, entry.subject, entry)] += abs(entry.amount)
    return found


def marked(c: Reading) -> int:
    """The boxes that were marked (D-28)."""
    return sum(boxes for _, boxes in _marks(c.table.ledger.of("died", "return")))


def _marks(entries: Iterable[LedgerEntry]) -> Iterator[tuple[LedgerEntry, int]]:
    """The boxes that each return marks: all but one of its penalties, which is that of dying; and those unmarked."""
    last: list[LedgerEntry] = []
    for entry in entries:
        if entry.kind == "died":
            last = []
        elif entry.kind == "return":
            more = goes_on(last, entry)
            yield entry, abs(entry.amount) if more else max(0, abs(entry.amount) - 1)
            last = [*last, entry] if more else [entry]
        else:
            yield entry, 0 if entry.kind == BLAZE else -1


def of_last_box(c: Reading, *more: LedgerEntry) -> tuple[LedgerEntry, ...]:
    """The returns, here and in what more is entered, that mark the third box or come after it: none is so (D-28)."""
    boxes, blazed, found = 0, False, list[LedgerEntry]()
    blaze = (BLAZE,) if c.setting("blaze_of_glory") else ()
    for entry, change in _marks((*c.table.ledger.of("died", "return", "box-unmarked", *blaze), *more)):
        boxes, blazed = max(0, boxes + change), blazed or entry.kind == BLAZE
        if entry.kind == "return" and (blazed or boxes >= MOST_BOXES):
            found.append(entry)
    return tuple(found)


def more_of_one_return(ledger: Ledger, entry: LedgerEntry) -> bool:
    """Whether an entry is one more pair of the last return: of its day, and within what one return takes (D-27)."""
    last: list[LedgerEntry] = []
    for one in ledger.of("died", "return"):
        last = [] if one.kind == "died" else [*(held for held in last if held.on == one.on), one]
    return goes_on(last, entry)


def goes_on(last: Sequence[LedgerEntry], entry: LedgerEntry) -> bool:
    """Whether an entry belongs to the return that these are of."""
    taken = sum(abs(one.amount) for one in (*last, entry))
    return bool(last) and last[-1].on == entry.on and taken <= MOST_TAKEN


def boxes_left(c: Reading) -> int:
    """The boxes that the ledger knows to be marked and that were not unmarked since (D-28)."""
    return max(0, marked(c) - len(c.table.ledger.of("box-unmarked"))) if c.setting("resurrection") else 0


def gone_for_good(c: Reading) -> bool:
    """Whether all boxes are marked by the ledger, one after another or in a Blaze of Glory (4.3.2, D-28)."""
    blazed = c.setting("blaze_of_glory") and c.table.ledger.of(BLAZE)
    return bool(c.setting("resurrection") and (blazed or boxes_left(c) >= MOST_BOXES))


def shifted(c: Reading) -> Mapping[str, tuple[Term, ...]]:
    """The lines of each experience by its figure."""
    found: dict[str, tuple[Term, ...]] = {}
    for shift in c.memo(shifts):
        if shift.known in c.memo(everything):
            key, _ = c.memo(everything)[shift.known]
            found[key] = (*found.get(key, ()), shift.line)
    return found


def gifts(c: Reading, key: str) -> int:
    """How much of an experience was given."""
    return sum(line.amount for line in c.memo(shifted).get(key, ()) if line.amount > 0)
