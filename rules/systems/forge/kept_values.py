"""Values as they were approved beside values now: other numbers, nameless ones gone, further ones (F-02, F-16)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.kernel import Finding, Fix, LedgerEntry, Level, Reading
from rules.kernel.basics import minus
from rules.kernel.documents.builds import written
from rules.kernel.documents.ledger import known_as, same_name
from rules.kernel.findings import GmWord
from rules.systems.forge.creation import Value, values
from rules.systems.forge.game import VALUES, cite, forge
from rules.systems.forge.legality import Budgets

WHERE = cite("fate.html", "F-16")


def free(c: Reading) -> bool:
    """Whether this table lets values and backgrounds change as they like (F-16)."""
    return c.setting("values_change") == "free"


class Compared(NamedTuple):
    """Values with another number than approved, each with what it was; those that are gone; further ones."""

    renumbered: tuple[tuple[Value, Value], ...] = ()
    gone: tuple[Value, ...] = ()
    fresh: tuple[Value, ...] = ()


def compared(c: Reading) -> Compared:
    """The values now beside those approved, matched by name and number wherever they stand.

    What was open may be filled in: a nameless number gets a name, a name gets a number.
    """
    old = c.approved
    if old is None or free(c) or old.memo(values) == c.memo(values):
        return Compared()
    then, now = _by_name(c, old.memo(values)), _by_name(c)
    words = _words(c)
    renumbered, gone, fresh = list[tuple[Value, Value]](), list[Value](), list[Value]()
    for name in sorted({*then, *now} - {""}):
        others, lost, more = _matched(then.get(name, ()), now.get(name, ()), words.get(name, ()))
        renumbered, gone, fresh = renumbered + others, gone + lost, fresh + more
    others, lost, more = _matched(then.get("", ()), now.get("", ()), words.get("", ()))
    renumbered += others
    for was in lost:
        named = next((one for one in fresh if one.rating == was.rating), fresh[0] if fresh else None)
        if named is None:
            gone.append(was)
            continue
        fresh.remove(named)
        said = ((entry.more.get("from"), entry.more.get("to")) for entry in words.get(same_name(named.name), ()))
        if was.rating not in (None, named.rating) and (was.rating, named.rating) not in said:
            renumbered.append((named, was))
    return Compared(tuple(renumbered), tuple(gone), (*fresh, *more))


def _by_name(c: Reading, then: Sequence[Value] | None = None) -> Mapping[str, Sequence[Value]]:
    """The values now, or those approved, by the name they have now: by the GM's word, as far as the old one is gone."""
    now = c.memo(values)
    here, alike = Counter(same_name(value.name) for value in now), {(same_name(one.name), one.rating) for one in now}
    found: dict[str, list[Value]] = {}
    for value in now if then is None else sorted(then, key=lambda one: (same_name(one.name), one.rating) not in alike):
        name = same_name(value.name)
        here[name] -= 1
        known = known_as(c.table.ledger.fresh, name) if name and here[name] < 0 else name
        found.setdefault(known, []).append(value)
    return found


def _words(c: Reading) -> Mapping[str, Sequence[LedgerEntry]]:
    """What the GM has allowed, by the name or the place of a value that it is about."""
    places = {f"{value.path}.scores.rating": same_name(value.name) for value in c.memo(values)}
    here, found = set(places.values()), dict[str, list[LedgerEntry]]()
    for entry in c.table.ledger.fresh.of("change"):
        name = same_name(entry.subject)
        known = name if name in here else known_as(c.table.ledger.fresh, name)
        found.setdefault(places.get(entry.subject, known), []).append(entry)
    return found


def _matched(
    then: Sequence[Value], now: Sequence[Value], words: Sequence[LedgerEntry]
) -> tuple[list[tuple[Value, Value]], list[Value], list[Value]]:
    """Of values of one name: those with another number and what it was, approved ones that are gone, further ones.

    Alike goes with alike, then what the GM allowed, each word for one of them; a blank number takes any.
    """
    left = list(now)
    rest = _without(then, left, [value.rating for value in then])
    rated = [value for value in rest if value.rating is not None]
    stands = [value.rating for value in rated]
    for entry in words if left else ():
        was = entry.more.get("from")
        if was in stands and stands.count(was) > sum(value.rating == was for value in left):
            stands[stands.index(was)] = entry.more.get("to")
    rated = _without(rated, left, stands)
    blank = [value for value in rest if value.rating is None]
    filled = min(len(left), len(blank))
    del left[:filled]
    return list(zip(left, rated, strict=False)), [*rated[len(left) :], *blank[filled:]], left[len(rated) :]


def _without(then: Sequence[Value], left: list[Value], numbers: Sequence[int | None]) -> list[Value]:
    """Those of `then` for whose number none is left; one that is goes from `left`."""
    rest = []
    for value, number in zip(then, numbers, strict=True):
        same = next((one for one in left if one.rating == number), None)
        if same:
            left.remove(same)
        else:
            rest.append(value)
    return rest


def _told(value: Value) -> str:
    return "blank" if value.rating is None else minus(value.rating)


@forge.rule
def rated(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A number counts in every roll: another takes the GM's word, with a name or without one (F-16)."""
    found = c.memo(compared)
    for value, was in found.renumbered:
        at = f"{value.path}.scores.rating"
        yield Finding(
            "value-changed", Level.ERROR, f"{value.label} was {_told(was)} when approved.",
            WHERE, hint="Only your GM can allow another number.", at=at,
            fixes=(Fix(f"Restore {value.label} to {_told(was)}", at, was.rating),),
            gm_word=GmWord(value.name or at, was.rating, value.rating),
        )  # fmt: skip
    old, end = c.approved, len(c.build.entries.get("values", ()))
    # Those with a name are kept as lines, in `growth`.
    nameless = (was for was in found.gone if not was.name and was.rating is not None)
    for was in nameless:
        if old and not c.table.ledger.fresh.allows(was.label, was.label, None):
            line = written(old.build.entries["values"][was.place])
            yield Finding(
                "value-changed", Level.ERROR,
                f"{was.label} was approved and can't be removed.",
                WHERE, hint="Only your GM can allow another value.", at="entries.values",
                fixes=(Fix(f"Restore {was.label}", f"entries.values.{end}", line),),
                gm_word=GmWord(was.label, was.label, None),
            )  # fmt: skip


@forge.rule
def further(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """There are six, and what was blank may be filled in; one more takes the GM's word (F-02, F-16)."""
    old, (_, gone, fresh) = c.approved, c.memo(compared)
    if old is None or not fresh:
        return
    had, ledger = old.memo(values), c.table.ledger.fresh
    lost = sum(bool(value.name) and not ledger.allows(value.label, value.label, None) for value in gone)
    told = Counter(same_name(entry.subject) for entry in ledger.of("change"))
    waiting = []
    for value in fresh:
        if told[same_name(value.label)] and ledger.allows(value.label, None, value.label):
            told[same_name(value.label)] -= 1
        else:
            waiting.append(value)
    for value in waiting[max(0, VALUES - len(had)) + lost :]:
        yield Finding(
            "value-without-word", Level.ERROR, f"{value.label} was added after approval.",
            WHERE, hint="Only your GM can allow it.", at=value.path,
            fixes=(Fix(f"Remove {value.label}", value.path, None),), gm_word=GmWord(value.label, None, value.label),
        )  # fmt: skip
