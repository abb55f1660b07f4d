"""`docs/adding-a-game.md`, followed to the letter with a game nobody needs: no view and no builder template changes."""

import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.template import engines
from django.test import Client
from django.urls import reverse

from characters import actions
from characters.printing import PrintPage, render
from rules import systems
from rules.audit import audit_key
from rules.catalogue import load_rulebooks
from rules.kernel import Build, RuleError, System, Table, apply
from tests.characters.prints.paper import faults, words

KEY, PACKAGE = "paper-lantern", "paper_lantern"
CHECKLIST = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")

FILES = {
    "book.toml": """
[book]
key = "core"
edition = "1"
system = "paper-lantern"
title = "Paper Lantern"
short = "Lantern"
licence = "None needed."

[[section]]
number = "1"
title = "Wicks and wax"
page = 1
""",
    "lights.toml": """
[[light]]
key = "moth"
name = "Moth"
section = "1"
page = 2
summary = "It comes to everything that shines."
wicks = 1

[[light]]
key = "beacon"
name = "Beacon"
section = "1"
page = 2
summary = "Ships come to it."
wicks = 2
""",
    "entries.py": """
from dataclasses import dataclass

from rules.kernel import Entry


@dataclass(frozen=True, kw_only=True)
class Light(Entry):
    wicks: int = 0


KINDS = (Light,)
""",
    "game.py": """
from pathlib import Path

from rules.kernel import System
from rules.systems.paper_lantern.entries import KINDS

lantern = System(
    key="paper-lantern", name="Paper Lantern", tagline="It burns.", folder=Path(__file__).parent, kinds=KINDS,
    short="Lantern", decide="A light and some wax.",
)
cite = lantern.cite
""",
    "rulings.py": """
from rules.kernel import Ruling, Setting
from rules.systems.paper_lantern.game import cite, lantern

lantern.setting(Setting("wax", "Wax to start with", 6, cite("1", 1, "L-1"), "The book forgets to say.", high=18))
lantern.rulings = (Ruling("L-1", "Wax", "Six lumps.", cite("1", 1, "L-1"), ("wax",)),)
""",
    "creation.py": """
from rules.kernel import Origin, Term
from rules.systems.paper_lantern.entries import Light
from rules.systems.paper_lantern.game import cite, lantern


@lantern.choice
def light(c):
    found = c.chosen(Light, "light")
    if found:
        yield "light", (found,)


@lantern.figure("glow", "Glow", cite("1", 1))
def glow(c):
    found = c.chosen(Light, "light")
    if found:
        yield Term(found.wicks, found.name, found.cite, Origin.GRANTED, path="picks.light")
    if c.bought("glow"):
        yield Term(c.bought("glow"), "wax", cite("1", 1), Origin.BOUGHT, path="scores.glow")
""",
    "purchases.py": """
from rules.kernel import derived
from rules.kernel.purchases import Purchase, PurchaseRule, flat
from rules.systems.paper_lantern.game import cite, lantern

GLOW = PurchaseRule(budget="wax", unit="dot", price=flat(2), cite=cite("1", 1))


@lantern.purchases
def glow(c):
    return listed(c.rulebook)


@derived
def listed(rulebook):
    return (Purchase("scores.glow", "Glow", GLOW, "glow"),)
""",
    "budgets.py": """
from rules.kernel import Budget, Term
from rules.kernel.purchases import spent
from rules.systems.paper_lantern.game import cite, lantern


@lantern.budget
def wax(c):
    allowed = [Term(c.number("wax"), "everybody", cite("1", 1, "L-1"))]
    yield Budget.of("wax", "Wax", cite("1", 1), allowed=allowed, spent=spent(c, "wax"), unit="lump")
""",
    "legality.py": """
from rules.kernel import unspent
from rules.kernel.purchases import overspending
from rules.systems.paper_lantern.game import lantern


@lantern.rule
def wax(c, budgets):
    yield from overspending(c, budgets["wax"])
    yield from unspent(budgets["wax"])
""",
    "performing.py": """
from rules.dice import Under
from rules.kernel import Check, Tracker
from rules.systems.paper_lantern.game import cite, lantern


@lantern.check
def shine(c):
    yield Check("glow", "Shine", cite("1", 1), c.figure("glow"), Under(c["glow"], 6))


@lantern.tracker
def burning(c):
    yield Tracker("glow", "Burning", cite("1", 1), c.figure("glow"))
""",
    "steps.py": """
from rules.kernel import Names, Option, Pick, Step, Story
from rules.kernel.rates import rate
from rules.systems.paper_lantern.entries import Light
from rules.systems.paper_lantern.game import cite, lantern


def names(rulebook):
    return Names(scores=frozenset({"glow"}), picks=frozenset({"light"}))


def steps(sheet):
    return (Step("light", "Light", "Choose one, and feed it.", cite("1", 1), lambda: fields(sheet), budgets=("wax",),
                 figures=("glow",), paths=("picks.light", "scores.glow")),)


def fields(sheet):
    lights = sheet.rulebook.all(Light).values()
    options = tuple(Option(light.key, light.name, light.summary, light.cite) for light in lights)
    return (
        Pick("picks.light", "Light", options, sheet.build.picked("light")),
        *(rate(sheet, purchase) for purchase in sheet.reading.purchases),
    )


lantern.names = names
lantern.story = Story("Nobody asks.", cite("1", 1), {})
lantern.steps = steps
""",
    "panels.py": """
from rules.kernel import Fact, Group, Panel
from rules.systems.paper_lantern.game import cite, lantern


def panels(sheet):
    return (Panel("glow", "Glow", cite("1", 1), (Group("", ("glow",)),)),)


def facts(sheet):
    light = sheet.choice("light")
    return (Fact("Light", light.name, light.summary, light.cite),) if light else ()


lantern.panels = panels
lantern.facts = facts
""",
    "questions.py": """
from rules.dice import Under
from rules.kernel import Check, Parser, Question, chance, counter, whole
from rules.systems.paper_lantern.game import cite, lantern


def ask(sheet, answers):
    faces = whole(answers.get("faces"), 6, 2, 20)
    figure = sheet.figures["glow"]
    check = Check("glow", "Shine", cite("1", 1), figure, Under(figure.value, faces))
    return Question((counter("faces", "Faces of the die", cite("1", 1), faces, 2, 20),), check)


def odds(arguments):
    parser = Parser(prog="odds paper-lantern", add_help=False)
    parser.add_argument("--glow", type=int, required=True)
    return {"success": chance(Under(parser.parse_args(list(arguments)).glow, 6).odds().success)}


lantern.ask = ask
lantern.odds = odds
""",
    "generate.py": """
from rules.kernel import Build, apply
from rules.kernel.purchases import spend_at_random
from rules.systems.paper_lantern.entries import Light
from rules.systems.paper_lantern.game import lantern


def generate(document, rng, rulebook, table):
    made = dict(document)
    if not Build.parse(made).pick("light"):
        made = apply(made, "picks.light", rng.choice(sorted(rulebook.all(Light))))
    c = lantern.reading(Build.parse(made), rulebook, table)
    if not c.build.scores:
        for path, dots in spend_at_random(c, c.number("wax"), c.purchases, rng).items():
            made = apply(made, path, dots or None)
    return made


lantern.random = generate
""",
    "reference.py": """
from rules.kernel import Card, Shelf
from rules.systems.paper_lantern.game import cite, lantern


def references(rulebook):
    card = Card("shadows", "Shadows", "How long they are.", cite("1", 2), ("Glow", "Paces"), (("1", "9"), ("2", "5")))
    return (Shelf("At night", "What one asks in the dark.", (card,)),)


lantern.references = references
""",
    "printing.py": """
from dataclasses import dataclass

from rules.kernel import paper
from rules.systems.paper_lantern.game import lantern


@dataclass(frozen=True, kw_only=True)
class Layout(paper.Layout):
    glow: int


def layout(sheet):
    light = sheet.choice("light")
    return Layout(band="#7a5c00", line=light.name if light else "none yet", glow=sheet["glow"])


lantern.layout = layout
""",
    "__init__.py": """
from rules.systems.paper_lantern import (
    budgets, creation, generate, legality, panels, performing, printing, purchases, questions, reference, rulings,
    steps,
)
from rules.systems.paper_lantern.game import lantern as system
""",
}
PRINT = """{% extends "print/base.html" %}
{% block front %}<section class="box"><div class="head"><h2>Glow</h2></div><p>It glows {{ layout.glow }}.</p></section>
{% endblock %}"""


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The game, written where the checklist says, in a folder that is gone afterwards."""
    folder, sheets = tmp_path / "systems" / PACKAGE, tmp_path / "templates" / "print"
    for place in (folder, sheets):
        place.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (sheets / f"{KEY}.html").write_text(PRINT, encoding="utf-8")
    engine = engines["django"].engine
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(folder.parent)])
    monkeypatch.setattr(engine, "dirs", [*engine.dirs, sheets.parent])
    monkeypatch.setitem(systems.PACKAGES, KEY, PACKAGE)
    yield systems.get(KEY)
    systems.get.cache_clear()
    for loader in engine.template_loaders:
        loader.reset()
    for name in [name for name in sys.modules if name.startswith(f"rules.systems.{PACKAGE}")]:
        del sys.modules[name]
    delattr(systems, PACKAGE)


def asked_for() -> set[str]:
    """The files the first part of the checklist wants of every game."""
    part = CHECKLIST.partition("## 2.")[0]
    points = re.findall(r"^- \*\*`([\w.]+)`\*\*(.*?)(?=^- |\Z)", part, re.MULTILINE | re.DOTALL)
    return {name for name, words in points if not re.match(r",\s+if\b", words) or name == "reference.py"}


def test_the_checklist_names_every_file_and_no_other() -> None:
    assert asked_for() == FILES.keys() - {"lights.toml"}


def test_a_game_without_a_part_is_refused_by_the_name_of_the_part(lantern: System) -> None:
    systems.get.cache_clear()
    del lantern.__dict__["odds"]
    assert [message.msg for message in audit_key(KEY)] == ["The game has no odds."]
    with pytest.raises(RuleError, match=f"^The game {KEY} has no odds.$"):
        systems.get(KEY)


def test_it_reads_and_the_audit_is_content(lantern: System) -> None:
    sheet = lantern.read(Build.parse({"picks": {"light": "beacon"}, "scores": {"glow": 4}}))
    assert (sheet["glow"], [finding.code for finding in sheet.findings]) == (6, ["wax-overspent"])
    # A dot takes two lumps: one dot back pays for two that are over.
    (fix,) = sheet.findings[0].fixes
    assert (fix.label, fix.value) == ("Take one dot from Glow", 3)
    assert lantern.read(Build.parse(apply({"scores": {"glow": 4}}, fix.path, fix.value))).legal
    assert lantern.read(sheet.build, table=Table(settings={"wax": 8})).legal
    assert audit_key(KEY) == []
    made = lantern.random({}, Random(1), lantern.rulebook, Table())
    assert not lantern.read(Build.parse(made)).findings
    assert lantern.odds(["--glow", "3"])["success"]["exact"] == "1/2"


def test_the_audit_names_the_line_to_mend(lantern: System) -> None:
    (lantern.folder / "creation.py").write_text(FILES["creation.py"].replace('c.bought("glow")', 'c["gleam"]'))
    assert "asks for the figure “gleam”" in audit_key(KEY)[0].msg


@pytest.mark.django_db
def test_every_page_draws_it_and_none_had_to_change(lantern: System) -> None:
    load_rulebooks([lantern])
    player = get_user_model().objects.create_user("ann")
    client = Client()
    client.force_login(player)
    made = actions.create_character(system=KEY, by=player, name="Lamp", build={"picks": {"light": "moth"}})
    home = made.get_absolute_url()
    expected = {
        "/": "Paper Lantern",
        f"/rulings/{KEY}/": "Wax to start with",
        f"/reference/{KEY}/": "Shadows",
        home: "It comes to everything that shines.",
        f"{home}build/light/": "six lumps left",
        f"{home}figures/glow/": "Lantern 1, p. 2",
        f"{home}odds/?faces=2": "50 % chance",
        reverse("house_rules", args=[made.pk]): "Wax to start with",
        f"{home}print/": "Make the PDF",
    }
    pages = {path: client.get(path) for path in expected}
    assert {path: page.status_code for path, page in pages.items()} == dict.fromkeys(expected, 200)
    texts = {
        path: page.content.decode().casefold().replace("<b>", "").replace("</b>", "") for path, page in pages.items()
    }
    assert [path for path, words in expected.items() if words.casefold() not in texts[path]] == []
    click(client, f"{home}build/light/", version=made.version, **{"scores.glow": "3"})
    made.refresh_from_db()
    assert made.build["scores"] == {"glow": 3}
    assert made.read().legal


def click(client: Client, path: str, **fields: Any) -> None:
    assert client.post(path, {"tab": "a", **fields}).status_code == 302


def test_it_is_printed_and_a_screen_reader_can_follow(lantern: System) -> None:
    sheet = lantern.read(Build.parse({"picks": {"light": "moth"}, "scores": {"glow": 3}}))
    pdf = render(sheet, PrintPage("Lamp", KEY, lantern.name, "core 1", 1, date(2026, 11, 20)))
    assert "It glows 4." in words(pdf)
    assert "legal under Lantern core@1" in words(pdf)
    assert faults(pdf) == []
