"""The sheet's panels and facts, the usual rolls, the marks of play and what they mean."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from campaigns.demo.demo import ISHKA, OSWIN, PELL
from rules.kernel import Build, Fact, RulesContext, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import FigureGroup, percent
from rules.kernel.pages.print_blocks import Beside
from rules.systems.duality import system
from rules.systems.duality.entries import Ability
from rules.systems.duality.keep_two import KeepTwo, OpposedKeepTwo


def read(build: Any, **table: Any) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(**table))


LANTERN = next(one.key for one in read(ISHKA).trackers if one.label == "Advantage of Storm lantern")


def featured(place: int, features: list[Any]) -> Any:
    """Oswin, with features on one of his items."""
    item = OSWIN["entries"]["items"][place]
    return apply(OSWIN, f"entries.items.{place}", {**item, "entries": {"features": features}})


def groups(sheet: Sheet, panel: str) -> dict[str, tuple[str, ...]]:
    found = next((p for p in system.panels(sheet) if p.key == panel), None)
    return {group.title: group.figures for group in found.groups} if found else {}


def told(sheet: Sheet, **play: Any) -> dict[str, str]:
    return {fact.label: fact.value for fact in system.now(sheet, play).facts}


def words(facts: tuple[Fact, ...], label: str) -> list[str]:
    return [fact.value for fact in facts if fact.label == label]


# Panels


def test_the_empty_sheet_has_statistics_and_vitals() -> None:
    sheet = read({})
    assert [panel.key for panel in system.panels(sheet)] == ["statistics", "vitals"]
    assert [fact.value for fact in system.facts(sheet)] == ["Normal", "Limited"]
    assert [tracker.key for tracker in sheet.trackers] == ["life", "advantage", "triage"]
    assert system.now(sheet, {}).facts == ()


def test_the_demo_is_as_legal_as_it_says() -> None:
    assert (read(ISHKA).legal, read(OSWIN).legal) == (True, True)
    assert [finding.code for finding in read(PELL).errors] == ["beyond-limit", "style-without-tag", "xp-overspent"]
    assert (read(ISHKA)["xp"], read(OSWIN)["xp"], read(PELL)["xp"]) == (0, 2, -10)


def test_every_style_is_a_group_of_its_figures() -> None:
    assert groups(read(ISHKA), "styles") == {
        "Longbow": ("style-1-armed", "style-1", "style-1-dice"),
        "Evasive": ("style-2", "style-2-block"),
        "Beacon fire": ("style-3", "style-3-dice"),
    }
    assert groups(read(OSWIN), "styles") == {
        "Oar": ("style-1-armed", "style-1", "style-1-dice"),
        "Shielded": ("style-2-armed", "style-2", "style-2-block"),
    }


def starred(sheet: Sheet) -> frozenset[str] | None:
    """Those with a tag on the map, or None without one."""
    return next((panel.starred for panel in system.panels(sheet) if panel.style == "map"), None)


def test_a_map_is_there_for_whoever_stands_out() -> None:
    assert starred(read({"picks": {"tag-create-air": "superhuman", "tag-know-mind": "human"}})) == {"create-air"}
    assert starred(read({"scores": {"know-mind": 1}})) == frozenset()
    assert starred(read({"picks": {"tag-know-mind": "human"}})) is None


def test_experiences_of_styles_and_relics_stand_with_the_rest() -> None:
    assert groups(read(ISHKA), "experiences")[""] == (
        "experience-1", "experience-2", "style-1-experience", "item-2-experience",
    )  # fmt: skip


def test_every_figure_of_a_panel_is_one() -> None:
    for build in (ISHKA, OSWIN, PELL, {}):
        sheet = read(build)
        named = [key for panel in system.panels(sheet) for group in panel.groups for key in group.figures]
        assert all(key in sheet.figures for key in named)


# Facts


def test_facts_say_what_is_no_number() -> None:
    facts = system.facts(read(ISHKA))
    assert all(fact.cite and fact.cite.section for fact in facts)
    assert words(facts, "Ability") == ["Take the Advantage 1"]
    assert words(facts, "Tag") == ["Control Fire: Complex & Powerful"]
    assert words(facts, "Wealth") == ["Modest"]


def cards(build: dict[str, Any]) -> dict[str, FigureGroup]:
    """The combat styles, each as it stands on its card."""
    return {
        group.title: group for panel in system.panels(read(build)) if panel.key == "styles" for group in panel.groups
    }


def test_a_style_is_a_card_with_the_number_it_is_rolled_with_first() -> None:
    found = cards(ISHKA)
    assert list(found) == ["Longbow", "Evasive", "Beacon fire"]
    bow = found["Longbow"]
    assert (bow.kind, bow.figures[0]) == ("Ranged · Finesse", "style-1-armed")
    assert bow.names == ("with Driftwood bow", "Bare")
    (fights,) = (panel for panel in system.panels(read(OSWIN)) if panel.key == "styles")
    written = {key: fights.writing(key)(0) for group in fights.groups for key in group.figures}
    assert {key: number for key, number in written.items() if key.endswith(("-block", "-dice"))} == {
        "style-1-dice": "0", "style-2-block": "0",
    }  # fmt: skip
    assert {number for key, number in written.items() if not key.endswith(("-block", "-dice"))} == {"+0"}
    assert bow.text.startswith("Within a reasonable distance, damage die d6, uses Finesse. ")
    assert cards({}) == {}


def test_the_map_has_a_square_for_each_specialization() -> None:
    (board,) = (panel for panel in system.panels(read(ISHKA)) if panel.style == "map")
    assert (len(board.groups), {len(group.figures) for group in board.groups}) == (10, {len(board.rows)})
    assert len({key for group in board.groups for key in group.figures}) == 60
    assert board.starred == {"control-fire"}


def test_upgrades_change_range_and_die() -> None:
    style = {"style": "ranged", "statistic": "finesse", "upgrades": ["far", "d8"]}
    (card,) = cards({"entries": {"styles": [{"name": "", "picks": style}]}}).values()
    assert card.text.startswith("From an unreasonable distance, damage die d8, uses Finesse. ")
    shield = {"style": "shielded", "statistic": "finesse", "upgrades": ["two-advantages"]}
    (card,) = cards({"entries": {"styles": [{"name": "", "picks": shield}]}}).values()
    assert card.text.startswith("Uses Finesse, Two Advantage at a time. ")


def test_every_ability_has_its_level_in_place_of_one_per_level() -> None:
    keys = read({}).rulebook.all(Ability)
    bought = [{"name": "", "picks": {"ability": key}, "scores": {"level": 3}} for key in keys]
    texts = {fact.value: fact.text for fact in system.facts(read({"entries": {"abilities": bought}}))}
    assert texts["Take the Advantage 3"] == "You start each session with 3 Advantage."
    assert texts["Powerful Healer 3"].endswith("restores 3 more Life.")
    assert all("3" in texts[f"{one.name} 3"] and "per level" not in texts[f"{one.name} 3"] for one in keys.values())


def test_an_ability_says_what_its_level_comes_to() -> None:
    texts = {fact.value: fact.text for fact in system.facts(read(OSWIN)) if fact.label == "Ability"}
    assert texts["Tank 2"] == "Each Advantage you pay when struck reduces the damage by 2."


def test_of_an_ability_held_twice_the_higher_level_counts() -> None:
    feature = {"name": "", "picks": {"feature": "ability", "ability": "tank"}, "scores": {"amount": 3}}
    gifted = featured(1, [feature])
    (fact,) = (f for f in system.facts(read(gifted)) if f.value.startswith("Tank"))
    assert (fact.value, fact.text.endswith("From Hatch cover.")) == ("Tank 3", True)
    lesser = apply(gifted, "entries.items.1.entries.features.0.scores.amount", 1)
    assert words(system.facts(read(lesser)), "Ability") == ["Tank 2", "Natural Healer 1"]
    aside = apply(gifted, "entries.items.1.picks.in-use", None)
    assert words(system.facts(read(aside)), "Ability") == ["Tank 2", "Natural Healer 1"]


def test_strange_choices_are_said_as_they_are() -> None:
    sheet = read({"picks": {"speed": "brisk", "wealth": "obscene", "fly": "fast"}})
    assert [(fact.label, fact.value) for fact in system.facts(sheet)] == [
        ("Speed", "Brisk"), ("Fly", "Fast"), ("Wealth", "Obscene"),
    ]  # fmt: skip


# Rolls


def test_the_usual_rolls_are_statistics_specializations_and_styles() -> None:
    checks = {check.key: check for check in read(ISHKA).checks}
    assert list(checks)[:6] == ["strength", "finesse", "willpower", "instinct", "presence", "knowledge"]
    held = ["finesse-control-fire", "finesse-perceive-body", "knowledge-know-arcana"]
    assert sorted(list(checks)[6:-3]) == held
    assert list(checks)[-3:] == ["style-1-armed", "style-2", "style-3"]
    assert checks["finesse"].dice == KeepTwo(1, "medium")
    assert checks["style-1-armed"].dice == OpposedKeepTwo(4, fight="attack")
    assert checks["style-3"].pool.value == 2


def test_a_roll_on_the_sheet_asks_for_itself() -> None:
    sheet = read(ISHKA)
    for check in sheet.checks:
        again = system.ask(sheet, dict(check.answers)).check
        assert (again.key, again.pool, again.dice) == (check.key, check.pool, check.dice)


# Marks of play


def test_trackers_know_how_far_they_go() -> None:
    tops = {t.key: t.maximum.value if t.maximum else None for t in read(ISHKA).trackers}
    assert tops == {"life": 24, "advantage": None, "triage": None, LANTERN: 1}
    sheet = read(ISHKA, settings={"resurrection": True})
    assert [(t.key, t.maximum.value) for t in sheet.trackers if t.key == "boxes" and t.maximum] == [("boxes", 3)]
    assert all(t.maximum is None or t.maximum.key in sheet.figures for t in sheet.trackers), "each has its lines"


def test_a_relic_put_away_has_no_advantage() -> None:
    aside = apply(ISHKA, "entries.items.1.picks.in-use", None)
    assert [tracker.key for tracker in read(aside).trackers] == ["life", "advantage", "triage"]


BEGUN = {"session-begun": 1}
"""What a session brings is had."""


def test_life_lost_says_what_is_left_and_what_a_night_gives_back() -> None:
    assert told(read(OSWIN), **BEGUN, life=5) == {
        "Life left": "21 of 26",
        "A night's rest": "+5 Life",
        "Healing roll": "",
    }
    assert told(read(OSWIN), **BEGUN, life=20) == {
        "Life left": "6 of 26",
        "A night's rest": "+12 Life",
        "Healing roll": "",
    }


@pytest.mark.parametrize("blaze", [False, True])
def test_at_no_life_one_is_defeated(blaze: bool) -> None:
    found = told(read(OSWIN, settings={"blaze_of_glory": blaze}), life=26)
    assert list(found)[:4] == ["Life left", "Defeated", "Unconscious", "Unstable"]
    assert ("Blaze of Glory" in found) is blaze
    house = {"blaze_of_glory": True, "resurrection": blaze}
    facts = system.now(read(OSWIN, settings=house), {"life": 26}).facts
    assert [" boxes" in fact.text for fact in facts if fact.label == "Blaze of Glory"] == [blaze]
    assert "Defeated" not in told(read(OSWIN), life=25)


def test_a_session_begins_with_advantage() -> None:
    facts = system.now(read(ISHKA), {"advantage": 2}).facts
    assert [(fact.value, fact.text) for fact in facts if fact.label == "Start of session"] == [
        ("+1 Advantage", "To 3, from Take the Advantage."),
        ("", "Storm lantern: 1 Advantage each."),
    ]
    filled = system.now(read(ISHKA), {LANTERN: 1}).facts
    assert [fact.value for fact in filled] == ["+1 Advantage"]


def test_a_relics_advantage_stays_its_own_whatever_else_comes_and_goes() -> None:
    """5.1.2."""
    names = ("Ring", "Lamp", "Ring", "")
    picks = {"kind": "relic", "in-use": True}
    items = [{"name": name, "picks": picks, "notes": {"experience": f"Of {n}"}} for n, name in enumerate(names)]
    keys = marks_by_label(items)
    assert len(set(keys)) == 4
    assert marks_by_label(items[1:]) == [keys[1], keys[0], keys[3]], "of two alike the first is the first"
    assert marks_by_label([items[3], items[1], *items[:1]]) == [keys[3], keys[1], keys[0]]
    (lamp,) = (one for one in read({"entries": {"items": items}}).trackers if one.label.endswith("Lamp"))
    old = ({"relic-2": 1}, {"relic-2": 1, lamp.key: 0}, {"relic-1": 1})
    assert [lamp.kept_as(play) for play in old] == ["relic-2", lamp.key, "relic-2"]
    assert [lamp.stands(play) for play in old] == [0, 0, 0], "only a document has a mark under its old key"


def marks_by_label(items: list[dict[str, Any]]) -> list[str]:
    sheet = read({"entries": {"items": items}})
    relics = [one.key for one in sheet.trackers if one.key.startswith("relic-")]
    rolls = (system.ask(sheet, {"experience": f"item-{n}-experience"}).check for n in range(1, len(items) + 1))
    assert [roll.costs[0].trackers[0] for roll in rolls] == relics, "and the roll takes it from there"
    return relics


def test_what_can_be_used_so_often_a_session_is_there_again_when_one_begins() -> None:
    """Natural Healer as often as its level, Good Under Pressure once; spent, neither comes back before the next."""
    abilities = [
        {"picks": {"ability": key}, "scores": {"level": 2}} for key in ("natural-healer", "good-under-pressure")
    ]
    healer = read({"entries": {"abilities": abilities}})
    marks = {tracker.label: tracker for tracker in healer.trackers}
    free, pressure = marks["Free triages"], marks["Good Under Pressure"]
    assert (free.top, pressure.top) == (2, 1)
    assert pressure.summary.endswith("you gain 2.")
    tracks = printed({"entries": {"abilities": abilities}}, "Life and Advantage").tracks
    told_on_paper = {track.label: track.summary for track in tracks}
    assert told_on_paper[free.label] == "each session, at no Advantage"
    assert told_on_paper[pressure.label] == "once a session, for 2 Advantage"
    (start,) = (steps for rest, steps in healer.live({}).rests.items() if rest.label == "Start of session")
    after = {step.tracker.key: step.after for step in start}
    relic = {"name": "Lamp", "picks": {"kind": "relic", "in-use": True}, "notes": {"experience": "Lit the way"}}
    for items, section in (([], "3.4"), ([relic], "5.1.2")):
        one = read({"entries": {"abilities": abilities, "items": items}})
        cites = [rest.cite for rest in one.rests if rest.key.startswith("session")]
        cites += [state.cite for state in one.conditions if state.label == "Session begun"]
        assert {where.section for where in cites} == {section}
    assert (after[free.key], after[pressure.key]) == (2, 1)
    assert "Start of session" not in {rest.label for rest in healer.live(after | {free.key: 0}).rests}
    assert "Free triages" not in {tracker.label for tracker in read(ISHKA).trackers}


def test_an_ability_of_a_fight_is_told_where_it_is_used() -> None:
    """3.4."""
    known = [{"picks": {"ability": key}, "scores": {"level": 2}} for key in ("tank", "draw-blood", "powerful-healer")]
    helps = {one.key: one.help for one in read({"entries": {"abilities": known}}).trackers}
    assert helps["life"] == "Tank: Each Advantage you pay when struck reduces the damage by 2."
    assert ("Tank: " in helps["advantage"], "Draw Blood: " in helps["advantage"]) == (True, True)
    assert helps["triage"].startswith("Powerful Healer: ")
    assert not any(one.help for one in read({}).trackers)


def test_triage_gets_dearer() -> None:
    assert told(read(OSWIN), **BEGUN, triage=2) == {"Next triage": "3 Advantage"}


@pytest.mark.parametrize("mark", [None, True, "x", -4, [], 2.5, 10**30])
def test_marks_that_make_no_sense_do_no_harm(mark: Any) -> None:
    for build in (ISHKA, PELL, {"scores": {"life": -5, "willpower": 10**12, "recovery": -9}}):
        system.now(read(build), {"life": mark, "advantage": mark, "triage": mark, "relic-2": mark, LANTERN: mark})


# On paper


def printed(document: dict[str, Any], title: str) -> Any:
    """The block of this title on paper."""
    shown = system.layout(read(document))
    blocks = [
        one
        for block in (*shown.front, *shown.back)
        for one in (sum(block.columns, ()) if isinstance(block, Beside) else (block,))
    ]
    return next(block for block in blocks if block.title == title)


def test_a_style_is_a_card_with_its_die_and_what_an_advantage_adds() -> None:
    bow, fire, dodge = printed(ISHKA, "Combat styles").deck.cards
    assert (bow.title, bow.kind, bow.number, bow.told) == ("Longbow", "Ranged with Driftwood bow", "+4", "vs +0 · 92%")
    assert bow.facts == (
        ("On", "Finesse, within a reasonable distance"), ("A hit deals", "1d6 +1"), ("An Advantage more", "2d6 +1"),
        ("Bare", "+2 to roll, 1 (no die) on a hit"),
    )  # fmt: skip
    assert fire.facts[1:] == (("A hit deals", "no damage"), ("An Advantage more", "1d10 +0"))
    assert (dodge.title, dodge.facts) == ("Evasive", (("On", "Instinct"), ("Block", "0")))
    assert [len(row) for row in printed(ISHKA, "Combat styles").deck.by_rows] == [3]


def test_a_defence_on_paper_says_what_an_advantage_does_and_nothing_of_a_hit() -> None:
    """A Riposte deals its damage for an Advantage, whatever the roll; a shield takes some off (3.5.2)."""
    held = [{"picks": {"style": key, "statistic": "strength"}} for key in ("riposte", "shielded")]
    document = {"scores": {"strength": 2}, "entries": {"styles": held}}
    back, shield = printed(document, "Combat styles").deck.cards
    assert back.facts == (("On", "Strength"), ("An Advantage deals", "1d6 +2"), ("Block", "0"))
    assert back.text == "Pay an Advantage to wound your attacker, whatever the roll."
    assert shield.facts == (("On", "Strength"), ("An Advantage", "takes 2 off the damage"), ("Block", "0"))


def test_items_and_the_points_in_them_are_on_paper() -> None:
    assert [(card.title, card.kind, card.text, card.number) for card in printed(ISHKA, "Items").deck.cards] == [
        ("Driftwood bow", "Weapon for Longbow, in use", "attack +2, 1 damage die", "2"),
        ("Storm lantern", "Relic, in use", "its experience +2", "3"),
    ]
    points = printed(ISHKA, "Experience points")
    (row,) = points.rows
    assert sum(int(cost.replace("−", "-")) for cost in row.cells) == 30
    assert points.aside == "30 received · 30 spent · 0 left"
    assert (points.heads[-1], row.cells[-1]) == ("Refunded", "−3")


def test_the_grid_has_sixty_cells_to_write_in_and_a_letter_for_each_tag() -> None:
    rows = printed(ISHKA, "All specializations").rows
    assert [len(cells) for _, cells in rows] == [10] * 6
    assert [(verb, cell) for verb, cells in rows for cell in cells if cell] == [
        ("Control", "+2 C"), ("Perceive", "+1"), ("Know", "+1"),
    ]  # fmt: skip


def test_more_life_than_boxes_is_said() -> None:
    def life(score: int) -> Any:
        return printed({"scores": {"life": score}}, "Life and Advantage").tracks[0]

    assert (len(life(75).boxes), life(75).more) == (60, "and 15 more")
    assert len(life(-3).boxes) == 0
    assert [track.words for track in printed(ISHKA, "Life and Advantage").tracks if track.words] == [
        ("V. Easy", "Easy", "Medium", "Hard", "V. Hard"),
    ]


def test_the_table_of_outcomes_is_the_book_s() -> None:
    outcomes = printed({}, "Outcomes")
    table = {row.name: row.cells for row in outcomes.rows}
    assert table["Medium"] == ("5 or less", "6 to 8", "9 to 11", "12 to 14", "15 or more")
    assert table["Opposed, by difference"] == ("−6 or less", "−5 to −3", "−2 to 2", "3 to 5", "6 or more")
    assert outcomes.heads[outcomes.decides - 1] == "Mixed"


def test_the_outcomes_stand_on_the_page_for_play_where_there_is_room() -> None:
    past = [{"name": f"Lesson {n}", "scores": {"bonus": 1}} for n in range(6)]
    for document, where in ((ISHKA, "front"), ({"entries": {"experiences": past}}, "back")):
        shown = getattr(system.layout(read(document)), where)
        assert "Outcomes" in [block.title for block in shown if not isinstance(block, Beside)]


def test_rest_gives_back_what_the_book_says() -> None:
    rest = printed(ISHKA, "Healing")
    assert rest.aside == "Good or better: 10 Life · Mixed: 5"
    assert list(zip(rest.heads, *(row.cells for row in rest.rows), strict=True))[:3] == [
        ("8 h", "no roll", "–"), ("4 h", "Very Easy", "3 · 6"), ("1 h", "Easy", "6 · 9"),
    ]  # fmt: skip


def test_the_list_of_items_says_what_each_gives() -> None:
    ((title, items),) = system.lists(read(ISHKA))
    assert title == "Items"
    assert items[1].text == "relic · in use · its experience +2 · 3 XP"
    assert system.lists(read({})) == ()


def test_everything_an_item_can_give_has_words() -> None:
    features = [
        {"name": "Wolves", "picks": {"feature": "experience"}, "scores": {"amount": 1}},
        {"name": "", "picks": {"feature": "specialization", "specialization": "know-mind"}, "scores": {"amount": 2}},
        {"name": "", "picks": {"feature": "style", "style": "1"}, "scores": {"amount": 1}},
        {"name": "", "picks": {"feature": "style", "style": "77"}, "scores": {"amount": 1}},
        {"name": "", "picks": {"feature": "ability", "ability": "nothing"}, "scores": {"amount": 1}},
        {"name": "", "picks": {"feature": "die"}, "scores": {"amount": 1}},
        {"name": "", "picks": {"feature": "strength"}, "scores": {"amount": 1}},
        {"name": "", "picks": {"feature": "bloom"}, "scores": {"amount": 1}},
    ]
    assert printed(featured(0, features), "Items").deck.cards[0].text == (
        "attack +1, 2 damage dice, “Wolves” +1, Know Mind +2, also for Shielded, also for another style, nothing 1, "
        "Strength +1, bloom +1"
    )


def test_armour_of_a_style_is_told_with_the_block_of_its_own() -> None:
    knight = read({
        "scores": {"block": 2},
        "entries": {"styles": [
            {"name": "Longsword", "picks": {"style": "melee", "statistic": "strength"}, "scores": {"dice": 1}},
            {"name": "Mail", "picks": {"style": "armored", "statistic": "willpower"}},
            {"name": "", "picks": {"style": "evasive", "statistic": "instinct"}},
        ]},
    })  # fmt: skip
    card = system.fight(knight.live({}))
    for shown in (system.vitals(knight.live({})), card.figures):
        assert {one.label: one.value for one in shown if "Block" in one.label} == {"Block": "2", "Block, Mail": "3"}
    assert [one.label for one in card.figures][-2:] == ["Willpower", "Instinct"]
    assert "Recovery" in [one.label for one in system.fight(read({}).live({})).figures]
    life = next(one for one in knight.trackers if one.key == "life")
    assert life.summary == "Block takes 2 off each hit first (with Mail 3). At the last box you're Defeated."
    assert read({}).trackers[0].summary == "At the last box you're Defeated."
    hits = {roll.label: (roll.note, roll.chance) for roll in card.rolls}
    assert hits["Longsword: attack"][0].startswith("A hit deals 1d")
    assert hits["Longsword: attack"][0].endswith(". Vs an opponent with +0.")
    better = sum(a + b - c - d >= 3 for a, b, c, d in product(range(1, 9), repeat=4))
    assert (better, percent(Fraction(better, 8**4))) == (1225, "30%")
    note = "An attack misses on good or better; on mixed it hits. Vs an opponent with +0."
    assert hits["Mail: defend"] == (note, "30%")


def test_the_chance_of_a_defence_is_the_same_wherever_it_is_told() -> None:
    """How often an attack misses: in the head, in the list, on the card of the sheet, for the GM and on paper."""
    sheet = read(ISHKA)
    live = sheet.live({})
    defence = next(check for check in sheet.checks if check.label.endswith("defend"))
    assert defence.dice
    chance = percent(defence.dice.odds().success)
    assert chance == "46%"
    (head,) = (one for one in system.vitals(live) if one.label.endswith("defend"))
    (rolled,) = (one for one in system.fight(live).rolls if one.label == defence.label)
    panel = next(one for one in system.panels(sheet) if one.key == "styles")
    assert panel.dice
    on_sheet = panel.dice(defence.key, sheet[defence.key])
    assert (head.beside, rolled.chance, on_sheet) == (f"{chance} missed", chance, defence.dice)
    (card,) = (one for one in printed(ISHKA, "Combat styles").deck.cards if one.title == "Evasive")
    assert card.told == f"miss · {chance}"


def test_what_heals_and_what_abilities_cost_and_give_has_a_button() -> None:
    """3.4, 4.2, 4.3."""
    levels = {"good-under-pressure": 2, "draw-blood": 1}
    skills = [{"picks": {"ability": key}, "scores": {"level": level}} for key, level in levels.items()]
    hero = read({"scores": {"life": 20, "recovery": 7}, "entries": {"abilities": skills}})

    def offered(**marks: int) -> dict[str, dict[str, int]]:
        rests = hero.live(marks).rests.items()
        return {rest.key: {step.tracker.key: step.after - step.before for step in steps} for rest, steps in rests}

    hurt = offered(life=9)
    assert [hurt[key] for key in ("night", "healed", "half-healed")] == [{"life": -7}, {"life": -7}, {"life": -3}]
    assert "wake" not in hurt, "nobody wakes who isn't down"
    assert offered(life=20)["wake"] == {"life": -1}
    fresh = hero.live({}).rests
    assert not {"night", "healed", "half-healed", "wake"} & {rest.key for rest in fresh}
    left = {"good-under-pressure-left": 1, "advantage": 2}
    ready = offered(**left)
    assert ready["good-under-pressure"] == {"good-under-pressure-left": -1, "advantage": 2}
    assert ready["draw-blood"] == {"advantage": -2}
    spent = offered(advantage=1)
    assert not {"good-under-pressure", "draw-blood"} & spent.keys()
