"""What game masters get ready: scenes with who is in them, and notes that they share. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max

from campaigns.actions import lock_campaign
from campaigns.chronicle.texts import lines, lines_of, titled
from campaigns.merging import NOTHING, chosen, rewritten
from campaigns.models import Campaign, CampaignNotes, Scene
from campaigns.nights import this_evening
from characters.actions.session_notes import merged
from characters.models import CharacterQuerySet
from characters.tables import refuse_archived
from rules.form_values import plain, uncut
from rules.refusals import Refused

LONGEST_TEXT = 10_000
LONGEST_ASK = 120
MOST_ASKS = 12
"""Rolls to ask for in one scene."""
MOST = 100
"""Scenes of one table."""
MOST_IN = 24
"""NPCs, beasts and handouts of one scene, of each kind."""
KINDS = {"npcs": "NPCs", "beasts": "beasts", "handouts": "handouts"}
LONGEST_NOTES = 20_000
"""Of the notes that the game masters of a table share."""


@dataclass(frozen=True)
class SceneDraft:
    """A scene as somebody wrote it: its texts, a roll to ask for in each line of `asks`, and keys of what is in it."""

    title: str
    text: str = ""
    asks: Iterable[str] = ()
    npcs: Collection[int] = field(default_factory=frozenset)
    beasts: Collection[int] = field(default_factory=frozenset)
    handouts: Collection[int] = field(default_factory=frozenset)

    def checked(self) -> dict[str, str]:
        """Its texts as they are kept. Raises Refused."""
        title, text = titled(self.title, self.text, LONGEST_TEXT)
        return {"title": title, "text": text, "asks": "\n".join(lines(self.asks, MOST_ASKS, LONGEST_ASK))}


def npcs_of(campaign: Campaign) -> CharacterQuerySet:
    """Who may be in scenes of a table: its NPCs as long as they stay."""
    return campaign.characters.originals().kept().filter(npc=True)


def write(*, campaign: Campaign, draft: SceneDraft, name: str = "") -> Scene:
    """A new scene, the last of them. `name` is that of a form: sent again by it, it is the one that is there."""
    said = draft.checked()
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        texts = {**said, "asks": lines_of(said["asks"])}
        if name and (again := held.scenes.filter(name=name).first()):
            return again
        if held.scenes.count() >= MOST:
            raise Refused(f"This campaign has {MOST} scenes, and that is the maximum. Delete one first.")
        last = held.scenes.aggregate(last=Max("place"))["last"]
        scene = held.scenes.create(place=0 if last is None else last + 1, name=name, **texts)
        _fill(scene, draft)
    return scene


def rewrite(
    *, scene: Scene, draft: SceneDraft, seen: Mapping[str, str] = NOTHING, there: Mapping[str, frozenset[int]] = NOTHING
) -> Scene:
    """Change it. `seen` are its texts as they were shown, `there` the keys of who and what was in it then.

    Raises Refused where somebody else changed the same text meanwhile.
    """
    wanted = draft.checked()
    with transaction.atomic():
        held = _held(scene)
        stands = {"title": plain(held.title), "text": plain(held.text), "asks": "\n".join(held.asks)}
        for key, said in rewritten(stands, wanted, seen).items():
            setattr(held, key, lines_of(said) if key == "asks" else said)
        held.save(update_fields=["title", "text", "asks"])
        _fill(held, draft, there)
    return held


def _fill(scene: Scene, draft: SceneDraft, there: Mapping[str, frozenset[int]] = NOTHING) -> None:
    """Put in it what of its table was chosen. Raises Refused for too many."""
    table = scene.campaign
    known = {
        "npcs": npcs_of(table),
        "beasts": table.beasts.all(),
        "handouts": table.handouts.all(),
    }
    for key, offered in known.items():
        part = getattr(scene, key)
        stands = frozenset(part.values_list("pk", flat=True))
        wanted = offered.filter(pk__in=chosen(stands, frozenset(getattr(draft, key)), there.get(key)))
        if (count := wanted.count()) > MOST_IN:
            raise Refused(f"You chose {count} {KINDS[key]} for one scene; {MOST_IN} is the maximum.")
        part.set(wanted)


def move(*, scene: Scene, by: int) -> None:
    """Let it change places with the one before (−1) or after it (1); at the end nothing happens."""
    with transaction.atomic():
        held = _held(scene)
        order = list(held.campaign.scenes.all())
        here = next(place for place, one in enumerate(order) if one.pk == held.pk)
        there = here + by
        if 0 <= there < len(order):
            order[here], order[there] = order[there], order[here]
        for place, one in enumerate(order):
            one.place = place
        Scene.objects.bulk_update(order, ["place"])


def play(*, scene: Scene, played: bool) -> None:
    """Say that it was played this evening, or that it wasn’t."""
    with transaction.atomic():
        held = _held(scene)
        held.played_on = this_evening() if played else None
        held.save(update_fields=["played_on"])


def remove(*, scene: Scene) -> None:
    """Delete it; who and what was in it stays."""
    with transaction.atomic():
        _held(scene).delete()


def _held(scene: Scene) -> Scene:
    """A scene as it stands once its table is locked."""
    table = lock_campaign(scene.campaign)
    refuse_archived(table)
    held = table.scenes.filter(pk=scene.pk).first()
    if held is None:
        raise Refused("This scene was deleted.")
    return held


def notes(campaign: Campaign) -> str:
    """The notes that the game masters share."""
    return CampaignNotes.objects.filter(campaign=campaign.pk).values_list("text", flat=True).first() or ""


def write_notes(*, campaign: Campaign, text: str, before: str) -> str:
    """Save a text that was made of `before`, and answer what is saved now; both where somebody else wrote meanwhile."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        saved = uncut(merged(notes(held), plain(before), plain(text)), LONGEST_NOTES)
        CampaignNotes.objects.update_or_create(campaign=held, defaults={"text": saved})
    return saved
