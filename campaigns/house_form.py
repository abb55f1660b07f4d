"""What a campaign's form says of what may be chosen: a list of names for each rule, all but these or only these."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from django.http import QueryDict

from campaigns.models import Campaign
from rules.form_values import words
from rules.kernel import Build, Entry, Rulebook
from rules.kernel.allowed_findings import uses
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.basics.wording import counted
from rules.kernel.books.campaign_rules import MOST_NAMED, AllowedEntries, Named, keys_by_name, names_of
from rules.kernel.pages import Game
from rules.refusals import Refused

MOST_READ = 200
"""So many characters are looked at for who uses what."""
MOST_BY_NAME = 2
Users = Mapping[str, Mapping[str, str]]
"""Who uses what, in words, by rule and by the key that chooses it."""
NO_USERS: Users = MappingProxyType({})
_USES: BoundedCache[tuple[int, int, int], frozenset[tuple[str, str]]] = BoundedCache(2 * MIB)
"""What characters chose, by the rulebook, whose they are and the version of their build."""
FEW = 24
"""So many entries are ticked one by one; of more, those are named that are barred, or that alone are allowed."""


@dataclass(frozen=True)
class AllowedRow:
    """A rule as its form shows it: `value` is what is asked for, `stands` what holds until anything is saved."""

    setting: AllowedEntries
    rulebook: Rulebook
    value: str
    stands: str
    users: Mapping[str, str]

    @property
    def named(self) -> Named:
        return self.setting.named(self.value)

    @cached_property
    def known(self) -> Mapping[str, Entry]:
        """What there is of it, by the keys that choose it."""
        return names_of(self.rulebook, self.setting)

    @property
    def shown(self) -> str:
        """The keys that the form has a tick for, as it sends them back; of others it says nothing."""
        return ",".join(key for key in self.known if self.ticked or key in self.named.keys)

    @property
    def ticked(self) -> bool:
        """Whether there are so few that each has a tick."""
        return len(self.known) <= FEW

    @property
    def ticks(self) -> list[tuple[str, str, bool, str]]:
        """Each as key, name, whether it is allowed, and who uses it."""
        users, bars = self.users, self.named.bars
        return [(key, entry.name, not bars(key), users.get(key, "")) for key, entry in self.known.items()]

    @property
    def chips(self) -> list[tuple[str, str, str]]:
        """Those that are named, as key, name, and who uses it."""
        named = self.named.keys
        return [(key, entry.name, self.users.get(key, "")) for key, entry in self.known.items() if key in named]

    @property
    def others(self) -> list[str]:
        """The names that can be added."""
        named = self.named.keys
        return [entry.name for key, entry in self.known.items() if key not in named]

    @property
    def counted(self) -> str:
        """How many are allowed, in words."""
        allowed = sum(not self.named.bars(key) for key in self.known)
        return f"{allowed} of {len(self.known)} allowed" if allowed < len(self.known) else f"all {len(self.known)}"


def allowed_rows(
    rules: Iterable[AllowedEntries],
    rulebook: Rulebook,
    decided: Mapping[str, Any],
    stands: Mapping[str, Any],
    users: Users = NO_USERS,
) -> list[AllowedRow]:
    rows = (
        AllowedRow(r, rulebook, decided.get(r.key) or "", stands.get(r.key) or "", users.get(r.key, {})) for r in rules
    )
    return [row for row in rows if row.known]


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


def allowed_posted(post: QueryDict, rules: Iterable[AllowedEntries], rulebook: Rulebook) -> dict[str, str]:
    """The value of each rule that was sent, as text. Raises Refused for a name that no book has, and for too many."""
    return {rule.key: _value(post, rule, rulebook) for rule in rules if f"{rule.key}:how" in post}


def refuse_unknown(
    values: Mapping[str, Any], rules: Iterable[AllowedEntries], rulebook: Rulebook, stands: Mapping[str, Any]
) -> None:
    """Raise Refused for a name that no book has, but for those that stand: their book may be gone."""
    for rule in rules:
        sent = rule.named(values.get(rule.key)).keys - rule.named(stands.get(rule.key)).keys
        for key in sorted(sent - names_of(rulebook, rule).keys()):
            raise Refused(f"{rule.label}: “{key}” isn’t in the book.")


def _value(post: QueryDict, rule: AllowedEntries, rulebook: Rulebook) -> str:
    known = names_of(rulebook, rule)
    sent = known.keys() & set(post.getlist(f"{rule.key}:name"))
    shown = set(post.get(f"{rule.key}:shown", "").split(","))
    only = words(post, f"{rule.key}:how") == "only"
    if f"{rule.key}:ticks" in post and not only:
        sent = (known.keys() & shown) - sent
    was = rule.named(post.get(f"was:{rule.key}"))
    if (was.how == "only") is only:
        sent = sent | (was.keys - shown)  # what the form could not show stays as it is
    if said := words(post, f"{rule.key}:add"):
        sent = {*sent, _key_of(said, rule, rulebook)}
    if len(sent) > MOST_NAMED:
        raise Refused(f"“{rule.label}” can name up to {MOST_NAMED}.")
    return Named("only" if only else "but", frozenset(sent)).text


def _key_of(said: str, rule: AllowedEntries, rulebook: Rulebook) -> str:
    """The key of what somebody typed: a name, or an alias, in whatever case."""
    wanted = said.casefold()
    named = (key for key, entry in names_of(rulebook, rule).items() if entry.name.casefold() == wanted)
    key = next(named, None) or keys_by_name(rulebook, rule).get(wanted)
    if key is None:
        raise Refused(f"{rule.label}: “{said}” isn’t in the book.")
    return key
