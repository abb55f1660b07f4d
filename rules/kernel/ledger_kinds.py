"""The kinds of entry that a game's ledger has: what they do to a budget, who may write them, what their form asks."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Origin, Term
from rules.kernel.basics.wording import shorten
from rules.kernel.deaths import remembered
from rules.kernel.documents.ledger import PLAYER, VOID, Actor, Ledger, LedgerEntry, same_name
from rules.kernel.findings import KEPT, Finding, Level
from rules.kernel.reading import Reading
from rules.kernel.sheet import Sheet


def nothing_refused(sheet: Sheet, entry: LedgerEntry) -> str:
    return ""


def dead_already(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why somebody who is dead doesn't die again."""
    kinds = sheet.game.ledger_kinds
    ways = (kind.label for kind in kinds.values() if kind.raises and kind.played(sheet.reading))
    back = "".join(f" Enter “{label}” first, or cancel" for label in ways) or " Cancel"
    return f"{since}{back} the death." if (since := _dead_since(sheet)) else ""


def _dead_since(sheet: Sheet) -> str:
    """Since when somebody is dead, as a sentence, "" for the living."""
    deaths = sheet.deaths
    return (f"Dead since {deaths[-1].day}." if deaths[-1].day else "Dead already.") if deaths else ""


def alive(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why someone whose death isn't entered doesn't come back, whatever their marks say."""
    died = sheet.game.ledger_kinds["died"].label
    return "" if sheet.deaths else f"No death is entered: enter “{died}” first."


def as_it_is(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    return entry


def no_subjects(sheet: Sheet) -> Iterable[tuple[str, str]]:
    return ()


def nothing_else(sheet: Sheet, entry: LedgerEntry) -> Mapping[str, Any]:
    return {}


def nothing_marked(sheet: Sheet, entry: LedgerEntry, play: Mapping[str, Any]) -> Mapping[str, int]:
    return {}


def by_subject(c: Reading, entry: LedgerEntry) -> str:
    return same_name(entry.subject)


def by_nothing(c: Reading, entry: LedgerEntry) -> str:
    """What an entry names that ends all there is."""
    return ""


def nothing_goes_on(last: Sequence[LedgerEntry], entry: LedgerEntry) -> bool:
    return False


def nothing_uncaused(c: Reading) -> Iterable[LedgerEntry]:
    return ()


def still_open(kind: str, *enders: str) -> Callable[[Sheet], Iterable[tuple[str, str]]]:
    """The subjects of what such entries have begun and none has ended, each once."""
    return lambda sheet: dict.fromkeys((one.subject, one.subject) for one in sheet.table.ledger.open(kind, *enders))


def open_already(open_now: Callable[[Ledger], Iterable[LedgerEntry]]) -> Callable[[Sheet, LedgerEntry], str]:
    """Why something that goes on, which is one of these, doesn't begin a second time."""

    def refuse(sheet: Sheet, entry: LedgerEntry) -> str:
        going_on = {same_name(one.subject) for one in open_now(sheet.table.ledger)}
        return "Already entered: it hasn’t ended yet." if same_name(entry.subject) in going_on else ""

    return refuse


@dataclass(frozen=True, eq=False)
class LedgerKind:
    """A kind of entry of one game.

    Its amount goes into `budget` with its `sign`: +1 more to spend, −1 spent; a fixed `amount` is not asked for. `asks`
    are what its form asks for besides a note, "amount" (called `counts` there) or "subject" (`about`), and `more` what
    else, by its label. `subjects` gives what it may be about, (value, label) each; without any a name is typed.
    `refuse` says why it can't be, as a sentence, "" where it can; `fill` adds before that what the rules know by
    themselves. `edits` are the changes of the build, by path, that go with it: what is sold leaves the list. `marks`
    says where trackers stand with it that stand like this, by their keys; they go back when it is cancelled. One that
    is not `offered` has a place of its own elsewhere; one with a `setting` is offered where that house rule is on.
    By one that `raises` somebody dead comes back.

    One `ends` what entries of these kinds have begun: the first that is about the same by `names`, or all where it
    names nothing; a fixed `amount` is so many points of it. One of them has to be there before it, unless it is not
    `caused` by them or `goes_on` with those of its kind that ended the last. What happens `once` begins anew only when
    it has ended. `uncaused` gives what else depends on an entry that isn't there.

    `told` is its sentence, without the stop at its end: words in braces are filled in, what stands in square brackets
    goes where a word of it is missing; the note follows, where it is none of them. `unit` is what its amount counts,
    "point", or with another plural "XP|XP"; of `more`, those in `numbers` are whole numbers, each with its unit, and
    `offers` gives what those can be that are chosen.
    """

    key: str
    label: str
    cite: Cite
    by: Actor
    budget: str = ""
    sign: int = 0
    line: str = ""
    summary: str = ""
    asks: tuple[str, ...] = ()
    about: str = "Of what"
    more: Mapping[str, str] = field(default_factory=dict)
    amount: int = 0
    counts: str = "How many"
    subjects: Callable[[Sheet], Iterable[tuple[str, str]]] = no_subjects
    fill: Callable[[Sheet, LedgerEntry], LedgerEntry] = as_it_is
    refuse: Callable[[Sheet, LedgerEntry], str] = nothing_refused
    edits: Callable[[Sheet, LedgerEntry], Mapping[str, Any]] = nothing_else
    marks: Callable[[Sheet, LedgerEntry, Mapping[str, Any]], Mapping[str, int]] = nothing_marked
    offered: bool = True
    setting: str = ""
    raises: bool = False
    ends: tuple[str, ...] = ()
    caused: bool = True
    once: bool = False
    names: Callable[[Reading, LedgerEntry], str] = by_subject
    goes_on: Callable[[Sequence[LedgerEntry], LedgerEntry], bool] = nothing_goes_on
    uncaused: Callable[[Reading], Iterable[LedgerEntry]] = nothing_uncaused
    told: str = ""
    unit: str = "point"
    numbers: Mapping[str, str] = field(default_factory=dict)
    offers: Mapping[str, Callable[[Sheet], Iterable[str]]] = field(default_factory=dict)

    def played(self, c: Reading) -> bool:
        """Whether the house rules have such entries."""
        return not self.setting or bool(c.setting(self.setting))

    @property
    def of_the_living(self) -> bool:
        """Whether nobody dead has such entries: only the game master still enters anything for them."""
        return self.by != "judge" and not self.raises and self.key != VOID

    def says(self, words: Mapping[str, str]) -> str:
        """The sentence with these words, without a stop; "" where one that it needs is missing."""
        parts = enumerate(_OPTIONAL.split(self.told))
        filled = [(place % 2, _filled(part, words)) for place, part in parts if part]
        return "" if (0, "") in filled else "".join(part for _, part in filled)


_OPTIONAL, _WORD = re.compile(r"\[([^]]*)\]"), re.compile(r"\{(\w+)\}")


def _filled(part: str, words: Mapping[str, str]) -> str:
    """A part of a sentence with its words, "" where one is missing."""
    complete = all(words.get(name) for name in _WORD.findall(part))
    return _WORD.sub(lambda found: words[found[1]], part) if complete else ""


def common_kinds(
    budget: str, cite: Cite, award: str, death: Cite | None = None, unit: str = "point"
) -> tuple[LedgerKind, ...]:
    """The kinds that every game has; `budget` is what growth is paid from, "" where our sources price none.

    `death` is where the book speaks of it, where it does, `unit` what an award counts.
    """
    return (
        LedgerKind(
            "award", "Award", cite, "judge", budget, +1, award, offered=False, told="Awarded {amount}", unit=unit,
        ),
        LedgerKind(
            "deduction", "Deduction", cite, "judge", budget, -1, "Deducted",
            "Takes points back that are not spent yet.", ("amount",), told="Deducted {amount}", unit=unit,
        ),
        LedgerKind("change", "Change allowed", cite, "judge", offered=False, told="Allowed: {change}"),
        LedgerKind(
            "died", "Death", death or cite, "judge", fill=_as_it_was, told="Died",
            refuse=dead_already, once=True, names=by_nothing,
            summary="Nothing is refunded, nothing more is bought; the sheet stays.",
        ),
        LedgerKind("reopened", "Creation reopened", cite, "judge", offered=False, told="Creation was reopened"),
        LedgerKind(VOID, "Cancelled", cite, "play", offered=False),
    )  # fmt: skip


def refused_to_the_dead(sheet: Sheet, kind: LedgerKind) -> str:
    """Why nothing of this kind is entered for somebody who is dead, "" where it is: nothing happens to them in play,
    and they neither buy nor sell.
    """
    since = _dead_since(sheet) if kind.of_the_living else ""
    what = "What happens in play" if kind.by == "play" else "What is bought, sold or made"
    return f"{since} {what} is entered for the living." if since else ""


def _as_it_was(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """A death remembers what there was: nobody buys anything after it."""
    return replace(entry, more={**entry.more, **remembered(sheet.reading, sheet.budgets)})


def received(c: Reading, budget: str) -> Iterable[Term]:
    """The lines of what entries have put into a budget, one for each kind."""
    return _lines(c, budget, +1)


def paid_out(c: Reading, budget: str) -> Iterable[Term]:
    """The lines of what entries have taken out of a budget, one for each kind."""
    return _lines(c, budget, -1)


def _lines(c: Reading, budget: str, sign: int) -> Iterable[Term]:
    if not c.table.ledger:
        return
    for kind in c.game.ledger_kinds.values():
        if kind.budget == budget and kind.sign == sign and (total := c.table.ledger.total(kind.key)):
            yield Term(total, kind.line or kind.label, kind.cite, Origin.GRANTED if sign > 0 else Origin.BOUGHT)


def gm_only(kind: LedgerKind | None) -> bool:
    """Whether no player writes entries of this kind, and so voids none."""
    return kind is not None and kind.by == "judge"


def settled_for_good(kind: LedgerKind | None, settled: bool) -> bool:
    """Whether an approval has settled what such an entry took off a list, or bought: only the GM voids it."""
    return settled and kind is not None and (kind.by == "change" or kind.edits is not nothing_else)


def beyond(ledger: Iterable[LedgerEntry], kinds: Mapping[str, LedgerKind]) -> Mapping[int, LedgerEntry | None]:
    """What a player wrote and only the GM may, by its id(): entries of such a kind, with None, and a `void`, with what
    it would void."""
    wrong: dict[int, LedgerEntry | None] = {}
    by_player = [entry for entry in ledger if entry.by == PLAYER]
    names = {entry.id: entry for entry in ledger if entry.id} if by_player else {}
    for entry in by_player:
        gone = names.get(entry.subject) if entry.kind == VOID else None
        if gm_only(kinds.get(entry.kind)):
            wrong[id(entry)] = None
        elif gone and _gms(kinds.get(gone.kind), gone.settled and not entry.settled):
            wrong[id(entry)] = gone
    return wrong


def _gms(kind: LedgerKind | None, settled: bool) -> bool:
    return gm_only(kind) or settled_for_good(kind, settled)


def permitted(ledger: Ledger, kinds: Mapping[str, LedgerKind]) -> Ledger:
    """The ledger without what a player wrote and only the GM may: it counts for nothing."""
    wrong = beyond(ledger, kinds)
    return Ledger(entry for entry in ledger if id(entry) not in wrong) if wrong else ledger


def ledger_findings(ledger: Ledger, kinds: Mapping[str, LedgerKind], cite: Cite) -> Iterator[Finding]:
    """Entries that nobody here understands, and those of a player that only the GM may write."""
    for kind in sorted({entry.kind for entry in ledger if entry.kind not in kinds}):
        yield Finding(
            "unknown-entry", Level.NOTE, f"This game has no ledger entry “{shorten(kind, 80)}”.", cite,
            hint=KEPT,
        )  # fmt: skip
    wrong = beyond(ledger, kinds)
    for kind in sorted({entry.kind for entry in ledger if wrong.get(id(entry), entry) is None}):
        yield Finding(
            "entry-without-gm", Level.NOTE, f"“{kinds[kind].label}” in the ledger was entered by a player; only "
            "a GM can enter it.", kinds[kind].cite, hint=KEPT,
        )  # fmt: skip
    for kind in sorted({gone.kind for gone in wrong.values() if gone}):
        yield Finding(
            "entry-without-gm", Level.NOTE, f"A player cancelled “{kinds[kind].label}” in the ledger; only a GM "
            "can.", kinds[kind].cite, hint="That is not used. Ask your GM to cancel the entry.",
        )  # fmt: skip
