"""Which items are in use: a weapon in hand when it is made, and changed in play (5.2)."""

from collections.abc import Iterable

from rules.kernel import Build, Reading
from rules.kernel.pages import InUse, Switch
from rules.systems.duality.game import IN_USE, duality
from rules.systems.duality.held import in_use, items

FLAG = "in-use"


def at_once(c: Reading, entry: Build) -> str:
    """The first weapon for a style is in hand, as long as that reserves no XP."""
    if entry.pick("kind") != "weapon" or len(c.memo(in_use)) >= IN_USE:
        return ""
    served = {item.entry.pick("style") for item in c.memo(in_use) if item.kind == "weapon"}
    return FLAG if entry.pick("style") not in served else ""


def switches(c: Reading) -> Iterable[Switch]:
    """Each item."""
    for item in c.memo(items):
        if item.kind:
            yield Switch(f"{item.path}.picks.{FLAG}", item.label, item.in_use, "In use")


duality.in_use = InUse("items", "kind", at_once, switches)
