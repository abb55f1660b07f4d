"""What a campaign's form says of what may be chosen: a list of names for each rule, all but these or only these."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict

from campaigns.house_users import NO_USERS, Users
from rules.form_values import words
from rules.kernel import Entry, Rulebook
from rules.kernel.books.campaign_rules import MOST_NAMED, AllowedEntries, Named, keys_by_name, names_of
from rules.refusals import Refused

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
