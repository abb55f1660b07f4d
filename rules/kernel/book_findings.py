"""Whether the table plays with the books that a build was made with, and whether they can be read."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from rules.kernel.active_effects import named
from rules.kernel.basics.cites import Cite
from rules.kernel.basics.wording import join_words
from rules.kernel.books.rulebook import Book, Entry, Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.findings import Finding, Fix, Level


def used_of(book: Book, build: Build, rulebook: Rulebook) -> tuple[tuple[str, Entry], ...]:
    """What a build uses of one book of the rulebook, in the book's order: where it is named first, and the entry.

    An entry that a later book overrides is that book's.
    """
    at = dict(reversed(tuple(named(build))))
    own = (e for kind, entries in book.entries.items() for e in entries.values() if rulebook.entries[kind][e.key] is e)
    found = (((name for name in (entry.key, *entry.aliases) if name in at), entry) for entry in own)
    return tuple((at[name], entry) for names, entry in found if (name := next(names, None)))


def played_findings(build: Build, rulebook: Rulebook, books: frozenset[str] | None) -> Iterator[Finding]:
    """An error for each homebrew book that is used and not in play, a note where another edition of it is.

    `books` are the editions in play, each as key@edition, None for any. The core book is always in play.
    """
    if books is None:
        return
    for book in rulebook.books[1:]:
        cover = book.cover
        used = () if cover.edition_ref in books else used_of(book, build, rulebook)
        if not used:
            continue
        path, entry = used[0]
        things = [thing.name for _, thing in used]
        edition = next((ref.partition("@")[2] for ref in sorted(books) if ref.startswith(f"{cover.key}@")), "")
        yield Finding(
            code=f"another-edition-{cover.key}" if edition else f"not-in-play-{cover.key}",
            level=Level.NOTE if edition else Level.ERROR,
            message=f"{join_words(things)} {'is' if len(things) == 1 else 'are'} from {cover.title}"
            + (
                f", edition {cover.edition}; this campaign uses edition {edition}."
                if edition
                else ", which this campaign doesn't use."
            ),
            hint=f"You can switch to edition {edition}. Nothing changes until you do."
            if edition
            else "Choose something else, or ask your GM to allow this or to add the book to the campaign.",
            at=path,
            cite=entry.cite,
            fixes=() if edition else tuple(Fix(f"Remove {thing.name}", at, None) for at, thing in used),
            values=MappingProxyType({"edition": cover.edition, "uses": tuple(sorted(things))}),
        )


def retired_findings(
    build: Build, gone: Iterable[Entry], held: Mapping[tuple[type[Entry], str], str]
) -> Iterator[Finding]:
    """The note on each thing that somebody holds and that has left its book since: it still counts.

    `held` is by kind and key, with the path of what was picked.
    """
    paths: dict[str, list[str]] = {}
    for name, path in named(build):
        paths.setdefault(name, []).append(path)
    for entry in gone:
        where = held.get((type(entry), entry.key))
        if where is not None:
            found = (path for name in (entry.key, *entry.aliases) for path in paths.get(name, ()))
            yield Finding(
                "entry-retired", Level.NOTE, f"{entry.name} was removed from the book.", entry.cite,
                hint="It still works for this character. New characters can't choose it.",
                at=next((path for path in found if path.startswith(where)), where),
            )  # fmt: skip


def told_aside(findings: Iterable[Finding], build: Build, rulebook: Rulebook, cite: Cite) -> Iterator[Finding]:
    """The findings, with those of choices that a book has set aside told as that and not as unknown."""
    aside = {key: one for (kind, key), one in rulebook.aside.items() if key not in rulebook.entries.get(kind, ())}
    at = {path: aside[key] for key, path in named(build) if key in aside} if aside else {}
    yield from (finding for finding in findings if finding.at not in at or "unknown" not in finding.code)
    for path, one in at.items():
        yield Finding(
            code=f"set-aside-{one.key}",
            level=Level.NOTE,
            message=one.sentence,
            hint="It's ignored until then; your choice is kept.",
            at=path,
            cite=cite,
        )
