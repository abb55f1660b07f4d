"""The sheet as a game master reads it: every number and everything written, and what it was when they last decided.

Reading only; no HTTP in here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import SequenceMatcher

from django.contrib.auth.models import User

from campaigns.review.comments import Thread
from characters.history.change_messages import tell
from characters.history.event_messages import homebrew_names, settings_told
from characters.history.sheet_diff import figure_pairs
from characters.library import character_books
from characters.models import Approval, Character
from characters.versions import document_at, nearest
from rules.kernel import Build, Figure, Sheet
from rules.kernel.basics import minus
from rules.kernel.documents import PathError
from rules.kernel.pages import Vital, game_of

FIRST = "Main numbers"
"""What the numbers are called that head the sheet."""
MOST_WORDS = 400
"""Longer texts are not compared word by word: that costs their lengths multiplied."""
DECIDED = {"returned": "it was sent back", "approved": "it was approved"}
"""After which of a game master's words a page tells what changed, and how it calls them."""


@dataclass(frozen=True)
class EvidenceLine:
    """A number or a text with what it was; `before` is None where it is the same. `at` is what a comment calls it: the
    path of its choice, or its own name where it has none. `anchor` is its id on the page, of one that was said
    something of."""

    at: str
    label: str
    value: str | int
    before: str | int | None = None
    thread: Thread | None = None
    anchor: str = ""

    @property
    def moved(self) -> bool:
        return self.before is not None

    @property
    def gone(self) -> bool:
        """Whether it was there and is no more."""
        return self.moved and self.value == ""

    @property
    def now(self) -> str:
        return _said(self.value)

    @property
    def was(self) -> str:
        return "" if self.before is None else _said(self.before)

    @property
    def edits(self) -> tuple[tuple[str, str], ...]:
        """A text that was rewritten, in runs of words that are "same", "gone" or "new"; () where it is told whole."""
        then, now = self.was.split(), self.now.split()
        few, many = sorted((len(then), len(now)))
        if not isinstance(self.before, str) or few < 2 or many > MOST_WORDS:
            return ()
        edits = SequenceMatcher(None, then, now, autojunk=False).get_opcodes()
        told = (
            run
            for kind, a, b, c, d in edits
            for run in ([("same", now[c:d])] if kind == "equal" else [("gone", then[a:b]), ("new", now[c:d])])
        )
        return tuple((side, " ".join(words)) for side, words in told if words)


def _said(value: str | int) -> str:
    return minus(value) if isinstance(value, int) else value


@dataclass(frozen=True)
class EvidencePart:
    """A part of the sheet, in titled runs of lines."""

    title: str
    groups: tuple[tuple[str, tuple[EvidenceLine, ...]], ...]

    @property
    def moved(self) -> int:
        return sum(line.moved for _, lines in self.groups for line in lines)

    @property
    def gone(self) -> bool:
        """Whether nothing of it is there any more."""
        return all(line.gone for _, lines in self.groups for line in lines)

    @property
    def runs(self) -> list[tuple[str, tuple[EvidenceLine, ...], bool, bool]]:
        """Each run with a line in it: its title, its lines, whether any of them moved, and whether all are gone."""
        return [
            (title, lines, any(line.moved for line in lines), all(line.gone for line in lines))
            for title, lines in self.groups
            if lines
        ]


@dataclass(frozen=True)
class LastSeen:
    """A character as it was `since` a game master decided something, by the house rules of then, or opened a page.

    Who decided it and when are told of a decision alone, and `rules` what became of the house rules since it was sent
    back; what became of them since an `approval` stands elsewhere. Since a page was opened, `rules` tells everything.
    """

    since: str
    sheet: Sheet
    rules: tuple[str, ...] = ()
    approval: Approval | None = None
    by: User | None = None
    at: datetime | None = None

    @property
    def rules_alone(self) -> bool:
        """Whether what is told in `rules` is about house rules and nothing else."""
        return bool(self.rules) and self.at is not None


def approved_sheet(character: Character, approval: Approval) -> Sheet:
    """What was approved, by the books, the house rules and the ledger of then."""
    book = character.rulebook_with(approval.homebrew) if approval.homebrew else character.rulebook
    table = replace(character.table, settings=approval.settings, ledger=character.ledger_approved)
    return character.game.read(Build.parse(approval.build, approval.name), book, table)


def last_seen(character: Character) -> LastSeen | None:
    """Nothing where nobody has decided anything yet, or where that version is not kept any more."""
    event = character.events.filter(kind__in=DECIDED, data__has_key="version").select_related("by").first()
    if event is None:
        return None
    approval = character.approval
    if event.kind == "approved" and approval and approval.version == event.data["version"]:
        return LastSeen(DECIDED[event.kind], approved_sheet(character, approval), (), approval, event.by, event.at)
    try:
        name, build = document_at(character, nearest(character, event.data["version"]))
    except PathError:
        return None
    table = replace(character.table, settings=event.data.get("house", character.house))
    if event.kind == "approved":
        table = replace(table, ledger=character.ledger_approved)
    told: tuple[str, ...] = ()
    if event.kind == "returned":
        names = homebrew_names(character.game, character.rulebook, table.settings, character.house)
        told = settings_told(table.settings, character.house, character.game, names)
    sheet = character.game.read(Build.parse(build, name), character.rulebook, table)
    return LastSeen(DECIDED[event.kind], sheet, told, None, event.by, event.at)


def as_opened(character: Character, sheet: Sheet, version: int) -> LastSeen | None:
    """The character as a page showed it, which somebody decides from; None where it is so still."""
    if not 0 < version < character.version:
        return None
    try:
        name, build = document_at(character, nearest(character, version))
    except PathError:
        return None
    before = character.game.read(Build.parse(build, name), character.rulebook, character.table)
    told = tell(
        (name, build),
        (character.name, character.build),
        character_books.every_book(character),
        *(character.game.steps(read) for read in (sheet, before)),
        readings=lambda: (before.reading, sheet.reading),
    )
    return LastSeen("you opened this page", before, tuple(told))


def named(parts: Iterable[EvidencePart]) -> dict[str, str]:
    """What each line of the evidence is called, by its `at`."""
    lines = ((part, line) for part in parts for _, group in part.groups for line in group)
    return {line.at: f"{part.title}: {line.label}" for part, line in lines}


def moved_lines(parts: Iterable[EvidencePart]) -> set[str]:
    """By its `at` each line that is not as it was, once however often it stands there."""
    return {line.at for part in parts for _, group in part.groups for line in group if line.moved}


def evidence(
    sheet: Sheet, before: Sheet | None, places: Mapping[str, str], pinned: Mapping[str, Thread]
) -> tuple[EvidencePart, ...]:
    """The numbers that head the sheet, its panels, what is carried and what is written.

    Without `before` nothing is marked. `pinned` has by its `at` what was said of a line.
    """
    found = (part for part in _parts(sheet, before, places) if any(lines for _, lines in part.groups))
    led: set[str] = set()
    return tuple(replace(part, groups=tuple(_pinned(part, pinned, led))) for part in found)


def _pinned(
    part: EvidencePart, pinned: Mapping[str, Thread], led: set[str]
) -> Iterator[tuple[str, tuple[EvidenceLine, ...]]]:
    """With what was said of each line; of a line that stands twice the first is led to, as `led` notes."""
    for title, lines in part.groups:
        told = []
        for line in lines:
            thread = pinned.get(line.at)
            first = thread is not None and thread.anchor not in led
            led |= {thread.anchor} if thread else set()
            told.append(replace(line, thread=thread, anchor=thread.anchor if thread and first else ""))
        yield title, tuple(told)


def _parts(sheet: Sheet, before: Sheet | None, places: Mapping[str, str]) -> Iterator[EvidencePart]:
    yield EvidencePart(FIRST, (("", tuple(_vitals(sheet, before))),))
    yield from _panels(sheet, before, places)
    notes = {called.partition(": ")[2]: path for path, called in places.items() if path.startswith("notes.")}
    for title, read in (("Choices", _facts), ("Carried", _carried), ("Story", _written)):
        lines = _texts(title, read(sheet), read(before) if before else None)
        yield EvidencePart(title, (("", tuple(replace(line, at=notes.get(line.label, line.at)) for line in lines)),))


def _vitals(sheet: Sheet, before: Sheet | None) -> Iterator[EvidenceLine]:
    """The numbers that head the sheet; those that headed it and do no more come last."""
    now, then = ({one.label: one.value for one in _heading(read)} if read else {} for read in (sheet, before))
    for label in (*now, *(label for label in then if label not in now)):
        was = None if before is None or then.get(label) == now.get(label) else then.get(label, "")
        yield EvidenceLine(f"vitals.{label}", label, now.get(label, ""), was)


def _heading(sheet: Sheet) -> Iterator[Vital]:
    return (one for one in game_of(sheet).vitals(sheet.live({})) if not one.counted)


def _panels(sheet: Sheet, before: Sheet | None, places: Mapping[str, str]) -> Iterator[EvidencePart]:
    """The panels as they stand; a number that left them since and is not what it was is told where it stood."""
    pairs = tuple(figure_pairs(before.figures, sheet.figures)) if before else ()
    was = {now.key: then for then, now in pairs if now}
    left = _left(sheet, before, {then.key: now for then, now in pairs if then}) if before else {}

    def told(then: Figure | None, now: Figure | None) -> EvidenceLine:
        """A number on either side, None where there is no such number."""
        figure = now or then
        assert figure
        own = f"scores.{figure.key}"
        at = own if own in places else f"figures.{figure.key}" if now else f"gone.{figure.key}"
        before, after = (one.value if one else "" for one in (then, now))
        return EvidenceLine(at, figure.label, after, None if before == after else before)

    for panel in game_of(sheet).panels(sheet):
        gone = left.pop((panel.key, panel.title), {})
        groups = []
        for group in panel.groups:
            # A figure that is at several places of a panel is read once.
            figures = [sheet.figures[key] for key in dict.fromkeys(group.figures)]
            lines = [told(was.get(figure.key) if before else figure, figure) for figure in figures]
            groups.append((group.title, (*lines, *(told(*pair) for pair in gone.pop(group.title, ())))))
        others = [(title, tuple(told(*pair) for pair in pairs)) for title, pairs in gone.items()]
        yield EvidencePart(panel.title, (*groups, *others))
    for (_, title), gone in left.items():
        yield EvidencePart(title, tuple((run, tuple(told(*pair) for pair in pairs)) for run, pairs in gone.items()))


def _left(
    sheet: Sheet, before: Sheet, now: Mapping[str, Figure | None]
) -> dict[tuple[str, str], dict[str, list[tuple[Figure, Figure | None]]]]:
    """By panel and group each number that stood there and stands on no panel, or folded away, with what it is now."""
    stands = {key for panel in game_of(sheet).panels(sheet) for group in panel.groups for key in group.figures}
    left: dict[tuple[str, str], dict[str, list[tuple[Figure, Figure | None]]]] = {}
    for panel in game_of(before).panels(before):
        for group in panel.groups:
            for key in dict.fromkeys(group.figures):
                then, figure = before.figures[key], now[key]
                if not figure or (figure.key not in stands and figure.value != then.value):
                    left.setdefault((panel.key, panel.title), {}).setdefault(group.title, []).append((then, figure))
    return left


def _facts(sheet: Sheet) -> Mapping[str, str]:
    return _together((fact.label, fact.value or fact.text) for fact in game_of(sheet).facts(sheet))


def _carried(sheet: Sheet) -> Mapping[str, str]:
    items = [item for _, items in game_of(sheet).lists(sheet) for item in items]
    return _together(
        (item.name, " · ".join(filter(None, (f"× {item.count}" if item.count != 1 else "", item.text))))
        for item in items
    )


def _written(sheet: Sheet) -> Mapping[str, str]:
    return _together((passage.title, passage.text) for passage in game_of(sheet).story.passages(sheet.build))


def _together(told: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Texts by what they are called; of several under one name each in a line of its own."""
    found: dict[str, list[str]] = {}
    for label, text in told:
        found.setdefault(label, []).append(text)
    return {label: "\n".join(texts) for label, texts in found.items()}


def _texts(title: str, now: Mapping[str, str], then: Mapping[str, str] | None) -> tuple[EvidenceLine, ...]:
    """Texts by what they are called; those that are gone come last, with nothing now."""
    was = now if then is None else then
    texts = {label: (text, None if was.get(label) == text else was.get(label, "")) for label, text in now.items()}
    texts |= {label: ("", text) for label, text in was.items() if label not in now}
    return tuple(EvidenceLine(f"texts.{title}.{label}", label, *text) for label, text in texts.items())
