"""What a character can roll."""

from dataclasses import dataclass

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Figure
from rules.kernel.rolls.dice import Dice

CAST = "cast"
"""The answer that names the spell of a casting; no field of any game has this name."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a roll takes: by how much it changes a tracker, the first of these keys that has anything to give.

    It hangs on an `outcome`, or on none. Where the tracker holds what was bought of it for a while, the change is all
    that the roll counts on, bought before or not. One that is not `owed` is told only where there is something to take.
    What is marked `behind` another tracker comes out right only after what the roll takes of that one.
    """

    trackers: tuple[str, ...]
    change: int
    outcome: str = ""
    owed: bool = True
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Something to roll: its dice, and the figure that says how many or how high and why.

    `others` are further figures that weigh on it, such as a difficulty that is a sum itself.

    `dice` is None when the book does not let this character try; `note` says why then, and holds any
    other remark. `answers` are those by which the game's `ask` asks for this very roll, as pairs of field and value:
    the sheet links to them, and what is listed has to be what they roll. `consequences` has what an outcome comes to,
    by its name, where that is a number. `costs` are what the book takes for it. Of a `total` the number that comes up
    is read, and nothing has to be reached. A list has no room for a long `note`: it says what is in `brief`. `instead`
    are the answers by which somebody asks who hasn't got what it is rolled with, where the book lets them try.
    """

    key: str
    label: str
    cite: Cite
    pool: Figure
    dice: Dice | None
    note: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    others: tuple[Figure, ...] = ()
    consequences: tuple[tuple[str, str], ...] = ()
    costs: tuple[Cost, ...] = ()
    total: bool = False
    brief: str | None = None
    instead: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> str:
        """What a list says beneath its name: the dice, and of the note what there is room for."""
        said = self.note if self.brief is None or self.dice is None else self.brief
        return " · ".join(filter(None, (str(self.dice or ""), said)))

    @property
    def casts(self) -> bool:
        """Whether it is the casting of a spell."""
        return self.key.startswith(f"{CAST}-")

    def consequence(self, outcome: str) -> str:
        """What follows from an outcome, "" where the book leaves that open."""
        return dict(self.consequences).get(outcome, "")
