"""What a spell's row says, in words: the game tells it, this finds the game, the book and the rulings."""

from collections.abc import Callable
from dataclasses import dataclass

from rules import systems
from rules.catalogue.rulebook import rulebook_of
from rules.kernel import Cite, Rulebook, Ruling
from rules.kernel.books import Aside
from rules.kernel.books.spells import SpellReader
from rules.kernel.pages import SpellFacts, Tag
from rules.sparing import spared
from spells.models import Spell

NOTHING = SpellFacts((), "", (), empty="The book’s entry for this spell can’t be read.")


@dataclass(frozen=True)
class CastingContext:
    """A spell in one character's hands: what to roll and how likely, or the reason why not; where to cast it."""

    roll: str
    chance: str
    reason: str
    url: str


@dataclass(frozen=True)
class SpellPage:
    """A spell for reading. `rulings` settle what the book leaves open about it; `aside` is why nothing can be told."""

    spell: Spell
    game: str
    told: SpellFacts
    cite: Cite
    rulings: tuple[Ruling, ...]
    hand: CastingContext | None = None
    aside: str = ""

    @property
    def kinds(self) -> tuple[Tag, ...]:
        """What it is cast with."""
        tags = self.told.tags
        return tuple(tag for tag in tags if tag.group == tags[0].group)

    def has(self, group: str, key: str) -> bool:
        """Whether a tag of the spell has this key; of any group but the first where `group` is not "kind"."""
        within = self.kinds if group == "kind" else self.told.tags
        return any(tag.key == key and group in ("kind", tag.group.lower()) for tag in within)


def facts_of(
    spell: Spell,
    hands: Callable[[Spell], CastingContext] | None = None,
    reader: SpellReader | None = None,
) -> SpellPage:
    """A spell in the words of its game, and in the hands of a character. No query once its book is read.

    `reader` is that of a character or a campaign, which may have house rules of spells. A spell of homebrew wants one,
    too: its book by itself knows none of the game's words.
    """
    game = systems.get(spell.book.system)
    reader = reader or game.spell_reader(rulebook_of((spell.book,)), {})
    entry, rulebook = reader.find(spell.key), reader.rulebook
    entry = entry if entry and entry.book == spell.book.key else None
    told = spared(entry, lambda: game.spell_facts(entry, rulebook)) if entry else _lost(spell, rulebook)
    aside = told.sentence if isinstance(told, Aside) else ""
    if isinstance(told, Aside):
        told = SpellFacts((), "", (), empty=told.sentence)
    rulings = tuple(ruling for ruling in game.rulings if ruling.key in told.rulings)
    place = entry.cite if entry else Cite(spell.book.short, spell.section, spell.page)
    cite = place._replace(ruling=rulings[0].key if rulings else "")
    return SpellPage(spell, game.name, told, cite, rulings, hands(spell) if hands else None, aside)


def _lost(spell: Spell, rulebook: Rulebook) -> SpellFacts | Aside:
    """What is told of a spell that no book here has any more, or that its book has set aside."""
    return rulebook.aside.get(("spell", spell.key), NOTHING)
