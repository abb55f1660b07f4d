"""Feats that help a roll, where somebody says before it that they apply (chapter 4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from rules.kernel import Cost, Sheet, Term
from rules.kernel.basics import signed
from rules.kernel.basics.wording import counted
from rules.kernel.pages import ChoiceField, tick
from rules.systems.hprpg.entries import Feature, Trait
from rules.systems.hprpg.performing import USED_UP, has_button, used_today

FEAT = "feat-"


class Help(NamedTuple):
    """The feats that may apply to a roll, as ticks of its form, and those that do."""

    ticks: tuple[ChoiceField, ...] = ()
    feats: tuple[Feature, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """The dice of each that adds or takes any."""
        return tuple(Term(feat.dice, feat.name, feat.cite) for feat in self.feats if feat.dice)

    @property
    def dice(self) -> int:
        return sum(feat.dice for feat in self.feats)

    @property
    def dv(self) -> int:
        return sum(feat.dv for feat in self.feats)

    @property
    def successes(self) -> int:
        return sum(max(0, feat.successes) for feat in self.feats)

    @property
    def twice(self) -> bool:
        """Whether the better of two rolls counts."""
        return any(feat.twice for feat in self.feats)

    @property
    def in_place(self) -> str:
        """The key of what is rolled in place of the affinity, "" for the affinity itself."""
        return next((feat.in_place for feat in self.feats if feat.in_place), "")

    @property
    def costs(self) -> tuple[Cost, ...]:
        """A use of each that may be used so often a day and has no button of its own."""
        return tuple(Cost((used_today(feat),), 1) for feat in self.feats if feat.per_day > 0 and not has_button(feat))


NO_HELP = Help()


def helpful(sheet: Sheet) -> tuple[Feature, ...]:
    """The feats somebody has that may help a roll."""
    known = (sheet.rulebook.find(Feature, key) for key in sheet.build.picked("feats"))
    return tuple(f for f in known if f and (f.dice or f.dv or f.successes > 0 or f.twice or f.in_place))


def help_with(sheet: Sheet, other: Trait | None, answers: Mapping[str, str], *, casts: bool) -> Help:
    """The help that feats may give to a check with this trait, or to a casting, while they are not used up."""
    left = (feat for feat in helpful(sheet) if f"{USED_UP}{feat.key}" not in answers)
    rolled = (feat for feat in left if not feat.in_place or feat.in_place in sheet.figures)
    fitting = tuple(feat for feat in rolled if _fits(feat, other, casts=casts))
    return Help(
        tuple(_tick(sheet, feat, f"{FEAT}{feat.key}" in answers) for feat in fitting),
        tuple(feat for feat in fitting if f"{FEAT}{feat.key}" in answers),
    )


def _fits(feat: Feature, other: Trait | None, *, casts: bool) -> bool:
    if (feat.helps and (other is None or other.key not in feat.helps)) or (feat.twice if casts else feat.in_place):
        return False
    if feat.rolls == "knowledge":
        return other is not None and other.type == "knowledge"
    return not feat.rolls or (feat.rolls == "castings") is casts


def _tick(sheet: Sheet, feat: Feature, on: bool) -> ChoiceField:
    stand_in = sheet.rulebook.find(Trait, feat.in_place)
    gives = (
        "the better of two rolls" if feat.twice else "",
        f"{stand_in.name} in place of the affinity" if stand_in else "",
        f"{signed(feat.dice)} {'die' if abs(feat.dice) == 1 else 'dice'}" if feat.dice else "",
        f"DV {signed(feat.dv)}" if feat.dv else "",
        counted(feat.successes, "automatic success|automatic successes") if feat.successes > 0 else "",
    )
    label = f"{feat.name}: {', '.join(filter(None, gives))}"
    return replace(tick(f"{FEAT}{feat.key}", label, on), summary=feat.effect)
