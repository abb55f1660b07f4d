"""The fight of each game as it stands: who is in it in their order, which round it is, and whose turn."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from campaigns.models import Campaign, Fight, Turn
from campaigns.tables.turn_dice import Lives
from rules.kernel.pages import Game
from rules.systems import get


@dataclass(frozen=True)
class Fray:
    """The fight of one game as it stands: who is in it in their order, which round it is, and whose turn."""

    game: Game
    turns: list[Turn]
    round: int
    now: Turn
    left: list[Any]
    """Those who have left it, as `fight_records` keeps them."""

    @property
    def keys(self) -> set[int]:
        """Of their turns."""
        return {turn.pk for turn in self.turns}

    def before(self, out: Collection[int]) -> list[Turn]:
        """Whose turns came earlier in this round, the latest first; those whose keys are `out` act no more."""
        return [turn for turn in reversed(self.turns[: self.turns.index(self.now)]) if turn.pk not in out]

    def after(self, out: Collection[int]) -> list[Turn]:
        """Whose turns still come in this round."""
        return [turn for turn in self.turns[self.turns.index(self.now) + 1 :] if turn.pk not in out]


def frays(campaign: Campaign, turns: Iterable[Turn], lives: Lives | None = None) -> list[Fray]:
    """An order game by game, for no two have one. Two queries, and one more where whoever acts is gone."""
    found: dict[str, list[Turn]] = {}
    for turn in turns:
        found.setdefault(turn.system, []).append(turn)
    if not found:
        return []
    held = {one.system: one for one in campaign.fights.select_related("turn")}
    shown = [turn.pk for its in found.values() for turn in its]
    gone = list(campaign.turns.exclude(pk__in=shown).select_related("character", "beast"))
    standing = lives or Lives(campaign)
    return [
        _fray(standing, its, [turn for turn in gone if turn.system == system], held.get(system))
        for system, its in found.items()
    ]


def _fray(lives: Lives, turns: list[Turn], gone: list[Turn], fight: Fight | None) -> Fray:
    """Where whoever acts is `gone`, whoever comes next and can act does."""
    acts = (fight and fight.turn) or min([*turns, *gone], key=_place)
    if acts not in turns:
        later = [turn for turn in turns if _place(turn) > _place(acts)]
        acts = able(lives, [*later, *reversed(turns[: len(turns) - len(later)])])
    now = next(turn for turn in turns if turn == acts)
    return Fray(get(now.system), turns, fight.round if fight else 1, now, fight.left if fight else [])


def _place(turn: Turn) -> tuple[bool, bool, int, int]:
    return turn.last, turn.score is None, -(turn.score or 0), turn.pk


def able(lives: Lives, rest: Sequence[Turn]) -> Turn:
    """The first of these who can act, or the first where nobody can."""
    out = lives.out(rest)
    return next((turn for turn in rest if turn.pk not in out), rest[0])


def stamp(there: Iterable[Fray]) -> str:
    """How a fight stands, in a word that is another as soon as anything of its order is."""
    told = [
        (
            one.game.key,
            one.round,
            one.now.pk,
            [(turn.pk, turn.score, turn.last, turn.at.isoformat()) for turn in one.turns],
        )
        for one in there
    ]
    return sha256(repr(told).encode()).hexdigest()[:16]
