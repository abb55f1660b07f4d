"""The order of a fight as the page Prep shows it, with what was typed where a form of it was refused."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from campaigns.models import Beast, Campaign, Turn, name_among
from campaigns.tables import beasts, crowds, fight_cards, turns
from campaigns.tables.fight_cards import Fighter
from campaigns.tables.frays import Fray, stamp
from campaigns.tables.roster_row import natural_order
from campaigns.views.wanted import Wanted
from characters.models import Character
from rules.kernel.pages import Game
from rules.systems import get


@dataclass(frozen=True)
class TurnRow:
    """Somebody in a fight: their place in it, the number in their field and the one that it is compared with, what is
    wrong with it, and their card. `theirs` is what somebody else saved meanwhile."""

    turn: Turn
    place: int
    game: Game
    text: str
    was: str
    theirs: str
    fighter: Fighter | None
    acts: bool

    @property
    def wrong(self) -> bool:
        return turns.number(self.text, self.game) is None

    @property
    def now(self) -> str:
        """What a page says it shows, so that it isn't sent a line that stands as it did."""
        turn, card = self.turn, self.fighter
        told = str(turn), turn.last, turn.story, turn.at, self.text, self.was, self.theirs, self.acts
        return fight_cards.drawn_of(f"line-{turn.pk}", self.place, *told, card and card.now)


@dataclass(frozen=True)
class ShownFray:
    """The fight of one game as a page shows it. `follows` is whose turn comes next, None where a new round does."""

    fray: Fray
    rows: list[TurnRow]
    first: bool
    follows: Turn | None


@dataclass(frozen=True)
class Known:
    """The cards that were read, by what they are of, and the keys of the dead and of those who fight no more among the
    characters whose cards were not."""

    people: Mapping[int, Fighter]
    beasts: Mapping[int, Fighter]
    dead: frozenset[int] = frozenset()
    fallen: frozenset[int] = frozenset()

    def with_idle(
        self, people: Mapping[int, Fighter], animals: Iterable[Fighter], dead: frozenset[int], fallen: frozenset[int]
    ) -> "Known":
        """These and others, who don't fight."""
        return Known({**people, **self.people}, {**{one.pk: one for one in animals}, **self.beasts}, dead, fallen)

    def of(self, turn: Turn) -> Fighter | None:
        """The card of somebody who fights: all of them have one."""
        return self.people.get(turn.character_id or 0) or self.beasts.get(turn.beast_id or 0)

    def why_not(self, kind: str, pk: int) -> str:
        """Why somebody fights no more, "" for whoever does or may."""
        if card := (self.people if kind == "character" else self.beasts).get(pk):
            return "dead" if card.dead else "out" if card.out else ""
        if kind != "character":
            return ""
        return "dead" if pk in self.dead else "out" if pk in self.fallen else ""


@dataclass(frozen=True)
class Comer:
    """Whoever one tick brings into a fight: one, or all of a crowd. Those who are `chosen` are ticked already."""

    kind: str
    those: list[Character | Beast]
    chosen: frozenset[int]

    @property
    def ticked(self) -> bool:
        return len(self.chosen) == len(self.those)

    @property
    def name(self) -> str:
        return crowds.span(str(self.those[0]), str(self.those[-1])) if self.many else name_among(self.those[0])

    @property
    def many(self) -> bool:
        return len(self.those) > 1

    @property
    def sent(self) -> str:
        return keys_sent(one.pk for one in self.those)

    @property
    def told(self) -> tuple[object, ...]:
        """All that a page shows of it."""
        return self.kind, [(one.pk, name_among(one)) for one in self.those], sorted(self.chosen)


def keys_sent(keys: Iterable[int]) -> str:
    """What one tick sends for several."""
    return " ".join(map(str, keys))


def known_of(table: Campaign, fighting: Iterable[Turn], by: User) -> Known:
    """The cards of all who fight, as whoever runs the table sees them."""
    people = [one.character_id for one in fighting if one.character_id]
    animals = [one.beast for one in fighting if one.beast]
    cards = beasts.fighters(animals, table, by=by) if animals else []
    return Known(fight_cards.read(table.pk, people, turns.MOST, with_secret=True), {one.pk: one for one in cards})


def drawn_with(
    fighting: list[Turn],
    frays: Iterable[Fray],
    people: Iterable[Character],
    animals: Iterable[Beast],
    known: Known,
    sent: Mapping[str, Any],
    theirs: Mapping[str, str],
    wanted: Wanted,
    more: int,
) -> dict[str, Any]:
    """What the part “turns” of a page is drawn with: who fights, game by game, and who else may come; the dead and
    whoever is out may not, and are named. Ticked are those who are `wanted` by name and, until somebody fights or
    is searched for, the characters of players; so many `more` match the search."""
    there = {("character", one.character_id) for one in fighting} | {("beast", one.beast_id) for one in fighting}
    idle: list[tuple[str, Character | Beast]] = [
        *(("character", one) for one in people if ("character", one.pk) not in there),
        *(("beast", one) for one in animals if ("beast", one.pk) not in there),
    ]
    found, why = list(frays), {(kind, one.pk): known.why_not(kind, one.pk) for kind, one in idle}
    able, usual = [one for one in idle if not why[one[0], one[1].pk]], not fighting and not wanted.before
    come = list(_comers(able, wanted.asked, usual=usual))
    may_not = [(name_among(one), why[kind, one.pk]) for kind, one in idle if why[kind, one.pk]]
    return {
        "frays": [_shown(one, known, sent, theirs) for one in found],
        "stamp": stamp(found),
        "fighting": fighting,
        "may_come": come,
        "opens": wanted.opens,
        "find": wanted.find,
        "more": more,
        "may_not": may_not,
        "others_now": fight_cards.drawn_of(
            "others", bool(fighting), [one.told for one in come], may_not, wanted.find, more
        ),
    }


def _comers(
    idle: Iterable[tuple[str, Character | Beast]], asked: Collection[tuple[str, int]], *, usual: bool
) -> Iterator[Comer]:
    """Those of one name and game in one, in the order of the first of them; as `usual` the characters of players are
    ticked."""
    gathered: dict[tuple[str, ...], list[Character | Beast]] = {}
    for kind, one in idle:
        stem = "" if _played(one) else crowds.stem_of(str(one))
        gathered.setdefault((kind, one.system, stem or str(one.pk), "" if stem else "alone"), []).append(one)
    for (kind, *_), those in gathered.items():
        those.sort(key=lambda one: natural_order(str(one)))
        chosen = frozenset(one.pk for one in those if (kind, one.pk) in asked or (_played(one) and usual))
        yield Comer(kind, those, chosen)


def _played(one: Character | Beast) -> bool:
    """Whether it is a player's character."""
    return isinstance(one, Character) and not one.npc


def _shown(fray: Fray, known: Known, sent: Mapping[str, Any], theirs: Mapping[str, str]) -> ShownFray:
    rows = [_row(turn, place, sent, theirs, known, acts=turn == fray.now) for place, turn in enumerate(fray.turns, 1)]
    out = {turn.pk for turn in fray.turns if (card := known.of(turn)) and card.out}
    return ShownFray(fray, rows, not fray.before(out), next(iter(fray.after(out)), None))


def _row(
    turn: Turn, place: int, sent: Mapping[str, Any], theirs: Mapping[str, str], known: Known, *, acts: bool
) -> TurnRow:
    stands, key = turns.written(turn), turns.field_of(turn.pk)
    text, was = str(sent.get(key, stands)), str(sent.get(f"was:{key}", stands))
    if key in theirs:
        was = stands
    elif text in ("", was):
        text = was = stands  # nobody has typed over it: as it stands now
    return TurnRow(turn, place, get(turn.system), text, was, theirs.get(key, ""), known.of(turn), acts)


def sent_numbers(posted: Mapping[str, Any]) -> Iterator[tuple[int, tuple[str, str]]]:
    """What was sent of a fight: the key of each turn, with the number in its field and the one that was shown."""
    for name in posted:
        head, _, turn = name.partition(":")
        if head == turns.FIELD and turn.isdecimal() and len(turn) < 10:
            yield int(turn), (str(posted[name]), str(posted.get(f"was:{name}", "")))
