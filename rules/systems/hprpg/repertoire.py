"""What is wrong with the feats and spells somebody has."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.kernel import Budget, Finding, Fix, Level, Reading, amount
from rules.systems.hprpg.creation import archetype, traits
from rules.systems.hprpg.entries import Archetype, Feature, Spell
from rules.systems.hprpg.game import cite, hprpg
from rules.systems.hprpg.growth import gained_by_word
from rules.systems.hprpg.turning import lived


@hprpg.rule
def feats(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Feats are of the character's archetype, and none at creation unless the game master allows (4.2, H-13)."""
    picked = c.picked("feats")
    found = archetype(c)
    known = [(key, c.rulebook.find(Feature, key)) for key in picked]
    kept = c.approved.picked("feats") if c.approved else ()
    stays = (*lived(c), *([found.key] if found else []))
    for key, feat in known:
        learned = key in kept or key in c.memo(gained_by_word)
        if feat and (found is None or feat.archetype != found.key) and not (learned and feat.archetype in stays):
            owner = c.rulebook.find(Archetype, feat.archetype)
            yield Finding(
                "feat-of-another-archetype",
                Level.ERROR,
                f"{feat.name} is only for the {owner.name if owner else feat.archetype}.",
                cite("4.2", 12, "H-13"),
                hint="Choose feats of your archetype.",
                at=f"picks.feats.{key}",
                fixes=(Fix(f"Remove {feat.name}", f"picks.feats.{key}", False),),
            )
    allowed = c.number("starting_feats")
    if c.table.stage == "creation" and len(picked) > allowed:
        yield Finding(
            "feats-too-many",
            Level.ERROR,
            f"You can have {amount(allowed, 'feat')} at creation (you have {len(picked)}).",
            cite("4.2", 12, "H-13"),
            hint="You earn feats in play. Your GM may allow some at creation.",
            at="picks.feats",
            fixes=tuple(Fix(f"Remove {feat.name}", f"picks.feats.{key}", False) for key, feat in known if feat),
            values=MappingProxyType({"allowed": allowed, "chosen": len(picked)}),
        )


@hprpg.rule
def spells(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """A known spell exists, and wants a dot in its discipline (8.1, H-17)."""
    known = [(key, c.rulebook.find(Spell, key)) for key in c.picked("spells")]
    if not c.setting("known_spells_need_affinity"):
        return
    for key, spell in known:
        discipline = traits(c).get(spell.discipline) if spell else None
        if spell and discipline and c[discipline.key] < 1:
            yield Finding(
                "spell-without-affinity",
                Level.NOTE,
                f"{spell.name} is {discipline.name} magic, and you have no affinity for it.",
                cite("8.1", 36, "H-17"),
                hint=f"You can cast it at Nihil, or higher for Fortitude. A dot in {discipline.name} unlocks Primus.",
                at=f"picks.spells.{key}",
            )
