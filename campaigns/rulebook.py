"""The rulebook that characters of a table are made with. Reading only; no HTTP in here."""

from campaigns.models import Campaign
from rules.catalogue.rulebook import core_version, of_game, rulebook_at
from rules.kernel import Rulebook
from rules.systems import get


def rulebook_of_table(campaign: Campaign, system: str) -> Rulebook:
    """The rulebook that a new character of a game has at a table. Without homebrew in play, no query."""
    books = of_game(campaign.books, system)
    if not books:
        return get(system).rulebook
    return rulebook_at(*core_version(system), books)
