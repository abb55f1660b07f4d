"""What a campaign bars: every choice of it is told, greyed and mended, and no character at random takes it."""

from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.allowed_findings import NOT_HERE
from rules.kernel.books.campaign_rules import AllowedEntries, keys_by_name, names_of
from rules.kernel.documents import apply
from rules.kernel.pages import ChoiceField, Game, ListField, grant
from rules.kernel.pages.allowed_options import with_barred
from rules.kernel.pages.fixes import fix_works
from tests.by_game import LESS, STARTING

SEEDS = 12


def bans(game: Game, rng: Random) -> dict[str, str]:
    """A half of everything barred, by either kind of list."""
    said = {}
    for rule in game.allowed:
        known = list(names_of(game.rulebook, rule))
        named = rng.sample(known, min(20, len(known) // 2))
        said[rule.key] = f"{rng.choice(('but', 'only'))}:{','.join(sorted(named))}"
    return said


def barred(sheet: Sheet) -> list[str]:
    return [finding.at for finding in sheet.findings if finding.code == "not-in-campaign"]


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_nobody_made_at_random_has_what_is_barred(key: str) -> None:
    game = systems.get(key)
    for seed in range(SEEDS):
        rng = Random(seed)
        table = RulesContext(bans(game, rng), campaign="The Ferry")
        sheet = game.read(Build.parse(game.fill({}, rng, game.rulebook, table)), game.rulebook, table)
        assert barred(sheet) == [], (seed, table.settings)
        assert sheet.legal, (seed, sheet.errors)


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_whatever_is_chosen_and_barred_is_told_with_a_fix_that_works(key: str) -> None:
    game, told = systems.get(key), set()
    for seed in range(SEEDS):
        document = game.random({}, Random(seed), game.rulebook, RulesContext())
        for rule in game.allowed:
            said = f"only:{next(iter(names_of(game.rulebook, rule)))}"
            sheet = game.read(Build.parse(document), table=RulesContext({rule.key: said}, campaign="The Ferry"))
            for finding in sheet.findings:
                if finding.code == "not-in-campaign":
                    told.add(rule.key)
                    assert (finding.message.startswith(f"{NOT_HERE}: "), finding.cite.short) == (
                        True,
                        "house rule of The Ferry",
                    )
                    changed = apply(document, finding.fixes[0].path, None)
                    after = game.read(Build.parse(changed), table=sheet.table)
                    assert len(barred(after)) < len(barred(sheet))
    assert told == {rule.key for rule in game.allowed}


def reasons(sheet: Sheet, game: Game) -> dict[str, str]:
    found: dict[str, str] = {}

    def look(fields: Any) -> None:
        for one in fields:
            if isinstance(one, ChoiceField):
                found.update((f"{one.path}={option.key}", option.reason) for option in one.options)
            if isinstance(one, ListField):
                for item in one.items:
                    look(item)
                for option in one.offers.options if one.offers else ():
                    found[f"{one.path}+{option.key}"] = option.reason

    for step in with_barred(game.steps(sheet), sheet):
        look(step.fields)
    return found


def test_what_is_barred_is_still_to_be_found_with_the_reason() -> None:
    game = systems.get("dominion")
    document = {"entries": {"equipment": [{"name": "", "picks": {"item": "club"}}]}}
    house = {"styles": "but:priest", "gear": "only:club", "spells": "but:slumber"}
    sheet = game.read(Build.parse(document), table=RulesContext(house))
    found = reasons(sheet, game)
    assert found["picks.style=priest"] == found["picks.spells=slumber"] == NOT_HERE
    assert found["picks.style=soldier"] == ""
    assert found["entries.equipment.0.picks.item=maul"] == NOT_HERE
    assert found["entries.equipment.0.picks.item=club"] != NOT_HERE
    open_sheet = game.read(Build.parse(document))
    assert NOT_HERE not in reasons(open_sheet, game).values()
    duality = systems.get("duality")
    style = next(iter(names_of(duality.rulebook, duality.allowed[1])))
    offered = reasons(duality.read(Build.parse({}), table=RulesContext({"styles": f"but:{style}"})), duality)
    assert offered[f"entries.styles+{style}"] == NOT_HERE


def test_a_wish_for_what_is_barred_is_not_granted() -> None:
    game = systems.get("dominion")
    assert game.wishes
    witch = game.wishes.concept("witch")
    assert witch
    table = RulesContext({"styles": "but:witch"})
    granted = grant(game, (witch,), 3, game.rulebook, table)
    assert (granted.wishes, granted.sheet.build.pick("style") != "witch") == ((), True)


def test_the_starting_points_of_a_campaign_are_its_own_rule() -> None:
    game = systems.get("dominion")
    document = game.random({}, Random(5), game.rulebook, RulesContext())
    table = RulesContext({"starting_aps": 20}, campaign="The Ferry")
    sheet = game.read(Build.parse(document), table=table)
    over = next(finding for finding in sheet.errors if finding.code == "aps-overspent")
    assert over.cite.place == str(over.cite) == "house rule of The Ferry"
    assert any(fix_works(sheet, document, over, fix) for fix in over.fixes)
    assert game.read(Build.parse(document)).budgets["aps"].cite.section == "2.6"
    nameless = game.read(Build.parse(document), table=RulesContext({"starting_aps": 20}))
    assert nameless.budgets["aps"].cite.short == "house rule"
    made = game.fill({}, Random(5), game.rulebook, table)
    assert game.read(Build.parse(made), table=table).legal


@pytest.mark.parametrize("key", LESS)
def test_who_is_over_what_a_campaign_starts_with_reads_whose_rule_it_is(key: str) -> None:
    game, (rule, code, value) = systems.get(key), LESS[key]
    document = game.random({}, Random(5), game.rulebook, RulesContext())
    table = RulesContext({rule: value}, campaign="The Ferry", decided=frozenset({rule}))
    sheet = game.read(Build.parse(document), table=table)
    over = [finding for finding in sheet.errors if finding.code.endswith(code)]
    assert {finding.cite.short for finding in over} == {"house rule of The Ferry"}
    assert all(fix_works(sheet, document, finding, finding.fixes[0]) for finding in over)
    assert game.read(Build.parse(document)).legal


def test_an_own_house_rule_is_no_campaigns() -> None:
    game = systems.get("duality")
    document = game.random({}, Random(5), game.rulebook, RulesContext())
    sheet = game.read(Build.parse(document), table=RulesContext({"starting_xp": 10}, campaign="The Ferry"))
    assert [finding.cite.short for finding in sheet.errors] == ["house rule"]


@pytest.mark.parametrize("key", STARTING)
def test_somebody_legal_is_made_at_random_wherever_everyone_starts(key: str) -> None:
    game = systems.get(key)
    starts = [setting for setting in game.house_settings.values() if setting.starts]
    for setting in starts:
        for value in (setting.low, setting.low + 1, setting.high):
            house = {setting.key: value}
            table = RulesContext(house, campaign="The Ferry", decided=frozenset(house))
            sheet = game.read(Build.parse(game.fill({}, Random(value), game.rulebook, table)), table=table)
            assert sheet.legal or game.conflicts(house), (house, sheet.errors)


def test_more_dots_than_there_is_room_for_clash() -> None:
    conflicts = systems.get("hprpg").conflicts
    (clash,) = conflicts({"aspect_dots_second": 10})
    assert (clash.settings[0], "hold 9" in clash.message) == ("aspect_dots_second", True)
    assert conflicts({"aspect_dots_second": 10, "most_bought": 4}) == ()
    assert conflicts({"rating_limit": 3})[0].settings == ("rating_limit",)


def test_a_number_that_stands_for_none_says_so() -> None:
    rule = systems.get("dominion").house_settings["highest_skill"]
    assert (rule.label_for(0), rule.label_for(6)) == ("no limit", "6")


def test_a_change_is_told_in_plain_words() -> None:
    rule = next(rule for rule in systems.get("dominion").allowed if rule.key == "spells")
    known = sorted(names_of(systems.get("dominion").rulebook, rule))
    for before, after, words in (
        (None, "but:invisibility", "without Invisibility"),
        ("but:invisibility", "but:slumber", "without Slumber and with Invisibility again"),
        ("but:invisibility,slumber", None, "with Invisibility and Slumber again"),
        ("only:slumber", "but:my-own-spell", "without My own spell"),
        ("only:slumber", "", "everything"),
        ("", "only:invisibility,slumber", "only Invisibility and Slumber"),
    ):
        assert rule.told(before, after) == words
    assert rule.told("", f"but:{','.join(known[:20])}").endswith(" and 12 more")
    names = {"my-own-spell": "The Lamp of Aunt Ida"}
    assert rule.told("", "but:my-own-spell,slumber", names) == "without Slumber and The Lamp of Aunt Ida"
    assert rule.told("but:my-own-spell", "", names) == "with The Lamp of Aunt Ida again"


def test_a_value_is_a_list_of_keys_and_nothing_else() -> None:
    game = systems.get("dominion")
    rule = next(rule for rule in game.allowed if rule.key == "gear")
    assert all(rule.accepts(value) for value in ("", "but:maul", "only:maul,musket"))
    many = ",".join(f"a{number}" for number in range(61))
    for odd in (None, 3, "maul", "but:", "not:maul", "but:Maul", f"but:{many}"):
        assert (rule.accepts(odd), rule.named(odd).keys) == (False, frozenset())
    assert rule.coerce("but:") == ""
    assert rule.label_for("") == "everything"
    assert rule.label_for("only:maul") == "only “Maul”"
    assert rule.label_for("but:maul,unheard-of") == "all but “Maul”, “Unheard of”"
    assert AllowedEntries("x", "X", "", rule.cite, "").label_for("but:a") == "all but “A”"
    assert keys_by_name(game.rulebook, rule)["flail"] == "flail"
    assert (rule.named("").text, rule.named("only:b,a").text) == ("", "only:a,b")
