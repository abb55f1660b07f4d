"""What a game master needs of somebody in a fight, on a card: declared by each game, from its sheet alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.kernel.basics import capitalise, shorten
from rules.kernel.basics.wording import in_words, sentences
from rules.kernel.pages.chances import NEVER, success_chance
from rules.kernel.pages.in_use import Switch
from rules.kernel.pages.vitals import Vital
from rules.kernel.rolls.checks import Check
from rules.kernel.sheet import Live

FIGURES, ROLLS = 5, 5
"""So many of either have room on a card, unless a game says that somebody does more."""
LONGEST_NOTE, LONGEST_MANNER = 80, 160
MOST_LISTED = 6


@dataclass(frozen=True, slots=True)
class FightRoll:
    """What somebody does in a fight: what it needs, how likely it succeeds, the answers that ask for it, and what else
    there is to know of it. Of what wounds and the like took away, `lost` says why, and it needs nothing."""

    label: str
    need: str
    chance: str
    asks: tuple[tuple[str, str], ...] = ()
    note: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class FightCard:
    """The figures that others need, what somebody does, and in a line how: with what in hand, in which armour.

    `state` says in a few words what the marks of the moment come to, "" where they come to nothing. `more` is what has
    no room in a line: each a label and its whole text.
    """

    figures: tuple[Vital, ...]
    rolls: tuple[FightRoll, ...]
    manner: str = ""
    state: str = ""
    more: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(
        cls,
        figures: Iterable[Vital],
        rolls: Iterable[FightRoll],
        manner: str = "",
        *,
        state: str = "",
        most: int = ROLLS,
        more: Iterable[tuple[str, str]] = (),
    ) -> "FightCard":
        return cls(tuple(figures)[:FIGURES], tuple(rolls)[:most], shorten(manner, LONGEST_MANNER), state, tuple(more))


def fight_roll(live: Live, check: Check, die: str = "") -> Iterator[FightRoll]:
    """A check as things stand, without the die that every check has; nothing of what could never be tried
    or never succeed."""
    if success_chance(check.dice) == NEVER:
        return
    now = live.check(check)
    if now.dice is None and check.dice is not None and not live.dead:
        yield FightRoll(now.label, "", "", lost=now.note)
    elif now.dice is not None:
        need = str(now.dice).partition(";")[0].removeprefix(f"{die}, ")
        note = "" if now.note.startswith(need) else shorten(now.note, LONGEST_NOTE)
        yield FightRoll(now.label, need, success_chance(now.dice), now.answers, note)


def facts_told(live: Live, *labels: str) -> str:
    """The facts of the moment whose labels begin so, in a line; "" for none."""
    found = (f"{fact.label} {fact.value}".strip() for fact in live.facts if fact.label.startswith(labels))
    return " · ".join(found)


def in_hand(switches: Iterable[Switch]) -> str:
    """What somebody has in hand and wears, in a sentence; "" for nothing."""
    return listing(switch.label for switch in switches if switch.on)


def first_sentences(text: str, most: int = LONGEST_MANNER) -> str:
    """As many whole sentences of a text as have room; a longer first one is cut."""
    first, *rest = sentences(text)
    for sentence in rest:
        if len(first) + 1 + len(sentence) > most:
            break
        first = f"{first} {sentence}"
    return shorten(first, most)


def listing(names: Iterable[str]) -> str:
    """A few names as a sentence; "" for none."""
    shown = [shorten(name) for name in names]
    return f"{capitalise(in_words(shown, MOST_LISTED))}." if shown else ""


def fight_rolls(live: Live, keys: Iterable[str], die: str = "") -> Iterator[FightRoll]:
    """These checks of the sheet, in this order; nothing of what the sheet has not."""
    known = {check.key: check for check in reversed(live.sheet.checks)}
    for key in dict.fromkeys(keys):
        if key in known:
            yield from fight_roll(live, known[key], die)
