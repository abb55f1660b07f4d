"""What happened to a character: every change in words, two versions side by side, one brought back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from characters import limits, versions
from characters.access import character_for, guest_key, may
from characters.figure_history import FigureHistory
from characters.history import event_messages
from characters.history import revisions as steps
from characters.history.change_messages import ChangeDescriber, Labels, tell
from characters.history.sheet_diff import FigureChange, compare_sheets
from characters.library import character_books
from characters.models import Character, Revision
from rules.form_values import whole_number, words
from rules.kernel import Build, Sheet
from rules.kernel.documents import PathError
from rules.refusals import Refused

PER_PAGE = 30
PER_ASIDE = 300
"""Beyond so many marks and decisions between the changes of one page, only the latest are told."""
MEASURED = 12
"""So many decisions of one page are asked how they moved a number, the latest: each is two readings of a build."""
SEARCHED = 200
"""Changes that one page of a search looks through: telling each, or working out a number after each, takes time."""
NOBODY = "nobody"
"""What the filter calls those who have no account (any more)."""


@dataclass(frozen=True)
class HistoryRow:
    """A revision as the page tells it; `figure` is how the number asked for moved with it."""

    revision: Revision
    who: str
    lines: tuple[str, ...]
    figure: FigureChange | None = None

    @property
    def at(self) -> datetime:
        return self.revision.at

    @property
    def version(self) -> int:
        return self.revision.version

    @property
    def earlier(self) -> int:
        return (self.revision.since or self.revision.version) - 1


@dataclass(frozen=True)
class EventRow:
    """Something that happened between revisions, as the page tells it, `who` "" where nobody did it; `figure` as for a
    row."""

    at: datetime
    who: str
    lines: tuple[str, ...]
    figure: FigureChange | None = None


@dataclass(frozen=True)
class HistoryQuery:
    """What a visit to the history asks for: words, a person, a number; each may be empty."""

    query: str
    by: str
    figure: str

    @property
    def searches(self) -> bool:
        return bool(self.query or self.figure)

    @property
    def address(self) -> str:
        """The question again, for links to other pages of the answer."""
        return urlencode({key: value for key, value in vars(self).items() if value})


@never_cache
@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """Every change, the newest first: all of them, those of a person, with a word, or those that moved a number."""
    character = character_for(request, pk)
    if versions_asked := _versions(request, character):
        return redirect("versions_of", pk, *versions_asked)
    given = {key: words(request.GET, key) for key in ("query", "by", "figure")}
    asked = HistoryQuery(**given)
    told = character.revisions.filter(version__lte=character.version)
    people = _people(request, character, told)
    found = _of(told, asked.by)
    page = Paginator(found.select_related("by"), SEARCHED if asked.searches else PER_PAGE).get_page(
        request.GET.get("page")
    )
    sheet = character.read()
    figure = sheet.figures.get(asked.figure)
    numbers = FigureHistory(character, asked.figure) if asked.figure else None
    rows, torn = _rows(character, sheet, page, asked, people, numbers)
    rows = sorted([*rows, *_asides(character, page, asked, people, numbers)], key=lambda row: row.at, reverse=True)
    context = {
        "character": character,
        "game": character.game,
        "mine": may(request, character, "change"),
        "asked": asked,
        "people": people,
        "page": page,
        "rows": rows,
        "torn": torn,
        "figure_label": figure.label if figure else asked.figure,
    }
    return render(request, "characters/history.html", context)


def _versions(request: HttpRequest, character: Character) -> tuple[int, int] | None:
    """The two versions that somebody wants to see side by side, if they ask for any."""
    if not (request.GET.get("from") or request.GET.get("to")):
        return None
    old, new = (whole_number(request.GET, key, character.version) for key in ("from", "to"))
    return versions.nearest(character, max(old, 1)), versions.nearest(character, max(new, 1))


class People(dict[str, str]):
    """Names by key; who does their first thing while the page is made has theirs looked up."""

    def __missing__(self, key: str) -> str:
        return get_user_model().objects.filter(pk=key).values_list("username", flat=True).first() or "Someone"


def _people(request: HttpRequest, character: Character, told: QuerySet[Revision]) -> People:
    """Everybody who did something to the character, by what the filter calls them, with what the page calls them."""
    own_guest = character.guest is not None and character.guest == guest_key(request)
    known = People()
    names = [shelf.order_by().values_list("by", "by__username") for shelf in (told, *_events(character))]
    for pk, name in sorted(names[0].union(*names[1:]), key=lambda found: found[1] or ""):
        if pk is None:
            known[NOBODY] = "You" if own_guest else "Someone"
        else:
            known[str(pk)] = "You" if pk == request.user.pk else name
    return known


def _of(told: QuerySet[Any], by: str) -> QuerySet[Any]:
    if by == NOBODY:
        return told.filter(by=None)
    return told.filter(by=int(by)) if by.isdecimal() and len(by) < 10 else told


def _rows(
    character: Character,
    sheet: Sheet,
    page: Page[Revision],
    asked: HistoryQuery,
    people: Mapping[str, str],
    numbers: FigureHistory | None,
) -> tuple[list[HistoryRow | EventRow], bool]:
    """The rows of a page, and whether some cannot be told because something was written past the history."""
    wanted = {revision.version: revision for revision in page.object_list}
    labels = Labels(character.rulebook, lambda: character_books.every_book(character), character.game.placed)
    labels.learn(character.game.steps(sheet))
    teller = ChangeDescriber(labels, lambda document: character.game.steps(_read(character, document)))
    rows: list[HistoryRow | EventRow] = []
    for told in _told(character, min(wanted, default=character.version)):
        revision = wanted.pop(told.version, None)
        if revision is None:
            if numbers:
                numbers.follow(told)
            continue
        moved = numbers.moved(told) if numbers else None
        if numbers and (moved is None or not moved.moved):
            continue
        lines = character_books.book_lines(revision) or teller.lines(
            told.before, told.after, partial(versions.readings, character, told.before, told.after)
        )
        if asked.query.casefold() in " ".join(lines).casefold():
            rows.append(HistoryRow(revision, people[str(revision.by_id or NOBODY)], lines, moved))
    return rows, bool(wanted)


def _events(character: Character) -> list[QuerySet[Any]]:
    """What happened beside the build, by where it was noted."""
    return [source(character) for source in event_messages.sources]


def _asides(
    character: Character,
    page: Page[Revision],
    asked: HistoryQuery,
    people: Mapping[str, str],
    numbers: FigureHistory | None,
) -> Iterator[EventRow]:
    """What happened in the time of a page's revisions; of what moved a number, only that."""
    newest = page.object_list[0] if page.object_list else None
    before = character.revisions.filter(version__gt=newest.version).last() if newest and page.has_previous() else None
    since = page.object_list[len(page.object_list) - 1].at if newest and page.has_next() else None
    for shelf in _events(character):
        shelf = shelf.filter(at__lt=before.at) if before else shelf
        shelf = shelf.filter(at__gte=since) if since else shelf
        shelf = _of(shelf, asked.by)
        for event in shelf.filter(kind="settings")[:MEASURED] if numbers else shelf[:PER_ASIDE]:
            lines = event_messages.lines(event, character.game)
            moved = numbers.moved_by(event) if numbers else None
            if asked.query.casefold() in " ".join(lines).casefold() and (not numbers or (moved and moved.moved)):
                nobody = event.by_id is None and event.kind in event_messages.BY_NOBODY
                yield EventRow(event.at, "" if nobody else people[str(event.by_id or NOBODY)], lines, moved)


def _told(character: Character, oldest: int) -> Iterable[steps.ChangeLine]:
    """Name and build before and after each revision, from now back to the oldest wanted."""
    later = character.revisions.filter(version__gte=oldest, version__lte=character.version).order_by("-version")
    return steps.back(character.name, character.build, later.values_list("version", "changes"))


def _read(character: Character, document: tuple[str, Any], shelf: Sequence[int] | None = None) -> Sheet:
    """The sheet of another version, with the books of today where no shelf is given."""
    name, build = document
    book = character.rulebook if shelf is None else character.rulebook_with(shelf)
    return character.game.read(Build.parse(build, name), book, character.table)


@never_cache
@require_safe
def versions_of(request: HttpRequest, pk: int, old: int, new: int) -> HttpResponse:
    """Two versions side by side: what was chosen otherwise, and what follows from it."""
    character = character_for(request, pk)
    try:
        documents = [versions.document_at(character, version) for version in (old, new)]
    except PathError:
        raise Http404("Version not found.") from None
    then = character_books.Shelves(character)
    shelved = [then.at(version) for version in (old, new)]
    sheets = [_read(character, document, shelf) for document, shelf in zip(documents, shelved, strict=True)]
    steps = (character.game.steps(sheet) for sheet in reversed(sheets))
    sides = [_version(character, version) for version in (old, new)]
    compared = compare_sheets(*sheets)
    context = {
        "character": character,
        "game": character.game,
        "mine": may(request, character, "change"),
        "old": sides[0],
        "new": sides[1],
        "sides": sides,
        "lines": (
            *character_books.told(*shelved),
            *tell(
                documents[0],
                documents[1],
                character_books.every_book(character),
                *steps,
                readings=lambda: (sheets[0].reading, sheets[1].reading),
                placed=character.game.placed,
            ),
        ),
        "compared": compared,
        "heads": [f"Version {version}" for version in (old, new)],
        "found": (("Added since", compared.appeared), ("Since deleted", compared.gone)),
    }
    return render(request, "characters/versions.html", context)


def _version(character: Character, number: int) -> dict[str, Any]:
    revision = character.revisions.filter(version=number).first()
    return {"number": number, "at": revision and revision.at, "now": number == character.version}


@require_POST
def restore(request: HttpRequest, pk: int, version: int) -> HttpResponse:
    """Bring a version back; that is a change like any other."""
    character = character_for(request, pk, "change")
    try:
        held = versions.restore(character=character, version=version, by=request.user)
    except (limits.TooLarge, Refused) as refusal:
        messages.error(request, str(refusal))
        return redirect("history", pk)
    except PathError:
        raise Http404("Version not found.") from None
    if held.version == character.version:
        messages.success(request, f"{held} already matches version {version}.")
    else:
        messages.success(request, f"Restored version {version}. You can undo this.")
        if character_books.Shelves(held).at(version) != held.homebrew:
            messages.info(request, "Homebrew wasn’t restored; change it on the Homebrew page.")
    return redirect("history", pk)
