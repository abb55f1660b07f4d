"""The mage and the thug of the rulings' examples."""

from typing import Any

from rules.kernel import Build, Check, RulesContext, Sheet
from rules.systems.rough_magic import system
from rules.systems.rough_magic.entries import Spell

MAGE = {"agility": 3, "brawn": 2, "presence": 4, "reason": 5, "power-level": 4}
THUG = {"agility": 3, "brawn": 4, "presence": 2, "reason": 2, "power-level": 0}
ARTS: tuple[dict[str, Any], ...] = ({"name": "Thaumaturgy"}, {"name": "Perception"})
SPELLS = system.rulebook.all(Spell)


def mage(settings: dict[str, Any] | None = None, **build: Any) -> Sheet:
    """The mage without expertise, at a table with these house rules."""
    made = {"scores": {**MAGE, **build.pop("scores", {})}, "entries": {"skills": list(ARTS)}}
    made["entries"] |= build.pop("entries", {})
    return system.read(Build.parse({**made, **build}), table=RulesContext(settings=settings or {}))


def thug(**build: Any) -> Sheet:
    return system.read(Build.parse({"scores": THUG, **build}))


def cast(sheet: Sheet, spell: str, **answers: str) -> Check:
    """One casting at the bench; hyphens of an answer are underscores here."""
    told = {name.replace("_", "-"): text for name, text in answers.items()}
    return system.desk(sheet, SPELLS[spell], told).check
