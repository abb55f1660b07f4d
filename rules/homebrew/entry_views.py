"""Pages of one entry of a homebrew book: written, changed, read. Each view is named like its address."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules import kernel, systems
from rules.audit.figure_choices import kind_words
from rules.catalogue.rulebook import draft_of, rulebook_for
from rules.form_values import whole_number, words
from rules.homebrew import authoring
from rules.homebrew.access import book_for
from rules.homebrew.authoring import EntryConflict
from rules.homebrew.editions import Words
from rules.homebrew.entry_form import draw, flatten, parse
from rules.homebrew.form_inputs import SENT
from rules.homebrew.samples import sample_names, sample_of
from rules.homebrew.trying import preview
from rules.models import Book, Entry
from rules.refusals import Refused

NOT_YET = "Not saved. Fix the problems below."
OWN = "own:"
"""How an author's own entry is called among those to begin from."""
MOST_OWN = 100


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry_new(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Write an entry, from nothing or from one of the core book."""
    found = book_for(request, pk, "write")
    writing = Writing(request, found, kind)
    if request.method == "POST":
        return writing.answer()
    begun = words(request.GET, "from", 64)
    copied = _begun_from(request, found, kind, begun)
    if copied:
        start = "" if begun.startswith(OWN) else copied.key
        flat = flatten(writing.shape, writing.system, copied.row)
        return writing.show(flat, more={"start": start, "begun": begun})
    return writing.show({})


def _begun_from(request: HttpRequest, found: Book, kind: str, begun: str) -> Entry | None:
    """The entry that a new one begins as: one of the core book by its key, one of the author's own by its number."""
    every = Entry.objects.filter(book__system=found.system, kind=kind, retired=False)
    if not begun.startswith(OWN):
        return every.filter(book__core=True, key=begun).order_by("-book__edition").first()
    number = begun.removeprefix(OWN)
    own = every.filter(book__core=False, book__owner_id=request.user.pk)
    return own.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 18 else None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """One entry: to read, and for the author of a draft to change."""
    found = book_for(request, pk, "write" if request.method == "POST" else "read")
    held = get_object_or_404(found.entries, pk=entry)
    if request.method != "POST" and not (found.draft and found.owner_id == request.user.pk):
        return _read_entry(request, found, held)
    if "remove" in request.POST or "back" in request.POST:
        return _remove(request, found, held)
    writing = Writing(request, found, held.kind, held)
    if request.method == "POST":
        return writing.answer()
    return writing.show(flatten(writing.shape, writing.system, held.row), authoring.digest_of(held))


def _read_entry(request: HttpRequest, found: Book, held: Entry) -> HttpResponse:
    game = systems.get(found.system)
    rulebook = rulebook_for(found.system, [found])
    thing = rulebook.entries.get(held.kind, {}).get(held.key)
    thing = thing if thing and thing.book == found.key else None
    lines = Words(game, rulebook).lines(thing) if thing else ()
    aside = rulebook.aside.get((held.kind, held.key))
    context = {"book": found, "entry": held, "system": game, "thing": thing, "lines": lines, "aside": aside}
    return render(request, "books/read_entry.html", context)


def _remove(request: HttpRequest, found: Book, held: Entry) -> HttpResponse:
    back = "back" in request.POST
    try:
        authoring.remove_entry(entry=held, back=back)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        told = f"Restored {held.name}." if back else f"Deleted {held.name}. You can restore it until you publish."
        messages.success(request, told)
    return redirect(found)


class Writing:
    """The form of one entry: shown, answered, shown again with everything that was typed."""

    def __init__(self, request: HttpRequest, book: Book, kind: str, entry: Entry | None = None) -> None:
        self.request, self.book, self.kind, self.entry = request, book, kind, entry
        self.system = systems.get(book.system)
        try:
            self.shape: type[kernel.Entry] = authoring.shape_for(book, kind)
        except KeyError:
            raise Http404("No such kind of entry.") from None

    def show(
        self, flat: Mapping[str, Any], seen: str = "", *, status: int = 200, more: Mapping[str, Any] | None = None
    ) -> HttpResponse:
        """The page with these inputs filled in; for htmx the form alone."""
        played, beside = rulebook_for(self.system.key, [self.book]), more or {}
        wanted = words(self.request.POST, "more", 60)
        inputs = draw(self.shape, self.system, played, flat, beside.get("errors"), wanted)
        seldom = [one for one in inputs if one.seldom and one.kind != "hidden"]
        context = {
            "book": self.book,
            "system": self.system,
            "entry": self.entry,
            "kind": self.kind,
            "one": kind_words(self.shape),
            "inputs": inputs,
            "asked": [one for one in inputs if one not in seldom],
            "seldom": seldom,
            "seldom_open": any(one.filled or one.error for one in seldom) or wanted in {one.name for one in seldom},
            "seen": seen,
            "begins": self.begins() if self.entry is None else [],
            "samples": sample_names(self.request, self.system),
            "chosen": words(self.request.POST, "sample", 40),
            **beside,
        }
        page = "books/entry.html#entry-form" if self.request.headers.get("HX-Request") else "books/entry.html"
        return render(self.request, page, context, status=status)

    def begins(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """What a new entry can begin as: the author's own first, each as its newest edition has it, then the printed
        ones. Where several are called alike, their books tell them apart."""
        own = Entry.objects.filter(book__system=self.system.key, kind=self.kind, retired=False, book__core=False)
        newest = own.filter(book__owner_id=self.book.owner_id).order_by("book__key", "key", "-pk")
        found = newest.distinct("book__key", "key").values_list("pk", "name", "book__title")
        mine = sorted(found, reverse=True)[:MOST_OWN]
        alike = Counter(name for _, name, _ in mine)
        core = self.system.core.entries.get(self.kind, {}).values()
        groups = (
            ("Yours", [(f"{OWN}{pk}", f"{name} ({title})" if alike[name] > 1 else name) for pk, name, title in mine]),
            (self.system.short, [(one.key, one.name) for one in core if not one.retired]),
        )
        return [(group, found) for group, found in groups if found]

    def answer(self) -> HttpResponse:
        """What was posted is kept, or comes back with what is to be mended."""
        post = self.request.POST
        flat = {key.removeprefix(SENT): post.getlist(key) for key in post}
        seen, start = words(post, "seen", 32), words(post, "start", 64)
        replaces = start if "replaces" in post else ""
        kept = {"start": start, "replaces": replaces}
        if "more" in post:
            return self.show(flat, seen, more=kept)
        row, errors = parse(self.shape, self.system, flat)
        if "preview" in post:
            return self.previewed(flat, row, errors, seen, kept)
        if errors:
            return self.show(flat, seen, status=422, more={**kept, "errors": errors, "refusal": NOT_YET})
        try:
            made = authoring.write_entry(
                book=self.book, kind=self.kind, row=row, entry=self.entry, seen=seen, replaces=replaces
            )
        except EntryConflict as conflict:
            return self.conflicted(conflict, flat, row)
        except Refused as refusal:
            return self.show(flat, seen, status=422, more={**kept, "refusal": str(refusal)})
        messages.success(self.request, f"Saved {made.name}.")
        return redirect("entry_new", self.book.pk, self.kind) if "another" in post else redirect(self.book)

    def previewed(
        self, flat: Mapping[str, Any], row: Mapping[str, Any], errors: Mapping[str, str], seen: str,
        kept: Mapping[str, Any],
    ) -> HttpResponse:  # fmt: skip
        """What the entry would be, below the form or, for htmx, alone. Nothing is saved."""
        chosen = words(self.request.POST, "sample", 40)
        names = sample_names(self.request, self.system)
        sample = sample_of(self.request, self.system, chosen or names[0].key)
        written, key = draft_of(self.book), self.entry.key if self.entry else ""
        drawn = whole_number(self.request.POST, "drawn") + (self.request.POST["preview"] == "again")
        tried = preview(self.system, self.shape, written, row, errors, sample, key, drawn)
        told = {**kept, "preview": tried, "samples": names, "chosen": chosen, "drawn": drawn}
        if self.request.headers.get("HX-Request"):
            return render(self.request, "books/preview.html", {"book": self.book, "system": self.system, **told})
        return self.show(flat, seen, more=told)

    def conflicted(self, conflict: EntryConflict, flat: Mapping[str, Any], row: Mapping[str, Any]) -> HttpResponse:
        """The form as typed, beside what somebody else kept meanwhile."""
        theirs = flatten(self.shape, self.system, conflict.entry.row)
        rows = [
            {"label": one.label, "yours": _shown(flat, one.name), "theirs": _shown(theirs, one.name)}
            for one in draw(self.shape, self.system, rulebook_for(self.system.key, [self.book]), theirs)
        ]
        return self.show(
            flat,
            authoring.digest_of(conflict.entry),
            status=409,
            more={"refusal": str(conflict), "conflict": [one for one in rows if one["yours"] != one["theirs"]]},
        )


def _shown(flat: Mapping[str, Any], name: str) -> str:
    """What was sent under a name, or in the rows of a list, as one text."""
    sent = [v for key, values in flat.items() if key == name or key.startswith(f"{name}-") for v in values if v]
    return " · ".join(sent) or "nothing"
