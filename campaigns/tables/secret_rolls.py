"""A roll that a scene asks for in secret, made for the whole party with one press. No HTTP in here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from uuid import UUID, uuid5

from django.contrib.auth.models import User

from campaigns.models import Campaign
from campaigns.tables.coverage import PartyMember
from characters import actions
from characters.models import Character, CharacterQuerySet, Roll
from characters.tables import refuse_archived
from rules.kernel.basics.wording import nearest_few
from rules.kernel.documents import PathError
from rules.refusals import Refused

IN_SECRET = "in secret"
"""What stands behind such a roll in a scene, after a comma."""
MOST = 24
"""So many roll at a press, the first by name."""


@dataclass(frozen=True)
class Ask:
    """A roll that a scene asks for, as it was written: the check, and whether only game masters see the result."""

    text: str

    @property
    def check(self) -> str:
        return self.text.partition(",")[0].strip()

    @property
    def secret(self) -> bool:
        return self.text.partition(",")[2].strip().casefold() == IN_SECRET


def roll_for_all(*, campaign: Campaign, check: str, name: UUID, by: User, rng: Random | None = None) -> None:
    """Roll a check in secret for everybody of the party who has it, each into the log of their own. `name` is that of
    the press: sent again, no dice fall. Raises Refused where nobody may roll it."""
    refuse_archived(campaign)
    party = list(_party(campaign)[:MOST])
    made = [_rolled(one, check, uuid5(name, str(one.pk)), by, rng) for one in party]
    if not any(made):
        raise Refused(f"No one in the party can roll “{check}”.{_meant(check, party)}")


def _meant(check: str, party: Iterable[Character]) -> str:
    """The check of theirs that looks most like one that nobody has, in a sentence; "" where none does."""
    members = [PartyMember.of(one.unjudged()) for one in party]
    labels = [label for one in members for label in (*one.listed, *one.further)]
    if check.casefold() in map(str.casefold, labels):
        return ""  # they have it: whoever does is hurt too much
    likely = next(iter(nearest_few(check, labels, most=1)), "")
    return f" Did you mean “{likely}”?" if likely else ""


def made_by(campaign: Campaign, name: UUID) -> tuple[list[tuple[Character, Roll]], list[Character]]:
    """What a press of that name rolled, by whom, and who of the party did not roll. Two queries."""
    party = list(_party(campaign))
    names = {uuid5(name, str(one.pk)): one for one in party}
    secret = Roll.objects.filter(uid__in=names, seen_by=Roll.SECRET, campaign=campaign)
    rolls = secret.filter(character__in=party).select_related("by")
    found = {roll.character_id: roll for roll in rolls if names[roll.uid].pk == roll.character_id}
    return [(one, found[one.pk]) for one in party if one.pk in found], [one for one in party if one.pk not in found]


def _party(campaign: Campaign) -> CharacterQuerySet:
    return campaign.characters.with_table().among_others().originals().kept().filter(npc=False).order_by("name", "pk")


def _rolled(character: Character, check: str, name: UUID, by: User, rng: Random | None) -> bool:
    answers = _answers(character, check)
    if answers is None:
        return False
    try:
        actions.roll(character=character, answers=answers, uid=name, by=by, rng=rng, secret=True)
    except PathError:
        return False
    return True


def _answers(character: Character, check: str) -> Mapping[str, str] | None:
    """What asks for this check of a character: one of its own, or else one that its game offers everybody, or one that
    its fight card calls so."""
    member = PartyMember.of(character.unjudged(), character.marks)
    named = check.casefold()
    own = (roll for label, roll in member.listed.items() if label.casefold() == named)
    offered = (roll for roll in member.offered(named.split()) if roll.label.casefold() == named)
    printed = (roll for label, roll in member.printed() if label.casefold() == named)
    found = next(own, None) or next(offered, None) or next(printed, None)
    return dict(found.answers) if found else None
