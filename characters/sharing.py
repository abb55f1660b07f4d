"""What anyone may see of a character by a link: the sheet, without what people wrote to each other."""

from dataclasses import replace

from characters.glances import vitals
from characters.models import Character
from rules.kernel import Live, Sheet
from rules.kernel.basics import shorten
from rules.kernel.documents import Ledger
from rules.kernel.pages import game_of

LONGEST_LINE = 160
"""Letters of what a preview of the link says."""


def read_for_anyone(character: Character) -> Sheet:
    """The sheet as it stands, read without the notes of the ledger and the reasons of exceptions."""
    table = character.table
    ledger = Ledger(replace(entry, note="") for entry in table.ledger)
    waivers = tuple(replace(waiver, reason="", by="") for waiver in table.waivers)
    return character.read(table=replace(table, ledger=ledger, waivers=waivers))


def in_a_line(live: Live) -> str:
    """Who it is, and the numbers that head the sheet, for a preview of the link."""
    game = game_of(live.sheet)
    numbers = (f"{vital.label} {vital.value}" for vital in vitals(live))
    return shorten(" · ".join((game.name, *game.one_liner(live.sheet), *numbers)), LONGEST_LINE)
