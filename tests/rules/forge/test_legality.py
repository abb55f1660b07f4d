"""Settings and rulings each change what they say; findings say what is wrong and mend it; nothing raises."""

from typing import Any

import pytest

from rules.kernel import Build, Finding, Rulebook, RulesContext, Sheet
from rules.kernel.documents import apply
from rules.systems.forge import system
from rules.systems.forge.creation import backgrounds
from tests.books.test_faults import book, row

WHOLE: dict[str, Any] = {"scores": {"agility": 3, "brawn": 2, "cunning": 3}, "rolls": {"backgrounds": [3, 7, 11]}}


def read(more: dict[str, Any] | None = None, table: RulesContext | None = None, **settings: Any) -> Sheet:
    return system.read(Build.parse({**WHOLE, **(more or {})}), table=table or RulesContext(settings=settings))


def found(sheet: Sheet) -> dict[str, Finding]:
    return {finding.code: finding for finding in sheet.findings}


def levels(sheet: Sheet, code: str) -> list[str]:
    return [str(finding.level) for finding in sheet.findings if finding.code == code]


# One test for each setting


def test_ability_points() -> None:
    assert "ability-points-overspent" in found(read(ability_points=7))
    assert "ability-points-unspent" in found(read(ability_points=9))
    budget = read(ability_points=9).budgets["ability-points"]
    assert [b.allowed.terms[0].cite.of_house for b in (budget, read().budgets["ability-points"])] == [True, False]
    assert read(ability_points=16).budgets["ability-points"].allowed.value == 15, "three abilities hold fifteen"


def test_who_carries_nothing_is_not_overburdened_however_weak() -> None:
    weak = {"scores": {"agility": 3, "brawn": -4, "cunning": 3}}
    assert "overburdened" not in found(read(weak))
    loaded = found(read({**weak, "entries": {"possessions": [{"name": "Anvil", "scores": {"bulk": 9}}]}}))
    assert loaded["overburdened"].message == "You carry 9 bulk; the maximum is 0."


def test_two_halves_that_nobody_knows_are_not_alike() -> None:
    picks = {"ancestry": "mixed", "ancestry-first": "selkie", "ancestry-second": "selkie"}
    codes = [finding.code for finding in read({"picks": picks}).errors]
    assert codes == ["unknown-choice", "unknown-choice"]


def test_source_only() -> None:
    many = {"scores": {"agility": 40, "brawn": 1, "cunning": 1}}
    assert read(many, source_only=True).legal
    assert "ability-points" not in read(many, source_only=True).budgets
    none = found(read({"scores": {"agility": 0}}, source_only=True))["ability-out-of-range"]
    assert (none.message, none.fixes[0].value) == ("Agility is 0; the minimum is 1.", 1)
    assert none.cite.ruling == "F-01"


VALUES = {"entries": {"values": [{"name": "Honour", "scores": {"rating": 4}}, {"name": "Mercy"}]}}


def test_value_points() -> None:
    assert "value-points" not in read(VALUES).budgets
    assert read(VALUES, value_points=4).legal
    assert "value-points-overspent" in found(read(VALUES, value_points=3))


def test_distinct_backgrounds() -> None:
    twice = {"rolls": {"backgrounds": [4, 4, 9]}}
    assert levels(read(twice), "dice-alike") == ["error"]
    assert levels(read(twice, distinct_backgrounds=False), "dice-alike") == ["note"]
    named = {"rolls": {}, "entries": {"backgrounds": [{"name": "Guard"}, {"name": "guard"}, {"name": "Nomad"}]}}
    assert levels(read(named, distinct_backgrounds=False), "background-twice") == ["note"]


def test_of_two_alike_the_line_goes_that_says_so() -> None:
    """What the die gave stays when an empty line beside it goes."""
    rolled = read().reading.memo(backgrounds)[1].name
    build = {"entries": {"backgrounds": [{"name": rolled}, {}]}}
    assert [fix.changes for fix in found(read(build))["background-twice"].fixes] == [{"entries.backgrounds.0": None}]


@pytest.mark.parametrize("level", ["warning", "error", "welcome"])
def test_unlisted_backgrounds(level: str) -> None:
    own = {"entries": {"backgrounds": [{"name": "Diver"}]}}
    expected = {"warning": ["note"], "error": ["error"], "welcome": []}[level]
    assert levels(read(own, unlisted_backgrounds=level), "background-unlisted") == expected


def with_rows(dice: list[int], *names: str, **rolls: int) -> list[tuple[str, str]]:
    """What is said of these backgrounds where a book adds rows to the table: codes and levels."""
    added = [row(name, roll=roll) for name, roll in rolls.items()]
    rulebook = Rulebook.of((system.core, book("forge", background=added)))
    entries = {"backgrounds": [{"name": name} for name in names]}
    build = Build.parse({**WHOLE, "rolls": {"backgrounds": dice}, "entries": entries})
    findings = system.read(build, rulebook).findings
    return [(f.code, str(f.level)) for f in findings if f.code.startswith("background")]


def test_rows_that_a_book_adds_unlist_no_other() -> None:
    assert with_rows([14, 13, 3], "Diver", "Weaver", diver=14) == []
    assert with_rows([], "Diver", "Nomad", "Guard", diver=20) == []
    assert with_rows([], "Diver", "Artisan", "Guard", diver=1) == [], "the row it takes the place of keeps its name"


def test_words_of_ones_own_for_a_row_that_is_known_stay_unlisted() -> None:
    unlisted = [("background-unlisted", "note")]
    assert with_rows([14, 3, 7], "Weaver", diver=14) == unlisted
    assert with_rows([], "Diver", "Nomad", "Weaver", diver=20) == unlisted


def test_no_row_is_had_without_a_die_that_shows_it() -> None:
    blank = [("background-blank", "warning")]
    assert with_rows([], "Nomad", "Guard", "", diver=0) == blank
    assert with_rows([99, 3, 7], diver=99) == blank


def test_bond_limit() -> None:
    three = {"entries": {"bonds": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}}
    assert (read(three).legal, read(three, bond_limit=3).legal) == (True, True)
    over = found(read(three, bond_limit=2))["bonds-too-many"]
    assert (over.at, over.fixes[0].path) == ("entries.bonds.2", "entries.bonds.2")


def test_momentum_focus() -> None:
    assert not {"momentum", "focus"} & set(read().figures)
    assert "pools-blank" in found(read())
    guessed = read(momentum_focus="same_as_poise")
    assert (guessed["momentum"], guessed["focus"], guessed.figures["focus"].cite.ruling) == (15, 20, "F-05")
    assert [term.label for term in guessed.figures["focus"].terms] == ["house rule", "5 × Cunning 3"]
    assert "pools-blank" not in found(guessed)
    own = read({"scores": {**WHOLE["scores"], "focus": 7}}, momentum_focus="same_as_poise")
    assert own["focus"] == 7


def test_ancestry_effects() -> None:
    elf = {"picks": {"ancestry": "elf"}}
    assert (read(elf)["speed"], read(elf, ancestry_effects=False)["speed"]) == (4, 3)


def test_classes_at_creation() -> None:
    two = {"entries": {"classes": [{"name": "Knight"}, {"name": "Bard"}]}}
    assert levels(read(two), "classes-too-many") == ["warning"]
    assert levels(read(two, classes_at_creation=2), "classes-too-many") == []
    assert levels(read(two, RulesContext(stage="advancement")), "classes-too-many") == []


def test_check_bulk() -> None:
    heavy = {"entries": {"possessions": [{"name": "Anvil", "scores": {"bulk": 23}}]}}
    assert levels(read(heavy), "overburdened") == ["error"]
    assert levels(read(heavy, check_bulk=False), "overburdened") == ["note"]
    fix = found(read(heavy))["overburdened"].fixes[0]
    assert read(apply({**WHOLE, **heavy}, fix.path, fix.value)).legal


def test_affliction_thresholds() -> None:
    sheet = read(affliction_thresholds="8,16")
    assert (sheet["affliction-1"], sheet["affliction-2"]) == (8, 16)
    assert system.now(sheet, {"stress": 8}).facts[0].value == "1"


def test_tolerance_shifts_thresholds() -> None:
    dwarf = {"picks": {"ancestry": "dwarf"}}
    assert (read(dwarf)["affliction-1"], read(dwarf)["stress-tolerance"]) == (10, 3)
    assert read(dwarf, tolerance_shifts_thresholds=True)["affliction-2"] == 23
    assert [term.counted for term in read(dwarf).figures["affliction-1"].terms] == [True, False]


def asked(settings: dict[str, Any], **answers: str) -> Any:
    named = {name.replace("_", "-"): answer for name, answer in answers.items()}
    return system.ask(read(**settings), named).check


def test_opponent_from_one() -> None:
    answers = {"difficulty": "opponent", "against": "0"}
    refused = asked({}, **answers)
    assert (refused.dice, refused.cite.ruling) == (None, "F-10")
    assert asked({"opponent_from_one": False}, **answers).dice.counted.faces == 4


def test_push_and_safe() -> None:
    both = {"push": "yes", "safe": "yes"}
    refused, plain = asked({}, **both), asked({})
    assert (refused.dice, refused.cite.ruling) == (None, "F-11")
    assert asked({"push_and_safe": "allow"}, **both).dice == plain.dice


def test_group_tools_and_several_tools() -> None:
    tools = {"tool": "suited", "other_tool": "right"}
    assert asked({}, **tools).pool.value == asked({}).pool.value + 2
    assert asked({"several_tools": "all"}, **tools).pool.value == asked({}).pool.value + 3
    group = {**tools, "group": "helps"}
    assert asked({"several_tools": "all"}, **group).pool.value == asked({}).pool.value + 2
    assert asked({"group_tools": "all"}, **group).pool.value == asked({}).pool.value + 3


def test_sure_things() -> None:
    sure = {"difficulty": "easy", "backgrounds": "3"}
    assert asked({}, **sure).dice.odds().success == 1
    assert asked({"sure_things": False}, **sure).dice.counted.passes == range(1, 4)
    assert asked({"sure_things": False}, modifier="-10").dice.counted.passes == range(1, 2)
    assert asked({}, modifier="-10").dice.odds().chance("failure") == 1


def test_every_setting_is_told_of_by_a_ruling_and_every_ruling_has_one() -> None:
    named = [key for ruling in system.rulings for key in ruling.settings]
    assert sorted(named) == sorted(system.settings)
    settled = {"F-17", "F-18"}
    assert {ruling.key for ruling in system.rulings if not ruling.settings} == settled


# Findings


@pytest.mark.parametrize(
    ("more", "code", "at"),
    [
        ({"scores": {"agility": -3, "brawn": 5, "cunning": 5}}, "ability-out-of-range", "scores.agility"),
        ({"scores": {**WHOLE["scores"], "focus": -1}}, "pool-below-nothing", "scores.focus"),
        ({"rolls": {"backgrounds": [1, 2, 3, 4]}}, "dice-too-many", "rolls.backgrounds"),
        ({"rolls": {"backgrounds": [1, 2]}}, "backgrounds-missing", "rolls.backgrounds"),
        ({"rolls": {"backgrounds": [1, 2, 17]}}, "background-blank", "entries.backgrounds.2"),
        ({"rolls": {}, "entries": {"backgrounds": [{}]}}, "background-blank", "entries.backgrounds.0"),
        ({"entries": {"backgrounds": [{"picks": {"row": "hunters"}}]}}, "unknown-choice",
         "entries.backgrounds.0.picks.row"),
        ({"entries": {"values": [{}] * 7}}, "values-too-many", "entries.values.6"),
        ({"entries": {"bonds": [{"name": " "}]}}, "bond-nameless", "entries.bonds.0"),
        ({"picks": {"ancestry": "mixed"}}, "ancestry-missing", "picks.ancestry-first"),
        ({"picks": {"ancestry": "mixed", "ancestry-first": "elf"}}, "ancestry-missing", "picks.ancestry-second"),
        ({"picks": {"ancestry": "mixed", "ancestry-first": "elf", "ancestry-second": "mixed"}}, "unknown-choice",
         "picks.ancestry-second"),
        ({"picks": {"archetype": "mage"}}, "unknown-choice", "picks.archetype"),
        ({"entries": {"skills": [{"name": "Leap", "picks": {"type": "verb"}}]}}, "unknown-choice",
         "entries.skills.0.picks.type"),
        ({"entries": {"skills": [{"name": "Leap"}]}}, "skill-without-type", "entries.skills.0.picks.type"),
        ({"entries": {"possessions": [{"name": "Hat", "picks": {"price": "brass"}}]}}, "unknown-choice",
         "entries.possessions.0.picks.price"),
        ({"entries": {"possessions": [{"name": "Hat", "scores": {"bulk": -2}}]}}, "bulk-below-nothing",
         "entries.possessions.0.scores.bulk"),
        ({"entries": {"possessions": [{"name": "Hat", "scores": {"quantity": -2}}]}}, "quantity-below-nothing",
         "entries.possessions.0.scores.quantity"),
        ({"entries": {"possessions": [{}]}}, "possession-nameless", "entries.possessions.0"),
    ],
)  # fmt: skip
def test_what_is_wrong_or_open_is_said_where_it_is(more: dict[str, Any], code: str, at: str) -> None:
    told = [(finding.code, finding.at) for finding in read(more).findings]
    assert (code, at) in told


def test_fixes_mend_what_they_sit_on() -> None:
    broken = {
        "scores": {"agility": 9, "brawn": 1, "cunning": 1, "focus": -4},
        "rolls": {"backgrounds": [3, 7, 11, 12]},
        "picks": {"ancestry": "mixed", "ancestry-first": "elf", "ancestry-second": "elf", "archetype": "mage"},
        "entries": {"possessions": [{"name": "Hat", "scores": {"bulk": -2}}]},
    }
    document: dict[str, Any] = broken
    for _ in range(20):
        fixes = [fix for finding in read(document).findings for fix in finding.fixes]
        if not fixes:
            break
        document = apply(document, fixes[0].path, fixes[0].value)
    assert [finding.code for finding in read(document).errors] == []


def test_no_fix_of_points_takes_an_ability_below_one() -> None:
    finding = found(read({"scores": {"agility": 5, "brawn": 5, "cunning": 1}}))["ability-points-overspent"]
    assert [(fix.path, fix.value) for fix in finding.fixes] == [("scores.agility", 2), ("scores.brawn", 2)]


def test_abilities_stay_as_they_were_approved() -> None:
    before = Build.parse(WHOLE)
    later = {"scores": {"agility": 4, "brawn": 1, "cunning": 3}}
    sheet = read(later, RulesContext(stage="advancement", baseline=before))
    assert levels(sheet, "ability-changed") == ["error", "error"]
    assert levels(read(table=RulesContext(stage="advancement", baseline=before)), "ability-changed") == []
    assert levels(read(later, RulesContext(stage="advancement")), "ability-changed") == []


def test_what_left_its_book_still_counts() -> None:
    from dataclasses import replace

    from rules.kernel import Rulebook
    from rules.systems.forge.entries import Ancestry

    book = system.core
    elf = replace(book.entries["ancestry"]["elf"], retired=True)
    shelves = {**book.entries, "ancestry": {**book.entries["ancestry"], "elf": elf}}
    rulebook = Rulebook.of([replace(book, entries=shelves)])
    sheet = system.read(Build.parse({**WHOLE, "picks": {"ancestry": "elf"}}), rulebook)
    assert (sheet["speed"], "entry-retired" in found(sheet)) == (4, True)
    assert isinstance(sheet.choice("ancestry"), Ancestry)


def test_a_roll_is_of_the_source() -> None:
    assert system.ask(read(), {}).check.pool.cite.origin == "source"


def test_every_cite_has_an_origin_and_public_ones_an_address_and_how_sure() -> None:
    for section in system.core.sections:
        assert section.origin in ("source", "public")
        assert section.url.startswith("https://forgeoflegends.com/")
        assert bool(section.sure) is (section.origin == "public")
    assert str(system.cite("ancestry.html", 0)) == "Forge ancestry.html (public page, likely)"
    assert str(system.cite("ancestry.html", 0, "F-06")) == "Forge ancestry.html (public page, our ruling)"
