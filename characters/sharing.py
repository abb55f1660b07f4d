"""What anyone may see of a character by a link: the sheet, without what people wrote to each other."""

from dataclasses import replace

from characters.glances import vitals
from characters.models import ShareLink
from rules.kernel import Build, Live, Sheet
from rules.kernel.basics import shorten
from rules.kernel.documents import Ledger
from rules.kernel.pages import game_of

LONGEST_LINE = 160
"""Letters of what a preview of the link says."""


def read_for_anyone(link: ShareLink) -> Sheet:
    """The sheet as it stands, read without the notes of the ledger and the reasons of exceptions; and by a link without
    notes without anything that was written of the character and what it has."""
    character = link.character
    table = character.table
    ledger = Ledger(replace(entry, note="") for entry in table.ledger)
    waivers = tuple(replace(waiver, reason="", by="") for waiver in table.waivers)
    table = replace(table, ledger=ledger, waivers=waivers)
    build = Build.parse(character.build, character.name)
    return character.game.read(build if link.story else _unwritten(build), character.rulebook, table)


def _unwritten(build: Build) -> Build:
    entries = {key: tuple(map(_unwritten, held)) for key, held in build.entries.items()}
    return replace(build, notes={}, entries=entries)


def in_a_line(live: Live) -> str:
    """Who it is, and the numbers that head the sheet, for a preview of the link."""
    game = game_of(live.sheet)
    numbers = (f"{vital.label} {vital.value}" for vital in vitals(live))
    return shorten(" · ".join((game.name, *game.one_liner(live.sheet), *numbers)), LONGEST_LINE)
