"""Which verdicts at a table would change with other house rules or other books: asked beforehand, nothing is saved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.models import Campaign
from characters.models import Character
from rules.kernel import Finding, Sheet
from rules.kernel.basics.wording import counted


@dataclass(frozen=True)
class LegalityChange:
    """A character whose verdict would change: what would have to be mended before and after."""

    character: Character
    before: tuple[Finding, ...]
    after: tuple[Finding, ...]

    @property
    def words(self) -> str:
        if bool(self.before) != bool(self.after):
            return "would become illegal" if self.after else "would become legal"
        return f"would have {counted(len(self.after), 'error')} instead of {len(self.before)}"

    @property
    def fresh(self) -> list[Finding]:
        """What would be broken that is not broken now."""
        known = {(finding.code, finding.at) for finding in self.before}
        return [finding for finding in self.after if (finding.code, finding.at) not in known]


@dataclass(frozen=True)
class ImpactPreview:
    """What a change would do to a table: of how many characters, and which verdicts change."""

    of: int
    changed: tuple[LegalityChange, ...]

    @property
    def words(self) -> str:
        broken = sum(1 for shift in self.changed if shift.after and not shift.before)
        mended = sum(1 for shift in self.changed if shift.before and not shift.after)
        if not self.of:
            return "No characters use this game yet."
        of = f"of {counted(self.of, 'character')}"
        parts = [f"make {broken} {of} illegal" if broken else "", f"make {mended} {of} legal" if mended else ""]
        said = " and ".join(part for part in parts if part)
        return f"This would {said}." if said else "No character becomes legal or illegal."


def shifts(*, campaign: Campaign, system: str, house: Mapping[str, Any]) -> ImpactPreview:
    """What other house rules for one game would change in the verdicts of its characters. Nothing is saved."""

    def otherwise(character: Character) -> Sheet:
        own = character.settings if isinstance(character.settings, dict) else {}
        return character.read(table=replace(character.table, settings={**own, **house}))

    return shifted(campaign=campaign, system=system, otherwise=otherwise)


def shifted(*, campaign: Campaign, system: str, otherwise: Callable[[Character], Sheet]) -> ImpactPreview:
    """Which verdicts of one game's characters differ between their sheets as they are and as they would be."""
    characters = list(campaign.characters.originals().kept().with_table().filter(system=system).order_by("name"))
    changed = []
    for character in characters:
        character.campaign = campaign
        old, new = (tuple(f for f in sheet.findings if f.breaks) for sheet in (character.read(), otherwise(character)))
        if [(f.code, f.at) for f in old] != [(f.code, f.at) for f in new]:
            changed.append(LegalityChange(character, old, new))
    return ImpactPreview(len(characters), tuple(changed))
