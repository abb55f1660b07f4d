"""Three wishes as a page shows them: what was wished for, and the character it gives. Reading only; no HTTP in here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from urllib.parse import urlencode
from uuid import NAMESPACE_URL, uuid5

from characters.faces import bust_by
from rules.kernel import Check, Entry, Live, Rulebook, RulesContext, Sheet
from rules.kernel.pages import GOOD_AT, Game, Granted, Vital, Wish, Wishes, ask, grant, success_chance

SEEDS = 10**9
"""So many characters there are for the same wishes."""
NO_TABLE = RulesContext()
VITALS = 4
"""So many numbers introduce a character."""


@dataclass(frozen=True)
class Asked:
    """Wishes with the seed of everything else; `named` counts the names that were passed over.

    Of what it is good at, what was wished first comes first; what had to make room for it is in `dropped`. `campaign`
    is the number of the one that it is for, 0 for none.
    """

    concept: Wish | None
    good_at: tuple[Wish, ...]
    twist: Wish | None
    seed: int
    named: int
    dropped: tuple[Wish, ...] = ()
    campaign: int = 0

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """In an order that has nothing to do with which was ticked first."""
        good_at = sorted(self.good_at, key=lambda wish: wish.key)
        return tuple(filter(None, (self.concept, *good_at, self.twist)))

    @property
    def fields(self) -> list[tuple[str, str | int]]:
        """What a form sends for them, as pairs of name and value."""
        chosen = (("concept", self.concept), *(("good", wish) for wish in self.good_at), ("twist", self.twist))
        named = [(name, wish.key) for name, wish in chosen if wish]
        seated = [("campaign", self.campaign)] if self.campaign else []
        return [*named, ("seed", self.seed), ("named", self.named), *seated]

    @property
    def query(self) -> str:
        return urlencode(self.fields)

    @property
    def deed(self) -> str:
        """A name for making just this character, so that it is made once."""
        return uuid5(NAMESPACE_URL, urlencode(sorted((name, str(value)) for name, value in self.fields))).hex


@dataclass(frozen=True)
class Line:
    """Something a wish brought: what it is called, its number and chance, what it is about, and whose wish it was."""

    name: str
    value: int | None
    percent: str
    about: str
    wished: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """The character of some wishes, as the page introduces it."""

    name: str
    game: Game
    granted: Granted
    vitals: tuple[Vital, ...]
    lines: tuple[Line, ...]
    bust: str
    refused: tuple[Wish, ...]
    """The wishes that can't go together with the others."""

    @property
    def epithet(self) -> str:
        return " · ".join(self.game.one_liner(self.granted.sheet))


def shown(game: Game, wishes: Wishes, asked: Asked, rulebook: Rulebook, table: RulesContext = NO_TABLE) -> Shown:
    """The character of these wishes; the same every time."""
    granted = grant(game, asked.wishes, asked.seed, rulebook, table)
    names = Random(asked.seed).sample(wishes.called, len(wishes.called))
    name = names[asked.named % len(names)]
    sheet = granted.sheet
    live = sheet.live({})
    vitals = game.vitals(live)[:VITALS]
    lines, refused = tuple(_lines(live, granted.wishes)), asked.wishes[len(granted.wishes) :]
    bust = bust_by(game, asked.seed, wishes.bust(name))
    return Shown(name, game, granted, vitals, lines, bust, refused)


@cache
def example(game: Game) -> tuple[Shown, Asked]:
    """A character of a game's first wishes, by whom the game can be introduced; and what was asked for."""
    known = game.wishes
    assert known
    asked = Asked(known.concepts[0], tuple(known.good_at[:GOOD_AT]), known.twists[0], 1, 0)
    return shown(game, known, asked, game.rulebook), asked


@cache
def example_roll(game: Game) -> Check | None:
    """The first roll among the numbers of that character; None where none of them is rolled."""
    made, _ = example(game)
    asks = next((vital.asks for vital in made.vitals if vital.asks), None)
    return ask(made.granted.sheet.live({}), dict(asks)).check if asks else None


def _lines(live: Live, wishes: Sequence[Wish]) -> Iterator[Line]:
    """What the wishes chose, then the rolls and figures they wanted, the rest in the words of the wish. What is rolled
    stands as it does at play, and no thing stands beside the roll that names it."""
    numbers = list(_numbers(live, wishes))
    told = " ".join(line.name for line in numbers).casefold()
    for wish in wishes:
        chosen = [Line(one.name, None, "", one.summary, (wish.label,)) for one in _chosen(live.sheet, wish)]
        chosen += [line for line in _listed(live.sheet, wish) if line.name.casefold() not in told]
        yield from chosen
        if not chosen and not wish.wants:
            yield Line(wish.label, None, "", wish.summary, ())
    yield from numbers


def _numbers(live: Live, wishes: Sequence[Wish]) -> Iterator[Line]:
    """The rolls in which the wishes show, and the figures they wanted."""
    sheet = live.sheet
    rolls: dict[Check, list[str]] = {}
    for wish in wishes:
        if wish.roll:
            rolls.setdefault(_rolled(live, wish), []).append(wish.label)
    yield from (_of(check, labels) for check, labels in rolls.items())
    checks = {check.key: check for check in live.checks}
    plain = [wish for wish in wishes if not wish.roll]
    wanted: dict[str, list[str]] = {}
    for label, key in ((one.label, key) for one in plain for key in one.wants if key in sheet.figures):
        with_it = (own for own in checks if own == key or own.startswith(in_hand(key)))
        labels = wanted.setdefault(next(with_it, key), [])
        if label not in labels:
            labels.append(label)
    for key, labels in wanted.items():
        if key in checks:
            yield _of(checks[key], labels)
        else:
            figure = live.figure(key)
            yield Line(figure.label, figure.value, "", "", tuple(labels))


def _chosen(sheet: Sheet, wish: Wish) -> list[Entry]:
    """The entries this wish chose: of a list, those it put there."""
    picks = ((path.removeprefix("picks."), value) for path, value in wish.start.items() if path.startswith("picks."))
    return [
        entry
        for key, value in picks
        for entry in sheet.chosen.get(key, ())
        if not isinstance(value, list) or entry.key in value
    ]


def _listed(sheet: Sheet, wish: Wish) -> Iterator[Line]:
    """What this wish put on lists: the entry of the book that was chosen there, or what it is called."""
    lists = (value for path, value in wish.start.items() if path.startswith("entries."))
    for listed in (one for entries in lists for one in entries):
        picks = listed.get("picks", {}).items()
        found = [sheet.rulebook.entries.get(kind, {}).get(key) for kind, key in picks if isinstance(key, str)]
        for entry in filter(None, found[:1]):
            yield Line(entry.name, None, "", entry.summary, (wish.label,))
        if name := listed.get("name"):
            yield Line(name, None, "", "", (wish.label,))


def in_hand(key: str) -> tuple[str, ...]:
    """How the keys of rolls begin that are this one with a weapon."""
    return f"{key}-armed", f"{key}-with-"


def _of(check: Check, wished: Sequence[str]) -> Line:
    chance = success_chance(check.dice)
    return Line(check.label, check.pool.value, chance, "", tuple(wished))


def _rolled(live: Live, wish: Wish) -> Check:
    """The roll of a wish: that of the sheet, where it opens with one."""
    own = (check for check in live.checks if wish.roll.items() <= dict(check.answers).items())
    return next(own, None) or ask(live, wish.roll).check
