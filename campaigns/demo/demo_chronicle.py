"""What the demo's tables have told of their sessions, and what was handed out."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaigns.chronicle import handouts, scenes, sessions
from campaigns.chronicle.scenes import SceneDraft
from campaigns.models import Campaign, Handout

CARAVAN = (
    (
        36,
        "The mule called Duke",
        "Duke carries the salt and every opinion. He bit the customs man, and nobody minded.",
        "",
        ("Duke, a mule", "A customs man, bitten"),
    ),
    (21, "Salt out", "Nine mules, four guards, and a road that pretended to be straight.", "", ()),
    (
        7,
        "The false ledger",
        "The clerk at the gate let them through for a song and eleven silver. By a stolen lantern Raven read the salt "
        "ledger, and found one mile of road that was paid for and never drawn.\n\n*Nobody on the caravan will say who "
        "drew the map.*",
        "The lantern was borrowed. I left a note.",
        ("The toll clerk",),
    ),
)
"""Days ago, title, story, what one of the players remembers, and whom they met."""
LETTER = "To whoever reads ledgers at night: the mile is there. Walk it before the rains, and walk it quietly."


def tell(table: Campaign, users: Mapping[str, Any]) -> None:
    """Three sessions of a table, one with a player's memory, a handout for her alone and one that is kept for later."""
    gm, player = users["rowena"], users["mira"]
    for days, title, story, memory, met in CARAVAN:
        day = timezone.localdate() - timedelta(days=days)
        told = sessions.tell(campaign=table, by=gm, held_on=day, title=title, story=story, met=met)
        if memory:
            sessions.remember(session=told, by=player, text=memory)
    letter = handouts.write(campaign=table, by=gm, title="A letter under the door", text=LETTER)
    handouts.show(handout=letter, people=[player.pk])
    late = timezone.localtime().replace(hour=21, minute=30) - timedelta(days=CARAVAN[-1][0])
    Handout.objects.filter(pk=letter.pk).update(shown_at=late)
    blank = handouts.write(
        campaign=table, by=gm, title="What the map leaves blank", text="A ford, a shrine, and a debt."
    )
    _prepare(table, letter, blank)


def _prepare(table: Campaign, letter: Handout, blank: Handout) -> None:
    """Three scenes, the first of them played, and a note."""
    guards = list(table.characters.filter(npc=True).order_by("name").values_list("pk", flat=True))
    troll = table.beasts.filter(name="Troll").values_list("pk", flat=True)
    plans = (
        SceneDraft("The toll at the gate", "Rain. The clerk counts the mules twice.", ["Lie Detection, in secret"],
                   npcs=guards[:2], handouts=[letter.pk]),
        SceneDraft("Ambush at the blank mile", "The road is on no map. *Something tall stands in the ford.*",
                   ["Alertness, in secret"], npcs=guards[:4], beasts=troll, handouts=[blank.pk]),
        SceneDraft("What the bees knew", "Her hives, if she goes home. If not, keep it."),
    )  # fmt: skip
    first, *_ = [scenes.write(campaign=table, draft=plan) for plan in plans]
    scenes.play(scene=first, played=True)
    scenes.write_notes(
        campaign=table, text="Who drew the map? Not the clerk. He can’t draw a straight line.", before=""
    )
