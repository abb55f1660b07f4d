"""What failed magic does to a body, and how it goes away again (Unintended Consequences)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.kernel import Fact, PlayFacts, Reading, Rulebook, Sheet, amount
from rules.kernel.basics import capitalise, signed
from rules.kernel.rolls import standing
from rules.systems.rough_magic.afflicted import PAIN, answers_of, cursed_longer, endurance_by, shifts_of, under_spells
from rules.systems.rough_magic.entries import Consequence
from rules.systems.rough_magic.falls import disfigured, endurance_taken
from rules.systems.rough_magic.game import cite, rough_magic
from rules.systems.rough_magic.opposed_sums import LEVELS

STEP = 3
HIGHEST_TOTAL = 12
"""Of two dice."""
PERMANENT = 2
ROLLED = ("picks.consequence", "rolls.consequence", "rolls.morning")
"""Where the consequence of a failure is kept."""
POLYMORPH = "polymorph"
RESTED = "rest"
"""The mark that the half hour after a casting was had: what it gave back is taken off what is lost."""


def consequence(rulebook: Rulebook, level: int, total: int) -> Consequence | None:
    """The row that a throw of two dice comes to at a level from 1 to 4; None for what cannot be thrown (R-14)."""
    if not (1 <= level <= len(LEVELS) and 2 <= total <= HIGHEST_TOTAL):
        return None
    row = total + STEP * (level - 1)
    return next((found for found in rulebook.all(Consequence).values() if found.row == row), None)


def suffered(c: Reading) -> Consequence | None:
    """The consequence that has been rolled and still stands."""
    level, dice = c.pick("consequence"), c.build.rolls.get("consequence", ())
    if level not in LEVELS or not _thrown(dice):
        return None
    return consequence(c.rulebook, LEVELS.index(level) + 1, sum(dice))


def stays(c: Reading) -> bool:
    """Whether a morning's roll has made it permanent."""
    dice = c.build.rolls.get("morning", ())
    return _thrown(dice) and sum(dice) == PERMANENT


def _thrown(dice: tuple[int, ...]) -> bool:
    return len(dice) == 2 and all(1 <= die <= 6 for die in dice)


def polymorphed(c: Reading) -> bool:
    found = suffered(c)
    return found is not None and found.key == POLYMORPH


class Stand(NamedTuple):
    """How Endurance stands: its maximum unhurt, what magic has taken of that, what attacks have taken of the rest.

    `spelled` is what curses and blessings have made of the maximum.
    """

    most: int
    missing: int
    hurt: int
    spelled: int = 0

    @property
    def now(self) -> int:
        return max(0, self.most - self.missing - self.hurt)

    def marked(self, entered: int) -> int:
        """What of the missing is marked, where so much is entered in the ledger."""
        return self.missing - min(self.missing, entered)


def endurance(sheet: Sheet, play: Mapping[str, Any]) -> Stand:
    """How Endurance stands by these marks and by the ledger."""
    taken = sheet.reading.memo(endurance_taken)
    spelled = endurance_by(sheet.reading, shifts_of(sheet, play))
    most = max(0, sheet["endurance"] + taken + spelled)
    gone, hurt, pain = (standing(play, key) for key in ("maximum-lost", "endurance-lost", PAIN))
    return Stand(most, min(most, gone + taken), hurt + pain, spelled)


def now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """Maximum and present Endurance, and the clock of recovery."""
    stands, lasts = endurance(sheet, play), sheet.reading.memo(endurance_taken) > 0
    clock = _clock(stands.missing, standing(play, RESTED))
    spelled = under_spells(sheet, play)
    marked = stands.marked(sheet.reading.memo(endurance_taken))
    facts = (*_standing(stands, lasts=lasts), *clock, *spelled, *_shape(sheet.reading))
    ends = (("endurance-lost", marked - stands.spelled), ("maximum-lost", -stands.spelled), (PAIN, -stands.spelled))
    curses = ((key, -longer) for key, longer in cursed_longer(sheet, play))
    return PlayFacts(facts, answers_of(sheet, play), less=tuple((key, by) for key, by in (*ends, *curses) if by))


def _standing(stands: Stand, *, lasts: bool) -> Iterable[Fact]:
    where, left = cite("Unintended Consequences"), stands.most - stands.missing
    if stands.missing:
        yield Fact("Maximum Endurance", f"{left} of {stands.most}", "Recovers on its own.", where, lasts=lasts)
    if stands.hurt:
        more = f"{stands.hurt} are marked; magic has left {left} to lose." if stands.hurt > left else ""
        none = "" if stands.now else "Ask your GM what happens: the magic chapter doesn’t say."
        words = " ".join(filter(None, (more, none, "A healing spell that succeeds restores all of it.")))
        yield Fact("Endurance", f"{stands.now} of {left}", words, where)
    elif stands.spelled:
        where = cite("Endurance of a related game", "R-06")
        yield Fact("Endurance", f"{stands.now} of {left}", f"{signed(stands.spelled)} by spells.", where)


def _clock(missing: int, rested: int) -> Iterable[Fact]:
    """How long it takes to return (R-25)."""
    if not missing:
        return
    where = cite("Recovering From Magical Consequences")
    first = "" if rested else "1 point after half an hour without magic"
    days = missing - (not rested)
    more = f"1 for each of {amount(days, 'full day')} without" if days else ""
    words = ", then ".join(part for part in (first, more) if part)
    yield Fact("Full recovery", amount(missing, "point"), f"{capitalise(words)}.", where)


def _shape(c: Reading) -> Iterable[Fact]:
    ended = polymorphed(c)
    for name in disfigured(c):
        words = "The polymorph ends it. Enter “Healed” for it." if ended else "Healing or a polymorph ends it."
        where = "Unintended Consequences" if ended else "Recovering From Magical Consequences"
        yield Fact("Permanent", name, words, cite(where, "R-25"), lasts=True)
    found = suffered(c)
    if found is None:
        return
    if stays(c):
        words = f"{found.summary} A healing spell ends it: press it among the rests."
        yield Fact("Permanent", found.name, words, found.cite)
    else:
        words = (
            f"{found.summary} It goes after 24 hours without magic. If you keep casting, roll 2 dice each morning "
            "after the first day: a total of 2 makes it permanent (1 in 36). Rests end it."
        )
        yield Fact("Until you rest", found.name, words, cite("Recovering From Magical Consequences"))


rough_magic.now = now
