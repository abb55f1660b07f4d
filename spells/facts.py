"""What a spell's row says, in words: its keys looked up in the books in play."""

from dataclasses import dataclass

from rules import systems
from rules.kernel import Cite, Entry, Rulebook, Ruling
from rules.rulebook import rulebook_of
from spells.models import Spell


@dataclass(frozen=True)
class Level:
    """What a spell does at one power level."""

    rating: int
    name: str
    effect: str


@dataclass(frozen=True)
class Facts:
    """A spell for reading. `ruling` settles its discipline where the book does not."""

    spell: Spell
    game: str
    discipline: str
    school: str
    aspects: tuple[str, ...]
    levels: tuple[Level, ...]
    cite: Cite
    ruling: Ruling | None


def facts_of(spell: Spell) -> Facts:
    """A spell with every key of its row turned into the name players know. No query once its book is read."""
    game, rulebook = systems.get(spell.book.system), rulebook_of((spell.book,))
    row = spell.data
    discipline = _entry(rulebook, "trait", row.get("discipline", ""))
    ruling = _ruling(game.rulings) if row.get("ruling") else None
    return Facts(
        spell=spell,
        game=game.name,
        discipline=_name(discipline, row.get("discipline", "")),
        school=_name(_entry(rulebook, "school", getattr(discipline, "school", "")), ""),
        aspects=tuple(_name(_entry(rulebook, "trait", key), key) for key in getattr(discipline, "aspects", ())),
        levels=tuple(_level(rulebook, level) for level in row.get("levels", ())),
        cite=Cite(spell.book.short, spell.section, spell.page, ruling.key if ruling else ""),
        ruling=ruling,
    )


def _level(rulebook: Rulebook, level: dict[str, object]) -> Level:
    ratings = {getattr(e, "rating", None): e.name for e in rulebook.entries.get("power-level", {}).values()}
    rating = level["level"]
    return Level(int(str(rating)), ratings.get(rating, ""), str(level["effect"]))


def _entry(rulebook: Rulebook, kind: str, key: str) -> Entry | None:
    return rulebook.entries.get(kind, {}).get(key)


def _name(entry: Entry | None, key: str) -> str:
    return entry.name if entry else key.replace("-", " ").capitalize()


def _ruling(rulings: tuple[Ruling, ...]) -> Ruling | None:
    """The game's ruling on its spells."""
    return next((ruling for ruling in rulings if ruling.title == "Spells"), None)
