"""What the printed sheet of this game shows."""

from dataclasses import dataclass

from rules.kernel import Figure, Sheet
from rules.kernel.paper import Passage, passages
from rules.systems.forge.game import ABILITIES, forge

ACCENT = "#8a4b1f"


@dataclass(frozen=True, slots=True)
class Layout:
    """Both pages."""

    band: str
    line: str
    facts: tuple[tuple[str, str], ...]
    abilities: tuple[Figure, ...]
    notes: tuple[Passage, ...]


def layout(sheet: Sheet) -> Layout:
    """Everything the printed sheet shows. Total: whatever is missing is simply not there."""
    return Layout(ACCENT, "", (), tuple(sheet.figures[key] for key in ABILITIES), tuple(passages(sheet.build, {})))


forge.layout = layout
