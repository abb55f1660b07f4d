"""Feats that help a roll, where somebody says before it that they apply (chapter 4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from rules.kernel import Sheet, Term
from rules.kernel.basics import signed
from rules.kernel.basics.wording import counted
from rules.kernel.pages import ChoiceField, tick
from rules.systems.hprpg.entries import Feature, Trait

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


NO_HELP = Help()


def helpful(sheet: Sheet) -> tuple[Feature, ...]:
    """The feats somebody has that may help a roll."""
    known = (sheet.rulebook.find(Feature, key) for key in sheet.build.picked("feats"))
    return tuple(feat for feat in known if feat and (feat.dice or feat.dv or feat.successes > 0))


def help_with(sheet: Sheet, other: Trait | None, answers: Mapping[str, str], *, casts: bool) -> Help:
    """The help that somebody's feats may give to a check with this trait, or to a casting."""
    fitting = tuple(feat for feat in helpful(sheet) if _fits(feat, other, casts=casts))
    return Help(
        tuple(_tick(feat, f"{FEAT}{feat.key}" in answers) for feat in fitting),
        tuple(feat for feat in fitting if f"{FEAT}{feat.key}" in answers),
    )


def _fits(feat: Feature, other: Trait | None, *, casts: bool) -> bool:
    if feat.helps and (other is None or other.key not in feat.helps):
        return False
    if feat.rolls == "knowledge":
        return other is not None and other.type == "knowledge"
    return not feat.rolls or (feat.rolls == "castings") is casts


def _tick(feat: Feature, on: bool) -> ChoiceField:
    gives = (
        f"{signed(feat.dice)} {'die' if abs(feat.dice) == 1 else 'dice'}" if feat.dice else "",
        f"DV {signed(feat.dv)}" if feat.dv else "",
        counted(feat.successes, "automatic success|automatic successes") if feat.successes > 0 else "",
    )
    label = f"{feat.name}: {', '.join(filter(None, gives))}"
    return replace(tick(f"{FEAT}{feat.key}", label, on), summary=feat.effect)
