"""Coverage: for each check, everybody's exact chance, and the exact chance that somebody at the table succeeds."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, islice, product
from typing import Any, NamedTuple
from uuid import uuid4

from rules.kernel import Check, Live, Sheet
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import ChoiceField, Wishes, ask, game_of

NOBODY, WEAK = "nobody", "weak"
USUAL_GAP = 50
MOST_ROLLS = 1_000
"""So many rolls are worked out for one page; a large table sees fewer checks at once."""
FEWEST = 10
"""So many checks are shown of the largest table."""
MOST_PAIRS = 100
"""So many pairs of answers are tried for what somebody searches for."""


class CoverageRoll(NamedTuple):
    """A check as a table speaks of it: its label, the answers by which anybody is asked for it, and its key; and the
    answers by which those are who haven't got it, where they may try."""

    label: str
    answers: tuple[tuple[str, str], ...]
    key: str = ""
    instead: tuple[tuple[str, str], ...] = ()


class Advice(NamedTuple):
    """Who should try something people speak of: what it is called, and everybody who may, the likeliest first."""

    labels: tuple[str, ...]
    chances: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True)
class Covered:
    """One check across the table: each chance by whose it is, None for who may not try."""

    roll: CoverageRoll
    chances: Mapping[int, Fraction | None]

    @property
    def anyone(self) -> Fraction:
        """The chance that at least one succeeds, if everybody who may tries once."""
        return someone(self.chances.values())

    @property
    def best(self) -> tuple[int, ...]:
        """Who has the best chance; more than one where they tie, nobody where none has any."""
        top = max((chance for chance in self.chances.values() if chance), default=None)
        return tuple(pk for pk, chance in self.chances.items() if top and chance == top)

    def gap(self, least: Fraction) -> str:
        """NOBODY if no one can, WEAK if hardly anyone can, "" where it is covered."""
        return NOBODY if not self.anyone else (WEAK if self.anyone < least else "")


def someone(chances: Iterable[Fraction | None]) -> Fraction:
    """The chance of at least one success among independent tries."""
    missed = Fraction(1)
    for chance in chances:
        missed *= 1 - (chance or 0)
    return 1 - missed


_LISTED: BoundedCache[str, str] = BoundedCache(16 * MIB)
"""What sheets list, as `PartyMember.listed` reads it, by the mark of whose they are."""
_CHANCES: BoundedCache[tuple[str, CoverageRoll], tuple[Fraction | None]] = BoundedCache(16 * MIB)
"""Chances by the mark of whose they are."""


class Seen(NamedTuple):
    """A character as it is read: its sheet, its marks of play, and the mark of all that its chances depend on."""

    mark: str
    sheet: Sheet
    play: Mapping[str, Any]


class PartyMember:
    """One character's chances by these marks of play, each worked out when first asked for.

    What was worked out is remembered under a mark, which is another as soon as anything moves that it depends on. The
    sheet, a hundred times as large, is read where something is not remembered: `read` has it, or None for somebody who
    is gone.
    """

    def __init__(self, mark: str, read: Callable[[], Seen | None]) -> None:
        self.mark, self._read = mark, read
        self.known = _LISTED.peek(mark) is not None

    @classmethod
    def of(cls, sheet: Sheet, play: Mapping[str, Any] | None = None) -> "PartyMember":
        """Somebody whose sheet is there, remembered by nobody else."""
        mark = uuid4().hex
        return cls(mark, lambda: Seen(mark, sheet, play or {}))

    @cached_property
    def _seen(self) -> Seen | None:
        found = self._read()
        if found and found.mark != self.mark:
            # Moved since the page began: what was remembered is of somebody else, as it were.
            self.mark = found.mark
            for name in ("listed", "further"):
                self.__dict__.pop(name, None)
        return found

    @cached_property
    def _live(self) -> Live:
        assert self._seen
        return self._seen.sheet.live(self._seen.play)

    @cached_property
    def listed(self) -> dict[str, CoverageRoll]:
        """Each roll of the sheet, by label; of several with one label the best."""
        return self._remembered("", self._best_by_label)

    @cached_property
    def further(self) -> dict[str, CoverageRoll]:
        """What else of the sheet can be rolled, by label; of several with one label the first."""
        return self._remembered(" further", self._further_by_label)

    def _remembered(self, what: str, find: Callable[[Sheet], Mapping[str, Check]]) -> dict[str, CoverageRoll]:
        text = _LISTED.peek(self.mark + what)
        if text is None:
            checks = find(self._seen.sheet) if self._seen else {}
            text = json.dumps([(label, one.key, one.answers, one.instead) for label, one in checks.items()])
            if self._seen:
                _LISTED.keep(self.mark + what, text)
        told = ((label, key, *(tuple(map(tuple, one)) for one in asked)) for label, key, *asked in json.loads(text))
        return {label: CoverageRoll(label, answers, key, instead) for label, key, answers, instead in told}

    def _best_by_label(self, sheet: Sheet) -> dict[str, Check]:
        found: dict[str, list[Check]] = {}
        for check in sheet.checks:
            if not check.total:
                found.setdefault(check.label, []).append(check)
        return {label: self._best(checks) for label, checks in found.items()}

    def _further_by_label(self, sheet: Sheet) -> dict[str, Check]:
        found: dict[str, Check] = {}
        for _, check in game_of(sheet).further(sheet):
            if not check.total:
                found.setdefault(check.label, check)
        return found

    def _best(self, checks: Sequence[Check]) -> Check:
        return checks[0] if len(checks) == 1 else max(checks, key=lambda check: _success(self._live.check(check)) or 0)

    def chances(self, rolls: Sequence[CoverageRoll]) -> list[Fraction | None]:
        """The chance at each check, listed or not; None where this character may not try or has not got it."""
        return [self._chance(roll) for roll in rolls]

    def let_go(self) -> None:
        """Hold the sheet no longer: those of a large table together are more than a page may take. What else it rolls
        is remembered first, so that who searches next reads no sheet for it again."""
        if self.__dict__.get("_seen"):
            self._remembered(" further", self._further_by_label)
        for name in ("_seen", "_live"):
            self.__dict__.pop(name, None)

    def _chance(self, roll: CoverageRoll) -> Fraction | None:
        known = _CHANCES.peek((self.mark, roll))
        if known is None:
            known = (self._worked_out(roll),)
            if self._seen:
                _CHANCES.keep((self.mark, roll), known)
        return known[0]

    def _worked_out(self, roll: CoverageRoll) -> Fraction | None:
        if self._seen is None:
            return None
        sheet = self._seen.sheet
        if roll.label in self.listed:
            answers = self.listed[roll.label].answers
            own = (check for check in sheet.checks if check.label == roll.label and check.answers == answers)
            return _success(self._live.check(next(own)))
        check = ask(self._live, dict(roll.answers)).check
        if check.label == roll.label:
            return _success(check)
        return _success(ask(self._live, dict(roll.instead)).check) if roll.instead else None

    def offered(self, words: Sequence[str]) -> Iterator[CoverageRoll]:
        """Further checks that the game's own question offers under these words: for one answer that has them all, or
        for two that have them between them."""
        if self._seen is None:
            return
        sheet = self._seen.sheet
        usual = game_of(sheet).ask(sheet, {})
        fields = [field for field in usual.fields if isinstance(field, ChoiceField)]
        for answers in chain(_single(fields, words), islice(_paired(fields, words), MOST_PAIRS)):
            check = game_of(sheet).ask(sheet, dict(answers)).check
            if check.label != usual.check.label and (len(answers) == 1 or _has(check.label, words)):
                yield CoverageRoll(check.label, check.answers or answers)

    def printed(self) -> Iterator[tuple[str, CoverageRoll]]:
        """The figures of its fight card that are rolled, by what the card calls them, unhurt."""
        if self._seen is None:
            return
        sheet = self._seen.sheet
        for figure in game_of(sheet).fight(sheet.live({})).figures:
            if figure.asks:
                check = ask(sheet.live({}), dict(figure.asks)).check
                yield figure.label, CoverageRoll(check.label, check.answers or figure.asks)


def _single(fields: Iterable[ChoiceField], words: Sequence[str]) -> Iterator[tuple[tuple[str, str], ...]]:
    for field in fields:
        yield from (((field.path, option.key),) for option in field.options if _has(option.label, words))


def _paired(fields: Iterable[ChoiceField], words: Sequence[str]) -> Iterator[tuple[tuple[str, str], ...]]:
    """Two answers, of which neither has all the words: as a check is written that takes both, say "Fitness (Brawl)"."""
    bare = [word for word in (word.strip("()[],.:;") for word in words) if word]
    some = [
        [(field.path, option, held) for option in field.options if (held := _held(option.label, bare))]
        for field in fields
    ]
    for one, other in combinations(some, 2):
        for (path, option, held), (its_path, its_option, its_held) in product(one, other):
            if held | its_held == set(bare) and set(bare) not in (held, its_held):
                yield (path, option.key), (its_path, its_option.key)


def _held(label: str, words: Iterable[str]) -> set[str]:
    return {word for word in words if word in label.casefold()}


def cover(people: Mapping[int, PartyMember], asked: str = "") -> tuple[list[Covered], bool]:
    """Every check of one game's characters across all of them, and whether some had to be left out.

    With words, those checks alone whose label has them all, and those that the game's own question offers under them.
    """
    words = asked.casefold().split()
    most = max(FEWEST, MOST_ROLLS // max(1, len(people)))
    found = list(islice(_found(list(people.values()), words), most + 1))
    chances = {}
    for pk, person in people.items():
        chances[pk] = person.chances(found[:most])
        person.let_go()
    made = [Covered(roll, {pk: own[n] for pk, own in chances.items()}) for n, roll in enumerate(found[:most])]
    return made, len(found) > most


def who_should_try(wishes: Wishes | None, checks: Sequence[Covered]) -> list[Advice]:
    """For what a player of this game may wish to be good at, whom of the party to send; first what it lacks most.

    What comes down to one check stands together; what nobody lists is left out.
    """
    known = {one.roll.key: one for one in checks if one.roll.key}
    labels: dict[str, list[str]] = {}
    for wish in wishes.good_at if wishes else ():
        wants = [wish.wants, *(way.wants for way in wish.ways)]
        keys = {key for some in wants for key in ("-".join(some), *some) if key in known}
        if keys:
            best = max(sorted(keys), key=lambda key: max(known[key].chances.values(), key=lambda one: one or 0) or 0)
            labels.setdefault(best, []).append(wish.label)
    told = (Advice(tuple(said), _likeliest(known[key])) for key, said in labels.items())
    return sorted(told, key=lambda one: one.chances[0][1] if one.chances else Fraction(0))


def _likeliest(one: Covered) -> tuple[tuple[int, Fraction], ...]:
    may = ((pk, chance) for pk, chance in one.chances.items() if chance)
    return tuple(sorted(may, key=lambda chance: -chance[1]))


def _found(people: Sequence[PartyMember], words: Sequence[str]) -> Iterator[CoverageRoll]:
    """What is covered, one after the other, so that whoever has enough asks for no more."""
    labels: set[str] = set()
    for person in people:
        for label in person.listed:
            if label not in labels and _has(label, words):
                labels.add(label)
                yield person.listed[label]
        if words:
            person.let_go()
    if not words:
        return
    for person in people:
        for label, roll in person.further.items():
            if label not in labels and _has(label, words):
                labels.add(label)
                yield roll
        person.let_go()
    rolls: set[CoverageRoll] = set()
    for roll in (roll for person in people[:1] for roll in person.offered(words)):
        if roll.label not in labels and roll not in rolls:
            rolls.add(roll)
            yield roll
    if not labels and not rolls:
        printed = (one for person in people[:1] for one in person.printed())
        yield from dict.fromkeys(roll for label, roll in printed if _has(label, words))


def _has(label: str, words: Sequence[str]) -> bool:
    return all(word in label.casefold() for word in words)


def _success(check: Check) -> Fraction | None:
    odds = check.dice.odds() if check.dice else None
    return odds.success if odds and odds.successes else None
