"""Steps, panels, marks of play, reference and paper."""

from typing import Any

import pytest

from rules.kernel import Figure, Sheet
from rules.kernel.pages import ChoiceField, ListField, RatingField, RollField, ask
from rules.kernel.pages.print_blocks import Beside
from rules.systems.rough_magic import system
from rules.systems.rough_magic.entries import Spell
from rules.systems.rough_magic.game import REMARKABLE
from rules.systems.rough_magic.opposed_sums import OpposedSums
from rules.systems.rough_magic.reference import APART
from tests.rules.rough_magic.cast import cast, mage, thug

POLYMORPH = {"picks": {"consequence": "critical"}, "rolls": {"consequence": [4, 4]}}


def step(key: str, sheet: Any) -> Any:
    return next(one for one in system.steps(sheet) if one.key == key)


def test_the_steps_in_their_order() -> None:
    assert [one.key for one in system.steps(mage())] == [
        "attributes", "skills", "gifts", "magic", "objects", "consequences", "story",
    ]  # fmt: skip


def test_an_attribute_tells_the_price_of_its_next_rank() -> None:
    fields = {field.path: field for field in step("attributes", mage()).fields}
    reason = fields["scores.reason"]
    assert isinstance(reason, RatingField)
    assert (reason.value, reason.low, reason.limit, reason.price) == (5, 1, 10, "+1: 2 points")
    poor = {field.path: field for field in step("attributes", mage({"character_points": 25})).fields}["scores.reason"]
    assert (poor.limit, poor.reason) == (5, "+1: 2 points, not enough left")
    assert fields["scores.power-level"].low == 0
    assert "scores.endurance" not in fields
    assert any(f.path == "scores.endurance" for f in step("attributes", mage({"endurance": "by_hand"})).fields)


def test_an_object_tells_what_it_is_worth_and_how_long_it_takes() -> None:
    thing = {"name": "Cordial", "scores": {"rating": 2}, "picks": {"effect": "attribute", "attribute": "brawn"}}
    others = [{"name": "Ring", "scores": {"rating": 1}, "picks": {"effect": "expertise", "permanent": True}},
              {"name": "Coat", "scores": {"rating": 3}, "picks": {"effect": "armour"}}, {"name": "Hum"}]  # fmt: skip
    sheet = mage(entries={"empowered": [thing, *others]})
    (listed,) = step("objects", sheet).fields
    assert isinstance(listed, ListField)
    assert len(listed.items[0]) == len(listed.items[1]) + 1
    assert [(item.name, item.text) for item in system.lists(sheet)[0][1]] == [
        ("Cordial", "rating 2 · Brawn 2 becomes 3, 2 days to empower, temporary, for about a week"),
        ("Ring", "rating 1 · expertise with a skill, 1 day to empower, permanent"),
        ("Coat", "rating 3 · armour 3, 6 days to empower, temporary, for about a week"),
        ("Hum", "rating 0 · temporary, for about a week"),
    ]
    assert system.lists(thug()) == ()


def test_skills_and_gifts_are_lines_with_a_name() -> None:
    sheet = mage(entries={"gifts": [{"name": "Famous"}], "traits": [{"name": "Gills"}]})
    (skills,) = step("skills", sheet).fields
    assert [[field.path for field in fields] for fields in skills.items] == [
        [f"entries.skills.{n}.name", f"entries.skills.{n}.picks.expertise"] for n in range(2)
    ]
    gifts, traits = step("gifts", sheet).fields
    assert [field.path for fields in (*gifts.items, *traits.items) for field in fields] == [
        "entries.gifts.0.name", "entries.traits.0.name",
    ]  # fmt: skip
    (avenue,) = step("magic", sheet).fields
    assert [option.key for option in avenue.options if option.reason] == ["diabolism", "necromancy", "jazz-sorcery"]
    told = {(fact.label, fact.value, fact.text) for fact in system.facts(sheet)}
    assert told >= {
        (label, name, "Ask your GM what it does.") for label, name in (("Gift", "Famous"), ("Trait", "Gills"))
    }


def test_the_story_has_blanks_for_what_nobody_says() -> None:
    labels = [field.label for field in step("story", mage()).fields]
    assert "Movement and initiative" in labels


def test_the_way_leads_past_magic_where_there_is_none_and_past_what_only_play_brings() -> None:
    def past(sheet: Sheet) -> list[str]:
        return [one.key for one in system.steps(sheet) if not one.on_the_way(sheet.build)]

    assert past(mage()) == ["consequences"]
    assert past(mage(**POLYMORPH)) == []
    assert past(thug()) == ["magic", "objects", "consequences"]


def test_the_consequence_table_is_shown_with_the_row_that_fell() -> None:
    (_, dice, *_), (_, none) = step("consequences", mage(**POLYMORPH)).fields, step("consequences", mage()).fields
    assert isinstance(dice, RollField)
    assert isinstance(none, RollField)
    assert [row.on for row in dice.table] == [str(total) for total in range(2, 13)]
    assert [row.on for row in dice.table if row.fell] == ["8"]
    assert none.table == ()


def test_the_consequence_table_has_a_roller_of_its_own() -> None:
    level, dice = step("consequences", mage()).fields
    assert isinstance(level, ChoiceField)
    assert isinstance(dice, RollField)
    assert (dice.dice, dice.faces, dice.value) == (2, 6, ())
    _, dice, morning = step("consequences", mage(**POLYMORPH)).fields
    assert dice.summary.startswith("Polymorph.")
    assert morning.path == "rolls.morning"
    rolls = {"consequence": [4, 4], "morning": [1, 1]}
    stuck = step("consequences", mage(picks=POLYMORPH["picks"], rolls=rolls)).fields[2]
    assert stuck.summary == "It is permanent."


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ({}, []),
        ({"maximum-lost": 3}, [("Maximum Endurance", "1 of 4"), ("Full recovery", "3 points")]),
        ({"maximum-lost": 9}, [("Maximum Endurance", "0 of 4"), ("Full recovery", "4 points")]),
        ({"maximum-lost": 2, "rest": 1}, [("Maximum Endurance", "2 of 4"), ("Full recovery", "2 points")]),
        ({"maximum-lost": 1}, [("Maximum Endurance", "3 of 4"), ("Full recovery", "1 point")]),
        ({"endurance-lost": 2, "maximum-lost": True}, [("Endurance", "2 of 4")]),
        ({"endurance-lost": 3, "maximum-lost": 2},
         [("Maximum Endurance", "2 of 4"), ("Endurance", "0 of 2"), ("Full recovery", "2 points")]),
    ],
)  # fmt: skip
def test_the_clock_of_recovery(play: dict[str, Any], told: list[tuple[str, str]]) -> None:
    facts = system.now(mage(), play).facts
    assert [(fact.label, fact.value) for fact in facts] == told


def test_what_a_spell_did_in_a_fight_is_marked_and_ends_with_a_rest() -> None:
    """Mental Attacks, Curses, Blessings, Suggestion."""
    play = {"mental-damage": 1, "endurance-lost": 1, "cursed-brawn": 3, "blessed-agility": 2, "suggestion": 1}
    live = mage().live(play)
    facts = {fact.label: fact.value for fact in live.facts}
    assert (facts["Endurance"], facts["Brawn now"], facts["Agility now"]) == ("2 of 4", "0", "5")
    assert "Under a suggestion" in facts
    (steps,) = (steps for rest, steps in live.rests.items() if rest.key == "after-fight")
    assert {step.tracker.key: step.after for step in steps} == dict.fromkeys(
        ("mental-damage", "cursed-brawn", "blessed-agility", "suggestion"), 0
    )
    assert {one.key: one.top for one in live.sheet.conditions}["cursed-brawn"] == 2, "no attribute falls below 0"
    strong = {one.key: one.top for one in mage(scores={"brawn": 10}).conditions}
    assert (strong["cursed-brawn"], strong["blessed-brawn"]) == (5, 5), "no more than a phone has room for"
    assert "power-level" not in "".join(one.key for one in live.sheet.conditions)


def given(sheet: Sheet, marks: dict[str, int], key: str) -> dict[str, int]:
    """The marks after a rest."""
    (steps,) = (steps for rest, steps in sheet.live(marks).rests.items() if rest.key == key)
    return marks | {step.tracker.key: step.after for step in steps}


CURSED = {"cursed-brawn": 2, "cursed-presence": 4}
"""No Endurance is left to the mage under these."""


@pytest.mark.parametrize(
    ("marks", "key", "after"),
    [
        ({"endurance-lost": 2, "mental-damage": 1, **CURSED}, "healed", {"endurance-lost": 0, "mental-damage": 0}),
        ({"endurance-lost": 1, "maximum-lost": 4}, "healed", {"endurance-lost": 0, "maximum-lost": 0}),
        ({"mental-damage": 3, **CURSED}, "after-fight", {"mental-damage": 0}),
        ({"maximum-lost": 3, "cursed-presence": 4}, "half-hour", {"maximum-lost": 2}),
        ({"maximum-lost": 5, "blessed-brawn": 3}, "half-hour", {"maximum-lost": 4}),
    ],
)
def test_a_rest_gives_back_what_is_marked_also_where_less_of_it_shows(
    marks: dict[str, int], key: str, after: dict[str, int]
) -> None:
    """A curse or lost maximum Endurance hides a mark; it would come back with the maximum (Healing, Mental Attacks)."""
    now = given(mage(), marks, key)
    assert {mark: now[mark] for mark in after} == after


def test_spells_on_somebody_are_in_every_number_and_roll() -> None:
    """A curse is in what is rolled with its attribute, a suggestion in all but breaking free (Curses, Suggestion)."""
    plain, play = mage(), {"cursed-presence": 3, "blessed-reason": 2, "suggestion": 1}
    live = plain.live(play)
    by = {"presence": -3, "reason": 2, "power-level": 0, "agility": 0}
    assert {key: live.figure(key).value - plain[key] for key in by} == by
    assert live.figure("av-suggestion").value == plain["av-suggestion"] - 3
    deeply = plain.live({"cursed-presence": 5, "blessed-presence": 0})
    assert deeply.figure("presence").value == 0
    for answers, change in (({"roll": "identify"}, 2), ({"roll": "skill", "attribute": "presence"}, -3)):
        before, after = ask(plain.live({}), answers).check, ask(live, answers).check
        assert after.pool.value - before.pool.value == change
        assert (before.others[1].value, after.others[1].value) in ((2, 1), (1, 0)), answers
    free, bound = (ask(one, {"roll": "break-free"}).check for one in (plain.live({}), live))
    assert (bound.pool.value, bound.others[1].value) == (free.pool.value - 3, free.others[1].value)
    (spell,) = (one for one in plain.spells if one.key == "suggestion")
    cast, still = live.casting(spell), plain.live({}).casting(spell)
    assert (cast.pool.value, cast.others[1].value) == (still.pool.value - 3, still.others[1].value - 1)


@pytest.mark.parametrize(
    ("settings", "play", "endurance"),
    [
        ({}, {}, 4),
        ({}, {"cursed-presence": 1}, 3),
        ({}, {"cursed-presence": 3}, 2),
        ({}, {"cursed-brawn": 2}, 4),
        ({}, {"blessed-brawn": 3}, 5),
        ({"endurance": "sum"}, {"cursed-brawn": 1, "blessed-presence": 3}, 8),
        ({"endurance": "by_hand"}, {"cursed-presence": 1}, 6),
    ],
)
def test_endurance_follows_a_curse_wherever_it_is_shown(
    settings: dict[str, Any], play: dict[str, int], endurance: int
) -> None:
    """Brawn 2 and Presence 4: what an attribute loses, all that is reckoned from it loses (Curses, Blessings, R-06)."""
    live = mage(settings, scores={"endurance": 6}).live(play)
    tops = {one.key: one.top for one in live.marked}
    assert {tops[key] for key in ("endurance-lost", "maximum-lost", "mental-damage")} == {endurance}
    assert live.figure("endurance").value == endurance
    (head,) = (vital for vital in system.vitals(live) if vital.label == "Endurance")
    assert (head.value, head.beside) == (str(endurance), f"of {endurance}")
    told = [fact.value for fact in live.facts if fact.label == "Endurance"]
    assert told == ([] if endurance == live.sheet["endurance"] else [f"{endurance} of {endurance}"])
    hurt = mage(settings, scores={"endurance": 6}).live({**play, "endurance-lost": 1, "maximum-lost": 1})
    assert next(one.top for one in hurt.trackers) == hurt.figure("endurance").value == endurance - 1


def test_attacks_take_no_more_than_magic_has_left() -> None:
    """The tracker ends where the fact beside it says (Unintended Consequences)."""
    ends = {lost: mage().live({"maximum-lost": lost, "endurance-lost": 3}).trackers[0] for lost in (0, 2, 9)}
    assert {lost: one.top for lost, one in ends.items()} == {0: 4, 2: 2, 9: 0}
    assert ends[2].stands({"endurance-lost": 3}) == 2


def test_more_is_never_lost_than_magic_has_left() -> None:
    told = {
        marked: system.now(mage(), {"endurance-lost": marked, "maximum-lost": 2}).facts[1].text for marked in (1, 2, 3)
    }
    healed = "A healing spell that succeeds restores all of it."
    none = f"Ask your GM what happens: the magic chapter doesn’t say. {healed}"
    assert told == {1: healed, 2: none, 3: f"3 are marked; magic has left 2 to lose. {none}"}


def test_the_clock_says_how_long() -> None:
    words = [system.now(mage(), {"maximum-lost": 3 - rest, "rest": rest}).facts[-1].text for rest in (0, 1)]
    assert words == [
        "1 point after half an hour without magic, then 1 for each of 2 full days without.",
        "1 for each of 2 full days without.",
    ]


def test_a_disfigurement_lasts_until_one_rests_or_for_good() -> None:
    (fact,) = system.now(mage(**POLYMORPH), {}).facts
    assert (fact.label, fact.value) == ("Until you rest", "Polymorph")
    (fact,) = system.now(mage(picks=POLYMORPH["picks"], rolls={"consequence": [4, 4], "morning": [1, 1]}), {}).facts
    assert fact.label == "Permanent"


def test_panels_show_figures_there_are() -> None:
    sheet = mage(picks={"avenue": "illusion"})
    shown = [key for panel in system.panels(sheet) for group in panel.groups for key in group.figures]
    assert all(isinstance(sheet.figures[key], Figure) for key in shown)
    assert len([key for key in shown if key.startswith("av-")]) == 20
    assert ("Specialty", "Illusion (approved)") in [(fact.label, fact.value) for fact in system.facts(sheet)]


def test_the_bench_has_the_highest_values_first_and_the_specialty_stands_out() -> None:
    (bench,) = (panel for panel in system.panels(mage(picks={"avenue": "illusion"})) if panel.style == "bench")
    assert bench.starred == {"av-illusion"}
    found = [(group.title, len(group.figures)) for group in bench.groups]
    assert found[0][0] == "Reason and Power Level"
    assert found[-1][0] == "Power Level alone"
    assert sum(count for _, count in found) == 20


def test_the_bench_follows_the_table_s_word_on_what_is_rolled() -> None:
    def beside(**settings: str) -> str:
        sheet = mage(settings)
        (bench,) = (panel for panel in system.panels(sheet) if panel.style == "bench")
        return next(group.title for group in bench.groups if "av-protection" in group.figures)

    assert beside() == "Reason and Power Level"
    assert beside(ward_and_move_av="table") == "Agility and Power Level"


def test_trackers_and_the_blank_of_plot_points() -> None:
    found = {tracker.key: tracker for tracker in mage().trackers}
    assert [found[key].maximum is None for key in ("endurance-lost", "maximum-lost", "rest", "plot-points")] == [
        False, False, False, True,
    ]  # fmt: skip


def test_the_reference_has_every_table() -> None:
    cards = {card.key: card for shelf in system.references(system.rulebook) for card in shelf.cards}
    assert {"distance", "duration", "scope", "ritual", "wards", "creatures", "chances", "consequences", "recovery",
            "counterspells", "empowering", "attributes"} <= cards.keys()  # fmt: skip
    assert cards["scope"].table[3] == ("3", "A neighborhood (500 m)", "128 t", "Grand palace")
    assert cards["consequences"].table[9] == ("Blight", "10", "7", "4", "1", "Plants near you die, and milk turns.")
    assert cards["attributes"].table[9] == ("10", "4", "22")
    keys = {ruling.key for ruling in system.rulings}
    assert all(set(card.rulings) <= keys for card in cards.values())
    assert all(len(row) == len(card.heads) for card in cards.values() for row in card.table)


def printed(sheet: Sheet, title: str) -> Any:
    """The block of this title on paper."""
    shown = system.layout(sheet)
    alone = (*shown.front, *shown.movable, *shown.back)
    blocks = [one for block in alone for one in (sum(block.columns, ()) if isinstance(block, Beside) else (block,))]
    return next(block for block in blocks if block.title == title)


def test_the_paper_has_the_bench_and_the_chances() -> None:
    sheet = mage(picks={"avenue": "illusion"})
    assert system.layout(sheet).line == "Specialised in Illusion"
    assert printed(sheet, "The ladder").rows[3].cells[:2] == ("Across the continent", "Extended family")
    assert str(printed(sheet, "Chances").rows[1].cells[3]) == "56%"
    bench = {row.name: (row.more, *row.cells) for row in printed(sheet, "Casting").rows}
    assert bench["Illusion"] == ("Illusion", "9", "3", "DV 6 · 97%")
    assert bench["Attack"][-1] == "Agility + armour or charm"
    assert bench["Unusual ranged attack"][-1] == "Agility + charm"
    assert bench["Transmutation"][-1].startswith("DV 6; a person Presence + PL")
    assert bench["Mage Hand"] == ("", "4", "–", "no roll")
    assert "Power Level" in printed(thug(), "Casting").aside
    assert printed(sheet, "Healing failed magic").rows[0].cells == ("2", "4", "6", "8")
    assert [row.cells for row in printed(sheet, "Wards and creatures").rows] == [
        ("4", "7", "10", "13"), ("3", "6", "9", "12"),
    ]  # fmt: skip


def test_the_chances_on_paper_are_those_of_the_dice_that_the_bench_counts() -> None:
    """Where expertise is a die, the dice of a spell have it already (R-04)."""
    expert = [{"name": "Thaumaturgy", "picks": {"expertise": True}}]
    for kind, dice in (("none", 2), ("bonus_die", 3)):
        sheet = mage({"expertise": kind}, entries={"skills": expert})
        bench = {row.name: row.cells for row in printed(sheet, "Casting").rows}["Illusion"]
        apart = next(n for n in APART if n <= int(bench[0]) - REMARKABLE)
        chances = {row.name: row.cells for row in printed(sheet, "Chances").rows}[str(bench[1])]
        rolled = OpposedSums(dice, apart, 0, 0, False).odds().success
        assert (bench[1], chances[APART.index(apart)].chance) == (str(dice), rolled)


def test_what_is_short_stands_beside_the_clocks() -> None:
    sheet = mage()
    assert [(clock.label, clock.parts) for clock in printed(sheet, "Endurance").clocks] == [
        ("Endurance", 4), ("Maximum lost", 4), ("Rest", 4), ("Plot points", 6),
    ]  # fmt: skip
    assert isinstance(system.layout(sheet).front[0], Beside)
    assert printed(mage(**POLYMORPH), "Points").notes


def test_many_gifts_share_a_line_and_more_than_that_goes_to_the_other_page() -> None:
    some, many = ([{"name": f"Gift {n}"} for n in range(count)] for count in (9, 20))
    known = printed(mage(entries={"gifts": some}), "Skills and gifts")
    assert known.lines[-1].label == ", ".join(f"Gift {n}" for n in range(9))
    assert not known.splits
    crowded = mage(entries={"gifts": many * 3})
    assert printed(crowded, "Skills and gifts").splits
    assert system.layout(crowded).back[0] == printed(crowded, "Skills and gifts")


def test_what_the_grimoire_says() -> None:
    spells = system.rulebook.entries["spell"]
    told = {key: system.spell_facts(entry, system.rulebook) for key, entry in spells.items()}  # type: ignore[arg-type]
    assert dict(told["attack"].facts)["Equipment that helps"] == "armour, or a ward or charm: the best of them"
    assert dict(told["unusual-attack"].facts)["Equipment that helps"] == "only a ward or charm"
    assert dict(told["sleep"].facts)["Equipment that helps"].startswith("none")
    assert told["transmutation"].rulings == ("R-11",)
    assert told["protection"].rulings == ("R-11", "R-10")
    assert (told["mage-hand"].table, told["healing"].rulings) == ((), ("R-20",))
    assert told["creation"].table[0] == (
        "Range",
        "Short range (10 m), Medium range (50 m) −1, Long range (500 m) −2, Across the continent −3, "
        "Across the world −4, Another world −5",
    )


def casting(sheet: Sheet, **marks: int) -> tuple[str, str]:
    ((label, value),) = ((v.label, v.value) for v in system.vitals(sheet.live(marks)) if "Casting" in v.label)
    return label, value


def test_the_best_casting_is_a_vital_with_its_sign() -> None:
    general, cursed = mage(picks={}), {"cursed-reason": 5}
    best = max((key for key in general.figures if key.startswith("av-")),
               key=lambda key: general.live(cursed).figure(key).value)  # fmt: skip
    named = f"Casting {general.rulebook.all(Spell)[best.removeprefix('av-')].name}"
    assert casting(general, **cursed)[0] == named
    assert casting(general)[0] != named


def test_of_who_is_specialised_the_best_casting_is_of_that_avenue() -> None:
    assert casting(mage(picks={"avenue": "illusion"})) == ("Casting Illusion", "+9")
    keen = {"scores": {"presence": 6, "reason": 2}}
    assert casting(mage(**keen, picks={"avenue": "divination"}))[0] == "Casting Scrying"
    assert casting(mage(**keen, picks={"avenue": "enchantment"}))[0] == "Casting Mental attack"
    assert casting(mage(**keen, picks={"avenue": "necromancy"})) == casting(mage(**keen, picks={}))


def test_a_blessed_attribute_can_be_cursed_down_to_nothing() -> None:
    """No attribute falls below 0 of what it stands at (Curses)."""
    tops = {
        blessed: {one.key: one.top for one in mage().live({"blessed-brawn": blessed}).conditions}["cursed-brawn"]
        for blessed in (0, 2, 5)
    }
    assert tops == {0: 2, 2: 4, 5: 5}
    live = mage().live({"blessed-brawn": 2, "cursed-brawn": 4})
    assert (live.figure("brawn").value, live.figure("agility").value) == (0, 3)


def test_what_needs_no_roll_costs_nothing_by_failing() -> None:
    """Mage Hand only begins the half hour anew."""
    told = {key: {cost.trackers for cost in cast(mage(), key).costs} for key in ("mage-hand", "creation")}
    assert told == {"mage-hand": {("rest",)}, "creation": {("rest",), ("maximum-lost",)}}


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "Spend about 25 of your 40 points here."),
        ({"character_points": 60}, "Spend about 25 of your 60 points here."),
        ({"character_points": 20}, "Suggested total: about 25."),
        ({"character_points": 0}, "Suggested total: about 25."),
    ],
)
def test_the_suggestion_for_attributes_follows_the_total(settings: dict[str, Any], told: str) -> None:
    assert step("attributes", mage(settings)).hint.endswith(told)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "Without the skill, you don't add the attribute to a roll. Expertise rerolls 1s and 2s."),
        ({"untrained": "one_die"}, "Without the skill, you roll 1 die less. Expertise rerolls 1s and 2s."),
        ({"expertise": "reroll_1s"}, "Without the skill, you don't add the attribute to a roll. Expertise rerolls 1s."),
        ({"expertise": "none"}, "Without the skill, you don't add the attribute to a roll. Expertise has no effect."),
    ],
)
def test_what_a_skill_is_good_for_follows_the_house_rules(settings: dict[str, Any], told: str) -> None:
    assert step("skills", mage(settings)).hint.startswith(told)
