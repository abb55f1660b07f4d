"""What the demo's tables have told of their sessions, and what was handed out."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaigns.chronicle import handouts, sessions
from campaigns.models import Campaign

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
    handouts.write(campaign=table, by=gm, title="What the map leaves blank", text="A ford, a shrine, and a debt.")
