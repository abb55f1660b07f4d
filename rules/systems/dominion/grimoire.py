"""What the grimoire says of this game's spells (chapter 12)."""

import re
from collections.abc import Iterable

from rules.kernel import Entry, Rulebook
from rules.kernel.basics import signed
from rules.kernel.basics.wording import either
from rules.kernel.pages import SpellFacts, Tag
from rules.systems.dominion.entries import WHEN, Aid, Skill, Spell
from rules.systems.dominion.game import dominion

RULING = re.compile(r"A-\d\d")
MAINTENANCE = {"normal": "Can be maintained.", "none": "Can't be maintained.", "n/a": "", "special": ""}
RESISTANCE = {
    "withmag": "Withstand Magic",
    "withinj": "Withstand Injury",
    "withmag-or-withinj": "Withstand Magic or Withstand Injury",
    "optional-withmag": "Withstand Magic (optional)",
    "none": "None",
    "special": "Special",
}
AGAIN = {
    "apply": "Each resistance makes the next try harder.",
    "not": "Resisting doesn't make the next try harder.",
    "unstated": "The book doesn't say if resisting makes the next try harder.",
    "n/a": "",
}
RETRY = {
    "yes": "Try again.",
    "next-round": "Try again next round.",
    "one-day": "Try again in a day.",
    "never": "No second try.",
    "special": "",
}
FATES = {"consumed": "used up", "survives": "kept", "vanishes": "vanishes"}


def spell_facts(entry: Entry, rulebook: Rulebook) -> SpellFacts:
    """Skill, stage, difficulty, range, duration, resistance, rites and charms, the roll of twelve."""
    assert isinstance(entry, Spell)
    skills = [found.name if (found := rulebook.find(Skill, key)) else key.capitalize() for key in entry.skills]
    penalties = difficulty(entry)
    stage = WHEN.get(entry.stage, "")
    facts = [
        ("Cast with", f"the average of {' and '.join(skills)}" if len(skills) > 1 else "".join(skills)),
        ("Rolled in", f"the {stage}" if stage else "no Stage (outside a fight)"),
        ("Difficulty Penalty", "" if entry.variants else penalties or "none"),
        ("Range", entry.range),
        ("Duration", entry.duration),
        ("Maintenance", _sentence(MAINTENANCE.get(entry.maintenance, ""), entry.maintenance_note)),
        (
            "Resistance",
            _sentence(
                RESISTANCE.get(entry.resistance, entry.resistance),
                AGAIN.get(entry.resistance_rules, ""),
                entry.resistance_note,
            ),
        ),
        ("After a failure", _sentence(RETRY.get(entry.retry, ""), entry.retry_note)),
        ("Restrictions", entry.restrictions),
        ("Rites", aids_told(entry.rites)),
        ("Charms", aids_told(entry.charms)),
        ("On a 12", entry.twelve),
        ("Also called", ", ".join(entry.aliases)),
    ]
    return SpellFacts(
        tags=(
            *(Tag("Skill", key, name) for key, name in zip(entry.skills, skills, strict=True)),
            *((Tag("Stage", entry.stage, stage),) if stage else ()),
            Tag("Resistance", entry.resistance, RESISTANCE.get(entry.resistance, entry.resistance)),
        ),
        one_liner=" · ".join(word for word in (stage, penalties and f"Difficulty Penalty: {penalties}") if word),
        facts=tuple((label, text) for label, text in facts if text),
        text=entry.text,
        title="Variants" if entry.variants else "",
        heads=("Variant", "Difficulty Penalty"),
        table=tuple((way.name, signed(way.difficulty)) for way in entry.variants),
        rulings=tuple(RULING.findall(entry.ruling)),
    )


def difficulty(spell: Spell) -> str:
    """The Difficulty Penalty, or those of its variants; "" for none."""
    if spell.variants:
        return either([signed(way.difficulty) for way in spell.variants])
    if spell.against:
        return f"the target's {spell.against.capitalize()}"
    return signed(spell.difficulty) if spell.difficulty else ""


def _sentence(*words: str) -> str:
    found = [word if word.endswith(".") else f"{word}." for word in words if word]
    return " ".join(found)


def aids_told(aids: Iterable[Aid]) -> str:
    """Rites or charms in words: what each adds, what one does or holds, and what becomes of it."""
    told = []
    for aid in aids:
        fate = f" ({FATES.get(aid.fate, aid.fate)})" if aid.fate else ""
        told.append(f"{signed(aid.bonus)} " * bool(aid.bonus) + aid.text.rstrip(".") + fate)
    return "; ".join(told) + "." if told else ""


dominion.spell_facts = spell_facts
