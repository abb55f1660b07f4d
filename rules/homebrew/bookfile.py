"""A homebrew book as a file: `dramatis-book/1`, JSON, one edition. Its rows are those of a game's TOML.

`as_file` writes it. `read_file` reads one that somebody sends in, strictly: what does not fit is said with its place,
and nothing is guessed.
"""

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from django.utils.text import slugify

from rules import systems
from rules.audit.figure_choices import kind_plural
from rules.homebrew.entry_form import flatten, parse, shape_of
from rules.kernel import Entry, RuleError, join_words, kind_of
from rules.kernel.basics import ask_of
from rules.kernel.basics.wording import shown
from rules.kernel.books import make_book
from rules.kernel.documents import FORMAT as CHARACTER
from rules.kernel.documents import DocumentError
from rules.kernel.documents.builds import NAME_LIMIT, text_fault
from rules.kernel.pages import Game

FORMAT = "dramatis-book/1"
KEYS = ("format", "system", "key", "edition", "title", "about", "entries")
KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
EDITION = re.compile(r"[0-9]{1,4}")
MOST_ENTRIES = 2_000
ABOUT_LIMIT = 4_000
Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class BookFile:
    """One edition of a book, with rows that fit their kinds."""

    system: str
    key: str
    edition: str
    title: str
    about: str
    rows: Rows

    def as_json(self) -> dict[str, Any]:
        """The file."""
        return {
            "format": FORMAT,
            "system": self.system,
            "key": self.key,
            "edition": self.edition,
            "title": self.title,
            "about": self.about,
            "entries": self.rows,
        }


def sections_of(system: Game) -> list[dict[str, Any]]:
    """A homebrew book has a section for each kind that players of its game may write."""
    titles = [kind_plural(kind) for kind in system.homebrew]
    return [{"number": title, "title": title, "page": 0, "origin": "homebrew"} for title in titles]


def shape_named(system: Game, kind: str) -> type[Entry]:
    """The kind of this name, if players may write it. Raises KeyError."""
    return {kind_of(shape): shape for shape in system.homebrew}[kind]


def row_of(system: Game, kind: str, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a book keeps it: with its key, in the section of its kind, and a place for each choice of dots."""
    kept = {name: value for name, value in row.items() if name not in ("key", "section", "page")}
    shape = shape_named(system, kind)
    section = kind_plural(shape)
    whole = {
        "key": key,
        "name": kept.pop("name"),
        "section": section,
        "page": 0,
        "summary": kept.pop("summary"),
        **kept,
    }
    core = system.core.entries.get(kind, {}).get(key)
    whole |= {name: getattr(core, name, key) for name in _own(shape)}
    for name, inner in shape_of(shape, system).lists.items():
        if _own(inner) and name in whole:
            whole[name] = [_keyed(inner, one) for one in whole[name]]
    if isinstance(whole.get("grants"), list):
        whole["grants"] = [_granted(system, kind, key, n, grant) for n, grant in enumerate(whole["grants"], 1)]
    return whole


def _own(shape: type[Any]) -> tuple[str, ...]:
    """The fields that hold a key of the entry's own: the site fills them in."""
    return tuple(field.name for field in fields(shape) if ask_of(field).auto and field.default is MISSING)


def _keyed(inner: type[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a list with a key of its own, made from its name."""
    made = slugify(str(row.get("name", ""))) or "one"
    return {**row, **{name: row.get(name) or made for name in _own(inner)}}


def _granted(system: Game, kind: str, key: str, number: int, grant: Mapping[str, Any]) -> dict[str, Any]:
    """A grant that keeps its choice under a key of its entry's own, so that it never meets another."""
    options, pick = grant.get("options", []), grant.get("pick", "")
    rest = {name: value for name, value in grant.items() if name != "pick"}
    if len(options) < 2 and not any(option.startswith("group:") for option in options):
        return rest
    core = system.core.entries.get(kind, {}).get(key)
    known = {known.pick for known in getattr(core, "grants", ())}
    own = pick in known or pick.startswith(f"{key}-")
    return {**rest, "pick": pick if pick and own else f"{key}-{number}"}


# Reading


def read_file(value: object) -> BookFile:
    """A book from parsed JSON. Raises DocumentError with the place of what does not fit."""
    if not isinstance(value, Mapping):
        raise DocumentError("This file isn’t a homebrew book. It must be a JSON object.")
    form = value.get("format")
    if form is None:
        raise DocumentError(f"This file isn’t a homebrew book: “format” is missing. It should be “{FORMAT}”.")
    if form == CHARACTER:
        raise DocumentError("This file is a character, not a homebrew book. Import it under My characters.")
    if form != FORMAT:
        raise DocumentError(f"Its format is {shown(form)}; it should be “{FORMAT}”.")
    strange = [key for key in value if key not in KEYS]
    if strange:
        raise DocumentError(f"A book can’t have {join_words(strange)}. It can have {', '.join(KEYS)}.")
    system = value.get("system")
    if system is None:
        raise DocumentError("The game is missing: add “system”.")
    if not isinstance(system, str) or system not in systems.PACKAGES:
        raise DocumentError(f"Dramatis doesn’t have the game {shown(system)}.")
    game = systems.get(system)
    key, edition = value.get("key"), value.get("edition")
    if not isinstance(key, str) or not KEY.fullmatch(key) or key == game.core.cover.key:
        raise DocumentError(f"Its key is {shown(key)}; it should be small letters, digits and hyphens, at most 64.")
    if not isinstance(edition, str) or not EDITION.fullmatch(edition):
        raise DocumentError(f"Its edition is {shown(edition)}; it should be a number in quotation marks, such as “1”.")
    title = _text(value, "title", NAME_LIMIT)
    if fault := title_fault(game, title):
        raise DocumentError(fault)
    about = _text(value, "about", ABOUT_LIMIT)
    return BookFile(game.key, key, edition, title, about, _rows(game, value.get("entries", {})))


def title_fault(system: Game, title: str) -> str:
    """Why a book cannot be called that, or ""."""
    if not title.strip():
        return "A book needs a title."
    cover = system.core.cover
    if title.strip().casefold() in (cover.title.casefold(), cover.short.casefold()):
        return f"“{title.strip()}” is the core book’s title. Choose another."
    return ""


def _text(value: Mapping[str, Any], key: str, limit: int) -> str:
    text = value.get(key, "")
    if not isinstance(text, str):
        raise DocumentError(f"Its {key} must be text.")
    if fault := text_fault(text, limit):
        raise DocumentError(f"Its {key} {fault}.")
    return text


def _rows(system: Game, entries: object) -> Rows:
    kinds = [kind_of(shape) for shape in system.homebrew]
    if not isinstance(entries, Mapping):
        raise DocumentError("“entries” must be an object with a list for each kind.")
    found: Rows = {}
    for kind, rows in entries.items():
        if kind not in kinds:
            raise DocumentError(f"A book for {system.name} can’t have “{kind[:40]}”. It can have {', '.join(kinds)}.")
        if not isinstance(rows, list):
            raise DocumentError(f"The entries of the kind {kind} must be a list.")
        found[kind] = [_row(system, kind, n, row) for n, row in enumerate(rows)]
        keys = [row["key"] for row in found[kind]]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise DocumentError(f"{kind}.{twice}: duplicate key.")
    if sum(map(len, found.values())) > MOST_ENTRIES:
        raise DocumentError(f"It has more than {MOST_ENTRIES:,} entries. Split it into two books.")
    return found


def _row(system: Game, kind: str, place: int, row: object) -> dict[str, Any]:
    where = f"{kind}[{place}]"
    if not isinstance(row, Mapping):
        raise DocumentError(f"{where}: must be an object.")
    key = row.get("key")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise DocumentError(f"{where}.key: {shown(key)} should be small letters, digits and hyphens, at most 64.")
    given = {str(name).replace("-", "_"): one for name, one in row.items()}
    try:
        return checked(system, kind, key, {"summary": "", **given})
    except RuleError as fault:
        raise DocumentError(str(fault)) from None


def checked(system: Game, kind: str, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The row as a book keeps it. Raises RuleError, with its place, where it does not fit its kind."""
    if "name" not in row:
        raise RuleError(f"{kind}.{key}: “name” is missing.")
    make_book(COVER, (), {kind: [{**row, "key": key, "section": "", "page": 0}]}, system.kinds)
    whole = row_of(system, kind, key, row)
    shape = shape_named(system, kind)
    errors = parse(shape, system, flatten(shape, system, whole))[1]
    for place, sentence in errors.items():
        raise RuleError(f"{kind}.{key}.{place}: {sentence}")
    return whole


COVER = {"key": "book", "edition": "1", "system": "", "title": "", "short": "", "licence": ""}
"""What a row is tried in, to see whether it fits."""
