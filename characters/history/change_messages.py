"""Changes in words: what the steps of the game call a choice, what stood there and what stands there now.

Told from the two documents, not from the recorded paths: an entry out of the middle of a list moves every
entry after it, and nobody wants to read that. Any JSON can be told; what neither step nor book knows is called by
its key.
"""

import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from characters.history.revisions import NAME
from rules.kernel import Reading, Rulebook
from rules.kernel.basics import shorten
from rules.kernel.basics.wording import amount, minus
from rules.kernel.documents import PlacedList, compare, meant
from rules.kernel.pages import ChoiceField, Field, RankField, Step
from rules.kernel.purchases import by_path, purchases_of

DEEPEST = 4
"""Lists within lists that are looked into, as many as a build has."""
MOST_TEXT = 80
MOST_LINES = 200
"""Lines of one comparison. Somebody made at random from nothing has half as many."""
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class FieldChange(NamedTuple):
    """One choice that differs. `path` has a star for the place of an entry, `within` are the names of the entries
    it is in, from the outermost; `places` are its paths before and after, as far as both builds have it."""

    path: str
    before: Any
    after: Any
    within: tuple[Any, ...] = ()
    places: tuple[str, str] = ("", "")


Readings = Callable[[], tuple[Reading, ...]]
"""What a build comes to before and after a change; asked for only where a number was changed."""


class Labels:
    """What the steps of a game call its choices and their options. Shown another sheet's steps, it knows more.

    What stands neither in a step nor in the rulebook is looked for in `more`, which is asked for only then. `placed`
    are the lists of which choices name entries by their place.
    """

    def __init__(
        self, rulebook: Rulebook, more: Callable[[], Rulebook] | None = None, placed: Sequence[PlacedList] = ()
    ) -> None:
        self.placed = placed
        self._fields: dict[str, Field] = {}
        self._options: dict[tuple[str, str], str] = {}
        self._names, self._more = _names(rulebook), more

    def learn(self, steps: Iterable[Step]) -> None:
        self._learn(field for step in steps for field in step.fields)

    def _learn(self, fields: Iterable[Field]) -> None:
        for field in fields:
            path = starred(field.path)
            self._fields.setdefault(path, field)
            if isinstance(field, ChoiceField | RankField):
                for option in field.options:
                    self._options.setdefault((path, option.key), option.label)
            if field.kind == "list":
                for item in field.items:
                    self._learn(item)

    def knows(self, path: str) -> bool:
        """Whether a step has the field of this path, or the list it is an entry of."""
        return self._home(path) in self._fields

    def _home(self, path: str) -> str:
        """The path of the field: a tick is part of one, an entry of a list too."""
        inside = path.endswith(".*") or (_tick(path) and path not in self._fields)
        return path.rpartition(".")[0] if inside else path

    def label(self, path: str) -> str:
        """A field's own label, or where no step has it what the books or its key say; `name` is every entry's."""
        home = self._home(path)
        field = self._fields.get(home)
        if field is None:
            key = home.rpartition(".")[2]
            return "Name" if key == NAME else self._called(key) or shorten(home, MOST_TEXT)
        return field.label

    def option(self, path: str, key: str) -> str:
        """What an option of a field is called: by its field, else by the books, else by its key."""
        return self._options.get((path, key)) or self._called(key)

    def _called(self, key: str) -> str:
        if key not in self._names and self._more:
            self._names = _names(self._more()) | self._names
            self._more = None
        return self._names.get(key) or shorten(readable(key), MOST_TEXT)

    def named(self, key: str) -> str:
        """What the rulebook calls a key, "" where it has none."""
        return self._names.get(key, "")

    def entry(self, path: str, entry: Any) -> str:
        """What to call an entry of the list at `path`: its name, or the first thing picked for it."""
        called = _text(_mapping(entry).get("name"))
        for key, value in _mapping(_mapping(entry).get("picks")).items():
            if isinstance(value, str):
                called = called or self._names.get(value) or self.option(f"{path}.*.picks.{key}", value)
        return shorten(called, MOST_TEXT) or "an item"


def _names(rulebook: Rulebook) -> dict[str, str]:
    return {key: entry.name for entries in rulebook.entries.values() for key, entry in entries.items()}


def readable(key: str) -> str:
    """A key as words: `night-sight` is Night sight. Anything that is no key stays as it is."""
    return key.replace("-", " ").capitalize() if KEY.fullmatch(key) else key


def starred(path: str) -> str:
    """A path with a star for the place of each entry: `entries.gear.*.notes.detail`."""
    parts = path.split(".")
    places = {n for n in range(2, len(parts), 3) if parts[n - 2] == "entries" and parts[n].isdecimal()}
    return ".".join("*" if n in places else part for n, part in enumerate(parts))


def differences(before: tuple[str, Any], after: tuple[str, Any]) -> Iterator[FieldChange]:
    """What differs between two names and builds, choice by choice, in an order of its own."""
    (name, build), (new_name, new_build) = before, after
    if name != new_name:
        yield FieldChange(NAME, name, new_name)
    yield from _within(_mapping(build), _mapping(new_build), "", (), ("", ""))


def _within(
    old: Mapping[str, Any], new: Mapping[str, Any], at: str, within: tuple[Any, ...], places: tuple[str, str]
) -> Iterator[FieldChange]:
    plain = compare(*({key: part for key, part in side.items() if key != "entries"} for side in (old, new)))
    for path, before, after in plain:
        yield FieldChange(f"{at}{path}", before, after, within, _below(places, path))
    lists, new_lists = _mapping(old.get("entries")), _mapping(new.get("entries"))
    for key in sorted({**lists, **new_lists}):
        had, has = _listed(lists.get(key)), _listed(new_lists.get(key))
        if had is not has and had != has:
            yield from _entries(had, has, f"{at}entries.{key}", within, _below(places, f"entries.{key}."))


def _below(places: tuple[str, str], path: str) -> tuple[str, str]:
    return f"{places[0]}{path}", f"{places[1]}{path}"


def _entries(
    old: Sequence[Any], new: Sequence[Any], path: str, within: tuple[Any, ...], places: tuple[str, str]
) -> Iterator[FieldChange]:
    """Equal entries are the same wherever they stand; of the others, those of one name or of one place."""
    same = Counter(map(_exactly, old)) & Counter(map(_exactly, new))
    if sum(same.values()) == len(old) == len(new):
        yield FieldChange(path, old, new, within)
        return
    gone, come = _without(old, same), _without(new, same)
    for was, now in _pairs(gone, come, in_place=len(old) == len(new)):
        if was is None or now is None:
            yield FieldChange(f"{path}.*", was and was[1], now and now[1], within)
        else:
            both = f"{places[0]}{was[0]}.", f"{places[1]}{now[0]}."
            yield from _one_entry(was[1], now[1], f"{path}.*.", (*within, now[1]), both)


def _one_entry(old: Any, new: Any, at: str, within: tuple[Any, ...], places: tuple[str, str]) -> Iterator[FieldChange]:
    old, new = _mapping(old), _mapping(new)
    if old.get("name") != new.get("name"):
        yield FieldChange(f"{at}{NAME}", old.get("name"), new.get("name"), within)
    if len(within) <= DEEPEST:
        yield from _within(old, new, at, within, places)


Placed = tuple[int, Any]
"""An entry after the place where it stands."""


def _pairs(gone: list[Placed], come: list[Placed], *, in_place: bool) -> Iterator[tuple[Placed | None, Placed | None]]:
    """Entries that went and came, those that are one and the same together."""
    waiting: dict[Any, deque[Placed]] = defaultdict(deque)
    for place, entry in gone:
        waiting[place if in_place else _title(entry)].append((place, entry))
    for place, entry in come:
        others = waiting[place if in_place else _title(entry)]
        yield (others.popleft() if others else None), (place, entry)
    for others in waiting.values():
        yield from ((placed, None) for placed in others)


def _without(entries: Sequence[Any], same: Counter[str]) -> list[Placed]:
    left = Counter(same)
    kept = []
    for place, entry in enumerate(entries):
        exactly = _exactly(entry)
        if left[exactly]:
            left[exactly] -= 1
        else:
            kept.append((place, entry))
    return kept


def _exactly(entry: Any) -> str:
    return json.dumps(entry, sort_keys=True)


def _title(entry: Any) -> str:
    picks = _mapping(_mapping(entry).get("picks")).values()
    return _text(_mapping(entry).get("name")) or next((pick for pick in picks if isinstance(pick, str)), "")


def _tick(path: str) -> bool:
    """Whether a path names an option of a tick list, as in `picks.feats.ambush`."""
    parts = path.split(".")
    return len(parts) % 3 == 0 and parts[-3] == "picks"


# In words


def sentence(difference: FieldChange, labels: Labels) -> str:
    """One change in words: "Dodge 3 → 2", "Species: Goblin chosen", "Gear: Rope added"."""
    path, before, after, within, _ = difference
    label = labels.label(path)
    lead = _lead(path, within, labels)
    if path.endswith(".*"):
        entry, word = (after, "added") if before is None else (before, "removed")
        return f"{lead}{label}: {labels.entry(path.removesuffix('.*'), entry)} {word}"
    if path.count(".") % 3 == 1 and path.split(".")[-2] == "entries":
        return f"{lead}{label}: reordered"
    if isinstance(before, bool) or isinstance(after, bool):
        return f"{lead}{_ticked(path, after, label, labels)}"
    if _number(before) and _number(after):
        return f"{lead}{label} {before} → {after}"
    if before is None and _number(after):
        return f"{lead}{label} set to {after}"
    if after is None and _number(before):
        return f"{lead}{label} {before} → 0"
    return f"{lead}{label}: {_moved(path, before, after, labels)}"


def _in_numbers(difference: FieldChange, labels: Labels, readings: Readings) -> str:
    """A choice that raises a number, by what the number was and is: "Dodge 6 → 4"; "" where it raises none."""
    was, now = (_raised(reading, place) for reading, place in zip(readings(), difference.places, strict=True))
    if was is None or now is None:
        return ""
    lead = _lead(difference.path, difference.within, labels)
    name = lead.removesuffix(APART) if lead else labels.label(difference.path)
    if was != now:
        return f"{name} {minus(was)} → {minus(now)}"
    bought = [value or 0 for value in (difference.before, difference.after)]
    return f"{name} still {minus(now)}: {bought[0]} → {bought[1]} bought" if all(map(_number, bought)) else ""


def _raised(reading: Reading, path: str) -> int | None:
    """The number that the purchase at a path raises alone; None where no purchase does."""
    found = by_path(reading).get(path)
    if found is None or found.key not in reading or len(reading.memo(_raisers)[found.key]) > 1:
        return None
    return reading.figure(found.key).value


def _raisers(reading: Reading) -> Mapping[str, list[str]]:
    """The paths of what raises a number, by its key."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in purchases_of(reading):
        found[one.key].append(one.path)
    return found


APART = " · "


def _lead(path: str, within: tuple[Any, ...], labels: Labels) -> str:
    """Which entry of which list it is in: "Equipment · Longsword · "."""
    parts = path.split(".")
    words = ""
    for depth, entry in enumerate(within):
        home = ".".join(parts[: 3 * depth + 2])
        words += f"{labels.label(home)}{APART}{labels.entry(home, entry)}{APART}"
    return words


def _ticked(path: str, after: Any, label: str, labels: Labels) -> str:
    """A tick of a list of them, or a flag, whose only option has no words of its own."""
    home, _, option = path.rpartition(".")
    if _tick(path):
        return f"{label}: {labels.option(home, option)} {'chosen' if after else 'removed'}"
    return f"{label}: {'yes' if after else 'no'}"


def _moved(path: str, before: Any, after: Any, labels: Labels) -> str:
    if before in (None, ""):
        return f"{_shown(path, after, labels)} {_verb(path)}"
    if after in (None, ""):
        return f"{_shown(path, before, labels)} removed"
    return f"{_shown(path, before, labels)} → {_shown(path, after, labels)}"


def _verb(path: str) -> str:
    mapping = path.rpartition(".")[0].rpartition(".")[2]
    return {"picks": "chosen", "rolls": "rolled", "ranks": "ranked"}.get(mapping, "written")


def _shown(path: str, value: Any, labels: Labels) -> str:
    """A value as a person reads it: options by their labels, texts in quotation marks and not too long."""
    if isinstance(value, list):
        return ", ".join(_shown(path, item, labels) for item in value)
    if isinstance(value, str):
        mapping = path.rpartition(".")[0].rpartition(".")[2]
        return labels.option(path, value) if mapping in ("picks", "ranks") else f"“{shorten(value, MOST_TEXT)}”"
    return shorten(str(value), MOST_TEXT)


def _number(value: Any) -> bool:
    return isinstance(value, int | float)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


class ChangeDescriber:
    """Tells the changes of one character; steps that the present sheet lacks are looked for in older ones."""

    def __init__(self, labels: Labels, steps_of: Any, most: int = 6) -> None:
        self._labels, self._steps_of, self._left = labels, steps_of, most

    def lines(
        self, before: tuple[str, Any], after: tuple[str, Any], readings: Readings | None = None
    ) -> tuple[str, ...]:
        """The changes between two names and builds, a line each, and how many more there are.

        With `readings`, a choice that raises a number is told by the number, which has more in it than was bought.
        """
        found = list(differences(self._meant(before), self._meant(after)))
        for document in (after, before):
            if self._left and not all(self._labels.knows(d.path) for d in found if d.path.rpartition(".")[2] != NAME):
                self._left -= 1
                self._labels.learn(self._steps_of(document))
        if not found and before != after:
            return ("Changed data that isn’t shown on any page",)
        readings = readings and cache(readings)
        told = tuple(self._line(difference, readings) for difference in found[:MOST_LINES])
        more = len(found) - len(told)
        return (*told, amount(more, "more change")) if more else told

    def _meant(self, document: tuple[str, Any]) -> tuple[str, Any]:
        """What a build says, and not by which place it says it."""
        return document[0], meant(document[1], self._labels.placed, self._labels.entry)

    def _line(self, difference: FieldChange, readings: Readings | None) -> str:
        scored = difference.path.rpartition(".")[0].rpartition(".")[2] == "scores"
        number = _in_numbers(difference, self._labels, readings) if readings and scored else ""
        return number or sentence(difference, self._labels)


def tell(
    before: tuple[str, Any],
    after: tuple[str, Any],
    rulebook: Rulebook,
    *sheets: Iterable[Step],
    readings: Readings | None = None,
    placed: Sequence[PlacedList] = (),
) -> tuple[str, ...]:
    """The changes between two names and builds, a line each, in the labels of these sheets' steps."""
    if before == after:
        return ()
    labels = Labels(rulebook, placed=placed)
    for steps in sheets:
        labels.learn(steps)
    return ChangeDescriber(labels, lambda document: ()).lines(before, after, readings)
