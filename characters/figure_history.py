"""One number of a character through its versions: by the rules and the table of today, with the shelf of then."""

from dataclasses import replace
from typing import Any

from characters import versions
from characters.history import event_messages
from characters.history.revisions import ChangeLine
from characters.history.sheet_diff import PLACE, FigureChange, compare_figures, pairs
from characters.library.character_books import Shelves
from characters.models import Character
from characters.models.history import EventBase
from rules.kernel import Build, Figure, Reading, RulesContext
from rules.kernel.documents import PathError


class FigureHistory:
    """A number as it was at any version, worked out by itself and once for each; of a line in a list, wherever that
    stood. Revisions are told from the newest back.
    """

    def __init__(self, character: Character, key: str) -> None:
        self._character = character
        self._shelves = Shelves(character)
        self._known: dict[int, Figure | None] = {}
        self._keys = [(character.version, key)]

    def moved(self, told: ChangeLine) -> FigureChange | None:
        """How the number changed with a revision."""
        after = self._at(told.version, told.after)
        self.follow(told)
        return compare_figures(self._at(told.version - 1, told.before), after)

    def follow(self, told: ChangeLine) -> None:
        """Go back over a revision: which number it was before."""
        self._keys.append((told.version - 1, self._key_before(told)))

    def _key_before(self, told: ChangeLine) -> str:
        key = self._keys[-1][1]
        sides = [build.get("entries") if isinstance(build, dict) else None for _, build in (told.before, told.after)]
        if sides[0] == sides[1] or not PLACE.search(key):
            return key
        readings = (self._reading(told.version - 1, told.before), self._reading(told.version, told.after))
        had, has = (_lines(reading, key) for reading in readings)
        return next((old for old, new in pairs(had, has) if new == key and old), "")

    def moved_by(self, event: EventBase) -> FigureChange | None:
        """How other house rules, which this event tells of, moved the number on the build as it was then."""
        then = self._character.revisions.filter(at__lte=event.at).first()
        version = then.version if then else 1
        try:
            document = versions.document_at(self._character, version)
        except PathError:
            return None
        table = self._character.table
        before, after = event_messages.sides(event)
        rest = {key: v for key, v in table.settings.items() if key not in before and key not in after}
        tables = (replace(table, settings={**rest, **side}) for side in (before, after))
        key = next(key for until, key in reversed(self._keys) if until >= version)
        return compare_figures(*(_figure(self._reading(version, document, one), key) for one in tables))

    def _at(self, version: int, document: tuple[str, Any]) -> Figure | None:
        if version not in self._known:
            self._known[version] = _figure(self._reading(version, document), self._keys[-1][1])
        return self._known[version]

    def _reading(self, version: int, document: tuple[str, Any], table: RulesContext | None = None) -> Reading:
        who, (name, build) = self._character, document
        book = who.rulebook_with(self._shelves.at(version))
        return who.game.reading(Build.parse(build, name), book, table or who.table)


def _figure(reading: Reading, key: str) -> Figure | None:
    return reading.figure(key) if key in reading else None


def _lines(reading: Reading, key: str) -> dict[str, str]:
    """What the numbers are called that differ from this one by the place of their line alone, by their keys."""
    alike = PLACE.sub("", key)
    return {other: one.label for other, one in reading.formulas.items() if PLACE.sub("", other) == alike}
