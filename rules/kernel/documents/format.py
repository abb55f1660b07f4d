"""The document of import and export, history and command lines: `dramatis/1`.

The build inside it is read by `Build.parse`; this module reads what is around it.
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel.basics.wording import shown
from rules.kernel.documents.builds import NAME_LIMIT, SCORE_LIMIT, Build, text_fault
from rules.kernel.documents.ledger import NO_ENTRIES, NOTE_LIMIT, EntryError, Ledger, awarded, read_ledger
from rules.kernel.documents.table import Exemption, RulesContext

FORMAT = "dramatis/1"
BOOK = "dramatis-book/"
BOOKS_LIMIT = 40
STAGES = ("creation", "advancement")
DEPTH = 100
TOO_DEEP = "It is nested too deeply to be a character."
SMALL, LARGE = 1e-4, 1e16
"""A number with a point or an exponent that is not between these stays the text that it came as: what is written with
an exponent here, PostgreSQL writes with all its noughts."""
KEYS = (
    "format", "system", "edition", "books", "name", "settings", "stage", "awards", "ledger", "waivers", "baseline",
    "created", "play", "portrait", "bust", "crest", "build",
)  # fmt: skip
WAIVERS_LIMIT = 200
PORTRAIT_LIMIT = 100_000
"""Letters of a portrait."""


class DocumentError(ValueError):
    """A document that cannot be read at all; the message is a sentence with its reason."""


@dataclass(frozen=True)
class Document:
    """One character as a document. `build` is the JSON of the six mappings, untouched, as are `baseline`, what was last
    approved, and `created`, what was approved first; `books` are the editions of the homebrew it is
    built with, each as key@edition, in order; `play` are the marks, `portrait` is a JPEG in base64, and `bust` names
    what it has instead; `crest` is what was chosen of its crest."""

    system: str
    name: str
    build: Any
    edition: str = ""
    settings: Mapping[str, Any] | None = None
    stage: str = "creation"
    ledger: Ledger = NO_ENTRIES
    extra: Mapping[str, Any] | None = None
    books: tuple[str, ...] = ()
    waivers: tuple[Exemption, ...] = ()
    baseline: Any = None
    created: Any = None
    play: Mapping[str, Any] | None = None
    portrait: str = ""
    bust: str = ""
    crest: str = ""

    @property
    def table(self) -> RulesContext:
        baseline, created = (None if one is None else Build.parse(one) for one in (self.baseline, self.created))
        return RulesContext(dict(self.settings or {}), self.stage, self.ledger, self.waivers, baseline, created)

    def parsed(self) -> Build:
        """The build as the core book alone reads it: keys of the document that nobody knows, and the books that are not
        at hand, are reported beside the unknown keys of the build."""
        build = Build.parse(self.build, self.name)
        if not self.extra and not self.books:
            return build
        return replace(build, unknown=(*sorted(map(str, self.extra or ())), *self.books, *build.unknown))

    def as_json(self) -> dict[str, Any]:
        """The document as it is exported."""
        known = {
            "format": FORMAT,
            "system": self.system,
            "edition": self.edition,
            "name": self.name,
            "settings": dict(self.settings or {}),
            "stage": self.stage,
            "build": self.build,
        }
        some = {
            "books": list(self.books),
            "ledger": [entry.as_json() for entry in self.ledger],
            "waivers": [_waiver_json(waiver) for waiver in self.waivers],
            "baseline": self.baseline,
            "created": self.created,
            "play": dict(self.play or {}),
            "portrait": self.portrait or None,
            "bust": self.bust or None,
            "crest": self.crest or None,
        }
        there = {key: value for key, value in some.items() if value not in (None, [], {})}
        return {**(self.extra or {}), **known, **there}


def _waiver_json(waiver: Exemption) -> dict[str, Any]:
    told = {"code": waiver.code, "at": waiver.at, "reason": waiver.reason, "by": waiver.by}
    return told if waiver.values is None else {**told, "values": dict(waiver.values)}


def parse_json(text: str) -> Any:
    """JSON, strictly: no NaN, no infinity, no key twice, at most `DEPTH` deep. Raises DocumentError.

    A number that would come out much longer than it came in is kept as text, letter by letter.
    """
    try:
        value = json.loads(text, parse_constant=_constant, parse_float=_float, object_pairs_hook=_once)
    except RecursionError:
        raise DocumentError(TOO_DEEP) from None
    except json.JSONDecodeError as fault:
        raise DocumentError(
            f"It is not JSON: there is a mistake in line {fault.lineno}, column {fault.colno}."
        ) from None
    except ValueError as fault:
        why = "a number has thousands of digits" if "int_max_str_digits" in str(fault) else str(fault)[:120]
        raise DocumentError(f"It is not JSON we can keep: {why}.") from None
    level = [value]
    for _ in range(DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return value
    raise DocumentError(TOO_DEEP)


def _inside(value: object) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def read_document(value: object) -> Document:
    """A document from parsed JSON. Raises DocumentError where not even game and name can be told."""
    if not isinstance(value, Mapping):
        raise DocumentError("This file isn't a character: it must be a JSON object.")
    form = value.get("format", FORMAT)
    if str(form).startswith(BOOK):
        raise DocumentError("It is a homebrew book, not a character. Import it under Homebrew.")
    if form != FORMAT:
        raise DocumentError(f"Its format is {shown(form)}; this version reads “{FORMAT}”.")
    system = value.get("system")
    if not isinstance(system, str) or not system or text_fault(system, NAME_LIMIT):
        raise DocumentError("“system” is missing: it says which game this is for.")
    name = _name(value)
    settings = value.get("settings", {})
    if not isinstance(settings, Mapping):
        raise DocumentError("Its “settings” are not a mapping.")
    stage = value.get("stage", "creation")
    if stage not in STAGES:
        raise DocumentError(f"Its stage is {shown(stage)}; there are {' and '.join(STAGES)}.")
    ledger = _ledger(value)
    play = value.get("play", {})
    if not isinstance(play, Mapping):
        raise DocumentError("Its “play” is not a mapping of marks.")
    edition = value.get("edition", "")
    if not isinstance(edition, str) or text_fault(edition, NAME_LIMIT):
        raise DocumentError("Its “edition” is not a text such as “core@1”.")
    portrait = value.get("portrait", "")
    if not isinstance(portrait, str) or text_fault(portrait, PORTRAIT_LIMIT):
        raise DocumentError("Its “portrait” is not a small JPEG in base64.")
    bust = value.get("bust", "")
    if not isinstance(bust, str) or text_fault(bust, NAME_LIMIT):
        raise DocumentError("Its “bust” is not a name such as “hood”.")
    crest = value.get("crest", "")
    if not isinstance(crest, str) or text_fault(crest, NAME_LIMIT):
        raise DocumentError("Its “crest” is not a choice such as “key/Gable”.")
    return Document(
        system=system,
        name=name,
        build=value.get("build", {}),
        edition=edition,
        books=_books(value),
        settings=settings,
        stage=stage,
        ledger=ledger,
        waivers=_waivers(value.get("waivers", [])),
        baseline=value.get("baseline"),
        created=value.get("created"),
        play={str(key): mark for key, mark in play.items() if isinstance(mark, int) and not isinstance(mark, bool)},
        portrait=portrait,
        bust=bust,
        crest=crest,
        extra={key: value[key] for key in value if key not in KEYS},
    )


def _name(value: Mapping[str, Any]) -> str:
    name = value.get("name", "")
    if not isinstance(name, str) or text_fault(name, NAME_LIMIT):
        why = "is not text" if not isinstance(name, str) else text_fault(name, NAME_LIMIT)
        raise DocumentError(f"Its name {why}.")
    return name


def _books(value: Mapping[str, Any]) -> tuple[str, ...]:
    """The editions it names, each once, in their order."""
    books = value.get("books", [])
    if not isinstance(books, list) or not all(isinstance(b, str) and not text_fault(b, NAME_LIMIT) for b in books):
        raise DocumentError("Its “books” are not a list of texts such as “deep-magic@1”.")
    if len(books) > BOOKS_LIMIT:
        raise DocumentError(f"It names {len(books):,} books; the maximum is {BOOKS_LIMIT}.")
    return tuple(dict.fromkeys(books))


def _ledger(value: Mapping[str, Any]) -> Ledger:
    """What is written of it; the points that older documents knew the sum of are one entry, nobody knows when."""
    awards = value.get("awards", 0)
    if isinstance(awards, bool) or not isinstance(awards, int) or not 0 <= awards <= SCORE_LIMIT:
        raise DocumentError(f"Its awards are {shown(awards)}; they must be a whole number from 0.")
    try:
        return Ledger((*awarded(awards), *read_ledger(value.get("ledger", []))))
    except EntryError as fault:
        raise DocumentError(str(fault)) from None


def _waivers(value: object) -> tuple[Exemption, ...]:
    if not isinstance(value, list) or len(value) > WAIVERS_LIMIT or not all(isinstance(one, Mapping) for one in value):
        raise DocumentError(f"Its “waivers” are not a list of at most {WAIVERS_LIMIT} JSON objects.")
    return tuple(map(_waiver, value))


def _waiver(value: Mapping[str, Any]) -> Exemption:
    texts = {name: value.get(name, "") for name in ("code", "at", "reason", "by")}
    values = value.get("values")
    if not all(isinstance(text, str) and not text_fault(text, NOTE_LIMIT) for text in texts.values()):
        raise DocumentError("One of its “waivers” has a “code”, “at”, “reason” or “by” that is no short text.")
    if values is not None and not isinstance(values, Mapping):
        raise DocumentError("The “values” of one of its “waivers” are not a mapping.")
    return Exemption(**texts, values=values)


def _float(digits: str) -> float | str:
    """A number, or the text of one that would come out longer than it is here: 1e308 with 309 digits."""
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    nothing = not digits.lower().partition("e")[0].strip("-.0")
    return value if nothing or SMALL <= abs(value) < LARGE else digits


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"duplicate key “{twice[:40]}”")
    return found
