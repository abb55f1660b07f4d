"""Wishes granted: of a few characters at random that begin as wished, the one that comes nearest."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random
from typing import Any

from rules.kernel.allowed_findings import barred_uses
from rules.kernel.books.rulebook import Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.documents.changes import apply, value_at
from rules.kernel.documents.table import RulesContext
from rules.kernel.pages.game import Game, game_of
from rules.kernel.pages.wishes import Wish
from rules.kernel.purchases import bought, purchases_of, taken
from rules.kernel.sheet import Sheet

Document = dict[str, Any]
Try = tuple[Document, Sheet]
NO_TABLE = RulesContext()
TRIES = 12
"""Characters that are made for one that is shown."""
FEW = 3
"""With so many of them wrong or unfinished, no more are made: a campaign may leave no way to a wish."""
MOVES = 40
"""Points that are then tried elsewhere."""
WANTED = 3
"""A point that is wished for is worth so many that are only good to have."""


@dataclass(frozen=True, slots=True)
class Granted:
    """A legal and complete character, and the wishes it was made by, settled: all, unless they can't go together."""

    document: Document
    sheet: Sheet
    wishes: tuple[Wish, ...]


def grant(game: Game, wishes: Sequence[Wish], seed: int, rulebook: Rulebook, table: RulesContext = NO_TABLE) -> Granted:
    """The character of these wishes: the same seed gives the same one.

    What the table bars is no part of it: of several ways to grant a wish only those it allows are taken. What it leaves
    no way for at all is not to be wished for: `grantable` tells.
    Dice fall once, and every try has to make do with them: choosing among throws would be cheating.
    """
    suited = (wish.suiting(wishes) for wish in wishes)
    kept = tuple(_allowed(game, wish, rulebook, table).settled(seed) for wish in suited)
    who = _who(game, kept, seed, rulebook, table)
    made = _whole(game, kept, seed, rulebook, table, who) if who else []
    while not made and not (made := _whole(game, kept, seed, rulebook, table)) and kept:
        kept = kept[:-1]
    made = made or [next(_tries(game, (), seed, rulebook, table))]
    nearest = max(made, key=lambda one: _worth(one[1], kept))
    return Granted(*_moved(nearest, kept, Random(f"{seed} moves")), kept)


def _who(game: Game, wishes: Sequence[Wish], seed: int, rulebook: Rulebook, table: RulesContext) -> Wish | None:
    """What somebody is by the wish for what to play alone, as a wish of its own; None where no other is made."""
    known = game.wishes
    concepts = [wish for wish in wishes if known and known.concept(wish.key)]
    if known is None or not known.who or len(concepts) == len(wishes):
        return None
    made = _whole(game, concepts, seed, rulebook, table)
    document = max(made, key=lambda one: _worth(one[1], concepts))[0] if made else {}
    return Wish("who", "", "", {path: value for path in known.who if (value := value_at(document, path))})


def _whole(
    game: Game, wishes: Sequence[Wish], seed: int, rulebook: Rulebook, table: RulesContext, who: Wish | None = None
) -> list[Try]:
    """Those of the tries that have nothing wrong and nothing left to do: where there are any, without even a note."""
    tries = _tries(game, wishes, seed, rulebook, table, who)
    whole = list(filter(_is_whole, islice(tries, FEW)))
    if not whole:
        return []
    whole.extend(filter(_is_whole, tries))
    return [one for one in whole if not one[1].findings] or whole


def _is_whole(one: Try) -> bool:
    return one[1].legal and not one[1].unfinished


def grantable(game: Game, wishes: Iterable[Wish], rulebook: Rulebook, table: RulesContext) -> tuple[Wish, ...]:
    """Those of the wishes that can be granted without anything the table bars."""
    return tuple(wish for wish in wishes if any(_open_ways(game, wish, rulebook, table)))


def _allowed(game: Game, wish: Wish, rulebook: Rulebook, table: RulesContext) -> Wish:
    """The wish with the ways that name nothing the table bars, or with all of them where each does."""
    if not wish.ways:
        return wish
    is_open = _open_ways(game, wish, rulebook, table)
    return replace(wish, ways=[way for way, free in zip(wish.ways, is_open, strict=True) if free] or wish.ways)


def _open_ways(game: Game, wish: Wish, rulebook: Rulebook, table: RulesContext) -> list[bool]:
    """Of each way to grant a wish, or of the one it has, whether it names nothing that the table bars."""
    starts = [{**wish.start, **way.start} for way in wish.ways] or [dict(wish.start)]
    builds = (Build.parse(beginning([replace(wish, start=start, ways=())])) for start in starts)
    return [not any(barred_uses(build, rulebook, game.allowed, table.settings)) for build in builds]


def nearness(sheet: Sheet, wishes: Sequence[Wish]) -> int:
    """The sum of the figures that are wanted, each as often as it is."""
    return sum(sheet[key] for wish in wishes for key in wish.wants if key in sheet.figures)


def _worth(sheet: Sheet, wishes: Sequence[Wish]) -> int:
    """How good a character it is for these wishes: first what is wanted, then what is good for anybody."""
    known = game_of(sheet).wishes
    always = sum(sheet[key] for key in known.always if key in sheet.figures) if known else 0
    return WANTED * nearness(sheet, wishes) + always


def beginning(wishes: Sequence[Wish]) -> Document:
    """The document in which the choices of these wishes are made; where two differ, the later wish is as it says."""
    made: Document = {}
    for wish in wishes:
        for path, value in wish.start.items():
            made = _joined(made, path, value)
    return made


def _joined(made: Document, path: str, value: Any) -> Document:
    held = value_at(made, path)
    if isinstance(value, int) and isinstance(held, int):
        return apply(made, path, max(value, held))
    if not isinstance(value, list):
        return apply(made, path, value)
    fresh = [one for one in value if one not in (held or ())]
    if not path.startswith("entries."):
        return apply(made, path, [*(held or ()), *fresh])
    for place, entry in enumerate(fresh, len(held or ())):
        made = apply(made, f"{path}.{place}", entry)
    return made


def _tries(
    game: Game, wishes: Sequence[Wish], seed: int, rulebook: Rulebook, table: RulesContext, who: Wish | None = None
) -> Iterator[Try]:
    """Characters at random that begin as wished, each of them `who` they would be anyway; made when asked for."""
    start = beginning(wishes)
    first = game.fill(start, Random(seed), rulebook, table)
    dice = {"rolls": first["rolls"]} if "rolls" in first else {}
    begun = {**(beginning((who, *wishes)) if who else start), **dice}
    others = (game.fill(begun, Random(f"{seed} {n}"), rulebook, table) for n in range(1, TRIES))
    for made in others if who else chain([first], others):
        yield made, game.read(Build.parse(made), rulebook, table)


def _moved(made: Try, wishes: Sequence[Wish], rng: Random) -> Try:
    """The same with points moved to where they are wanted, one at a time, as far as the rules allow and it pays.

    A point comes from what the same budget paid for, as far as no wish begins with it.
    """
    wanted = {*(key for wish in wishes for key in wish.wants), *(path for wish in wishes for path in wish.start)}
    begun = {path: value for wish in wishes for path, value in wish.start.items() if isinstance(value, int)}
    for _ in range(MOVES if wanted else 0):
        c = made[1].reading
        up = [one for one in purchases_of(c) if one.key in wanted or one.path in wanted]
        if not up:
            break
        more = rng.choice(up)
        least = {one: max(one.rule.start, begun.get(one.path, 0)) for one, _ in c.memo(taken)}
        down = [one for one, have in c.memo(taken) if have > least[one] and one.rule.budget == more.rule.budget]
        less = rng.choice([None, *(one for one in down if one != more)])
        other = apply(made[0], more.path, bought(c, more) + 1)
        if less:
            other = apply(other, less.path, rng.choice((bought(c, less) - 1, least[less])) or None)
        sheet = made[1].game.read(Build.parse(other), c.rulebook, c.table)
        as_sound = sheet.legal and not sheet.unfinished and len(sheet.findings) <= len(made[1].findings)
        if as_sound and _worth(sheet, wishes) > _worth(made[1], wishes):
            made = other, sheet
    return made
