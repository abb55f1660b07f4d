"""One number of a character through its versions: by the rules and the table of today, with the shelf of then."""

from dataclasses import replace
from typing import Any

from characters import versions
from characters.history import event_messages
from characters.history.revisions import ChangeLine
from characters.history.sheet_diff import FigureChange, compare_figures
from characters.library.character_books import Shelves
from characters.models import Character
from characters.models.history import EventBase
from rules.kernel import Build, Figure, RulesContext
from rules.kernel.documents import PathError


class FigureHistory:
    """A number as it was at any version, worked out by itself and once for each."""

    def __init__(self, character: Character, key: str) -> None:
        self._character, self._key = character, key
        self._shelves = Shelves(character)
        self._known: dict[int, Figure | None] = {}

    def moved(self, told: ChangeLine) -> FigureChange | None:
        """How the number changed with a revision."""
        after = self._at(told.version, told.after)
        return compare_figures(self._at(told.version - 1, told.before), after)

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
        return compare_figures(*(self._with(version, document, one) for one in tables))

    def _at(self, version: int, document: tuple[str, Any]) -> Figure | None:
        if version not in self._known:
            self._known[version] = self._with(version, document, self._character.table)
        return self._known[version]

    def _with(self, version: int, document: tuple[str, Any], table: RulesContext) -> Figure | None:
        who, (name, build) = self._character, document
        book = who.rulebook_with(self._shelves.at(version))
        reading = who.game.reading(Build.parse(build, name), book, table)
        return reading.figure(self._key) if self._key in reading else None
