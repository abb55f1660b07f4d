"""The roster: one row for each character at a table, whatever the game. Reading only; no HTTP in here.

A row follows from its `RowFingerprint`, and one query fetches the fingerprints of a whole table. So a table at which
nothing moved is known by its fingerprints, and a character that did not change is not read again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, TextField, Value
from django.db.models.functions import Cast, Coalesce

from campaigns.models import Campaign
from characters import versions
from characters.glances import charge
from characters.history.change_messages import tell
from characters.history.event_messages import settings_told
from characters.library.character_books import approved_books, told
from characters.library.edition_updates import newest, offered
from characters.models import Character, CharacterQuerySet, ReviewStatus, Waiver, last_entry, with_annotations
from rules.catalogue.rulebook import Edition, editions_of
from rules.kernel import Figure, Sheet
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import Game, game_of
from rules.kernel.rolls import standing
from rules.kernel.status import Status
from rules.systems import PACKAGES, get

DRIFTED = "drifted"
STANDINGS = {**{key: str(label) for key, label in ReviewStatus.choices}, DRIFTED: "Changed since approval"}


class RowFingerprint(NamedTuple):
    """All that a row depends on. House rules and trackers are JSON as text, waivers the ids of those that stand, books
    those of editions; `house` is what the table decides for the game, its books among it.

    A build changes with its version; approvals and waivers never do, once they are given.
    """

    pk: int
    version: int
    system: str
    name: str
    stage: str
    standing: str
    last_entry: int | None
    approval_id: int | None
    book_id: int
    edition: int
    rules: str
    waivers_text: str
    books_text: str
    campaign_id: int
    player: str
    marks_text: str
    declined_text: str
    portrait: str = ""
    house: str = ""
    new_edition: str = ""

    @property
    def called(self) -> str:
        return self.name or "Unnamed character"

    @property
    def game(self) -> Game:
        return get(self.system)

    @property
    def key(self) -> tuple[Any, ...]:
        """What the verdict depends on: all but who plays it and what it is offered."""
        return (*self[:13], self.marks_text, self.house)


NONE = "{}"
ASKED = RowFingerprint._fields[:-2]
"""The columns of a fingerprint that the database answers."""


class Vital(NamedTuple):
    """A number worth a column."""

    key: str
    label: str
    value: int


class TrackerRange(NamedTuple):
    """A tracker: where it starts and where it ends, None where it has no end. Of one that stands in the ledger, "" is
    the key: no mark moves it."""

    key: str
    label: str
    start: int
    top: int | None


class Verdict(NamedTuple):
    """What reading a character's sheet says of it. `changes` are those since it was approved, in words; `dead` is
    somebody by the ledger or by the trackers; `charge` is what its crest shows."""

    status: Status
    waived: int
    drifted: bool
    changes: tuple[str, ...]
    vitals: tuple[Vital, ...]
    trackers: tuple[TrackerRange, ...]
    dead: bool = False
    charge: str = ""


@dataclass(frozen=True)
class RosterRow:
    """One character of a roster."""

    fingerprint: RowFingerprint
    verdict: Verdict

    @property
    def pk(self) -> int:
        return self.fingerprint.pk

    @property
    def table(self) -> int:
        """The id of the table."""
        return self.fingerprint.campaign_id

    @property
    def name(self) -> str:
        return self.fingerprint.called

    @property
    def player(self) -> str:
        return self.fingerprint.player

    @property
    def system(self) -> str:
        return self.fingerprint.system

    @property
    def game(self) -> str:
        return get(self.fingerprint.system).name

    @property
    def standing(self) -> str:
        return DRIFTED if self.verdict.drifted else self.fingerprint.standing

    @property
    def standing_words(self) -> str:
        return STANDINGS.get(self.standing, self.standing)

    @property
    def legality(self) -> str:
        return self.verdict.status.key

    @property
    def legality_words(self) -> str:
        return str(self.verdict.status)

    @property
    def trackers(self) -> tuple[str, ...]:
        """Where each tracker stands now, in words."""
        held = json.loads(self.fingerprint.marks_text)
        marks = held if isinstance(held, dict) else {}
        return tuple(stands(mark, marks) for mark in self.verdict.trackers)


def stands(mark: TrackerRange, held: Mapping[str, Any]) -> str:
    """A tracker as it stands: "Health 5 of 7"."""
    value = standing(held, mark.key, mark.start, mark.top)
    return f"{mark.label} {value}" if mark.top is None else f"{mark.label} {value} of {mark.top}"


# From the database

_VERDICTS: BoundedCache[tuple[Any, ...], Verdict] = BoundedCache(8 * MIB)
"""Verdicts by everything they depend on, in this process."""


def _at(campaign: Campaign) -> CharacterQuerySet:
    """Everybody at a table, with what their fingerprints are made of."""
    waivers = Waiver.objects.filter(character=OuterRef("pk"), withdrawn_at=None).order_by("pk")
    return (
        Character.objects.filter(campaign=campaign)
        .originals()
        .kept()
        .annotate(
            edition=F("book__version"),
            last_entry=last_entry(),
            rules=Cast("settings", TextField()),
            books_text=Cast("homebrew", TextField()),
            declined_text=Cast("declined", TextField()),
            waivers_text=Cast(ArraySubquery(waivers.values("pk")), TextField()),
            player=Coalesce(F("owner__username"), Value("")),
            marks_text=Cast("play", TextField()),
        )
        .order_by("pk")
    )


def fingerprints(campaign: Campaign) -> list[RowFingerprint]:
    """The fingerprints of all players' characters that are not in the bin: one query, three where there is homebrew."""
    houses = {key: _house(campaign, key) for key in PACKAGES}
    place = RowFingerprint._fields.index("system")
    found = [
        RowFingerprint._make((*columns, houses[columns[place]], ""))
        for columns in _at(campaign).filter(npc=False).values_list(*ASKED)
    ]
    newer = newest(pk for one in found for pk in _ids(one.books_text))
    return [one._replace(new_edition=_new_edition(one, campaign, newer)) for one in found]


def _house(campaign: Campaign, system: str) -> str:
    """What a table decides for a game."""
    return json.dumps([campaign.house(system), sorted(campaign.played)], sort_keys=True)


def _new_edition(one: RowFingerprint, campaign: Campaign, newer: Mapping[int, Edition]) -> str:
    """The editions a character could have instead of those it has, in words."""
    if one.books_text == NONE:
        return ""
    found = offered(_ids(one.books_text), _ids(one.declined_text), campaign.books, newer)
    return ", ".join(str(edition) for _, edition in found)


def _ids(text: str) -> list[int]:
    """The numbers of an array as PostgreSQL writes it."""
    return [int(number) for number in text.strip("{}").split(",") if number]


def tag(found: Iterable[RowFingerprint], asked: str) -> str:
    """A mark for a page that shows these fingerprints, as it was asked for; another as soon as anything on it moves."""
    return f'"{sha256(repr((asked, list(found))).encode()).hexdigest()[:32]}"'


def characters_of(
    campaign: Campaign, keys: Sequence[int], *, npcs: bool = False
) -> Iterator[tuple[RowFingerprint, Character]]:
    """Characters at a table with all that reading needs, and their fingerprints as of now: at most one query."""
    if not keys:
        return
    among = _at(campaign) if npcs else _at(campaign).filter(npc=False)
    for character in among.annotate(**with_annotations()).filter(pk__in=keys):
        character.campaign = campaign
        columns = [getattr(character, name) for name in ASKED]
        yield RowFingerprint._make((*columns, _house(campaign, character.system), "")), character


def rows(campaign: Campaign, found: Sequence[RowFingerprint]) -> list[RosterRow]:
    """A row for each of them, by name. Sheets are read of those alone that were never read as they are: one query."""
    known = {one.pk: RosterRow(one, made) for one in found if (made := _VERDICTS.peek(one.key))}
    missing = [one.pk for one in found if one.pk not in known]
    new_editions = {one.pk: one.new_edition for one in found}
    unread = list(characters_of(campaign, missing))
    editions_of(pk for _, character in unread for pk in character.approved_shelf)  # asked for once, then remembered
    for one, character in unread:
        made = _VERDICTS.get(one.key, partial(_read, character))
        known[one.pk] = RosterRow(one._replace(new_edition=new_editions[one.pk]), made)
    return sorted(known.values(), key=lambda row: (row.name.casefold(), row.pk))


def _read(character: Character) -> Verdict:
    return verdict(character, character.read())


# From a sheet


def verdict(character: Character, sheet: Sheet) -> Verdict:
    """What a sheet says of a character that came from `characters_of`."""
    return Verdict(
        sheet.status,
        sum(bool(finding.waived) for finding in sheet.findings),
        character.drifted,
        since_approval(character, sheet),
        tuple(Vital(figure.key, figure.label, figure.value) for figure in vitals(sheet)),
        tuple(TrackerRange("" if t.entry else t.key, t.label, t.start, t.top) for t in sheet.trackers),
        sheet.live(character.marks).dead,
        charge(sheet),
    )


def since_approval(character: Character, sheet: Sheet) -> tuple[str, ...]:
    """What differs from the build that was approved, in words; nothing where none was."""
    if character.approval_id is None:
        return ()
    approved = vars(character)["approved_build"]
    books = told(character.approved_shelf, character.homebrew) if character.approved_shelf else ()
    moved = (*books, *settings_told(character.approved_settings, character.own_settings, character.game))
    if character.build == approved:
        return moved
    name, steps = character.name, character.game.steps(sheet)
    return *moved, *tell(
        (name, approved),
        (name, character.build),
        approved_books(character),
        steps,
        readings=lambda: (*versions.readings(character, (name, approved)), sheet.reading),
    )


def vitals(sheet: Sheet) -> list[Figure]:
    """The figures worth a column: what stands aside on the sheet, then the panel that comes first in play."""
    panels = game_of(sheet).panels(sheet)
    aside = [panel for panel in panels if panel.aside]
    first = [panel for panel in panels if not panel.aside][:1]
    keys = [key for panel in (*aside, *first) for group in panel.groups for key in group.figures]
    return [sheet.figures[key] for key in dict.fromkeys(keys) if key in sheet.figures]
