"""What a list says of each character: legal or not, who it is in a line, its first numbers. Reading only; no HTTP in
here.

As on a roster, it follows from what the character is read with, and what was read once is remembered in this process. A
list asks for its page without any document, and for the documents of those alone that were not read as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from django.db.models import F, OuterRef, Subquery, TextField
from django.db.models.functions import MD5, Cast, Greatest
from django.template.defaultfilters import date
from django.utils.timezone import localtime

from characters.models import Character, CharacterQuerySet, Mark, Roll, last_entry
from characters.news import how_many
from characters.tracker_bar import MOST_BARS, TrackerBar, bar_of
from rules.kernel import Level, Live, Sheet, amount
from rules.kernel.basics import MIB, BoundedCache, shorten
from rules.kernel.pages import Vital, game_of
from rules.kernel.status import Status

LONGEST = 120
"""So many letters of a one-liner are shown."""
LONGEST_TO_DO = 60
IN_A_LIST = 3
"""So many of the numbers that head a sheet are shown."""
MOST_READ = 40
"""So many who have no name are told apart."""
AT_ONCE = 4
"""So many documents are held at the same time."""


class Glance(NamedTuple):
    """What reading a character's sheet says of it in a list."""

    status: Status
    one_liner: str
    dead: bool
    charge: str
    vitals: tuple[Vital, ...]
    to_do: str
    spend: str
    bars: tuple[TrackerBar, ...] = ()

    @property
    def steady(self) -> tuple[Vital, ...]:
        """The numbers that no play moves: what moves has a bar."""
        return tuple(vital for vital in self.vitals if not vital.counted)


_GLANCES: BoundedCache[str, Glance] = BoundedCache(2 * MIB)
"""Glances by everything they depend on, in this process."""


@dataclass(frozen=True)
class CharacterRow:
    """A character in a list, with its verdict."""

    character: Character
    glance: Glance
    branches: list["CharacterRow"] = field(default_factory=list)


def for_list(found: CharacterQuerySet) -> CharacterQuerySet:
    """Characters without their documents, with all that tells whether they were read as they are."""
    texts = {name: MD5(Cast(name, TextField())) for name in ("settings", "waivers_standing", "play")}
    told = {"ledger_mark": last_entry(), **{f"{name}_mark": text for name, text in texts.items()}}
    return found.annotate(book_version=F("book__version"), news=how_many(), **told).select_related("campaign", "owner")


def rows(page: Iterable[Character]) -> list[CharacterRow]:
    """A row for each character of a page that came from `for_list` and is there still. Sheets are read only of those
    not known yet."""
    shown = [(character, _mark(character)) for character in page]
    marks = {character.pk: mark for character, mark in shown}
    known = {pk: glance for pk, mark in marks.items() if (glance := _GLANCES.peek(mark))}
    for character in _documents([pk for pk in marks if pk not in known]):
        known[character.pk] = _GLANCES.get(marks[character.pk], partial(_glance, character))
    return [CharacterRow(character, known[character.pk]) for character, _ in shown if character.pk in known]


def for_choice(found: Iterable[Character]) -> list[Character]:
    """Those among whom somebody has to choose: whoever has no name has `beside` it who that is in a line, and since
    when. Only the first are read for it."""
    everybody = list(found)
    unnamed = {one.pk: one for one in everybody if not one.name.strip()}
    first = list(unnamed)[:MOST_READ]
    for row in rows(for_list(Character.objects.filter(pk__in=first))) if first else ():
        day = date(localtime(row.character.created_at), "j F H:i")
        unnamed[row.character.pk].beside = " · ".join(filter(None, (row.glance.one_liner, day)))
    return everybody


def _mark(character: Character) -> str:
    """What a glance depends on; another as soon as any of it moves."""
    table = character.campaign
    house = (table.house(character.system), sorted(table.played)) if table else ()
    marks = ("ledger_mark", "settings_mark", "waivers_standing_mark", "play_mark")
    columns = ("version", "system", "name", "stage", "approval_id", *marks)
    own = [getattr(character, column) for column in columns]
    parts = (character.pk, *own, character.core, character.homebrew, character.changed_at, house)
    return sha256(repr(parts).encode(errors="replace")).hexdigest()


def _documents(keys: Sequence[int]) -> Iterable[Character]:
    """These characters with all that reading a sheet needs: one query, none for nobody."""
    unread = Character.objects.with_table().filter(pk__in=keys).defer("extra", "rolled")
    return unread.iterator(chunk_size=AT_ONCE) if keys else ()


def _glance(character: Character) -> Glance:
    sheet = character.read()
    told = shorten(" · ".join(character.game.one_liner(sheet)), LONGEST)
    live = sheet.live(character.marks)
    return Glance(
        sheet.status,
        told,
        live.dead,
        charge(sheet),
        vitals(live)[:IN_A_LIST],
        _to_do(sheet),
        _to_spend(sheet),
        tuple(islice(_bars(live), MOST_BARS)),
    )


def _bars(live: Live) -> Iterator[TrackerBar]:
    """The trackers that have an end, as they stand."""
    for place, tracker in enumerate(live.trackers):
        if tracker.top:
            yield bar_of(tracker, tracker.top, tracker.stands(live.marks), first=not place)


def _to_do(sheet: Sheet) -> str:
    """The first thing to fix, or else to do, in a line; "" where there is neither."""
    told = [finding.message for finding in sheet.findings if finding.breaks or finding.level is Level.TODO]
    left = [budget.words(budget.remaining, "left") for budget in sheet.untouched]
    return shorten(next(iter((*told, *left)), ""), LONGEST_TO_DO)


def _to_spend(sheet: Sheet) -> str:
    """The points that may be spent or kept, of somebody who is complete: "2 APs"; "" where there are none."""
    found = (sheet.budgets[key] for key in sheet.game.spends if key in sheet.budgets)
    left = next((budget for budget in found if budget.remaining > 0), None)
    return amount(left.remaining, left.unit) if left and sheet.status.key == "legal" else ""


def last_played(mine: CharacterQuerySet) -> int | None:
    """Who of somebody's was marked or rolled for last, but in secret; None where nobody was."""
    marked, rolled = (
        Subquery(log.filter(character=OuterRef("pk")).order_by("-number").values("at")[:1])
        for log in (Mark.objects, Roll.objects.filter(Roll.shown(with_secret=False)))
    )
    played = mine.annotate(played=Greatest(marked, rolled)).filter(played__isnull=False)
    return played.order_by("-played", "-pk").values_list("pk", flat=True).first()


def vitals(live: Live) -> tuple[Vital, ...]:
    """The numbers a player looks for first, as they stand: the same wherever a character is shown."""
    return game_of(live.sheet).vitals(live)


def charge(sheet: Sheet) -> str:
    """What the crest of a character shows, where its game has something for what it is."""
    return game_of(sheet).heraldry.charge(sheet.build)


def under_originals(rows: Sequence[CharacterRow]) -> list[CharacterRow]:
    """What-ifs below what they branched off from; by themselves where that is not on the page."""
    by_key = {row.character.pk: row for row in rows}
    for row in rows:
        if row.character.branch_of_id in by_key:
            by_key[row.character.branch_of_id].branches.append(row)
    return [row for row in rows if row.character.branch_of_id not in by_key]
