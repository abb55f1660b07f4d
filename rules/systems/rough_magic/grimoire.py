"""What the grimoire says of each kind of spell: what it is rolled with, what resists, what it can be stretched by."""

from collections.abc import Iterable

from rules.kernel import Entry, Rulebook
from rules.kernel.pages import SpellFacts, Tag
from rules.systems.rough_magic.casting_dice import FLAGS, MAGE_HAND, NUMBERS, words_for
from rules.systems.rough_magic.creation import GENERAL
from rules.systems.rough_magic.entries import Avenue, Spell
from rules.systems.rough_magic.game import POWER, rough_magic
from rules.systems.rough_magic.scales import rungs

RESISTS = {
    "agility": "the target's Agility", "presence": "the target's Presence",
    "presence+power": "the target's Presence and Power Level", "base": "the base value of the attribute",
    "lost": "the total lost, doubled if failed magic took it", "none": "no roll needed",
}  # fmt: skip


def spell_facts(entry: Entry, rulebook: Rulebook) -> SpellFacts:
    """Value, difficulty, what may be asked of it, and the price of every stretch in dice."""
    assert isinstance(entry, Spell)
    avenue = rulebook.find(Avenue, entry.avenue)
    value = f"{entry.beside.capitalize()} + Power Level" if entry.beside else "Power Level"
    facts = [
        ("Action value", _value(entry, value)),
        ("Rolled vs", against(entry)),
        ("Equipment that helps", _help(entry)),
        ("Options", _asks(entry)),
        ("Avenue", avenue.name if avenue else "general, unless your GM says otherwise"),
    ]
    stretched = entry.opposed != "none"
    return SpellFacts(
        tags=(
            Tag("Rolled with", entry.beside or POWER, value),
            Tag("Avenue", avenue.key if avenue else "general", avenue.name if avenue else "General magic"),
        ),
        one_liner=f"{value} vs {against(entry)}" if stretched else "No roll needed",
        facts=tuple((label, text) for label, text in facts if text),
        title="Modifiers" if stretched else "",
        heads=("Modifier", "Dice"),
        table=tuple(_stretches(entry, rulebook)) if stretched else (),
        rulings=tuple(_rulings(entry)),
    )


def against(spell: Spell) -> str:
    """What the roll is made against, as the casting desk reads it: what resists, and its DV only where nothing does."""
    return RESISTS[spell.opposed] if spell.opposed else f"DV {spell.own}"


def _value(spell: Spell, value: str) -> str:
    if spell.opposed == "none":
        return "none; its Brawn is your Power Level" if spell.key == MAGE_HAND else "none"
    return f"{value}, unless your GM says otherwise" if spell.key in GENERAL else value


def _help(spell: Spell) -> str:
    if spell.opposed == "none":
        return ""
    if spell.armour:
        return "armour, or a ward or charm: the best of them"
    if spell.charm:
        return "only a ward or charm"
    return "none, unless your campaign lets charms help" if spell.mental else ""


def _asks(spell: Spell) -> str:
    words = [FLAGS[ask] if ask in FLAGS else NUMBERS[ask][0] for ask in spell.asks if ask in FLAGS or ask in NUMBERS]
    return "; ".join(words)


def _stretches(spell: Spell, rulebook: Rulebook) -> Iterable[tuple[str, str]]:
    for word, table in words_for(spell):
        sign = "+" if word == "ritual" else "−"
        rows = rungs(rulebook, table).values()
        yield word.capitalize(), ", ".join(f"{row.name} {sign}{row.dice}" if row.dice else row.name for row in rows)


def _rulings(spell: Spell) -> Iterable[str]:
    if spell.key in ("protection", "transportation"):
        yield "R-11"
    if spell.key == "transmutation":
        yield "R-11"
    if spell.key in GENERAL:
        yield "R-10"
    if spell.mental or spell.key == "mental-attack":
        yield "R-12"
    if spell.key == "healing":
        yield "R-20"


rough_magic.spell_facts = spell_facts
