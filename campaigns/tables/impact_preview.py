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
    def key(self) -> str:
        """The character's, as a form sends it."""
        return str(self.character.pk)

    @property
    def fresh(self) -> list[Finding]:
        """What would be broken that is not broken now."""
        known = {(finding.code, finding.at) for finding in self.before}
        return [finding for finding in self.after if (finding.code, finding.at) not in known]


MOST_PREVIEWED = 60
"""So many characters are read for a preview, by name."""


@dataclass(frozen=True)
class ImpactPreview:
    """What a change would do to a table: of how many characters, and which verdicts change.

    `npcs` are those that would break a rule which they aren't held to. So many more were `left` unread.
    """

    of: int
    changed: tuple[LegalityChange, ...]
    npcs: tuple[LegalityChange, ...] = ()
    left: int = 0

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
        return character.read(table=replace(character.table, settings=character.house_under(house)))

    def held(npc: Character) -> Sheet | None:
        known = npc.game.campaign_rules
        bound = {key: value for key, value in house.items() if key in known}
        return npc.read(table=replace(npc.table, settings=npc.house_under(house) | bound)) if bound else None

    return shifted(campaign=campaign, system=system, otherwise=otherwise, held=held)


def shifted(
    *,
    campaign: Campaign,
    system: str,
    otherwise: Callable[[Character], Sheet],
    held: Callable[[Character], Sheet | None] = lambda npc: None,
) -> ImpactPreview:
    """Which verdicts of one game's characters differ between their sheets as they are and as they would be.

    `held` reads an NPC by the rules for players' characters, None where there are none.
    """
    found = campaign.characters.originals().kept().with_table().filter(system=system).order_by("name")
    characters = list(found[: MOST_PREVIEWED + 1])
    left = found.count() - MOST_PREVIEWED if len(characters) > MOST_PREVIEWED else 0
    changed, spared = [], []
    for character in characters[:MOST_PREVIEWED]:
        character.campaign = campaign
        old, new = _breaks(character.read()), _breaks(otherwise(character))
        if _places(old) != _places(new):
            changed.append(LegalityChange(character, old, new))
        bound = held(character) if character.npc else None
        if bound and _places(new) != _places(broken := _breaks(bound)):
            spared.append(LegalityChange(character, new, broken))
    return ImpactPreview(len(characters) - bool(left) + left, tuple(changed), tuple(spared), left)


def _breaks(sheet: Sheet) -> tuple[Finding, ...]:
    return tuple(finding for finding in sheet.findings if finding.breaks)


def _places(findings: tuple[Finding, ...]) -> list[tuple[str, str]]:
    return [(finding.code, finding.at) for finding in findings]
