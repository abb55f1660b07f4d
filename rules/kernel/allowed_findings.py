"""What somebody chose that their campaign doesn't allow."""

from collections.abc import Iterator

from rules.kernel.active_effects import named
from rules.kernel.books.campaign_rules import keys_by_name, names_of
from rules.kernel.findings import Finding, Fix, Level
from rules.kernel.reading import Reading

NOT_HERE = "Not in this campaign"


def barred_findings(c: Reading) -> Iterator[Finding]:
    """An error for each choice of what the campaign bars."""
    said = [(rule, of) for rule in c.game.allowed if (of := rule.named(c.setting(rule.key))).keys]
    chosen = list(named(c.build)) if said else ()
    for rule, of in said:
        names, known = keys_by_name(c.rulebook, rule), names_of(c.rulebook, rule)
        for name, path in chosen:
            key = names.get(name)
            if key is not None and of.bars(key) and rule.is_at(path, name):
                thing = known[key].name
                line = path.rpartition(".picks.")[0] if path.startswith("entries.") else path
                yield Finding(
                    "not-in-campaign", Level.ERROR, f"{NOT_HERE}: {thing}.", c.house_cite(rule.cite),
                    hint=f"Choose {rule.one} that your campaign allows, or ask your GM for an exception.",
                    at=path, fixes=(Fix(f"Remove {thing}", line, None),), values={"rule": rule.key, "key": key},
                )  # fmt: skip
