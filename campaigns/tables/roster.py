"""The roster: one row for each character at a table, whatever the game. Reading only; no HTTP in here.

A row follows from its `RowFingerprint`, and one query fetches the fingerprints of a whole table. So a table at which
nothing moved is known by its fingerprints, and a character that did not change is not read again.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, TextField, Value
from django.db.models.functions import Cast, Coalesce

from campaigns.models import Campaign
from campaigns.tables.roster_row import UNREAD, RosterRow, RowFingerprint, TrackerStand, Verdict, Vital, by_name
from characters import versions
from characters.glances import charge
from characters.history.change_messages import tell
from characters.history.event_messages import settings_told
from characters.library.character_books import approved_books, told
from characters.library.edition_updates import newest, offered
from characters.models import Character, CharacterQuerySet, Waiver, last_entry, with_annotations
from rules.catalogue.rulebook import Edition, editions_of
from rules.kernel import Figure, Live, Sheet
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import Panel, game_of
from rules.systems import PACKAGES

NONE = "{}"
ASKED = tuple(name for name in RowFingerprint._fields if name not in ("house", "new_edition"))
"""The columns of a fingerprint that the database answers."""


# From the database

_VERDICTS: BoundedCache[tuple[Any, ...], Verdict] = BoundedCache(12 * MIB)
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


def fingerprints(campaign: Campaign, *, npcs: bool = False) -> list[RowFingerprint]:
    """The fingerprints of all players' characters that are not in the bin, on request of the NPCs too: one query,
    three where there is homebrew."""
    houses = {key: _house(campaign, key) for key in PACKAGES}
    found = [
        RowFingerprint(**columns, house=houses[columns["system"]])
        for columns in (_at(campaign) if npcs else _at(campaign).filter(npc=False)).values(*ASKED)
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
        columns = {name: getattr(character, name) for name in ASKED}
        yield RowFingerprint(**columns, house=_house(campaign, character.system)), character


def rows(campaign: Campaign, found: Sequence[RowFingerprint]) -> list[RosterRow]:
    """A row for each of them, by name. Sheets are read of those alone that were never read as they are: one query."""
    rows = remembered(found)
    made = read(campaign, [row for row in rows if not row.read])
    return sorted((made.get(row.pk, row) for row in rows if row.read or row.pk in made), key=by_name)


def remembered(found: Iterable[RowFingerprint]) -> list[RosterRow]:
    """A row for each of them; one that was never read as it is stands without figures."""
    held = ((one, _VERDICTS.peek(one.key)) for one in found)
    return [RosterRow(one, made) if made else RosterRow(one, UNREAD, read=False) for one, made in held]


def read(campaign: Campaign, unread: Sequence[RosterRow]) -> dict[int, RosterRow]:
    """These rows by whose they are, read from their sheets: one query, none for nobody."""
    new_editions = {row.pk: row.fingerprint.new_edition for row in unread}
    found = list(characters_of(campaign, [*new_editions], npcs=True))
    editions_of(pk for _, character in found for pk in character.approved_shelf)  # asked for once, then remembered
    return {
        one.pk: RosterRow(
            one._replace(new_edition=new_editions[one.pk]), _VERDICTS.get(one.key, partial(_read, character))
        )
        for one, character in found
    }


def _read(character: Character) -> Verdict:
    return verdict(character, character.read())


# From a sheet


def verdict(character: Character, sheet: Sheet, *, built: bool = False) -> Verdict:
    """What a sheet says of a character that came from `characters_of`: its numbers as they stand or, for paper, as they
    are `built` with what is worn."""
    shown, parts, live = vitals(sheet), _parts(sheet), sheet.live(character.marks)
    numbers = sheet.live({}) if built else live
    return Verdict(
        sheet.status,
        sum(bool(finding.waived) for finding in sheet.findings),
        character.drifted,
        since_approval(character, sheet),
        _as_vitals(shown, numbers, parts),
        tuple(
            TrackerStand(one.label, one.stands(live.marks), one.start, one.top, one.free, one.defeat)
            for one in live.trackers
        ),
        live.dead,
        charge(sheet),
        _as_vitals((figure for figure in figures(sheet) if figure not in shown), numbers, parts),
    )


def _as_vitals(found: Iterable[Figure], live: Live, parts: Mapping[str, str]) -> tuple[Vital, ...]:
    return tuple(Vital(one.key, one.label, live.figure(one.key).value, parts.get(one.key, "")) for one in found)


def _parts(sheet: Sheet) -> dict[str, str]:
    """Of each figure the title of the part of the sheet where it stands first."""
    found: dict[str, str] = {}
    for panel in sorted(_panels(sheet), key=lambda panel: not panel.aside):
        for group in panel.groups:
            for key in group.figures:
                found.setdefault(key, panel.title)
    return found


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
    panels = _panels(sheet)
    return _figures(sheet, [*(panel for panel in panels if panel.aside), *[one for one in panels if not one.aside][:1]])


def figures(sheet: Sheet) -> list[Figure]:
    """Every figure of a sheet's panels, what stands aside first."""
    return _figures(sheet, sorted(_panels(sheet), key=lambda panel: not panel.aside))


def _panels(sheet: Sheet) -> Sequence[Panel]:
    return game_of(sheet).panels(sheet)


def _figures(sheet: Sheet, panels: Iterable[Panel]) -> list[Figure]:
    keys = [key for panel in panels for group in panel.groups for key in group.figures]
    return [sheet.figures[key] for key in dict.fromkeys(keys) if key in sheet.figures]
