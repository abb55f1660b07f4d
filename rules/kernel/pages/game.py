"""A whole game: its rules, and the pages that are drawn of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

from rules.kernel.basics.errors import RuleError
from rules.kernel.basics.figures import Figure
from rules.kernel.books.campaign_rules import without_barred
from rules.kernel.books.rulebook import Entry, Rulebook, kind_of
from rules.kernel.documents.table import RulesContext
from rules.kernel.pages.bestiary import Bestiary
from rules.kernel.pages.fields import Step
from rules.kernel.pages.fight_cards import FightCard
from rules.kernel.pages.heraldry import Heraldry
from rules.kernel.pages.in_use import InUse
from rules.kernel.pages.npc_choices import NpcChoice
from rules.kernel.pages.panels import Panel
from rules.kernel.pages.print_blocks import Layout
from rules.kernel.pages.print_parts import PrintedItem, written_lists
from rules.kernel.pages.questions import Question
from rules.kernel.pages.reference import ReferenceSection, no_references
from rules.kernel.pages.spell_cards import SpellFacts
from rules.kernel.pages.story import Story
from rules.kernel.pages.turns import TurnOrder
from rules.kernel.pages.vitals import Vital
from rules.kernel.pages.wishes import Wishes
from rules.kernel.rolls.checks import CAST, Check
from rules.kernel.rolls.trackers import Fact
from rules.kernel.sheet import Live, Sheet
from rules.kernel.system import System


def no_one_liner(sheet: Sheet) -> tuple[str, ...]:
    """For games whose characters are told apart by their names."""
    return ()


def no_vitals(live: Live) -> tuple[Vital, ...]:
    """For games that leave it to their panels."""
    return ()


def nothing_further(sheet: Sheet) -> tuple[tuple[str, Check], ...]:
    """For games whose checks are all there is to roll."""
    return ()


def no_roll(sheet: Sheet, key: str) -> Check | None:
    """For games whose numbers are rolled by their checks alone."""
    return None


def no_fight(live: Live) -> FightCard:
    """For games that say nothing of fights."""
    return FightCard((), ())


def entries_by_key(rulebook: Rulebook, key: str) -> tuple[Entry, ...]:
    """The entries with the key of a figure: for games that name a figure after what it rates."""
    return tuple(entries[key] for entries in rulebook.entries.values() if key in entries)


class Game(System):
    """A game with its pages: steps, sheet, forms of its rolls, paper. `rules.systems` checks that each has them all."""

    steps: Callable[[Sheet], tuple[Step, ...]]
    random: Callable[[Mapping[str, Any], Random, Rulebook, RulesContext], dict[str, Any]]
    odds: Callable[[Sequence[str]], dict[str, Any]]
    ask: Callable[[Sheet, Mapping[str, str]], Question]
    desk: Callable[[Sheet, Entry, Mapping[str, str]], Question]
    """One casting, asked for: a form with what was answered, and the roll it makes."""
    layout: Callable[[Sheet], Layout]
    panels: Callable[[Sheet], tuple[Panel, ...]]
    facts: Callable[[Sheet], tuple[Fact, ...]]
    story: Story
    spell_facts: Callable[[Entry, Rulebook], SpellFacts]
    worded: Mapping[type[Entry], Callable[[Any], tuple[tuple[str, str], ...]]] = MappingProxyType({})
    """What the rulebook says of the kinds whose fields are figures of the rules: lines with what each is called."""
    lists: Callable[[Sheet], tuple[tuple[str, tuple[PrintedItem, ...]], ...]] = staticmethod(written_lists)
    one_liner: Callable[[Sheet], tuple[str, ...]] = staticmethod(no_one_liner)
    """Who a character is in a few words, as its player would say: what a list shows beside the name."""
    vitals: Callable[[Live], tuple[Vital, ...]] = staticmethod(no_vitals)
    """Six or seven numbers that head the sheet as they stand, those of a fight first: a list shows three of them."""
    further: Callable[[Sheet], Iterable[tuple[str, Check]]] = staticmethod(nothing_further)
    """What else of the sheet can be rolled besides its checks, each under a heading; those of one follow each other."""
    roll_of: Callable[[Sheet, str], Check | None] = staticmethod(no_roll)
    """The roll of a number of the sheet's panels that is none of its checks, by its key; None where it isn't rolled."""
    how_to_roll = ""
    """How dice answer a check, in a sentence or two: said where numbers are bought, wished for and played."""
    references: Callable[[Rulebook], tuple[ReferenceSection, ...]] = staticmethod(no_references)
    entries_behind: Callable[[Rulebook, str], tuple[Entry, ...]] = staticmethod(entries_by_key)
    """What the book says of a figure, by its key: the skill it rates, or the verb and the noun it puts together."""
    wishes: Wishes | None = None
    """What a player may wish for in a few clicks. Without it, the game has no page of wishes."""
    fight: Callable[[Live], FightCard] = staticmethod(no_fight)
    """Five figures and what somebody does in a fight: what a game master needs while four people wait."""
    turns = TurnOrder()
    """How the order of a round is found."""
    npc_choices: tuple[NpcChoice, ...] = ()
    """What somebody is asked who makes NPCs: their people, their trade."""
    beasts: Bestiary | None = None
    """The beasts that a game master brings into a fight. Without it, the books of the game have none."""
    in_use: InUse | None = None
    """What is owned and can be put to use or away, for games that tell these apart."""
    chance_heading = "Chance"
    """What the chance of a check counts, where its outcomes have degrees."""
    roll_heading = "Dice"
    """What the number of a check is called: how many dice, or what to roll."""
    usual_dice = "1d6"
    """What somebody who rolls dice of their own begins with."""
    usual_roll = "Check"
    """What the rolls of a sheet have in common, above their names: their difficulty, where it is the same for all."""
    roll_help = ""
    """A sentence on what its rolls abbreviate, for a list of castable spells."""

    heraldry = Heraldry()
    """How it is drawn: its crests and its line of ornament."""

    def fill(self, document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
        """A character at random for this table, that begins as the document and takes nothing that is barred there."""
        return self.random(document, rng, without_barred(rulebook, self.allowed, table.settings), table)

    @property
    def casts(self) -> bool:
        """Whether characters of this game cast spells."""
        return hasattr(self, "casting") and hasattr(self, "desk")

    def entry_words(self, entry: Entry, rulebook: Rulebook) -> tuple[tuple[str, str], ...]:
        """What the game itself says of an entry; nothing of the kinds whose fields speak for themselves."""
        if self.casts and kind_of(type(entry)) == "spell":
            return self.spell_facts(entry, rulebook).lines
        worded = self.worded.get(type(entry))
        return worded(entry) if worded else ()


def game_of(sheet: Sheet) -> Game:
    """The game of a sheet, with its pages. Raises RuleError where there are only rules."""
    if not isinstance(sheet.game, Game):
        raise RuleError(f"The game {sheet.game.key} has no pages.")
    return sheet.game


def ask(live: Live, answers: Mapping[str, str]) -> Question:
    """Any roll or casting, asked for with these answers; what they leave open, the marks answer."""
    if spell := answers.get(CAST):
        entry = next((entry for entry in live.sheet.spells if entry.key == spell), None)
        return replace(desk(live, entry, answers), spell=spell) if entry else Question((), unknown_spell(live.sheet))
    return _alive(live, game_of(live.sheet).ask(live.sheet, {**live.answers, **answers}))


def unknown_spell(sheet: Sheet) -> Check:
    """What is rolled of a spell that nobody here casts: nothing."""
    any_figure = next(iter(sheet.figures.values()))
    pool = Figure.of(CAST, "No such spell", any_figure.cite, ())
    return Check(CAST, pool.label, pool.cite, pool, None, "This character doesn't cast that spell.")


def desk(live: Live, entry: Entry, answers: Mapping[str, str]) -> Question:
    """One casting, asked for with these answers."""
    return _alive(live, game_of(live.sheet).desk(live.sheet, entry, {**live.answers, **answers}))


def _alive(live: Live, asked: Question) -> Question:
    if not live.dead:
        return asked
    ways = tuple(replace(way, check=live.alive(way.check)) for way in asked.ways)
    return replace(asked, check=live.alive(asked.check), ways=ways)
