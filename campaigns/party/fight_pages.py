"""Fight cards on paper: six to a page, to be cut out, of the NPCs and beasts of a campaign."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from campaigns.models import Campaign
from campaigns.party.party_summary import SummaryEntry, filled
from campaigns.tables import beasts, fight_cards
from campaigns.tables.fight_cards import Fighter, ShownTracker
from characters.models import PartyPrint
from characters.printing.rendering import make_pdf

ACROSS = 2
BOXES = 30
"""So many boxes of a tracker have room; the rest is told."""
ABREAST = 16
"""So many boxes of two trackers stand in one row."""
A_ROW, A_LINE, A_LABEL = 19, 62, 12
"""Boxes of a row, and letters of a line of words, and of one below a figure."""
SMALL = 0.8
"""The height of a row of boxes, or of a note, beside that of a roll."""
ROOM = {"roomy": 7.8, "close": 9.2, "dense": 14.5}
"""Rolls for which a card has room when it is set so, trackers and words counted as some; one with more has no lines to
write on."""
HEIGHT = {"a4": 1.0, "letter": 0.92}
"""How high a card is for what it says, beside one of A4."""


@dataclass(frozen=True)
class PaperTracker:
    """A tracker as boxes to tick: those that are free, those that cost something, the one at which one is Defeated."""

    shown: ShownTracker

    @property
    def boxes(self) -> list[str]:
        """What each box is: "free", "defeat", "last", or nothing."""
        tracker, top = self.shown.tracker, self.shown.top
        kinds = {top: "last"} | ({tracker.defeat: "defeat"} if tracker.defeat else {})
        free = tracker.free or 0
        return [kinds.get(n, "free" if n <= free else "") for n in range(1, min(top, BOXES) + 1)]

    @property
    def more(self) -> str:
        return f"and {self.shown.top - BOXES} more" if self.shown.top > BOXES else ""

    @property
    def told(self) -> str:
        """How the boxes are to be read, and where it stands now if that is not where it starts."""
        tracker, top, value = self.shown.tracker, self.shown.top, self.shown.value
        words = [
            f"{tracker.free} free, then −1 each" if tracker.free else "",
            "thick box: Defeated" if tracker.defeat and tracker.defeat <= min(top, BOXES) else "",
            "last: dead" if tracker.free is not None else "",
            f"now {value}" if value != tracker.start else "",
        ]
        return "\u00a0· ".join(word for word in words if word)  # no line begins with the dot


def read(campaign: Campaign, people: Sequence[SummaryEntry], keys: Sequence[int]) -> list[Fighter]:
    """The cards of these NPCs, and after them those of these beasts that are still there.

    Numbers are as built: on paper wounds are counted by the boxes.
    """
    npcs = [
        fight_cards.of_character(campaign.pk, one.character, None, built=True) for one in people if one.character.npc
    ]
    there = list(campaign.beasts.filter(pk__in=keys)) if keys else []
    return [*npcs, *beasts.fighters(there, campaign, built=True)]


def cards(party: PartyPrint, fighters: Sequence[Fighter]) -> bytes:
    """A card for each, none of them split."""
    thin = party.options["variant"] == "ink-saver"
    return make_pdf(
        filled("fight_cards", party, cards_of(fighters, party.options["paper"])),
        paper=party.options["paper"],
        thin=thin,
    )


def cards_of(fighters: Sequence[Fighter], paper: str = "a4") -> dict[str, Any]:
    """Cards in rows of two."""
    made = [_card(one, HEIGHT[paper]) for one in fighters]
    return {"rows": [made[n : n + ACROSS] for n in range(0, len(made), ACROSS)], "count": len(made)}


def _card(fighter: Fighter, height: float) -> dict[str, Any]:
    trackers = [PaperTracker(shown) for shown in fighter.trackers]
    abreast = len(trackers) > 1 and sum(len(one.boxes) for one in trackers) <= ABREAST
    lines = sum(1 + SMALL * bool(roll.note) for roll in fighter.card.rolls) + ceil(len(fighter.card.manner) / A_LINE)
    lines += SMALL * any(len(vital.label) > A_LABEL for vital in fighter.card.figures)
    for one in trackers[: 1 if abreast else None]:
        said = len(f"{one.shown.tracker.label} {one.shown.top} {one.told}") * (1 + abreast)
        lines += ceil(said / A_LINE) + SMALL * ceil(len(one.boxes) / A_ROW)
    size = next((name for name, room in ROOM.items() if lines <= room * height), "")
    return {
        "fighter": fighter,
        "trackers": trackers,
        "abreast": abreast,
        "size": size or "dense",
        "writes": bool(size),
    }
