"""Fight cards: what a game master needs of each NPC while four people wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from campaigns.tables.roster_row import BARS, Bar
from characters.models import Character
from rules.kernel import Sheet
from rules.kernel.basics import shorten
from rules.kernel.pages import FightCard, FightRoll
from rules.kernel.rolls import standing

MOST = 24
"""So many are read for one page; the others are a line each."""
LONGEST = 120


@dataclass(frozen=True)
class NpcCard:
    """An NPC, read: who it is in a line, its figures and rolls as they stand, and its first trackers."""

    character: Character
    line: str
    card: FightCard
    bars: tuple[Bar, ...]

    @property
    def face(self) -> str:
        """The number within a crowd, or else the first letter."""
        name = str(self.character)
        last = name.rpartition(" ")[2]
        return last if last.isdecimal() and len(last) < 3 else name[:1].upper()

    @property
    def rolls(self) -> list[tuple[FightRoll, str]]:
        """Each roll with the end of the address that asks for it, "" where nothing does."""
        return [(roll, urlencode(roll.asks)) for roll in self.card.rolls]


def read(keys: Sequence[int]) -> dict[int, NpcCard]:
    """The cards of the first of these characters, by id: one query."""
    return {one.pk: _card(one) for one in Character.objects.with_table().filter(pk__in=keys[:MOST])}


def _card(character: Character) -> NpcCard:
    sheet, game = character.unjudged(), character.game
    line = shorten(game.layout(sheet).line, LONGEST)
    return NpcCard(character, line, game.fight(sheet.live(character.marks)), _bars(character, sheet))


def _bars(character: Character, sheet: Sheet) -> tuple[Bar, ...]:
    ended = [(one, one.top) for one in sheet.trackers if one.top and not one.entry]
    held = character.marks
    return tuple(
        Bar(one.label, standing(held, one.key, one.start, top), top, one.start == top) for one, top in ended[:BARS]
    )
