"""After creation: dots are awarded, cost one each and are never given back (H-12)."""

from typing import Any

import pytest

from rules.kernel import Build, Fix, RulesContext, Sheet
from rules.kernel.documents import awarded
from tests.rules.hprpg.test_rulings import build, system

JANE = build("jane-the-auror")


def advanced(made: Build, awards: int = 0, *, baseline: Build | None = JANE, **settings: Any) -> Sheet:
    table = RulesContext(settings=settings, stage="advancement", ledger=awarded(awards), baseline=baseline)
    return system.read(made, table=table)


def codes(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.findings]


def paid(sheet: Sheet) -> tuple[int, int]:
    budget = sheet.budgets["awarded-dots"]
    return budget.allowed.value, budget.spent.value


def test_an_approved_character_as_she_stands_needs_no_award() -> None:
    sheet = advanced(JANE)
    assert (codes(sheet), paid(sheet)) == ([], (0, 0))


@pytest.mark.parametrize(("baseline", "source"), [(JANE, " from Charm or Logic"), (None, "")])
def test_an_awarded_dot_pays_for_a_dot_beyond_creation(baseline: Build | None, source: str) -> None:
    more = build("jane-the-auror", scores={"charm": 2, "logic": 3})
    assert codes(advanced(more, 2, baseline=baseline)) == []
    assert paid(advanced(more, 2, baseline=baseline)) == (2, 2)
    (finding,) = advanced(more, 1, baseline=baseline).errors
    assert (finding.code, finding.hint) == (
        "awarded-dots-overspent",
        f"Remove 1 dot{source}, or ask your GM for more.",
    )


def test_awards_not_spent_yet_are_a_warning() -> None:
    assert codes(advanced(JANE, 2)) == ["awarded-dots-unspent"]


def test_the_budgets_of_creation_stay_as_they_were_approved() -> None:
    more = build("jane-the-auror", scores={"charm": 2, "elemental": 4, "intuition": 3})
    sheet = advanced(more, 4)
    assert {key: b.remaining for key, b in sheet.budgets.items()} == dict.fromkeys(sheet.budgets, 0)
    assert [(t.amount, t.label) for t in sheet.budgets["awarded-dots"].spent.terms] == [
        (1, "Social"),
        (2, "special abilities"),
        (1, "affinities"),
    ]


def test_the_caps_of_creation_do_not_hold_in_advancement_but_five_does() -> None:
    trained = build("jane-the-auror", scores={"bravery": 5, "tracking": 4})
    assert codes(advanced(trained, 5)) == []
    (finding,) = advanced(build("jane-the-auror", scores={"bravery": 6}), 3).findings
    assert (finding.code, finding.at) == ("rating-too-high", "scores.bravery")


def test_a_dot_of_the_baseline_is_not_given_back() -> None:
    moved = build("jane-the-auror", scores={"bravery": 1, "logic": 4})
    below, over = sorted(advanced(moved).errors, key=lambda finding: finding.code, reverse=True)
    assert (below.code, below.at, below.fixes) == (
        "below-baseline",
        "scores.bravery",
        (Fix("Restore Bravery to 3", "scores.bravery", 3),),
    )
    assert over.code == "awarded-dots-overspent"


def test_dots_may_move_before_the_first_approval() -> None:
    moved = build("jane-the-auror", scores={"bravery": 2, "logic": 3})
    assert codes(advanced(moved, baseline=None)) == []


def test_before_the_first_approval_only_an_award_pays_for_a_dot_past_a_cap_of_creation() -> None:
    moved = build("jane-the-auror", scores={"bravery": 5, "logic": None})
    sheet = advanced(moved, baseline=None)
    assert codes(sheet) == ["awarded-dots-overspent", "abilities-innate-unspent"]
    assert [(t.amount, t.label) for t in sheet.budgets["awarded-dots"].spent.terms] == [(2, "Bravery past 3")]
    assert codes(advanced(moved, 2, baseline=None)) == ["abilities-innate-unspent"]
    own = build("jane-the-auror", scores={"intuition": 4, "interrogate": None, "tracking": None})
    paid = advanced(own, 1, baseline=None)
    assert (codes(paid), [(t.amount, t.label) for t in paid.budgets["awarded-dots"].spent.terms]) == (
        [],
        [(1, "Intuition past 4")],
    )


def test_an_award_may_pay_past_a_cap_and_past_a_budget_at_once() -> None:
    more = build("jane-the-auror", scores={"elemental": 4, "hexes": 1})
    sheet = advanced(more, 2, baseline=None)
    assert (codes(sheet), paid(sheet)) == ([], (2, 2))
    assert [(t.amount, t.label) for t in sheet.budgets["awarded-dots"].spent.terms] == [
        (1, "Elemental past 3"),
        (1, "affinities"),
    ]


def test_a_lower_limit_does_not_ask_for_approved_dots_back() -> None:
    (finding,) = [f for f in advanced(JANE, rating_limit=3).errors if f.at == "scores.vitality"]
    assert (finding.hint, finding.fixes) == (
        "You can't remove approved dots. Change another bonus, or ask your GM.",
        (),
    )


def test_the_pool_of_the_species_still_pays_in_advancement() -> None:
    pooled = build("aspects-over-budget")
    assert codes(advanced(pooled, baseline=None, species_pool=1)) == []
    assert codes(advanced(pooled, baseline=pooled, species_pool=1)) == []
    assert codes(advanced(pooled, baseline=None)) == ["awarded-dots-overspent"]


def test_feats_come_by_the_game_masters_word_and_stay() -> None:
    gained = build("jane-the-auror", picks={"feats": ["ambush", "cold-cases"]})
    assert codes(advanced(gained)) == ["feat-without-word", "feat-without-word"]
    table = RulesContext(stage="advancement", baseline=gained)
    assert codes(system.read(gained, table=table)) == []
    assert codes(system.read(build("jane-the-auror"), table=table)) == ["feat-given-back", "feat-given-back"]
    foreign = advanced(build("jane-the-auror", picks={"feats": ["duelist"]}))
    assert codes(foreign) == ["feat-of-another-archetype", "feat-without-word"]


@pytest.mark.parametrize(("setting", "budget"), [
    ("affinity_dots", "affinities"), ("archetype_ability_dots", "archetype-abilities"),
])  # fmt: skip
def test_nobody_is_told_to_give_back_what_was_approved(setting: str, budget: str) -> None:
    """A house rule that allows fewer dots since: obeying the hint must not be another error."""
    found = [f for f in advanced(JANE, **{setting: 1}).errors if f.code.endswith("-overspent")]
    asked = "Everything was bought before approval. Ask your GM."
    assert [(f.code, f.fixes, f.hint) for f in found] == [(f"{budget}-overspent", (), asked)]
