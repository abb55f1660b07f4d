"""What people do with the books they write: begin, write, publish, begin the next edition, withdraw. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was. A published edition never changes.
"""

import hashlib
import json
import secrets
import string
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, ProtectedError, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from rules import kernel, systems
from rules.catalogue.rulebook import BookVersion, read_book
from rules.form_values import one_line
from rules.homebrew.bookfile import ABOUT_LIMIT, MOST_ENTRIES, BookFile, checked, sections_of, shape_named, title_fault
from rules.homebrew.faults import BookFault, faults
from rules.kernel import RuleError
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.documents.builds import NAME_LIMIT, text_fault
from rules.kernel.pages import Game
from rules.models import Book, Entry
from rules.refusals import Refused

MOST_BOOKS = 200
LETTERS = string.ascii_lowercase + string.digits


class EntryConflict(Refused):
    """An entry was changed elsewhere meanwhile; `entry` is what stands there now."""

    def __init__(self, entry: Entry) -> None:
        gone = "deleted" if entry.retired else "changed"
        super().__init__(f"{entry.name} was {gone} in another tab. Nothing was overwritten.")
        self.entry = entry


# Books


def begin(*, by: User, system: str, title: str, about: str = "") -> Book:
    """A new book of this author, in its first edition, as a draft."""
    if system not in systems.PACKAGES:
        raise Refused("Choose a game.")
    game = systems.get(system)
    _fits_cover(game, title, about)
    with transaction.atomic():
        _queue(by)
        _room(by)
        return Book.objects.create(
            owner=by,
            system=game.key,
            key=_new_key(title),
            edition="1",
            sections=sections_of(game),
            **_cover(title, about),
        )


def _cover(title: str, about: str) -> dict[str, str]:
    called = one_line(title)
    return {"title": called, "short": called[:80], "about": about.strip()}


def _fits_cover(game: Game, title: str, about: str) -> None:
    if fault := title_fault(game, title):
        raise Refused(fault)
    for name, value, limit in (("title", title, NAME_LIMIT), ("text", about, ABOUT_LIMIT)):
        if fault := text_fault(value.strip(), limit):
            raise Refused(f"Its {name} {fault}.")


def _new_key(title: str) -> str:
    name = slugify(title)[:24].strip("-_").replace("_", "-") or "book"
    return f"{name}-{''.join(secrets.choice(LETTERS) for _ in range(4))}"


def _queue(owner: User) -> None:
    """Wait for what this account does in another tab: its row is locked until the transaction ends."""
    User.objects.select_for_update().get(pk=owner.pk)


def _room(owner: User) -> None:
    """Refuse one book too many."""
    if Book.objects.filter(owner=owner).count() >= MOST_BOOKS:
        raise Refused(f"You’ve reached the limit of {MOST_BOOKS} books. Delete one first.")


def rename(*, book: Book, title: str, about: str) -> None:
    """Change title and words about a draft; its key stays."""
    with transaction.atomic():
        held = _draft(book)
        _fits_cover(systems.get(held.system), title, about)
        for name, value in _cover(title, about).items():
            setattr(held, name, value)
        _changed(held)


def publish(*, book: Book) -> Book:
    """Make a draft an edition that others can play with and that never changes again.

    A key is of whoever published under it first: what another account wrote otherwise gets a key of its own.
    """
    with transaction.atomic():
        held = _draft(book)
        if not held.entries.filter(retired=False).exists():
            raise Refused("Add an entry before publishing.")
        found = faults_of(held)
        if found:
            raise Refused(f"Fix {len(found)} problem{'s' if len(found) > 1 else ''} before publishing.")
        _leaving(held).delete()
        if not _may_keep_key(held):
            held.key = _new_key(held.title)
        held.published_at = timezone.now()
        _changed(held)
    return held


def _may_keep_key(book: Book) -> bool:
    """Whether key and edition of a draft name the same text for everybody once it is published."""
    published = Book.objects.filter(system=book.system, key=book.key).exclude(published_at=None)
    first = published.order_by("published_at", "pk").first()
    if first is None or (first.owner_id is not None and first.owner_id == book.owner_id):
        return True
    same = published.filter(owner=first.owner_id, edition=book.edition).first()
    return same is not None and file_of(same).rows == file_of(book).rows


def _leaving(book: Book) -> QuerySet[Entry]:
    """What was removed from a draft and never published: nobody has it, so it is gone with the publishing."""
    known = Entry.objects.filter(book__owner=book.owner, book__system=book.system, book__key=book.key)
    return book.entries.filter(retired=True).exclude(key__in=known.exclude(book=book).values("key"))


def begin_edition(*, book: Book, by: User) -> Book:
    """A draft of the next edition with everything this one has; the draft there is, where one has been begun."""
    with transaction.atomic():
        _queue(by)
        if Book.objects.filter(pk=book.pk, published_at=None).exists():
            raise Refused("This edition is still a draft. Edit it directly.")
        mine = Book.objects.filter(owner=by, system=book.system, key=book.key)
        begun = mine.filter(published_at=None).first()
        if begun is not None:
            return begun
        _room(by)
        rows = list(book.entries.all())
        made = Book.objects.create(
            owner=by,
            edition=_next_edition(by, book.system, book.key),
            **{
                name: getattr(book, name)
                for name in ("system", "key", "title", "short", "about", "licence", "sections")
            },
        )
        for entry in rows:
            entry.pk, entry.book = None, made
        Entry.objects.bulk_create(rows)
        return made


def _next_edition(owner: User, system: str, key: str) -> str:
    editions = Book.objects.filter(owner=owner, system=system, key=key).values_list("edition", flat=True)
    return str(max((int(edition) for edition in editions if edition.isdecimal()), default=0) + 1)


def withdraw(*, book: Book) -> None:
    """Offer a published edition to nobody new. Who plays with it keeps it."""
    _published(book)
    Book.objects.filter(pk=book.pk, withdrawn_at=None).update(withdrawn_at=timezone.now())


def offer(*, book: Book) -> None:
    """Offer a withdrawn edition again."""
    _published(book)
    Book.objects.filter(pk=book.pk).update(withdrawn_at=None)


def delete(*, book: Book) -> None:
    """Delete a draft, or an edition nobody uses. Its row is locked first, so that nobody begins to meanwhile."""
    try:
        with transaction.atomic():
            for held in Book.objects.select_for_update().filter(pk=book.pk):
                held.delete()
    except ProtectedError:
        raise Refused("This edition is in use. Withdraw it instead.") from None


def take_in(*, file: BookFile, by: User, again: bool = False) -> Book:
    """A draft made from a file, with the file's keys. Raises Refused for an edition this author has, unless `again`:
    then it becomes the draft of the next one."""
    game = systems.get(file.system)
    with transaction.atomic():
        _queue(by)
        _room(by)
        mine = Book.objects.filter(owner=by, system=file.system, key=file.key)
        draft = mine.filter(published_at=None).first()
        if draft is not None:
            raise Refused(
                f"You already have a draft of this book, edition {draft.edition}. Publish or delete it first."
            )
        had = mine.filter(edition=file.edition).exists()
        if had and not again:
            raise AlreadyHere(file, _next_edition(by, file.system, file.key))
        edition = _next_edition(by, file.system, file.key) if had else file.edition
        book = Book.objects.create(
            owner=by,
            system=file.system,
            key=file.key,
            edition=edition,
            sections=sections_of(game),
            **_cover(file.title, file.about),
        )
        Entry.objects.bulk_create(
            _entry(book, kind, row, place) for kind, rows in file.rows.items() for place, row in enumerate(rows)
        )
        return book


class AlreadyHere(Refused):
    """A file of an edition that its importer has; it can be taken in as `edition`."""

    def __init__(self, file: BookFile, edition: str) -> None:
        super().__init__(f"You already have edition {file.edition} of {file.title}.")
        self.edition = edition


def file_of(book: Book) -> BookFile:
    """The book as a file."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for entry in book.entries.order_by("kind", "retired", "place", "key"):
        rows.setdefault(entry.kind, []).append(entry.row)
    return BookFile(book.system, book.key, book.edition, book.title, book.about, rows)


# Entries


def digest_of(entry: Entry) -> str:
    """The mark of an entry as it stands, by which a later change is noticed."""
    return hashlib.sha256(json.dumps(entry.row, sort_keys=True).encode()).hexdigest()[:16]


def write_entry(
    *, book: Book, kind: str, row: Mapping[str, Any], entry: Entry | None = None, seen: str = "", replaces: str = ""
) -> Entry:
    """Keep an entry of a draft: a new one, or `entry` if it still is as it was `seen`.

    `replaces` is the key of an entry of the core book whose place a new one takes. Raises Refused where the row does
    not fit its kind, EntryConflict where somebody was faster.
    """
    with transaction.atomic():
        held = _draft(book)
        now = held.entries.filter(pk=entry.pk).first() if entry else None
        if entry is not None and now is None:
            raise Refused("This entry was deleted.")
        if now is not None and digest_of(now) != seen:
            raise EntryConflict(now)
        key = now.key if now else _entry_key(held, kind, str(row.get("name", "")), replaces)
        try:
            whole = checked(systems.get(held.system), kind, key, row)
        except RuleError as fault:
            raise Refused(str(fault)) from None
        if now is None and held.entries.count() >= MOST_ENTRIES:
            raise Refused(f"A book can have {MOST_ENTRIES:,} entries. Start another book.")
        made = _entry(held, kind, whole, now.place if now else _last_place(held, kind))
        if now is not None:
            made.pk = now.pk
            made.retired = False
        made.save()
        held.sections = sections_of(systems.get(held.system))  # its game may have more kinds than when it was begun
        _changed(held)
    return made


def remove_entry(*, entry: Entry, back: bool = False) -> None:
    """Take an entry out of a draft, or bring it `back`. Until the draft is published it can be had back."""
    with transaction.atomic():
        held = _draft(entry.book)
        held.entries.filter(pk=entry.pk).update(retired=not back)
        _changed(held)


def _entry(book: Book, kind: str, row: Mapping[str, Any], place: int) -> Entry:
    data = {name: value for name, value in row.items() if name != "retired"}
    columns = {name: data[name] for name in ("key", "name", "section", "page", "summary")}
    return Entry(book=book, kind=kind, data=data, place=place, retired=bool(row.get("retired")), **columns)


def _last_place(book: Book, kind: str) -> int:
    last: int | None = book.entries.filter(kind=kind).aggregate(last=Max("place"))["last"]
    return 0 if last is None else last + 1


def _entry_key(book: Book, kind: str, name: str, replaces: str) -> str:
    """The key of a new entry: that of what it replaces, or one of its own that it keeps for good."""
    game = systems.get(book.system)
    taken = set(book.entries.values_list("key", flat=True))
    if replaces:
        if replaces not in game.core.entries.get(kind, {}):
            raise Refused("The entry to replace isn’t in the core book.")
        if replaces in taken:
            raise Refused("This book already replaces that entry. Edit that one instead.")
        return replaces
    word = slugify(name).replace("_", "-").strip("-") or kind
    stem = f"{book.key[:40]}-{word}"[:60].strip("-")
    taken |= {key for shelf in game.core.entries.values() for key in shelf}
    return next(key for n in range(len(taken) + 1) if (key := f"{stem}-{n + 1}" if n else stem) not in taken)


# What stands


def shape_for(book: Book, kind: str) -> type[kernel.Entry]:
    """The kind of entry of this name that the book's game lets players write. Raises KeyError."""
    return shape_named(systems.get(book.system), kind)


def faults_of(book: Book) -> tuple[BookFault, ...]:
    """What is to be mended in a book: worked out once for each state it has been in."""
    return _FAULTS.get((book.pk, book.version), lambda: _faults(book))


_FAULTS: BoundedCache[BookVersion, tuple[BookFault, ...]] = BoundedCache(2 * MIB)


def _faults(book: Book) -> tuple[BookFault, ...]:
    leaving = set(_leaving(book).values_list("kind", "key"))
    return faults(read_book(book).without(leaving), systems.get(book.system))


def _draft(book: Book) -> Book:
    """The stored draft, locked until the transaction ends; refused where it is none any more."""
    held = Book.objects.select_for_update().filter(pk=book.pk).first()
    if held is None:
        raise Refused("This book was deleted.")
    if not held.draft:
        raise Refused("Published editions can’t be changed. Start a new edition.")
    return held


def _published(book: Book) -> None:
    if book.draft:
        raise Refused("Publish this draft first.")


def _changed(book: Book) -> None:
    book.version += 1
    book.save()
