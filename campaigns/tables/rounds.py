"""How a fight stands for somebody in it. No HTTP in here."""

from campaigns.models import Campaign
from campaigns.tables.frays import frays
from campaigns.tables.turns import in_order
from characters.models import Character


def round_of(character: Character) -> str:
    """Which round it is and whether this character acts; "" for one who does not fight."""
    table = character.campaign
    if not isinstance(table, Campaign) or not table.turns.filter(character=character.pk).exists():
        return ""
    for there in frays(table, in_order(table)):
        if any(turn.character_id == character.pk for turn in there.turns):
            acts = there.now.character_id == character.pk
            return f"Round {there.round}{' · your turn' if acts else ''}"
    return ""
