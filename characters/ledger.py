"""The ledger of a character as its page shows it: each entry with what took it back. Reading only; no HTTP in here."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.db.models import Q

from characters.history.cancelling import ask_gm, counted_voids, why_not_cancel
from characters.history.entry_sentences import EntryTeller
from characters.models import Character, LedgerEntry
from rules.kernel import LedgerEntry as Entry
from rules.kernel import LedgerKind, Sheet
from rules.kernel.documents.ledger import DIED, VOID, Ledger
from rules.kernel.ledger_kinds import no_subjects, permitted, refused_to_the_dead, settled_for_good
from rules.kernel.pages import Game

REOPENED = "reopened"
"""What an approval ends by itself."""


@dataclass(frozen=True)
class LedgerLine:
    """An entry as a sentence, the entry that cancelled it, if one did, and whether this person may cancel it."""

    row: LedgerEntry
    sentence: str
    void: LedgerEntry | None
    voidable: bool

    @property
    def returns(self) -> bool:
        """Whether something left the build with it that has not returned since it was cancelled."""
        return bool(self.row.version and self.row.left and self.void and not self.void.version)


def lines(
    character: Character, sheet: Sheet, user: int | None = None, judges: bool = False, plays: bool = False
) -> list[LedgerLine]:
    """Every entry that is no void, the newest first: one query."""
    teller = EntryTeller(character.game, sheet)
    rows = list(character.ledger_entries.select_related("by", "campaign").order_by("-pk"))
    voids = counted_voids(rows, character)
    return [
        LedgerLine(
            row,
            teller.tell(row.told),
            voids.get(row.ref),
            plays and not why_not_cancel(row, character, user, judges, again=row.ref in voids),
        )
        for row in rows
        if row.kind != VOID
    ]


def since_approval(character: Character, sheet: Sheet) -> list[tuple[str, str]]:
    """What was entered since the last approval, and what was cancelled that had counted then: day and sentence each."""
    own, teller = sheet.table.ledger, EntryTeller(character.game, sheet)
    counted = {entry.id: entry for entry in own if entry.settled and entry.id and entry.kind != REOPENED}
    fresh = {id(entry) for entry in own.fresh}
    told = []
    for entry in own:
        if id(entry) in fresh:
            told.append((entry.day, teller.tell(entry)))
        elif entry.kind == VOID and not entry.settled and (gone := counted.get(entry.subject)):
            told.append((entry.day, f"Cancelled: {teller.tell(gone)}"))
    return told


class Played(Protocol):
    """Somebody of a game, by whichever columns they were read."""

    @property
    def pk(self) -> Any: ...

    @property
    def game(self) -> Game: ...


def the_dead(characters: Iterable[Played]) -> frozenset[int]:
    """The keys of those who are dead, by their ledger or by their marks: as many queries for all as for one.

    Only those are read whose marks, or whose entries besides a death, may have killed them.
    """
    games = {character.pk: character.game for character in characters}
    return _died(games) | _killed(games)


def _died(games: Mapping[int, Game]) -> frozenset[int]:
    """Those who died and have not come back."""
    died = LedgerEntry.objects.filter(character__in=games, kind=DIED).values("character")
    found: dict[int, list[Entry]] = {}
    raising = (key for game in games.values() for key, kind in game.ledger_kinds.items() if kind.raises)
    for row in LedgerEntry.objects.filter(character__in=died, kind__in={DIED, VOID, *raising}).order_by("pk"):
        found.setdefault(row.character_id, []).append(row.told)
    kinds = {pk: games[pk].ledger_kinds for pk in found}
    return frozenset(pk for pk, told in found.items() if permitted(Ledger(told), kinds[pk]).deaths(kinds[pk]))


def _killed(games: Mapping[int, Game]) -> frozenset[int]:
    """Those who are dead by their sheets as they stand."""
    maybe = Q(pk__in=())
    for game in set(games.values()):
        of_game = Q(system=game.key)
        maybe |= of_game & Q(ledger_entries__kind__in=game.deadly_entries) if game.deadly_entries else Q(pk__in=())
        for key, least in game.deadly.items():
            maybe |= of_game & Q(**{f"play__{key}__gte": least})
    keys = list(Character.objects.filter(maybe, pk__in=games).order_by().values_list("pk", flat=True).distinct())
    found = Character.objects.with_table().filter(pk__in=keys) if keys else ()
    return frozenset(one.pk for one in found if one.read().live(one.marks).dead)


def whom_to_ask(character: Character, shown: Iterable[LedgerLine]) -> tuple[str, ...]:
    """Who cancels what this person may not, each once as a sentence: a character leaves a campaign with its ledger."""
    closed = (line.row for line in shown if not (line.void or line.voidable))
    return tuple(dict.fromkeys(_whom_to_ask(character, row) for row in closed))


def _whom_to_ask(character: Character, row: LedgerEntry) -> str:
    if (
        settled_for_good(character.game.ledger_kinds.get(row.kind), row.pk <= character.last_settled)
        and row.role != "gm"
    ):
        return f"Only a GM can cancel what was lost, sold or bought before the approval. {ask_gm(character)}"
    if row.role != "gm":
        return "Only a GM, or the player who entered it, can cancel what another player entered."
    if row.campaign and row.campaign_id != character.campaign_id:
        return f"Only a GM of {row.campaign} can cancel what was entered there. Add {character} to it, then ask."
    return f"Only a GM can cancel what a GM entered. {ask_gm(character)}"


class Detail(NamedTuple):
    """What a form asks for besides: what was typed, whether it is a number, and what may be chosen, if not all."""

    key: str
    label: str
    typed: str
    number: bool
    offered: tuple[str, ...]


@dataclass(frozen=True)
class Form:
    """What can be entered: the kind, what its form offers as a subject, and what was typed in it."""

    kind: LedgerKind
    subjects: tuple[tuple[str, str], ...]
    typed: Mapping[str, str]
    sheet: Sheet

    @property
    def more(self) -> list[Detail]:
        """What else it asks for."""
        kind = self.kind
        return [
            Detail(key, label, self.typed.get(key, ""), key in kind.numbers, self._offered(key))
            for key, label in kind.more.items()
        ]

    @property
    def first(self) -> str:
        """Its first field, where whoever was refused goes on."""
        return next((key for key in ("subject", "amount") if key in self.kind.asks), "note")

    def _offered(self, key: str) -> tuple[str, ...]:
        offered = self.kind.offers.get(key)
        return tuple(offered(self.sheet)) if offered else ()

    @property
    def open(self) -> bool:
        """Whether there is anything to enter: a kind that offers subjects needs one."""
        return bool(self.subjects) or "subject" not in self.kind.asks or self.kind.subjects is no_subjects


def forms(sheet: Sheet, deeds: Collection[str], typed: Mapping[str, str]) -> list[Form]:
    """A form for each kind of entry that somebody who may do these deeds may write just now."""
    every = (kind for kind in sheet.game.ledger_kinds.values() if kind.offered and kind.by in deeds)
    kinds = (kind for kind in every if kind.played(sheet.reading))
    own = typed.get("kind")
    made = (Form(kind, tuple(kind.subjects(sheet)), typed if own == kind.key else {}, sheet) for kind in kinds)
    return [form for form in made if form.open and not _in_vain(sheet, form)]


def _in_vain(sheet: Sheet, form: Form) -> bool:
    """Whether an entry is refused because somebody is dead already, or is alive; what was typed of it stays."""
    over = form.kind.key == DIED if sheet.deaths else form.kind.raises
    return (over and not form.typed) or bool(refused_to_the_dead(sheet, form.kind))
