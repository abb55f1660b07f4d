"""What the grimoire says of this game's spells (chapters 7 and 8)."""

from rules.kernel import Entry, Rulebook
from rules.kernel.pages import SpellFacts, Tag
from rules.systems.hprpg.entries import PowerLevel, School, Spell, Trait
from rules.systems.hprpg.game import hprpg
from rules.systems.hprpg.magic import spend_limit


def spell_facts(entry: Entry, rulebook: Rulebook) -> SpellFacts:
    """Discipline, aspects, incantation, and what the spell does at each level the book names."""
    assert isinstance(entry, Spell)
    discipline = rulebook.find(Trait, entry.discipline)
    name = discipline.name if discipline else entry.discipline.replace("-", " ").capitalize()
    school = rulebook.find(School, discipline.school) if discipline else None
    aspects = [found.name for key in (discipline.aspects if discipline else ()) if (found := rulebook.find(Trait, key))]
    levels = {level.rating: level.name for level in rulebook.all(PowerLevel).values()}
    most = (f"{name} {spend_limit(rating)}" for rating, name in levels.items())
    named = [str(step.level) for step in entry.levels]
    facts = [
        ("Discipline", f"{name}, in {school.name}" if school else name),
        ("Cast with", f"{' or '.join(aspects)} and {name}" if aspects else ""),
        ("Incantation", entry.incantation),
        ("Also called", ", ".join(entry.aliases)),
        ("Maximum successes on each effect (Overpower, Defy, Extend)", ", ".join(most)),
    ]
    return SpellFacts(
        tags=(Tag("Discipline", entry.discipline, name),) if entry.discipline else (),
        one_liner=f"{'level' if len(named) == 1 else 'levels'} {', '.join(named)}" if named else "",
        facts=tuple((label, text) for label, text in facts if text),
        title="Power levels",
        heads=("Level", "Effect"),
        table=tuple((f"{levels.get(step.level, '')} {step.level}".strip(), step.effect) for step in entry.levels),
        empty="No power levels in the book. Ask your GM.",
        rulings=("H-17",) if entry.ruling else (),
    )


hprpg.spell_facts = spell_facts
