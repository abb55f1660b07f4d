"""What somebody chose that their campaign doesn't allow."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.kernel.active_effects import named
from rules.kernel.books.campaign_rules import AllowedEntries, keys_by_name, names_of
from rules.kernel.books.rulebook import Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.findings import Finding, Fix, Level
from rules.kernel.reading import Reading

NOT_HERE = "Not in this campaign"


def uses(
    build: Build, rulebook: Rulebook, rules: Iterable[AllowedEntries]
) -> Iterator[tuple[AllowedEntries, str, str]]:
    """What a build chose of what these rules are about: the rule, the key that chooses it, and the path it is at."""
    chosen = list(named(build))
    for rule in rules:
        names = keys_by_name(rulebook, rule)
        for name, path in chosen:
            key = names.get(name)
            if key is not None and rule.is_at(path, name):
                yield rule, key, path


def barred_uses(
    build: Build, rulebook: Rulebook, rules: Iterable[AllowedEntries], given: Mapping[str, Any]
) -> Iterator[tuple[AllowedEntries, str, str]]:
    """Those of them that these house rules bar."""
    said = {rule: of for rule in rules if (of := rule.named(given.get(rule.key))).keys}
    if said:
        yield from (use for use in uses(build, rulebook, said) if said[use[0]].bars(use[1]))


def barred_findings(c: Reading) -> Iterator[Finding]:
    """An error for each choice of what the campaign bars."""
    given = {rule.key: c.setting(rule.key) for rule in c.game.allowed}
    for rule, key, path in barred_uses(c.build, c.rulebook, c.game.allowed, given):
        thing = names_of(c.rulebook, rule)[key].name
        line = path.rpartition(".picks.")[0] if path.startswith("entries.") else path
        yield Finding(
            "not-in-campaign", Level.ERROR, f"{NOT_HERE}: {thing}.", c.house_cite(rule.cite),
            hint=f"Choose {rule.one} that your campaign allows, or ask your GM for an exception.",
            at=path, fixes=(Fix(f"Remove {thing}", line, None),), values={"rule": rule.key, "key": key},
        )  # fmt: skip
