"""What is said to be wrong with a book: names that lead nowhere, numbers that feed each other, effects for nobody."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest

from rules import systems
from rules.audit import dry_run, trials
from rules.audit.figure_choices import TABLES, choosing, kind_plural
from rules.homebrew.bookfile import sections_of
from rules.homebrew.entry_form import flatten, parse
from rules.homebrew.faults import BookFault, _circle, faults, together
from rules.kernel import Book, Build, Entry, Sheet, kind_of
from rules.kernel.books import make_book, read_rows
from rules.kernel.pages import Game
from rules.systems.dominion.entries import Spell

HPRPG, DOMINION = systems.get("hprpg"), systems.get("dominion")


def row(key: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "name": key.replace("-", " ").capitalize(), "section": "X", "page": 0, "summary": "Up.", **more}


def book(game: str = "hprpg", key: str = "deep", **rows: Any) -> Book:
    system = systems.get(game)
    cover = {"key": key, "edition": "1", "system": game, "title": key, "short": key, "licence": ""}
    plurals = {kind_of(shape): kind_plural(shape) for shape in system.homebrew}
    shelves = {
        kind: [{**one, "section": plurals[kind]} for one in ([found] if isinstance(found, dict) else found)]
        for kind, found in rows.items()
    }
    return make_book(cover, sections_of(system), shelves, system.kinds)


def adds(to: str, amount: int = 1, per: str = "") -> dict[str, Any]:
    return {"to": to, "amount": amount, **({"per": per} if per else {})}


def said(found: tuple[BookFault, ...]) -> list[tuple[str, str, str]]:
    return [(fault.place, fault.sentence, fault.hint) for fault in found]


def test_a_sound_book_has_no_faults() -> None:
    sound = book(
        species=row("deep-selkie", family="Sea", grants=[{"options": ["charm", "speed"], "dots": 1, "pick": "deep-1"}]),
        trait=[row("deep-dive", category="ability", type="practical"), row("deep-tide", category="affinity")],
        spell=row("deep-wave", discipline="deep-tide", incantation="Unda", effects=[adds("deep-dive")]),
        feature=row("deep-gill", archetype="druid", effect="You breathe.", requires=[{"of": "deep-dive", "least": 1}]),
        item=row("deep-net", effects=[adds("aspects-social-allowed", 2), adds("charm", 1, "fortitude")]),
    )  # fmt: skip
    assert said(faults(sound, HPRPG)) == []


def test_an_unknown_number_is_named_with_what_was_likely_meant() -> None:
    wrong = row("deep-net", effects=[adds("bravrey")], requires=[{"of": "passive perception", "least": 2}])
    assert said(faults(book(item=wrong), HPRPG)) == [
        (
            "item.deep-net",
            "Deep net refers to “bravrey”, a stat that Harry Potter RPG doesn’t have.",
            "Did you mean Bravery?",
        ),
        (
            "item.deep-net",
            "Deep net refers to “passive perception”, a stat that Harry Potter RPG doesn’t have.",
            "Did you mean Passive Perception?",
        ),
    ]
    far = faults(book(item=row("deep-net", effects=[adds("charm", 1, "xyzzy")])), HPRPG)
    assert [fault.hint for fault in far] == ["Choose one from the list."]


def test_what_a_budget_allows_is_no_number_to_follow() -> None:
    wrong = row("deep-net", effects=[adds("charm", 1, "aspects-social-allowed")])
    assert [fault.sentence for fault in faults(book(item=wrong), HPRPG)] == [
        "Deep net refers to “aspects-social-allowed”, a stat that Harry Potter RPG doesn’t have."
    ]


def test_a_circle_is_told_by_the_names_of_its_numbers() -> None:
    wrong = book(item=[row("deep-net", effects=[adds("willpower", 1, "fortitude")]), row("deep-rope")])
    assert said(faults(wrong, HPRPG)) == [
        (
            "item.deep-net",
            "These stats depend on each other: Willpower → Fortitude → Willpower.",
            "In “Deep net”, leave “Per point of” blank.",
        )
    ]


def test_all_that_is_to_be_mended_of_a_circle_is_named_at_once() -> None:
    def selfish(*amounts: str) -> list[Any]:
        return [row(f"deep-{n}", effects=[adds("charm", 1, per)]) for n, per in enumerate(amounts)]

    (fault,) = faults(book(item=selfish("charm", "charm", "charm")), HPRPG)
    assert fault.hint == "In each of “Deep 0”, “Deep 1”, “Deep 2”, leave “Per point of” blank."
    wing = row("deep-wing", effects=[adds("insight", 1, "charm")])
    (fault,) = faults(book(item=[*selfish("insight", "insight"), wing]), HPRPG)
    assert (fault.place, fault.hint.partition(",")[0]) == ("item.deep-wing", "In “Deep wing”")


def test_books_that_are_sound_alone_may_circle_together() -> None:
    one = book(item=row("deep-net", effects=[adds("charm", 1, "insight")]))
    other = book(key="high", item=row("high-wing", effects=[adds("insight", 1, "charm")]))
    assert faults(one, HPRPG) == faults(other, HPRPG) == ()
    between = book(key="low", item=row("low-rope", effects=[adds("charm")]))
    conflict = together([one, between, other], HPRPG)
    assert conflict
    assert conflict.books == (one, other)
    assert conflict.fault.sentence == "These stats depend on each other: Charm → Insight → Charm."
    assert conflict.fault.hint == "In one of “Deep net”, “High wing”, leave “Per point of” blank."
    assert together([one, between], HPRPG) is None


def test_books_that_are_sound_alone_may_call_two_things_by_one_key() -> None:
    one, other = book(item=row("deep-net")), book(key="high", trait=row("deep-net", category="ability", type="innate"))
    assert faults(one, HPRPG) == faults(other, HPRPG) == ()
    conflict = together([one, other], HPRPG)
    assert conflict
    assert conflict.books == (one, other)
    assert conflict.fault.sentence == "Deep net has the key “deep-net”, which is that of an item."


def test_books_that_are_sound_alone_may_break_the_rules_together() -> None:
    """The one makes an aspect what only druids have; the other casts with that aspect."""
    one = book(trait=row("fitness", category="archetype-ability", archetype="druid"))
    other = book(
        key="high",
        trait=row("high-tide", category="affinity", aspects=["fitness"]),
        spell=row("high-wave", discipline="high-tide", incantation="Unda"),
    )
    assert faults(one, HPRPG) == faults(other, HPRPG) == ()
    conflict = together([one, other], HPRPG)
    assert conflict
    assert conflict.books == (one, other)
    assert conflict.fault.sentence == (
        "Harry Potter RPG can’t be read with these books. The rules say: KeyError, 'fitness'"
    )


def test_what_is_wrong_with_a_book_alone_is_no_conflict() -> None:
    wrong = book(item=row("deep-net", effects=[adds("bravrey")]))
    assert together([wrong, book(key="high", item=row("high-wing"))], HPRPG) is None


def test_a_key_of_another_kind_is_refused() -> None:
    conflict = book(trait=row("lumos", category="ability", type="innate"))
    assert said(faults(conflict, HPRPG)) == [
        (
            "trait.lumos",
            "Lumos has the key “lumos”, which is that of a spell.",
            "Create it again under another name, then delete this one.",
        )
    ]
    twins = book(item=row("deep-net"), species=row("deep-net", family="Sea"))
    assert [fault.place for fault in faults(twins, HPRPG)] == ["item.deep-net"]


def test_taking_the_place_of_a_core_entry_is_no_conflict() -> None:
    assert faults(book(spell=row("lumos", discipline="elemental", incantation="Lumos")), HPRPG) == ()


def test_names_that_lead_nowhere() -> None:
    lost = book(
        spell=row("deep-wave", discipline="elementl", incantation="Unda"),
        archetype=row("deep-diver", abilities=["diving"], experience=[], grants=[]),
    )
    assert [(fault.place, fault.sentence, fault.hint) for fault in faults(lost, HPRPG)] == [
        (
            "archetype.deep-diver",
            "Deep diver names the trait “diving” under Special abilities, which doesn’t exist.",
            "Choose one from the list.",
        ),
        (
            "spell.deep-wave",
            "Deep wave names the trait “elementl” under Discipline, which doesn’t exist.",
            "Did you mean Elemental?",
        ),
    ]


def test_dots_on_nothing_and_without_a_choice() -> None:
    lost = book(
        species=[
            row("deep-a", family="Sea", grants=[{"options": ["gills"], "dots": 1}]),
            row("deep-b", family="Sea", grants=[{"options": ["charm"], "dots": 1}, {"options": [], "dots": 1}]),
            row("deep-c", family="Sea", grants=[{"options": ["charm", "insight"], "dots": 1}]),
        ]
    )
    assert [fault.sentence for fault in faults(lost, HPRPG)][:3] == [
        "Deep a grants “gills”, which nothing here is called.",
        "Deep b has a grant without options.",
        "Deep c offers a choice and has no “pick” to keep it under.",
    ]


def test_what_nobody_can_have_adds_nothing_and_says_so() -> None:
    spell = row("deep-wave", effects=[{"to": "brawn", "amount": 1}], dv=8)
    (fault,) = faults(book("rough-magic", spell=spell), systems.get("rough-magic"))
    assert fault.sentence == (
        "Deep wave has effects, but no character can ever have it: Rough Magic has no choice of this kind."
    )
    gone = book("rough-magic", spell={**spell, "retired": True})
    assert faults(gone, systems.get("rough-magic")) == ()


def test_a_book_the_rules_cannot_be_read_with_is_a_sentence() -> None:
    broken = book(trait=row("willpower", category="archetype-ability", archetype="druid"))
    (fault,) = faults(broken, HPRPG)
    assert (fault.place, fault.kind, fault.key) == ("trait.willpower", "trait", "willpower")
    assert fault.sentence.startswith(
        "Willpower breaks a page: the builder can’t be shown with it. The rules say: RuleError"
    )
    assert "start again from that one" in fault.hint


def test_a_circle_of_entries_that_are_not_of_these_books_has_nowhere_to_point(monkeypatch: pytest.MonkeyPatch) -> None:
    played = trials.BookTrial((book(),), HPRPG)
    fault = _circle(played, "charm → charm")
    assert (fault.place, fault.hint) == ("", "Remove one of these books.")


def test_what_held_is_not_tried_out_again_and_is_pressed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[str, bool]] = []
    shown = trials._problems

    def counted(played: trials.BookTrial, pressed: bool) -> Iterator[trials.Problem]:
        tried.append((played.books[0].cover.key, pressed))
        return shown(played, pressed)

    monkeypatch.setattr(trials, "_problems", counted)
    for key, pressed in (("held", False), ("held", False), ("held", True), ("held", False), ("other", False)):
        trials.rehearse(trials.BookTrial((book(key=key),), HPRPG), pressed=pressed)
    assert tried == [("held", False), ("held", True), ("other", False)]


def deep_spells(*texts: str) -> Book:
    told = bare(DOMINION, "spell")
    return book("dominion", spell=[row(f"deep-{n}", **{**told, "text": text}) for n, text in enumerate(texts)])


def test_everything_is_made_once_and_once_more_without_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many entries are broken: who breaks a page is found with that page alone."""
    drawn: list[int] = []

    def drawing(sheet: Sheet) -> None:
        drawn.append(len(sheet.rulebook.entries["spell"]))

    def breaking(sheet: Sheet) -> None:
        assert all(spell.text != "Broken." for spell in sheet.rulebook.all(Spell).values())

    monkeypatch.setattr(trials, "PAGES", (*dry_run.PAGES, drawing, breaking))
    found = trials.broken(deep_spells("Sound.", "Broken.", "Sound.", "Broken.", "Broken."), DOMINION, pressed=True)
    assert [one.place for one in found] == ["spell.deep-1", "spell.deep-3", "spell.deep-4"]
    core = len(DOMINION.rulebook.entries["spell"])
    assert set(drawn) == {core + 5, core + 2}
    people = len(trials.BookTrial((deep_spells("Sound."),), DOMINION).tried) * len(TABLES)
    assert len(drawn) == 2 * people


def test_a_book_is_asked_again_when_it_says_something_else() -> None:
    one, other = (book(item=row("deep-net", effects=[adds(to)])) for to in ("charm", "charmm"))
    assert [len(faults(asked, HPRPG)) for asked in (one, other, one, other)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("game", "kind", "row_", "told"),
    [
        ("hprpg", "species", row("deep-selkie", family="Sea", pool=-3), "“Extra dots for aspects”. 0 is the minimum."),
        ("hprpg", "trait", row("deep-dive", category="ability"), "“Type”. Choose one."),
        ("hprpg", "trait", row("deep-zed", category="archetype-ability"), "“Archetype”. Choose one."),
        ("rough-magic", "spell", row("deep-wave", dv=-5), "“DV”. 0 is the minimum."),
        ("rough-magic", "spell", row("deep-wave", opposed="agility", dv=9), "“DV”. Fill in this or “Resisted by”, "
         "not both."),
        ("forge", "background", row("deep-smith", roll=0), "“Number on the d20”. 1 is the minimum."),
        ("forge", "background", row("deep-smith", roll=25), "“Number on the d20”. 20 is the maximum."),
        ("dominion", "armour", row("deep-mail", slot="suit", price=-5), "“Price in APs”. 0 is the minimum."),
        ("dominion", "weapon", row("deep-axe", item="deep-axe", type="Axe", hands=3), "“Hands”. 2 is the maximum."),
        ("dominion", "weapon", row("deep-axe", item="deep-axe", type="Axe", hands=0), "“Hands”. 1 is the minimum."),
        ("duality", "ability", row("deep-glow", extra=-6), "“Extra price”. −1 is the minimum."),
        ("duality", "style", row("deep-way", offensive=True, upgrades=[{"key": "up", "name": "Up", "price": -6}]),
         "“Price in XP”. 0 is the minimum."),
    ],
)  # fmt: skip
def test_what_the_form_refuses_is_a_fault_of_a_book_that_has_it(
    game: str, kind: str, row_: dict[str, Any], told: str
) -> None:
    (fault,) = faults(book(game, **{kind: row_}), systems.get(game))
    assert fault.sentence == f"{row_['name']} has a mistake under {told}"
    assert fault.hint == "Open it and fix that field."
    shape = next(shape for shape in systems.get(game).homebrew if kind_of(shape) == kind)
    errors = parse(shape, systems.get(game), flatten(shape, systems.get(game), row_))[1]
    assert told.endswith(next(iter(errors.values())))


GAMES = [(game.key, kind_of(shape)) for game in systems.every() for shape in game.homebrew]
ODD: dict[str, dict[str, Any]] = {
    "dominion/weapon": {"item": "deep-thing"},
    "duality/tag": {"price": 2},
    "hprpg/trait": {"type": "physical"},
}
"""Where the first of its kind is one that cannot be had by itself, or with what it has to say besides."""
NOT_HELD = {"rough-magic/spell", "dominion/beast"}


def bare(system: Game, kind: str) -> dict[str, Any]:
    """What a row of this kind cannot do without, as the first of the core book has it."""
    shape = next(shape for shape in system.homebrew if kind_of(shape) == kind)
    wanted = {field.name for field in fields(shape) if field.default is MISSING and field.default_factory is MISSING}
    own = wanted - {field.name for field in fields(Entry)}
    rows = read_rows(system.folder)[2].get(kind, [{}])
    found = {key: value for key, value in rows[0].items() if key.replace("-", "_") in own}
    assert len(found) == len(own), f"the core book of {system.key} has no {kind} to copy"
    return found


@pytest.mark.parametrize(("game", "kind"), GAMES)
def test_everything_players_may_write_can_be_had_and_counts(game: str, kind: str) -> None:
    system, name = systems.get(game), f"{game}/{kind}"
    if name in NOT_HELD:
        return
    first = next(iter(system.read(Build.parse({})).figures))
    deep = row("deep-thing", **(bare(system, kind) | ODD.get(name, {})), effects=[adds(first, 3)])
    played = trials.BookTrial((book(game, **{kind: deep}),), system)
    assert faults(played.books[0], system) == ()
    (chosen,) = choosing(system, played.rulebook, frozenset({"deep-thing"}))
    sheet = system.read(chosen, played.rulebook)
    plain = system.read(chosen, system.rulebook)
    assert sheet[first] == plain[first] + 3
    term = sheet.figures[first].terms[-1]
    assert (term.amount, term.label) == (3, "Deep thing")
    assert system.read(Build.parse({}), played.rulebook)[first] == system.read(Build.parse({}))[first]


@pytest.mark.parametrize("game", [system.key for system in systems.every()])
def test_every_game_lets_players_write_three_kinds(game: str) -> None:
    assert len(systems.get(game).homebrew) >= 3
