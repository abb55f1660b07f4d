"""What may happen to somebody after the approval, and what it costs: worked cases, each with its ruling."""

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel import Build, RulesContext
from rules.kernel.documents import apply, awarded
from rules.kernel.findings import GmWord
from rules.kernel.pages import ChoiceField, RatingField
from rules.kernel.settled import NEVER, WORD
from rules.systems.duality import system
from rules.systems.duality.ledger_kinds import to_be_sold
from tests.rules.duality.grown import (
    EVASIVE,
    LANTERN,
    LOST,
    MELEE,
    OWNER,
    RANGED,
    RICH,
    SOLD,
    SWORD,
    back,
    change,
    codes,
    entry,
    error,
    fields_of,
    known,
    owning,
    past,
    read,
    refused,
    spent,
)
from tests.rules.duality.test_pricing import feature, fighter, item, style
from tests.rules.lives import settled

# Combat styles (3.5, D-20)


def test_case_1_a_style_is_no_other_kind() -> None:
    assert codes(read(fighter(MELEE, EVASIVE), fighter(style("ranged", "strength"), EVASIVE))) == ["style-gone"]


def test_case_2_a_style_keeps_its_statistic() -> None:
    now = fighter(style("melee", "finesse"), EVASIVE)
    assert codes(read(fighter(MELEE, EVASIVE), now)) == ["style-statistic-changed"]


def test_case_3_no_bonus_is_exchanged_for_as_many_points() -> None:
    before = fighter(RANGED | {"picks": RANGED["picks"] | {"upgrades": []}}, style("evasive", "finesse", bonus=2))
    assert codes(read(before, fighter(RANGED, EVASIVE))) == ["below-baseline"]


def test_case_4_no_upgrade_is_exchanged() -> None:
    plain = {"picks": RANGED["picks"] | {"upgrades": []}, "scores": {"bonus": 2}}
    sheet = read(fighter(RANGED, EVASIVE), fighter(plain, EVASIVE))
    assert codes(sheet) == ["upgrade-given-back"]


def test_case_5_what_changes_its_place_is_the_same() -> None:
    blade = item("weapon", "0", feature("style", style="1"))
    before = {**past(("Sailor", 2), ("Cook", 1))["entries"], "styles": [MELEE, EVASIVE], "items": [blade]}
    turned = item("weapon", "1", feature("style", style="0"))
    now = {**past(("Cook", 1), ("Sailor", 2))["entries"], "styles": [EVASIVE, MELEE], "items": [turned]}
    assert codes(read({"entries": before}, {"entries": now})) == []
    assert "item-style-changed" in codes(read({"entries": before}, {"entries": {**now, "items": [blade]}}))


def test_a_third_style_of_creation_stays_free_wherever_it_stands() -> None:
    held = [MELEE, EVASIVE, RANGED]
    for before, cost in (({"entries": {"styles": held}}, 2), (fighter(MELEE, EVASIVE), 5)):
        for now in (held, [RANGED, MELEE, EVASIVE]):
            assert spent(read(before, {"entries": {"styles": now}}, third_style_free=True)) == cost


def test_by_a_house_rule_a_style_becomes_one_that_costs_as_much() -> None:
    """D-20: the word names the exchange, and all that was paid stays in the new one."""
    word, before = {"style_change": "gm_word"}, fighter(style("melee", "strength", dice=1), EVASIVE)
    now = fighter(style("ranged", "strength", dice=1), EVASIVE)
    asked = error(read(before, now, **word), "style-gone").gm_word
    assert asked == GmWord("Melee", "Melee, strength", "Ranged, strength")
    said = change(asked.subject, asked.was, asked.now)
    assert codes(read(before, now, said, **word)) == []
    assert codes(read(before, now, said)) == ["style-gone"]
    poorer = error(read(before, fighter(style("ranged", "strength"), EVASIVE), said, **word), "style-gone")
    assert (poorer.gm_word, poorer.hint) == (None, "The new one costs 0 XP; it has to cost 5 or more.")
    moved = fighter(style("melee", "instinct", dice=1), EVASIVE)
    asked = error(read(before, moved, **word), "style-statistic-changed").gm_word
    assert asked == GmWord("Melee", "Melee, strength", "Melee, instinct")
    assert codes(read(before, moved, change("Melee", asked.was, asked.now), **word)) == []


def test_the_words_of_a_style_s_experience_take_the_game_master_s_word() -> None:
    first, other = ({**MELEE, "notes": {"experience": words}} for words in ("Taught by Sir Ott", "Taught by none"))
    found = error(read(fighter(first), fighter(other)), "style-experience-changed")
    assert found.gm_word == GmWord("Taught by Sir Ott", "Taught by Sir Ott", "Taught by none")
    assert (
        codes(read(fighter(first), fighter(other), change("Taught by Sir Ott", "Taught by Sir Ott", "Taught by none")))
        == []
    )
    assert error(read(fighter(first), fighter(MELEE)), "style-experience-changed").gm_word is None
    assert codes(read(fighter(MELEE), fighter(other))) == []


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(("better", "cost"), [({}, 6), ({"bonus": 2}, 8)])
def test_a_second_style_of_one_statistic_leaves_the_first_as_it_was(
    place: int, better: dict[str, int], cost: int
) -> None:
    """0.4: which of two alike was approved is told by its words, wherever it stands."""
    brawler = {**MELEE, "notes": {"experience": "Brawler"}}
    held = [brawler, EVASIVE]
    held.insert(place, {**style("melee", "strength", **better), "notes": {"experience": "Duellist"}})
    sheet = read(fighter(brawler, EVASIVE), fighter(*held))
    assert (codes(sheet), spent(sheet)) == ([], cost)


def test_a_second_style_without_words_takes_nothing_of_the_first() -> None:
    far = {"picks": {"style": "ranged", "statistic": "instinct", "upgrades": ["far"]}}
    other = style("ranged", "instinct", bonus=3)
    assert codes(read(fighter(far), fighter(other, far))) == codes(read(fighter(far), fighter(far, other))) == []
    assert codes(read(fighter(other), fighter(far | {"scores": {"bonus": 1}}, other))) == []


def test_words_may_be_any_that_the_game_master_allowed_on_the_way() -> None:
    """One word after another within an approval: what is not carried out yet is no fault."""
    said = (change("Smuggler", "Smuggler", "Sailor"), change("Sailor", "Sailor", "Pirate"))
    for words in ("Smuggler", "Sailor", "Pirate"):
        assert codes(read(past(("Smuggler", 2)), past((words, 2)), *said)) == []
        then, now = ({**MELEE, "notes": {"experience": one}} for one in ("Smuggler", words))
        assert codes(read(fighter(then), fighter(now), *said)) == []
    assert codes(read(past(("Smuggler", 2)), past(("Cook", 2)), *said)) == ["experience-gone"]


# Experiences (3.3, D-19)


def test_case_6_another_name_takes_the_game_master_s_word() -> None:
    before, now = past(("Smuggler", 2), ("Cook", 1)), past(("Cook", 1), ("Sailor", 2))
    gone = error(read(before, now), "experience-gone")
    assert (gone.gm_word, gone.at) == (GmWord("Smuggler", "Smuggler", "Sailor"), "entries.experiences")
    said = change("Smuggler", "Smuggler", "Sailor")
    assert codes(read(before, now, said)) == []
    assert codes(read(before, past(("Cook", 1), ("Sailor", 1)), said)) == ["below-baseline"]
    assert codes(read(before, past(("Cook", 1), ("Pirate", 2)), said)) == ["experience-gone"]


def test_a_name_may_have_a_full_stop() -> None:
    said = change("Served St. Elmo", "Served St. Elmo", "Served no one")
    assert codes(read(past(("Served St. Elmo", 2)), past(("Served no one", 2)), said)) == []


def test_what_may_have_another_name_may_keep_its_own() -> None:
    before, said = past(("Smuggler", 2)), change("Smuggler", "Smuggler", "Sailor")
    fallen = read(before, before, said, back("Smuggler", "Came Back", 1), resurrection=True)
    assert (codes(fallen), known(fallen)) == ([], {"Smuggler": 1, "Came Back": 1})


def test_an_experience_without_words_is_named_later_and_not_removed() -> None:
    assert codes(read(past(("", 2)), past(("Sailor", 2)))) == []
    gone = error(read(past(("", 2)), past()), "experience-gone")
    assert gone.gm_word is None


def test_case_13_nothing_is_forgotten_even_where_the_dead_return() -> None:
    before = past(("Sailor", 1))
    gone = error(read(before, past(), resurrection=True), "experience-gone")
    assert "Enter in the ledger what the resurrection took" in gone.hint


def test_words_for_one_experience_change_no_later_one() -> None:
    said, both = change("Smuggler", "Smuggler", "Sailor"), past(("Sailor", 1), ("Smuggler", 3))
    traded = past(("Sailor", 3), ("Smuggler", 1))
    assert codes(read(both, traded, *settled(said))) == ["below-baseline"]
    style_words = change("Taught by Sir Ott", "Taught by Sir Ott", "Taught by none")
    first, other = (fighter({**MELEE, "notes": {"experience": words}}) for words in (style_words.more.values()))
    assert codes(read(first, other, *settled(style_words))) == ["style-experience-changed"]


# Tags and wealth (3.2, 3.1.4, D-18, D-22)


def fire(bonus: int, tag: str = "") -> dict[str, Any]:
    return {"scores": {"create-fire": bonus}, "picks": {"tag-create-fire": tag} if tag else {}}


def test_case_8_what_is_human_and_untrained_may_learn() -> None:
    sheet = read(fire(0), fire(1, "simple-weak"), points=3)
    assert (codes(sheet), sheet["xp"]) == ([], 0)


def test_case_9_any_other_tag_takes_the_game_master_s_word_and_is_paid() -> None:
    before, now = fire(1), fire(1, "superhuman")
    changed = error(read(before, now), "tag-changed")
    assert changed.gm_word == GmWord("picks.tag-create-fire", "human", "superhuman")
    for was in ("human", None, ""):
        after = read(before, now, change("picks.tag-create-fire", was, "superhuman"), points=3)
        assert (codes(after), after["xp"]) == ([], 0)


def test_what_a_tag_was_stays_paid_for() -> None:
    """3.2: from Superhuman to Complex & Powerful pays 2, and the 3 stay spent."""
    before, now = fire(1, "superhuman"), fire(1, "complex-powerful")
    said = change("picks.tag-create-fire", "superhuman", "complex-powerful")
    after = read(before, now, said)
    assert (codes(after), spent(after), spent(read(before, before, said))) == ([], 1 + 3 + 2, 1 + 3)
    (line,) = (term for term in after.budgets["xp"].spent.terms if "exchanged" in term.label)
    assert (line.label, line.amount) == ("Create Fire: Superhuman, exchanged", 3)
    human = read(before, fire(1), change("picks.tag-create-fire", "superhuman", None))
    assert (codes(human), spent(human)) == ([], 1 + 3)
    back = change("picks.tag-create-fire", "complex-powerful", "superhuman")
    assert spent(read(before, before, said, back)) == 1 + 3 + 2 + 3
    assert spent(read(now, now, said, created=before)) == 1 + 3 + 2


def test_a_word_on_a_tag_counts_once_and_what_was_paid_stays_spent() -> None:
    high, low = fire(1, "superhuman"), fire(1)
    down, up = (change("picks.tag-create-fire", *way) for way in (("superhuman", "human"), ("human", "superhuman")))
    assert codes(read(high, low, *settled(down, up))) == ["tag-changed"]
    assert codes(read(high, low, *settled(down, up), down)) == []
    assert spent(read(high, high, *settled(down, up), created=high)) == 1 + 3 + 3
    assert spent(read(low, low, *settled(down), created=high)) == 1 + 3
    assert spent(read(high, high, *settled(down), created=high)) == 1 + 3, "allowed, and never done"


def test_wealth_is_lost_by_the_game_master_s_word_and_for_nothing() -> None:
    rich, poor, none = ({"picks": {"wealth": key}} for key in ("comfortable", "limited", "none"))
    lost = error(read(rich, poor), "below-baseline")
    assert lost.gm_word == GmWord("picks.wealth", "comfortable", "limited")
    said = change("picks.wealth", "comfortable", "limited")
    after = read(rich, poor, said)
    assert (codes(after), spent(after)) == ([], 8)
    assert spent(read(rich, {"picks": {"wealth": "modest"}}, said)) == 8 + 2
    assert codes(read(rich, none, said)) == ["below-baseline"]
    assert spent(read({}, none, change("picks.wealth", None, "none"))) == 0
    modest, limited = {"picks": {"wealth": "modest"}}, {"picks": {"wealth": "limited"}}
    since = read(modest, limited, said)
    assert (codes(since), spent(since)) == ([], 8)
    assert codes(read(rich, limited, change("picks.wealth", "modest", "limited"))) == ["below-baseline"]
    assert codes(read({}, {}, change("picks.wealth", "limited", "soaring"), change("picks.tag-none", "x", "y"))) == []


@pytest.mark.parametrize(("before", "path", "told"), [
    (fire(1), "picks.tag-create-fire", {"superhuman": WORD, "simple-weak": WORD, "complex-powerful": WORD}),
    (fire(0), "picks.tag-create-fire", {}),
    ({"picks": {"wealth": "modest"}}, "picks.wealth", {"none": WORD, "limited": WORD}),
    ({"picks": {"speed": "fast"}}, "picks.speed", {"slow": NEVER, "normal": NEVER}),
    ({}, "picks.speed", {"slow": NEVER}),
    ({"picks": {"fly": "normal"}}, "picks.fly", {"slow": NEVER}),
])  # fmt: skip
def test_what_takes_a_word_says_so_before_it_is_chosen(before: Any, path: str, told: dict[str, str]) -> None:
    field = fields_of(read(before, before))[path]
    assert isinstance(field, ChoiceField)
    assert {option.key: option.reason for option in field.options if option.reason} == told
    assert not any(option.reason for option in fields_of(system.read(Build.parse(before)))[path].options)  # type: ignore[union-attr]


def test_so_does_what_is_settled_of_styles_and_items() -> None:
    wizard = {"picks": {"style": "simple-weak", "statistic": "willpower", "specialization": "create-fire"}}
    before = fighter(MELEE, EVASIVE, wizard, items=[SWORD])
    fields = fields_of(read(before, before))
    for path, key in (
        ("styles.0.picks.style", "melee"), ("styles.0.picks.statistic", "strength"),
        ("styles.2.picks.specialization", "create-fire"), ("items.0.picks.kind", "weapon"),
        ("items.0.picks.style", "0"),
    ):  # fmt: skip
        offered = fields[f"entries.{path}"].options  # type: ignore[union-attr]
        assert {option.reason for option in offered if option.key != key} == {NEVER}, path
        assert "" in {option.reason for option in offered if option.key == key}
    may = fields_of(read(before, before, style_change="gm_word"))["entries.styles.0.picks.style"]
    assert WORD in {option.reason for option in may.options}  # type: ignore[union-attr]


# Items (5, D-21, D-23, D-25)


def test_case_10_the_free_item_gives_back_its_features_and_makes_no_other_free() -> None:
    assert spent(read(OWNER, OWNER)) == 13
    after = read(OWNER, owning(LANTERN), SOLD)
    assert (codes(after), spent(after)) == ([], 3)
    again = read(OWNER, owning(LANTERN), SOLD, free_item_again=True)
    assert (codes(again), spent(again)) == ([], 2)


def test_case_11_an_item_goes_by_a_sale_and_not_by_itself() -> None:
    gone = error(read(OWNER, owning(LANTERN)), "item-gone")
    (back,) = gone.fixes
    assert codes(read(OWNER, apply(owning(LANTERN), back.path, back.value))) == []
    assert codes(read(OWNER, owning(LANTERN), entry("sale", "Lantern"))) == ["item-gone", "sold-still-listed"]


@pytest.mark.parametrize("name", ["Axe", "Sword"])
def test_case_12_the_next_item_is_paid_for(name: str) -> None:
    axe = {**item("weapon", "0"), "name": name}
    for yes, cost in ((False, 4), (True, 3)):
        for held in ((LANTERN, axe), (axe, LANTERN)):
            after = read(OWNER, owning(*held), SOLD, free_item_again=yes)
            assert (codes(after), spent(after)) == ([], cost)


def test_whoever_had_no_item_at_creation_pays_for_the_first() -> None:
    bare = fighter(MELEE, EVASIVE)
    assert spent(read(bare, owning(item("relic", "")))) == 1
    assert spent(read(bare, owning(item("relic", "")), free_item_again=True)) == 0


def test_a_second_approval_makes_nothing_free() -> None:
    """What was free is told by the first; the sale stays in the ledger."""
    after = owning(LANTERN)
    assert spent(read(after, after, SOLD, created=OWNER)) == 3
    renamed = owning({**SWORD, "name": "Oathkeeper"}, LANTERN)
    assert spent(read(renamed, renamed, created=OWNER)) == 13
    assert spent(read(renamed, owning(LANTERN), entry("sale", "Oathkeeper"), created=OWNER)) == 3


def test_of_two_alike_the_one_that_was_paid_for_is_sold() -> None:
    one = item("relic", "")
    before = {"entries": {"items": [one, one]}}
    assert [spent(read(before, {"entries": {"items": [one] * n}}, entry("sale", "Thing"))) for n in (1, 2)] == [0, 1]


def test_a_lost_item_stays_paid_for() -> None:
    after = read(OWNER, owning(SWORD), LOST)
    (line,) = (term for term in after.budgets["xp"].spent.terms if term.label == "Lantern: lost")
    assert (codes(after), spent(after), line.amount) == ([], 13, 3)
    assert spent(read(OWNER, owning(SWORD), LOST, lost_item_xp="returned")) == 10


BLADE = {**item("weapon", "0", feature("die", 2)), "name": "Blade"}
BROKEN = entry("item-lost", "Blade", -25, by="gm")


def test_what_was_lost_stays_spent_when_another_of_its_name_is_made_and_approved() -> None:
    with_it, without = owning(BLADE), owning()
    assert spent(read(with_it, without, BROKEN)) == 25
    old = settled(BROKEN)
    for before, now, points in ((without, without, 25), (without, with_it, 51), (with_it, with_it, 51)):
        sheet = read(before, now, *old, created=with_it)
        assert (codes(sheet), spent(sheet)) == ([], points)
    assert spent(read(with_it, with_it, BROKEN)) == 25, "as long as it is on the list its points are spent there"


@pytest.mark.parametrize("house", [{}, {"lost_item_xp": "returned"}])
@pytest.mark.parametrize(("kind", "name"), [("item-lost", "Sword"), ("item-lost", "Lantern"), ("sale", "Sword")])
def test_what_is_gone_and_still_on_the_list_is_told_and_costs_what_it_did(
    kind: str, name: str, house: dict[str, Any]
) -> None:
    """D-25: a game master enters it and the list is the player's; it is one thing, before the approval and after."""
    before = read(OWNER, OWNER, **house)
    asked = entry(kind, name, by="gm")
    assert refused(before, asked) == ""
    made = system.ledger_kinds[kind].fill(before, asked)
    for entries in ((made,), settled(made)):
        sheet = read(OWNER, OWNER, *entries, created=OWNER, **house)
        code = "lost-still-listed" if kind == "item-lost" else "sold-still-listed"
        assert (codes(sheet), spent(sheet)) == ([code], 13)
        found = error(sheet, code)
        assert found.message.startswith(f"{name} is on the list, but was ")
        assert refused(sheet, asked) == "No approved item has that name."
        assert refused(sheet, entry("sale", name, by="gm")) == "No approved item has that name."
        assert name not in dict(to_be_sold(sheet))
        remove, rename = found.fixes
        worth = {"Sword": 10, "Lantern": 3}[name]
        stays = worth if kind == "item-lost" and not house else 0
        off = read(OWNER, apply(OWNER, remove.path, remove.value), *entries, created=OWNER, **house)
        assert (codes(off), spent(off)) == ([], 13 - worth + stays)
        new = read(OWNER, apply(OWNER, rename.path, rename.value), *entries, created=OWNER, **house)
        assert (codes(new), spent(new)) == ([], 13 + stays + (name == "Sword")), "another, which is paid for"


def test_a_new_item_takes_no_name_of_one_that_is_gone() -> None:
    made = system.ledger_kinds["item-lost"].fill(read(OWNER, OWNER), entry("item-lost", "Lantern", by="gm"))
    again = owning(SWORD, LANTERN)
    sheet = read(owning(SWORD), again, *settled(made), created=OWNER)
    (warned,) = (one for one in sheet.findings if one.code == "name-of-another")
    assert (codes(sheet), spent(sheet)) == ([], 13 + 3)
    (fix,) = warned.fixes
    named = apply(again, fix.path, fix.value)
    for approved in (owning(SWORD), named):
        after = read(approved, named, *settled(made), created=OWNER)
        assert (spent(after), [one.code for one in after.findings if one.code == warned.code]) == (13 + 3, [])


def test_of_two_of_a_name_the_one_that_stays_is_not_taken_for_the_one_that_is_gone() -> None:
    two, one = owning(SWORD, LANTERN, LANTERN), owning(SWORD, LANTERN)
    made = system.ledger_kinds["item-lost"].fill(read(two, two), entry("item-lost", "Lantern", by="gm"))
    for entries, approved in (((made,), two), (settled(made), one)):
        sheet = read(approved, one, *entries, created=two)
        assert (codes(sheet), spent(sheet)) == ([], 16)
        assert refused(sheet, entry("item-lost", "Lantern", by="gm")) == ""
    assert codes(read(two, two, *settled(made), created=two)) == ["lost-still-listed"]


def test_of_two_of_a_name_one_is_lost_and_the_other_stays() -> None:
    plain = {**item("weapon", "0"), "name": "Blade"}
    two = owning(BLADE, plain)
    made = system.ledger_kinds["item-lost"].fill(read(two, two), entry("item-lost", "blade", by="gm"))
    for now, wrong in ((two, ["lost-still-listed"]), (apply(two, "entries.items.1", None), [])):
        sheet = read(two, now, made)
        assert (made.amount, codes(sheet), spent(sheet)) == (-1, wrong, 26)
    gone = error(read(two, owning(), made), "item-gone")
    assert gone.fixes[0].value["entries"]["features"], "the free one is the one that is missed"
    both = read(owning(plain), owning(plain), *settled(BROKEN), made, created=owning(BLADE))
    assert spent(both) == 25 + 1, "what was lost before stays spent, and this one is still there"


PLAIN = {**item("weapon", "0"), "name": "Blade"}


@pytest.mark.parametrize("kind", ["item-lost", "sale"])
def test_of_two_of_a_name_the_form_offers_each_and_the_entry_means_one(kind: str) -> None:
    two, sheet = owning(BLADE, PLAIN), read(owning(BLADE, PLAIN), owning(BLADE, PLAIN))
    cheap, dear = (
        "Blade (weapon for Melee, attack +1, 1 damage die)",
        "Blade (weapon for Melee, attack +1, 3 damage dice)",
    )
    assert sorted(to_be_sold(sheet)) == [(cheap, f"{cheap}, 1 XP"), (dear, f"{dear}, 25 XP")]
    only_dear, only_cheap = owning(BLADE), owning(PLAIN)
    for name, left, other in ((cheap, only_dear, only_cheap), (dear, only_cheap, only_dear)):
        asked = entry(kind, name, by="gm")
        assert refused(sheet, asked) == ""
        made, edits = (getattr(system.ledger_kinds[kind], what)(sheet, asked) for what in ("fill", "edits"))
        assert (made.subject, [apply(two, *edit) for edit in edits.items()]) == (name, [left])
        assert codes(read(two, left, made)) == []
        instead = read(two, other, made)
        assert codes(instead) or spent(instead) - spent(read(two, left, made)) == 25, "the other one, made as good"
        assert (refused(read(two, left, made), asked), codes(read(left, left, *settled(made), created=two))) == (
            "No approved item has that name.", [],
        )  # fmt: skip


@pytest.mark.parametrize("kind", ["item-lost", "sale"])
def test_with_the_cheap_one_of_a_name_gone_the_dear_one_keeps_what_it_has(kind: str) -> None:
    two = owning(BLADE, PLAIN)
    for name in ("Blade", next(name for name, label in to_be_sold(read(two, two)) if label.endswith(", 1 XP"))):
        made = system.ledger_kinds[kind].fill(read(two, two), entry(kind, name, by="gm"))
        lowered = owning({**BLADE, "entries": {"features": [feature("die")]}})
        assert codes(read(two, lowered, made)) == ["below-baseline"]


def test_two_alike_are_one_choice_of_the_form() -> None:
    two = owning(SWORD, LANTERN, LANTERN)
    assert list(to_be_sold(read(two, two))) == [("Sword", "Sword, 10 XP"), ("Lantern", "Lantern, 3 XP")]
    better = apply(two, "entries.items.1.entries.features.1", feature("strength"))
    assert dict(to_be_sold(read(two, better)))["Lantern"] == "Lantern, 3 XP", "what gives least goes first"


def test_what_was_free_stays_so_when_another_of_its_name_is_sold() -> None:
    """Known by what the entry says of it, through any number of approvals."""
    two = owning(BLADE, PLAIN)
    made = system.ledger_kinds["sale"].fill(read(two, two, created=owning(BLADE)), entry("sale", "Blade"))
    for before, entries in ((two, (made,)), (owning(BLADE), settled(made))):
        after = read(before, owning(BLADE), *entries, created=owning(BLADE))
        assert (codes(after), spent(after)) == ([], 25)


def test_what_was_free_and_sold_under_a_new_name_makes_no_other_free() -> None:
    charm, ring = ({**item("relic", ""), "name": name} for name in ("Charm", "Ring"))
    created, renamed = owning(charm, SWORD), owning({**charm, "name": "Talisman"}, SWORD)
    sold = system.ledger_kinds["sale"].fill(read(renamed, renamed, created=created), entry("sale", "Talisman"))
    for now, points in ((owning(SWORD), 11), (owning(SWORD, ring), 12)):
        after = read(now, now, *settled(sold), created=created)
        assert (codes(after), spent(after)) == ([], points)


def test_only_the_item_that_an_entry_is_about_leaves_the_list_with_it() -> None:
    edits = system.ledger_kinds["sale"].edits
    two = owning(BLADE, {**BLADE, "entries": {}})
    one = apply(two, "entries.items.1", None)
    assert edits(read(two, two), entry("sale", "Blade")) == {"entries.items.1": None}, "the free one goes last"
    assert edits(read(two, one), entry("sale", "Blade")) == {}, "the other is off the list already"
    assert edits(read(two, two), entry("sale", "Axe")) == {}


@pytest.mark.parametrize(("seller", "house"), [("player", {}), ("gm", {"item_sales": "gm"})])
def test_a_sale_sells_what_was_there_and_no_later_item_of_its_name(seller: str, house: dict[str, Any]) -> None:
    with_it, without, plain = owning(BLADE), owning(), owning({**BLADE, "entries": {}})
    sale = entry("sale", "Blade", by=seller)
    assert codes(read(with_it, without, sale, **house)) == []
    (old,) = settled(sale)
    assert spent(read(with_it, with_it, old, created=with_it, **house)) == 26
    assert codes(read(with_it, without, old, created=with_it, **house)) == ["item-gone"]
    assert codes(read(with_it, plain, old, created=with_it, **house)) == ["below-baseline"]
    again = read(with_it, without, old, sale, created=with_it, **house)
    assert (codes(again), spent(again)) == ([], 0)


def test_the_ledger_works_out_what_stays_spent_in_a_lost_item() -> None:
    kind = system.ledger_kinds["item-lost"]
    for now in (OWNER, owning()):
        for settings, stays in (({}, (-10, -3)), ({"lost_item_xp": "returned"}, (0, 0))):
            sheet = read(OWNER, now, **settings)
            assert tuple(kind.fill(sheet, entry("item-lost", name)).amount for name in ("sword", "Lantern")) == stays


def test_only_what_was_approved_is_sold_and_once() -> None:
    sheet = read(OWNER, OWNER)
    assert list(to_be_sold(sheet)) == [("Sword", "Sword, 10 XP"), ("Lantern", "Lantern, 3 XP")]
    assert refused(sheet, SOLD) == refused(sheet, LOST) == ""
    assert refused(sheet, entry("sale", "Axe")) == "No approved item has that name."
    assert refused(read(OWNER, owning(LANTERN), SOLD), SOLD) == "No approved item has that name."
    assert refused(system.read(Build.parse(OWNER)), SOLD) == "Before approval, just remove the item."


def test_a_table_may_leave_sales_to_its_game_master() -> None:
    judged = {"item_sales": "gm"}
    assert refused(read(OWNER, OWNER, **judged), SOLD) == "In this campaign only your GM can enter sales."
    assert refused(read(OWNER, OWNER, **judged), entry("sale", "Sword", by="gm")) == ""
    assert codes(read(OWNER, owning(LANTERN), SOLD, **judged)) == ["item-gone"]
    assert codes(read(OWNER, owning(LANTERN), entry("sale", "Sword", by="gm"), **judged)) == []


def test_case_18_a_new_name_is_free_where_everything_is_still_there() -> None:
    lamp = {**LANTERN, "name": "Lamp", "entries": {"features": [feature("experience"), feature("strength")]}}
    after = read(OWNER, owning(SWORD, lamp))
    assert (codes(after), spent(after)) == ([], 13 + 3 + 2)
    plain = {**LANTERN, "name": "Lamp", "entries": {"features": []}}
    assert codes(read(OWNER, owning(SWORD, plain))) == ["item-gone"]


def test_an_item_keeps_its_kind_its_style_and_its_experience() -> None:
    shield = {**SWORD, "picks": {**SWORD["picks"], "style": "1"}}
    assert "item-style-changed" in codes(read(OWNER, owning(shield, LANTERN)))
    assert codes(read(OWNER, owning(SWORD, {**LANTERN, "notes": {"experience": "Saw it all"}}))) == [
        "item-experience-changed"
    ]
    assert codes(read(OWNER, owning(SWORD, {**LANTERN, "notes": {"experience": " lit the WAY"}}))) == []
    charm = {**SWORD, "picks": {"kind": "relic"}, "entries": {}}
    assert "item-gone" in codes(read(OWNER, owning(charm, LANTERN)))
    bare = {**LANTERN, "notes": {}}
    assert codes(read(owning(bare), owning({**LANTERN, "notes": {"experience": "Named since"}}))) == []


def test_an_approved_weapon_without_its_style_is_made_no_relic() -> None:
    lost = {**SWORD, "picks": {"kind": "weapon", "style": "7"}}
    found = error(read(OWNER, owning(lost, LANTERN)), "weapon-without-style")
    assert [fix.changes for fix in found.fixes] == [{"entries.items.0.picks.style": "0"}]


GIVEN = [
    (feature("strength", 2), feature("strength"), "strength"),
    (feature("strength"), feature("finesse"), "strength"),
    (feature("specialization", specialization="know-fire", tag="superhuman"),
     feature("specialization", specialization="know-fire"), "tag"),
    (feature("specialization", specialization="know-fire", tag="superhuman"),
     feature("specialization", specialization="know-fire", tag="simple-weak"), "tag"),
    (feature("style", style="1"), feature("life", 3), "style"),
    (feature("ability", 2, ability="tank"), feature("ability", 1, ability="tank"), "tank"),
    ({**feature("experience"), "name": "Saw it"}, {**feature("experience"), "name": "Heard it"}, "experience"),
]  # fmt: skip


@pytest.mark.parametrize(("then", "now", "what"), GIVEN, ids=[what for _, _, what in GIVEN])
def test_a_feature_is_never_less(then: dict[str, Any], now: dict[str, Any], what: str) -> None:
    blade = item("weapon", "0", then)
    after = owning(item("weapon", "0", now))
    found = error(read(owning(blade), after), "below-baseline")
    assert found.at.startswith("entries.items.0.entries.features")
    (back,) = found.fixes
    assert codes(read(owning(blade), apply(after, back.path, back.value))) == []


def test_features_may_change_their_order_and_stand_on_two_lines() -> None:
    before = owning(item("weapon", "0", feature("attack", 2), feature("life", 2)))
    now = owning(item("weapon", "0", feature("life", 2), feature("attack"), feature("attack")))
    assert codes(read(before, now)) == []


def test_what_was_open_of_a_feature_may_be_said_later() -> None:
    before = owning(item("weapon", "0", feature("ability", 1)))
    assert codes(read(before, owning(item("weapon", "0", feature("ability", 1, ability="tank"))))) == []


def test_nothing_approved_of_an_item_pays_for_anything_else() -> None:
    before = owning(item("relic", "", feature("strength")))
    now = owning(item("relic", "", feature("strength", 2)), {**item("relic", ""), "name": "New"})
    (over,) = (finding for finding in read(before, now, points=0).errors if finding.code == "xp-overspent")
    assert [fix.label for fix in over.fixes] == ["Set Thing: Strength to 1"]
    assert read(before, apply(now, over.fixes[0].path, over.fixes[0].value), points=1).legal


# What an item raises (5.1.3, D-24, D-31)


def lamp(*features: dict[str, Any]) -> dict[str, Any]:
    return {"entries": {"items": [item("relic", "", *features)]}}


def test_case_17_an_item_raises_a_specialization_like_anything_else() -> None:
    three, four = (lamp(feature("specialization", n, specialization="control-fire")) for n in (3, 4))
    assert codes(read(three, four)) == ["feature-beyond-limit"]
    free = {"item_specialization_cap": "none"}
    after = read(three, four, **free)
    assert (codes(after), spent(after) - spent(read(three, three, **free))) == ([], 5)


def test_a_tag_on_two_lines_is_charged_once() -> None:
    line = feature("specialization", 1, specialization="know-fire", tag="superhuman")
    once, twice = lamp(line, {**line, "picks": {**line["picks"], "tag": ""}}), lamp(line, line)
    assert spent(system.read(Build.parse(twice))) == spent(system.read(Build.parse(once)))
    other = {**line, "picks": {**line["picks"], "tag": "simple-weak"}}
    assert spent(system.read(Build.parse(lamp(line, other)))) == spent(system.read(Build.parse(once))) + 2
    sheet = system.read(Build.parse(twice), table=RulesContext(settings={"starting_xp": 1}))
    assert not any(fix.path.endswith("tag") for finding in sheet.errors for fix in finding.fixes)


def test_what_an_item_hardly_needs_is_a_note() -> None:
    line = feature("specialization", 1, specialization="know-fire", tag="superhuman")
    build = {**lamp(line), "picks": {"tag-know-fire": "simple-weak"}}
    notes = {finding.code: finding for finding in system.read(Build.parse(build)).findings}
    assert notes["tag-not-new"].level == "note"
    for kind, told in (("shielded", True), ("riposte", False), ("melee", False)):
        armed = fighter(style(kind, "strength"), items=[item("weapon", "0", feature("die"))])
        assert ("dice-of-no-use" in {f.code for f in system.read(Build.parse(armed)).findings}) is told


# A fight (4.1, D-26)


def test_case_19_a_tag_counts_in_a_fight_where_the_table_says_so() -> None:
    for kind, value in (("complex-powerful", 0), ("simple-weak", 6)):
        wizard = {"picks": {"style": kind, "statistic": "willpower", "specialization": "create-fire"}}
        build = {
            "scores": {"create-fire": 2, "willpower": 1}, "picks": {"tag-create-fire": kind},
            **fighter(wizard, EVASIVE),
        }  # fmt: skip
        for settings, bonus in (({}, 3), ({"attack_tags": True}, value)):
            sheet = system.read(Build.parse(build), table=RulesContext(settings={**RICH, **settings}))
            (check,) = (check for check in sheet.checks if check.key == "style-1")
            assert (sheet["style-1"], check.pool.value) == (bonus, bonus)
            asked = system.ask(sheet, {"kind": "opposed", "style": "style-1"}).check
            assert asked
            tag = "Its bonus includes its tag." if settings else "Its tag changes nothing here."
            assert tag in asked.note


# Climbing back (3.6, D-17)


def test_case_7_a_step_back_costs_what_it_gave() -> None:
    before, now = ({"scores": {"finesse": finesse, "strength": 1}} for finesse in (-1, 0))
    over = error(read(before, now, points=2), "xp-overspent")
    assert over.message.startswith("1 Experience Point over")
    assert [fix.changes for fix in over.fixes] == [{"scores.finesse": -1}]
    assert read(before, now, points=2, climbing_back="letter")["xp"] == 2


CLIMBS = [
    ({"scores": {"finesse": -1}}, {"scores": {"finesse": 0}}, 3, 0),
    ({"scores": {"finesse": -1}}, {"scores": {"finesse": 2}}, 12, 9),
    ({"scores": {"life": 1}}, {"scores": {"life": 20}}, 28, 19),
    ({"scores": {"life": 1}}, {"scores": {"life": 11}}, 19, 10),
    ({"scores": {"life": 15}}, {"scores": {"life": 32}}, 5 + 14, 5 + 14),
    ({"scores": {"recovery": 1}}, {"scores": {"recovery": 10}}, 26, 18),
    ({"picks": {"speed": "slow"}}, {"picks": {"speed": "normal"}}, 1, 0),
    ({"picks": {"speed": "slow"}}, {"picks": {"speed": "fast"}}, 2, 1),
    ({"picks": {"wealth": "none"}}, {"picks": {"wealth": "limited"}}, 2, 0),
    ({"picks": {"wealth": "none"}}, {}, 2, 0),
    ({"picks": {"wealth": "none"}}, {"picks": {"wealth": "modest"}}, 4, 2),
]


@pytest.mark.parametrize(("before", "now", "same", "letter"), CLIMBS)
def test_climbing_back_by_both_readings(before: Any, now: Any, same: int, letter: int) -> None:
    for reading, cost in (("same", same), ("letter", letter)):
        after, still = (read(before, build, climbing_back=reading) for build in (now, before))
        assert (codes(after), spent(after) - spent(still)) == ([], cost)
        assert spent(read(now, now, created=before, climbing_back=reading)) == spent(after)


def test_a_field_names_the_price_that_is_asked_by_the_letter() -> None:
    before: Any = {"scores": {"life": 15, "recovery": 9, "finesse": -1}}
    for reading in ("same", "letter"):
        sheet = read(before, before, climbing_back=reading)
        for path in ("scores.life", "scores.recovery", "scores.finesse"):
            field = fields_of(sheet)[path]
            assert isinstance(field, RatingField)
            after = read(before, apply(before, path, field.value + 1), climbing_back=reading)
            assert field.price == f"+1: {spent(after) - spent(sheet)} XP"


# Awards (3.6)


def test_an_award_is_five_more() -> None:
    assert system.read(Build.parse({}), table=RulesContext(ledger=awarded(5))).budgets["xp"].allowed.value == 35


def test_big_magic_is_paid_with_a_reason() -> None:
    paid = entry("big-magic", "", -4, by="gm")
    sheet = read(past(), past(), paid, points=10)
    (line,) = sheet.budgets["xp"].spent.terms
    assert (sheet["xp"], line.label, line.amount, line.group) == (6, "Big Magic", 4, "In play")
    assert refused(sheet, paid) == "Enter what it was for."
    assert refused(sheet, replace(paid, note="A heart of glass")) == ""


def test_what_the_ledger_took_too_much_is_told_with_what_to_do() -> None:
    over = error(read(OWNER, OWNER, entry("big-magic", "", -40, by="gm"), points=0), "xp-overspent")
    assert over.message == "40 Experience Points over (53 of 13; Big Magic: 40)."
    assert over.hint == "Cancel a ledger entry (Big Magic), or ask your GM."
    more = apply(OWNER, "scores.finesse", 1)
    fixed = error(read(OWNER, more, entry("big-magic", "", -1, by="gm"), points=1), "xp-overspent")
    assert (fixed.hint, bool(fixed.fixes)) == ("Remove 3 XP from Finesse.", True)
