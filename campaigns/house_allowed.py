"""What a campaign's form says of what may be chosen: a list of names for each rule, all but these or only these."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from django.http import QueryDict

from campaigns.house_users import NO_USERS, Users
from rules.form_values import words
from rules.kernel import Entry, Rulebook
from rules.kernel.basics.wording import either, nearest_few
from rules.kernel.books.campaign_rules import MOST_NAMED, AllowedEntries, Named, keys_by_name, names_of
from rules.refusals import Refused

FEW = 24
"""So many entries are ticked one by one; of more, those are named that are barred, or that alone are allowed."""


class Wrong(NamedTuple):
    """What somebody typed for a rule and can't be taken, and what to say of it there."""

    typed: str
    sentence: str


NOTHING_WRONG: Mapping[str, Wrong] = MappingProxyType({})


@dataclass(frozen=True)
class AllowedRow:
    """A rule as its form shows it: `value` is what is asked for, `stands` what holds until anything is saved."""

    setting: AllowedEntries
    rulebook: Rulebook
    value: str
    stands: str
    users: Mapping[str, str]
    wrong: Wrong | None = None
    """What was typed to be added, where it was refused and somebody should find it again."""

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
    wrong: Mapping[str, Wrong] = NOTHING_WRONG,
) -> list[AllowedRow]:
    rows = (
        AllowedRow(
            r, rulebook, decided.get(r.key) or "", stands.get(r.key) or "", users.get(r.key, {}), wrong.get(r.key)
        )
        for r in rules
    )
    return [row for row in rows if row.known]


def allowed_posted(
    post: QueryDict, rules: Iterable[AllowedEntries], rulebook: Rulebook
) -> tuple[dict[str, str], dict[str, Wrong]]:
    """The value of each rule that was sent, as text, and what is wrong with it: a name that no book has, which is not
    in the value, or too many names."""
    values: dict[str, str] = {}
    wrong: dict[str, Wrong] = {}
    for rule in rules:
        if f"{rule.key}:how" in post:
            values[rule.key], odd = _value(post, rule, rulebook)
            wrong |= {rule.key: odd} if odd else {}
    return values, wrong


def refuse_unknown(
    values: Mapping[str, Any], rules: Iterable[AllowedEntries], rulebook: Rulebook, stands: Mapping[str, Any]
) -> None:
    """Raise Refused for a name that no book has, but for those that stand: their book may be gone."""
    for rule in rules:
        sent = rule.named(values.get(rule.key)).keys - rule.named(stands.get(rule.key)).keys
        for key in sorted(sent - names_of(rulebook, rule).keys()):
            raise Refused(f"{rule.label}: “{key}” isn’t in the book.")


def _value(post: QueryDict, rule: AllowedEntries, rulebook: Rulebook) -> tuple[str, Wrong | None]:
    wrong, known = None, names_of(rulebook, rule)
    sent = known.keys() & set(post.getlist(f"{rule.key}:name"))
    shown = set(post.get(f"{rule.key}:shown", "").split(","))
    only = words(post, f"{rule.key}:how") == "only"
    if f"{rule.key}:ticks" in post and not only:
        sent = (known.keys() & shown) - sent
    was = rule.named(post.get(f"was:{rule.key}"))
    if (was.how == "only") is only:
        sent = sent | (was.keys - shown)  # what the form could not show stays as it is
    if said := words(post, f"{rule.key}:add"):
        key = _key_of(said, known, rule, rulebook)
        sent = {*sent, key} if key else sent
        wrong = None if key else Wrong(said, f"{rule.label}: “{said}” isn’t in the book.{_likely(said, known)}")
    if len(sent) > MOST_NAMED:
        wrong = wrong or Wrong(said, f"“{rule.label}” can name up to {MOST_NAMED}.")
    return Named("only" if only else "but", frozenset(sent)).text, wrong


def _key_of(said: str, known: Mapping[str, Entry], rule: AllowedEntries, rulebook: Rulebook) -> str | None:
    """The key of what somebody typed: a name, or an alias, in whatever case."""
    wanted = said.casefold()
    named = (key for key, entry in known.items() if entry.name.casefold() == wanted)
    return next(named, None) or keys_by_name(rulebook, rule).get(wanted)


def _likely(said: str, known: Mapping[str, Entry]) -> str:
    """The names of the book that look most like what somebody typed, in a sentence; "" where none does."""
    names = nearest_few(said, [entry.name for entry in known.values()])
    return f" Did you mean {either([f'“{name}”' for name in names])}?" if names else ""
