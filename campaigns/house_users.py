"""Who of a campaign uses what its house rules may bar, for whoever decides them."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from campaigns.models import Campaign
from rules.kernel import Build, Rulebook
from rules.kernel.allowed_findings import uses
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.basics.wording import counted
from rules.kernel.pages import Game

MOST_READ = 200
"""So many characters are looked at for who uses what."""
MOST_BY_NAME = 2
Users = Mapping[str, Mapping[str, str]]
"""Who uses what, in words, by rule and by the key that chooses it."""
NO_USERS: Users = MappingProxyType({})
_USES: BoundedCache[tuple[int, int, int], frozenset[tuple[str, str]]] = BoundedCache(2 * MIB)
"""What characters chose, by the rulebook, whose they are and the version of their build."""


def users_of(campaign: Campaign, game: Game, rulebook: Rulebook) -> Users:
    """Who of a campaign uses what its rules may bar, in words, by rule and key: "Raven, Otto, 2 NPCs". One query.

    For whoever runs the campaign: it tells of NPCs, and of what other players chose.
    """
    found = campaign.characters.originals().kept().filter(system=game.key).order_by("npc", "name", "pk")
    who: dict[str, dict[str, list[tuple[str, bool]]]] = {}
    for name, npc, pk, version, build in found.values_list("name", "npc", "pk", "version", "build")[:MOST_READ]:
        for rule, key in _USES.get((rulebook.number, pk, version), partial(_uses, build, game, rulebook)):
            who.setdefault(rule, {}).setdefault(key, []).append((name or "Unnamed character", npc))
    return {rule: {key: _named(of) for key, of in keys.items()} for rule, keys in who.items()}


def _uses(build: Mapping[str, Any], game: Game, rulebook: Rulebook) -> frozenset[tuple[str, str]]:
    """What a build chose of what the rules of its game may bar, by rule and key."""
    return frozenset((rule.key, key) for rule, key, _ in uses(Build.parse(build), rulebook, game.allowed))


def _named(who: Sequence[tuple[str, bool]]) -> str:
    """The first by their names, the others and the NPCs by how many they are."""
    names = [name for name, npc in who if not npc]
    more, npcs = len(names) - MOST_BY_NAME, len(who) - len(names)
    parts = [*names[:MOST_BY_NAME], f"{more} more" if more > 0 else "", counted(npcs, "NPC") if npcs else ""]
    return ", ".join(filter(None, parts))
