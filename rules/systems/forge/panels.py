"""The sheet of this game: abilities and what follows from them."""

from rules.kernel import Fact, Group, Panel, Sheet
from rules.systems.forge.game import ABILITIES, cite, forge


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table."""
    return (Panel("abilities", "Abilities", cite("abilities.html"), (Group("", ABILITIES),), style="numbers"),)


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    """Who the character is."""
    return ()


forge.panels = panels
forge.facts = facts
