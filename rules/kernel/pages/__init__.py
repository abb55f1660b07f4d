"""What is drawn and printed of a sheet: fields, forms of rolls, panels, paper, and the whole game with its pages."""

from rules.kernel.pages.bestiary import BEAST, BeastRange, Bestiary, asked_of
from rules.kernel.pages.chances import NEVER, Chance, percent, success_chance
from rules.kernel.pages.cli import Parser, chance, counter, one_of, select, tick, whole
from rules.kernel.pages.fields import (
    Axis,
    ChoiceField,
    Deciding,
    DiceRow,
    Field,
    Grid,
    Head,
    ListField,
    Offers,
    Option,
    RankField,
    RatingField,
    RollField,
    Step,
    TextField,
)
from rules.kernel.pages.fight_cards import (
    FightCard,
    FightRoll,
    facts_told,
    fight_roll,
    fight_rolls,
    first_sentences,
    in_hand,
    listing,
)
from rules.kernel.pages.game import Game, ask, desk, entries_by_key, game_of
from rules.kernel.pages.granting import Granted, beginning, grant, grantable, nearness
from rules.kernel.pages.heraldry import Heraldry, Ornament, PortraitFrame
from rules.kernel.pages.homebrew_picks import homebrew_pick
from rules.kernel.pages.in_use import InUse, Switch, put_to_use
from rules.kernel.pages.npc_choices import NpcChoice, NpcOption, among_entries, among_wishes
from rules.kernel.pages.panels import FigureGroup, Panel
from rules.kernel.pages.print_blocks import Layout
from rules.kernel.pages.print_parts import Passage, Track, in_rows
from rules.kernel.pages.purchase_fields import lines, pick, rate
from rules.kernel.pages.questions import Approach, Question
from rules.kernel.pages.reference import Card, ReferenceSection
from rules.kernel.pages.spell_cards import SpellFacts, Tag
from rules.kernel.pages.story import Note, Story
from rules.kernel.pages.turns import TurnOrder, TurnScore, added_up
from rules.kernel.pages.vitals import Vital, on_paper, rated, rolled, tracked
from rules.kernel.pages.wishes import GOOD_AT, Way, Wish, Wishes

__all__ = [
    "BEAST",
    "GOOD_AT",
    "NEVER",
    "Approach",
    "Axis",
    "BeastRange",
    "Bestiary",
    "Card",
    "Chance",
    "ChoiceField",
    "Deciding",
    "DiceRow",
    "Field",
    "FightCard",
    "FightRoll",
    "FigureGroup",
    "Game",
    "Granted",
    "Grid",
    "Head",
    "Heraldry",
    "InUse",
    "Layout",
    "ListField",
    "Note",
    "NpcChoice",
    "NpcOption",
    "Offers",
    "Option",
    "Ornament",
    "Panel",
    "Parser",
    "Passage",
    "PortraitFrame",
    "Question",
    "RankField",
    "RatingField",
    "ReferenceSection",
    "RollField",
    "SpellFacts",
    "Step",
    "Story",
    "Switch",
    "Tag",
    "TextField",
    "Track",
    "TurnOrder",
    "TurnScore",
    "Vital",
    "Way",
    "Wish",
    "Wishes",
    "added_up",
    "among_entries",
    "among_wishes",
    "ask",
    "asked_of",
    "beginning",
    "chance",
    "counter",
    "desk",
    "entries_by_key",
    "facts_told",
    "fight_roll",
    "fight_rolls",
    "first_sentences",
    "game_of",
    "grant",
    "grantable",
    "homebrew_pick",
    "in_hand",
    "in_rows",
    "lines",
    "listing",
    "nearness",
    "on_paper",
    "one_of",
    "percent",
    "pick",
    "put_to_use",
    "rate",
    "rated",
    "rolled",
    "select",
    "success_chance",
    "tick",
    "tracked",
    "whole",
]
