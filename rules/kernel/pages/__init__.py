"""What is drawn and printed of a sheet: fields, forms of rolls, panels, paper, and the whole game with its pages."""

from rules.kernel.pages.cli import Parser, chance, counter, tick, whole
from rules.kernel.pages.fields import Field, List, Option, Pick, Rank, Rate, Roll, Step, Write
from rules.kernel.pages.fixes import mends
from rules.kernel.pages.game import Game, ask, desk, game_of
from rules.kernel.pages.homebrew_picks import own_pick
from rules.kernel.pages.panels import Group, Panel
from rules.kernel.pages.print_blocks import Chance, Layout, Passage, Track, in_rows, percent
from rules.kernel.pages.purchase_fields import explained, rate
from rules.kernel.pages.questions import Question, Way
from rules.kernel.pages.reference import Card, Shelf
from rules.kernel.pages.schema import json_schema
from rules.kernel.pages.spell_cards import SpellFacts, Tag
from rules.kernel.pages.story import Note, Story

__all__ = [
    "Card",
    "Chance",
    "Field",
    "Game",
    "Group",
    "Layout",
    "List",
    "Note",
    "Option",
    "Panel",
    "Parser",
    "Passage",
    "Pick",
    "Question",
    "Rank",
    "Rate",
    "Roll",
    "Shelf",
    "SpellFacts",
    "Step",
    "Story",
    "Tag",
    "Track",
    "Way",
    "Write",
    "ask",
    "chance",
    "counter",
    "desk",
    "explained",
    "game_of",
    "in_rows",
    "json_schema",
    "mends",
    "own_pick",
    "percent",
    "rate",
    "tick",
    "whole",
]
