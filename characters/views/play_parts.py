"""What play moves on a page: trackers as boxes, numbers as they stand, checks with their chances."""

import uuid
from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import groupby, islice
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from characters.access import former_key, may, person_key, sees_secrets
from characters.actions.play_log import undo_seconds
from characters.glances import charge, vitals
from characters.models import Character, Mark, PlayEntry
from characters.sheet.own_rolls import NO_ROLLS, OwnRoll, own_rolls, vital_roll
from characters.sheet.panels import places
from characters.tables import fight_of
from characters.tracker_bar import hits_of
from rules.kernel import Check, Entry, Live, Sheet, Term, Tracker, capitalise
from rules.kernel.basics import minus
from rules.kernel.basics.wording import signed
from rules.kernel.books import Aside
from rules.kernel.documents import with_siblings
from rules.kernel.pages import Panel, Switch, Vital, game_of, success_chance
from rules.kernel.pages.panels import MOST_BOXES
from rules.kernel.rolls.checks import CAST
from rules.sparing import spared

SHEET = "characters/sheet.html"
"""The template whose parts these are."""
FEWEST_BOXES = 5
MOST_IN_A_ROW, MOST_UNDER_A_THUMB = 10, 7
"""So many boxes are side by side beneath a mouse, and beneath a thumb."""
MOST_SWITCHES = 40
"""So many things to wield, wear and use stand on the page; nobody has more at hand."""


@dataclass(frozen=True)
class Box:
    """One box of a tracker: by how much a press changes it, whether it is filled, and the `word` under it. One that is
    `free` costs nothing yet."""

    number: int
    change: int
    filled: bool
    word: str = ""
    free: bool = False


@dataclass(frozen=True)
class TrackerBoxes:
    """A tracker with its boxes. Pressed, a box is the last that is filled, or no longer if it was. `uid` names a press
    where no script gives each its own name. `says` is what came of a hit that it had no room for."""

    tracker: Tracker
    value: int
    uid: uuid.UUID
    says: str = ""

    @property
    def boxes(self) -> list[Box]:
        top = self.value if self.tracker.fades else self.tracker.top
        count = max(FEWEST_BOXES, self.value + 1, self.labelled) if top is None else top
        numbers = range(1, min(count, MOST_BOXES) + 1)
        return [self._box(n) for n in numbers]

    def _box(self, n: int) -> Box:
        free = n <= (self.tracker.free or 0)
        change = (n - 1 if n == self.value else n) - self.value
        return Box(n, change, n <= self.value, "" if free else self.tracker.word(n), free)

    @property
    def rows(self) -> str:
        """The classes that lay the boxes in even rows, for a mouse and for a thumb."""
        many = len(self.boxes)
        return f"by-{even_row(many, MOST_IN_A_ROW)} thumb-{even_row(many, MOST_UNDER_A_THUMB)}"

    @property
    def hits(self) -> list[tuple[int, int]]:
        """What a hit often takes, each with the change that marks it; none where a hit marks something else."""
        return hits_of(self.tracker.hit)

    @property
    def spent(self) -> bool:
        """Whether no hit can be marked on it any more."""
        return self.tracker.spent(self.value)

    @property
    def labelled(self) -> int:
        """The last box with a label; 0 for none."""
        return max(dict(self.tracker.labels), default=0)

    @property
    def words(self) -> str:
        return f"{self.value}" if self.tracker.top is None else f"{self.value} of {self.tracker.top}"


def even_row(many: int, most: int) -> int:
    """How many things in a row leave the last row fullest, in as few rows as fit."""
    return max(1, -(-many // max(1, -(-many // most))))


def play_context(
    request: HttpRequest,
    character: Character,
    live: Live,
    panels: Iterable[Panel] = (),
    *,
    at_play: bool = False,
    entries: Iterable[PlayEntry] = (),
) -> dict[str, Any]:
    """What the part of the sheet needs that play moves, where numbers of its `panels` roll, and what the page to play
    from does beside it: there `entries` are the newest of its log."""
    plays = may(request, character, "play")
    at_play = at_play and plays
    rests = [(rest, steps, uuid.uuid4()) for rest, steps in live.rests.items()] if at_play else []
    told = {rest.label for rest, _, _ in rests}
    rolls, seen = own_rolls(panels, live.sheet)
    starred, fight = with_siblings(character.starred, character.game.placed), fight_of(character) if at_play else ""
    return {
        "character": character,
        "plays": plays,
        "trackers": trackers_shown(character, live, _last_mark(entries)),
        "conditions": [_boxes(character, one) for one in live.conditions] if at_play and not live.dead else [],
        "now": [fact for fact in live.facts if not fact.death and fact.label not in told],
        "dead": live.dead,
        "deaths": [fact for fact in live.facts if fact.death],
        "game": character.game,
        "charge": charge(live.sheet),
        "checks": checks_at_play(live, starred) if at_play else checks_shown(live, without=seen),
        "rolls": NO_ROLLS if live.dead else rolls,
        "odds_url": reverse("odds", args=[character.pk]),
        "spells": spells_shown(character, live) if at_play else [],
        "further": further_shown(live, starred) if at_play else [],
        "starred": starred,
        "casts": character.game.casts and live.sheet.spells,
        "person": person_key(request),
        "former": former_key(request),
        "fight": fight,
        "tag": tag(request, character, fight),
        "box_limits": (FEWEST_BOXES, MOST_BOXES),
        "at_play": at_play,
        "uid": uuid.uuid4(),
        "rests": rests,
    }


def switches_shown(sheet: Sheet) -> list[Switch]:
    """What can be put to use and away in play."""
    declared = game_of(sheet).in_use
    return list(islice(declared.switches(sheet.reading), MOST_SWITCHES)) if declared else []


def _last_mark(entries: Iterable[PlayEntry]) -> Mark | None:
    """What was marked last, while that is news."""
    last = next((entry for entry in entries if isinstance(entry, Mark)), None)
    return last if last and not last.undone and undo_seconds(last) > 0 else None


def trackers_shown(character: Character, live: Live, last: Mark | None = None) -> list[TrackerBoxes]:
    """The trackers, but those that fade and stand at nothing. The one of the `last` mark says what came of a hit."""
    shown = [_boxes(character, tracker, last) for tracker in live.trackers]
    return [boxes for boxes in shown if boxes.value or not boxes.tracker.fades]


def _boxes(character: Character, tracker: Tracker, last: Mark | None = None) -> TrackerBoxes:
    says = last.says(tracker) if last and last.tracker == tracker.key and tracker.hit else ""
    return TrackerBoxes(tracker, tracker.stands(character.marks), uuid.uuid4(), says)


def checks_shown(live: Live, *, casts: bool = True, without: Set[str] = frozenset()) -> list[dict[str, Any]]:
    """The checks that are used most, each with its chance; those that can't be tried come last.

    `casts` says whether castings are among them, `without` has those that roll from a number elsewhere on the page.
    """
    built = zip(live.checks, live.sheet.checks, strict=True)
    rows = (_check(check, was) for check, was in built if (casts or not check.casts) and check.key not in without)
    return sorted(rows, key=lambda row: not row["rolls"])


def checks_at_play(live: Live, starred: Set[str]) -> list[dict[str, Any]]:
    """Those that its player has starred, wherever they stand else, then the others that are used most."""
    common = checks_shown(live, casts=False)
    beyond = starred - {row["check"].key for row in common}
    further = game_of(live.sheet).further(live.sheet) if beyond else ()
    others = (check for _, check in further if check.key in beyond)
    rows = [*common, *(_check(live.check(check), check) for check in others)]
    return sorted(rows, key=lambda row: row["check"].key not in starred)


def further_shown(live: Live, without: Set[str] = frozenset()) -> list[tuple[str, list[dict[str, Any]]]]:
    """What else can be rolled, as rows by their headings."""
    others = (one for one in game_of(live.sheet).further(live.sheet) if one[1].key not in without)
    made = groupby(others, key=itemgetter(0))
    return [(title, [_check(live.check(check), check) for _, check in both]) for title, both in made]


def to_star(sheet: Sheet) -> dict[str, list[Check]]:
    """All that may be starred, by its headings, "" for what is used most."""
    found = {"": [check for check in sheet.checks if not check.casts]}
    for title, check in game_of(sheet).further(sheet):
        found.setdefault(title, []).append(check)
    return {title: checks for title, checks in found.items() if checks}


def spells_shown(character: Character, live: Live) -> list[dict[str, Any]]:
    """The spells that the character casts, as checks; without those that cost a page."""
    if not character.game.casts:
        return []
    made = [(entry, spared(entry, partial(_castings, live, entry))) for entry in live.sheet.spells]
    return [
        _check(now, was) | {"address": reverse("cast", args=[character.pk, entry.key])}
        for entry, (now, was) in ((entry, both) for entry, both in made if not isinstance(both, Aside))
    ]


def _castings(live: Live, entry: Entry) -> tuple[Check, Check]:
    """A spell as it is cast at best now, and by somebody unmarked. Unless its roll has words for a list, it has the
    gist of the spell, too, by which one chooses."""
    now, was = live.casting(entry), live.sheet.live({}).casting(entry)
    note = now.told
    if now.dice and now.brief is None:
        gist = game_of(live.sheet).spell_facts(entry, live.sheet.rulebook).one_liner
        note = " · ".join(filter(None, (note, "" if gist in note else gist)))
    return replace(now, note=note, answers=((CAST, entry.key),)), was


def vitals_shown(character: Character, live: Live) -> list[tuple[str, Vital, OwnRoll | None]]:
    """The numbers that head the sheet, each with the page that tells of it, "" where that is its tracker, and with what
    it rolls, if anything."""
    return [(_told_at(character, vital), vital, vital_roll(vital, live)) for vital in vitals(live)]


def _told_at(character: Character, vital: Vital) -> str:
    if vital.figure:
        return reverse("figure", args=[character.pk, vital.figure])
    return f"{reverse('odds', args=[character.pk])}?{urlencode(vital.asks)}" if vital.asks else ""


def numbers_now(live: Live, panels: Iterable[Panel]) -> list[tuple[str, SafeString]]:
    """Every number of the sheet's panels that play may move, with the place it stands in."""
    if not live.sheet.game.modifier_rules:
        return []
    shown = (panel for panel in panels if panel.style != "dots" and not panel.aside)
    return [place for panel in shown for place in places(panel, live)]


def _check(check: Check, was: Check) -> dict[str, Any]:
    """A row of the checks; where the moment moves it, with what it normally is and why it isn't."""
    chance = success_chance(check.dice)
    return {
        "check": check,
        "number": minus(check.pool.value) if chance or not check.dice else signed(check.pool.value),  # added to dice
        "normally": was.pool.value if was.pool.value != check.pool.value else None,
        "why": why(term for term in check.pool.terms if term not in was.pool.terms and term.counted),
        "rolls": check.dice is not None,
        "percent": chance,
        "query": urlencode(check.answers),
        "uid": uuid.uuid4(),
    }


def why(terms: Iterable[Term]) -> str:
    """Lines of a number in a sentence: "Darkness −3, Injury Penalty −1."."""
    told = ", ".join(f"{capitalise(term.label)} {signed(term.amount)}" for term in terms)
    return f"{told}." if told else ""


def tag(request: HttpRequest, character: Character, fight: str = "") -> str:
    """A mark for a page that shows how a character from `access` stands in play, and its `fight`; another as soon as
    that may move.

    It is made of the whole row, but for the builds: those change with their versions. Rolls in secret count for whoever
    sees them.
    """
    row = {key: value for key, value in vars(character).items() if key not in ("_state", "build", "approved_build")}
    if character.hidden and not sees_secrets(request, character):
        row |= {"marked": character.marked - character.hidden, "hidden": 0}
    table = character.table_rules
    return f'"{sha256(repr((row, table, fight)).encode()).hexdigest()[:32]}"'
