"""Fight cards: what a game master needs of each NPC and beast while four people wait."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from campaigns.models import name_among
from characters.crest import face_of
from characters.models import Character, Roll
from characters.tracker_bar import TrackerBar, bar_of, hits_of
from rules.kernel import Tracker
from rules.kernel.basics import shorten
from rules.kernel.pages import FightCard, FightRoll, Game, Vital
from rules.kernel.sheet import Live

MOST = 24
"""So many are read for one page; the others are a line each."""
LONGEST = 120
BRIEF = 3
"""So many figures stand on the line of somebody whose card is closed."""
PLAYED = "player"
"""The shape of a player's character, which has a card while it fights."""
TRACKERS = 2
"""So many trackers have room on a card."""


@dataclass(frozen=True)
class ShownTracker:
    """A tracker as it stands on a card, and whether it is the `first` of its sheet."""

    tracker: Tracker
    value: int
    first: bool
    uid: uuid.UUID = field(default_factory=uuid.uuid4)
    """Names a press, where no script gives each its own name."""

    @property
    def top(self) -> int:
        return self.tracker.top or 0

    @property
    def hits(self) -> list[tuple[int, int]]:
        """What a hit often takes, each with the change that marks it."""
        return hits_of(self.tracker.hit)

    @property
    def once(self) -> bool:
        """Whether it is just there or not."""
        return self.top == 1

    @property
    def sign(self) -> str:
        """Which way a hit moves it, before a number that is typed."""
        return "-" if self.tracker.hit < 0 else "+"

    @property
    def spent(self) -> bool:
        """Whether no hit can be marked on it any more."""
        return self.tracker.spent(self.value)

    @property
    def bar(self) -> TrackerBar:
        return bar_of(self.tracker, self.top, self.value, first=self.first)

    @property
    def words(self) -> str:
        """Where it stands, and from where on it costs something."""
        return " · ".join(filter(None, (f"{self.value} of {self.top} {self.tracker.label}", self.bar.costs)))


def shape_of(*, npc: bool) -> str:
    """The shape of a character's card, with which its key begins."""
    return "npc" if npc else PLAYED


def now_of(key: str, since: int, version: int = 0) -> str:
    """How a card stands, in a word: its key, and what counts up whenever it moves."""
    return f"{key}:{since}.{version}"


def drawn_of(key: str, *told: object) -> str:
    """How another part of a page stands, in a word: its key, and what is another as soon as anything told there is."""
    return f"{key}:{sha256(repr(told).encode()).hexdigest()[:10]}"


@dataclass(frozen=True)
class Fighter:
    """Somebody on a card, read: who it is in a line, figures and rolls as they stand, its first trackers, and its last
    roll. `address` takes what is done with it there, and `since` is how many marks and rolls there were."""

    pk: int
    name: str
    line: str
    game: Game
    page: str
    address: str
    since: int
    card: FightCard
    trackers: tuple[ShownTracker, ...]
    conditions: tuple[ShownTracker, ...] = ()
    """What changes its numbers while it lasts, as its page of play has it; none of the dead."""
    dead: bool = False
    out: bool = False
    """Whether they fight no more, as the dead do."""
    rolled: Any = None
    shape: str = "npc"
    entry: str = ""
    """Where the reference of its game tells of it, "" where that does not."""
    version: int = 0
    undo: Any = None
    """The step or roll that whoever looks may undo here."""

    @property
    def now(self) -> str:
        """What a page says it shows, so that it is sent a card that moved and no other."""
        return now_of(self.key, self.since, self.version)

    @property
    def key(self) -> str:
        return f"{self.shape}-{self.pk}"

    @property
    def face(self) -> str:
        """The number within a crowd, or else the first letter."""
        return face_of(self.name)

    @property
    def wound(self) -> ShownTracker | None:
        """The tracker that says how hurt they are: the first on the card that counts harm, or else the first."""
        return next((one for one in self.trackers if one.bar.counts), next(iter(self.trackers), None))

    @property
    def figures(self) -> list[tuple[Vital, str, uuid.UUID]]:
        """Each figure, as `rolls` has each roll."""
        return [(vital, urlencode(vital.asks), uuid.uuid4()) for vital in self.card.figures]

    @property
    def lasting(self) -> str:
        """The conditions that are marked, in words; "" for none."""
        marked = (one for one in self.conditions if one.value)
        return ", ".join(one.tracker.label if one.once else f"{one.tracker.label} {one.value}" for one in marked)

    @property
    def brief(self) -> Sequence[Vital]:
        """The first figures, those that can be used."""
        return [vital for vital in self.card.figures if not vital.barred][:BRIEF]

    @property
    def rolls(self) -> list[tuple[FightRoll, str, uuid.UUID]]:
        """Each roll with the end of the address that asks for it, "" where nothing does, and a name for a press."""
        return [(roll, urlencode(roll.asks), uuid.uuid4()) for roll in self.card.rolls]

    @property
    def rollable(self) -> list[tuple[Vital | FightRoll, uuid.UUID]]:
        """All that can be rolled on the card, each with a name for a press."""
        figures = [one for one in self.card.figures if one.asks and not one.barred]
        rolls = [one for one in self.card.rolls if one.asks and not one.lost]
        both: list[Vital | FightRoll] = [*figures, *rolls]
        return [(one, uuid.uuid4()) for one in both]


def read(campaign: int, keys: Sequence[int], most: int = MOST, *, with_secret: bool = False) -> dict[int, Fighter]:
    """The cards of the first of these characters of a campaign, by id: two queries, none for nobody. `with_secret`
    they have the rolls that game masters alone see."""
    chosen = keys[:most]
    if not chosen:
        return {}
    last = last_rolls(chosen, with_secret=with_secret)
    found = Character.objects.with_table().among_others().filter(pk__in=chosen)
    return {one.pk: of_character(campaign, one, last.get(one.pk)) for one in found}


def last_rolls(keys: Iterable[int], *, with_secret: bool = False) -> dict[int, Roll]:
    """The newest roll of each of these characters that its players may see, or game masters: one query."""
    rolls = Roll.objects.filter(Roll.shown(with_secret=with_secret), character__in=list(keys))
    newest = rolls.order_by("character_id", "-number").distinct("character_id")
    return {roll.character_id: roll for roll in newest.select_related("by")}


def of_character(campaign: int, character: Character, rolled: Roll | None, *, built: bool = False) -> Fighter:
    """The card of a character that was read `with_table`: as it stands, or, for paper, with its numbers as `built`."""
    sheet, game = character.unjudged(), character.game
    live = sheet.live(character.marks)
    return Fighter(
        pk=character.pk,
        name=name_among(character),
        line=shorten(" · ".join(game.one_liner(sheet)), LONGEST),
        game=game,
        page=character.get_absolute_url(),
        address=reverse("fighter", args=[campaign, character.pk]),
        since=character.marked,
        version=character.version,
        card=game.fight(sheet.live({}) if built else live),
        trackers=trackers_of(live),
        conditions=conditions_of(live),
        dead=live.dead,
        out=live.out,
        rolled=rolled,
        shape=shape_of(npc=character.npc),
    )


def trackers_of(live: Live) -> tuple[ShownTracker, ...]:
    """The first trackers that have an end and are marks of play."""
    marks: Mapping[str, Any] = live.marks
    ended = [(one, not place) for place, one in enumerate(live.trackers) if one.top and not one.entry]
    return tuple(ShownTracker(one, one.stands(marks), first) for one, first in ended[:TRACKERS])


def conditions_of(live: Live) -> tuple[ShownTracker, ...]:
    """The states that may be marked of somebody who lives."""
    able = () if live.dead else live.conditions
    return tuple(ShownTracker(one, one.stands(live.marks), False) for one in able if one.top)
