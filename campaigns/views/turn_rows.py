"""The order of a fight as the page Prep shows it, with what was typed where a form of it was refused."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.models import Beast, Turn
from campaigns.tables import turns
from characters.models import Character


@dataclass(frozen=True)
class TurnRow:
    """Somebody in a fight: the number in their field and the one that it is compared with, and what is wrong with it.

    `theirs` is what somebody else saved meanwhile.
    """

    turn: Turn
    text: str
    was: str
    theirs: str
    dead: bool

    @property
    def wrong(self) -> bool:
        return turns.number(self.text) is None


@dataclass(frozen=True)
class Dead:
    """The keys of the dead among those who may fight."""

    people: Collection[int]
    beasts: Collection[int]

    def has(self, turn: Turn) -> bool:
        return turn.character_id in self.people or turn.beast_id in self.beasts


def fight(
    order: list[Turn],
    people: Iterable[Character],
    animals: Iterable[Beast],
    dead: Dead,
    sent: Mapping[str, Any],
    theirs: Mapping[str, str],
) -> dict[str, Any]:
    """Who fights, game by game, and who else may come: players' characters are ticked until somebody fights."""
    no_people = {one.character_id for one in order} | set(dead.people)
    no_beasts = {one.beast_id for one in order} | set(dead.beasts)
    may_come = [
        *(("character", one, not (order or one.npc)) for one in people if one.pk not in no_people),
        *(("beast", one, False) for one in animals if one.pk not in no_beasts),
    ]
    shown = [(game, [_row(one, sent, theirs, dead) for one in its]) for game, its in turns.by_game(order)]
    return {"order": shown, "fighting": order, "may_come": may_come, "highest": turns.HIGHEST}


def _row(turn: Turn, sent: Mapping[str, Any], theirs: Mapping[str, str], dead: Dead) -> TurnRow:
    stands, key = turns.written(turn), turns.field_of(turn.pk)
    text, was = str(sent.get(key, stands)), str(sent.get(f"was:{key}", stands))
    if key in theirs:
        was = stands
    elif text in ("", was):
        text = was = stands  # nobody has typed over it: as it stands now
    return TurnRow(turn, text, was, theirs.get(key, ""), dead.has(turn))


def sent_numbers(posted: Mapping[str, Any]) -> Iterator[tuple[int, tuple[str, str]]]:
    """What was sent of a fight: the key of each turn, with the number in its field and the one that was shown."""
    for name in posted:
        head, _, turn = name.partition(":")
        if head == turns.FIELD and turn.isdecimal() and len(turn) < 10:
            yield int(turn), (str(posted[name]), str(posted.get(f"was:{name}", "")))
